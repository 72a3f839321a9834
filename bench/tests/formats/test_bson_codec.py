"""The reference codec by itself: round trips, writers' errors, and whatever bytes may come."""

import doctest
import importlib
import json
import pkgutil
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirebench.formats import bson
from wirebench.formats.bson import (
    Binary,
    BsonError,
    CodeWithScope,
    DbPointer,
    Document,
    Element,
    Regex,
    decimal128,
    model,
)

from .bson_documents import documents
from .bson_vectors import cases

SEEDS = sorted({case["hex"] for case in cases() if len(case["hex"]) < 4_000})


@given(documents)
def test_what_is_written_reads_back(document: Document) -> None:
    data = bson.write(document)
    assert int.from_bytes(data[:4], "little") == len(data)
    assert data[-1] == 0
    back = bson.read(data)
    assert repr(back) == repr(document)  # repr, because NaN is not equal to itself
    assert bson.write(back) == data


@given(documents, st.data())
def test_every_prefix_is_truncated(document: Document, data: st.DataObject) -> None:
    written = bson.write(document)
    cut = data.draw(st.integers(0, len(written) - 1))
    with pytest.raises(BsonError) as caught:
        bson.read(written[:cut])
    assert (caught.value.kind, caught.value.offset) == ("truncated", 0)


@given(documents)
def test_extended_json_keeps_what_it_can(document: Document) -> None:
    value = bson.to_extended_json(document)
    assert json.loads(json.dumps(value)) == value
    if bson.extended_json_is_exact(document):
        assert bson.write(bson.from_extended_json(value)) == bson.write(document)


def check_any_bytes(data: bytes) -> None:
    """Whatever the bytes: a document that is stable from then on, or a BsonError within them."""
    try:
        document = bson.read(data)
    except BsonError as error:
        refusal = error
    else:
        canonical = bson.write(document)
        assert bson.write(bson.read(canonical)) == canonical
        return
    assert 0 <= refusal.offset <= len(data)
    assert refusal.message


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    check_any_bytes(data)
    check_any_bytes((len(data) + 5).to_bytes(4, "little") + data + b"\0")


@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 5_000), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_changed_bytes_are_read_or_refused(seed: str, changes: list[tuple[int, int]]) -> None:
    data = bytearray.fromhex(seed) or bytearray(5)
    for position, byte in changes:
        data[position % len(data)] = byte
    check_any_bytes(bytes(data))


@given(documents, st.data())
def test_a_piece_taken_out_or_doubled_is_read_or_refused(
    document: Document, data: st.DataObject
) -> None:
    written = bson.write(document)
    start = data.draw(st.integers(4, len(written) - 1))
    end = data.draw(st.integers(start, len(written) - 1))
    for pieces in (written[4:start] + written[end:], written[4:end] + written[start:]):
        check_any_bytes((len(pieces) + 4).to_bytes(4, "little") + pieces)


def nested(levels: int) -> Document:
    document: Document = []
    for _ in range(levels - 1):
        document = [(model.DOCUMENT, "a", document)]
    return document


@pytest.mark.parametrize(
    ("element", "kind", "offset"),
    [
        ((model.NULL, "a\0b", None), "nul-in-cstring", 5),
        ((model.REGEX, "a", Regex("x\0", "")), "nul-in-cstring", 7),
        ((model.REGEX, "a", Regex("x", "i\0")), "nul-in-cstring", 9),
        ((model.NULL, "\ud800", None), "out-of-range", 5),
        ((model.STRING, "a", "\udfff"), "out-of-range", 11),
        ((model.INT32, "a", 2**31), "out-of-range", 7),
        ((model.INT64, "a", -(2**63) - 1), "out-of-range", 7),
        ((model.DATETIME, "a", 2**63), "out-of-range", 7),
        ((model.TIMESTAMP, "a", -1), "out-of-range", 7),
        ((model.OBJECTID, "a", bytes(11)), "out-of-range", 7),
        ((model.DECIMAL128, "a", bytes(17)), "out-of-range", 7),
        ((model.DBPOINTER, "a", DbPointer("c", bytes(13))), "out-of-range", 13),
        ((model.BINARY, "a", Binary(256, b"")), "out-of-range", 7),
        ((0x14, "a", None), "bad-type", 4),
        ((model.DOCUMENT, "a", nested(200)), "too-deep", 1400),
        ((model.JAVASCRIPT_WITH_SCOPE, "a", CodeWithScope("", nested(200))), "too-deep", 1409),
    ],
)
def test_writer_refuses_what_the_format_cannot_hold(
    element: Element, kind: str, offset: int
) -> None:
    with pytest.raises(BsonError) as caught:
        bson.write([element])
    assert (caught.value.kind, caught.value.offset) == (kind, offset)


def test_scopes_count_as_levels() -> None:
    document: Document = []
    for _ in range(199):
        document = [(model.JAVASCRIPT_WITH_SCOPE, "a", CodeWithScope("", document))]
    data = bson.write(document)
    assert bson.write(bson.read(data)) == data
    with pytest.raises(BsonError) as caught:
        bson.write([(model.JAVASCRIPT_WITH_SCOPE, "a", CodeWithScope("", document))])
    assert (caught.value.kind, caught.value.offset) == ("too-deep", 3200)


def test_depth_200_is_written_and_read() -> None:
    data = bson.write(nested(200))
    assert bson.write(bson.read(data)) == data


@given(st.booleans(), st.integers(0, 10**34 - 1), st.integers(-6176, 6111))
def test_decimal_strings_are_those_of_the_decimal_module(
    negative: bool, significand: int, exponent: int
) -> None:
    bits = negative << 127 | (exponent + 6176) << 113 | significand
    encoded = bits.to_bytes(16, "little")
    digits = tuple(map(int, str(significand)))
    text = str(Decimal((int(negative), digits, exponent)))
    assert decimal128.to_string(encoded) == text
    assert decimal128.from_string(text) == encoded


@given(st.binary(min_size=16, max_size=16))
def test_any_decimal_has_a_string_that_reads_back_to_itself(encoded: bytes) -> None:
    text = decimal128.to_string(encoded)
    assert decimal128.to_string(decimal128.from_string(text)) == text


@pytest.mark.parametrize(
    "text", ["", ".", "1e", "0x1", "1" * 35, "1E+6145", "1E-6177", "1.5E-6176"]
)
def test_decimals_that_would_lose_digits_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="decimal"):
        decimal128.from_string(text)


@pytest.mark.parametrize(
    "value",
    [
        {"a": 1},
        {"a": 1.5},
        {"a": {"$oid": 7}},
        {"a": {"$oid": "00", "x": None}},
        {"a": {"$scope": {}}},
    ],
)
def test_json_that_is_not_canonical_is_refused(value: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"canonical|hex"):
        bson.from_extended_json(value)


@pytest.mark.parametrize(
    "name", [module.name for module in pkgutil.iter_modules(bson.__path__, bson.__name__ + ".")]
)
def test_examples_in_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_package_example_is_true() -> None:
    result = doctest.testmod(bson)
    assert result.attempted > 0
    assert result.failed == 0
