"""`wirebench build`."""

from __future__ import annotations

from typing import Annotated

import typer

from wirebench.commands import err
from wirebench.errors import unknown
from wirebench.project import find_project
from wirebench.screen import ProgressScreen
from wirebench.toolchains import load_programs, prepare

HELP = """Build the drivers, and with them our codecs. Runs do this by themselves.

What cannot be built here is named with the command that helps, and does not fail the rest.

[b]Examples[/b]

  wirebench build

  wirebench build rust python
"""


def build(
    languages: Annotated[list[str] | None, typer.Argument(help="Languages; all.")] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail if any driver could not be built.")
    ] = False,
) -> None:
    """Build them."""
    project = find_project()
    programs = load_programs(project.drivers)
    known = {program.language for program in programs}
    for language in languages or []:
        if language not in known:
            raise unknown("language", language, known)
    project.logs.mkdir(parents=True, exist_ok=True)
    failed = False
    with ProgressScreen(err()) as screen:
        for program in programs:
            if languages and program.language not in languages:
                continue
            log = project.logs / f"build-{program.name}.log"
            log.unlink(missing_ok=True)
            with screen.preparing(f"{program.name} driver"):
                failure = prepare(program, log)
            failed = failed or failure is not None
            screen.say(f"{program.name}: {failure.reason if failure else 'built'}")
    if failed and strict:
        raise typer.Exit(1)
