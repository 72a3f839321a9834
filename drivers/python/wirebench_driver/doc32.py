"""The document of ``bson/doc32``, built with the constructors of whatever library it is for.

Field by field as in ``docs/corpora.md``. It stands here once, so that every library builds the same
one in the same way: a plain dict, and the library's own types where Python has none.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

NAMES: Final = (
    "double",
    "int32",
    "int64",
    "javascript",
    "document",
    "javascript_scope",
    "uuid",
    "false",
    "true",
    "string",
    "array",
    "objectid",
    "datetime",
    "null",
    "regex",
)
KEYS: Final = [prefix + name for prefix in ("a_", "b_") for name in NAMES]

UUIDS: Final = (
    bytes.fromhex("00112233445566778899aabbccddeeff"),
    bytes.fromhex("fedcba98765432100123456789abcdef"),
)
OBJECT_IDS: Final = (
    bytes.fromhex("5f3e2d1c0b9a8f7e6d5c4b3a"),
    bytes.fromhex("0123456789abcdef01234567"),
)


class Constructors(NamedTuple):
    """How a library makes the values that Python has no literal for."""

    int64: Callable[[int], Any]
    javascript: Callable[[str], Any]
    javascript_with_scope: Callable[[str, dict[str, Any]], Any]
    uuid: Callable[[bytes], Any]
    object_id: Callable[[bytes], Any]
    milliseconds: Callable[[int], Any]
    """A datetime, from milliseconds since 1970."""
    regex: Callable[[str, str], Any]


def builder(constructors: Constructors) -> Callable[[], dict[str, Any]]:
    """A function that builds the document anew at every call."""
    int64, code, scoped, uuid, object_id, milliseconds, regex = constructors
    a_uuid, b_uuid = UUIDS
    a_object_id, b_object_id = OBJECT_IDS

    def build() -> dict[str, Any]:
        return {
            "a_double": 3.141592653589793,
            "a_int32": 1234567,
            "a_int64": int64(9007199254740993),
            "a_javascript": code("function (x) { return x; }"),
            "a_document": {"a": 203, "nested": {"b": "two deep", "c": 2.5}},
            "a_javascript_scope": scoped("function (x) { return x * n; }", {"n": 10, "who": "Ada"}),
            "a_uuid": uuid(a_uuid),
            "a_false": False,
            "a_true": True,
            "a_string": "Hello, wire",
            "a_array": [10, "abc", 345.5],
            "a_objectid": object_id(a_object_id),
            "a_datetime": milliseconds(1441062245123),
            "a_null": None,
            "a_regex": regex("^a.*z$", "im"),
            "b_double": -0.0025,
            "b_int32": -42,
            "b_int64": int64(-5),
            "b_javascript": code("function () { return 1; }"),
            "b_document": {"a": -203, "nested": {"b": "also two deep", "c": -2.5}},
            "b_javascript_scope": scoped("function () { return n; }", {"n": 20, "who": "Grace"}),
            "b_uuid": uuid(b_uuid),
            "b_false": False,
            "b_true": True,
            "b_string": "Żółw, 世界, 🦀",
            "b_array": [True, None, [1, 2]],
            "b_objectid": object_id(b_object_id),
            "b_datetime": milliseconds(-1500),
            "b_null": None,
            "b_regex": regex("abc|def", "is"),
        }

    return build


def is_doc32(documents: Sequence[bytes]) -> bool:
    """Whether this corpus is the one that `builder` builds.

    One document of just these keys, each behind a type byte and before a NUL, in order. That the
    values are built right is for the bench to find out.
    """
    if len(documents) != 1:
        return False
    document = documents[0]
    at = 0
    for key in KEYS:
        at = document.find(key.encode() + b"\x00", at)
        if at < 0:
            return False
    return True
