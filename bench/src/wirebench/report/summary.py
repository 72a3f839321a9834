"""What a run says, as data: which codec is fastest, ours against its peers, growth, trends.

Pure functions from `Run`; nothing here knows how a figure is written. A *subject* is one operation
on one corpus, whatever suite asked for it; an *entry* is one contender's result in one mode.

>>> headline(Run("r", "2026-11-21T08:00:00Z", {}, {})).subjects
[]
"""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from math import exp, log

from wirebench import statistics
from wirebench.report.words import BUILDS_VALUES, Mode, is_ours
from wirebench.results import CaseResult, Result, Run, Sample, Status, Strictness, Verdict


@dataclass(frozen=True, order=True)
class Subject:
    """One operation on one corpus: what a headline answers for."""

    format: str
    corpus: str
    operation: str


@dataclass(frozen=True, eq=False)
class Entry:
    """One contender's result, with the case (and so the mode) that it belongs to."""

    case: CaseResult
    result: Result

    @cached_property
    def mode(self) -> Mode:
        """How it works."""
        return Mode.parse(self.case.mode)

    @property
    def nanoseconds(self) -> float:
        """A document's time; infinite without one, so that entries sort."""
        value = self.result.ns_per_document
        return float("inf") if value is None or self.result.status != "ok" else value


@dataclass(frozen=True, eq=False)
class CaseGroup:
    """A case of a suite with all its modes: what a reader sees as one table."""

    suite: str
    case: str
    sections: list[CaseResult]

    @property
    def first(self) -> CaseResult:
        """Any of the sections, for what they share: operation, corpus, format, rounds."""
        return self.sections[0]

    @property
    def entries(self) -> list[Entry]:
        """Every result of the case, limits too."""
        return [Entry(section, result) for section in self.sections for result in section.results]


@dataclass(frozen=True)
class Win:
    """In how many subjects a contender is the fastest, and in how many others level with it."""

    contender: str
    labels: tuple[str, ...]
    fastest: int
    level: int


@dataclass(frozen=True, eq=False)
class Headline:
    """The fastest entry of each language for each subject, and who could not be counted.

    `level` are the entries that are as fast as the fastest of their subject, as far as the noise
    floor lets anyone see. `missing` says what became of a language that has no entry.
    """

    subjects: list[Subject]
    languages: list[str]
    best: dict[tuple[Subject, str], Entry]
    fastest: dict[Subject, Entry]
    level: set[int]
    missing: dict[tuple[Subject, str], Status]

    def wins(self) -> list[Win]:
        """Whoever is fastest in some subject, most subjects first.

        Among equals comes first who is level with the fastest more often, then whose mode needs the
        fewest labels.
        """
        firsts = Counter(entry.result.contender for entry in self.fastest.values())
        seconds = Counter(
            entry.result.contender
            for (subject, _), entry in self.best.items()
            if id(entry) in self.level and entry is not self.fastest[subject]
        )
        labels = {e.result.contender: e.mode.labels for e in self.fastest.values()}
        found = [Win(name, labels[name], count, seconds[name]) for name, count in firsts.items()]
        found.sort(key=lambda w: (-w.fastest, -w.level, len(w.labels), w.contender))
        return found


@dataclass(frozen=True, eq=False)
class Duel:
    """Ours against a peer of the same language and model. Ratio above 1: ours is faster.

    Within one mode the ratio is the median of per-round ratios, with its interval; across modes it
    is only the ratio of the medians. Without `peer` nobody is there to be compared with; where
    `ours` has no figures there is no ratio, and the duel says so.
    """

    subject: Subject
    language: str
    ours: Entry
    peer: Entry | None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    verdict: Verdict | None = None

    @property
    def same_mode(self) -> bool:
        """Whether both work alike."""
        return self.peer is not None and self.peer.case.mode == self.ours.case.mode


@dataclass(frozen=True, eq=False)
class Line:
    """One contender's way through a family, by number of documents."""

    contender: str
    limit: bool
    mode: Mode
    entries: dict[int, Entry] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Family:
    """Corpora that differ in their number of documents only, with one operation and one model."""

    corpora: str
    operation: str
    model: str
    sizes: list[int]
    lines: list[Line]


@dataclass(frozen=True)
class TrendPoint:
    """What a contender took in one run of a series."""

    started: str
    run: str
    contender: str
    nanoseconds: float


def groups(run: Run) -> list[CaseGroup]:
    """The cases of a run, each with all its modes, in the order of the run."""
    found: dict[tuple[str, str], list[CaseResult]] = {}
    for case in run.cases:
        found.setdefault((case.suite, case.case), []).append(case)
    return [CaseGroup(suite, name, sections) for (suite, name), sections in found.items()]


