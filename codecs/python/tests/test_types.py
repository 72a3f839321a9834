"""The classes of wirecodec.bson by themselves."""

from __future__ import annotations

import copy
import os
import pickle
import struct
import time
import uuid
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirecodec import bson

ID = bson.ObjectId("5f3e2d1c0b9a8f7e6d5c4b3a")

SHOWN = [
    (bson.Binary(b"abc", 5), "Binary(b'abc', 5)"),
    (bson.Code("x"), "Code('x')"),
    (bson.DBPointer("a.b", ID), "DBPointer('a.b', ObjectId('5f3e2d1c0b9a8f7e6d5c4b3a'))"),
    (bson.DateTimeMS(-1), "DateTimeMS(-1)"),
    (bson.Decimal128("1.50"), "Decimal128('1.50')"),
    (bson.Int64(5), "Int64(5)"),
    (bson.MaxKey, "MaxKey"),
    (bson.MinKey, "MinKey"),
    (ID, "ObjectId('5f3e2d1c0b9a8f7e6d5c4b3a')"),
    (bson.Regex("a|b", "im"), "Regex('a|b', 'im')"),
    (bson.Symbol("s"), "Symbol('s')"),
    (bson.Timestamp(1, 2), "Timestamp(1, 2)"),
    (bson.Undefined, "Undefined"),
]
every = pytest.mark.parametrize(("value", "shown"), SHOWN, ids=[shown for _, shown in SHOWN])


@every
def test_repr(value: Any, shown: str) -> None:
    assert repr(value) == shown
    assert eval(shown, vars(bson)) == value


@every
def test_pickle_and_copy(value: Any, shown: str) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert type(again) is type(value)
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value


@every
def test_equality_and_hash(value: Any, shown: str) -> None:
    again = eval(shown, vars(bson))
    assert hash(again) == hash(value)
    assert {again: 1} == {value: 1}
    assert value != object()
    assert [other for other, _ in SHOWN if other == value] == [value]


@every
def test_round_trip(value: Any, shown: str) -> None:
    again = bson.loads(bson.dumps({"": value}))[""]
    if isinstance(value, bson.DateTimeMS):
        assert again == datetime(1970, 1, 1, tzinfo=timezone.utc) - timedelta(milliseconds=1)
    else:
        assert again == value
        assert type(again) is type(value)


@every
def test_immutable(value: Any, shown: str) -> None:
    with pytest.raises(AttributeError):
        value.data = 1


def test_singletons() -> None:
    for name in ("MinKey", "MaxKey", "Undefined"):
        value = getattr(bson, name)
        assert pickle.loads(pickle.dumps(value)) is copy.deepcopy(value) is value
        with pytest.raises(TypeError):
            type(value)()


def test_parts() -> None:
    assert (bson.Binary(bytearray(b"ab"), 9).data, bson.Binary(b"ab", 9).subtype) == (b"ab", 9)
    assert (bytes(bson.Binary(b"ab")), len(bson.Binary(b"ab"))) == (b"ab", 2)
    assert (bson.Regex("a").pattern, bson.Regex("a").options) == ("a", "")
    assert (bson.Timestamp(1, 2).time, bson.Timestamp(1, 2).increment) == (1, 2)
    assert (bson.Code("x").code, bson.Code("x").scope) == ("x", None)
    assert bson.Code("x", {"a": 1}).scope == {"a": 1}
    assert (bson.DBPointer("a", ID).namespace, bson.DBPointer("a", ID).id) == ("a", ID)
    assert bson.DateTimeMS(5).milliseconds == int(bson.DateTimeMS(5)) == 5
    assert (bson.Symbol("s").value, str(bson.Symbol("s"))) == ("s", "s")
    assert f"{bson.Int64(5)} {bson.Int64(5) + 1!r}" == "5 6"


