"""A report on a terminal, with Rich.

Columns line up through all sections of a table. Where a terminal is too narrow the columns of the
highest rank are left out, and the last line says which; where there is no terminal at all nothing
is lost but the colours. Text is never read as Rich markup: it may come from anybody's process.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as RichTable
from rich.text import Text

from wirebench.report import content
from wirebench.report.tables import Cell, Column, Row, Section, Table, Tone
from wirebench.results import Run

_GAP = 2

_STYLES: dict[Tone, str] = {
    "plain": "",
    "good": "bold green",
    "bad": "red",
    "unsure": "yellow",
    "quiet": "dim",
    "strong": "bold",
}


def render(run: Run, console: Console) -> None:
    """Print the report of a run, what matters most last: that is what is left on the screen."""
    report = content.build(run)
    left_out: set[str] = set()
    for suite in report.suites:
        console.print()
        console.print(Rule(Text(suite.name, "bold"), align="left", style="dim"))
        if suite.title:
            console.print(Text(suite.title))
        for case in suite.cases:
            left_out |= _print_table(case.table, console, case.facts)
    for table in (*report.growth, report.strictness):
        if table.sections:
            left_out |= _print_table(table, console)
    _print_facts(report, console)
    for table in report.overview:
        left_out |= _print_table(table, console)
    console.print()
    for sentence in report.answer:
        console.print(Text(sentence, "bold" if sentence is report.answer[0] else ""))
    console.print(Text(report.byline, "dim"))
    if left_out:
        text = (
            f"Left out for want of width: {', '.join(sorted(left_out))}. The HTML report has all."
        )
        console.print(Text(text, "dim"))


def _print_facts(report: content.Report, console: Console) -> None:
    console.print()
    console.print(Rule(Text("This run", "bold"), align="left", style="dim"))
    grid = RichTable.grid(padding=(0, _GAP, 0, 0))
    for name, value in report.facts:
        grid.add_row(Text(name, "dim"), Text(value))
    console.print(grid)
    for what, advice in report.warnings:
        console.print(Text.assemble(("! ", "yellow"), what, (f"\n  {advice}", "dim")))


def _print_table(table: Table, console: Console, facts: str | None = None) -> set[str]:
    """Print a table, and say which columns there was no room for."""
    console.print()
    heading = Text(table.title, "bold")
    if facts:
        heading.append(f"  {facts}", "not bold dim")
    console.print(heading)
    fitted, left_out = _fit(table, console.width)
    widths = [_width(fitted, index) for index in range(len(fitted.columns))]
    for number, section in enumerate(fitted.sections):
        _print_section(section, fitted.columns, widths, console, header=number == 0)
    for note in fitted.notes:
        console.print(Padding(Text(note, "dim"), (0, 0, 0, _GAP)))
    return left_out


def _print_section(
    section: Section,
    columns: Sequence[Column],
    widths: Sequence[int],
    console: Console,
    *,
    header: bool,
) -> None:
    # Labels come between header and rows, so the header is a table of its own of the same widths.
    if header:
        console.print(_grid(columns, widths, [_header(columns)], console))
    if section.label:
        label = Text(section.label, "bold cyan")
        if section.note:
            label.append(f"  {section.note}", "not bold dim")
        console.print(label)
    figures = [row for row in section.rows if row.message is None and row.kind != "limit"]
    limits = [row for row in section.rows if row.message is None and row.kind == "limit"]
    if figures:
        console.print(_grid(columns, widths, figures, console))
    for row in section.rows:
        if row.message is not None:
            console.print(_failure(row, widths))
    if limits:
        console.print(Text("  " + "┄" * max(1, widths[0] - 2), "dim"))
        console.print(_grid(columns, widths, limits, console, "dim"))


def _grid(
    columns: Sequence[Column],
    widths: Sequence[int],
    rows: Sequence[Row],
    console: Console,
    style: str = "",
) -> RichTable:
    grid = RichTable(box=None, show_header=False, padding=(0, _GAP, 0, 0), style=style)
    room = sum(widths) + _GAP * len(widths) <= console.width + _GAP
    for column, width in zip(columns, widths, strict=True):
        # Where even the columns of rank 0 are too wide, Rich may wrap them; else all are fixed.
        grid.add_column(
            justify="right" if column.right else "left",
            width=width if room else None,
            min_width=None if room else min(width, 8),
            overflow="fold",
        )
    for row in rows:
        grid.add_row(*(_text(cell) for cell in row.cells))
    return grid


def _failure(row: Row, widths: Sequence[int]) -> RichTable:
    grid = RichTable.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(width=widths[0])
    grid.add_column(ratio=1, overflow="fold")
    status, _, reason = (row.message or "").partition(": ")
    version = row.cells[1].text if len(row.cells) > 1 else ""
    said = Text.assemble((status, "bold red"), f": {reason}", (f"  ({version})", "dim"))
    grid.add_row(Text(row.cells[0].text), said)
    return grid


def _header(columns: Sequence[Column]) -> Row:
    return Row([Cell(column.title, "quiet") for column in columns])


def _text(cell: Cell) -> Text:
    text = Text(cell.text, _STYLES[cell.tone])
    for note in cell.notes:
        text.append(f"\n{note}", "not bold dim" if cell.tone == "strong" else "not bold")
    return text


def _fit(table: Table, width: int) -> tuple[Table, set[str]]:
    """The table without the columns that do not fit, and their titles."""
    left_out: set[str] = set()
    while True:
        needed = sum(_width(table, i) + _GAP for i in range(len(table.columns))) - _GAP
        spare = max(table.columns, key=lambda column: column.rank)
        if needed <= width or spare.rank == 0:
            return table, left_out
        left_out.add(spare.title)
        table = table.fitting([spare.key])


def _width(table: Table, index: int) -> int:
    lines = [table.columns[index].title]
    for section in table.sections:
        for row in section.rows:
            if index < len(row.cells) and (row.message is None or index == 0):
                lines += [row.cells[index].text, *row.cells[index].notes]
    return max(cell_len(line) for line in lines)
