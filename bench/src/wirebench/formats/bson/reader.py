r"""Bytes to a document: every check that the format allows, made in one fixed order.

The order is reading order. A container's length is checked before its contents, its terminator
straight after its length; a type byte before its key, a key before its value. So of several
mistakes one is always first, and every strict codec names the same kind and the same offset.

Positions are indices into the input. ``last`` is everywhere the index of the 0x00 that ends the
document being read: no item inside may reach it.

>>> read(bytes.fromhex("0c0000001061000100000000"))
[(16, 'a', 1)]
>>> read(bytes.fromhex("09000000086100") + b"\x02\x00")
Traceback (most recent call last):
    ...
wirebench.formats.bson.model.BsonError: bad-bool at byte 7: a boolean is 0 or 1, not 2
"""

from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from wirebench.formats.bson import model
from wirebench.formats.bson.model import (
    BINARY_OLD,
    MAX_DEPTH,
    MIN_DOCUMENT,
    Binary,
    BsonError,
    CodeWithScope,
    DbPointer,
    Document,
    Regex,
)

_INT32: Final = Struct("<i")
_INT64: Final = Struct("<q")
_UINT64: Final = Struct("<Q")
_DOUBLE: Final = Struct("<d")

ValueReader = Callable[[bytes, int, int, int], tuple[Any, int]]
"""``(data, position, last, level)`` to the value and the position behind it."""


def read(data: bytes, offset: int = 0) -> Document:
    """The one document that begins at `offset` and ends with the input.

    Offsets in errors count from the document's first byte. Raises `BsonError`, and nothing else,
    whatever the bytes.
    """
    if offset:
        data = data[offset:]
    end = frame(data, 0)
    document = _elements(data, 4, end - 1, 1)
    if end != len(data):
        raise BsonError(
            "trailing-bytes", end, f"{len(data) - end} bytes follow the document of {end} bytes"
        )
    return document


def frame(data: bytes, start: int) -> int:
    """The end of the outermost document that begins at `start`: its length and terminator hold."""
    room = len(data) - start
    if room < 4:
        raise BsonError("truncated", start, f"a document's length is 4 bytes, {room} are left")
    length: int = _INT32.unpack_from(data, start)[0]
    if length < MIN_DOCUMENT:
        raise BsonError("bad-length", start, f"a document has 5 bytes or more, not {length}")
    if length > room:
        raise BsonError("truncated", start, f"the document says {length} bytes, {room} are left")
    _check_document_terminator(data, start + length - 1)
    return start + length


def _elements(data: bytes, position: int, last: int, level: int) -> Document:
    """The elements from `position` up to the terminator at `last`."""
    elements: Document = []
    while position < last:
        kind = data[position]
        read_value = _VALUE_READERS.get(kind)
        if read_value is None:
            if kind == 0:
                raise BsonError(
                    "trailing-bytes",
                    position + 1,
                    f"the document ends here, {last - position} bytes before its length says so",
                )
            raise BsonError("bad-type", position, f"0x{kind:02x} names no type")
        key, position = _cstring(data, position + 1, last, "key")
        value, position = read_value(data, position, last, level)
        elements.append((kind, key, value))
    return elements


def _document(data: bytes, position: int, last: int, level: int) -> tuple[Document, int]:
    """A document or an array inside another."""
    end = _nested_end(data, position, last, level)
    _check_document_terminator(data, end - 1)
    return _elements(data, position + 4, end - 1, level + 1), end


def _nested_end(data: bytes, position: int, last: int, level: int) -> int:
    """Where the document at `position`, inside one of `level`, says that it ends."""
    if level == MAX_DEPTH:
        raise BsonError(
            "too-deep", position, f"documents are nested more than {MAX_DEPTH} levels deep"
        )
    length = _int32(data, position, last, "a document's length")
    if length < MIN_DOCUMENT:
        raise BsonError("bad-length", position, f"a document has 5 bytes or more, not {length}")
    if length > last - position:
        raise BsonError(
            "bad-length", position, f"{length} bytes, where its container has {last - position}"
        )
    return position + length


def _check_document_terminator(data: bytes, position: int) -> None:
    if data[position] != 0:
        raise BsonError(
            "missing-terminator",
            position,
            f"a document ends with 0x00, not with 0x{data[position]:02x}",
        )


def _check_room(position: int, last: int, width: int, what: str) -> None:
    """An item of fixed width fits before its document's terminator."""
    if last - position < width:
        raise BsonError("truncated", position, f"{what}: {width} bytes, {last - position} are left")


def _int32(data: bytes, position: int, last: int, what: str) -> int:
    _check_room(position, last, 4, what)
    value: int = _INT32.unpack_from(data, position)[0]
    return value


def _text(data: bytes, start: int, end: int, what: str) -> str:
    try:
        return data[start:end].decode("utf-8")
    except UnicodeDecodeError as error:
        raise BsonError(
            "bad-utf8", start + error.start, f"{what} is not UTF-8: {error.reason}"
        ) from None


def _cstring(data: bytes, start: int, last: int, what: str) -> tuple[str, int]:
    """Text up to a 0x00, which must come before the document's own."""
    end = data.find(0, start, last)
    if end < 0:
        raise BsonError(
            "missing-terminator", start, f"a {what} runs to its document's end without a 0x00"
        )
    return _text(data, start, end, f"a {what}"), end + 1


