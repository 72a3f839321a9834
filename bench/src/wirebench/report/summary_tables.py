"""The tables over many cases: the fastest of each language, ours against peers, growth."""

from __future__ import annotations

from wirebench.report import figures, summary
from wirebench.report.case_table import verdict_cell
from wirebench.report.summary import Duel, Entry, Family, Headline, Line, Subject
from wirebench.report.tables import Cell, Column, Row, Section, Table
from wirebench.report.words import STATUSES, Mode, harmless, language_name, library, listing
from wirebench.results import Strictness

WIDEST = 4
"""Subjects that fit beside one another; with more, they become rows and languages columns."""

MOST_IDS = 12
"""Ids of inputs let through that a row lists; the JSON has all."""


def headline_table(head: Headline) -> Table:
    """Which codec is fastest in each language; no sections when nobody qualified."""
    title = "The fastest of each language"
    notes = [
        "Among contenders that build values (documents or typed records) and are right; limits do "
        "not count. What sets one apart from documents, fresh, owned, full checks stands below it.",
    ]
    if not head.best and not head.missing:
        return Table(title, [], [])
    if any(_level(head, entry) for entry in head.best.values()):
        notes.append("level: slower than the fastest by less than the noise floor.")
    if len(head.subjects) <= WIDEST:
        columns = [Column("language", "language")]
        columns += [Column(_title(s), _title(s)) for s in head.subjects]
        rows = [
            Row(
                [
                    Cell(language_name(lang), "strong"),
                    *(_best(head, s, lang) for s in head.subjects),
                ]
            )
            for lang in head.languages
        ]
    else:
        columns = [Column("case", "case")]
        columns += [Column(n, language_name(n)) for n in head.languages]
        rows = [
            Row([Cell(_title(s), "strong"), *(_best(head, s, lang) for lang in head.languages)])
            for s in head.subjects
        ]
    return Table(title, columns, [Section(rows)], notes)


def duels_table(duels: list[Duel]) -> Table:
    """Ours against the best peer of the same language and model."""
    columns = [
        Column("language", "language"),
        Column("case", "case"),
        Column("ours", "ours"),
        Column("peer", "best peer"),
        Column("ratio", "ratio", right=True),
        Column("interval", "95 % interval", right=True, rank=1),
        Column("verdict", "verdict"),
        Column("mode", "mode", rank=2),
    ]
    order = sorted(duels, key=lambda duel: duel.language)
    rows = [_duel_row(duel) for duel in order]
    notes = ["Above 1.00x ours is faster."]
    if any(duel.ratio is not None and not duel.same_mode for duel in duels):
        notes.append("Across modes there is only the ratio of the medians, and no verdict.")
    title = "Ours against the best peer of the same language and model"
    return Table(title, columns, [Section(rows)] if rows else [], notes)


def strictness_table(found: dict[str, tuple[Strictness, list[str]]]) -> Table:
    """Who lets through what must be rejected; no sections when nobody does."""
    columns = [
        Column("contender", "contender"),
        Column("strictness", "strictness", right=True),
        Column("ids", "lets through"),
    ]
    rows = [
        Row(
            [
                Cell(harmless(name)),
                Cell(f"{strictness.rejected}/{strictness.total} rejected"),
                Cell(listing([harmless(one) for one in ids], MOST_IDS), "quiet"),
            ]
        )
        for name, (strictness, ids) in sorted(found.items())
    ]
    return Table("What contenders let through", columns, [Section(rows)] if rows else [])


def growth_tables(families: list[Family]) -> list[Table]:
    """A table a family of corpora, a section for each operation and model."""
    tables = []
    for corpora in dict.fromkeys(family.corpora for family in families):
        members = [family for family in families if family.corpora == corpora]
        sizes = sorted({size for family in members for size in family.sizes})
        columns = [Column("contender", "contender")]
        columns += [Column(str(n), figures.count(n), right=True) for n in sizes]
        sections = [
            Section(
                [_growth_row(line, sizes) for line in family.lines],
                f"{family.operation} · {Mode(family.model, 'fresh', 'owned', 'full').model_words}",
                "ns/document by number of documents",
            )
            for family in members
        ]
        tables.append(Table(f"Growth: {harmless(corpora)}", columns, sections))
    return tables


def _best(head: Headline, subject: Subject, language: str) -> Cell:
    entry = head.best.get((subject, language))
    if entry is None:
        status = head.missing.get((subject, language))
        return Cell(STATUSES[status], "bad") if status else Cell()
    result = entry.result
    tags = list(entry.mode.labels)
    first = head.fastest[subject] is entry
    if first:
        tags.insert(0, "fastest")
    elif _level(head, entry):
        tags.insert(0, "level")
    speed = f"{figures.duration(result.ns_per_document)} · {figures.rate(result.bytes_per_second)}"
    notes = (speed, *([", ".join(tags)] if tags else []))
    return Cell(harmless(library(result.contender)), "good" if first else "strong", notes)


def _level(head: Headline, entry: Entry) -> bool:
    return id(entry) in head.level and head.fastest[summary.subject_of(entry.case)] is not entry


def _title(subject: Subject) -> str:
    return harmless(f"{subject.corpus} {subject.operation}")


def _duel_row(duel: Duel) -> Row:
    mode = duel.ours.mode.short
    if duel.peer and not duel.same_mode:
        mode = f"ours {mode}; peer {duel.peer.mode.short}"
    start = [
        Cell(language_name(duel.language), "strong"),
        Cell(_title(duel.subject)),
        _contestant(duel.ours),
        _contestant(duel.peer) if duel.peer else Cell("no peer with figures", "quiet"),
    ]
    return Row(
        [
            *start,
            Cell(figures.ratio(duel.ratio), "strong"),
            Cell(figures.interval(duel.low, duel.high)),
            verdict_cell(duel.verdict),
            Cell(mode, "quiet"),
        ]
    )


def _contestant(entry: Entry) -> Cell:
    name = harmless(library(entry.result.contender))
    if entry.result.status != "ok":
        return Cell(f"{name}: {STATUSES[entry.result.status]}", "bad")
    return Cell(f"{name} {figures.duration(entry.result.ns_per_document)}")


def _growth_row(line: Line, sizes: list[int]) -> Row:
    cells = [Cell(harmless(line.contender), "quiet" if line.limit else "plain")]
    for size in sizes:
        entry = line.entries.get(size)
        if entry is None:
            cells.append(Cell())
        elif entry.result.status != "ok":
            cells.append(Cell(STATUSES[entry.result.status], "bad"))
        else:
            cells.append(Cell(figures.duration(entry.result.ns_per_document)))
    return Row(cells, "limit" if line.limit else "plain")
