"""Right before fast: no figure for a contender whose bytes are wrong.

In the very process that is timed afterwards, a contender

1. takes the vectors: what is valid must come back as it was, alternative spellings in their
   canonical form; how many of the inputs that must be rejected it does reject is its *strictness*;
2. gives back the whole corpus, decoded and encoded again;
3. takes a document that differs from one it has seen in a single value, and must give back that
   value.

Bytes other than those asked for are accepted only when the contender's listed differences explain
them (`differences`, docs/equivalence.md), and the explanation is computed, not believed: the given
document put through the listed rules must be, byte for byte, the document that came back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from wirebench.corpora import CorpusFile
from wirebench.differences import Differences
from wirebench.driver import Announcement, Driver, DriverError, Rejected
from wirebench.formats import bson
from wirebench.formats.bson.alter import altered
from wirebench.results import Strictness
from wirebench.vectors import Vector

SHOWN = 48
"""Hex digits shown of each side at the first differing byte."""


@dataclass
class Verification:
    """What was found. `wrong` says what and where, or is None: then it may be timed.

    `rules` are the equivalence rules that explained a difference, `listed` the vector entries of
    the list of differences that were seen to occur; `produced` is the size of the corpus as this
    contender writes it.
    """

    wrong: str | None = None
    rules: set[str] = field(default_factory=set)
    listed: set[str] = field(default_factory=set)
    strictness: Strictness | None = None
    produced: int | None = None
    complaints: list[str] = field(default_factory=list)


def verify(
    driver: Driver,
    announcement: Announcement,
    operation: str,
    corpus: CorpusFile,
    vectors: Sequence[Vector],
    differences: Differences,
    scratch: Path,
) -> Verification:
    """Everything a contender must show before `operation` is timed on `corpus`.

    `scratch` is a file that the contender may write, removed again. A limit (`announcement.limit`)
    claims to be no codec and has nothing to show.
    """
    found = Verification()
    if announcement.limit:
        return found
    if announcement.vectors:
        check_vectors(driver, vectors, differences, found)
    data = corpus.path.read_bytes()
    if found.wrong is None:
        check_corpus_comes_back(driver, operation, data, differences, scratch, found)
    if found.wrong is None:
        check_reads_its_input(driver, announcement, data, differences, found)
    return found


def check_vectors(
    driver: Driver,
    vectors: Sequence[Vector],
    differences: Differences,
    found: Verification,
) -> None:
    """Every vector, through `recode`. All complaints are collected; the first one is `wrong`."""
    rejected, total, let_through = 0, 0, []
    for vector in vectors:
        if differences.crashes_on(vector.id):
            total += vector.wanted is None
            let_through.append(f"{vector.id} (crashes)")
            continue
        answer = _recode(driver, vector.input)
        if vector.wanted is None:
            total += 1
            if isinstance(answer, Rejected):
                rejected += 1
                complaint = _inexact(vector, answer) if differences.strict else None
            else:
                let_through.append(vector.id)
                complaint = "was let through" if differences.strict else None
        else:
            complaint = _difference(vector.wanted, answer, differences, found)
        if complaint is not None:
            glob = differences.vector_glob(vector.id)
            if glob is not None:
                found.listed.add(glob)
            else:
                found.complaints.append(f"vector {vector.id}: {complaint}")
    found.strictness = Strictness(rejected, total, let_through)
    if found.complaints:
        more = len(found.complaints) - 1
        found.wrong = found.complaints[0] + (f" (and {more} more)" if more else "")


def check_corpus_comes_back(
    driver: Driver,
    operation: str,
    data: bytes,
    differences: Differences,
    scratch: Path,
    found: Verification,
) -> None:
    """The whole corpus decoded and encoded again, compared document by document."""
    scratch.parent.mkdir(parents=True, exist_ok=True)
    try:
        driver.emit(scratch, "cycle" if operation == "cycle" else None)
        returned = scratch.read_bytes()
    except DriverError as error:
        found.wrong = f"the corpus: {error}"
        return
    except OSError as error:
        found.wrong = f"the corpus: it says it wrote {scratch}, but {error.strerror}"
        return
    finally:
        scratch.unlink(missing_ok=True)
    found.produced = len(returned)
    if returned == data:
        return
    try:
        pairs = zip_longest(bson.split(data), bson.split(returned))
        for number, (given_span, returned_span) in enumerate(pairs):
            if given_span is None or returned_span is None:
                which = "more" if given_span is None else "fewer"
                found.wrong = f"the corpus: {which} documents came back than went in"
                return
            given = data[slice(*given_span)]
            complaint = _difference(given, returned[slice(*returned_span)], differences, found)
            if complaint is not None:
                found.wrong = f"the corpus: document {number}: {complaint}"
                return
    except bson.BsonError as error:
        found.wrong = f"the corpus: what came back is not BSON: {error}"


def check_reads_its_input(
    driver: Driver,
    announcement: Announcement,
    data: bytes,
    differences: Differences,
    found: Verification,
) -> None:
    """One value changed in the input must be changed in the output; a cut input must be refused."""
    for start, end in bson.split(data):
        given = data[start:end]
        other = altered(given)
        if other is not None:
            break
    else:
        # Nothing in this corpus can be altered in place (only nulls, say): the vectors have to do.
        return
    first, second = _recode(driver, given), _recode(driver, other)
    if not isinstance(first, Rejected) and first == second:
        found.wrong = "it gives the same answer to two documents that differ: it does not read them"
        return
    complaint = _difference(other, second, differences, found)
    if complaint is not None:
        found.wrong = f"a document with one value changed: {complaint}"
        return
    if not announcement.vectors:
        cut = _recode(driver, given[:-1])
        through = [] if isinstance(cut, Rejected) else ["(a document without its last byte)"]
        found.strictness = Strictness(1 - len(through), 1, through)


def _recode(driver: Driver, document: bytes) -> bytes | Rejected:
    """`recode`, with a driver's own error as a rejection: it refused, if in other words."""
    try:
        return driver.recode(document)
    except DriverError as error:
        return Rejected("unknown", None, str(error))


def _difference(
    wanted: bytes, answer: bytes | Rejected, differences: Differences, found: Verification
) -> str | None:
    """What is wrong with an answer; None if nothing is, or if listed rules explain it."""
    if isinstance(answer, Rejected):
        return f"rejected ({answer.kind}): {answer.message}".rstrip(": ")
    if answer == wanted:
        return None
    rules = [*differences.rules]
    if rules and bson.equivalent(wanted, answer, rules):
        needed = bson.rules_needed(wanted, answer, rules) if set(rules) - found.rules else None
        found.rules |= needed or set()
        return None
    at = bson.first_difference(wanted, answer)
    start = max(0, at - 4)
    return (
        f"differs from byte {at}: wanted …{wanted[start:].hex()[:SHOWN]}…, "
        f"got …{answer[start:].hex()[:SHOWN]}…"
    )


def _inexact(vector: Vector, answer: Rejected) -> str | None:
    if (answer.kind, answer.offset) == (vector.kind, vector.offset):
        return None
    return (
        f"must be rejected as {vector.kind} at {vector.offset}, "
        f"was as {answer.kind} at {answer.offset}"
    )
