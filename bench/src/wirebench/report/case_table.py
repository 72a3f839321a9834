"""The table of one case: a section for each mode, its rows by speed, its limits set apart.

A row without figures (wrong, crashed, timed out, unavailable) stays where a reader looks for it,
with its reason in their place.
"""

from __future__ import annotations

from wirebench.report import figures, summary
from wirebench.report.tables import Cell, Column, Row, Section, Table, Tone
from wirebench.report.words import STATUSES, VERDICTS, Mode, harmless
from wirebench.results import CaseResult, Result, Verdict

COLUMNS = [
    Column("contender", "contender"),
    Column("version", "version", rank=3),
    Column("time", "ns/document", right=True),
    Column("spread", "MAD", right=True, rank=4),
    Column("rate", "throughput", right=True, rank=1),
    Column("ratio", "ratio", right=True),
    Column("interval", "95 % interval", right=True, rank=2),
    Column("verdict", "verdict"),
    Column("cold", "cold", right=True, rank=6),
    Column("memory", "peak memory", right=True, rank=5),
    Column("allocations", "allocs/doc", right=True, rank=7),
    Column("instructions", "instr/doc", right=True, rank=8),
    Column("strictness", "strictness", right=True, rank=5),
    Column("differences", "differences", rank=9),
]

_ONLY_WHERE_KNOWN = (
    "version cold memory allocations instructions strictness differences ratio interval verdict"
).split()

TONES: dict[Verdict, Tone] = {
    "faster": "good",
    "slower": "bad",
    "cannot-tell": "unsure",
    "baseline": "quiet",
}


def case_table(group: summary.CaseGroup) -> Table:
    """All modes of one case."""
    sections = [_section(case) for case in group.sections]
    table = Table(harmless(group.case), COLUMNS, sections, _notes(group))
    return table.without_empty(_ONLY_WHERE_KNOWN)


def noise_words(case: CaseResult) -> str:
    """What a section's noise floor means for its reader."""
    if not any(result.status == "ok" and not result.limit for result in case.results):
        return "no contender was timed"
    if case.noise_floor is None:
        return "noise floor unknown: no verdicts"
    return f"changes below {figures.percent(case.noise_floor)} cannot be seen"


def verdict_cell(verdict: Verdict | None) -> Cell:
    """A verdict in words."""
    if verdict is None:
        return Cell()
    return Cell(VERDICTS[verdict], TONES[verdict])


def _section(case: CaseResult) -> Section:
    fast, rest, limits = summary.ordered(case)
    rows = [_row(result, case) for result in (*fast, *rest, *limits)]
    return Section(rows, Mode.parse(case.mode).words, noise_words(case))


def _row(result: Result, case: CaseResult) -> Row:
    name = Cell(harmless(result.contender), "quiet" if result.limit else "plain")
    version = Cell(harmless(result.library_version or figures.UNKNOWN), "quiet")
    if result.status != "ok":
        reason = harmless(result.reason or "no reason was given")
        kind = "limit, " if result.limit else ""
        log = f" (its log: {harmless(result.log)})" if result.log else ""
        message = f"{kind}{STATUSES[result.status]}: {reason}{log}"
        return Row([name, version], "failed", message)
    baseline = result.contender == case.baseline and not result.limit
    strictness = result.strictness
    cells = [
        name,
        version,
        Cell(figures.duration(result.ns_per_document), "strong"),
        Cell(figures.spread(result.ns_per_document, result.ns_per_document_mad), "quiet"),
        Cell(figures.rate(result.bytes_per_second)),
        Cell(figures.ratio(result.ratio)),
        Cell(
            figures.UNKNOWN if baseline else figures.interval(result.ratio_low, result.ratio_high)
        ),
        Cell("limit", "quiet") if result.limit else verdict_cell(result.verdict),
        Cell(figures.duration(result.cold_ns)),
        Cell(figures.size(result.peak_rss_bytes)),
        Cell(figures.count(result.allocations_per_document)),
        Cell(figures.count(result.instructions_per_document)),
        Cell(f"{strictness.rejected}/{strictness.total} rejected") if strictness else Cell(),
        Cell(", ".join(harmless(rule) for rule in result.differences) or figures.UNKNOWN),
    ]
    return Row(cells, "limit" if result.limit else "baseline" if baseline else "plain")


def _notes(group: summary.CaseGroup) -> list[str]:
    """Warnings of the case, with their mode where there are several."""
    notes = [
        f"{Mode.parse(case.mode).words}: {text}" if len(group.sections) > 1 else text
        for case in group.sections
        for text in map(harmless, case.warnings)
    ]
    return list(dict.fromkeys(notes))
