"""Canonical Extended JSON, version 2: a document as JSON that keeps every type.

Numbers are strings under a word that names their type, so that no JSON reader can round them:
``{"a": 1}`` with an int64 is ``{"a": {"$numberLong": "1"}}``. A double is written with the fewest
digits that read back as the same double; its readers compare numbers, not spellings.

JSON cannot express every document: see `extended_json_is_exact`. Source: the Extended JSON
specification of MongoDB's drivers.

>>> to_extended_json([(0x12, "a", 1), (0x09, "b", 0)])
{'a': {'$numberLong': '1'}, 'b': {'$date': {'$numberLong': '0'}}}
"""

import base64
import math
from collections.abc import Callable
from typing import Any, Final

from wirebench.formats.bson import decimal128, model
from wirebench.formats.bson.model import (
    Binary,
    CodeWithScope,
    DbPointer,
    Document,
    Regex,
)
from wirebench.formats.bson.writer import write


def to_extended_json(document: Document) -> dict[str, Any]:
    """`document` as values that `json.dumps` takes. Of duplicate keys the last one remains."""
    result: dict[str, Any] = {}
    for kind, key, value in document:
        result[key] = _TO_JSON[kind](value)
    return result


def from_extended_json(value: dict[str, Any]) -> Document:
    """The document that canonical Extended JSON describes; `ValueError` for anything else."""
    document: Document = []
    for key, item in value.items():
        kind, read_value = _from_json(item)
        document.append((kind, key, read_value))
    return document


def extended_json_is_exact(document: Document) -> bool:
    """Whether Extended JSON says all that `document` says.

    It does not where there are duplicate keys, keys that look like its own words (``$oid``), NaNs
    and decimals that have several encodings and not the usual one, or regex options that are not
    sorted (the canonical form wants them so).
    """
    if _has_unsorted_options(document):
        return False
    try:
        return write(from_extended_json(to_extended_json(document))) == write(document)
    except ValueError:
        return False


def _has_unsorted_options(document: Document) -> bool:
    for kind, _, value in document:
        if kind == model.REGEX and list(value.options) != sorted(value.options):
            return True
        if kind in (model.DOCUMENT, model.ARRAY) and _has_unsorted_options(value):
            return True
        if kind == model.JAVASCRIPT_WITH_SCOPE and _has_unsorted_options(value.scope):
            return True
    return False


def _same(value: Any) -> Any:
    return value


def _array_to_json(array: Document) -> list[Any]:
    result = []
    for kind, _, value in array:
        result.append(_TO_JSON[kind](value))
    return result


def _double_to_json(value: float) -> dict[str, str]:
    if math.isnan(value):
        text = "NaN"
    elif math.isinf(value):
        text = "Infinity" if value > 0 else "-Infinity"
    else:
        text = repr(value)
    return {"$numberDouble": text}


def _binary_to_json(value: Binary) -> dict[str, Any]:
    text = base64.b64encode(value.data).decode("ascii")
    return {"$binary": {"base64": text, "subType": f"{value.subtype:02x}"}}


def _dbpointer_to_json(value: DbPointer) -> dict[str, Any]:
    return {"$dbPointer": {"$ref": value.namespace, "$id": {"$oid": value.id.hex()}}}


def _code_with_scope_to_json(value: CodeWithScope) -> dict[str, Any]:
    return {"$code": value.code, "$scope": to_extended_json(value.scope)}


_TO_JSON: Final[dict[int, Callable[[Any], Any]]] = {
    model.DOUBLE: _double_to_json,
    model.STRING: _same,
    model.DOCUMENT: to_extended_json,
    model.ARRAY: _array_to_json,
    model.BINARY: _binary_to_json,
    model.UNDEFINED: lambda value: {"$undefined": True},
    model.OBJECTID: lambda value: {"$oid": value.hex()},
    model.BOOLEAN: _same,
    model.DATETIME: lambda value: {"$date": {"$numberLong": str(value)}},
    model.NULL: _same,
    model.REGEX: lambda value: {
        "$regularExpression": {"pattern": value.pattern, "options": value.options}
    },
    model.DBPOINTER: _dbpointer_to_json,
    model.JAVASCRIPT: lambda value: {"$code": value},
    model.SYMBOL: lambda value: {"$symbol": value},
    model.JAVASCRIPT_WITH_SCOPE: _code_with_scope_to_json,
    model.INT32: lambda value: {"$numberInt": str(value)},
    model.TIMESTAMP: lambda value: {"$timestamp": {"t": value >> 32, "i": value & 0xFFFFFFFF}},
    model.INT64: lambda value: {"$numberLong": str(value)},
    model.DECIMAL128: lambda value: {"$numberDecimal": decimal128.to_string(value)},
    model.MINKEY: lambda value: {"$minKey": 1},
    model.MAXKEY: lambda value: {"$maxKey": 1},
}


