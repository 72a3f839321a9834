"""One run, from what was asked for to what was found.

    prepare the drivers -> resolve the corpora -> open the history -> hold the machine
    -> measure case by case, keeping each as it is finished -> close the run

Whatever ends a run early (Ctrl-C, a full disk, a bug) loses nothing that was finished.
"""

from __future__ import annotations

import functools
import secrets
import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from wirebench import corpora, environment
from wirebench.corpora import CorpusFile
from wirebench.differences import load_differences
from wirebench.driver import Limits
from wirebench.history import History
from wirebench.instructions import per_document
from wirebench.lock import machine_lock
from wirebench.measure import LEAST_ROUNDS, Settings, Watcher, measure_case
from wirebench.metronome import Metronome
from wirebench.project import Project
from wirebench.results import CaseResult, Run, SuiteAbout
from wirebench.seat import Hall
from wirebench.statistics import FEWEST_ROUNDS
from wirebench.suite import Case, Suite
from wirebench.toolchains import Program, Unavailable, load_programs, prepare
from wirebench.vectors import load_vectors

COUNTED_DOCUMENTS = 100
"""Instructions are counted over so many documents: a counter slows a program fifty times."""


class Screen(Watcher, Protocol):
    """Who is told what is going on: progress bars on a terminal, plain lines elsewhere."""

    def say(self, text: str) -> None:
        """A line that stays."""

    def preparing(self, what: str) -> AbstractContextManager[None]:
        """Something that takes a while and has no measure."""

    def making(self, corpus: str, done: int) -> None:
        """So many documents of a corpus are made or checked."""

    def case(self, case: Case, done: int, total: int) -> None:
        """A case begins."""

    def counting(self, contender: str, done: int, total: int) -> None:
        """A contender's instructions are counted."""


@dataclass(frozen=True)
class Request:
    """What the user asked for. `budget` is seconds of measuring for the whole run."""

    cases: Sequence[Case]
    suites: Mapping[str, Suite]
    corpus: Path | None = None
    budget: float | None = None
    rounds: int | None = None
    seed: int | None = None
    wait: bool = True
    instructions: bool = False
    command: Sequence[str] = field(default=())
    limits: Limits = field(default_factory=Limits)


def execute(
    request: Request,
    project: Project,
    screen: Screen,
    begun: Callable[[Run], None] = lambda run: None,
) -> Run:
    """Measure it all.

    `begun` is given the run as it begins, to hold on to: when an interrupt ends it early, the run
    is closed with what was finished, and the interrupt goes on.
    """
    cases = list(request.cases)
    own = None
    if request.corpus is not None:
        progress = functools.partial(screen.making, str(request.corpus))
        own = corpora.from_file(request.corpus, progress)
        cases = on_own_corpus(cases, own)
    name = _new_name()
    hall = prepare_hall(cases, project, screen, project.logs / name, request.limits)
    files = {
        name: corpora.resolve(name, project, functools.partial(screen.making, name))
        for name in dict.fromkeys(case.corpus for case in cases if own is None)
    }
    history = History(project.history_url)
    run = _new_run(name, request, project, hall)
    with machine_lock(
        project.lock,
        shlex.join(request.command) or "wirebench run",
        wait=request.wait,
        waiting=lambda holder: screen.say(f"waiting: another run is measuring here ({holder})"),
    ):
        history.begin(run)
        begun(run)
        try:
            _measure(run, cases, own, files, hall, request, history, screen)
            run.complete = True
        finally:
            run.finished = _now()
            history.finish(run)
            history.close()
            shutil.rmtree(project.state / "scratch", ignore_errors=True)
    return run


