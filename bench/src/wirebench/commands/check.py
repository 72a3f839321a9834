"""`wirebench check`."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wirebench import corpora
from wirebench.check import CORPORA, Checked, check_contender
from wirebench.commands import err, out
from wirebench.errors import unknown
from wirebench.project import find_project
from wirebench.runner import prepare_hall
from wirebench.screen import ProgressScreen
from wirebench.suite import Case
from wirebench.toolchains import load_programs

HELP = """Check correctness only: every contender over every vector and corpus. Nothing is timed.

Fails (exit code 1) where a contender differs in a way that its list of known differences
(drivers/LANGUAGE/differences.toml) does not have, and where that list has what no longer occurs.

[b]Examples[/b]

  wirebench check

  wirebench check 'python/*' rust/wirecodec --verbose
"""


def check(
    contenders: Annotated[
        list[str] | None, typer.Argument(help="Contenders, LANG/NAME or patterns; all.")
    ] = None,
    corpus: Annotated[
        list[str] | None, typer.Option(help="Only this corpus; may be repeated.")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name known differences and inputs let through.")
    ] = False,
) -> None:
    """Check and report."""
    project = find_project()
    known = [name for program in load_programs(project.drivers) for name in program.full_names]
    chosen = [name for name in known if _wanted(name, contenders)]
    for pattern in contenders or []:
        if not any(fnmatchcase(name, pattern) for name in known):
            raise unknown("contender", pattern, known)
    names = corpus or [*CORPORA["bson"], *(n for n in corpora.names() if n.startswith("bson/one/"))]
    case = Case("check", "bson", names[0], "decode", tuple(chosen), ())
    found: list[Checked] = []
    with ProgressScreen(err()) as screen:
        hall = prepare_hall([case], project, screen, project.logs / "check")
        files = [corpora.resolve(name, project) for name in names]
        for done, name in enumerate(chosen):
            screen.checking(name, done, len(chosen))
            found.append(check_contender(name, hall, files))
    if corpus:
        # On part of the corpora, a listed difference may well have no occasion to occur.
        for outcome in found:
            outcome.stale = []
    _show(found, out(), verbose)
    if not all(outcome.passed for outcome in found):
        raise typer.Exit(1)


def _wanted(name: str, patterns: list[str] | None) -> bool:
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def _show(found: list[Checked], console: Console, verbose: bool) -> None:
    table = Table(box=None, pad_edge=False)
    for column in ("contender", "version", "rejects", "corpora", "equivalent by", "known", ""):
        table.add_column(column, overflow="fold")
    for outcome in found:
        strictness = outcome.strictness
        table.add_row(
            outcome.contender,
            outcome.version or "",
            f"{strictness.rejected}/{strictness.total}" if strictness else "",
            str(outcome.corpora or ""),
            ", ".join(sorted(outcome.rules)),
            str(len(outcome.known) or ""),
            _verdict(outcome),
        )
    console.print(table)
    for outcome in found:
        details = [*outcome.wrong, *outcome.stale]
        if verbose:
            details += [f"known: {entry}" for entry in outcome.known]
            through = outcome.strictness.let_through if outcome.strictness else []
            details += [f"let through: {entry}" for entry in through]
        for detail in details:
            console.print(f"[bold]{outcome.contender}[/]: {escape(detail)}")


def _verdict(outcome: Checked) -> str:
    if outcome.unavailable:
        return f"[yellow]unavailable[/]: {escape(outcome.unavailable)}"
    if outcome.limit:
        return "a limit, nothing to check"
    if outcome.wrong:
        return "[red]wrong[/]"
    return "[red]stale list[/]" if outcome.stale else "[green]right[/]"
