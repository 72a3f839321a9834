"""The metronome: a fixed native loop that tells whether the machine keeps its speed.

It hashes the same bytes with SHA-256 (OpenSSL's native loop, in this process), long enough to
notice a lost CPU or a changed frequency, short enough to run before and after every round. What it
measures depends on nothing that is under test. A round in which it *strays*, taking more than
`TOLERANCE` longer than its usual time, met a disturbed machine and is repeated.
"""

from __future__ import annotations

import hashlib
import os
import time
from statistics import median

BYTES = bytes(range(256)) * 256
"""64 KiB: stays within the first two cache levels, so that it beats with the core's own clock."""

BEATS = 24
"""Passes over BYTES a beat: 1.5 MiB, about a millisecond with SHA instructions, three without."""

TOLERANCE = 0.15
"""A tenth is the everyday jitter of a shared machine's clock; above this something else ran."""

MEMORY = 31
"""Beats that the usual time is the median of: it follows slow drifts, not single disturbances."""


class Metronome:
    """Beats on one CPU and remembers how long its beats usually take."""

    def __init__(self, cpu: int | None = None) -> None:
        self.cpu = cpu
        self.beats: list[int] = []

    def beat(self) -> int:
        """One beat, in nanoseconds, on the CPU that contenders run on."""
        before = os.sched_getaffinity(0) if self.cpu is not None else None
        if self.cpu is not None:
            os.sched_setaffinity(0, {self.cpu})
        try:
            digest = hashlib.sha256()
            started = time.perf_counter_ns()
            for _ in range(BEATS):
                digest.update(BYTES)
            return time.perf_counter_ns() - started
        finally:
            if before is not None:
                os.sched_setaffinity(0, before)

    def strayed(self, *beats: int) -> bool:
        """Whether any of these beats was off; they are remembered either way."""
        self.beats.extend(beats)
        usual = median(self.beats[-MEMORY:])
        return any(beat > usual * (1 + TOLERANCE) for beat in beats)