def by_suite(run: Run) -> list[tuple[str, list[CaseGroup]]]:
    """The same, under their suites."""
    ordered = sorted(groups(run), key=lambda group: _first_index(run, group.suite))
    return [(suite, list(cases)) for suite, cases in groupby(ordered, key=lambda g: g.suite)]


def ordered(case: CaseResult) -> tuple[list[Result], list[Result], list[Result]]:
    """The rows of a section: peers by speed, then those without figures, and apart the limits."""
    peers = [result for result in case.results if not result.limit]
    limits = [result for result in case.results if result.limit]
    fast = sorted((r for r in peers if _timed(r)), key=lambda r: r.ns_per_document or 0)
    rest = [result for result in peers if not _timed(result)]
    limits.sort(key=lambda r: r.ns_per_document if _timed(r) and r.ns_per_document else 1e300)
    return fast, rest, limits


def subject_of(case: CaseResult) -> Subject:
    """What a case is about."""
    return Subject(case.format, case.corpus.name, case.operation)


def headline(run: Run) -> Headline:
    """The fastest right contender of each language, among those that build values."""
    best: dict[tuple[Subject, str], Entry] = {}
    failed: dict[tuple[Subject, str], Status] = {}
    subjects: dict[Subject, None] = {}
    for entry in _contenders(run):
        if entry.mode.known and entry.mode.model not in BUILDS_VALUES:
            continue
        subject = subject_of(entry.case)
        key = (subject, entry.result.language)
        subjects.setdefault(subject)
        if not _timed(entry.result):
            failed.setdefault(key, entry.result.status)
        elif key not in best or entry.nanoseconds < best[key].nanoseconds:
            best[key] = entry
    fastest: dict[Subject, Entry] = {}
    for (subject, _), entry in best.items():
        if subject not in fastest or entry.nanoseconds < fastest[subject].nanoseconds:
            fastest[subject] = entry
    level = {id(e) for (subject, _), e in best.items() if _level(e, fastest[subject])}
    languages = {language for _, language in (*best, *failed)}
    return Headline(
        list(subjects),
        sorted(languages, key=lambda language: _standing(language, best, fastest)),
        best,
        fastest,
        level,
        {key: status for key, status in failed.items() if key not in best},
    )


def duels(run: Run) -> list[Duel]:
    """Ours, at its fastest in each mode, against the fastest peer of the same language and model.

    Where the model's fastest peer works in another mode than ours, there are two duels: one with
    the fastest of the same mode, one with that peer. Leaving out either would flatter somebody.
    """
    found: list[Duel] = []
    pools: dict[tuple[Subject, str, str], list[Entry]] = defaultdict(list)
    for entry in _contenders(run):
        key = (subject_of(entry.case), entry.result.language, entry.mode.model)
        pools[key].append(entry)
    for (subject, language, _), pool in pools.items():
        timed = sorted((e for e in pool if _timed(e.result)), key=lambda e: e.nanoseconds)
        peers = [entry for entry in timed if not is_ours(entry.result.contender)]
        if not any(is_ours(entry.result.contender) for entry in timed):
            failed = [entry for entry in pool if is_ours(entry.result.contender)]
            peer = peers[0] if peers else None
            found += [Duel(subject, language, entry, peer) for entry in failed[:1]]
        seen: set[str] = set()
        for ours in timed:
            if not is_ours(ours.result.contender) or ours.case.mode in seen:
                continue
            seen.add(ours.case.mode)
            alike = [peer for peer in peers if peer.case.mode == ours.case.mode]
            # The same contender can be in several suites: rounds are shared within one case only.
            alike.sort(key=lambda peer: (peer.case is not ours.case, peer.nanoseconds))
            if alike:
                found.append(_duel(run, subject, language, ours, alike[0]))
            if peers and peers[0].case.mode != ours.case.mode:
                found.append(_duel(run, subject, language, ours, peers[0]))
            if not peers:
                found.append(Duel(subject, language, ours, None))
    return found


