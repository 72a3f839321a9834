"""A contender's seat in a case: its own process, opened, checked, calibrated, then timed in turn.

A seat is taken in this order, and whoever fails keeps a seat without figures, with the reason:

start and pin the process -> hello, contenders -> open -> first (cold) call -> verify -> calibrate
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wirebench.corpora import CorpusFile
from wirebench.differences import NONE, Differences
from wirebench.driver import Announcement, Driver, DriverError, DriverFailure, Limits
from wirebench.project import Project
from wirebench.results import Result, Sample, Status
from wirebench.statistics import median, settled
from wirebench.suite import Case
from wirebench.toolchains import Program, Unavailable
from wirebench.vectors import Vector
from wirebench.verify import verify

BATCH_NS = 50_000_000
"""Least length of a batch: reading the clock is then far below a part in a thousand."""

WARM_WITHIN = 0.05
WARM_BATCHES = 12
WARM_NS = 2_000_000_000
"""Warm until three batches agree within 5 %, but for no more than so many batches or so long."""

CLOCK_SHARE = 0.5
"""A driver that reports less than this part of the time that passed does not time what it does.

Held against requests of two batches' length and more, where the way of the request itself weighs
nothing; and not against the first, which prepares the values that `encode` needs.
"""

UNKNOWN_MODE = "unknown"


@dataclass
class Seat:
    """One process in one case. `every` is 1, or k for a slow one that takes each k-th round."""

    contender: str
    result: Result
    announcement: Announcement | None = None
    driver: Driver | None = None
    twin: bool = False
    passes: int = 1
    batch_ns: int = 0
    every: int = 1
    consumed: int | None = None

    @property
    def ready(self) -> bool:
        """Whether it can be timed now."""
        return self.driver is not None and self.result.status == "ok"

    @property
    def mode(self) -> str:
        """The mode it announced; ``unknown`` of one that never got to announcing."""
        return self.announcement.mode if self.announcement else UNKNOWN_MODE

    def fail(self, status: Status, reason: str) -> None:
        """No figures for this one."""
        self.result.status = status
        self.result.reason = reason
        self.close()

    def close(self) -> None:
        """End its process."""
        if self.driver is not None:
            self.driver.close()
            self.driver = None

    def forget_empty_log(self, project: Project) -> None:
        """Drivers that had nothing to say leave no log (`Driver` removes it)."""
        if self.result.log is not None and not (project.root / self.result.log).exists():
            self.result.log = None


@dataclass(frozen=True)
class Hall:
    """What every seat needs: where things are, who hosts whom, what is known beforehand."""

    project: Project
    programs: Mapping[str, Program | Unavailable]
    vectors: Sequence[Vector]
    differences: Mapping[str, Differences]
    cpu: int | None
    logs: Path
    limits: Limits = field(default_factory=Limits)


def take_seat(
    contender: str, case: Case, corpus: CorpusFile, hall: Hall, *, twin: bool = False
) -> Seat | None:
    """Start, open and verify one contender; None if it does not offer the case's operation."""
    seat = Seat(contender, Result(contender), twin=twin)
    program = hall.programs.get(contender)
    if program is None:
        seat.fail("unavailable", "no driver describes a contender of this name")
        return seat
    if isinstance(program, Unavailable):
        seat.fail("unavailable", program.reason)
        return seat
    log = _log_path(hall.logs, case, contender, twin)
    seat.result.log = hall.project.relative(log)
    try:
        seat.driver = Driver(
            program.argv, log, cwd=program.folder, cpu=hall.cpu, limits=hall.limits
        )
        offered = _open(seat, program, case, corpus, hall)
    except DriverFailure as failure:
        seat.fail(failure.kind, failure.reason)
        return seat
    except DriverError as error:
        seat.fail("wrong", f"hello or contenders: {error}")
        return seat
    except BaseException:
        seat.close()
        raise
    return seat if offered else None


def _open(seat: Seat, program: Program, case: Case, corpus: CorpusFile, hall: Hall) -> bool:
    driver = seat.driver
    assert driver is not None
    language, _ = driver.hello()
    name = seat.contender.split("/", 1)[1]
    announced = {one.name: one for one in driver.contenders() if one.format == case.format}
    if language != program.language or name not in announced:
        said = f"{language}/{{{','.join(sorted(announced))}}}"
        seat.fail("wrong", f"its driver announces {said}, not {seat.contender}")
        return True
    announcement = seat.announcement = announced[name]
    seat.result.limit = announcement.limit
    seat.result.library_version = announcement.version
    if announcement.path is not None:
        seat.result.library_path = hall.project.relative(Path(announcement.path))
    if case.operation not in announcement.operations:
        seat.close()
        return False
    try:
        documents = driver.open(name, case.format, corpus.path)
    except DriverError as error:
        seat.fail("unavailable", f"not for this corpus: {error}")
        return True
    if documents != corpus.documents:
        seat.fail("wrong", f"found {documents} documents in a corpus of {corpus.documents}")
        return True
    _check(seat, driver, case, corpus, hall)
    return True


