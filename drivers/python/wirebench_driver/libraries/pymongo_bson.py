"""`pymongo`: the package ``bson`` that comes with pymongo, with its extension in C.

``bson.decode`` and ``bson.encode`` are the calls its documentation gives for single documents. The
codec options are the defaults but for one: a datetime that Python's own type cannot hold comes as
pymongo's `DatetimeMS` instead of an exception. The rest of the defaults already keep every value
apart from its neighbours; a UUID stays a `Binary` of subtype 4, whatever its length.
"""

import importlib.metadata
from collections.abc import Callable, Sequence
from typing import Any

import bson
from bson.binary import UUID_SUBTYPE, Binary
from bson.code import Code
from bson.codec_options import CodecOptions, DatetimeConversion
from bson.datetime_ms import DatetimeMS
from bson.int64 import Int64
from bson.objectid import ObjectId
from bson.regex import Regex

from wirebench_driver import doc32
from wirebench_driver.adapter import Adapter

OPTIONS: CodecOptions[dict[str, Any]] = CodecOptions(
    datetime_conversion=DatetimeConversion.DATETIME_AUTO
)


class Pymongo(Adapter):
    """Decodes to dict; int64, ObjectId, code and so on to pymongo's own types."""

    name = "pymongo"

    def __init__(self) -> None:
        if not bson.has_c():
            raise ImportError(
                "pymongo is here without its C extension, which is what is to be timed"
            )
        from bson import _cbson  # type: ignore[attr-defined]  # noqa: PLC0415

        self.version = importlib.metadata.version("pymongo")
        self.path = _cbson.__file__
        self.doc32 = doc32.builder(
            doc32.Constructors(
                int64=Int64,
                javascript=Code,
                javascript_with_scope=Code,
                uuid=lambda data: Binary(data, UUID_SUBTYPE),
                object_id=ObjectId,
                milliseconds=DatetimeMS,
                regex=Regex,
            )
        )

    def decode(self, document: bytes) -> dict[str, Any]:
        return bson.decode(document, OPTIONS)

    def encode(self, value: dict[str, Any]) -> bytes:
        return bson.encode(value, False, OPTIONS)

    def decode_pass(self, documents: Sequence[bytes]) -> int:
        decode, options = bson.decode, OPTIONS
        for document in documents:
            decode(document, options)
        return len(documents)

    def encode_pass(self, values: Sequence[dict[str, Any]]) -> int:
        encode, options = bson.encode, OPTIONS
        produced = 0
        for value in values:
            produced += len(encode(value, False, options))
        return produced

    def cycle_pass(self, build: Callable[[], dict[str, Any]]) -> int:
        data = bson.encode(build(), False, OPTIONS)
        bson.decode(data, OPTIONS)
        return len(data) + 1


ADAPTER = Pymongo