def _string(data: bytes, position: int, last: int, level: int) -> tuple[str, int]:
    """Text behind a length that counts the text and its 0x00."""
    length = _int32(data, position, last, "a string's length")
    if length < 1:
        raise BsonError(
            "bad-length", position, f"a string has 1 byte or more, its 0x00, not {length}"
        )
    start = position + 4
    end = start + length
    if end > last:
        raise BsonError(
            "bad-length", position, f"a string of {length} bytes, {last - start} are left"
        )
    if data[end - 1] != 0:
        raise BsonError(
            "missing-terminator",
            end - 1,
            f"a string ends with 0x00, not with 0x{data[end - 1]:02x}",
        )
    return _text(data, start, end - 1, "a string"), end


def _binary(data: bytes, position: int, last: int, level: int) -> tuple[Binary, int]:
    """A length, a subtype byte, and that many bytes; subtype 2 has its length twice."""
    length = _int32(data, position, last, "a binary's length")
    if length < 0:
        raise BsonError("bad-length", position, f"a binary has no {length} bytes")
    _check_room(position + 4, last, 1, "a binary's subtype")
    subtype = data[position + 4]
    start = position + 5
    end = start + length
    if end > last:
        raise BsonError(
            "bad-length", position, f"a binary of {length} bytes, {last - start} are left"
        )
    if subtype == BINARY_OLD:
        start = _old_binary_start(data, position, start, end)
    return Binary(subtype, data[start:end]), end


def _old_binary_start(data: bytes, position: int, start: int, end: int) -> int:
    """Where the data of a subtype 2 binary begins: behind an inner length that must agree."""
    length = end - start
    if length < 4:
        raise BsonError(
            "bad-length", position, f"a binary of subtype 2 has 4 bytes or more, not {length}"
        )
    inner: int = _INT32.unpack_from(data, start)[0]
    if inner < 0 or inner > length - 4:
        raise BsonError(
            "bad-length", start, f"an inner length of {inner}, where {length - 4} bytes are left"
        )
    if inner != length - 4:
        raise BsonError(
            "bad-length", position, f"a length of {length}, where {inner} + 4 are inside"
        )
    return start + 4


def _boolean(data: bytes, position: int, last: int, level: int) -> tuple[bool, int]:
    _check_room(position, last, 1, "a boolean")
    byte = data[position]
    if byte > 1:
        raise BsonError("bad-bool", position, f"a boolean is 0 or 1, not {byte}")
    return byte == 1, position + 1


def _nothing(data: bytes, position: int, last: int, level: int) -> tuple[None, int]:
    return None, position


def _regex(data: bytes, position: int, last: int, level: int) -> tuple[Regex, int]:
    pattern, position = _cstring(data, position, last, "regex pattern")
    options, position = _cstring(data, position, last, "regex's options")
    return Regex(pattern, options), position


def _dbpointer(data: bytes, position: int, last: int, level: int) -> tuple[DbPointer, int]:
    namespace, position = _string(data, position, last, level)
    _check_room(position, last, 12, "a dbpointer's ObjectId")
    return DbPointer(namespace, data[position : position + 12]), position + 12


def _code_with_scope(
    data: bytes, position: int, last: int, level: int
) -> tuple[CodeWithScope, int]:
    """A total length, a string, a document; the total counts itself and both of them."""
    length = _int32(data, position, last, "the length of code with scope")
    if length < 14:
        raise BsonError(
            "bad-length", position, f"code with scope has 14 bytes or more, not {length}"
        )
    end = position + length
    if end > last:
        raise BsonError(
            "bad-length", position, f"code of {length} bytes, {last - position} are left"
        )
    code, start = _string(data, position + 4, end, level)
    scope_end = _nested_end(data, start, end, level)
    # A scope that is too long is the scope's mistake, one that is too short is the total's.
    if scope_end != end:
        raise BsonError(
            "bad-length",
            position,
            f"a length of {length}, where the parts make {scope_end - position}",
        )
    _check_document_terminator(data, end - 1)
    scope = _elements(data, start + 4, end - 1, level + 1)
    return CodeWithScope(code, scope), end


def _fixed(format_: Struct, name: str) -> ValueReader:
    """A reader for a number of fixed width."""

    def read_number(data: bytes, position: int, last: int, level: int) -> tuple[Any, int]:
        _check_room(position, last, format_.size, name)
        return format_.unpack_from(data, position)[0], position + format_.size

    return read_number


def _octets(width: int, name: str) -> ValueReader:
    """A reader for bytes of fixed width."""

    def read_octets(data: bytes, position: int, last: int, level: int) -> tuple[Any, int]:
        _check_room(position, last, width, name)
        return data[position : position + width], position + width

    return read_octets


_VALUE_READERS: Final[dict[int, ValueReader]] = {
    model.DOUBLE: _fixed(_DOUBLE, "a double"),
    model.STRING: _string,
    model.DOCUMENT: _document,
    model.ARRAY: _document,
    model.BINARY: _binary,
    model.UNDEFINED: _nothing,
    model.OBJECTID: _octets(12, "an ObjectId"),
    model.BOOLEAN: _boolean,
    model.DATETIME: _fixed(_INT64, "a datetime"),
    model.NULL: _nothing,
    model.REGEX: _regex,
    model.DBPOINTER: _dbpointer,
    model.JAVASCRIPT: _string,
    model.SYMBOL: _string,
    model.JAVASCRIPT_WITH_SCOPE: _code_with_scope,
    model.INT32: _fixed(_INT32, "an int32"),
    model.TIMESTAMP: _fixed(_UINT64, "a timestamp"),
    model.INT64: _fixed(_INT64, "an int64"),
    model.DECIMAL128: _octets(16, "a decimal128"),
    model.MINKEY: _nothing,
    model.MAXKEY: _nothing,
}
