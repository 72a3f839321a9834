"""How many instructions a document takes: a figure that repeats, where times do not.

A driver runs twice under a counter, with one pass over a small corpus and with several; the
difference is those passes alone, without starting, reading and verifying. The counter is ``perf``
where the machine lets it count, else valgrind's callgrind, which counts the same program on a
synthetic machine: slower by fifty times, repeatable to the instruction for native code. Programs
that collect garbage on their own clock repeat less well.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wirebench.driver import Driver, DriverError, DriverFailure, Limits
from wirebench.toolchains import Program

PASSES = 4
"""Passes that the longer run makes beyond the shorter one's single pass."""

_ENVIRONMENT = {"PYTHONHASHSEED": "0", "GOMAXPROCS": "1"}
"""What would otherwise differ from run to run."""

_LIMITS = Limits(start=300, answer=300, work=1800, grace=60)


@dataclass(frozen=True)
class Counter:
    """A program that counts: what to put before a command, and how to find the count it prints."""

    name: str
    prefix: tuple[str, ...]
    pattern: str


_PERF = Counter(
    "perf", ("perf", "stat", "-x,", "-e", "instructions:u", "--"), r"^(\d+),[^,]*,instructions"
)
_CALLGRIND = Counter(
    "callgrind",
    ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--trace-children=yes"),
    r"Collected : (\d+)",
)


@cache
def find_counter() -> Counter | None:
    """The best counter that works here; None if neither does."""
    for counter in (_PERF, _CALLGRIND):
        if shutil.which(counter.prefix[0]) is None:
            continue
        tried = subprocess.run(
            [*counter.prefix, "true"], capture_output=True, text=True, check=False
        )
        if tried.returncode == 0 and _count(counter, tried.stderr):
            return counter
    return None


def per_document(
    program: Program, contender: str, operation: str, corpus: Path, documents: int, log: Path
) -> float | None:
    """Instructions for one document; None where nothing counts or the driver fails at it."""
    counter = find_counter()
    if counter is None:
        return None
    short = _run(counter, program, contender, [(operation, 1)], corpus, log)
    long = _run(counter, program, contender, [(operation, 1), (operation, PASSES)], corpus, log)
    if short is None or long is None or long <= short:
        return None
    return (long - short) / (PASSES * documents)


def _run(
    counter: Counter,
    program: Program,
    contender: str,
    requests: Sequence[tuple[str, int]],
    corpus: Path,
    log: Path,
) -> int | None:
    command = [*counter.prefix, *program.argv]
    driver = Driver(command, log, cwd=program.folder, environment=_ENVIRONMENT, limits=_LIMITS)
    try:
        driver.hello()
        driver.open(contender.split("/", 1)[1], corpus.suffix[1:], corpus)
        for operation, passes in requests:
            driver.time(operation, passes)
    except (DriverFailure, DriverError):
        return None
    finally:
        driver.close()
    try:
        return _count(counter, log.read_text(encoding="utf-8", errors="replace"))
    except FileNotFoundError:
        return None


def _count(counter: Counter, text: str) -> int | None:
    """The largest count printed: with children traced, the driver's own is the largest by far."""
    found = re.findall(counter.pattern, text, re.MULTILINE)
    return max(map(int, found), default=None)
