"""The commands of the program, one module each, and what several of them share."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from wirebench.history import History
from wirebench.project import find_project
from wirebench.report import json_file
from wirebench.results import Run


def out() -> Console:
    """Where results go: standard output, not cut to a width when it is no terminal."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=200)


def err() -> Console:
    """Where progress goes, so that output can be piped."""
    return Console(stderr=True, highlight=False)


def load_run(name: str) -> Run:
    """A past run: from a JSON file, or from the history by id, beginning of one, or ``latest``."""
    if name.endswith(".json"):
        return json_file.load(Path(name))
    history = History(find_project().history_url)
    try:
        return history.load(name)
    finally:
        history.close()


def runs_before(run: Run, limit: int = 20) -> list[Run]:
    """The newest complete runs of the same machine before this one, for charts over time."""
    kept = History(find_project().history_url)
    machine = run.environment.get("fingerprint")
    try:
        return [
            kept.load(earlier.run)
            for earlier in kept.runs(5 * limit)
            if earlier.complete
            and earlier.started < run.started
            and earlier.environment.get("fingerprint") == machine
        ][:limit]
    finally:
        kept.close()
