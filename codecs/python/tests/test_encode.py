"""What is written, what is refused, and what the refusal says."""

from __future__ import annotations

import enum
import uuid
from collections import OrderedDict, namedtuple
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import pytest

from wirecodec import bson


def refusal(value: Any) -> bson.BsonError:
    with pytest.raises(bson.BsonError) as caught:
        bson.dumps({"items": [0, {"price": value}]})
    assert caught.value.offset is None
    assert caught.value.path == "items.1.price"
    assert "items.1.price" in str(caught.value)
    return caught.value


def recoded(value: Any) -> Any:
    return bson.loads(bson.dumps({"": value}))[""]


class Colour(enum.Enum):
    RED = "red"


class Size(enum.IntEnum):
    LARGE = 3


class Word(str):
    pass


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Colour.RED, "red"),
        (Size.LARGE, 3),
        (Word("żółw"), "żółw"),
        ((1, "a"), [1, "a"]),
        (Point(1, 2), [1, 2]),
        (bytearray(b"\0\1"), b"\0\1"),
        (memoryview(b"abcd")[::2], b"ac"),
        (bson.Binary(b"abc"), b"abc"),
        (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (MappingProxyType({"a": 1}), {"a": 1}),
        (bson.DateTimeMS(0), datetime(1970, 1, 1, tzinfo=timezone.utc)),
        (bson.Binary(bytes(16), 4), uuid.UUID(int=0)),
        (bson.Int64(2**40), 2**40),
    ],
)
def test_values_that_come_back_as_another_type(value: Any, expected: Any) -> None:
    assert recoded(value) == expected
    assert type(recoded(value)) is type(expected)


def test_order_is_that_of_the_mappings_own_items() -> None:
    ordered = OrderedDict(a=1, b=2)
    ordered.move_to_end("a")
    assert list(bson.loads(bson.dumps(ordered))) == ["b", "a"]


@pytest.mark.parametrize(
    "number", [0, -1, 2**31 - 1, -(2**31), 2**31, -(2**31) - 1, 2**63 - 1, -(2**63)]
)
def test_integers_keep_value_and_width(number: int) -> None:
    small = -(2**31) <= number < 2**31
    assert len(bson.dumps({"": number})) == 7 + (4 if small else 8)
    assert recoded(number) == number
    assert type(recoded(number)) is int
    assert len(bson.dumps({"": bson.Int64(number)})) == 7 + 8
    assert recoded(bson.Int64(number)) == number
    assert type(recoded(bson.Int64(number))) is (bson.Int64 if small else int)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**100])
def test_integers_beyond_64_bits(number: int) -> None:
    assert refusal(number).kind == "out-of-range"
    with pytest.raises(bson.BsonError, match="Int64"):
        bson.Int64(number)


def test_datetimes_with_time_zones() -> None:
    noon = datetime(2026, 11, 21, 12, tzinfo=timezone.utc)
    for hours in (-11, 0, 5, 14):
        zone = timezone(timedelta(hours=hours))
        assert recoded(noon.astimezone(zone)) == noon
        assert recoded(noon.astimezone(zone)).tzinfo is timezone.utc
    # An offset with microseconds of its own, which make up for those of the time.
    odd = timezone(timedelta(microseconds=7))
    assert recoded(noon.astimezone(odd)) == noon


def test_naive_datetimes_and_lost_microseconds() -> None:
    assert "tzinfo=datetime.timezone.utc" in str(refusal(datetime(2026, 1, 1)))
    error = refusal(datetime(2026, 1, 1, microsecond=1001, tzinfo=timezone.utc))
    assert error.kind == "out-of-range"
    assert "1 microseconds" in str(error)
    assert (
        recoded(datetime(2026, 1, 1, microsecond=999_000, tzinfo=timezone.utc)).microsecond
        == 999_000
    )


@pytest.mark.parametrize("answer", [5, "x", None])
def test_time_zones_that_answer_anything(answer: Any) -> None:
    class Zone(tzinfo):
        def utcoffset(self, when: datetime | None) -> Any:
            return answer

        tzname = dst = utcoffset

    with pytest.raises((TypeError, bson.BsonError)):
        bson.dumps({"": datetime(2026, 1, 1, tzinfo=Zone())})


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        (Decimal("1.5"), "Decimal128"),
        (date(2026, 1, 1), "datetime"),
        ({1}, "list"),
        (object(), "wirecodec.bson"),
        (1j, "wirecodec.bson"),
    ],
)
def test_values_without_a_type(value: Any, advice: str) -> None:
    error = refusal(value)
    assert error.kind == "out-of-range"
    assert advice in str(error)


def test_keys() -> None:
    for key, kind in [(1, "out-of-range"), (b"a", "out-of-range"), ("a\0b", "nul-in-cstring")]:
        with pytest.raises(bson.BsonError) as caught:
            bson.dumps({"d": {key: 1}})
        assert caught.value.kind == kind
        assert caught.value.path == f"d.{key}"
    for regex in (bson.Regex("a\0"), bson.Regex("a", "i\0")):
        assert refusal(regex).kind == "nul-in-cstring"


