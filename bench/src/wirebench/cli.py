"""The commands. Each is a thin story: find the project, do the work, show what was found.

Exit codes: 0 done; 1 it could not be done, or a check failed; 2 what was asked for does not exist;
3 a hard gate failed (bytes, allocations, instructions); 4 a soft gate failed (time); 130
interrupted.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from wirebench import __version__
from wirebench.commands import build as build_command
from wirebench.commands import check as check_command
from wirebench.commands import corpus as corpus_command
from wirebench.commands import doctor as doctor_command
from wirebench.commands import history as history_command
from wirebench.commands import listing as list_command
from wirebench.commands import report as report_command
from wirebench.commands import run as run_command
from wirebench.errors import UsageError, WirebenchError

app = typer.Typer(
    name="wirebench",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Codecs against their peers in every language: the same bytes, one run, checked before "
    "they are timed, remembered, explained.",
)
app.command("run", help=run_command.HELP)(run_command.run)
app.command("build", help=build_command.HELP)(build_command.build)
app.command("list", help=list_command.HELP)(list_command.list_)
app.command("check", help=check_command.HELP)(check_command.check)
app.command("report", help=report_command.HELP)(report_command.report)
app.command("history", help=history_command.HELP)(history_command.history)
app.command("doctor", help=doctor_command.HELP)(doctor_command.doctor)
app.add_typer(corpus_command.app, name="corpus")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"wirebench {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Options before a command."""


def main() -> NoReturn:
    """The program. Errors that a person can act on are one message, not a traceback."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        app(standalone_mode=True)
    except UsageError as error:
        _complain(error)
        sys.exit(2)
    except WirebenchError as error:
        _complain(error)
        sys.exit(1)
    except OSError as error:
        # What no module had a better word for: a full disk, a folder that may not be written.
        where = f": {error.filename}" if error.filename else ""
        _complain(WirebenchError(f"{error.strerror or error}{where}"))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def _complain(error: WirebenchError) -> None:
    Console(stderr=True, soft_wrap=True).print(f"[red]error:[/] {escape(str(error))}")


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    """As Ctrl-C does: children end and what is finished is kept."""
    sys.exit(143)


if __name__ == "__main__":
    main()
