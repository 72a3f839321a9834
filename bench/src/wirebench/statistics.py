"""What the times mean: estimates, intervals, verdicts.

Sources
- Median and median absolute deviation as location and spread: Rousseeuw and Croux, *Alternatives to
  the Median Absolute Deviation*, JASA 88 (1993). Times have a hard floor and a long tail, so a mean
  would follow the tail.
- Percentile bootstrap of the median of per-round ratios: Efron and Tibshirani, *An Introduction to
  the Bootstrap* (1993), chapter 13. Rounds are the unit that is resampled, because within a round
  contenders met the same machine; the ratio is taken within the round for the same reason (paired
  comparison, as in Georges, Buytaert and Eeckhout, *Statistically Rigorous Java Performance
  Evaluation*, OOPSLA 2007).
- The noise floor from an A/A pair: the same program measured against itself shows what this run
  cannot tell apart (Kalibera and Jones, *Rigorous Benchmarking in Reasonable Time*, ISMM 2013, on
  variation above the level of the repetition).

A *ratio* is always speed over the baseline's speed: 2.0 is twice as fast.

>>> verdict(Interval(2.0, 1.9, 2.1), noise_floor=0.02)
'faster'
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wirebench.results import Sample

CONFIDENCE = 0.95

RESAMPLES = 4000
"""Bootstrap resamples. The Monte Carlo error of a 2.5 % quantile is then about 0.25 %."""

FEWEST_ROUNDS = 5
"""Below this many common rounds no interval is formed: bootstrapping a median of 4 is nonsense."""


@dataclass(frozen=True)
class Interval:
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float


def nanoseconds_per_document(samples: Iterable[Sample], documents: int) -> list[float]:
    """What one document cost in each sample."""
    return [sample.nanoseconds / (sample.passes * documents) for sample in samples]


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return float(np.median(np.asarray(values, dtype=float)))


def mad(values: Sequence[float]) -> float:
    """Median absolute deviation from the median, unscaled, in the unit of the values."""
    array = np.asarray(values, dtype=float)
    return float(np.median(np.abs(array - np.median(array))))


def round_ratios(baseline: Iterable[Sample], other: Iterable[Sample]) -> list[float]:
    """Speed of `other` over speed of `baseline`, for each round in which both ran."""
    base = _cost_by_round(baseline)
    mine = _cost_by_round(other)
    return [base[number] / mine[number] for number in sorted(base.keys() & mine.keys())]


def ratio_interval(
    baseline: Iterable[Sample], other: Iterable[Sample], *, seed: int
) -> Interval | None:
    """Median of the per-round ratios with its bootstrap interval; None below FEWEST_ROUNDS rounds.

    Resampling is done on logarithms, so that swapping the two gives exactly the inverse interval.
    """
    # Here and not above: it takes half a second to import, which only runs should pay.
    from scipy.stats import bootstrap  # noqa: PLC0415

    logs = np.log(np.asarray(round_ratios(baseline, other), dtype=float))
    if logs.size < FEWEST_ROUNDS:
        return None
    # The percentile method: the bias correction of BCa is degenerate for a median of few values.
    interval = bootstrap(
        (logs,),
        np.median,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    low, value, high = np.exp([interval.low, np.median(logs), interval.high])
    return Interval(float(value), float(low), float(high))


def noise_floor(twin: Interval) -> float:
    """The smallest relative change that a run with this A/A pair could have seen.

    The far end of the pair's interval: an honest method must not call anything nearer to 1 a
    difference, for it would have called the same program different from itself.
    """
    return math.exp(max(abs(math.log(twin.low)), abs(math.log(twin.high)))) - 1


def verdict(
    ratio: Interval | None, noise_floor: float | None
) -> Literal["faster", "slower", "cannot-tell"]:
    """'faster' and 'slower' only when the interval excludes 1 by more than the noise floor."""
    if ratio is None or noise_floor is None:
        return "cannot-tell"
    if ratio.low > 1 + noise_floor:
        return "faster"
    if ratio.high < 1 / (1 + noise_floor):
        return "slower"
    return "cannot-tell"


def settled(times: Sequence[float], within: float) -> bool:
    """Whether the last three agree: none differs from their median by more than `within`."""
    if len(times) < 3:
        return False
    last = times[-3:]
    middle = median(last)
    return all(abs(value - middle) <= within * middle for value in last)


def _cost_by_round(samples: Iterable[Sample]) -> Mapping[int, float]:
    return {sample.round: sample.nanoseconds / sample.passes for sample in samples}
