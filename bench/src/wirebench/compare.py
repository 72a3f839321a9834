"""Like with like: the seats of a case, sorted into modes and compared within each."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from wirebench.corpora import CorpusFile
from wirebench.results import CaseResult, Corpus, Result, Twin
from wirebench.seat import UNKNOWN_MODE, Seat
from wirebench.statistics import (
    FEWEST_ROUNDS,
    mad,
    median,
    nanoseconds_per_document,
    noise_floor,
    ratio_interval,
    verdict,
)
from wirebench.suite import Case

REPEATED_SHARE = 0.25
"""Share of repeated rounds above which a case carries a warning."""


def case_results(
    case: Case,
    corpus: CorpusFile,
    seats: Sequence[Seat],
    rounds: int,
    repeated: int,
    seed: int,
) -> list[CaseResult]:
    """A `CaseResult` for each mode, in the order in which the suite's contenders bring them up.

    Limits are no mode of their own: they are shown beside every mode that they are the limit of.
    """
    ours = [seat for seat in seats if not seat.twin]
    for seat in seats:
        _estimate(seat.result, corpus)
    results: list[CaseResult] = []
    peers = [seat for seat in ours if not seat.result.limit] or ours
    modes = dict.fromkeys(seat.mode for seat in peers)
    for mode in sorted(modes, key=lambda name: name == UNKNOWN_MODE):
        members = [seat for seat in peers if seat.mode == mode]
        limits = [s for s in ours if s not in peers and _bounds(s, members)]
        outcome = CaseResult(
            suite=case.suite,
            case=case.name,
            format=case.format,
            operation=case.operation,
            corpus=Corpus(corpus.name, corpus.documents, corpus.bytes, corpus.sha256),
            mode=mode,
            baseline=None,
            rounds=rounds,
            rounds_repeated=repeated,
        )
        _compare(outcome, case, members, limits, seats, seed)
        results.append(outcome)
    return results


def _bounds(limit: Seat, members: Sequence[Seat]) -> bool:
    """Whether a limit stands beside these members.

    The copy of the bytes bounds everyone; a language's own deserialiser bounds the contenders of
    its language that build the same model.
    """
    if limit.announcement is None or limit.announcement.model == "bytes":
        return True
    return any(
        member.result.language == limit.result.language
        and member.announcement is not None
        and member.announcement.model == limit.announcement.model
        for member in members
    )


def _estimate(result: Result, corpus: CorpusFile) -> None:
    if result.status == "ok" and not result.samples:
        result.status = "timeout"
        result.reason = "no round was finished"
    if result.status != "ok":
        for figure in _FIGURES:
            setattr(result, figure, None)
        result.samples = []
        return
    costs = nanoseconds_per_document(result.samples, corpus.documents)
    result.ns_per_document = median(costs)
    result.ns_per_document_mad = mad(costs)
    bytes_per_document = corpus.bytes / corpus.documents
    result.bytes_per_second = bytes_per_document / result.ns_per_document * 1e9


_FIGURES = (
    "ns_per_document",
    "ns_per_document_mad",
    "bytes_per_second",
    "ratio",
    "ratio_low",
    "ratio_high",
    "verdict",
    "cold_ns",
    "peak_rss_bytes",
    "bytes_produced",
    "allocations_per_document",
    "instructions_per_document",
)


def _compare(
    outcome: CaseResult,
    case: Case,
    members: Sequence[Seat],
    limits: Sequence[Seat],
    seats: Sequence[Seat],
    seed: int,
) -> None:
    outcome.results = [_own(seat.result) for seat in (*members, *limits)]
    baseline = choose_baseline(case, members)
    if baseline is None:
        return
    outcome.baseline = baseline.contender
    _measure_noise(outcome, baseline, seats, seed)
    _warn(outcome, case, members)
    for result in outcome.results:
        if result.status != "ok":
            continue
        if result.contender == baseline.contender:
            result.ratio = result.ratio_low = result.ratio_high = 1.0
            result.verdict = "baseline"
            continue
        found = ratio_interval(
            baseline.result.samples, result.samples, seed=_seed(seed, outcome, result.contender)
        )
        if found is not None:
            result.ratio, result.ratio_low, result.ratio_high = found.value, found.low, found.high
        if not result.limit:
            result.verdict = verdict(found, outcome.noise_floor)


def choose_baseline(case: Case, members: Sequence[Seat]) -> Seat | None:
    """The seat that others of its mode are compared with: the suite's choice, else the first ok."""
    able = [
        seat
        for seat in members
        if seat.result.status == "ok" and not seat.result.limit and not seat.twin
    ]
    for name in case.baselines:
        for seat in able:
            if seat.contender == name:
                return seat
    return able[0] if able else None


def _measure_noise(outcome: CaseResult, baseline: Seat, seats: Sequence[Seat], seed: int) -> None:
    twin = next((s for s in seats if s.twin and s.contender == baseline.contender), None)
    if twin is None or twin.result.status != "ok":
        why = "no twin" if twin is None else f"its twin: {twin.result.reason}"
        outcome.warnings.append(f"no noise floor ({why}): no verdict can be given")
        return
    name = f"{twin.contender} (twin)"
    found = ratio_interval(
        baseline.result.samples, twin.result.samples, seed=_seed(seed, outcome, name)
    )
    if found is None:
        outcome.warnings.append(
            f"fewer than {FEWEST_ROUNDS} rounds: no intervals, no noise floor, no verdicts"
        )
        return
    outcome.twin = Twin(name, found.value, found.low, found.high, twin.result.samples)
    outcome.noise_floor = noise_floor(found)


def _warn(outcome: CaseResult, case: Case, members: Sequence[Seat]) -> None:
    wanted = [n for n in case.baselines if any(seat.contender == n for seat in members)]
    if wanted and wanted[0] != outcome.baseline:
        outcome.warnings.append(
            f"the suite's baseline {wanted[0]} has no figures here; {outcome.baseline} stands in"
        )
    attempts = outcome.rounds + outcome.rounds_repeated
    if outcome.rounds_repeated > REPEATED_SHARE * attempts:
        outcome.warnings.append(
            f"the metronome strayed in {outcome.rounds_repeated} of {attempts} rounds: "
            "the machine is disturbed (see `wirebench doctor`)"
        )


def _own(result: Result) -> Result:
    """A copy: a limit stands in several tables, with another ratio in each."""
    return Result(**vars(result))


def _seed(seed: int, outcome: CaseResult, name: str) -> int:
    """A bootstrap seed of each comparison's own, the same whenever the run is reported again."""
    text = f"{seed}/{outcome.case}/{outcome.mode}/{name}"
    return zlib.crc32(text.encode())
