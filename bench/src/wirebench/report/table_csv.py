"""A run as CSV: one row a result, always the same columns, figures as plain numbers.

Column names are for ever: columns are added at the end, never renamed or moved. What is not known
is an empty field. Lists are joined by ``;``. Free text that a spreadsheet would take for a formula
gets an apostrophe before it, as spreadsheets themselves do it.
"""

from __future__ import annotations

import csv
import io
from typing import Any

from wirebench.report.words import Mode, harmless
from wirebench.results import CaseResult, Result, Run

COLUMNS = (
    "run started commit dirty machine suite case format operation corpus documents bytes sha256 "
    "mode model buffer ownership checks rounds noise_floor baseline language contender limit "
    "library_version status reason ns_per_document ns_per_document_mad bytes_per_second "
    "ratio ratio_low ratio_high verdict cold_ns peak_rss_bytes bytes_produced "
    "allocations_per_document instructions_per_document inputs_rejected inputs_to_reject "
    "differences"
).split()


def render(run: Run) -> str:
    """The whole run, with a header line; lines end with a newline alone."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for case in run.cases:
        for result in case.results:
            writer.writerow({key: _field(value) for key, value in _row(run, case, result).items()})
    return text.getvalue()


def _row(run: Run, case: CaseResult, result: Result) -> dict[str, Any]:
    mode = Mode.parse(case.mode)
    strictness = result.strictness
    taken = {name: getattr(result, name) for name in COLUMNS if hasattr(result, name)}
    return {
        "run": run.run,
        "started": run.started,
        "commit": run.revision.get("commit"),
        "dirty": run.revision.get("dirty"),
        "machine": run.environment.get("fingerprint") or run.environment.get("machine"),
        "suite": case.suite,
        "case": case.case,
        "format": case.format,
        "operation": case.operation,
        "corpus": case.corpus.name,
        "documents": case.corpus.documents,
        "bytes": case.corpus.bytes,
        "sha256": case.corpus.sha256,
        "mode": case.mode,
        "model": mode.model,
        "buffer": mode.buffer if mode.known else None,
        "ownership": mode.ownership if mode.known else None,
        "checks": mode.checks if mode.known else None,
        "rounds": case.rounds,
        "noise_floor": case.noise_floor,
        "baseline": result.contender == case.baseline and not result.limit,
        **taken,
        "inputs_rejected": strictness.rejected if strictness else None,
        "inputs_to_reject": strictness.total if strictness else None,
        "differences": ";".join(result.differences),
    }


def _field(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return str(value)
    text = harmless(value, None)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
