"""suites/*.toml, read and checked into `Suite` and `Case`.

A suite names corpora, operations and contenders; every corpus with every operation of one
``[[cases]]`` table is a case. What a suite says about a contender is its name only: how it works
(its mode) is announced by the driver that runs it.

    title = "Records: flat and nested"
    format = "bson"
    fairness = "why this comparison is fair, and where it is not"
    baselines = ["python/pymongo", "rust/bson@RawDocument"]    # the first one present in each mode
    contenders = ["rust/wirecodec", "python/pymongo"]

    [[cases]]
    corpora = ["bson/flat", "bson/order"]
    operations = ["decode", "encode"]
    contenders = ["go/mongo-driver@struct"]    # besides the suite's, in these cases
    full = true                                # only with --full
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from wirebench.errors import UsageError, unknown

_SUITE_KEYS = {"title", "format", "fairness", "baselines", "contenders", "budget", "cases"}
_CASES_KEYS = {"corpora", "operations", "contenders", "full"}


@dataclass(frozen=True)
class Case:
    """One operation on one corpus, and who is to do it."""

    suite: str
    format: str
    corpus: str
    operation: str
    contenders: tuple[str, ...]
    baselines: tuple[str, ...]
    full: bool = False

    @property
    def name(self) -> str:
        """Corpus without its format, and operation: ``flat/decode``, ``mixed/1000/encode``."""
        return f"{self.corpus.removeprefix(self.format + '/')}/{self.operation}"


@dataclass(frozen=True)
class Suite:
    """Cases that belong together. `budget` is the seconds of measuring a case may take."""

    name: str
    title: str
    format: str
    fairness: str
    budget: float
    cases: tuple[Case, ...] = field(default=())


def load_suite(path: Path) -> Suite:
    """Read one suite; UsageError with file and key where it is not one."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path}: not a readable suite: {error}") from error
    _check_keys(path, document, _SUITE_KEYS)
    format_name = _text(path, document, "format")
    contenders = _names(path, document, "contenders")
    baselines = _names(path, document, "baselines")
    budget = document.get("budget", 15)
    if not isinstance(budget, int | float) or budget <= 0:
        raise UsageError(f"{path}: budget: seconds a case, a number above 0, not {budget!r}")
    suite = Suite(
        path.stem,
        _text(path, document, "title"),
        format_name,
        _text(path, document, "fairness").strip(),
        float(budget),
    )
    cases: list[Case] = []
    for group in document.get("cases", []):
        _check_keys(path, group, _CASES_KEYS)
        for corpus in _names(path, group, "corpora"):
            if not corpus.startswith(format_name + "/"):
                raise UsageError(f"{path}: corpus {corpus!r} is not of the format {format_name}")
            for operation in _names(path, group, "operations"):
                extra = _names(path, group, "contenders") if "contenders" in group else ()
                cases.append(
                    Case(
                        suite.name,
                        format_name,
                        corpus,
                        operation,
                        tuple(dict.fromkeys((*contenders, *extra))),
                        baselines,
                        bool(group.get("full", False)),
                    )
                )
    if not cases:
        raise UsageError(f"{path}: no [[cases]]")
    return replace(suite, cases=tuple(cases))


def load_suites(folder: Path) -> dict[str, Suite]:
    """Every suite of a folder, by name."""
    return {path.stem: load_suite(path) for path in sorted(folder.glob("*.toml"))}


def select(
    suites: dict[str, Suite],
    names: Iterable[str],
    *,
    case_glob: str | None = None,
    only: Iterable[str] = (),
    full: bool = False,
) -> list[Case]:
    """The cases that the user asked for.

    `only` are contenders, by full name or as a pattern (``python/*``); a contender that no chosen
    case knows is an error, as is a `case_glob` that no case matches.
    """
    chosen: list[Case] = []
    for name in names:
        if name not in suites:
            raise unknown("suite", name, suites)
        chosen += suites[name].cases
    if case_glob is not None:
        matching = [case for case in chosen if _matches(case, case_glob)]
        if not matching:
            raise unknown("case", case_glob, (case.name for case in chosen))
        chosen = matching
    elif not full:
        chosen = [case for case in chosen if not case.full]
    patterns = tuple(only)
    if patterns:
        known = {contender for case in chosen for contender in case.contenders}
        for pattern in patterns:
            if not any(fnmatchcase(contender, pattern) for contender in known):
                raise unknown("contender", pattern, known)
        chosen = [_narrowed(case, patterns) for case in chosen]
        chosen = [case for case in chosen if case.contenders]
    return chosen


def _matches(case: Case, glob: str) -> bool:
    return fnmatchcase(case.name, glob) or fnmatchcase(f"{case.suite}/{case.name}", glob)


def _narrowed(case: Case, patterns: tuple[str, ...]) -> Case:
    kept = tuple(c for c in case.contenders if any(fnmatchcase(c, p) for p in patterns))
    return replace(case, contenders=kept)


def _check_keys(path: Path, table: dict[str, Any], known: set[str]) -> None:
    for key in table:
        if key not in known:
            raise UsageError(f"{path}: {unknown('key', key, known)}")


def _text(path: Path, table: dict[str, Any], key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise UsageError(f"{path}: {key}: a text is needed here, not {value!r}")
    return value


def _names(path: Path, table: dict[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(v, str) for v in value):
        raise UsageError(f"{path}: {key}: a list of names is needed here, not {value!r}")
    return tuple(value)
