"""Charts for the HTML page: a few Vega-Lite specifications, and rows for each chart.

A page may hold hundreds of charts of a few kinds. So a kind's specification (made with Altair)
stands in the page once, and a chart is only its rows, in columns: the page's script puts the two
together when a chart comes into view.

Colours are the page's CSS variables, so that charts follow its light and dark style and its print.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import floor, log10
from statistics import median
from typing import Any

import altair as alt

from wirebench.report import figures, summary
from wirebench.report.words import harmless, is_ours
from wirebench.results import CaseResult, Result, Run, Sample

LOGARITHMIC_FROM = 30.0
"""Slowest over fastest from which bars would be invisible, and a logarithmic axis takes over."""

Drawing = alt.Chart | alt.LayerChart | alt.FacetChart

COLOURS = 10
"""Distinct line colours, ``--c0`` … in the page's style; past them they begin again."""

ROLES = ("ours", "peer", "limit")

_UNITS = (
    "datum.value >= 1e9 ? format(datum.value / 1e9, '~g') + ' s' : "
    "datum.value >= 1e6 ? format(datum.value / 1e6, '~g') + ' ms' : "
    "datum.value >= 1e3 ? format(datum.value / 1e3, '~g') + ' µs' : "
    "format(datum.value, '~g') + ' ns'"
)

_CONFIG = {
    "background": None,
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": "var(--ink)",
        "titleColor": "var(--soft)",
        "titleFontWeight": "normal",
        "gridColor": "var(--line)",
        "domainColor": "var(--line)",
        "tickColor": "var(--line)",
        "labelLimit": 190,
        "labelSeparation": 10,
    },
    "legend": {
        "labelColor": "var(--ink)",
        "titleColor": "var(--soft)",
        "titleFontWeight": "normal",
        "labelLimit": 220,
    },
    "text": {"color": "var(--ink)"},
}


