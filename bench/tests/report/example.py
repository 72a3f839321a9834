"""Runs made up for tests: the same for the same arguments, and shaped like measured ones.

Samples are drawn from a seeded generator around a cost a document; everything else (medians,
intervals, verdicts, noise floor) is computed from them as the bench does it. `example_run` has one
of everything that can happen to a contender.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wirebench import statistics
from wirebench.results import (
    CaseResult,
    Corpus,
    Result,
    Run,
    Sample,
    Status,
    Strictness,
    SuiteAbout,
    Twin,
)

ROUNDS = 15
FULL = "documents fresh owned full"
TYPED = "typed fresh owned full"
RAW = "raw reused borrowed partial"

HOSTILE = (
    "document 3, byte 42: <script>alert('x')</script> | [link](https://evil.example/a.js) "
    "\x1b[31mred\x1b[0m [bold]markup[/bold] `tick` @someone #12\nsecond line"
)


@dataclass(frozen=True)
class Plan:
    """What a contender is to look like: `cost` ns a document, or a status with a reason."""

    contender: str
    cost: float = 0.0
    version: str | None = "1.2.3"
    limit: bool = False
    status: Status = "ok"
    reason: str | None = None
    noise: float = 0.004
    let_through: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    allocations: float | None = None
    every: int = 1


def samples(plan: Plan, documents: int, seed: str, rounds: int = ROUNDS) -> list[Sample]:
    """Batches of about 50 ms around the plan's cost, in which all contenders share the drift."""
    passes = max(1, round(50e6 / (plan.cost * documents)))
    found = []
    for number in range(0, rounds, plan.every):
        drift = 1 + 0.01 * random.Random(f"{seed}/{number}").random()
        own = random.Random(f"{seed}/{plan.contender}/{number}").gauss(1, plan.noise)
        nanoseconds = round(plan.cost * documents * passes * drift * max(0.9, own))
        found.append(Sample(number, passes, nanoseconds))
    return found


def result(plan: Plan, corpus: Corpus, operation: str, seed: str, rounds: int) -> Result:
    """A contender's result, without what needs a baseline."""
    made = Result(
        plan.contender,
        limit=plan.limit,
        library_version=plan.version,
        library_path=None if plan.version is None else f"/opt/{plan.contender}.so",
        status=plan.status,
        reason=plan.reason,
        differences=list(plan.differences),
        log=f"/var/log/wirebench/{plan.contender.replace('/', '-')}.log",
    )
    if plan.version is not None and not plan.limit:
        count = len(plan.let_through)
        made.strictness = Strictness(230 - count, 230, list(plan.let_through))
    if plan.status != "ok":
        return made
    made.samples = samples(plan, corpus.documents, seed, rounds)
    costs = statistics.nanoseconds_per_document(made.samples, corpus.documents)
    made.ns_per_document = round(statistics.median(costs), 4)
    made.ns_per_document_mad = round(statistics.mad(costs), 4)
    made.bytes_per_second = round(corpus.bytes / corpus.documents / made.ns_per_document * 1e9, 1)
    made.cold_ns = round(plan.cost * 40)
    made.peak_rss_bytes = 9_000_000 + 1000 * round(plan.cost)
    made.bytes_produced = None if operation == "decode" else corpus.bytes
    made.allocations_per_document = plan.allocations
    return made


def case(
    corpus: Corpus,
    operation: str,
    mode: str,
    plans: Sequence[Plan],
    *,
    suite: str = "bson-records",
    rounds: int = ROUNDS,
    warnings: Sequence[str] = (),
) -> CaseResult:
    """A measured case; the first plan that is ok and no limit is the baseline."""
    name = f"{corpus.name.removeprefix('bson/')}/{operation}"
    seed = f"{suite}/{name}"
    results = [result(plan, corpus, operation, seed, rounds) for plan in plans]
    made = CaseResult(
        suite,
        name,
        "bson",
        operation,
        corpus,
        mode,
        None,
        rounds=rounds,
        rounds_repeated=1,
        warnings=list(warnings),
        results=results,
    )
    able = [(p, r) for p, r in zip(plans, results, strict=True) if r.samples and not r.limit]
    if not able:
        return made
    plan, baseline = able[0]
    made.baseline = baseline.contender
    again = samples(
        replace(plan, contender=f"{plan.contender} (twin)"), corpus.documents, seed, rounds
    )
    pair = statistics.ratio_interval(baseline.samples, again, seed=1)
    assert pair is not None
    made.twin = Twin(f"{plan.contender} (twin)", *_rounded(pair), samples=again)
    made.noise_floor = round(statistics.noise_floor(pair), 6)
    for one in results:
        if one is baseline:
            one.ratio = one.ratio_low = one.ratio_high = 1.0
            one.verdict = "baseline"
        elif one.samples:
            found = statistics.ratio_interval(baseline.samples, one.samples, seed=1)
            if found is not None:
                one.ratio, one.ratio_low, one.ratio_high = _rounded(found)
            if not one.limit:
                one.verdict = statistics.verdict(found, made.noise_floor)
    return made


def corpus(name: str, documents: int, size: int) -> Corpus:
    """A corpus of that many documents of that size each."""
    sha256 = f"{random.Random(name).getrandbits(256):064x}"
    return Corpus(f"bson/{name}", documents, documents * size, sha256)


FLAT = corpus("flat", 10_000, 480)


