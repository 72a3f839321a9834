"""A report as GitHub Markdown, and the compact table for a README.

Whatever comes from elsewhere is escaped so that it can neither break a table, nor become a link, an
image, HTML, a mention or a reference to an issue.
"""

from __future__ import annotations

import re

from wirebench.report import content, figures
from wirebench.report.tables import Cell, Row, Table
from wirebench.results import Run

BEGIN = "<!-- results:begin -->"
END = "<!-- results:end -->"


def render(run: Run) -> str:
    """The whole report."""
    report = content.build(run)
    blocks = [f"# {escape(report.title)}", escape(report.byline)]
    blocks += [f"**{escape(report.answer[0])}**", *(escape(text) for text in report.answer[1:])]
    for table in report.overview:
        blocks += [f"## {escape(table.title)}", *_table(table)]
    for suite in report.suites:
        blocks.append(f"## Suite {escape(suite.name)}")
        blocks += [escape(text) for text in (suite.title, suite.fairness) if text]
        for case in suite.cases:
            blocks += [f"### {escape(case.title)}", escape(case.facts), *_table(case.table)]
    for table in (*report.growth, report.strictness):
        if not table.sections:
            continue
        blocks += [f"## {escape(table.title)}", *_table(table)]
    blocks += ["## This run", _pairs("", "", report.facts)]
    if report.warnings:
        blocks.append(_pairs("warning", "advice", report.warnings))
    blocks += ["## How to read this", _list([f"**{a}**: {escape(b)}" for a, b in report.reading])]
    return "\n\n".join(blocks) + "\n"


def readme_table(run: Run) -> str:
    """The answer and the tables it came from; the last line names run, machine and date."""
    report = content.build(run)
    blocks = [f"**{escape(report.answer[0])}**"]
    for table in report.overview:
        blocks += [f"### {escape(table.title)}", *_table(table)]
    return "\n\n".join([*blocks, escape(report.byline)]) + "\n"


def replace_between_markers(text: str, block: str, begin: str = BEGIN, end: str = END) -> str:
    """`text` with what stands between the markers replaced by `block`.

    ValueError unless each marker occurs exactly once, `begin` first: a README is somebody's work,
    and nothing in it is to be lost to a guess.
    """
    for marker in (begin, end):
        found = text.count(marker)
        if found != 1:
            raise ValueError(f"the marker {marker} must occur once, and occurs {found} times")
    head, rest = text.split(begin)
    if end not in rest:
        raise ValueError(f"the marker {end} comes before {begin}")
    tail = rest.split(end)[1]
    return f"{head}{begin}\n{block.strip()}\n{end}{tail}"


def escape(text: str) -> str:
    r"""Text that GitHub shows as it is.

    >>> print(escape("a|b <b> [x](y) @who #1 https://z"))
    a\|b &lt;b&gt; \[x\](y) &#64;who &#35;1 https&#58;//z
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"([\\`*_\[\]|~$])", r"\\\1", text)
    text = re.sub(r"#(?=\d)", "&#35;", text)
    text = re.sub(r"(?<!\w)@(?=\w)", "&#64;", text)
    text = re.sub(r"\b(www)\.", r"\1&#46;", text, flags=re.IGNORECASE)
    return text.replace("://", "&#58;//")


def _table(table: Table) -> list[str]:
    """One Markdown table a section, for a Markdown table has no headings inside."""
    blocks = []
    marks = ["--:" if column.right else "---" for column in table.columns]
    for section in table.sections:
        if section.label:
            note = f" – {escape(section.note)}" if section.note else ""
            blocks.append(f"**{escape(section.label)}**{note}")
        lines = [_line([escape(column.title) for column in table.columns]), _line(marks)]
        lines += [_line(_cells(row, len(table.columns))) for row in section.rows]
        blocks.append("\n".join(lines))
    if table.notes:
        blocks.append(_list([escape(note) for note in table.notes]))
    return blocks


def _cells(row: Row, columns: int) -> list[str]:
    cells = [_cell(cell) for cell in row.cells]
    if row.message is not None:
        # Markdown has no spanning cells; the reason takes the place of the first figure.
        status, _, reason = row.message.partition(": ")
        cells.append(f"**{escape(status)}**: {escape(reason)}")
    elif row.kind == "limit":
        cells = [f"*{cell}*" if cell != figures.UNKNOWN else cell for cell in cells]
    return [*cells, *([""] * (columns - len(cells)))][:columns]


def _cell(cell: Cell) -> str:
    text = escape(cell.text)
    if cell.tone in ("good", "strong") and cell.text != figures.UNKNOWN:
        text = f"**{text}**"
    return "<br>".join([text, *(escape(note) for note in cell.notes)])


def _pairs(left: str, right: str, pairs: list[tuple[str, str]]) -> str:
    rows = [_line([escape(name), escape(value)]) for name, value in pairs]
    return "\n".join([_line([left, right]), _line(["---", "---"]), *rows])


def _list(items: list[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
