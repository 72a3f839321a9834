"""A key that occurs twice: refused, unless told otherwise."""

from __future__ import annotations

from typing import Any, Callable

import pytest

from wirecodec import bson
from wirecodec._native.bson import loads_plain

TWICE = bytes.fromhex("13000000 106100 01000000 106100 02000000 00")
decoders = pytest.mark.parametrize("loads", [bson.loads, loads_plain])


def document(*elements: bytes) -> bytes:
    body = b"".join(elements)
    return (len(body) + 5).to_bytes(4, "little") + body + b"\0"


def offset_of_duplicate(data: bytes) -> Any:
    with pytest.raises(bson.BsonError) as caught:
        bson.loads(data)
    assert caught.value.kind == "duplicate-key"
    return caught.value.offset


@decoders
def test_the_second_key_is_named(loads: Callable[..., dict[str, Any]]) -> None:
    with pytest.raises(bson.BsonError, match="duplicates='last'") as caught:
        loads(TWICE)
    assert (caught.value.kind, caught.value.offset) == ("duplicate-key", 12)


@decoders
def test_the_last_value_can_be_asked_for(loads: Callable[..., dict[str, Any]]) -> None:
    assert loads(TWICE, duplicates="last") == {"a": 2}


def test_any_other_wish_is_refused() -> None:
    with pytest.raises(ValueError, match="'error' or 'last'"):
        bson.loads(TWICE, duplicates="first")  # type: ignore[arg-type]


def test_inside_a_nested_document() -> None:
    assert offset_of_duplicate(document(b"\x03d\0", TWICE)) == 7 + 12


def test_the_iterator_counts_from_the_buffers_first_byte() -> None:
    documents = bson.iter_documents(document() + TWICE)
    assert next(documents) == {}
    with pytest.raises(bson.BsonError) as caught:
        next(documents)
    assert caught.value.offset == 5 + 12
    assert list(bson.iter_documents(document() + TWICE, duplicates="last")) == [{}, {"a": 2}]


def test_a_second_key_comes_before_what_is_wrong_in_its_value() -> None:
    assert offset_of_duplicate(document(b"\x0aa\0", b"\x08a\0\x07")) == 8
    # … also when that is a document deep down, with a second key of its own.
    assert offset_of_duplicate(document(b"\x0aa\0", b"\x03a\0" + TWICE)) == 8
    assert offset_of_duplicate(document(b"\x0aa\0", b"\x03a\0" + document(b"\x44"))) == 8


def test_what_is_wrong_before_the_second_key_comes_first() -> None:
    with pytest.raises(bson.BsonError) as caught:
        bson.loads(document(b"\x0aa\0", b"\x08b\0\x07", b"\x0aa\0"))
    assert (caught.value.kind, caught.value.offset) == ("bad-bool", 10)


def test_a_wrong_type_byte_comes_before_its_key() -> None:
    for wrong, kind, offset in [(b"\x44a\0", "bad-type", 7), (b"\0a\0", "trailing-bytes", 8)]:
        with pytest.raises(bson.BsonError) as caught:
            bson.loads(document(b"\x0aa\0", wrong))
        assert (caught.value.kind, caught.value.offset) == (kind, offset)
