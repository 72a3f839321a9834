"""What a run found out: the data that is kept in the history, written as JSON and read by reports.

A *run* holds *cases*; a case, here, is one operation on one corpus **within one mode**, because
only contenders that work alike are compared. A case holds one *result* a contender, in the order of
its suite, whatever became of it: a contender that is wrong, missing or crashed has a result without
figures and with a reason.

`Run.to_json` gives the schema ``wirebench-run/1``, described in ``docs/results-schema.md``;
`Run.from_json` reads it back, so that a report of a stored run is the report of the run itself.

Units: times in nanoseconds, sizes in bytes, ratios as speed over the baseline's speed (2.0 is twice
as fast), `noise_floor` as a fraction (0.02 is 2 %).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

SCHEMA = "wirebench-run/1"

Status = Literal["ok", "wrong", "crashed", "timeout", "unavailable"]
Verdict = Literal["faster", "slower", "cannot-tell", "baseline"]


@dataclass(frozen=True)
class Sample:
    """One batch: `passes` passes over the corpus took `nanoseconds`, in round `round` (from 0)."""

    round: int
    passes: int
    nanoseconds: int


@dataclass(frozen=True)
class Corpus:
    """Named input bytes, as they were when they were measured."""

    name: str
    documents: int
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Strictness:
    """How many of the inputs that must be rejected were, and the ids of those let through."""

    rejected: int
    total: int
    let_through: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Twin:
    """The A/A pair: the baseline's second process against its first, on the same rounds."""

    contender: str
    ratio: float
    ratio_low: float
    ratio_high: float
    samples: list[Sample] = field(default_factory=list)


@dataclass
class Result:
    """What became of one contender in one case.

    Every figure is None unless `status` is ok. `differences` names the equivalence rules that its
    output needed, `cold_ns` is the first call on the first document, `bytes_produced` what one pass
    of an encoding operation wrote. `allocations_per_document` and `instructions_per_document` are
    None where nothing could count them.
    """

    contender: str
    limit: bool = False
    library_version: str | None = None
    library_path: str | None = None
    status: Status = "ok"
    reason: str | None = None
    ns_per_document: float | None = None
    ns_per_document_mad: float | None = None
    bytes_per_second: float | None = None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    verdict: Verdict | None = None
    cold_ns: int | None = None
    peak_rss_bytes: int | None = None
    bytes_produced: int | None = None
    allocations_per_document: float | None = None
    instructions_per_document: float | None = None
    differences: list[str] = field(default_factory=list)
    strictness: Strictness | None = None
    log: str | None = None
    samples: list[Sample] = field(default_factory=list)

    @property
    def language(self) -> str:
        """The part of the name before the slash: ``python`` of ``python/pymongo``."""
        return self.contender.split("/", 1)[0]


@dataclass
class CaseResult:
    """One operation on one corpus within one mode.

    `mode` is the four facets in the order model, buffer, ownership, checks, joined by spaces:
    ``documents fresh owned full``. `noise_floor` is the smallest relative change that this case
    could have seen, from its A/A pair `twin`; None where nothing was timed.
    """

    suite: str
    case: str
    format: str
    operation: str
    corpus: Corpus
    mode: str
    baseline: str | None
    noise_floor: float | None = None
    rounds: int = 0
    rounds_repeated: int = 0
    twin: Twin | None = None
    warnings: list[str] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)


@dataclass(frozen=True)
class SuiteAbout:
    """What a suite says of itself: its title, and why its comparisons are fair or are not."""

    title: str
    fairness: str


@dataclass
class Run:
    """Everything one command measured, with the machine and the versions it was measured on.

    `suites` says what the suites of `cases` say of themselves, by name.
    """

    run: str
    started: str
    revision: dict[str, Any]
    environment: dict[str, Any]
    finished: str | None = None
    command: list[str] = field(default_factory=list)
    seed: int = 0
    complete: bool = False
    suites: dict[str, SuiteAbout] = field(default_factory=dict)
    cases: list[CaseResult] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The run as ``wirebench-run/1``, made of plain JSON values."""
        return {"schema": SCHEMA, **asdict(self)}

    @staticmethod
    def from_json(document: dict[str, Any]) -> Run:
        """Read ``wirebench-run/1``; ValueError if it is another schema or lacks something."""
        found = document.get("schema")
        if found != SCHEMA:
            raise ValueError(f"this is not a {SCHEMA} document but {found!r}")
        try:
            values = {key: value for key, value in document.items() if key != "schema"}
            values["cases"] = [case_from_json(case) for case in values["cases"]]
            return run_without_cases(values)
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a complete {SCHEMA} document: {error}") from error


def run_without_cases(document: dict[str, Any]) -> Run:
    """A run whose `cases` are what they are already, or absent."""
    suites = {name: SuiteAbout(**about) for name, about in document["suites"].items()}
    return Run(**{**document, "suites": suites})


def case_from_json(document: dict[str, Any]) -> CaseResult:
    """One element of ``cases``."""
    twin = document["twin"]
    return CaseResult(
        **{
            **document,
            "corpus": Corpus(**document["corpus"]),
            "twin": Twin(**{**twin, "samples": _samples(twin)}) if twin else None,
            "results": [result_from_json(result) for result in document["results"]],
        }
    )


def result_from_json(document: dict[str, Any]) -> Result:
    """One element of ``results``."""
    strictness = document["strictness"]
    return Result(
        **{
            **document,
            "strictness": Strictness(**strictness) if strictness else None,
            "samples": _samples(document),
        }
    )


def _samples(document: dict[str, Any]) -> list[Sample]:
    return [Sample(**sample) for sample in document["samples"]]