def _measure(
    run: Run,
    cases: Sequence[Case],
    own: CorpusFile | None,
    files: Mapping[str, CorpusFile],
    hall: Hall,
    request: Request,
    history: History,
    screen: Screen,
) -> None:
    metronome = Metronome(hall.cpu)
    for done, case in enumerate(cases):
        screen.case(case, done, len(cases))
        budget = (
            request.budget / len(cases) if request.budget else request.suites[case.suite].budget
        )
        # Who names a budget would rather have fewer rounds than wait longer.
        least = FEWEST_ROUNDS if request.budget else LEAST_ROUNDS
        settings = Settings(budget, request.rounds, run.seed, least)
        corpus = own or files[case.corpus]
        outcomes = measure_case(case, corpus, hall, settings, metronome, screen)
        if request.instructions:
            count_instructions(outcomes, case, corpus, hall, screen)
        for outcome in outcomes:
            history.add_case(run, outcome)
            run.cases.append(outcome)


def count_instructions(
    outcomes: Sequence[CaseResult], case: Case, corpus: CorpusFile, hall: Hall, screen: Screen
) -> None:
    """Fill in `instructions_per_document` where there are figures, over the first documents."""
    scratch = hall.project.state / "scratch" / f"instructions.{case.format}"
    documents = corpora.head(corpus, COUNTED_DOCUMENTS, scratch)
    ok = [result for outcome in outcomes for result in outcome.results if result.status == "ok"]
    contenders = list(dict.fromkeys(result.contender for result in ok))
    counts: dict[str, float | None] = {}
    for done, contender in enumerate(contenders):
        screen.counting(contender, done, len(contenders))
        program = hall.programs[contender]
        assert not isinstance(program, Unavailable)
        log = hall.logs / f"instructions-{contender.replace('/', '-')}.log"
        counts[contender] = per_document(
            program, contender, case.operation, scratch, documents, log
        )
    for result in ok:
        result.instructions_per_document = counts[result.contender]


def on_own_corpus(cases: Iterable[Case], corpus: CorpusFile) -> list[Case]:
    """The suite's operations and contenders on the user's file instead of the suite's corpora.

    One case an operation, with everybody whom the suite has for it. `cycle` builds one particular
    document and has no meaning on another.
    """
    found: dict[tuple[str, str], Case] = {}
    for case in cases:
        if case.operation == "cycle" or case.format != corpus.format:
            continue
        key = (case.suite, case.operation)
        before = found[key].contenders if key in found else ()
        contenders = tuple(dict.fromkeys((*before, *case.contenders)))
        found[key] = replace(case, corpus=corpus.name, contenders=contenders)
    return list(found.values())


def prepare_hall(
    cases: Iterable[Case],
    project: Project,
    screen: Screen,
    logs: Path,
    limits: Limits | None = None,
) -> Hall:
    """Build the drivers that these cases need, and read vectors and known differences.

    `logs` is the folder for what the drivers will write on standard error.
    """
    cases = list(cases)
    wanted = {contender for case in cases for contender in case.contenders}
    found: dict[str, Program | Unavailable] = {}
    for program in load_programs(project.drivers):
        if not wanted & set(program.full_names):
            continue
        with screen.preparing(f"{program.name} driver"):
            log = project.logs / f"build-{program.name}.log"
            log.parent.mkdir(parents=True, exist_ok=True)
            log.unlink(missing_ok=True)
            failure = prepare(program, log)
        if failure is not None:
            screen.say(f"{program.name}: unavailable: {failure.reason}")
        for name in program.full_names:
            found[name] = failure or program
    formats = dict.fromkeys(case.format for case in cases)
    return Hall(
        project,
        found,
        [vector for name in formats for vector in load_vectors(project.vectors(name))],
        load_differences(project.drivers),
        environment.choose_cpu(),
        logs,
        limits or Limits(),
    )


def _new_name() -> str:
    """A run's id: sorts by time, and differs from one that starts in the same second."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def _new_run(name: str, request: Request, project: Project, hall: Hall) -> Run:
    seed = request.seed if request.seed is not None else secrets.randbelow(2**31)
    return Run(
        run=name,
        started=_now(),
        revision=environment.revision(project.root),
        environment=environment.describe(hall.cpu),
        command=list(request.command),
        seed=seed,
        suites={
            suite.name: SuiteAbout(suite.title, " ".join(suite.fairness.split()))
            for suite in request.suites.values()
            if any(case.suite == suite.name for case in request.cases)
        },
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
