"""BSON documents as plain Python data, for the limits: what any serialiser of the language takes.

Strings, numbers, booleans, None, dicts and lists stay what they are. What only BSON has becomes the
nearest plain value: a datetime its milliseconds, a timestamp its 64 bits, an ObjectId or binary its
hex, a regex or decimal its text. So a limit has about as many values of as many bytes to build, of
the simplest types. pymongo does the reading, untimed.
"""

from collections.abc import Callable
from types import NoneType
from typing import Any, Final

from bson import decode
from bson.binary import Binary
from bson.code import Code
from bson.codec_options import CodecOptions, DatetimeConversion
from bson.datetime_ms import DatetimeMS
from bson.dbref import DBRef
from bson.decimal128 import Decimal128
from bson.int64 import Int64
from bson.max_key import MaxKey
from bson.min_key import MinKey
from bson.objectid import ObjectId
from bson.regex import Regex
from bson.timestamp import Timestamp

_OPTIONS: CodecOptions[dict[str, Any]] = CodecOptions(
    datetime_conversion=DatetimeConversion.DATETIME_MS
)


def plain_document(document: bytes) -> dict[str, Any]:
    """The document as plain data."""
    return _dict(decode(document, _OPTIONS))


def plain(value: Any) -> Any:
    """One value as plain data. KeyError for a type that pymongo does not decode to."""
    return _PLAIN[type(value)](value)


def _same(value: Any) -> Any:
    return value


def _dict(value: dict[str, Any]) -> dict[str, Any]:
    return {key: plain(item) for key, item in value.items()}


def _code(value: Code) -> str | dict[str, Any]:
    text = str(value)
    return text if value.scope is None else {"code": text, "scope": plain(value.scope)}


_PLAIN: Final[dict[type, Callable[[Any], Any]]] = {
    NoneType: _same,
    bool: _same,
    int: _same,
    float: _same,
    str: _same,
    dict: _dict,
    list: lambda value: [plain(item) for item in value],
    bytes: bytes.hex,
    Binary: bytes.hex,
    Code: _code,
    DBRef: lambda value: plain(dict(value.as_doc())),
    DatetimeMS: int,
    Decimal128: str,
    Int64: int,
    MaxKey: lambda _: "MaxKey",
    MinKey: lambda _: "MinKey",
    ObjectId: str,
    Regex: lambda value: f"/{value.pattern}/{value.flags}",
    Timestamp: lambda value: value.time << 32 | value.inc,
}
