"""A document to bytes: the exact bytes that were read, except that array keys become "0", "1", ….

Lengths are written as zeros first and filled in once the contents stand behind them. What the
format cannot hold is refused; nothing is cut, rounded or replaced.

>>> write([(0x04, "a", [(0x0A, "any key", None)])]).hex()
'10000000046100080000000a30000000'
"""

import struct
from collections.abc import Callable
from typing import Any, Final

from wirebench.formats.bson import model
from wirebench.formats.bson.model import (
    BINARY_OLD,
    MAX_DEPTH,
    Binary,
    BsonError,
    CodeWithScope,
    DbPointer,
    Document,
    Regex,
)

_INT32: Final = struct.Struct("<i")
_INT64: Final = struct.Struct("<q")
_UINT64: Final = struct.Struct("<Q")
_DOUBLE: Final = struct.Struct("<d")
_LENGTH_TO_COME: Final = b"\x00\x00\x00\x00"
_MAX_LENGTH: Final = 2**31 - 1

ValueWriter = Callable[[bytearray, Any, int], None]
"""``(output, value, level)``: appends the value."""


def write(document: Document) -> bytes:
    """The bytes of `document`.

    Raises `BsonError`: ``nul-in-cstring`` for a key or regex part with a NUL inside, ``bad-type``
    for a type byte that names no type, ``too-deep`` as the reader does, ``out-of-range`` for any
    value that its type cannot hold.
    """
    output = bytearray()
    _write_document(output, document, 0)
    return bytes(output)


def _write_elements(output: bytearray, elements: Document, level: int, numbered: bool) -> None:
    if level == MAX_DEPTH:
        raise BsonError(
            "too-deep", len(output), f"documents are nested more than {MAX_DEPTH} levels deep"
        )
    start = len(output)
    output += _LENGTH_TO_COME
    for index, (kind, key, value) in enumerate(elements):
        write_value = _VALUE_WRITERS.get(kind)
        if write_value is None:
            raise BsonError("bad-type", len(output), f"0x{kind:02x} names no type")
        output.append(kind)
        _write_cstring(output, str(index) if numbered else key, "key")
        write_value(output, value, level + 1)
    output.append(0)
    _fill_length(output, start, len(output) - start)


def _write_document(output: bytearray, document: Document, level: int) -> None:
    _write_elements(output, document, level, numbered=False)


def _write_array(output: bytearray, array: Document, level: int) -> None:
    _write_elements(output, array, level, numbered=True)


def _fill_length(output: bytearray, position: int, length: int) -> None:
    if length > _MAX_LENGTH:
        raise BsonError(
            "out-of-range", position, f"a length of {length} bytes, the most is {_MAX_LENGTH}"
        )
    _INT32.pack_into(output, position, length)


def _utf8(output: bytearray, text: str, what: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BsonError(
            "out-of-range", len(output), f"{what} holds a lone surrogate: {error.reason}"
        ) from None


def _write_cstring(output: bytearray, text: str, what: str) -> None:
    encoded = _utf8(output, text, f"a {what}")
    if 0 in encoded:
        raise BsonError(
            "nul-in-cstring", len(output), f"a {what} ends at its first NUL and cannot hold one"
        )
    output += encoded
    output.append(0)


def _write_string(output: bytearray, text: str, level: int) -> None:
    start = len(output)
    output += _LENGTH_TO_COME
    output += _utf8(output, text, "a string")
    output.append(0)
    _fill_length(output, start, len(output) - start - 4)


def _write_binary(output: bytearray, binary: Binary, level: int) -> None:
    if not 0 <= binary.subtype <= 255:
        raise BsonError("out-of-range", len(output), f"a subtype of {binary.subtype}")
    old = binary.subtype == BINARY_OLD
    start = len(output)
    output += _LENGTH_TO_COME
    output.append(binary.subtype)
    _fill_length(output, start, len(binary.data) + (4 if old else 0))
    if old:
        output += _INT32.pack(len(binary.data))
    output += binary.data


def _write_boolean(output: bytearray, value: bool, level: int) -> None:
    output.append(1 if value else 0)


def _write_nothing(output: bytearray, value: None, level: int) -> None:
    pass


def _write_regex(output: bytearray, regex: Regex, level: int) -> None:
    _write_cstring(output, regex.pattern, "regex pattern")
    _write_cstring(output, regex.options, "regex's options")


def _write_dbpointer(output: bytearray, pointer: DbPointer, level: int) -> None:
    _write_string(output, pointer.namespace, level)
    _write_octets(output, pointer.id, 12)


def _write_code_with_scope(output: bytearray, value: CodeWithScope, level: int) -> None:
    start = len(output)
    output += _LENGTH_TO_COME
    _write_string(output, value.code, level)
    _write_document(output, value.scope, level)
    _fill_length(output, start, len(output) - start)


def _write_octets(output: bytearray, value: bytes, width: int) -> None:
    if len(value) != width:
        raise BsonError("out-of-range", len(output), f"{len(value)} bytes, where {width} belong")
    output += value


def _fixed(format_: struct.Struct, name: str) -> ValueWriter:
    """A writer for a number of fixed width."""

    def write_number(output: bytearray, value: Any, level: int) -> None:
        try:
            output.extend(format_.pack(value))
        except struct.error:
            raise BsonError("out-of-range", len(output), f"{name} cannot hold {value!r}") from None

    return write_number


def _octets(width: int) -> ValueWriter:
    """A writer for bytes of fixed width."""

    def write_octets(output: bytearray, value: bytes, level: int) -> None:
        _write_octets(output, value, width)

    return write_octets


_VALUE_WRITERS: Final[dict[int, ValueWriter]] = {
    model.DOUBLE: _fixed(_DOUBLE, "a double"),
    model.STRING: _write_string,
    model.DOCUMENT: _write_document,
    model.ARRAY: _write_array,
    model.BINARY: _write_binary,
    model.UNDEFINED: _write_nothing,
    model.OBJECTID: _octets(12),
    model.BOOLEAN: _write_boolean,
    model.DATETIME: _fixed(_INT64, "a datetime"),
    model.NULL: _write_nothing,
    model.REGEX: _write_regex,
    model.DBPOINTER: _write_dbpointer,
    model.JAVASCRIPT: _write_string,
    model.SYMBOL: _write_string,
    model.JAVASCRIPT_WITH_SCOPE: _write_code_with_scope,
    model.INT32: _fixed(_INT32, "an int32"),
    model.TIMESTAMP: _fixed(_UINT64, "a timestamp"),
    model.INT64: _fixed(_INT64, "an int64"),
    model.DECIMAL128: _octets(16),
    model.MINKEY: _write_nothing,
    model.MAXKEY: _write_nothing,
}
