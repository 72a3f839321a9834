from pathlib import Path

import pytest

from wirebench_driver import corpus
from wirebench_driver.errors import DriverError

EMPTY = bytes.fromhex("0500000000")
NULL = bytes.fromhex("080000000a610000")


def test_splits_at_the_lengths(tmp_path: Path) -> None:
    path = tmp_path / "corpus.bson"
    path.write_bytes(EMPTY + NULL + EMPTY)
    assert corpus.read(str(path)) == [EMPTY, NULL, EMPTY]


@pytest.mark.parametrize(
    ("tail", "message"),
    [
        (b"\x05\x00\x00", "byte 8: cut inside a document's length"),
        (b"\x04\x00\x00\x00\x00", "byte 8: a document of 4 bytes, 5 left"),
        (b"\x06\x00\x00\x00\x00", "byte 8: a document of 6 bytes, 5 left"),
        (b"\xff\xff\xff\xff\x00", "byte 8: a document of -1 bytes, 5 left"),
    ],
)
def test_names_the_byte_where_splitting_fails(tail: bytes, message: str) -> None:
    with pytest.raises(DriverError, match=message):
        corpus.split(NULL + tail)


def test_a_corpus_has_documents_and_a_file(tmp_path: Path) -> None:
    with pytest.raises(DriverError, match="holds no document"):
        corpus.split(b"")
    with pytest.raises(DriverError, match="cannot read"):
        corpus.read(str(tmp_path / "missing"))
