"""bson/doc32: one document over 2 x 16 types, the one that a Raku module was timed with by hand.

Every value differs between the halves, and one of the two int64 is small: a codec that forgets the
width of integers writes other bytes.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from wirebench.formats.bson import Binary, CodeWithScope, Document, Regex
from wirebench.formats.bson import model as bson


def document() -> Document:
    """The document, in the order of docs/corpora.md."""
    return [*_half("a", _A), *_half("b", _B)]


_TYPES = {
    "double": bson.DOUBLE,
    "int32": bson.INT32,
    "int64": bson.INT64,
    "javascript": bson.JAVASCRIPT,
    "document": bson.DOCUMENT,
    "javascript_scope": bson.JAVASCRIPT_WITH_SCOPE,
    "uuid": bson.BINARY,
    "false": bson.BOOLEAN,
    "true": bson.BOOLEAN,
    "string": bson.STRING,
    "array": bson.ARRAY,
    "objectid": bson.OBJECTID,
    "datetime": bson.DATETIME,
    "null": bson.NULL,
    "regex": bson.REGEX,
}


def _half(prefix: str, values: list[Any]) -> Document:
    pairs = zip(_TYPES.items(), values, strict=True)
    return [(kind, f"{prefix}_{name}", value) for (name, kind), value in pairs]


def _nested(a: int, b: str, c: float) -> Document:
    inner: Document = [(bson.STRING, "b", b), (bson.DOUBLE, "c", c)]
    return [(bson.INT32, "a", a), (bson.DOCUMENT, "nested", inner)]


def _scope(n: int, who: str) -> Document:
    return [(bson.INT32, "n", n), (bson.STRING, "who", who)]


_A: list[Any] = [
    3.141592653589793,
    1234567,
    9007199254740993,
    "function (x) { return x; }",
    _nested(203, "two deep", 2.5),
    CodeWithScope("function (x) { return x * n; }", _scope(10, "Ada")),
    Binary(4, UUID("00112233-4455-6677-8899-aabbccddeeff").bytes),
    False,
    True,
    "Hello, wire",
    [(bson.INT32, "0", 10), (bson.STRING, "1", "abc"), (bson.DOUBLE, "2", 345.5)],
    bytes.fromhex("5f3e2d1c0b9a8f7e6d5c4b3a"),
    1441062245123,
    None,
    Regex("^a.*z$", "im"),
]

_B: list[Any] = [
    -0.0025,
    -42,
    -5,
    "function () { return 1; }",
    _nested(-203, "also two deep", -2.5),
    CodeWithScope("function () { return n; }", _scope(20, "Grace")),
    Binary(4, UUID("fedcba98-7654-3210-0123-456789abcdef").bytes),
    False,
    True,
    "Żółw, 世界, 🦀",
    [
        (bson.BOOLEAN, "0", True),
        (bson.NULL, "1", None),
        (bson.ARRAY, "2", [(bson.INT32, "0", 1), (bson.INT32, "1", 2)]),
    ],
    bytes.fromhex("0123456789abcdef01234567"),
    -1500,
    None,
    Regex("abc|def", "is"),
]
