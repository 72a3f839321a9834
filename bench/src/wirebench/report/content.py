"""What a report shows, in which order and in which words: `Run` to `Report`.

The first thing a reader meets is the answer (`Report.answer`), then the tables that it came from:
the fastest of each language, ours against peers, each case by itself, growth, the machine.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from wirebench.report import case_table, figures, summary, summary_tables
from wirebench.report.tables import Table
from wirebench.report.words import OPERATIONS, harmless, language_name, library
from wirebench.results import Run

READING = [
    (
        "ns/document",
        "Median time for one document, over the rounds; beside it the median absolute deviation. "
        "MB/s counts the corpus's bytes, 10^6 to the megabyte.",
    ),
    (
        "ratio",
        "Speed over the baseline's speed, 2.00x being twice as fast: the median of the ratios "
        "within each round, with its 95 % bootstrap interval.",
    ),
    (
        "verdict",
        "faster or slower only where the interval excludes 1 by more than the noise floor; else "
        "cannot tell.",
    ),
    (
        "noise floor",
        "The baseline runs twice in every round, under two names. What that pair shows to differ "
        "is noise, and no smaller change can be seen.",
    ),
    (
        "mode",
        "How a contender works: what it builds, into which buffer, owned or borrowed, how much it "
        "checks. Only contenders of one mode are compared.",
    ),
    (
        "limit",
        "No peer, but what the machine or the language can do with these bytes at best: a copy, "
        "or the language's own deserialiser of the same data. It gets no verdict.",
    ),
    ("cold", "The first call, on the first document, in a fresh process."),
    (
        "strictness",
        "How many of the inputs that must be rejected it rejected: measured, not declared.",
    ),
    (
        "differences",
        "Rules by which its output may differ from its input and still count as right.",
    ),
]


@dataclass(frozen=True)
class Case:
    """One case: where it is found in a page, what it is, its table, and its data for charts."""

    anchor: str
    title: str
    facts: str
    table: Table
    group: summary.CaseGroup


@dataclass(frozen=True)
class Suite:
    """The cases of one suite, and what it says of itself (nothing, in a run that does not know)."""

    name: str
    title: str
    fairness: str
    cases: list[Case]


@dataclass(frozen=True)
class Report:
    """Everything a report shows, except charts."""

    title: str
    answer: list[str]
    byline: str
    overview: list[Table]
    suites: list[Suite]
    growth: list[Table]
    strictness: Table
    facts: list[tuple[str, str]]
    warnings: list[tuple[str, str]]
    reading: list[tuple[str, str]]


def build(run: Run) -> Report:
    """The whole report of a run."""
    head = summary.headline(run)
    tables = [summary_tables.headline_table(head), summary_tables.duels_table(summary.duels(run))]
    return Report(
        title=f"Wirebench {harmless(run.run)}",
        answer=[*answer(head, run), *_caveats(run)],
        byline=byline(run),
        overview=[table for table in tables if table.sections],
        suites=[_suite(run, name, groups) for name, groups in summary.by_suite(run)],
        growth=summary_tables.growth_tables(summary.families(run)),
        strictness=summary_tables.strictness_table(summary.let_through(run)),
        facts=facts(run),
        warnings=warnings(run),
        reading=READING,
    )


def _suite(run: Run, name: str, groups: list[summary.CaseGroup]) -> Suite:
    about = run.suites.get(name)
    return Suite(
        harmless(name),
        harmless(about.title) if about else "",
        harmless(about.fairness) if about else "",
        [_case(group) for group in groups],
    )


def answer(head: summary.Headline, run: Run) -> list[str]:
    """The sentences that a reader came for."""
    wins = head.wins()
    if not wins:
        timed = any(result.ns_per_document for case in run.cases for result in case.results)
        if timed:
            return ["No contender that builds values has figures in this run."]
        return ["Nothing was timed in this run."]
    if len(head.fastest) == 1:
        first = _only_case(head)
    else:
        total = len(head.fastest)
        share = "all" if wins[0].fastest == total else f"{wins[0].fastest} of"
        counts = [f"is fastest in {share} {total} cases", *(f"in {w.fastest}" for w in wins[1:])]
        first = ", ".join(f"{_winner(w)} {c}{_level(w)}" for w, c in zip(wins, counts, strict=True))
        first += "."
    each = [_of_language(head, language) for language in head.languages]
    found = [text for text in each if text]
    return [first, f"Fastest of each language: {', '.join(found)}."] if len(found) > 1 else [first]


def _winner(win: summary.Win) -> str:
    labels = f" ({', '.join(win.labels)})" if win.labels else ""
    return f"{harmless(win.contender)}{labels}"


def _level(win: summary.Win) -> str:
    return f" (level with the fastest in {win.level} more)" if win.level else ""


def _only_case(head: summary.Headline) -> str:
    ((subject, entry),) = head.fastest.items()
    does = OPERATIONS.get(subject.operation, f"does {harmless(subject.operation)} on")
    labels = f" ({entry.mode.short})" if entry.mode.labels else ""
    time = figures.duration(entry.result.ns_per_document)
    rate = figures.rate(entry.result.bytes_per_second)
    text = (
        f"{harmless(entry.result.contender)}{labels} {does} {harmless(subject.corpus)} fastest: "
        f"{time} a document, {rate}."
    )
    level = [
        harmless(other.result.contender)
        for other in head.best.values()
        if id(other) in head.level and other is not entry
    ]
    return f"{text} {' and '.join(level)}: as fast, within the noise." if level else text


def _of_language(head: summary.Headline, language: str) -> str:
    """The contender that is most often its language's fastest, and in how many cases."""
    entries = [entry for (_, name), entry in head.best.items() if name == language]
    if not entries:
        return ""
    names = [entry.result.contender for entry in entries]
    often = max(dict.fromkeys(names), key=names.count)
    asides = [*next(e.mode.labels for e in entries if e.result.contender == often)]
    if len(head.fastest) == 1:
        asides.append(figures.duration(entries[0].result.ns_per_document))
    elif names.count(often) < len(names):
        asides.append(f"in {names.count(often)} of {len(names)}")
    aside = f" ({', '.join(asides)})" if asides else ""
    return f"{language_name(language)} {harmless(library(often))}{aside}"


