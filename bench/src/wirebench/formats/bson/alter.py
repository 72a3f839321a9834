"""Another document of the same shape: for the question whether a codec reads what it is given.

A codec under test that answers from memory, or does not decode at all, gives the same answer to two
different inputs. `altered` makes the second input: the first leaf whose value can change without
changing type or length is changed, so that typed records take it too.
"""

from __future__ import annotations

from typing import Any

from wirebench.formats.bson import model as bson
from wirebench.formats.bson.model import Document
from wirebench.formats.bson.reader import read
from wirebench.formats.bson.writer import write


def altered(document: bytes) -> bytes | None:
    """The same document with one value changed; None if it holds none that can be."""
    elements = read(document)
    return write(elements) if _alter(elements) else None


def _alter(elements: Document) -> bool:
    for index, (kind, key, value) in enumerate(elements):
        if kind in (bson.DOCUMENT, bson.ARRAY):
            if _alter(value):
                return True
            continue
        changed = _changed(kind, value)
        if changed is not None:
            elements[index] = (kind, key, changed)
            return True
    return False


def _changed(kind: int, value: Any) -> Any:
    if kind == bson.STRING and value and value.isascii():
        return ("B" if value[0] == "A" else "A") + value[1:]
    if kind in (bson.INT32, bson.INT64, bson.DATETIME):
        # The lowest bit: stays within the width that it has, and within any calendar.
        return value ^ 1
    if kind == bson.DOUBLE and abs(value) < 1e300:
        return value + 1.0 if value + 1.0 != value else value / 2
    if kind == bson.BOOLEAN:
        return not value
    if kind == bson.OBJECTID:
        return bytes([value[0] ^ 1]) + value[1:]
    return None