def test_text_that_is_no_unicode() -> None:
    assert refusal("\ud800").kind == "bad-utf8"
    assert refusal(bson.Symbol("\ud800")).kind == "bad-utf8"
    with pytest.raises(bson.BsonError) as caught:
        bson.dumps({"\ud800": 1})
    assert caught.value.kind == "bad-utf8"


@pytest.mark.parametrize("nothing", [5, "text", None, [1], b"", object()])
def test_only_mappings_are_documents(nothing: Any) -> None:
    with pytest.raises(TypeError, match="mapping"):
        bson.dumps(nothing)


def nested(levels: int, step: Any) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for _ in range(levels - 1):
        document = {"": step(document)}
    return document


def test_depth() -> None:
    deepest = nested(200, lambda document: document)
    assert bson.loads(bson.dumps(deepest)) == deepest
    with pytest.raises(bson.BsonError) as caught:
        bson.dumps(nested(201, lambda document: document))
    assert caught.value.kind == "too-deep"
    assert caught.value.path == "." * 199


def test_cycles_end() -> None:
    document: dict[str, Any] = {}
    items: list[Any] = []
    for inner in (document, [document], (document,), MappingProxyType(document)):
        document["again"] = inner
        with pytest.raises(bson.BsonError, match="does one contain itself") as caught:
            bson.dumps(document)
        assert caught.value.kind == "too-deep"
    items.append(items)
    with pytest.raises(bson.BsonError, match="too-deep"):
        bson.dumps({"": items})
    document["again"] = bson.Code("", document)
    with pytest.raises(bson.BsonError, match="too-deep"):
        bson.dumps(document)


class Scripted(Mapping[str, Any]):
    """A mapping of one key whose look-up does what it is told."""

    def __init__(self, script: Any) -> None:
        self.script = script

    def __getitem__(self, key: str) -> Any:
        return self.script()

    def __iter__(self) -> Iterator[str]:
        return iter(["key"])

    def __len__(self) -> int:
        return 1


def test_a_dict_that_changes_while_it_is_written() -> None:
    document: dict[str, Any] = {str(number): number for number in range(10)}
    document["evil"] = Scripted(document.clear)
    document["after"] = 1
    with pytest.raises(RuntimeError, match="changed size"):
        bson.dumps(document)
    assert document == {}

    def grow() -> int:
        document.update((str(number), number) for number in range(10_000))
        return 1

    document["evil"] = Scripted(grow)
    with pytest.raises(RuntimeError, match="changed size"):
        bson.dumps(document)


def test_a_list_that_changes_while_it_is_written() -> None:
    items: list[Any] = []
    for script in (items.clear, lambda: items.append(1)):
        items[:] = [Scripted(script), *range(100)]
        with pytest.raises(RuntimeError, match="changed size"):
            bson.dumps({"items": items})


def test_a_value_that_is_replaced_while_it_is_written() -> None:
    document: dict[str, Any] = {}

    def replace() -> int:
        document["evil"] = None
        return 5

    document["evil"] = Scripted(replace)
    assert bson.loads(bson.dumps(document)) == {"evil": {"key": 5}}


def test_a_mapping_that_calls_dumps() -> None:
    inner = bson.dumps({"a": "x" * 1000})
    document = {"before": 1, "evil": Scripted(lambda: bson.dumps({"a": "x" * 1000})), "after": 2}
    assert bson.loads(bson.dumps(document)) == {"before": 1, "evil": {"key": inner}, "after": 2}


def test_errors_of_other_peoples_code_come_through() -> None:
    def divide() -> float:
        return 1 / 0

    with pytest.raises(ZeroDivisionError):
        bson.dumps({"": Scripted(divide)})

    class Odd(dict):  # type: ignore[type-arg]
        def items(self) -> Any:
            return [1]

    with pytest.raises(TypeError, match="pairs"):
        bson.dumps({"": Odd()})


def test_an_enum_that_is_its_own_value() -> None:
    class Endless(enum.Enum):
        A = 1

        @property
        def value(self) -> Any:
            return self

    assert refusal(Endless.A).kind == "too-deep"


def test_after_an_error_the_next_document_is_whole() -> None:
    refusal(object())
    assert bson.dumps({}) == b"\5\0\0\0\0"


def test_a_large_document_and_a_small_one() -> None:
    large = {"data": bytes(3_000_000), "text": "x" * 1_000_000}
    assert bson.loads(bson.dumps(large)) == large
    assert bson.dumps({}) == b"\5\0\0\0\0"


def test_array_keys_count() -> None:
    data = bson.dumps({"": list(range(12_345))})
    assert b"\x10" + b"12344\0" + (12_344).to_bytes(4, "little") in data
    assert bson.loads(data)[""] == list(range(12_345))
