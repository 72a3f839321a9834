"""`wirebench list`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from wirebench import corpora
from wirebench.commands import out
from wirebench.errors import unknown
from wirebench.project import Project, find_project
from wirebench.suite import Suite, load_suites
from wirebench.toolchains import Program, built, load_programs, missing

HELP = """List suites, cases, corpora and contenders, and whether each contender can run here.

[b]Examples[/b]

  wirebench list

  wirebench list contenders

  wirebench list cases
"""

_WHAT = ("suites", "cases", "corpora", "contenders")


def list_(
    what: Annotated[str | None, typer.Argument(help=f"One of {', '.join(_WHAT)}; all.")] = None,
) -> None:
    """List one kind of thing, or everything."""
    if what is not None and what not in _WHAT:
        raise unknown("list of", what, _WHAT)
    project = find_project()
    suites = load_suites(project.suites)
    tables = {
        "suites": lambda: _suites(suites),
        "cases": lambda: _cases(suites),
        "corpora": lambda: _corpora(project),
        "contenders": lambda: _contenders(project, suites),
    }
    for name in [what] if what else _WHAT:
        out().print(tables[name]())


def _suites(suites: dict[str, Suite]) -> Table:
    table = _table("Suites", "suite", "what", "cases", "seconds a case")
    for suite in suites.values():
        full = sum(case.full for case in suite.cases)
        count = f"{len(suite.cases) - full}" + (f" (+{full} with --full)" if full else "")
        table.add_row(suite.name, escape(suite.title), count, f"{suite.budget:g}")
    return table


def _cases(suites: dict[str, Suite]) -> Table:
    table = _table("Cases", "suite", "case", "corpus", "contenders")
    for suite in suites.values():
        for case in suite.cases:
            name = f"{case.name} (--full)" if case.full else case.name
            table.add_row(suite.name, name, case.corpus, f"{len(case.contenders)}")
    return table


def _corpora(project: Project) -> Table:
    table = _table("Corpora", "corpus", "cached")
    for name in corpora.names():
        table.add_row(name, "yes" if corpora.cached(name, project) else "made when needed")
    return table


def _contenders(project: Project, suites: dict[str, Suite]) -> Table:
    table = _table("Contenders", "contender", "driver", "can run here", "in suites")
    for program in load_programs(project.drivers):
        state = _state(program)
        for name in program.full_names:
            inside = [s.name for s in suites.values() if any(name in c.contenders for c in s.cases)]
            table.add_row(name, program.name, escape(state), ", ".join(inside))
    return table


def _state(program: Program) -> str:
    lacking = missing(program)
    if lacking is not None:
        return f"no: {lacking.reason}"
    return "yes" if built(program) else "not built yet: make build (or any run) does it"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
