"""A random number generator that is the same on every machine and in every year.

Python promises the sequence of `random.random()` for ever, but not those of `randrange`, `choice`
or `sample`. Corpora must be the same bytes everywhere, so their generator is spelled out here:
SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014),
and everything else made from it by integer arithmetic.

>>> random = Random(1)
>>> random.below(10), random.below(10)
(5, 7)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_MASK = (1 << 64) - 1

Item = TypeVar("Item")


class Random:
    """SplitMix64, seeded with any integer (taken modulo 2^64)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits64(self) -> int:
        """64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """An integer in [0, bound). The bias of the multiplication is bound / 2^64: none here."""
        return (self.bits64() * bound) >> 64

    def between(self, low: int, high: int) -> int:
        """An integer in [low, high], both included."""
        return low + self.below(high - low + 1)

    def unit(self) -> float:
        """A double in [0, 1) with 53 random bits, exact on every IEEE machine."""
        return (self.bits64() >> 11) / (1 << 53)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of them."""
        return items[self.below(len(items))]

    def chance(self, percent: int) -> bool:
        """True `percent` times in a hundred."""
        return self.below(100) < percent

    def data(self, length: int) -> bytes:
        """Random bytes."""
        words = (length + 7) // 8
        return b"".join(self.bits64().to_bytes(8, "little") for _ in range(words))[:length]

    def word(self, low: int, high: int, alphabet: str = "abcdefghijklmnopqrstuvwxyz") -> str:
        """Between `low` and `high` characters of an alphabet."""
        return "".join(self.choice(alphabet) for _ in range(self.between(low, high)))