@dataclass(frozen=True)
class Chart:
    """One chart: its kind, a caption, its data as columns of equal length.

    `ticks` are the values to mark on the horizontal axis, where its own choice would be a poor one.
    """

    kind: str
    caption: str
    columns: dict[str, list[Any]]
    height: int
    ticks: list[float] = field(default_factory=list)

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script needs."""
        return {"kind": self.kind, "columns": self.columns, "ticks": self.ticks}


@cache
def specifications() -> dict[str, dict[str, Any]]:
    """Vega-Lite specifications by kind; their data is named ``rows`` and comes with the chart."""
    made: dict[str, Drawing] = {
        "bars": _bars(),
        "bars-log": _lollipops(),
        "ratios": _ratios(),
        "rounds": _rounds(),
        "growth": _growth(),
        "trend": _trend(),
    }
    return {kind: _finished(chart) for kind, chart in made.items()}


def times(case: CaseResult) -> Chart | None:
    """ns/document with MAD, a bar a contender, limits in grey; logarithmic for a wide range."""
    fast, _, limits = summary.ordered(case)
    shown = [*fast, *(limit for limit in limits if limit.ns_per_document)]
    if len(fast) < 2:
        return None
    costs = [(result.ns_per_document or 0.0, result.ns_per_document_mad or 0.0) for result in shown]
    slowest, fastest = max(cost for cost, _ in costs), min(cost for cost, _ in costs)
    wide = slowest / fastest >= LOGARITHMIC_FROM
    # Space for the label behind the longest bar: a row that is there but not drawn.
    edge = slowest * (slowest / fastest) ** 0.4 if wide else slowest * 1.4
    foot = 10 ** floor(log10(fastest * 0.8)) if wide else 0
    columns: dict[str, list[Any]] = {
        "name": [_label(result, case) for result in shown],
        "role": [_role(result) for result in shown],
        "ns": [_short(cost) for cost, _ in costs],
        "low": [_short(max(cost - deviation, foot)) for cost, deviation in costs],
        "high": [_short(cost + deviation) for cost, deviation in costs],
        "foot": [foot] * len(shown),
        "edge": [_short(edge)] * len(shown),
        "text": [figures.duration(cost) for cost, _ in costs],
        "spread": [figures.spread(cost, deviation) for cost, deviation in costs],
    }
    scale = "logarithmic scale" if wide else "shorter is faster"
    kind = "bars-log" if wide else "bars"
    marks = log_ticks(foot, edge) if wide else []
    return Chart(kind, f"ns/document, {scale}", columns, _height(len(shown)), marks)


def ratios(case: CaseResult) -> Chart | None:
    """Ratios with their intervals around the noise band; the twin shows what noise looks like."""
    fast, _, _ = summary.ordered(case)
    rows: list[tuple[str, str, float, float, float, str]] = [
        (harmless(r.contender), _role(r), r.ratio, r.ratio_low, r.ratio_high, r.verdict or "")
        for r in fast
        if r.ratio and r.ratio_low and r.ratio_high and r.contender != case.baseline
    ]
    if not rows:
        return None
    if case.twin is not None:
        twin = case.twin
        name = harmless(twin.contender)
        rows.append((name, "limit", twin.ratio, twin.ratio_low, twin.ratio_high, "noise"))
    floor_ = case.noise_floor or 0.0
    names, roles, values, lows, highs, verdicts = map(list, zip(*rows, strict=True))
    columns: dict[str, list[Any]] = {
        "name": names,
        "role": roles,
        "ratio": [_short(value, 5) for value in _floats(values)],
        "low": [_short(value, 5) for value in _floats(lows)],
        "high": [_short(value, 5) for value in _floats(highs)],
        "band_low": [_short(1 / (1 + floor_), 5)] * len(rows),
        "band_high": [_short(1 + floor_, 5)] * len(rows),
        "text": [
            f"{figures.ratio(v)} ({figures.interval(a, b)})"
            for v, a, b in zip(_floats(values), _floats(lows), _floats(highs), strict=True)
        ],
        "verdict": [str(verdict).replace("-", " ") for verdict in verdicts],
    }
    caption = f"speed over {harmless(case.baseline or '')}, right is faster; band: noise floor"
    marks = ratio_ticks(min(columns["low"]), max(columns["high"]))
    return Chart("ratios", caption, columns, _height(len(rows)), marks)


def rounds(case: CaseResult) -> Chart | None:
    """Every batch, as its distance from the contender's own median: drift and outliers show."""
    fast, _, limits = summary.ordered(case)
    series = [(result.contender, result.samples) for result in (*fast, *limits)]
    if case.twin is not None:
        series.append((case.twin.contender, case.twin.samples))
    columns: dict[str, list[Any]] = {"name": [], "round": [], "off": []}
    for name, samples in series:
        for number, off in _deviations(samples, case):
            columns["name"].append(harmless(name))
            columns["round"].append(number)
            columns["off"].append(off)
    if not columns["name"]:
        return None
    caption = "each batch's distance from its contender's median, by round"
    return Chart("rounds", caption, columns, 300)


def growth(family: summary.Family) -> Chart:
    """ns/document over the number of documents, a line a contender."""
    columns: dict[str, list[Any]] = {"name": [], "documents": [], "ns": [], "text": [], "kind": []}
    for line in family.lines:
        for documents, entry in sorted(line.entries.items()):
            if entry.result.status == "ok" and entry.result.ns_per_document:
                columns["name"].append(harmless(line.contender))
                columns["documents"].append(documents)
                columns["ns"].append(_short(entry.result.ns_per_document))
                columns["text"].append(figures.duration(entry.result.ns_per_document))
                columns["kind"].append("limit" if line.limit else "contender")
    model = family.lines[0].mode.model_words
    marks = log_ticks(family.sizes[0], family.sizes[-1])
    return Chart("growth", f"{harmless(family.operation)} · {model}", columns, 340, marks)


def trend(case: CaseResult, run: Run, history: Iterable[Run]) -> Chart | None:
    """ns/document over earlier runs on this machine, where there are any."""
    points = summary.trend(case, run, history)
    if not points:
        return None
    columns: dict[str, list[Any]] = {
        "name": [harmless(point.contender) for point in points],
        "started": [point.started for point in points],
        "run": [harmless(point.run) for point in points],
        "ns": [_short(point.nanoseconds) for point in points],
        "text": [figures.duration(point.nanoseconds) for point in points],
    }
    return Chart("trend", "ns/document over earlier runs on this machine", columns, 300)


