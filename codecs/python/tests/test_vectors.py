"""Every shared vector, as the groups of formats/bson/vectors/README.md demand."""

from __future__ import annotations

from typing import Any, Callable

import pytest

import extended_json
import vectors
from vectors import Vector
from wirecodec import bson
from wirecodec._native.bson import loads_plain

decoders = pytest.mark.parametrize("loads", [bson.loads, loads_plain])


def has_duplicate(vector: Vector) -> bool:
    """A dict cannot hold both values, so such vectors have a test of their own."""
    try:
        loads_plain(vector.data)
    except bson.BsonError as error:
        return error.kind == "duplicate-key"
    return False


def read_back(loads: Callable[..., dict[str, Any]], vector: Vector) -> dict[str, Any]:
    if has_duplicate(vector):
        pytest.skip("a dict cannot hold a key twice; see test_duplicates")
    return loads(vector.data)


def test_there_are_vectors_of_every_group() -> None:
    assert {vector.group for vector in vectors.ALL} == {"valid", "alternative", "reject"}
    assert sum(has_duplicate(vector) for vector in vectors.ALL) < 10


@decoders
@pytest.mark.parametrize("vector", vectors.of("valid"))
def test_valid(loads: Callable[..., dict[str, Any]], vector: Vector) -> None:
    document = read_back(loads, vector)
    assert bson.dumps(document) == vector.data
    if vector.value is not None:
        expected = extended_json.to_python(vector.value)
        assert extended_json.same(document, expected)
        assert bson.dumps(expected) == vector.data


@decoders
@pytest.mark.parametrize("vector", vectors.of("alternative"))
def test_alternative(loads: Callable[..., dict[str, Any]], vector: Vector) -> None:
    document = read_back(loads, vector)
    assert bson.dumps(document) == vector.canonical
    if vector.value is not None:
        assert extended_json.same(document, extended_json.to_python(vector.value))


@decoders
@pytest.mark.parametrize("vector", vectors.of("reject"))
def test_reject(loads: Callable[..., dict[str, Any]], vector: Vector) -> None:
    with pytest.raises(bson.BsonError) as caught:
        loads(vector.data)
    assert (caught.value.kind, caught.value.offset) == (vector.kind, vector.offset)
    assert f"{vector.kind} at byte {vector.offset}" in str(caught.value)
