"""`wirebench check`: correctness only, over vectors and corpora, and lists that cannot go stale.

Every contender takes every vector and every checked corpus. Two things fail it: a difference that
its list (differences.toml) does not have, and an entry of that list that no longer occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wirebench.corpora import CorpusFile
from wirebench.differences import NONE, Differences
from wirebench.driver import Announcement, Driver, DriverError, DriverFailure
from wirebench.results import Strictness
from wirebench.seat import Hall
from wirebench.toolchains import Program, Unavailable
from wirebench.verify import (
    Verification,
    check_corpus_comes_back,
    check_reads_its_input,
    check_vectors,
)

CORPORA = {"bson": ("bson/doc32", "bson/flat/1000", "bson/order/1000", "bson/mixed/1000")}
"""Checked of each format, besides every ``FORMAT/one/TYPE``; the full ones add time, not cases."""


@dataclass
class Checked:
    """What a check found of one contender. `unavailable` tells why nothing could be checked."""

    contender: str
    version: str | None = None
    unavailable: str | None = None
    limit: bool = False
    strictness: Strictness | None = None
    corpora: int = 0
    rules: set[str] = field(default_factory=set)
    known: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether all it does is right or listed, and all that is listed still occurs."""
        return not self.wrong and not self.stale


def check_contender(
    contender: str,
    hall: Hall,
    corpora: Sequence[CorpusFile],
    say: Callable[[str], None] = lambda text: None,
) -> Checked:
    """Check one contender in a process of its own."""
    outcome = Checked(contender)
    program = hall.programs.get(contender)
    if program is None or isinstance(program, Unavailable):
        outcome.unavailable = program.reason if program else "no driver describes it"
        return outcome
    log = hall.logs / f"check-{contender.replace('/', '-')}.log"
    _check_crashes(program, outcome, hall, corpora, log)
    try:
        with Driver(program.argv, log, cwd=program.folder, limits=hall.limits) as driver:
            _check(driver, program, outcome, hall, corpora, say)
    except DriverFailure as failure:
        outcome.wrong.append(f"{failure.reason} (its log: {log})")
    return outcome


def _check(
    driver: Driver,
    program: Program,
    outcome: Checked,
    hall: Hall,
    corpora: Sequence[CorpusFile],
    say: Callable[[str], None],
) -> None:
    driver.hello()
    name = outcome.contender.split("/", 1)[1]
    announced = {one.name: one for one in driver.contenders()}
    if name not in announced:
        outcome.wrong.append(f"its driver announces {', '.join(sorted(announced))}")
        return
    announcement = announced[name]
    outcome.version = announcement.version
    outcome.limit = announcement.limit
    if announcement.limit:
        return
    differences = hall.differences.get(outcome.contender, NONE)
    found = Verification()
    failed_corpora: set[str] = set()
    for number, corpus in enumerate(c for c in corpora if c.format == announcement.format):
        say(f"{outcome.contender} {corpus.name}")
        try:
            driver.open(name, corpus.format, corpus.path)
        except DriverError:
            continue
        if number == 0 and announcement.vectors:
            check_vectors(driver, hall.vectors, differences, found)
            outcome.wrong += found.complaints
            found.wrong = None
        _check_corpus(driver, announcement, corpus, hall, differences, found, outcome)
        glob = differences.corpus_glob(corpus.name)
        if found.wrong is not None and glob is not None:
            failed_corpora.add(glob)
            outcome.known.append(f"{corpus.name}: {found.wrong}")
        elif found.wrong is not None:
            outcome.wrong.append(f"{corpus.name}: {found.wrong}")
        found.wrong = None
        outcome.corpora += 1
    outcome.strictness = found.strictness
    outcome.rules = found.rules
    outcome.known += [f"vector {glob}" for glob in sorted(found.listed)]
    outcome.stale += _stale(differences, found, failed_corpora)


def _check_crashes(
    program: Program, outcome: Checked, hall: Hall, corpora: Sequence[CorpusFile], log: Path
) -> None:
    """Vectors that are listed as killing the process, each in a process that may be killed."""
    differences = hall.differences.get(outcome.contender, NONE)
    name = outcome.contender.split("/", 1)[1]
    for vector in (vector for vector in hall.vectors if differences.crashes_on(vector.id)):
        try:
            with Driver(program.argv, log, cwd=program.folder, limits=hall.limits) as driver:
                driver.open(name, corpora[0].format, corpora[0].path)
                driver.recode(vector.input)
        except DriverFailure as failure:
            outcome.known.append(f"vector {vector.id}: {failure.reason}")
        except DriverError as error:
            outcome.wrong.append(f"vector {vector.id}: {error}")
        else:
            outcome.stale.append(
                f"vector {vector.id} does not crash it any more: remove it from differences.toml"
            )


def _check_corpus(
    driver: Driver,
    announcement: Announcement,
    corpus: CorpusFile,
    hall: Hall,
    differences: Differences,
    found: Verification,
    outcome: Checked,
) -> None:
    data = corpus.path.read_bytes()
    scratch = hall.project.state / "scratch" / f"{driver.process.pid}.check"
    check_corpus_comes_back(driver, "decode", data, differences, scratch, found)
    if found.wrong is None:
        check_reads_its_input(driver, announcement, data, differences, found)
    if found.wrong is None and "cycle" in announcement.operations and corpus.documents == 1:
        check_corpus_comes_back(driver, "cycle", data, differences, scratch, found)


def _stale(differences: Differences, found: Verification, failed_corpora: set[str]) -> list[str]:
    entries = [("rule", set(differences.rules) - found.rules)]
    entries.append(("vector", set(differences.vectors) - differences.crashes - found.listed))
    entries.append(("corpus", set(differences.corpora) - failed_corpora))
    return [
        f"the listed {kind} {name!r} does not occur any more: remove it from differences.toml"
        for kind, names in entries
        for name in sorted(names)
    ]
