"""The method, against noise whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirebench.results import Sample
from wirebench.statistics import (
    Interval,
    mad,
    median,
    nanoseconds_per_document,
    noise_floor,
    ratio_interval,
    round_ratios,
    settled,
    verdict,
)

Noise = Callable[[np.random.Generator, int], "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"]


def samples(costs: list[float]) -> list[Sample]:
    return [Sample(number, 1, round(cost)) for number, cost in enumerate(costs)]


def quiet(random: np.random.Generator, rounds: int) -> np.ndarray:
    return np.exp(random.normal(0, 0.01, rounds))


def noisy(random: np.random.Generator, rounds: int) -> np.ndarray:
    return np.exp(random.normal(0, 0.05, rounds))


def tailed(random: np.random.Generator, rounds: int) -> np.ndarray:
    """A floor, and now and then a batch that something interrupted."""
    interrupted = random.random(rounds) < 0.15
    return 1 + random.exponential(0.01, rounds) + interrupted * random.exponential(0.5, rounds)


def measured(seed: int, speed: float, noise: Noise, rounds: int) -> str:
    """One simulated case: baseline, twin and a contender of this speed on a drifting machine."""
    random = np.random.default_rng(seed)
    drift = np.exp(np.cumsum(random.normal(0, 0.02, rounds)))
    base, twin, other = (
        samples(list(1e8 * drift * noise(random, rounds) / factor)) for factor in (1, 1, speed)
    )
    pair = ratio_interval(base, twin, seed=seed)
    found = ratio_interval(base, other, seed=seed + 1)
    assert pair is not None
    return verdict(found, noise_floor(pair))


@pytest.mark.parametrize("noise", [quiet, noisy, tailed])
@pytest.mark.parametrize("rounds", [9, 15, 31])
def test_the_same_program_cannot_be_told_apart(noise: Noise, rounds: int) -> None:
    verdicts = [measured(seed, 1.0, noise, rounds) for seed in range(200)]
    assert verdicts.count("cannot-tell") >= 190


@pytest.mark.parametrize(("noise", "least"), [(quiet, 99), (tailed, 80)])
@pytest.mark.parametrize(("speed", "want"), [(1.1, "faster"), (1 / 1.1, "slower")])
def test_ten_percent_is_found(noise: Noise, least: int, speed: float, want: str) -> None:
    verdicts = [measured(seed, speed, noise, 15) for seed in range(100)]
    assert verdicts.count(want) >= least
    assert not set(verdicts) - {want, "cannot-tell"}


def test_the_interval_covers_the_truth() -> None:
    covered = 0
    for seed in range(200):
        random = np.random.default_rng(seed)
        base, other = samples(list(1e8 * noisy(random, 21))), samples(list(5e7 * noisy(random, 21)))
        found = ratio_interval(base, other, seed=seed)
        assert found is not None
        covered += found.low <= 2 <= found.high
    assert covered >= 180


def test_ratios_are_taken_within_rounds() -> None:
    base = [Sample(0, 1, 100), Sample(1, 2, 400), Sample(2, 1, 800)]
    other = [Sample(1, 1, 100), Sample(2, 4, 1600), Sample(3, 1, 1)]
    assert round_ratios(base, other) == [2.0, 2.0]


@given(st.lists(st.floats(1e3, 1e9), min_size=5, max_size=20), st.integers(0, 2**31))
def test_swapping_the_two_inverts_the_interval(costs: list[float], seed: int) -> None:
    base, other = samples(costs), samples([1e6] * len(costs))
    there, back = ratio_interval(base, other, seed=seed), ratio_interval(other, base, seed=seed)
    assert there is not None
    assert back is not None
    assert there.value == pytest.approx(1 / back.value)
    assert there.low == pytest.approx(1 / back.high)


def test_too_few_rounds_give_no_interval_and_no_verdict() -> None:
    assert ratio_interval(samples([1e6] * 4), samples([2e6] * 4), seed=1) is None
    assert verdict(None, 0.01) == "cannot-tell"
    assert verdict(Interval(2, 1.9, 2.1), None) == "cannot-tell"


def test_the_noise_floor_is_the_far_end_of_the_pair() -> None:
    assert noise_floor(Interval(1.0, 0.98, 1.01)) == pytest.approx(1 / 0.98 - 1)
    assert noise_floor(Interval(1.02, 1.01, 1.05)) == pytest.approx(0.05)


def test_a_verdict_needs_more_than_the_noise_floor() -> None:
    assert verdict(Interval(1.1, 1.06, 1.2), 0.05) == "faster"
    assert verdict(Interval(1.1, 1.04, 1.2), 0.05) == "cannot-tell"
    assert verdict(Interval(0.9, 0.85, 0.94), 0.05) == "slower"
    assert verdict(Interval(0.9, 0.85, 0.96), 0.05) == "cannot-tell"


def test_estimates() -> None:
    assert nanoseconds_per_document([Sample(0, 4, 4000)], 10) == [100]
    assert median([3, 1, 100]) == 3
    assert mad([1, 1, 2, 2, 4, 6, 9]) == 1
    assert settled([9, 1.0, 1.01, 1.02], 0.05)
    assert not settled([1.0, 1.2, 1.0], 0.05)
    assert not settled([1.0, 1.0], 0.05)
    assert not math.isnan(mad([5]))
