"""`wirebench run`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from wirebench.commands import err, load_run, out, runs_before
from wirebench.errors import WirebenchError
from wirebench.gate import compare, exit_code
from wirebench.project import find_project
from wirebench.report import json_file, terminal
from wirebench.results import Run
from wirebench.runner import Request, execute
from wirebench.screen import ProgressScreen
from wirebench.suite import load_suites, select

HELP = """Measure: check every contender, time it among its peers, keep and show the results.

Without a suite: the suite [b]quick[/b]. `wirebench list` names suites, cases and contenders.

[b]Examples[/b]

  wirebench run

  wirebench run bson-document bson-types --html types.html

  wirebench run quick --only 'python/*,rust/wirecodec'

  wirebench run bson-records --case 'order/*' --rounds 31

  wirebench run --corpus dump/shop/orders.bson --json orders.json

  wirebench run quick --instructions --against 20261121-0915
"""


def run(
    suites: Annotated[list[str] | None, typer.Argument(help="Suites to run.")] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Only these contenders: LANG/NAME or patterns, by commas or repeated."),
    ] = None,
    case: Annotated[str | None, typer.Option(help="Only cases that match, as in 'flat/*'.")] = None,
    full: Annotated[bool, typer.Option(help="With the cases that take long.")] = False,
    corpus: Annotated[
        Path | None,
        typer.Option(help="Your own file of documents, in place of the suite's corpora."),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            min=1,
            help="Seconds of measuring for the whole run, besides checking and warming up; "
            "each case gets five rounds, whatever they take.",
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, max=1000, help="Rounds a case, whatever they take.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the order of batches.")] = None,
    wait: Annotated[
        bool, typer.Option(help="Wait while another run measures on this machine, or refuse.")
    ] = True,
    instructions: Annotated[
        bool,
        typer.Option(
            "--instructions", help="Count instructions too (perf or valgrind; takes long)."
        ),
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(
            help="An earlier run (id or JSON file): exit code 3 if bytes, allocations or "
            "instructions got worse, 4 if times did beyond what noise explains."
        ),
    ] = None,
    json: Annotated[
        Path | None, typer.Option(help="Write the run as wirebench-run/1 to this file.")
    ] = None,
    html_file: Annotated[
        Path | None, typer.Option("--html", help="Write the report as one page to this file.")
    ] = None,
) -> None:
    """Measure, keep, show."""
    project = find_project()
    known = load_suites(project.suites)
    chosen = list(dict.fromkeys(suites or ["quick"]))
    wanted = [name for group in only or [] for name in group.split(",")]
    cases = select(known, chosen, case_glob=case, only=wanted, full=full)
    earlier = load_run(against) if against is not None else None
    for path in (json, html_file):
        _check_writable(path)
    request = Request(
        cases,
        known,
        corpus=corpus,
        budget=budget,
        rounds=rounds,
        seed=seed,
        wait=wait,
        instructions=instructions,
        command=["wirebench", *sys.argv[1:]],
    )
    page = html_file or project.state / "reports" / "latest.html"
    begun: list[Run] = []
    try:
        with ProgressScreen(err()) as screen:
            execute(request, project, screen, begun.append)
    except KeyboardInterrupt:
        if begun and begun[0].cases:
            _show(begun[0], json, page)
        err().print("[yellow]interrupted[/]: what was finished is kept (`wirebench history`)")
        raise typer.Exit(130) from None
    _show(begun[0], json, page)
    if earlier is not None:
        _gate(begun[0], earlier)


def _gate(run: Run, earlier: Run) -> None:
    findings = compare(run, earlier)
    for finding in findings:
        out().print(f"[red]{finding.gate} gate[/] {escape(str(finding))}")
    if not findings:
        out().print(f"Gates   nothing is worse than in {earlier.run}")
    raise typer.Exit(exit_code(findings))


def _show(run: Run, json: Path | None, page: Path) -> None:
    terminal.render(run, out())
    if json is not None:
        json_file.save(run, json)
        out().print(f"JSON    {json}")
    # Here and not above: the chart library takes most of the program's start.
    from wirebench.report import html  # noqa: PLC0415

    page.parent.mkdir(parents=True, exist_ok=True)
    _write(page, html.render(run, history=runs_before(run)))
    out().print(f"Report  {page.resolve().as_uri()}")
    out().print(f"Run     {run.run}, kept: wirebench report {run.run}")


def _check_writable(path: Path | None) -> None:
    """Ten minutes of measuring must not end in a folder that does not exist."""
    if path is not None and not path.resolve().parent.is_dir():
        raise WirebenchError(f"cannot write {path}: there is no folder {path.resolve().parent}")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WirebenchError(f"cannot write {path}: {error.strerror}") from error
