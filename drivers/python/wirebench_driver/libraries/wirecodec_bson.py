"""`wirecodec`: ours. The module ``wirecodec.bson`` with its defaults, but for duplicate keys.

Those it refuses unless told otherwise, where every other library of the table keeps the last value.
Real files have them, so here it is told otherwise: all are asked for the same work.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import wirecodec
from wirecodec import bson

from wirebench_driver import doc32
from wirebench_driver.adapter import Adapter, Rejection

UUID_SUBTYPE = 4


class Wirecodec(Adapter):
    """Decodes to dict; ObjectId, code and so on to wirecodec's own types, UUIDs to Python's."""

    name = "wirecodec"

    def __init__(self) -> None:
        self.version = wirecodec.__version__
        self.path = sys.modules["wirecodec._native"].__file__
        self.doc32 = doc32.builder(
            doc32.Constructors(
                int64=bson.Int64,
                javascript=bson.Code,
                javascript_with_scope=bson.Code,
                uuid=lambda data: bson.Binary(data, UUID_SUBTYPE),
                object_id=bson.ObjectId,
                milliseconds=bson.DateTimeMS,
                regex=bson.Regex,
            )
        )

    def decode(self, document: bytes) -> dict[str, Any]:
        return bson.loads(document, duplicates="last")

    def encode(self, value: dict[str, Any]) -> bytes:
        return bson.dumps(value)

    def decode_pass(self, documents: Sequence[bytes]) -> int:
        loads = bson.loads
        for document in documents:
            loads(document, duplicates="last")
        return len(documents)

    def encode_pass(self, values: Sequence[dict[str, Any]]) -> int:
        dumps = bson.dumps
        produced = 0
        for value in values:
            produced += len(dumps(value))
        return produced

    def cycle_pass(self, build: Callable[[], dict[str, Any]]) -> int:
        data = bson.dumps(build())
        bson.loads(data, duplicates="last")
        return len(data) + 1

    def rejection(self, error: Exception) -> Rejection:
        if isinstance(error, bson.BsonError):
            return Rejection(error.kind, error.offset, str(error))
        return super().rejection(error)


ADAPTER = Wirecodec