def _check(seat: Seat, driver: Driver, case: Case, corpus: CorpusFile, hall: Hall) -> None:
    assert seat.announcement is not None
    try:
        seat.result.cold_ns, _ = driver.cold(case.operation)
    except DriverError as error:
        status: Status = "unavailable" if case.operation == "cycle" else "wrong"
        seat.fail(status, f"first {case.operation}: {error}")
        return
    scratch = hall.project.state / "scratch" / f"{driver.process.pid}.{case.format}"
    found = verify(
        driver,
        seat.announcement,
        case.operation,
        corpus,
        hall.vectors,
        hall.differences.get(seat.contender, NONE),
        scratch,
    )
    seat.result.differences = sorted(found.rules)
    seat.result.strictness = found.strictness
    if found.wrong is not None:
        seat.fail("wrong", found.wrong)
        return
    driver.reset_peak_rss()
    seat.consumed = _consumption(case.operation, corpus.documents, found.produced)
    if case.operation != "decode":
        seat.result.bytes_produced = found.produced


def _consumption(operation: str, documents: int, produced: int | None) -> int | None:
    """What one pass must consume, by the protocol's table; None where it cannot be known."""
    if operation == "decode":
        return documents
    if produced is None:
        return None
    return produced + documents if operation == "cycle" else produced


def time_batch(seat: Seat, operation: str, passes: int, *, first: bool = False) -> int | None:
    """One batch in nanoseconds, its answer checked; None when the seat has failed by it."""
    assert seat.driver is not None
    started = time.perf_counter_ns()
    try:
        nanoseconds, consumed = seat.driver.time(operation, passes)
    except DriverFailure as failure:
        seat.fail(failure.kind, failure.reason)
        return None
    except DriverError as error:
        seat.fail("wrong", f"time {operation}: {error}")
        return None
    passed = time.perf_counter_ns() - started
    if nanoseconds <= 0 or nanoseconds > passed:
        seat.fail("wrong", f"says that a batch took {nanoseconds} ns, of {passed} that passed")
        return None
    if consumed is not None and seat.consumed is not None and consumed != seat.consumed * passes:
        want = seat.consumed * passes
        seat.fail("wrong", f"time {operation}: consumed {consumed}, where the work is {want}")
        return None
    if not first and passed > 2 * BATCH_NS and nanoseconds < CLOCK_SHARE * passed:
        percent = 100 * nanoseconds / passed
        seat.fail("wrong", f"its clock counts {percent:.0f} % of the time that its batches take")
        return None
    return nanoseconds


def calibrate(seat: Seat, operation: str) -> None:
    """Find the passes that fill a batch, and run batches until they agree."""
    passes, took = 1, 0
    while True:
        batch = time_batch(seat, operation, passes, first=took == 0)
        if batch is None:
            return
        took += batch
        if batch >= BATCH_NS:
            break
        # Aim a tenth above: a batch that just misses would have to be calibrated once more.
        passes = max(passes + 1, min(passes * 100, math.ceil(passes * BATCH_NS * 1.1 / batch)))
    batches = [batch / passes]
    while took < WARM_NS and len(batches) < WARM_BATCHES and not settled(batches, WARM_WITHIN):
        batch = time_batch(seat, operation, passes)
        if batch is None:
            return
        took += batch
        batches.append(batch / passes)
    cost = median(batches[-3:])
    seat.passes = max(1, math.ceil(BATCH_NS / cost))
    seat.batch_ns = int(cost * seat.passes)


def run_batch(seat: Seat, operation: str, number: int) -> Sample | None:
    """The seat's batch in round `number`."""
    nanoseconds = time_batch(seat, operation, seat.passes)
    return None if nanoseconds is None else Sample(number, seat.passes, nanoseconds)


def leave_seat(seat: Seat, operation: str, documents: int) -> None:
    """The last questions, off the clock, and the end of the process."""
    if seat.driver is None:
        return
    seat.result.peak_rss_bytes = seat.driver.peak_rss()
    try:
        count, _ = seat.driver.allocations(operation)
        seat.result.allocations_per_document = count / documents
    except DriverError:
        pass
    except DriverFailure as failure:
        seat.fail(failure.kind, failure.reason)
        return
    seat.close()


def _log_path(logs: Path, case: Case, contender: str, twin: bool) -> Path:
    name = f"{case.suite}-{case.name}-{contender}{'-twin' if twin else ''}".replace("/", "-")
    return logs / f"{name}.log"