def _from_json(item: Any) -> tuple[int, Any]:
    """The type byte and value that one JSON value stands for."""
    if item is None:
        return model.NULL, None
    if isinstance(item, bool):
        return model.BOOLEAN, item
    if isinstance(item, str):
        return model.STRING, item
    if isinstance(item, list):
        return model.ARRAY, _array_from_json(item)
    if not isinstance(item, dict):
        raise ValueError(f"not canonical Extended JSON: {item!r}")
    if _WORDS.isdisjoint(item):
        return model.DOCUMENT, from_extended_json(item)
    try:
        kind, read_value = _FROM_JSON[frozenset(item)]
        return kind, read_value(item)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not canonical Extended JSON: {item!r}") from error


def _array_from_json(items: list[Any]) -> Document:
    array: Document = []
    for index, item in enumerate(items):
        kind, value = _from_json(item)
        array.append((kind, str(index), value))
    return array


def _binary_from_json(item: dict[str, Any]) -> Binary:
    inner = item["$binary"]
    return Binary(int(inner["subType"], 16), base64.b64decode(inner["base64"], validate=True))


def _dbpointer_from_json(item: dict[str, Any]) -> DbPointer:
    inner = item["$dbPointer"]
    return DbPointer(inner["$ref"], bytes.fromhex(inner["$id"]["$oid"]))


def _regex_from_json(item: dict[str, Any]) -> Regex:
    inner = item["$regularExpression"]
    return Regex(inner["pattern"], inner["options"])


def _timestamp_from_json(item: dict[str, Any]) -> int:
    inner = item["$timestamp"]
    return int(inner["t"]) << 32 | int(inner["i"])


def _code_with_scope_from_json(item: dict[str, Any]) -> CodeWithScope:
    return CodeWithScope(item["$code"], from_extended_json(item["$scope"]))


_FROM_JSON: Final[dict[frozenset[str], tuple[int, Callable[[dict[str, Any]], Any]]]] = {
    frozenset({"$numberDouble"}): (model.DOUBLE, lambda item: float(item["$numberDouble"])),
    frozenset({"$binary"}): (model.BINARY, _binary_from_json),
    frozenset({"$undefined"}): (model.UNDEFINED, lambda item: None),
    frozenset({"$oid"}): (model.OBJECTID, lambda item: bytes.fromhex(item["$oid"])),
    frozenset({"$date"}): (model.DATETIME, lambda item: int(item["$date"]["$numberLong"])),
    frozenset({"$regularExpression"}): (model.REGEX, _regex_from_json),
    frozenset({"$dbPointer"}): (model.DBPOINTER, _dbpointer_from_json),
    frozenset({"$code"}): (model.JAVASCRIPT, lambda item: item["$code"]),
    frozenset({"$symbol"}): (model.SYMBOL, lambda item: item["$symbol"]),
    frozenset({"$code", "$scope"}): (model.JAVASCRIPT_WITH_SCOPE, _code_with_scope_from_json),
    frozenset({"$numberInt"}): (model.INT32, lambda item: int(item["$numberInt"])),
    frozenset({"$timestamp"}): (model.TIMESTAMP, _timestamp_from_json),
    frozenset({"$numberLong"}): (model.INT64, lambda item: int(item["$numberLong"])),
    frozenset({"$numberDecimal"}): (
        model.DECIMAL128,
        lambda item: decimal128.from_string(item["$numberDecimal"]),
    ),
    frozenset({"$minKey"}): (model.MINKEY, lambda item: None),
    frozenset({"$maxKey"}): (model.MAXKEY, lambda item: None),
}

# The words of canonical Extended JSON, and those of older versions that its readers still know.
_WORDS: Final = frozenset().union(*_FROM_JSON) | {"$type", "$regex", "$options", "$uuid"}
