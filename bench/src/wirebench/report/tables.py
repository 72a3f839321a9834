"""A report's tables as plain data: finished text in cells, and what each cell means.

The printers (terminal, Markdown, HTML) turn this model into their own marks and decide nothing: a
tone says *what* a cell is, and each printer has its own way to show it. All text is harmless (see
`words.harmless`) but not escaped; escaping is the printer's business, for each has its own rules.

>>> Table("t", [Column("a", "A")], [Section([Row([Cell("x")])])]).fitting([]).columns[0].title
'A'
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Literal

from wirebench.report.figures import UNKNOWN

Tone = Literal["plain", "good", "bad", "unsure", "quiet", "strong"]
Kind = Literal["plain", "baseline", "limit", "failed"]


@dataclass(frozen=True)
class Cell:
    """One cell: `text`, finer print under it in `notes`, and what it means in `tone`."""

    text: str = UNKNOWN
    tone: Tone = "plain"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Column:
    """One column. When there is no room for all, those of the highest `rank` go first; 0 stays."""

    key: str
    title: str
    right: bool = False
    rank: int = 0


@dataclass(frozen=True)
class Row:
    """A row: a cell a column; or, with `message`, cells for the first columns and then a sentence.

    A row with a message has no figures to show: its contender is wrong, missing or crashed.
    """

    cells: list[Cell]
    kind: Kind = "plain"
    message: str | None = None


@dataclass(frozen=True)
class Section:
    """Rows under one heading, compared with one another and with nobody else."""

    rows: list[Row]
    label: str | None = None
    note: str | None = None


@dataclass(frozen=True)
class Table:
    """Sections that share columns. `notes` are printed below."""

    title: str
    columns: list[Column]
    sections: list[Section]
    notes: list[str] = field(default_factory=list)

    def fitting(self, without: Collection[str]) -> Table:
        """The same table without the columns of these keys."""
        kept = [i for i, column in enumerate(self.columns) if column.key not in without]
        sections = [
            replace(section, rows=[_narrowed(row, kept) for row in section.rows])
            for section in self.sections
        ]
        return replace(self, columns=[self.columns[i] for i in kept], sections=sections)

    def without_empty(self, keys: Collection[str]) -> Table:
        """The same table without those of these columns that say nothing in any row."""
        empty = {
            column.key
            for index, column in enumerate(self.columns)
            if column.key in keys
            and all(
                index >= len(row.cells) or row.cells[index].text == UNKNOWN
                for section in self.sections
                for row in section.rows
            )
        }
        return self.fitting(empty)


def _narrowed(row: Row, kept: list[int]) -> Row:
    return replace(row, cells=[row.cells[i] for i in kept if i < len(row.cells)])
