"""Measuring, against drivers that behave well, badly, and not at all."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from tests.conftest import Checkout
from wirebench import corpora
from wirebench.driver import Driver, Limits
from wirebench.measure import LEAST_ROUNDS, MOST_ROUNDS, Settings, measure_case, order, plan
from wirebench.metronome import Metronome
from wirebench.project import Project
from wirebench.results import CaseResult, Result
from wirebench.runner import prepare_hall
from wirebench.seat import Seat
from wirebench.suite import Case, load_suites
from wirebench.verify import SHOWN

QUICK = Limits(start=20, answer=2, work=2, grace=1)


class Quiet:
    """A screen that shows nothing, and a steady metronome's audience."""

    def say(self, text: str) -> None: ...
    def preparing(self, what: str) -> Quiet:
        return self

    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...
    def making(self, corpus: str, done: int) -> None: ...
    def case(self, case: Case, done: int, total: int) -> None: ...
    def checking(self, contender: str, done: int, total: int) -> None: ...
    def warming(self, contender: str, done: int, total: int) -> None: ...
    def counting(self, contender: str, done: int, total: int) -> None: ...
    def round(self, done: int, total: int) -> None: ...


class Steady(Metronome):
    """A metronome that never strays: what is tested is not this machine."""

    def strayed(self, *beats: int) -> bool:
        return False


def measure(project: Project, rounds: int = 5, seed: int = 1, case: int = 0) -> list[CaseResult]:
    chosen = load_suites(project.suites)["quick"].cases[case]
    hall = prepare_hall([chosen], project, Quiet(), project.logs, QUICK)
    corpus = corpora.resolve(chosen.corpus, project)
    return measure_case(chosen, corpus, hall, Settings(1, rounds, seed), Steady(), Quiet())


def only(outcomes: list[CaseResult], name: str) -> Result:
    found = [r for o in outcomes for r in o.results if r.contender == f"fake/{name}"]
    assert len(found) == 1
    return found[0]


def test_twice_as_slow_is_half_the_speed(checkout: Checkout) -> None:
    (outcome,) = measure(checkout(base="right:1", slow="right:2"))
    slow, base = only([outcome], "slow"), only([outcome], "base")
    assert outcome.baseline == "fake/base"
    assert base.verdict == "baseline"
    assert base.ns_per_document == 1e6
    assert slow.ratio == pytest.approx(0.5)
    assert slow.ratio is not None
    assert slow.ratio_low is not None
    assert slow.ratio_high is not None
    assert slow.ratio_low <= slow.ratio <= slow.ratio_high
    assert slow.verdict == "slower"
    assert outcome.noise_floor is not None
    assert outcome.twin is not None
    assert base.strictness is not None
    assert (base.strictness.rejected, base.strictness.total) == (2, 2)
    assert base.library_version == "1.2.3"
    assert base.cold_ns
    assert base.peak_rss_bytes


def turns(project: Project) -> list[str]:
    """The processes in the order in which they ran their last batches, five rounds of them."""
    lines = (project.root / "order.log").read_text().splitlines()
    per_round = len({line.split()[3] for line in lines})
    return [" ".join(line.split()[::3]) for line in lines[-5 * per_round :]]


def test_rounds_hold_everyone_once_in_shuffled_order(checkout: Checkout) -> None:
    project = checkout(a="right", b="right", c="right")
    measure(project)
    ran = turns(project)
    rounds = [ran[start : start + 4] for start in range(0, len(ran), 4)]
    for each in rounds:
        assert sorted(turn.split()[0] for turn in each) == ["a", "a", "b", "c"]
        assert len(set(each)) == 4, "the baseline's twin is a process of its own"
    assert len({tuple(each) for each in rounds}) > 1, "every round ran in the same order"


def test_the_seed_decides_the_order(checkout: Checkout) -> None:
    project = checkout(a="right", b="right", c="right")
    seen: list[list[str]] = []
    for seed in (7, 7, 8):
        (project.root / "order.log").unlink(missing_ok=True)
        outcome = measure(project, seed=seed)
        assert outcome
        ran = turns(project)
        processes = list(dict.fromkeys(sorted(ran)))
        seen.append([f"{turn.split()[0]}{processes.index(turn)}" for turn in ran])
    names = [[turn[0] for turn in each] for each in seen]
    assert names[0] == names[1]
    assert names[0] != names[2]


@pytest.mark.parametrize(
    ("behaviour", "status", "says"),
    [
        ("wrong", "wrong", "differs from byte"),
        ("constant", "wrong", "differs from byte"),
        ("memory", "wrong", "it does not read them"),
        ("liar", "wrong", "somebody-else"),
        ("nonsense", "wrong", "answered 'perhaps 42'"),
        ("chatter", "wrong", "and another thing"),
        ("flood", "wrong", "a line of over"),
        ("clock", "wrong", "its clock counts"),
        ("future", "wrong", "that passed"),
        ("lazy", "wrong", "consumed"),
        ("crash:open", "crashed", "SIGSEGV at: open"),
        ("crash:recode", "crashed", "SIGSEGV at: recode"),
        ("crash:time", "crashed", "SIGSEGV at: time"),
        ("hang:recode", "timeout", "no answer within 2 s"),
        ("hang:time", "timeout", "no answer within 2 s"),
    ],
)
def test_who_misbehaves_keeps_a_row_without_figures(
    checkout: Checkout, behaviour: str, status: str, says: str
) -> None:
    outcomes = measure(checkout(good="right", bad=behaviour))
    bad, good = only(outcomes, "bad"), only(outcomes, "good")
    assert bad.status == status
    assert bad.reason is not None
    assert says in bad.reason
    assert bad.ns_per_document is None
    assert bad.ratio is None
    assert bad.verdict is None
    assert bad.samples == []
    assert good.status == "ok", "everyone else's result stands"
    assert good.ns_per_document is not None


