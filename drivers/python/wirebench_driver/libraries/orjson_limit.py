"""`orjson`: the fastest JSON there is for Python, the best known way from bytes to its objects.

It reads equivalent data (`wirebench_driver.plain`) as JSON, checked in full. JSON has no infinities
and no NaN: they become null.
"""

import sys
from collections.abc import Sequence
from typing import Any

import orjson

from wirebench_driver.adapter import Limit
from wirebench_driver.plain import plain_document


class Orjson(Limit):
    """Decodes to dict and what else plain data is made of."""

    name = "orjson"

    def __init__(self) -> None:
        self.version = orjson.__version__
        self.path = sys.modules["orjson.orjson"].__file__

    def input(self, document: bytes) -> bytes:
        return orjson.dumps(plain_document(document))

    def decode(self, document: bytes) -> dict[str, Any]:
        value: dict[str, Any] = orjson.loads(document)
        return value

    def encode(self, value: dict[str, Any]) -> bytes:
        return orjson.dumps(value)

    def decode_pass(self, documents: Sequence[bytes]) -> int:
        loads = orjson.loads
        for document in documents:
            loads(document)
        return len(documents)

    def encode_pass(self, values: Sequence[dict[str, Any]]) -> int:
        dumps = orjson.dumps
        produced = 0
        for value in values:
            produced += len(dumps(value))
        return produced


ADAPTER = Orjson