def log_ticks(low: float, high: float) -> list[float]:
    """Marks for a logarithmic axis: decades, or 1-2-5 below three decades; none below a factor 4.

    Vega marks every unit of every decade and then drops labels that collide, often the round ones.

    >>> log_ticks(8, 40_000), log_ticks(0.4, 8), log_ticks(1, 2)
    ([10.0, 100.0, 1000.0, 10000.0], [0.5, 1.0, 2.0, 5.0], [])
    """
    if low <= 0 or high / low < 4:
        return []
    decades = range(floor(log10(low)), floor(log10(high)) + 1)
    steps = (1,) if high / low >= 1000 else (1, 2, 5)
    marks = [float(f"{step}e{decade}") for decade in decades for step in steps]
    return [mark for mark in marks if low <= mark <= high]


def ratio_ticks(low: float, high: float) -> list[float]:
    """Marks for ratios: 1 is always among them.

    >>> ratio_ticks(0.98, 3.1), ratio_ticks(0.995, 1.004), ratio_ticks(0.06, 8)
    ([1.0, 1.5, 2.0, 2.5, 3.0], [0.996, 0.998, 1.0, 1.002, 1.004], [0.1, 0.2, 0.5, 1.0, 2.0, 5.0])
    """
    low, high = min(low, 1.0), max(high, 1.0)
    if high / low >= 4:
        return log_ticks(low, high)
    steps = (float(f"{digit}e{power}") for power in range(-6, 1) for digit in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 5)
    return [
        round(number * step, 9)
        for number in range(floor(low / step), floor(high / step) + 1)
        if low <= round(number * step, 9) <= high
    ]


def _bars() -> Drawing:
    base = _base()
    axis = alt.Axis(labelExpr=_UNITS, tickCount=5)
    x = alt.X("ns:Q", title=None, axis=axis, scale=alt.Scale(zero=True, nice=False))
    bars = base.mark_bar(height={"band": 0.62}).encode(
        x=x, color=_role_colour(), tooltip=_tooltip("name", "text", "spread")
    )
    return alt.layer(bars, *_extras(base))


def _lollipops() -> Drawing:
    """Not bars: the length of a bar means nothing on a logarithmic axis; a dot's place does."""
    base = _base()
    axis = alt.Axis(labelExpr=_UNITS)
    scale = alt.Scale(type="log", nice=False)
    x = alt.X("ns:Q", title=None, axis=axis, scale=scale)
    stems = base.mark_rule(strokeWidth=1.5, opacity=0.45).encode(
        x=alt.X("foot:Q", scale=scale, title=None), x2="ns:Q", color=_role_colour()
    )
    dots = base.mark_circle(size=90, opacity=1).encode(
        x=x, color=_role_colour(), tooltip=_tooltip("name", "text", "spread")
    )
    return alt.layer(stems, dots, *_extras(base))


def _extras(base: alt.Chart) -> list[alt.Chart]:
    errors = base.mark_rule(strokeWidth=2, color="var(--ink)").encode(x="low:Q", x2="high:Q")
    labels = base.mark_text(align="left", dx=8).encode(x="high:Q", text="text:N")
    room = base.mark_point(opacity=0).encode(x="edge:Q")
    return [errors, labels, room]


def _ratios() -> Drawing:
    base = _base()
    scale = alt.Scale(type="log", nice=False, padding=24)
    axis = alt.Axis(labelExpr="format(datum.value, '~g') + 'x'", tickCount=5)
    band = (
        alt.Chart(alt.NamedData("rows"))
        .mark_rect(color="var(--band)", stroke="var(--band)", strokeWidth=1.5)
        .encode(
            x=alt.X("min(band_low):Q", scale=scale, axis=axis, title=None), x2="max(band_high):Q"
        )
    )
    one = alt.Chart(alt.NamedData("rows")).mark_rule(color="var(--soft)").encode(x=alt.XDatum(1))
    spans = base.mark_rule(strokeWidth=2.5).encode(x="low:Q", x2="high:Q", color=_role_colour())
    dots = base.mark_circle(size=80, opacity=1).encode(
        x=alt.X("ratio:Q", scale=scale, title=None),
        color=_role_colour(),
        tooltip=_tooltip("name", "text", "verdict"),
    )
    return alt.layer(band, one, spans, dots)