def test_a_wrong_byte_is_shown(checkout: Checkout) -> None:
    bad = only(measure(checkout(good="right", bad="wrong")), "bad")
    assert bad.reason is not None
    assert "vector int32-one: differs from byte 10: wanted" in bad.reason
    assert len(bad.reason) < 200 + 2 * SHOWN


def test_a_failing_baseline_gives_its_place_to_the_next(checkout: Checkout) -> None:
    (outcome,) = measure(checkout(base="wrong", next="right", slow="right:2"))
    assert outcome.baseline == "fake/next"
    assert any("stands in" in warning for warning in outcome.warnings)
    assert only([outcome], "slow").verdict == "slower"


def test_leniency_is_measured_and_does_not_cost_the_figures(checkout: Checkout) -> None:
    lenient = only(measure(checkout(base="right", lenient="partial")), "lenient")
    assert lenient.status == "ok"
    assert lenient.strictness is not None
    assert lenient.strictness.let_through == ["document-cut", "boolean-two"]


def test_a_promise_of_strictness_is_held_to(checkout: Checkout) -> None:
    promise = '[[contender]]\nname = "lenient"\nstrict = true\n'
    lenient = only(measure(checkout(promise, base="right", lenient="partial")), "lenient")
    assert lenient.status == "wrong"
    assert lenient.reason is not None
    assert "was let through" in lenient.reason


def test_an_unknown_contender_is_unavailable(checkout: Checkout) -> None:
    project = checkout(base="right")
    suite = project.suites / "quick.toml"
    suite.write_text(suite.read_text().replace('["fake/base"]', '["fake/base", "other/one"]'))
    outcomes = measure(project)
    (missing,) = [r for o in outcomes for r in o.results if r.contender == "other/one"]
    assert missing.status == "unavailable"
    assert outcomes[-1].mode == "unknown"


def test_a_strayed_round_is_repeated(checkout: Checkout) -> None:
    class Straying(Metronome):
        calls = 0

        def strayed(self, *beats: int) -> bool:
            self.calls += 1
            return self.calls in (2, 4)

    project = checkout(base="right", other="right")
    case = load_suites(project.suites)["quick"].cases[0]
    hall = prepare_hall([case], project, Quiet(), project.logs, QUICK)
    corpus = corpora.resolve(case.corpus, project)
    (outcome,) = measure_case(case, corpus, hall, Settings(1, 5, 1), Straying(), Quiet())
    assert outcome.rounds == 5
    assert outcome.rounds_repeated == 2
    assert [sample.round for sample in outcome.results[0].samples] == [0, 1, 2, 3, 4]


def test_drivers_leave_nothing_behind(checkout: Checkout) -> None:
    project = checkout(good="right", bad="hang:time")
    measure(project)
    pids = {int(line.split()[3]) for line in (project.root / "order.log").read_text().splitlines()}
    assert pids
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def seats(**batches: float) -> list[Seat]:
    """Seats that are ready, with batches of so many seconds; the first has a twin."""
    found = [
        Seat(f"fake/{name}", Result(f"fake/{name}"), driver=cast(Driver, object()))
        for name in batches
    ]
    for seat, seconds in zip(found, batches.values(), strict=True):
        seat.batch_ns = int(seconds * 1e9)
    twin = Seat(found[0].contender, Result("x"), driver=cast(Driver, object()), twin=True)
    twin.batch_ns = found[0].batch_ns
    return [*found, twin]


A_CASE = Case("s", "bson", "bson/doc32", "decode", (), ())


def test_a_budget_decides_how_many_rounds() -> None:
    assert plan(A_CASE, seats(a=0.05, b=0.05), Settings(3)) == 20
    assert plan(A_CASE, seats(a=0.05, b=0.05), Settings(600)) == MOST_ROUNDS
    assert plan(A_CASE, seats(a=0.05, b=0.05), Settings(0.1)) == LEAST_ROUNDS
    assert plan(A_CASE, seats(a=0.05, b=0.05), Settings(0.1, least=5)) == 5
    assert plan(A_CASE, seats(a=0.05, b=0.05), Settings(0.1, rounds=77)) == 77


def test_a_slow_contender_sits_rounds_out_but_a_baseline_never() -> None:
    found = seats(base=0.05, slow=3, quick=0.05)
    total = plan(A_CASE, found, Settings(20))
    base, slow, quick, twin = found
    assert (base.every, quick.every, twin.every) == (1, 1, 1)
    assert slow.every > 1
    turns = sum(1 in order(found, "x", number, 1) for number in range(total))
    assert 5 <= turns < total
    baseline = seats(base=3, quick=0.05)
    plan(A_CASE, baseline, Settings(20))
    assert baseline[0].every == 1