def cases_of(where: Corpus, operation: str, scale: float, suite: str) -> list[CaseResult]:
    """The usual three modes with contenders of four languages and their limits."""
    copy = Plan("c/memcpy", 11 * scale, limit=True)
    documents = [
        Plan("python/pymongo", 6200 * scale, "4.15.0", let_through=("string-bad-utf8",)),
        Plan("python/wirecodec", 2700 * scale, "0.1.0", allocations=31.0),
        Plan("python/bson", 88000 * scale, "0.5.10", let_through=_MANY, noise=0.02, every=3),
        Plan("rust/bson@Document", 2900 * scale, "3.0.0", allocations=44.5),
        Plan("rust/wirecodec", 840 * scale, "0.1.0", allocations=22.0),
        Plan("go/mongo-driver@D", 5100 * scale, "2.4.0"),
        Plan("go/mongo-driver@M", 5110 * scale, "2.4.0", differences=("keys-unordered",)),
        Plan("python/marshal", 1500 * scale, "3.11.7", limit=True),
        copy,
    ]
    typed = [
        Plan("go/mongo-driver@struct", 2600 * scale, "2.4.0"),
        Plan("rust/bson@serde", 1100 * scale, "3.0.0"),
        copy,
    ]
    raw = [
        Plan("c/libbson@visit", 310 * scale, "1.23.1", let_through=_MANY[:3]),
        Plan("rust/wirecodec@raw", 309 * scale, "0.1.0"),
        copy,
    ]
    return [
        case(where, operation, mode, plans, suite=suite)
        for mode, plans in ((FULL, documents), (TYPED, typed), (RAW, raw))
    ]


_MANY = tuple(f"document-bad-length-{number}" for number in range(1, 21))


def example_run() -> Run:
    """One of everything: modes, limits, every status, a hostile reason, growth, a dirty tree."""
    cases = cases_of(FLAT, "decode", 1.0, "bson-records")
    cases[0].results += [
        result(plan, FLAT, "decode", "failed", ROUNDS)
        for plan in (
            Plan("python/hostile", status="wrong", reason=HOSTILE, version="<b>1</b>"),
            Plan("c/libbson@append", status="crashed", reason="killed by SIGSEGV in document 17"),
            Plan("go/bsoncodec", status="timeout", reason="no answer to 'time' within 60 s"),
        )
    ]
    cases[0].warnings = ["the metronome strayed in 6 of 21 rounds"]
    cases += cases_of(FLAT, "encode", 0.8, "bson-records")
    missing = Plan(
        "erlang/nbson", status="unavailable", reason="erl not found: install erlang", version=None
    )
    cases.append(case(FLAT, "decode", "unknown", [missing]))
    for documents in (1, 10, 100, 1000):
        where = corpus(f"mixed/{documents}", documents, 610)
        growth = 1 + 0.1 * len(str(documents))
        plans = [
            Plan("python/pymongo", 7000 * growth, "4.15.0"),
            Plan("rust/wirecodec", 950 * growth, "0.1.0"),
            Plan("c/memcpy", 14 * growth, limit=True),
        ]
        if documents == 1000:
            plans.append(Plan("python/bson", status="timeout", reason="no answer within 60 s"))
        else:
            plans.append(Plan("python/bson", 90000 * growth, "0.5.10"))
        cases.append(case(where, "decode", FULL, plans, suite="bson-corpus"))
    return _run("20261121-080000-c0de", cases)


def small_run() -> Run:
    """One case with two contenders and a failure: the example of docs/results-schema.md."""
    plans = [
        Plan("python/pymongo", 6200, "4.15.0", let_through=("string-bad-utf8",)),
        Plan("python/wirecodec", 2700, "0.1.0"),
        Plan("python/bson", status="wrong", reason="document 3: differs from byte 42 on"),
    ]
    return _run("20261121-090000-beef", [case(FLAT, "decode", FULL, plans, rounds=5)])


def large_run(suites: int = 8, corpora: int = 5) -> Run:
    """As many cases as a full run has: suites × corpora × two operations, three modes each."""
    cases: list[CaseResult] = []
    for suite in range(suites):
        for number in range(corpora):
            where = corpus(f"one/type{suite}{chr(ord('a') + number)}", 1000, 120)
            for operation in ("decode", "encode"):
                cases += cases_of(where, operation, 0.2 + 0.1 * number, f"suite-{suite}")
    return _run("20261121-100000-b16b", cases)


def _run(name: str, cases: list[CaseResult]) -> Run:
    return Run(
        run=name,
        started=f"2026-11-21T{name[9:11]}:00:00+00:00",
        finished=f"2026-11-21T{name[9:11]}:07:30+00:00",
        revision={
            "commit": "4f2a9c01d3e5b7689a0bc1d2e3f405162738495a",
            "dirty": True,
            "branch": "main",
        },
        environment={
            "machine": "x86_64",
            "cpu_model": "Example CPU @ 2.60GHz",
            "cpu_count": 2,
            "cpus_allowed": [0, 1],
            "memory_bytes": 8_589_934_592,
            "kernel": "6.1.0",
            "os": "Debian GNU/Linux 12 (bookworm)",
            "python": "3.11.7",
            "toolchains": {"rustc": "1.95.0", "go": "1.26.0", "gcc": "12.2.0"},
            "pinned_cpu": 1,
            "frequency_governor": None,
            "load_average": [0.12, 0.2, 0.18],
            "container": "docker",
            "hypervisor": True,
            "fingerprint": "0123456789ab",
            "warnings": [
                {
                    "what": "this is a virtual machine: neighbours take time that nobody can see",
                    "advice": "measure on bare metal where small differences matter",
                }
            ],
        },
        command=["wirebench", "run", "bson-records", "--only", "python/*"],
        seed=20261121,
        complete=True,
        suites={
            "bson-records": SuiteAbout(
                "Ten thousand of each", "Keys repeat, which suits key caches."
            )
        },
        cases=cases,
    )


def _rounded(interval: statistics.Interval) -> tuple[float, float, float]:
    return round(interval.value, 6), round(interval.low, 6), round(interval.high, 6)
