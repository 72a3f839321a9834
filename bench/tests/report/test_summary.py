"""What the summaries claim follows from the run."""

from __future__ import annotations

import pytest

from wirebench import statistics
from wirebench.report import content, summary
from wirebench.report.summary import Duel, Win
from wirebench.results import CaseResult, Result, Run

from . import example
from .example import FLAT, FULL, RAW, TYPED, Plan, case


def run_of(*cases: CaseResult) -> Run:
    run = example.small_run()
    run.cases = list(cases)
    return run


def fastest(run: Run) -> dict[str, str]:
    head = summary.headline(run)
    return {language: entry.result.contender for (_, language), entry in head.best.items()}


def test_the_fastest_of_each_language_among_all_modes_that_build_values() -> None:
    run = run_of(
        case(
            FLAT, "decode", FULL, [Plan("go/slow", 900), Plan("rust/b", 500), Plan("rust/a", 400)]
        ),
        case(FLAT, "decode", TYPED, [Plan("go/typed", 300)]),
        case(FLAT, "decode", RAW, [Plan("rust/raw", 5), Plan("c/raw", 4)]),
    )
    assert fastest(run) == {"go": "go/typed", "rust": "rust/a"}
    assert summary.headline(run).wins() == [Win("go/typed", ("typed records",), 1, 0)]
    assert "go/typed (typed records) decodes bson/flat fastest" in content.build(run).answer[0]


def test_limits_and_failures_are_never_the_fastest() -> None:
    wrong = Plan("rust/wrong", status="wrong", reason="differs")
    run = run_of(case(FLAT, "decode", FULL, [Plan("go/a", 900), Plan("c/l", 1, limit=True), wrong]))
    # Even if a file says that a wrong contender has a time.
    run.cases[0].results[2].ns_per_document = 1.0
    assert fastest(run) == {"go": "go/a"}
    assert list(summary.headline(run).missing.values()) == ["wrong"]


def test_as_fast_within_the_noise_is_said_to_be_level() -> None:
    plans = [Plan("rust/a", 1000), Plan("go/b", 1001)]
    near = run_of(case(FLAT, "decode", FULL, plans))
    near.cases[0].noise_floor = 0.05
    assert len(summary.headline(near).level) == 2
    assert "as fast, within the noise" in content.build(near).answer[0]
    near.cases[0].noise_floor = 0.0
    assert len(summary.headline(near).level) == 1


def test_nothing_timed_is_said() -> None:
    run = run_of(case(FLAT, "decode", FULL, [Plan("go/a", status="crashed", reason="SIGSEGV")]))
    assert content.build(run).answer[0] == "Nothing was timed in this run."
    assert content.build(run_of()).answer[0] == "Nothing was timed in this run."


def duel(run: Run) -> Duel:
    (only,) = summary.duels(run)
    return only


def test_a_duel_in_one_mode_has_the_interval_of_the_shared_rounds() -> None:
    plans = [Plan("go/base", 900), Plan("rust/peer", 800), Plan("rust/wirecodec", 400)]
    found = duel(run_of(case(FLAT, "decode", FULL, plans)))
    peer, ours = found.peer, found.ours
    assert peer is not None
    assert peer.result.contender == "rust/peer"
    per_round = statistics.round_ratios(peer.result.samples, ours.result.samples)
    assert found.ratio == pytest.approx(statistics.median(per_round))
    assert found.ratio is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.ratio <= found.high
    assert found.verdict == "faster"


def test_a_duel_that_is_lost_is_shown_as_lost() -> None:
    plans = [Plan("rust/peer", 400), Plan("rust/wirecodec", 800)]
    found = duel(run_of(case(FLAT, "decode", FULL, plans)))
    assert found.ratio == pytest.approx(0.5, rel=0.02)
    assert found.verdict == "slower"


