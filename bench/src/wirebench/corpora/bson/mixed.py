"""bson/mixed/N: random documents over every BSON type, deprecated ones too.

Each key is random and ends in the name of its type, so that hardly two keys are alike and caches of
keys cannot help: the opposite of records. `Shape` sets how large documents grow; the standard shape
gives about 204 bytes a document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from wirebench.corpora.random import Random
from wirebench.formats.bson import Binary, CodeWithScope, DbPointer, Document, Regex
from wirebench.formats.bson import model as bson

_SEED = 0x313ED

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_TEXT = _LETTERS + "     äéñøßłждязиλωあ漢字한🦀"
_OPTIONS = ("", "i", "im", "imsx", "x", "mu")
_SUBTYPES = (0x00, 0x00, 0x01, 0x02, 0x05, 0x80)


@dataclass(frozen=True)
class Shape:
    """How large documents grow.

    `max_fields` in the outermost document, `max_depth` levels of nesting (1: none), `max_in_count`
    elements in a nested document, an array or a scope.
    """

    max_fields: int = 12
    max_depth: int = 3
    max_in_count: int = 3


def documents(shape: Shape = Shape(), seed: int = _SEED) -> Iterator[Document]:
    """Endless documents."""
    random = Random(seed)
    while True:
        yield _document(random, shape, random.between(0, shape.max_fields), 1)


def _document(random: Random, shape: Shape, fields: int, depth: int) -> Document:
    document: Document = []
    for _ in range(fields):
        kind, value = _value(random, shape, depth)
        key = f"{random.word(2, 8, _LETTERS)}-{bson.TYPE_NAMES[kind]}"
        document.append((kind, key, value))
    return document


def _array(random: Random, shape: Shape, depth: int) -> Document:
    values = (_value(random, shape, depth) for _ in range(random.between(0, shape.max_in_count)))
    return [(kind, str(index), value) for index, (kind, value) in enumerate(values)]


def _value(random: Random, shape: Shape, depth: int) -> tuple[int, Any]:
    kind = random.choice(_LEAVES if depth >= shape.max_depth else _ALL)
    if kind == bson.DOCUMENT:
        return kind, _nested(random, shape, depth)
    if kind == bson.ARRAY:
        return kind, _array(random, shape, depth + 1)
    if kind == bson.JAVASCRIPT_WITH_SCOPE:
        return kind, CodeWithScope(code(random), _nested(random, shape, depth))
    return kind, LEAF_VALUES[kind](random)


def _nested(random: Random, shape: Shape, depth: int) -> Document:
    return _document(random, shape, random.between(0, shape.max_in_count), depth + 1)


def code(random: Random) -> str:
    """A short JavaScript function."""
    return f"function () {{ return {random.word(1, 8)}; }}"


def _signed(random: Random, bits: int) -> int:
    """An integer of any magnitude: small ones are as likely as large ones."""
    return random.below(1 << random.between(1, bits - 1)) * (-1 if random.chance(50) else 1)


def _regex(random: Random) -> Regex:
    return Regex(f"^{random.word(1, 8)}.*$", random.choice(_OPTIONS))


def _binary(random: Random) -> Binary:
    return Binary(random.choice(_SUBTYPES), random.data(random.below(24)))


_DECIMAL_BIAS = 6176


def _decimal(random: Random) -> bytes:
    """A canonical decimal of up to 18 digits with a small exponent, in the BID encoding."""
    exponent = _DECIMAL_BIAS + random.between(-10, 10)
    sign = random.below(2) << 127
    return (sign | exponent << 113 | random.below(10**18)).to_bytes(16, "little")


LEAF_VALUES: dict[int, Callable[[Random], Any]] = {
    bson.DOUBLE: lambda random: (random.unit() - 0.5) * (1 << random.below(40)),
    bson.STRING: lambda random: random.word(0, 20, _TEXT),
    bson.BINARY: _binary,
    bson.UNDEFINED: lambda random: None,
    bson.OBJECTID: lambda random: random.data(12),
    bson.BOOLEAN: lambda random: random.chance(50),
    # Within the years 1 to 9999, which every language's own calendar holds.
    bson.DATETIME: lambda random: random.between(-62135596800000, 253402300799999),
    bson.NULL: lambda random: None,
    bson.REGEX: _regex,
    bson.DBPOINTER: lambda random: DbPointer(f"db.{random.word(3, 8)}", random.data(12)),
    bson.JAVASCRIPT: code,
    bson.SYMBOL: lambda random: random.word(1, 12),
    bson.INT32: lambda random: _signed(random, 32),
    bson.TIMESTAMP: lambda random: random.bits64(),
    bson.INT64: lambda random: _signed(random, 64),
    bson.DECIMAL128: _decimal,
    bson.MINKEY: lambda random: None,
    bson.MAXKEY: lambda random: None,
}

_LEAVES = tuple(LEAF_VALUES)
_ALL = (*_LEAVES, bson.DOCUMENT, bson.ARRAY, bson.JAVASCRIPT_WITH_SCOPE)
