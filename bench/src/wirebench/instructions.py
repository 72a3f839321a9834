"""How many instructions a document takes: a figure that repeats, where times do not.

A driver runs twice under a counter and is asked the same questions, but for the number of passes
over a small corpus; the difference is those passes alone, without starting, reading and answering.
The counter is ``perf`` where the machine lets it count, else valgrind's callgrind, which counts the
same program on a synthetic machine: slower by fifty times, repeatable to the instruction for native
code. Programs that do things on their own clock repeat less well.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wirebench.driver import Driver, DriverError, DriverFailure, Limits
from wirebench.toolchains import Program

LEAST_PASSES = 4
LEAST_DOCUMENTS = 400
"""The longer run makes so many passes more than the shorter one, over so many documents in all:
what differs from run to run for other reasons is then small beside them."""

_ENVIRONMENT = {"PYTHONHASHSEED": "0", "GOMAXPROCS": "1", "GOGC": "off"}
"""What would otherwise differ from run to run. Without Go's collector, which starts when it likes,
Go's counts are of the work itself; its times are where collecting shows."""

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
    more = max(LEAST_PASSES, math.ceil(LEAST_DOCUMENTS / documents))
    # The first batch prepares what the operation needs; the second one is what differs.
    short = _run(counter, program, contender, [(operation, 1), (operation, 1)], corpus, log)
    long = _run(counter, program, contender, [(operation, 1), (operation, 1 + more)], corpus, log)
    if short is None or long is None or long <= short:
        return None
    return (long - short) / (more * documents)


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
