"""Known differences: where a contender is known to give back other bytes than it was given.

``drivers/LANGUAGE/differences.toml`` lists them for each contender, every one with its reason:
*rules* (docs/equivalence.md) that explain what it does to any document, single *vectors* that it
gets wrong, and whole *corpora* that it cannot be right on (it lacks a type that they hold, say);
ids and names may be globs. `strict = true` promises that nothing which must be rejected is let
through, and that kinds and offsets of errors are exact. The list is checked from both sides: what
is not listed makes a contender wrong, and what is listed but no longer happens fails `wirebench
check`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from wirebench.errors import WirebenchError, unknown
from wirebench.formats.bson import RULES


@dataclass(frozen=True)
class Differences:
    """What is known of one contender. The empty list: it gives back exactly what it is given.

    `rules`, `vectors` and `corpora` map names to reasons; `crashes` are those entries of `vectors`
    that end the process: they are sent only where a process may be lost (`wirebench check`).
    """

    rules: dict[str, str] = field(default_factory=dict)
    vectors: dict[str, str] = field(default_factory=dict)
    corpora: dict[str, str] = field(default_factory=dict)
    crashes: frozenset[str] = frozenset()
    strict: bool = False

    def vector_glob(self, vector_id: str) -> str | None:
        """The entry that lists this vector, if one does."""
        return next((glob for glob in self.vectors if fnmatchcase(vector_id, glob)), None)

    def crashes_on(self, vector_id: str) -> bool:
        """Whether this vector is listed as one that kills the process."""
        return self.vector_glob(vector_id) in self.crashes

    def corpus_glob(self, name: str) -> str | None:
        """The entry that lists this corpus, if one does."""
        return next((glob for glob in self.corpora if fnmatchcase(name, glob)), None)


NONE = Differences()


def load_differences(drivers: Path) -> dict[str, Differences]:
    """The differences of every contender that has any, by full name."""
    found: dict[str, Differences] = {}
    for path in sorted(drivers.glob("*/differences.toml")):
        try:
            document = tomllib.loads(path.read_text(encoding="utf-8"))
            for table in document.get("contender", []):
                found[f"{path.parent.name}/{table['name']}"] = Differences(
                    _rules(table),
                    _reasons(table, "vector", "id"),
                    _reasons(table, "corpus", "name"),
                    frozenset(
                        entry["id"] for entry in table.get("vector", []) if entry.get("crashes")
                    ),
                    bool(table.get("strict", False)),
                )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise WirebenchError(f"{path}: not a list of differences: {error!r}") from error
    return found


def _rules(table: dict[str, Any]) -> dict[str, str]:
    rules = _reasons(table, "rule", "rule")
    for name in rules:
        if name not in RULES:
            raise ValueError(str(unknown("rule", name, RULES)))
    return rules


def _reasons(table: dict[str, Any], key: str, name: str) -> dict[str, str]:
    return {entry[name]: entry["why"] for entry in table.get(key, [])}
