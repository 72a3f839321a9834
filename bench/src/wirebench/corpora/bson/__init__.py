"""The generated BSON corpora: each name gives documents, one after the other, from a fixed seed.

docs/corpora.md describes them field by field. A corpus ``family/N`` is always the first N documents
of the same endless sequence, so that a smaller one is a prefix of a larger one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from wirebench.corpora.bson import doc32, mixed, one, records
from wirebench.formats.bson import Document, write

Generator = Callable[[], Iterator[Document]]

MIXED_SIZES = tuple(10**power for power in range(7))
RECORDS = 10_000
ONE = 1_000

_FAMILIES: dict[str, tuple[Generator, int]] = {
    "flat": (records.flat, RECORDS),
    "order": (records.order, RECORDS),
}


def names() -> list[str]:
    """Every corpus of this format listed; any ``flat/N``, ``order/N`` and ``mixed/N`` works."""
    return [
        "bson/doc32",
        "bson/flat",
        "bson/order",
        *(f"bson/mixed/{size}" for size in MIXED_SIZES),
        *(f"bson/one/{name}" for name in one.TYPES),
    ]


def generate(name: str) -> Iterator[bytes] | None:
    """The documents of a corpus, by the reference writer; None if there is no such corpus."""
    documents = _documents(name.removeprefix("bson/"))
    return None if documents is None else map(write, documents)


def _documents(name: str) -> Iterator[Document] | None:
    family, _, rest = name.partition("/")
    if name == "doc32":
        return iter([doc32.document()])
    if family in _FAMILIES and (not rest or _is_size(rest)):
        sequence, size = _FAMILIES[family]
        return islice(sequence(), int(rest) if rest else size)
    if family == "mixed" and _is_size(rest):
        return islice(mixed.documents(), int(rest))
    if family == "one" and rest in one.TYPES:
        return islice(one.documents(rest), ONE)
    return None


def _is_size(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text) <= MIXED_SIZES[-1]
