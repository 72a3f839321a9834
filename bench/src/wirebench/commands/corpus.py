"""`wirebench corpus make`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wirebench import corpora
from wirebench.commands import err, out
from wirebench.screen import ProgressScreen

app = typer.Typer(no_args_is_help=True, help="Generated corpora as files of your own.")


@app.command(
    "make",
    help="""Write a generated corpus to a file. An existing file is not replaced.

[b]Examples[/b]

  wirebench corpus make bson/flat flat.bson

  wirebench corpus make bson/mixed/1000 mixed.bson
""",
)
def make(
    name: Annotated[str, typer.Argument(help="The corpus; `wirebench list corpora` names them.")],
    path: Annotated[Path, typer.Argument(help="The file to write.")],
) -> None:
    """Write it."""
    with ProgressScreen(err()) as screen:
        made = corpora.make(name, path, lambda done: screen.making(name, done))
    out().print(
        f"{made.path}: {made.documents} documents, {made.bytes} bytes, sha256 {made.sha256}"
    )