def _rounds() -> Drawing:
    drawing: alt.Chart = (
        alt.Chart(alt.NamedData("rows"))
        .mark_line(point={"size": 18}, strokeWidth=1.2)
        .encode(
            x=alt.X("round:Q", title="round", axis=alt.Axis(tickMinStep=1, grid=False)),
            y=alt.Y("off:Q", title="% slower than its median", scale=alt.Scale(zero=False)),
            color=_line_colour(),
            tooltip=_tooltip("name", "round", "off"),
        )
    )
    return drawing


def _growth() -> Drawing:
    log_scale = alt.Scale(type="log", nice=False)
    thousands = alt.Axis(labelExpr="format(datum.value, ',')", tickCount=6, grid=False)
    drawing: alt.Chart = (
        alt.Chart(alt.NamedData("rows"))
        .mark_line(point={"size": 40}, strokeWidth=1.8)
        .encode(
            x=alt.X(
                "documents:Q", scale=log_scale, axis=thousands, title="documents in the corpus"
            ),
            y=alt.Y(
                "ns:Q",
                scale=alt.Scale(type="log"),
                axis=alt.Axis(labelExpr=_UNITS, tickCount=5),
                title="time a document",
            ),
            color=_line_colour(),
            strokeDash=alt.StrokeDash(
                "kind:N",
                scale=alt.Scale(domain=["contender", "limit"], range=[[1, 0], [4, 3]]),
                legend=None,
            ),
            tooltip=_tooltip("name", "documents", "text"),
        )
    )
    return drawing


def _trend() -> Drawing:
    drawing: alt.Chart = (
        alt.Chart(alt.NamedData("rows"))
        .mark_line(point={"size": 40}, strokeWidth=1.8)
        .encode(
            x=alt.X("started:T", title="run started"),
            y=alt.Y(
                "ns:Q",
                scale=alt.Scale(type="log"),
                axis=alt.Axis(labelExpr=_UNITS, tickCount=5),
                title="time a document",
            ),
            color=_line_colour(),
            tooltip=_tooltip("name", "run", "text"),
        )
    )
    return drawing


def _base() -> alt.Chart:
    y = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(ticks=False, domain=False))
    return alt.Chart(alt.NamedData("rows")).encode(y=y)


def _role_colour() -> alt.Color:
    palette = [f"var(--{role})" for role in ROLES]
    return alt.Color("role:N", scale=alt.Scale(domain=ROLES, range=palette), legend=None)


def _line_colour() -> alt.Color:
    palette = [f"var(--c{number})" for number in range(COLOURS)]
    columns = alt.ExprRef("width < 420 ? 1 : width < 760 ? 2 : 4")
    legend = alt.Legend(orient="bottom", title=None, columns=columns, symbolType="stroke")
    return alt.Color("name:N", sort=None, scale=alt.Scale(range=palette), legend=legend)


def _tooltip(*fields: str) -> list[alt.Tooltip]:
    kinds = {"round": "Q", "off": "Q", "documents": "Q"}
    return [alt.Tooltip(f"{field}:{kinds.get(field, 'N')}", title=field) for field in fields]


def _finished(chart: Drawing) -> dict[str, Any]:
    made: dict[str, Any] = chart.to_dict()
    made.pop("$schema", None)
    made["config"] = _CONFIG
    made["width"] = "container"
    if "layer" in made and "height" not in made:
        made["height"] = {"step": 24}
    return made


def _deviations(samples: Sequence[Sample], case: CaseResult) -> list[tuple[int, float]]:
    costs = [summary.cost(sample, case) for sample in samples]
    middle = median(costs) if costs else 0.0
    return [
        (sample.round, round((cost / middle - 1) * 100, 3))
        for sample, cost in zip(samples, costs, strict=True)
        if middle
    ]


def _label(result: Result, case: CaseResult) -> str:
    name = harmless(result.contender)
    if result.limit:
        return f"{name} (limit)"
    return f"{name} (baseline)" if result.contender == case.baseline else name


def _role(result: Result) -> str:
    if result.limit:
        return "limit"
    return "ours" if is_ours(result.contender) else "peer"


def _short(value: float, digits: int = 5) -> float:
    """Enough digits for a pixel; a page holds many."""
    return float(f"{value:.{digits}g}")


def _floats(values: Iterable[Any]) -> list[float]:
    return [float(value) for value in values]


def _height(rows: int) -> int:
    return 24 * rows + 40
