"""What the driver asks of a library: one `Adapter` a contender.

The timed loops are methods of the adapter. Each is one pass over what it is given, and returns what
it consumed. They stand there and not in one place for all because only so can every library be
called as directly as its users call it: ``decode(document)`` here, ``decode(document, options)``
there, without a wrapper's frame in between. All of them have the same form: names made local, a
plain ``for``, the result dropped before the next begins.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from wirebench_driver.errors import DriverError

Value = Any
"""What a library decodes to. Each has its own types; the driver never looks inside."""


class Rejection(NamedTuple):
    """Why a library did not take a document; `kind` is one of the format's, or ``unknown``."""

    kind: str
    offset: int | None
    message: str


class Adapter(ABC):
    """One library, loaded when this is made."""

    name: ClassVar[str]
    model: ClassVar[str] = "documents"
    buffer: ClassVar[str] = "fresh"
    ownership: ClassVar[str] = "owned"
    checks: ClassVar[str] = "full"
    limit: ClassVar[bool] = False

    version: str
    """As the loaded library, or its installed metadata, says."""

    path: str | None
    """The file that the library's work is done in; None for what is built into the interpreter."""

    doc32: Callable[[], Value] | None = None
    """Builds the document of ``bson/doc32`` with the library's constructors, if it can hold it."""

    @property
    def operations(self) -> list[str]:
        """What can be timed."""
        return ["decode", "encode"] + (["cycle"] if self.doc32 else [])

    @abstractmethod
    def decode(self, document: bytes) -> Value:
        """One document, outside the timed loops."""

    @abstractmethod
    def encode(self, value: Value) -> bytes:
        """One document, outside the timed loops."""

    @abstractmethod
    def decode_pass(self, documents: Sequence[bytes]) -> int:
        """Decode every one; how many that were."""

    @abstractmethod
    def encode_pass(self, values: Sequence[Value]) -> int:
        """Encode every one; the bytes that came out."""

    def cycle_pass(self, build: Callable[[], Value]) -> int:
        """Build, encode, decode; the bytes that came out and the one document that came back."""
        data = self.encode(build())
        self.decode(data)
        return len(data) + 1

    def input(self, document: bytes) -> bytes:
        """What `decode` is given for this document of the corpus; a limit has its own format."""
        return document

    def recode(self, document: bytes) -> bytes:
        """One document decoded and encoded again."""
        return self.encode(self.decode(document))

    def rejection(self, error: Exception) -> Rejection:
        """What the library's exception says, in the format's words as far as it says so."""
        # Python's own decoder tells the kind; its position counts within one string.
        kind = "bad-utf8" if isinstance(error, UnicodeDecodeError) else "unknown"
        return Rejection(kind, None, f"{type(error).__name__}: {error}")


class Limit(Adapter):
    """Not a peer but a limit: the language's own deserialiser, on equivalent data."""

    limit = True

    @abstractmethod
    def input(self, document: bytes) -> bytes:
        """The same data in the limit's own format."""

    def recode(self, document: bytes) -> bytes:
        """Never timed or checked: what a limit reads and writes is no BSON."""
        raise DriverError(f"{self.name} is a limit: it takes and gives no BSON")
