"""`wirebench report`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from wirebench.commands import err, load_run, out, runs_before
from wirebench.errors import UsageError, WirebenchError
from wirebench.report import json_file, markdown, table_csv, terminal
from wirebench.results import Run

HELP = """Show a past run again: on the terminal, or as Markdown, HTML, JSON or CSV.

RUN is an id from `wirebench history`, the beginning of one, `latest`, or a JSON file of a run.

[b]Examples[/b]

  wirebench report

  wirebench report 20261121 --format html --output run.html

  wirebench report out.json --format markdown

  wirebench report docs/results/quick.json --format readme --into README.md
"""


class Format(StrEnum):
    """How a report is written. `readme` is the compact Markdown table of the README."""

    terminal = "terminal"
    markdown = "markdown"
    readme = "readme"
    html = "html"
    json = "json"
    csv = "csv"


def report(
    run: Annotated[str, typer.Argument(help="The run.")] = "latest",
    format: Annotated[Format, typer.Option("--format", "-f", help="The form.")] = Format.terminal,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="To this file.")] = None,
    into: Annotated[
        Path | None,
        typer.Option(help="Replace what stands between the results markers of this file."),
    ] = None,
) -> None:
    """Show it."""
    found = load_run(run)
    if format is Format.terminal:
        terminal.render(found, out())
        return
    text = {
        Format.markdown: markdown.render,
        Format.readme: markdown.readme_table,
        Format.html: _html,
        Format.json: json_file.dumps,
        Format.csv: table_csv.render,
    }[format](found)
    try:
        if into is not None:
            before = into.read_text(encoding="utf-8")
            into.write_text(markdown.replace_between_markers(before, text), encoding="utf-8")
        elif output is not None:
            output.write_text(text, encoding="utf-8")
        else:
            typer.echo(text, nl=False)
            return
    except OSError as error:
        raise WirebenchError(f"cannot write {into or output}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{into}: {error}") from error
    err().print(f"written: {into or output}")


def _html(run: Run) -> str:
    # Here and not above: the chart library takes most of the program's start.
    from wirebench.report import html  # noqa: PLC0415

    return html.render(run, history=runs_before(run))
