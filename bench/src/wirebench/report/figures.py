"""How figures are written, in one place, so that every report writes them alike.

Three significant digits throughout, which is more than the noise of a run carries: ``412 ns``,
``1.23 µs``, ``2.31x``. What is not known is written ``–``. Rates count in powers of ten (MB/s is
10^6 bytes a second), memory in powers of two (MiB is 2^20 bytes).

>>> duration(1234.5), rate(2.5e9), ratio(2.3149), interval(2.25, 2.3811), size(5 << 20)
('1.23 µs', '2.50 GB/s', '2.31x', '2.25–2.38', '5.00 MiB')
"""

from __future__ import annotations

from math import floor, isfinite, log10

UNKNOWN = "–"

_TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"))
_RATES = ((1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s"), (1.0, "B/s"))
_SIZES = ((float(1 << 20), "MiB"), (float(1 << 10), "KiB"))


def significant(value: float, digits: int = 3) -> str:
    """`value` to that many significant digits, without an exponent, thousands set apart by commas.

    >>> significant(0.98765), significant(9.999), significant(12345.6), significant(0)
    ('0.988', '10.0', '12,346', '0')
    """
    if not isfinite(value):
        return UNKNOWN
    if value == 0:
        return "0"
    rounded = float(f"{value:.{digits - 1}e}")
    decimals = digits - 1 - floor(log10(abs(rounded)))
    if decimals <= 0:
        return f"{value:,.0f}"
    return f"{rounded:.{decimals}f}"


def duration(nanoseconds: float | None) -> str:
    """A time in the unit that suits it, from ns to s."""
    return _scaled(nanoseconds, _TIMES)


def rate(bytes_per_second: float | None) -> str:
    """A throughput; GB/s from 10^9 bytes a second on, else MB/s, and kB/s for the very slow."""
    return _scaled(bytes_per_second, _RATES)


def size(count: int | None) -> str:
    """An amount of memory or of data: exact below 1 KiB, else in KiB or MiB."""
    if count is None:
        return UNKNOWN
    return f"{count} B" if abs(count) < 1 << 10 else _scaled(float(count), _SIZES)


def ratio(value: float | None) -> str:
    """A speed over another speed: ``2.31x``."""
    return UNKNOWN if value is None else f"{significant(value)}x"


def interval(low: float | None, high: float | None) -> str:
    """The interval of a ratio: ``2.25–2.38``; both ends or neither."""
    if low is None or high is None:
        return UNKNOWN
    return f"{significant(low)}–{significant(high)}"


def percent(fraction: float | None) -> str:
    """A fraction in percent, to two significant digits: 0.018 is ``1.8 %``."""
    return UNKNOWN if fraction is None else f"{significant(fraction * 100, 2)} %"


def spread(value: float | None, deviation: float | None) -> str:
    """The median absolute deviation as part of the median, to set beside a noise floor."""
    if value is None or deviation is None or value <= 0:
        return UNKNOWN
    return f"± {percent(deviation / value)}"


def count(value: float | None) -> str:
    """A number of things: whole ones exactly, averages to three significant digits."""
    if value is None:
        return UNKNOWN
    return f"{int(value):,}" if float(value).is_integer() else significant(value)


def _scaled(value: float | None, units: tuple[tuple[float, str], ...]) -> str:
    """`value` in the largest unit of which it has one *after rounding* (999.6 ns: 1.00 µs)."""
    if value is None or not isfinite(value):
        return UNKNOWN
    rounded = abs(float(f"{value:.2e}"))
    for factor, unit in units:
        if rounded >= factor:
            return f"{significant(value / factor)} {unit}"
    factor, unit = units[-1]
    return f"{significant(value / factor)} {unit}"