def byline(run: Run) -> str:
    """Run, machine and date in one line."""
    machine = (
        run.environment.get("cpu_model") or run.environment.get("machine") or "unknown machine"
    )
    return " · ".join(
        [f"run {harmless(run.run)}", harmless(str(machine)), harmless(run.started[:10])]
    )


def facts(run: Run) -> list[tuple[str, str]]:
    """What was run, where, on what: the known keys of the environment first, then any others."""
    environment = dict(run.environment)
    environment.pop("warnings", None)
    found = [
        ("command", shlex.join(run.command)),
        ("seed", str(run.seed)),
        ("revision", _revision(run)),
        ("started", run.started),
        ("finished", run.finished or "not finished"),
    ]
    for key, (title, write) in _ENVIRONMENT.items():
        value = environment.pop(key, None)
        if value not in (None, {}, []):
            found.append((title, write(value)))
    found += [(key.replace("_", " "), _plain(value)) for key, value in sorted(environment.items())]
    return [(harmless(name), harmless(text, None)) for name, text in found if text]


def warnings(run: Run) -> list[tuple[str, str]]:
    """The doctor's warnings: what disturbs measurements here, and what to do."""
    listed = run.environment.get("warnings") or []
    return [
        (harmless(str(one.get("what", ""))), harmless(str(one.get("advice", ""))))
        for one in listed
        if isinstance(one, dict)
    ]


def anchor(*names: str) -> str:
    """An id for a page's address: letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", "-".join(names).lower()).strip("-")


def _case(group: summary.CaseGroup) -> Case:
    first = group.first
    documents = "document" if first.corpus.documents == 1 else "documents"
    parts = [
        first.format,
        first.operation,
        f"{first.corpus.name}: {figures.count(first.corpus.documents)} {documents}, "
        f"{figures.size(first.corpus.bytes)}",
        f"{first.rounds} rounds" + (f", {n} repeated" if (n := first.rounds_repeated) else ""),
    ]
    return Case(
        anchor=anchor("case", group.suite, group.case),
        title=harmless(group.case),
        facts=harmless(" · ".join(parts)),
        table=case_table.case_table(group),
        group=group,
    )


def _caveats(run: Run) -> Iterable[str]:
    """What keeps the answer from being the whole story."""
    if not run.complete:
        yield "This run ended early: only the cases that were finished are here."
    failed = {r.contender for c in run.cases for r in c.results if r.status != "ok"}
    if failed:
        which = ", ".join(sorted(harmless(name) for name in failed))
        yield f"Without figures in at least one case: {which}."
    count = len(warnings(run))
    if count:
        plural = "s" if count > 1 else ""
        yield f"{count} warning{plural} about this machine: see what is said of this run."


def _revision(run: Run) -> str:
    commit = run.revision.get("commit")
    branch = run.revision.get("branch")
    text = str(commit)[:12] if commit else "unknown"
    if branch:
        text += f" on {branch}"
    return text + (", with uncommitted changes (dirty)" if run.revision.get("dirty") else "")


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(str(inner) for inner in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _bytes(value: object) -> str:
    if not isinstance(value, int | float):
        return str(value)
    return f"{value / (1 << 30):.1f} GiB" if value >= 1 << 30 else figures.size(int(value))


_ENVIRONMENT = {
    "cpu_model": ("processor", _plain),
    "cpu_count": ("CPUs", _plain),
    "pinned_cpu": ("pinned to CPU", _plain),
    "frequency_governor": ("frequency governor", _plain),
    "memory_bytes": ("memory", _bytes),
    "machine": ("architecture", _plain),
    "os": ("system", _plain),
    "kernel": ("kernel", _plain),
    "container": ("container", _plain),
    "load_average": ("load average", _plain),
    "python": ("Python of the bench", _plain),
    "toolchains": ("toolchains", _plain),
}
