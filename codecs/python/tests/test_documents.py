"""Concatenated documents, from every kind of buffer."""

from __future__ import annotations

import array
import gc
import mmap
from pathlib import Path
from typing import Any

import pytest

from wirecodec import bson

DOCUMENTS: list[dict[str, Any]] = [{"a": 1}, {}, {"b": "two", "c": [1, 2.5, None]}]
DATA = b"".join(map(bson.dumps, DOCUMENTS))


def test_one_after_the_other() -> None:
    assert list(bson.iter_documents(DATA)) == DOCUMENTS
    assert list(bson.iter_documents(b"")) == []


@pytest.mark.parametrize(
    "kind", [bytes, bytearray, memoryview, lambda data: array.array("B", data)]
)
def test_every_kind_of_buffer(kind: Any) -> None:
    assert list(bson.iter_documents(kind(DATA))) == DOCUMENTS
    assert bson.loads(kind(bson.dumps(DOCUMENTS[2]))) == DOCUMENTS[2]


def test_a_file_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "dump.bson"
    path.write_bytes(DATA)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert list(bson.iter_documents(mapped)) == DOCUMENTS


@pytest.mark.parametrize("kind", [bytes, bytearray])
def test_offsets_count_from_the_buffers_first_byte(kind: Any) -> None:
    documents = bson.iter_documents(kind(DATA + bytes.fromhex("09000000 08 6100 02 00")))
    assert [next(documents) for _ in DOCUMENTS] == DOCUMENTS
    with pytest.raises(bson.BsonError, match=f"bad-bool at byte {len(DATA) + 7}") as caught:
        next(documents)
    assert (caught.value.kind, caught.value.offset) == ("bad-bool", len(DATA) + 7)
    assert list(documents) == []


@pytest.mark.parametrize("kind", [bytes, bytearray])
@pytest.mark.parametrize(
    ("rest", "error"),
    [
        ("00", "truncated"),
        ("050000", "truncated"),
        ("0c000000", "truncated"),
        ("ffffff7f00", "truncated"),
        ("0400000000", "bad-length"),
        ("ffffffff00", "bad-length"),
        ("0500000001", "missing-terminator"),
    ],
)
def test_a_rest_that_is_no_document(kind: Any, rest: str, error: str) -> None:
    documents = bson.iter_documents(kind(DATA + bytes.fromhex(rest)))
    assert [next(documents) for _ in DOCUMENTS] == DOCUMENTS
    with pytest.raises(bson.BsonError) as caught:
        next(documents)
    expected = len(DATA) + (4 if error == "missing-terminator" else 0)
    assert (caught.value.kind, caught.value.offset) == (error, expected)


def test_the_buffer_is_held_until_the_last_document() -> None:
    data = bytearray(DATA)
    documents = bson.iter_documents(data)
    next(documents)
    with pytest.raises(BufferError):
        data.clear()
    list(documents)
    data.clear()


def test_what_is_no_buffer_of_bytes() -> None:
    for nothing in ("text", None, 5, [1, 2]):
        with pytest.raises(TypeError):
            bson.loads(nothing)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            bson.iter_documents(nothing)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"bytes\(buffer\)"):
        bson.loads(memoryview(DATA)[::2])


def test_a_finaliser_may_change_the_buffer_and_call_back() -> None:
    """Garbage collection in the middle of a document runs other people's code."""
    data = bytearray(bson.dumps({"items": [[index] for index in range(2000)]}))
    calls = 0

    class Finalised:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            nonlocal calls
            calls += 1
            data[:] = b"\xff" * len(data)
            assert bson.loads(DATA[:12]) == {"a": 1}

    Finalised()
    thresholds = gc.get_threshold()
    gc.set_threshold(10, 1, 1)
    try:
        assert bson.loads(data)["items"][-1] == [1999]
    finally:
        gc.set_threshold(*thresholds)
    gc.collect()
    assert calls == 1