def families(run: Run) -> list[Family]:
    """Corpora named ``…/N``, with two or more N, by operation and model: how time grows."""
    pools: dict[tuple[str, str, str], dict[tuple[str, str], Line]] = {}
    for case in run.cases:
        prefix, _, number = case.corpus.name.rpartition("/")
        mode = Mode.parse(case.mode)
        if not prefix or not number.isdigit() or not mode.known:
            continue
        lines = pools.setdefault((prefix, case.operation, mode.model), {})
        for result in case.results:
            # A limit stands in several tables; one line of it is enough.
            key = (result.contender, "" if result.limit else case.mode)
            line = lines.setdefault(key, Line(result.contender, result.limit, mode))
            line.entries.setdefault(case.corpus.documents, Entry(case, result))
    found = []
    for (prefix, operation, model), lines in pools.items():
        sizes = sorted({size for line in lines.values() for size in line.entries})
        if len(sizes) > 1:
            by_speed = sorted(lines.values(), key=lambda line: (line.limit, _at_largest(line)))
            found.append(Family(prefix, operation, model, sizes, by_speed))
    return sorted(found, key=lambda family: (family.corpora, family.operation))


def let_through(run: Run) -> dict[str, tuple[Strictness, list[str]]]:
    """Contenders that take inputs which must be rejected: their last count, and all such ids."""
    found: dict[str, tuple[Strictness, list[str]]] = {}
    for entry in _contenders(run):
        strictness = entry.result.strictness
        if strictness and strictness.rejected < strictness.total:
            name = entry.result.contender
            ids = found[name][1] if name in found else []
            found[name] = (strictness, list(dict.fromkeys((*ids, *strictness.let_through))))
    return found


def trend(case: CaseResult, run: Run, history: Iterable[Run]) -> list[TrendPoint]:
    """What this case's contenders took in earlier runs on this machine, oldest first, and now.

    Only runs with the same machine fingerprint count, on the same bytes, in the same mode.
    """
    here = run.environment.get("fingerprint")
    earlier = [
        other
        for other in history
        if other.run != run.run and here and other.environment.get("fingerprint") == here
    ]
    points = []
    for one in sorted((*earlier, run), key=lambda each: each.started):
        for other in one.cases:
            if (other.suite, other.case, other.mode, other.corpus.sha256) == (
                case.suite,
                case.case,
                case.mode,
                case.corpus.sha256,
            ):
                points += [
                    TrendPoint(one.started, one.run, result.contender, result.ns_per_document)
                    for result in other.results
                    if _timed(result) and result.ns_per_document is not None and not result.limit
                ]
    return points if len({point.run for point in points}) > 1 else []


def cost(sample: Sample, case: CaseResult) -> float:
    """Nanoseconds a document of one batch."""
    return sample.nanoseconds / (sample.passes * max(1, case.corpus.documents))


def _duel(run: Run, subject: Subject, language: str, ours: Entry, peer: Entry) -> Duel:
    if ours.case is peer.case:
        text = f"{run.seed}/{ours.case.case}/{ours.result.contender}/{peer.result.contender}"
        found = statistics.ratio_interval(
            peer.result.samples, ours.result.samples, seed=zlib.crc32(text.encode())
        )
        if found is not None:
            word = statistics.verdict(found, ours.case.noise_floor)
            return Duel(subject, language, ours, peer, found.value, found.low, found.high, word)
    return Duel(subject, language, ours, peer, peer.nanoseconds / ours.nanoseconds)


def _contenders(run: Run) -> Iterable[Entry]:
    """Every result that is no limit."""
    for case in run.cases:
        for result in case.results:
            if not result.limit:
                yield Entry(case, result)


def _timed(result: Result) -> bool:
    return result.status == "ok" and result.ns_per_document is not None


def _level(entry: Entry, fastest: Entry) -> bool:
    """Whether the distance to the fastest is one that these cases could not have seen."""
    floor = max(entry.case.noise_floor or 0, fastest.case.noise_floor or 0)
    return entry.nanoseconds <= fastest.nanoseconds * (1 + floor)


def _standing(
    language: str, best: dict[tuple[Subject, str], Entry], fastest: dict[Subject, Entry]
) -> tuple[int, int, float, str]:
    """Order of languages: most subjects won, most answered, least distance to the fastest."""
    mine = {subject: entry for (subject, name), entry in best.items() if name == language}
    won = sum(entry is fastest[subject] for subject, entry in mine.items())
    logs = [log(entry.nanoseconds / fastest[s].nanoseconds) for s, entry in mine.items()]
    distance = exp(sum(logs) / len(logs)) if logs else float("inf")
    return (-won, -len(mine), distance, language)


def _first_index(run: Run, suite: str) -> int:
    return next(index for index, case in enumerate(run.cases) if case.suite == suite)


def _at_largest(line: Line) -> float:
    timed = [size for size, entry in line.entries.items() if _timed(entry.result)]
    return line.entries[max(timed)].nanoseconds if timed else float("inf")
