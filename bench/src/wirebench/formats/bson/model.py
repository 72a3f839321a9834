"""What a BSON document is made of, once read: elements, the values of each type, and errors.

An element is ``(type byte, key, value)``. A document is a list of elements, and so is an array,
whose keys are kept as they stood. The value's Python type follows from the type byte:

=====================  =====================================================
double                 ``float``
string, javascript,    ``str``
symbol
document, array        ``list`` of elements
binary                 ``Binary``; for subtype 2 without the inner length
objectid, decimal128   ``bytes``, 12 and 16 of them
boolean                ``bool``
datetime               ``int``, milliseconds since 1970-01-01T00:00Z, signed
regex                  ``Regex``
dbpointer              ``DbPointer``
javascript-with-scope  ``CodeWithScope``
int32, int64           ``int``
timestamp              ``int``, all 64 bits unsigned: seconds << 32 | ordinal
undefined, null,       ``None``
minkey, maxkey
=====================  =====================================================

Example: ``{"a": 1, "b": [true]}`` is
``[(INT32, "a", 1), (ARRAY, "b", [(BOOLEAN, "0", True)])]``.
"""

from typing import Any, Final, NamedTuple

DOUBLE: Final = 0x01
STRING: Final = 0x02
DOCUMENT: Final = 0x03
ARRAY: Final = 0x04
BINARY: Final = 0x05
UNDEFINED: Final = 0x06
OBJECTID: Final = 0x07
BOOLEAN: Final = 0x08
DATETIME: Final = 0x09
NULL: Final = 0x0A
REGEX: Final = 0x0B
DBPOINTER: Final = 0x0C
JAVASCRIPT: Final = 0x0D
SYMBOL: Final = 0x0E
JAVASCRIPT_WITH_SCOPE: Final = 0x0F
INT32: Final = 0x10
TIMESTAMP: Final = 0x11
INT64: Final = 0x12
DECIMAL128: Final = 0x13
MAXKEY: Final = 0x7F
MINKEY: Final = 0xFF

TYPE_NAMES: Final[dict[int, str]] = {
    DOUBLE: "double",
    STRING: "string",
    DOCUMENT: "document",
    ARRAY: "array",
    BINARY: "binary",
    UNDEFINED: "undefined",
    OBJECTID: "objectid",
    BOOLEAN: "boolean",
    DATETIME: "datetime",
    NULL: "null",
    REGEX: "regex",
    DBPOINTER: "dbpointer",
    JAVASCRIPT: "javascript",
    SYMBOL: "symbol",
    JAVASCRIPT_WITH_SCOPE: "javascript-with-scope",
    INT32: "int32",
    TIMESTAMP: "timestamp",
    INT64: "int64",
    DECIMAL128: "decimal128",
    MINKEY: "minkey",
    MAXKEY: "maxkey",
}
"""Every type byte that may stand before an element, and the type's name in this repository."""

MAX_DEPTH: Final = 200
"""How many documents and arrays may be inside one another; the outermost is level 1."""

MIN_DOCUMENT: Final = 5
"""Bytes of the empty document: an int32 and a 0x00."""

BINARY_OLD: Final = 0x02
"""The binary subtype whose data begins with a second length."""

Element = tuple[int, str, Any]
Document = list[Element]


class Binary(NamedTuple):
    """Bytes with a subtype (0 to 255)."""

    subtype: int
    data: bytes


class Regex(NamedTuple):
    """A regular expression; neither part may hold a NUL. Options are kept as they stood."""

    pattern: str
    options: str


class DbPointer(NamedTuple):
    """The deprecated pointer to a document: a namespace and a 12-byte ObjectId."""

    namespace: str
    id: bytes


class CodeWithScope(NamedTuple):
    """JavaScript code and the variables it sees."""

    code: str
    scope: Document


class BsonError(ValueError):
    """Bytes that are no BSON, or values that cannot become BSON.

    ``kind`` is one of the words in ``formats/bson/vectors/README.md``. ``offset`` is, when
    reading, the first byte of the item that is wrong, counted from the first byte of the document
    (of the file, where a whole file is read); when writing, where in the output the refused item
    would have begun. ``message`` says what is wrong in words and numbers.
    """

    def __init__(self, kind: str, offset: int, message: str) -> None:
        super().__init__(f"{kind} at byte {offset}: {message}")
        self.kind = kind
        self.offset = offset
        self.message = message

    def __reduce__(self) -> tuple[type["BsonError"], tuple[str, int, str]]:
        """Lets the error cross a process boundary, which needs the three arguments."""
        return type(self), (self.kind, self.offset, self.message)
