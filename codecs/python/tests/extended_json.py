"""Canonical Extended JSON (v2) as the values that `wirecodec.bson` uses."""

from __future__ import annotations

import base64
import math
import struct
import uuid
from datetime import datetime, timedelta, timezone
from typing import Any, Callable

from wirecodec import bson

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def to_python(value: Any) -> Any:
    if isinstance(value, list):
        return [to_python(item) for item in value]
    if not isinstance(value, dict):
        return value
    names = tuple(value)
    if names and names[0] in ONE_NAME and len(names) == 1:
        return ONE_NAME[names[0]](value[names[0]])
    if names == ("$code", "$scope"):
        return bson.Code(value["$code"], to_python(value["$scope"]))
    return {key: to_python(item) for key, item in value.items()}


def _binary(value: dict[str, str]) -> Any:
    data, subtype = base64.b64decode(value["base64"]), int(value["subType"], 16)
    if subtype == 0:
        return data
    if subtype == 4 and len(data) == 16:
        return uuid.UUID(bytes=data)
    return bson.Binary(data, subtype)


def _int64(text: str) -> int:
    number = int(text)
    return bson.Int64(number) if -(2**31) <= number < 2**31 else number


def _datetime(value: dict[str, str]) -> Any:
    milliseconds = int(value["$numberLong"])
    try:
        return EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return bson.DateTimeMS(milliseconds)


ONE_NAME: dict[str, Callable[[Any], Any]] = {
    "$numberDouble": float,
    "$numberInt": int,
    "$numberLong": _int64,
    "$numberDecimal": bson.Decimal128,
    "$binary": _binary,
    "$uuid": uuid.UUID,
    "$oid": bson.ObjectId,
    "$date": _datetime,
    "$undefined": lambda _: bson.Undefined,
    "$minKey": lambda _: bson.MinKey,
    "$maxKey": lambda _: bson.MaxKey,
    "$code": bson.Code,
    "$symbol": bson.Symbol,
    "$timestamp": lambda value: bson.Timestamp(value["t"], value["i"]),
    "$regularExpression": lambda value: bson.Regex(value["pattern"], value["options"]),
    "$dbPointer": lambda value: bson.DBPointer(value["$ref"], bson.ObjectId(value["$id"]["$oid"])),
}


def same(left: Any, right: Any) -> bool:
    """Whether two values are of the same types throughout, and equal; NaN equals NaN."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, bson.Code):
        return left.code == right.code and same(left.scope, right.scope)
    if isinstance(left, float):
        if math.isnan(left):
            return math.isnan(right)
        return struct.pack("<d", left) == struct.pack("<d", right)
    return bool(left == right)
