"""Two gates against an earlier run: exact figures gate hard, times gate softly.

Bytes produced, allocations and instructions repeat exactly, or nearly, whatever else a machine
does: a change in them is a change in the code. Times do not; they are held against each other only
within the same baseline on the same machine, and only a loss beyond both runs' intervals and noise
floors counts. What has no counterpart in the earlier run cannot be judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from wirebench.results import CaseResult, Result, Run

ALLOCATIONS_WITHIN = 0.01
"""A runtime allocates a little on its own account, once in a while."""

INSTRUCTIONS_WITHIN = 0.01

EXIT_HARD = 3
EXIT_SOFT = 4


@dataclass(frozen=True)
class Finding:
    """Something that got worse. `gate` decides the exit code."""

    gate: Literal["hard", "soft"]
    case: str
    contender: str
    what: str

    def __str__(self) -> str:
        return f"{self.case}: {self.contender}: {self.what}"


def compare(now: Run, then: Run) -> list[Finding]:
    """What is worse now than it was then."""
    same_machine = now.environment.get("fingerprint") == then.environment.get("fingerprint")
    earlier = {_key(case): case for case in then.cases}
    findings: list[Finding] = []
    for case in now.cases:
        before = earlier.get(_key(case))
        if before is None:
            continue
        old = {result.contender: result for result in before.results}
        for result in case.results:
            if result.contender in old and not result.limit:
                findings += _exact(case, result, old[result.contender])
                if same_machine:
                    findings += _time(case, result, before, old[result.contender])
    return findings


def exit_code(findings: list[Finding]) -> int:
    """0, EXIT_SOFT, or EXIT_HARD if any finding is hard."""
    if any(finding.gate == "hard" for finding in findings):
        return EXIT_HARD
    return EXIT_SOFT if findings else 0


def _key(case: CaseResult) -> tuple[str, str, str]:
    return case.case, case.mode, case.corpus.sha256


def _exact(case: CaseResult, now: Result, then: Result) -> Iterator[Finding]:
    def found(what: str) -> Finding:
        return Finding("hard", case.case, now.contender, what)

    if then.status == "ok" and now.status in ("wrong", "crashed", "timeout"):
        yield found(f"was right, is {now.status}: {now.reason}")
    if now.bytes_produced and then.bytes_produced and now.bytes_produced != then.bytes_produced:
        yield found(f"writes {now.bytes_produced} bytes, wrote {then.bytes_produced}")
    for name, new, old, within in (
        (
            "allocations",
            now.allocations_per_document,
            then.allocations_per_document,
            ALLOCATIONS_WITHIN,
        ),
        (
            "instructions",
            now.instructions_per_document,
            then.instructions_per_document,
            INSTRUCTIONS_WITHIN,
        ),
    ):
        if new is not None and old is not None and new > old * (1 + within):
            yield found(f"{new:.1f} {name} a document, were {old:.1f}")


def _time(case: CaseResult, now: Result, before: CaseResult, then: Result) -> Iterator[Finding]:
    comparable = (
        case.baseline == before.baseline
        and case.noise_floor is not None
        and before.noise_floor is not None
        and now.verdict != "baseline"
    )
    if not comparable or now.ratio_high is None or then.ratio_low is None:
        return
    assert case.noise_floor is not None
    assert before.noise_floor is not None
    best_now = now.ratio_high * (1 + case.noise_floor)
    worst_then = then.ratio_low / (1 + before.noise_floor)
    if best_now < worst_then:
        yield Finding(
            "soft",
            case.case,
            now.contender,
            f"{now.ratio:.2f}x of {case.baseline}, was {then.ratio:.2f}x",
        )
