r"""A corpus: a file of BSON documents one after the other, read and split, never decoded.

A document begins with its own length, so splitting needs no codec.

>>> split(bytes.fromhex("0500000000" "080000000a610000"))
[b'\x05\x00\x00\x00\x00', b'\x08\x00\x00\x00\na\x00\x00']
"""

from pathlib import Path

from wirebench_driver.errors import DriverError

SHORTEST = 5
"""Bytes of a document without elements: its length and its 0x00."""


def read(path: str) -> list[bytes]:
    """The documents of the file at `path`, at least one."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise DriverError(f"cannot read {path}: {error.strerror}") from None
    try:
        return split(data)
    except DriverError as error:
        raise DriverError(f"{path} is no corpus: {error}") from None


def split(data: bytes) -> list[bytes]:
    """The documents that `data` is made of, cut by their lengths."""
    documents = []
    at = 0
    while at < len(data):
        left = len(data) - at
        if left < SHORTEST - 1:
            raise DriverError(f"byte {at}: cut inside a document's length")
        length = int.from_bytes(data[at : at + 4], "little", signed=True)
        if not SHORTEST <= length <= left:
            raise DriverError(f"byte {at}: a document of {length} bytes, {left} left")
        documents.append(data[at : at + length])
        at += length
    if not documents:
        raise DriverError("it holds no document")
    return documents
