"""`wirebench doctor`."""

from __future__ import annotations

from rich.markup import escape

from wirebench.commands import out
from wirebench.environment import choose_cpu, describe
from wirebench.metronome import Metronome
from wirebench.statistics import mad, median

HELP = """Say what this machine is and what disturbs measurements on it.

Advice only: nothing is changed. The metronome's spread tells how steady the machine is right now.

[b]Example[/b]

  wirebench doctor
"""

_BEATS = 300


def doctor() -> None:
    """Look and tell."""
    cpu = choose_cpu()
    found = describe(cpu)
    console = out()
    warnings = found.pop("warnings")
    for key, value in found.items():
        parts = value.items() if isinstance(value, dict) else ()
        shown = ", ".join(f"{name} {part}" for name, part in parts) or value
        console.print(f"{key.replace('_', ' '):20} {escape(str(shown))}")
    metronome = Metronome(cpu)
    beats = [metronome.beat() for _ in range(_BEATS)]
    spread = 100 * mad(beats) / median(beats)
    off = sum(metronome.strayed(beat) for beat in beats)
    console.print(
        f"{'metronome':20} {median(beats) / 1e6:.2f} ms a beat ± {spread:.1f} %, "
        f"{off} of {_BEATS} beats strayed"
    )
    console.print()
    for warning in warnings:
        console.print(f"[yellow]•[/] {escape(warning['what'])}")
        console.print(f"  [dim]{escape(warning['advice'])}[/]")
    if not warnings:
        console.print("[green]nothing found that disturbs measurements[/]")