@pytest.mark.parametrize(
    "make",
    [
        lambda: bson.Binary(b"", 256),
        lambda: bson.Binary("text"),  # type: ignore[arg-type]
        lambda: bson.Timestamp(-1, 0),
        lambda: bson.Timestamp(0, 2**32),
        lambda: bson.DateTimeMS(2**63),
        lambda: bson.Code(5),  # type: ignore[arg-type]
        lambda: bson.Code("x", 5),  # type: ignore[arg-type]
        lambda: bson.Regex(b"a"),  # type: ignore[arg-type]
        lambda: bson.Symbol(None),  # type: ignore[arg-type]
        lambda: bson.DBPointer("a", bytes(12)),  # type: ignore[arg-type]
        lambda: bson.Decimal128(1.5),  # type: ignore[arg-type]
        lambda: bson.Decimal128.from_bytes(bytes(15)),
        lambda: bson.ObjectId(bytes(11)),
        lambda: bson.ObjectId("5f3e2d1c0b9a8f7e6d5c4b3"),
        lambda: bson.ObjectId("+f3e2d1c0b9a8f7e6d5c4b3a"),
        lambda: bson.ObjectId("żółwżółw0b9a"),
        lambda: bson.ObjectId(12),  # type: ignore[arg-type]
    ],
)
def test_what_they_are_not_made_from(make: Any) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        make()


def test_code_with_a_scope_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(bson.Code("x", {}))
    assert bson.Code("x", {}) != bson.Code("x")


def test_object_ids() -> None:
    assert bytes(ID).hex() == str(ID) == "5f3e2d1c0b9a8f7e6d5c4b3a"
    assert bson.ObjectId(bytes(ID)) == bson.ObjectId(str(ID).upper()) == ID
    assert ID.generation_time == datetime.fromtimestamp(0x5F3E2D1C, timezone.utc)
    assert sorted([ID, bson.ObjectId(bytes(12))]) == [bson.ObjectId(bytes(12)), ID]


def test_new_object_ids() -> None:
    before = int(time.time())
    made = [bson.ObjectId() for _ in range(10_000)]
    assert len(set(made)) == len(made)
    assert before <= made[0].generation_time.timestamp() <= time.time()
    assert len({bytes(one)[4:9] for one in made}) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_makes_ids_of_its_own() -> None:
    ours = bytes(bson.ObjectId())[4:9]
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, bytes(bson.ObjectId()))
        os._exit(0)
    os.waitpid(child, 0)
    theirs = os.read(reader, 12)
    os.close(reader)
    os.close(writer)
    assert len(theirs) == 12
    assert theirs[4:9] != ours


@given(st.binary(min_size=16, max_size=16))
def test_uuids(data: bytes) -> None:
    again = bson.loads(bson.dumps({"": uuid.UUID(bytes=data)}))[""]
    assert again == uuid.UUID(bytes=data)
    assert (again.bytes, again.is_safe, str(again)) == (
        data,
        uuid.SafeUUID.unknown,
        str(uuid.UUID(bytes=data)),
    )
    assert pickle.loads(pickle.dumps(again)) == again


EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
FIRST = (datetime.min.replace(tzinfo=timezone.utc) - EPOCH) // timedelta(milliseconds=1)
LAST = (datetime.max.replace(tzinfo=timezone.utc) - EPOCH) // timedelta(milliseconds=1)


def read_datetime(milliseconds: int) -> Any:
    return bson.loads(b"\x10\0\0\0\x09a\0" + struct.pack("<q", milliseconds) + b"\0")["a"]


@given(st.integers(FIRST, LAST))
def test_instants_are_those_of_datetime(milliseconds: int) -> None:
    instant = read_datetime(milliseconds)
    assert instant == EPOCH + timedelta(milliseconds=milliseconds)
    assert instant.tzinfo is timezone.utc
    assert struct.pack("<q", milliseconds) in bson.dumps({"a": instant})


def test_every_day_of_the_calendar() -> None:
    for day in range(FIRST // 86_400_000, LAST // 86_400_000 + 1):
        instant = read_datetime(day * 86_400_000)
        assert instant.toordinal() == day + EPOCH.toordinal()


@pytest.mark.parametrize("milliseconds", [FIRST - 1, LAST + 1, -(2**63), 2**63 - 1])
def test_instants_beyond_datetime(milliseconds: int) -> None:
    instant = read_datetime(milliseconds)
    assert instant == bson.DateTimeMS(milliseconds)
    assert bson.loads(bson.dumps({"a": instant}))["a"] == instant


def test_errors_are_picklable() -> None:
    with pytest.raises(bson.BsonError) as caught:
        bson.loads(b"")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.kind, again.offset, again.path) == (
        str(caught.value),
        "truncated",
        0,
        None,
    )


def test_the_module_says_what_it_is() -> None:
    import wirecodec
    from wirecodec import _native

    assert wirecodec.__version__ == _native.__version__
    assert os.path.exists(_native.__file__)
    for name in bson.__all__:
        if isinstance(getattr(bson, name), type):
            assert getattr(bson, name).__module__ == "wirecodec.bson"
