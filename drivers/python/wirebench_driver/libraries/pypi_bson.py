"""`bson`: the package of that name on PyPI, in pure Python.

It installs the same package name as pymongo's, so it lives in an environment of its own. It knows
the types that JSON has, binary, UUID and datetime, and reads ObjectIds as their hex. Elements of
other types it misreads, so it cannot hold ``bson/doc32`` and has no `cycle`.
"""

import importlib.metadata
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from wirebench_driver.adapter import Adapter


class PypiBson(Adapter):
    """Decodes to dict, list, str, int, float, bool, None, bytes, UUID and datetime."""

    name = "bson"
    checks = "partial"

    def __init__(self) -> None:
        try:
            # What pymongo's package of the same name does not have.
            codec = import_module("bson.codec")
        except ModuleNotFoundError:
            raise ImportError(
                "the bson of PyPI is not here; is this pymongo's environment?"
            ) from None
        self.version = importlib.metadata.version("bson")
        self.path = codec.__file__
        library: Any = import_module("bson")
        self._loads = library.loads
        self._dumps = library.dumps

    def decode(self, document: bytes) -> dict[str, Any]:
        value: dict[str, Any] = self._loads(document)
        return value

    def encode(self, value: dict[str, Any]) -> bytes:
        data: bytes = self._dumps(value)
        return data

    def decode_pass(self, documents: Sequence[bytes]) -> int:
        loads = self._loads
        for document in documents:
            loads(document)
        return len(documents)

    def encode_pass(self, values: Sequence[dict[str, Any]]) -> int:
        dumps = self._dumps
        produced = 0
        for value in values:
            produced += len(dumps(value))
        return produced


ADAPTER = PypiBson
