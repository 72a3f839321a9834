"""`wirebench history`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from wirebench.commands import out
from wirebench.history import History
from wirebench.project import find_project
from wirebench.results import Run

HELP = """List past runs, newest first.

[b]Examples[/b]

  wirebench history

  wirebench history --limit 5
"""


def history(
    limit: Annotated[int, typer.Option(min=1, help="At most so many runs.")] = 20,
) -> None:
    """List them."""
    kept = History(find_project().history_url)
    try:
        runs, counts = kept.runs(limit), kept.counts()
    finally:
        kept.close()
    if not runs:
        out().print("no run yet: ./wirebench run")
        return
    table = Table(box=None, pad_edge=False)
    for column in ("run", "started", "revision", "machine", "cases", "ok", "not ok", "", "command"):
        table.add_column(column, overflow="fold")
    for run in runs:
        cases, good, bad = counts.get(run.run, (0, 0, 0))
        table.add_row(
            run.run,
            run.started,
            _revision(run),
            str(run.environment.get("fingerprint", "")),
            str(cases),
            str(good),
            str(bad or ""),
            "" if run.complete else "[yellow]unfinished[/]",
            escape(" ".join(run.command)),
        )
    out().print(table)


def _revision(run: Run) -> str:
    commit = str(run.revision.get("commit") or "")[:10]
    return f"{commit}{'+' if run.revision.get('dirty') else ''}"
