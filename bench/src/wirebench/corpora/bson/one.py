"""bson/one/TYPE: documents that hold one type only, so that a slow type cannot hide among others.

Eight fields a document, under the same keys in each. Containers hold themselves: documents hold
empty documents, arrays hold empty arrays, code holds an empty scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wirebench.corpora.bson import mixed
from wirebench.corpora.random import Random
from wirebench.formats.bson import CodeWithScope, Document
from wirebench.formats.bson import model as bson

FIELDS = 8
_SEED = 0x09E

TYPES = {name: kind for kind, name in bson.TYPE_NAMES.items()}


def documents(name: str) -> Iterator[Document]:
    """Endless documents of the type called `name` in `TYPES`."""
    kind = TYPES[name]
    random = Random(_SEED + kind)
    value = _CONTAINERS.get(kind) or mixed.LEAF_VALUES[kind]
    while True:
        yield [(kind, f"{name}_{index}", value(random)) for index in range(FIELDS)]


def _documents(random: Random) -> Document:
    return [(bson.DOCUMENT, f"document_{index}", []) for index in range(random.below(4))]


def _arrays(random: Random) -> Document:
    return [(bson.ARRAY, str(index), []) for index in range(random.below(4))]


_CONTAINERS: dict[int, Callable[[Random], Any]] = {
    bson.DOCUMENT: _documents,
    bson.ARRAY: _arrays,
    bson.JAVASCRIPT_WITH_SCOPE: lambda random: CodeWithScope(mixed.code(random), []),
}
