"""The words of a report: modes, verdicts, operations, and how a stranger's text is made harmless.

>>> Mode.parse("documents fresh owned full").words
'documents · fresh buffer · owned · full checks'
>>> Mode.parse("typed reused owned partial").labels
('typed records', 'reused buffer', 'partial checks')
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from wirebench.results import Status, Verdict

OURS = "wirecodec"

MODELS = {
    "documents": "documents",
    "typed": "typed records",
    "raw": "raw view",
    "columns": "columns",
    "bytes": "bytes, no codec",
}
UNKNOWN_MODEL = "unknown"
BUILDS_VALUES = ("documents", "typed")

VERDICTS: dict[Verdict, str] = {
    "faster": "faster",
    "slower": "slower",
    "cannot-tell": "cannot tell",
    "baseline": "baseline",
}
STATUSES: dict[Status, str] = {
    "ok": "ok",
    "wrong": "wrong",
    "crashed": "crashed",
    "timeout": "timeout",
    "unavailable": "unavailable",
}
LANGUAGES = {
    "c": "C",
    "erlang": "Erlang",
    "go": "Go",
    "java": "Java",
    "js": "JavaScript",
    "python": "Python",
    "raku": "Raku",
    "rust": "Rust",
}
OPERATIONS = {
    "decode": "decodes",
    "encode": "encodes",
    "validate": "validates",
    "cycle": "builds, encodes and decodes",
}

LONGEST_REASON = 400

# Bidirectional controls can make a line read as something else than it says.
_BIDIRECTIONAL = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}


@dataclass(frozen=True)
class Mode:
    """The four facets of a mode; see the driver protocol for their values."""

    model: str
    buffer: str
    ownership: str
    checks: str

    @staticmethod
    def parse(text: str) -> Mode:
        """The mode of a `CaseResult`: four facets, or ``unknown`` if none was announced.

        ValueError for anything else.
        """
        facets = text.split()
        if facets == [UNKNOWN_MODEL]:
            return Mode(UNKNOWN_MODEL, "fresh", "owned", "full")
        if len(facets) != 4:
            raise ValueError(
                f"a mode has four facets (model buffer ownership checks), not {text!r}"
            )
        return Mode(*facets)

    @property
    def known(self) -> bool:
        """Whether the contenders got as far as announcing it."""
        return self.model != UNKNOWN_MODEL

    @property
    def model_words(self) -> str:
        """The model alone, in words."""
        return MODELS.get(self.model, self.model)

    @property
    def words(self) -> str:
        """All four facets, in words."""
        if not self.known:
            return "not running here"
        return (
            f"{self.model_words} · {self.buffer} buffer · {self.ownership} · {self.checks} checks"
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """Only what sets this mode apart from documents, fresh, owned, full."""
        return tuple(
            words
            for words, plain in (
                (self.model_words, self.model == "documents"),
                (f"{self.buffer} buffer", self.buffer == "fresh"),
                (self.ownership, self.ownership == "owned"),
                (f"{self.checks} checks", self.checks == "full"),
            )
            if not plain
        )

    @property
    def short(self) -> str:
        """The model, and whatever else sets this mode apart."""
        if self.model == "documents" or not self.known:
            return ", ".join((self.model_words, *self.labels)) if self.known else UNKNOWN_MODEL
        return ", ".join(self.labels)


def language_name(language: str) -> str:
    """The name that a language's users write."""
    return LANGUAGES.get(language, harmless(language))


def harmless(text: str, longest: int | None = LONGEST_REASON) -> str:
    r"""One line of a stranger's text: control characters shown as escapes, and cut when too long.

    Reasons, versions and logs come from other people's processes; left as they are, they could move
    a terminal's cursor or turn the reading direction.

    >>> harmless("bad\x1b[31m\nbyte")
    'bad\\x1b[31m byte'
    """
    line = re.sub(r"\s+", " ", text).strip()
    line = "".join(_visible(character) for character in line)
    if longest is not None and len(line) > longest:
        return f"{line[: longest - 1]}…"
    return line


def library(contender: str) -> str:
    """The part of a contender's name behind the language: ``pymongo`` of ``python/pymongo``."""
    return contender.split("/", 1)[-1]


def is_ours(contender: str) -> bool:
    """Whether a contender is this project's codec, in whatever mode."""
    return library(contender).split("@", 1)[0] == OURS


def listing(names: list[str], most: int) -> str:
    """Names joined by commas; those past `most` are only counted."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def _visible(character: str) -> str:
    code = ord(character)
    if unicodedata.category(character) in ("Cc", "Cs") or code in _BIDIRECTIONAL:
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    return character
