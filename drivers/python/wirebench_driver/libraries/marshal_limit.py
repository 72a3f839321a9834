"""`marshal`: the interpreter's own serialiser, the least that building Python objects costs.

It reads equivalent data (`wirebench_driver.plain`) in its own format, which it does not check.
"""

import marshal
import platform
from collections.abc import Sequence
from typing import Any

from wirebench_driver.adapter import Limit
from wirebench_driver.plain import plain_document


class Marshal(Limit):
    """Decodes to dict and what else plain data is made of."""

    name = "marshal"
    checks = "partial"
    path = None

    def __init__(self) -> None:
        self.version = platform.python_version()

    def input(self, document: bytes) -> bytes:
        return marshal.dumps(plain_document(document))

    def decode(self, document: bytes) -> dict[str, Any]:
        value: dict[str, Any] = marshal.loads(document)
        return value

    def encode(self, value: dict[str, Any]) -> bytes:
        return marshal.dumps(value)

    def decode_pass(self, documents: Sequence[bytes]) -> int:
        loads = marshal.loads
        for document in documents:
            loads(document)
        return len(documents)

    def encode_pass(self, values: Sequence[dict[str, Any]]) -> int:
        dumps = marshal.dumps
        produced = 0
        for value in values:
            produced += len(dumps(value))
        return produced


ADAPTER = Marshal
