"""Files of documents: framing, and errors that are found again in the file."""

import pytest

from wirebench.formats import bson
from wirebench.formats.bson import BsonError, model

EMPTY = bson.write([])
ONE = bson.write([(model.INT32, "a", 0x01020304)])


def fails(data: bytes, kind: str, offset: int) -> BsonError:
    with pytest.raises(BsonError) as caught:
        bson.check_corpus(data)
    assert (caught.value.kind, caught.value.offset) == (kind, offset)
    return caught.value


def test_split_gives_every_frame() -> None:
    assert bson.split(ONE + EMPTY + ONE) == [(0, 12), (12, 17), (17, 29)]
    assert bson.split(b"") == []


def test_split_does_not_look_inside() -> None:
    data = ONE[:4] + b"\x20" + ONE[5:]
    assert bson.split(data + ONE) == [(0, 12), (12, 24)]
    fails(data + ONE, "bad-type", 4)


@pytest.mark.parametrize(
    ("tail", "kind", "offset"),
    [
        (b"\5\0", "truncated", 12),
        (ONE[:-1], "truncated", 12),
        (b"\4\0\0\0\0", "bad-length", 12),
        (b"\xff\xff\xff\xff\0", "bad-length", 12),
        (ONE[:-1] + b"\1", "missing-terminator", 23),
    ],
)
def test_framing_errors_count_from_the_first_byte_of_the_file(
    tail: bytes, kind: str, offset: int
) -> None:
    with pytest.raises(BsonError) as caught:
        bson.split(ONE + tail)
    assert (caught.value.kind, caught.value.offset) == (kind, offset)
    assert "document 1," in caught.value.message
    fails(ONE + tail, kind, offset)


def test_errors_inside_count_from_the_first_byte_of_the_file() -> None:
    bad = bson.write([(model.BOOLEAN, "a", True)]).replace(b"\1\0", b"\2\0")
    error = fails(ONE + EMPTY + bad + ONE, "bad-bool", 12 + 5 + 7)
    assert "document 2, which begins at byte 17" in error.message


def test_count_and_progress() -> None:
    told: list[tuple[int, int]] = []
    data = ONE * 2_500
    assert bson.check_corpus(data, lambda done, total: told.append((done, total))) == 2_500
    assert told == [(12_000, 30_000), (24_000, 30_000), (30_000, 30_000)]
    assert bson.check_corpus(b"") == 0
