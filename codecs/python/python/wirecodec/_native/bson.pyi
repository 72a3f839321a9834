from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, final

from typing_extensions import Buffer

__all__ = [
    "Binary",
    "Code",
    "DBPointer",
    "DateTimeMS",
    "Decimal128",
    "DocumentIterator",
    "MaxKey",
    "MaxKeyType",
    "MinKey",
    "MinKeyType",
    "ObjectId",
    "Regex",
    "Symbol",
    "Timestamp",
    "Undefined",
    "UndefinedType",
    "dumps",
    "iter_documents",
    "loads",
    "loads_plain",
    "prepare",
]

_Duplicates = Literal["error", "last"]

def loads(buffer: Buffer, /, *, duplicates: _Duplicates = "error") -> dict[str, Any]:
    """Read the one BSON document that `buffer` holds.

    A key that occurs twice in a document is a `BsonError` of kind `duplicate-key`; with
    `duplicates="last"` the last one counts.
    """

def prepare() -> None: ...
def loads_plain(buffer: Buffer, /, *, duplicates: _Duplicates = "error") -> dict[str, Any]:
    """What `loads` does, done the slow and plain way. For tests, which compare."""

def dumps(mapping: Mapping[str, Any], /) -> bytes:
    """Write `mapping` as one BSON document."""

def iter_documents(buffer: Buffer, /, *, duplicates: _Duplicates = "error") -> DocumentIterator:
    """Iterate over concatenated BSON documents, such as a file that mongodump wrote.

    `buffer` may be an `mmap`; it is held until the last document is read. The offset of an error
    counts from the buffer's first byte. An error ends the iteration.
    """

@final
class Binary:
    """Binary data with its subtype, 0 to 255."""

    def __new__(cls, data: Buffer, subtype: int = 0) -> Binary: ...
    @property
    def data(self) -> bytes: ...
    @property
    def subtype(self) -> int: ...
    def __bytes__(self) -> bytes: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Code:
    """JavaScript code, by itself or with a scope: a mapping of the names that it may use."""

    def __new__(cls, code: str, scope: Mapping[str, Any] | None = None) -> Code: ...
    @property
    def code(self) -> str: ...
    @property
    def scope(self) -> Mapping[str, Any] | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class DBPointer:
    """The deprecated type DBPointer: a collection's namespace, and a document's id in it."""

    def __new__(cls, namespace: str, id: ObjectId) -> DBPointer: ...
    @property
    def namespace(self) -> str: ...
    @property
    def id(self) -> ObjectId: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class DateTimeMS:
    """An instant as milliseconds since 1970-01-01T00:00Z, for those `datetime` cannot hold."""

    def __new__(cls, milliseconds: int) -> DateTimeMS: ...
    @property
    def milliseconds(self) -> int: ...
    def __int__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: DateTimeMS, /) -> bool: ...
    def __le__(self, other: DateTimeMS, /) -> bool: ...
    def __gt__(self, other: DateTimeMS, /) -> bool: ...
    def __ge__(self, other: DateTimeMS, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Decimal128:
    """A decimal number of 34 digits. What does not fit exactly is refused, never rounded."""

    def __new__(cls, value: str | int | Decimal) -> Decimal128: ...
    @staticmethod
    def from_bytes(data: bytes) -> Decimal128:
        """The number with these sixteen bytes, the lowest first, as they are on the wire."""

    def to_decimal(self) -> Decimal:
        """The same number as a `decimal.Decimal`; NaN's payload is lost."""

    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class DocumentIterator(Iterator[dict[str, Any]]):
    """What `iter_documents` gives."""

    def __next__(self) -> dict[str, Any]: ...

@final
class MaxKeyType:
    """The value that MongoDB sorts after all others; there is one, `MaxKey`."""

@final
class MinKeyType:
    """The value that MongoDB sorts before all others; there is one, `MinKey`."""

@final
class ObjectId:
    """Twelve bytes that name a document; without an argument, a new one."""

    def __new__(cls, value: str | bytes | None = None, /) -> ObjectId: ...
    @property
    def generation_time(self) -> datetime:
        """When it was made, to the second, in UTC; as far as it was made by the rules."""

    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: ObjectId, /) -> bool: ...
    def __le__(self, other: ObjectId, /) -> bool: ...
    def __gt__(self, other: ObjectId, /) -> bool: ...
    def __ge__(self, other: ObjectId, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Regex:
    """A regular expression as MongoDB understands it, with its option letters as given."""

    def __new__(cls, pattern: str, options: str = "") -> Regex: ...
    @property
    def pattern(self) -> str: ...
    @property
    def options(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Symbol:
    """The deprecated type symbol: text that is not a string."""

    def __new__(cls, value: str) -> Symbol: ...
    @property
    def value(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Timestamp:
    """MongoDB's internal timestamp: seconds since 1970, and a counter within that second."""

    def __new__(cls, time: int, increment: int) -> Timestamp: ...
    @property
    def time(self) -> int: ...
    @property
    def increment(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Timestamp, /) -> bool: ...
    def __le__(self, other: Timestamp, /) -> bool: ...
    def __gt__(self, other: Timestamp, /) -> bool: ...
    def __ge__(self, other: Timestamp, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class UndefinedType:
    """The deprecated type undefined, which is not null; there is one, `Undefined`."""

MaxKey: MaxKeyType
MinKey: MinKeyType
Undefined: UndefinedType