def test_a_faster_peer_in_another_mode_is_not_hidden() -> None:
    reused = "documents reused owned full"
    run = run_of(
        case(FLAT, "encode", FULL, [Plan("go/slow", 900), Plan("go/wirecodec", 500)]),
        case(FLAT, "encode", reused, [Plan("go/quick@reused", 300)]),
    )
    found = summary.duels(run)
    assert [one.peer.result.contender for one in found if one.peer] == [
        "go/slow",
        "go/quick@reused",
    ]
    assert [one.same_mode for one in found] == [True, False]
    assert (found[1].low, found[1].verdict) == (None, None)
    assert found[1].ratio == pytest.approx(0.6, rel=0.02)


def test_ours_without_figures_is_a_duel_without_a_ratio() -> None:
    wrong = Plan("rust/wirecodec", status="wrong", reason="differs")
    run = run_of(case(FLAT, "decode", FULL, [Plan("rust/peer", 800), wrong]))
    found = duel(run)
    assert found.peer is not None
    assert (found.ours.result.status, found.ratio, found.verdict) == ("wrong", None, None)
    (row,) = content.build(run).overview[1].sections[0].rows
    assert row.cells[2].text == "wirecodec: wrong"


def test_winners_are_in_order_of_wins_then_of_ties_and_carry_their_mode() -> None:
    partial = "documents fresh owned partial"
    encode = [
        case(FLAT, "encode", partial, [Plan("c/x", 999)]),
        case(FLAT, "encode", FULL, [Plan("rust/y", 1030)]),
    ]
    for one in encode:
        one.noise_floor = 0.2
    run = run_of(case(FLAT, "decode", FULL, [Plan("rust/y", 500)]), *encode)
    assert content.build(run).answer[0] == (
        "rust/y is fastest in 1 of 2 cases (level with the fastest in 1 more), "
        "c/x (partial checks) in 1."
    )


def test_without_a_peer_there_is_no_ratio() -> None:
    plans = [Plan("rust/wirecodec", 400), Plan("go/other", 100), Plan("rust/l", 1, limit=True)]
    found = duel(run_of(case(FLAT, "decode", FULL, plans)))
    assert (found.peer, found.ratio) == (None, None)


def test_rows_are_by_speed_then_failures_and_limits_apart() -> None:
    plans = [
        Plan("c/l2", 20, limit=True),
        Plan("go/b", 900),
        Plan("go/x", status="crashed", reason="SIGSEGV"),
        Plan("go/a", 400),
        Plan("c/l1", 10, limit=True),
    ]
    parts = summary.ordered(case(FLAT, "decode", FULL, plans))

    def names(results: list[Result]) -> list[str]:
        return [result.contender for result in results]

    assert [names(part) for part in parts] == [["go/a", "go/b"], ["go/x"], ["c/l1", "c/l2"]]


def test_a_family_is_corpora_that_differ_by_their_number() -> None:
    families = summary.families(example.example_run())
    assert [(f.corpora, f.operation, f.model, f.sizes) for f in families] == [
        ("bson/mixed", "decode", "documents", [1, 10, 100, 1000])
    ]
    lines = {line.contender: line for line in families[0].lines}
    assert lines["python/bson"].entries[1000].result.status == "timeout"
    assert families[0].lines[-1].limit


def test_one_size_is_no_family() -> None:
    one = example.corpus("mixed/10", 10, 100)
    assert summary.families(run_of(case(one, "decode", FULL, [Plan("go/a", 9)]))) == []


def test_a_trend_needs_the_same_machine_bytes_and_mode() -> None:
    now, before = example.small_run(), example.small_run()
    before.run, before.started = "earlier", "2026-11-20T08:00:00+00:00"
    points = summary.trend(now.cases[0], now, [before, now])
    assert list(dict.fromkeys(point.run for point in points)) == ["earlier", now.run]
    assert "python/bson" not in {point.contender for point in points}
    before.environment["fingerprint"] = "another"
    assert summary.trend(now.cases[0], now, [before]) == []


def test_an_unfinished_run_says_so() -> None:
    run = example.small_run()
    run.complete = False
    assert any("ended early" in sentence for sentence in content.build(run).answer)
