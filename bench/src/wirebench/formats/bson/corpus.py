"""Files of documents: one document after the other and nothing between, as mongodump writes them.

Here offsets count from the first byte of the *file*.

>>> split(bytes.fromhex("0500000000" "0c0000001061000100000000"))
[(0, 5), (5, 17)]
"""

from collections.abc import Callable, Iterator
from typing import Final

from wirebench.formats.bson.model import BsonError
from wirebench.formats.bson.reader import frame, read

_DOCUMENTS_BETWEEN_REPORTS: Final = 1_000


def frames(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each document begins and ends; only lengths and terminators are looked at.

    Raises `BsonError` ``truncated``, ``bad-length`` or ``missing-terminator`` where the next
    document's frame does not hold; the message counts documents from 0. An empty file has none.
    """
    start = 0
    number = 0
    while start < len(data):
        try:
            end = frame(data, start)
        except BsonError as error:
            raise _in_document(number, start, error.kind, error.offset, error.message) from None
        yield start, end
        start = end
        number += 1


def split(data: bytes) -> list[tuple[int, int]]:
    """`frames`, all of them at once."""
    return list(frames(data))


def check_corpus(data: bytes, progress: Callable[[int, int], None] | None = None) -> int:
    """Reads every document of a file, strictly, and returns how many there are.

    `progress`, where given, is told every 1,000 documents and at the end how many bytes are done
    and how many there are. Raises `BsonError` with the offset in the file; its message names the
    document, counted from 0, and where that begins.
    """
    number = 0
    for start, end in frames(data):
        try:
            read(data[start:end])
        except BsonError as error:
            raise _in_document(
                number, start, error.kind, start + error.offset, error.message
            ) from None
        number += 1
        if progress is not None and number % _DOCUMENTS_BETWEEN_REPORTS == 0:
            progress(end, len(data))
    if progress is not None:
        progress(len(data), len(data))
    return number


def _in_document(number: int, start: int, kind: str, offset: int, message: str) -> BsonError:
    return BsonError(kind, offset, f"in document {number}, which begins at byte {start}: {message}")
