"""A report as one HTML page that needs nothing else: no network, no file beside it.

The Vega-Lite library is embedded once. Charts are drawn when they come into view, for a run may
have hundreds. The page's own Content-Security-Policy forbids it to load anything and to run any
script but the two it was made with (by their hashes), so that even text that slipped through
escaping could do nothing.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
import vl_convert
from markupsafe import Markup

from wirebench.report import charts, content, summary
from wirebench.report.words import Mode
from wirebench.results import Run

VEGA_LITE = "6.4"
"""The Vega-Lite that the specifications of the pinned Altair are written for."""

MOST_EAGER = 24
"""Up to so many charts are all drawn at once, so that the page can be printed straight away."""


@dataclass(frozen=True)
class Figure:
    """A chart's place in the page."""

    id: str
    chart: charts.Chart
    heading: str = ""


@dataclass(frozen=True)
class ModeFigures:
    """The charts of one section of a case: always shown, and shown when asked for."""

    heading: str
    shown: list[Figure]
    folded: list[Figure]


def render(run: Run, history: Sequence[Run] | None = None, *, library: str | None = None) -> str:
    """The page.

    `history`, earlier runs in any order, adds charts over time. `library` stands in for the
    embedded JavaScript; a test leaves it out so.
    """
    report = content.build(run)
    figures: dict[str, list[ModeFigures]] = {}
    for suite in report.suites:
        for case in suite.cases:
            figures[case.anchor] = _case_figures(case, run, history or [])
    growth = [
        Figure(
            content.anchor("growth", f.corpora, f.operation, f.model), charts.growth(f), f.corpora
        )
        for f in summary.families(run)
    ]
    drawn = [*growth, *_all(figures)]
    script = _resource("page.js")
    embedded = _safe_script(_library() if library is None else library) if drawn else ""
    return _template().render(
        report=report,
        figures=figures,
        growth=growth,
        style=Markup(_resource("style.css")),
        library=Markup(embedded),
        script=Markup(script),
        policy=_policy([embedded, script]),
        data=_data(drawn),
        charts=len(drawn),
    )


def _case_figures(case: content.Case, run: Run, history: Iterable[Run]) -> list[ModeFigures]:
    found = []
    for number, section in enumerate(case.group.sections):
        shown = [charts.times(section), charts.ratios(section)]
        folded = [charts.rounds(section), charts.trend(section, run, history)]
        prefix = f"{case.anchor}-{number}"
        figures = ModeFigures(
            Mode.parse(section.mode).words,
            [Figure(f"{prefix}-{c.kind}", c) for c in shown if c is not None],
            [Figure(f"{prefix}-{c.kind}", c) for c in folded if c is not None],
        )
        if figures.shown or figures.folded:
            found.append(figures)
    return found


def _all(figures: dict[str, list[ModeFigures]]) -> list[Figure]:
    return [
        figure
        for modes in figures.values()
        for mode in modes
        for figure in (*mode.shown, *mode.folded)
    ]


def _data(drawn: Sequence[Figure]) -> dict[str, Any]:
    used = {figure.chart.kind for figure in drawn}
    return {
        "eager": len(drawn) <= MOST_EAGER,
        "specifications": {k: v for k, v in charts.specifications().items() if k in used},
        "charts": {figure.id: figure.chart.data for figure in drawn},
    }


def _policy(scripts: Sequence[str]) -> str:
    hashes = " ".join(f"'{_hash(script)}'" for script in scripts if script)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


@cache
def _library() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script."""
    bundle: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", VEGA_LITE)
    return bundle


def _safe_script(script: str) -> str:
    """The script without anything that an HTML parser would take for its end."""
    return re.sub(r"<(?=/script|!--)", r"\\x3c", script, flags=re.IGNORECASE)


def _resource(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


def _compact_json(value: Any) -> Markup:
    """JSON for a script element: nothing in it can end the element or begin a comment."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_resource),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["compact_json"] = _compact_json
    environment.filters["anchor"] = content.anchor
    return environment.get_template("page.html.j2")
