"""What a person sees while it runs: progress bars on a terminal, a line a case elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wirebench.suite import Case


class ProgressScreen:
    """Rich progress bars: one for the run's cases, one for what the current case is doing.

    On something that is no terminal the bars stay away, and each case is one line as it begins.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._cases = self._bars.add_task("cases", total=None, visible=False)
        self._step = self._bars.add_task("", total=None, visible=False)

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def say(self, text: str) -> None:
        """A line that stays above the bars."""
        self._console.print(escape(text), highlight=False, soft_wrap=True)

    @contextmanager
    def preparing(self, what: str) -> Iterator[None]:
        """Building, which has no measure."""
        self._show(f"building the {what}", 0, None)
        if not self._console.is_terminal:
            self.say(f"building the {what}")
        yield
        self._bars.update(self._step, visible=False)

    def making(self, corpus: str, done: int) -> None:
        """A corpus being made or checked."""
        self._show(f"corpus {corpus}: documents", done, None)

    def case(self, case: Case, done: int, total: int) -> None:
        """The next case."""
        title = f"{case.suite}: {case.name}"
        self._bars.update(
            self._cases, description=escape(title), completed=done, total=total, visible=True
        )
        if not self._console.is_terminal:
            self.say(f"[{done + 1}/{total}] {title}")

    def checking(self, contender: str, done: int, total: int) -> None:
        """Verification."""
        self._show(f"  checking {contender}", done, total)

    def warming(self, contender: str, done: int, total: int) -> None:
        """Calibration."""
        self._show(f"  warming up {contender}", done, total)

    def counting(self, contender: str, done: int, total: int) -> None:
        """Instructions."""
        self._show(f"  counting instructions of {contender}", done, total)

    def round(self, done: int, total: int) -> None:
        """Rounds."""
        self._show("  rounds", done, total)

    def _show(self, text: str, done: int, total: int | None) -> None:
        self._bars.update(
            self._step, description=escape(text), completed=done, total=total, visible=True
        )
