"""Calibrate, warm up, interleave.

A *round* is one pass in which every contender of a case runs one batch, in shuffled order.
Interleaving makes whatever disturbs the machine for a while disturb everyone alike; shuffling keeps
one contender from always following the same other (order effects reach several per cent: Mytkowicz
et al., *Producing Wrong Data Without Doing Anything Obviously Wrong*, ASPLOS 2009). The order comes
from the run's seed.

Within each mode the baseline has a *twin*: the same contender in a second process. What that pair
shows is the noise floor. A metronome beats before and after each round; a round in which it strays
is repeated.

A contender whose single pass is long takes part only in every k-th round, so that it cannot eat the
time of all others; its ratio is formed over the rounds it took part in.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from wirebench.compare import case_results, choose_baseline
from wirebench.corpora import CorpusFile
from wirebench.metronome import Metronome
from wirebench.results import CaseResult, Sample
from wirebench.seat import Hall, Seat, calibrate, leave_seat, run_batch, take_seat
from wirebench.statistics import FEWEST_ROUNDS
from wirebench.suite import Case

LEAST_ROUNDS = 9
MOST_ROUNDS = 31

SLOW_SHARE = 2.0
"""A contender may take so many times its equal share of a budget before it sits rounds out."""


@dataclass(frozen=True)
class Settings:
    """How long and how often.

    `budget` is the seconds of measuring a case may take; `least` rounds are run whatever they take.
    `rounds`, where given, decides alone.
    """

    budget: float
    rounds: int | None = None
    seed: int = 0
    least: int = LEAST_ROUNDS


class Watcher(Protocol):
    """Who is told how far a case is: progress bars, or nobody."""

    def checking(self, contender: str, done: int, total: int) -> None:
        """A contender takes its seat."""

    def warming(self, contender: str, done: int, total: int) -> None:
        """A contender is calibrated and warmed up."""

    def round(self, done: int, total: int) -> None:
        """So many rounds are finished."""


@dataclass
class Rounds:
    """The samples of a case by seat, and how many rounds had to be repeated."""

    count: int = 0
    repeated: int = 0
    samples: dict[int, list[Sample]] = field(default_factory=dict)


def measure_case(
    case: Case,
    corpus: CorpusFile,
    hall: Hall,
    settings: Settings,
    metronome: Metronome,
    watcher: Watcher,
) -> list[CaseResult]:
    """Measure one case: a `CaseResult` for every mode in it."""
    seats: list[Seat] = []
    try:
        # One by one: whatever ends this early, every process that was started is in the list.
        for seat in _seat_all(case, corpus, hall, watcher):
            seats.append(seat)
        for seat in _seat_twins(case, corpus, hall, list(seats), watcher):
            seats.append(seat)
        for done, seat in enumerate(seats):
            if seat.ready:
                watcher.warming(seat.contender, done, len(seats))
                calibrate(seat, case.operation)
        rounds = _run_rounds(case, seats, settings, metronome, watcher)
        for seat in seats:
            leave_seat(seat, case.operation, corpus.documents)
    finally:
        for seat in seats:
            seat.close()
    for number, seat in enumerate(seats):
        seat.forget_empty_log(hall.project)
        seat.result.samples = rounds.samples.get(number, [])
    return case_results(case, corpus, seats, rounds.count, rounds.repeated, settings.seed)


def _seat_all(case: Case, corpus: CorpusFile, hall: Hall, watcher: Watcher) -> Iterable[Seat]:
    for done, contender in enumerate(case.contenders):
        watcher.checking(contender, done, len(case.contenders))
        seat = take_seat(contender, case, corpus, hall)
        if seat is not None:
            yield seat


def _seat_twins(
    case: Case, corpus: CorpusFile, hall: Hall, seats: list[Seat], watcher: Watcher
) -> Iterable[Seat]:
    for mode in dict.fromkeys(seat.mode for seat in seats):
        baseline = choose_baseline(case, [seat for seat in seats if seat.mode == mode])
        if baseline is not None:
            watcher.checking(f"{baseline.contender} (twin)", len(seats), len(seats))
            twin = take_seat(baseline.contender, case, corpus, hall, twin=True)
            if twin is not None:
                yield twin


def _run_rounds(
    case: Case, seats: list[Seat], settings: Settings, metronome: Metronome, watcher: Watcher
) -> Rounds:
    found = Rounds()
    total = plan(case, seats, settings)
    repeats_left = total
    before = metronome.beat()
    metronome.strayed(before)
    while found.count < total and any(seat.ready for seat in seats):
        watcher.round(found.count, total)
        taken = _round(case, seats, found.count, settings.seed)
        after = metronome.beat()
        strayed = metronome.strayed(before, after)
        before = after
        if strayed and repeats_left > 0:
            repeats_left -= 1
            found.repeated += 1
            continue
        for number, sample in taken.items():
            found.samples.setdefault(number, []).append(sample)
        found.count += 1
    watcher.round(found.count, total)
    return found


def _round(case: Case, seats: list[Seat], number: int, seed: int) -> dict[int, Sample]:
    taken: dict[int, Sample] = {}
    for index in order(seats, case.name, number, seed):
        seat = seats[index]
        if seat.ready:
            sample = run_batch(seat, case.operation, number)
            if sample is not None:
                taken[index] = sample
    return taken


def order(seats: list[Seat], case_name: str, number: int, seed: int) -> list[int]:
    """Who takes part in a round, in the order of their turns: the same for the same seed."""
    taking_part = [index for index, seat in enumerate(seats) if number % seat.every == 0]
    random.Random(f"{seed}/{case_name}/{number}").shuffle(taking_part)
    return taking_part


def plan(case: Case, seats: list[Seat], settings: Settings) -> int:
    """How many rounds there will be, and which seats sit some of them out (`Seat.every`).

    Baselines and their twins never do: every ratio needs them.
    """
    ready = [seat for seat in seats if seat.ready]
    if not ready:
        return 0
    budget_ns = settings.budget * 1e9
    share = SLOW_SHARE * budget_ns / len(ready)
    needed = {seat.contender for seat in ready if seat.twin}
    turns = {
        id(seat): MOST_ROUNDS
        if seat.contender in needed
        else min(MOST_ROUNDS, max(FEWEST_ROUNDS, int(share / max(1, seat.batch_ns))))
        for seat in ready
    }
    regular = [seat for seat in ready if turns[id(seat)] >= settings.least]
    slow_ns = sum(s.batch_ns * turns[id(s)] for s in ready if turns[id(s)] < settings.least)
    cost = sum(seat.batch_ns for seat in regular) or 1
    total = int((budget_ns - slow_ns) / cost)
    total = settings.rounds or min(MOST_ROUNDS, max(settings.least, total))
    for seat in ready:
        seat.every = max(1, math.floor(total / turns[id(seat)]))
    return total
