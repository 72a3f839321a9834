"""No call leaves anything behind, whether it succeeds or fails.

What is counted is CPython's own memory blocks, which every Python object is made of: a leak of one
object a call would show as thousands of blocks, in every round. Native memory is watched as the
process's peak of resident pages.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import resource
import sys
from typing import Any, Callable

import pytest

import vectors
from wirecodec import bson
from wirecodec._native.bson import loads_plain

CALLS = 2000
# Free lists and caches of the interpreter may breathe a little.
SLACK = 50


def blocks_kept(call: Callable[[], Any], number_of_calls: int = CALLS) -> int:
    """Memory blocks that stay in use after many calls; the least of three rounds.

    The interpreter's own caches take some blocks in the first rounds, and then no more.
    """

    def calls(number: int) -> None:
        for _ in range(number):
            with contextlib.suppress(bson.BsonError, RuntimeError, ZeroDivisionError, TypeError):
                call()

    def kept() -> int:
        gc.collect()
        before = sys.getallocatedblocks()
        calls(number_of_calls)
        gc.collect()
        return sys.getallocatedblocks() - before

    calls(20)
    return min(kept() for _ in range(3))


EVERYTHING = {
    "numbers": [1, 2**40, bson.Int64(5), 2.5, bson.Decimal128("1.5"), bson.Timestamp(1, 2)],
    "text": ["ascii", "żółw", bson.Symbol("s"), bson.Regex("a", "i"), bson.Code("x", {"n": 1})],
    "rest": [bson.ObjectId(), b"abc", bson.Binary(b"abc", 5), None, True, bson.DateTimeMS(2**60)],
    "a key that is much too long for the cache of keys": {"ź": bson.Undefined},
}
DATA = bson.dumps(EVERYTHING)


class Raising(dict):  # type: ignore[type-arg]
    def items(self) -> Any:
        raise ZeroDivisionError


class Clearing(dict):  # type: ignore[type-arg]
    """Its items empty another dict, which is being written."""

    def __init__(self, other: dict[str, Any]) -> None:
        self.other = other

    def items(self) -> Any:
        self.other.clear()
        return {}.items()


def changing() -> bytes:
    document: dict[str, Any] = {"a": 1}
    document["b"] = Clearing(document)
    return bson.dumps(document)


def fail_late() -> bytes:
    return bson.dumps({**EVERYTHING, "last": [{"x": object()}]})


@pytest.mark.parametrize(
    "call",
    [
        lambda: bson.loads(DATA),
        lambda: loads_plain(DATA),
        lambda: bson.loads(bytearray(DATA)),
        lambda: bson.dumps(EVERYTHING),
        lambda: list(bson.iter_documents(DATA * 3)),
        lambda: list(bson.iter_documents(bytearray(DATA * 3))),
        lambda: next(bson.iter_documents(bytearray(DATA * 3))),
        lambda: bson.loads(DATA[:-1] + b"\1"),
        lambda: bson.loads(DATA.replace(b"ascii", b"asci\xff")),
        lambda: bson.loads(bytes.fromhex("130000001061000100000010610002000000" + "00")),
        lambda: bson.dumps({"a": [1, {"b": Raising()}]}),
        lambda: bson.dumps({"a": "\ud800", "b": 1}),
        changing,
        fail_late,
    ],
)
def test_objects(call: Callable[[], Any]) -> None:
    assert blocks_kept(call) < SLACK


def test_objects_on_documents_cut_anywhere() -> None:
    """Whatever had been built when the bytes ended is given up again."""

    lengths = itertools.cycle(range(len(DATA) - 5))

    def call() -> None:
        body = DATA[4 : 4 + next(lengths)]
        bson.loads((len(body) + 5).to_bytes(4, "little") + body + b"\0")

    assert blocks_kept(call) < SLACK


def test_objects_on_every_rejected_vector() -> None:
    rejected = [vector.data for vector in vectors.ALL if vector.group == "reject"]

    def call() -> None:
        for data in rejected:
            with contextlib.suppress(bson.BsonError):
                bson.loads(data)
                raise AssertionError(data.hex())

    assert blocks_kept(call, 100) < SLACK


def test_reference_counts_of_what_is_shared() -> None:
    """Constants that many values share are handed out and taken back in equal numbers."""
    shared = [None, True, bson.Undefined, bson.MinKey, bson.MaxKey]
    data = bson.dumps({"shared": shared, "ids": [1, 2, 3]})
    bson.loads(data)
    before = [sys.getrefcount(one) for one in shared]
    for _ in range(1000):
        bson.dumps(bson.loads(data))
    after = [sys.getrefcount(one) for one in shared]
    assert all(abs(now - then) < SLACK for now, then in zip(after, before))


def test_keys_that_never_repeat_do_not_pile_up() -> None:
    counter = iter(range(10**9))

    def call() -> None:
        bson.loads(bson.dumps({f"key{next(counter)}": 1 for _ in range(20)}))

    for _ in range(2000):  # until every slot of the cache holds a key
        call()
    assert blocks_kept(call) < SLACK


def test_native_memory() -> None:
    """A megabyte a call, hundreds of times: the peak must not rise with the calls."""
    large = {"a": "x" * 1_000_000, "b": [bytes(100_000)]}
    bad = {**large, "c": object()}
    data = bytearray(bson.dumps(large))

    def calls(number: int) -> None:
        for _ in range(number):
            bson.dumps(large)
            bson.loads(data)
            next(bson.iter_documents(data))
            with pytest.raises(bson.BsonError):
                bson.dumps(bad)

    calls(20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    calls(200)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # KiB
