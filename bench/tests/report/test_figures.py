"""How figures and strangers' words are written."""

from __future__ import annotations

import doctest

import pytest

from wirebench.report import charts, content, figures, markdown, summary, tables, words
from wirebench.report.words import Mode, harmless


@pytest.mark.parametrize("module", [figures, words, charts, markdown, summary, tables, content])
def test_examples_in_the_docs(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0.1234, "0.123 ns"),
        (1.0, "1.00 ns"),
        (412.4, "412 ns"),
        (999.4, "999 ns"),
        (999.6, "1.00 µs"),
        (12_345.0, "12.3 µs"),
        (1_234_567.0, "1.23 ms"),
        (61e9, "61.0 s"),
        (12_345e9, "12,345 s"),
        (0, "0 ns"),
        (None, "–"),
        (float("inf"), "–"),
    ],
)
def test_durations(nanoseconds: float | None, text: str) -> None:
    assert figures.duration(nanoseconds) == text


def test_rates_sizes_ratios() -> None:
    assert figures.rate(999.6e6) == "1.00 GB/s"
    assert figures.rate(5.33e6) == "5.33 MB/s"
    assert [figures.size(n) for n in (0, 1023, 1024, 1 << 20, None)] == [
        "0 B",
        "1023 B",
        "1.00 KiB",
        "1.00 MiB",
        "–",
    ]
    assert [figures.ratio(r) for r in (0.0691, 0.9999, 2.3149, 562.3)] == [
        "0.0691x",
        "1.00x",
        "2.31x",
        "562x",
    ]
    assert figures.interval(2.25, None) == "–"
    assert [figures.percent(p) for p in (0.018, 0.123, 0.0004, 1.5)] == [
        "1.8 %",
        "12 %",
        "0.040 %",
        "150 %",
    ]
    assert figures.spread(100.0, 0.8) == "± 0.80 %"
    assert [figures.count(n) for n in (10_000, 22.0, 44.51, None)] == ["10,000", "22", "44.5", "–"]


def test_a_mode_has_four_facets_or_is_unknown() -> None:
    assert Mode.parse("raw reused borrowed partial").labels == (
        "raw view",
        "reused buffer",
        "borrowed",
        "partial checks",
    )
    assert not Mode.parse("unknown").known
    with pytest.raises(ValueError, match="four facets"):
        Mode.parse("documents fresh owned")


def test_strangers_text_is_one_line_without_controls() -> None:
    assert harmless("a\r\nb\tc \x1b]0;x\x07 \u202edesrever \x9b") == (
        "a b c \\x1b]0;x\\x07 \\u202edesrever \\x9b"
    )
    assert len(harmless("x" * 10_000)) == words.LONGEST_REASON


def test_ours_is_known_by_its_library_in_any_language_and_mode() -> None:
    ours = ["rust/wirecodec", "python/wirecodec@raw"]
    others = ["rust/wirecodec-clone", "wirecodec/bson", "go/bson@wirecodec"]
    assert all(words.is_ours(name) for name in ours)
    assert not any(words.is_ours(name) for name in others)
