"""The one-pass decoder and its plain twin, on documents that are broken in thousands of ways.

They share how a value is built, and nothing of how bytes are read.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Callable

from hypothesis import given
from hypothesis import strategies as st

import vectors
from extended_json import same
from wirecodec import bson
from wirecodec._native.bson import loads_plain

SEED = 20_261_121
MUTANTS_A_VECTOR = 150


def outcome(loads: Callable[..., dict[str, Any]], data: bytes, **options: Any) -> Any:
    try:
        return loads(data, **options)
    except bson.BsonError as error:
        return error.kind, error.offset, str(error)


def mutant(random: random.Random, data: bytes) -> bytes:
    """The document with one to three bytes changed, removed, added or repeated."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(changed) + 1)
        step = random.randrange(5)
        if step == 0 and at < len(changed):
            changed[at] = random.randrange(256)
        elif step == 1 and at < len(changed):
            changed[at] = random.choice([0, 1, 2, 3, 4, 5, 0x0F, 0x7F, 0x80, 0xFF])
        elif step == 2:
            del changed[at : at + random.randint(1, 4)]
        elif step == 3:
            changed[at:at] = random.randbytes(random.randint(1, 4))
        else:
            changed[at:at] = changed[at : at + random.randint(1, 24)]
    if random.random() < 0.5 and len(changed) >= 5:
        changed[:4] = len(changed).to_bytes(4, "little")
    return bytes(changed)


def check(data: bytes) -> str:
    """Checks that both decoders say the same; gives the kind of error, or "valid"."""
    plain = outcome(loads_plain, data, duplicates="last")
    fast = outcome(bson.loads, data, duplicates="last")
    assert plain == fast if isinstance(plain, tuple) else same(plain, fast), data.hex()
    strict = outcome(bson.loads, data)
    if isinstance(strict, tuple) and strict[0] == "duplicate-key":
        # The plain one looks for it only in what is valid as a whole.
        if not isinstance(plain, tuple):
            assert strict == outcome(loads_plain, data), data.hex()
        else:
            assert strict[1] < plain[1], data.hex()
        return "duplicate-key"
    assert strict == fast if isinstance(fast, tuple) else same(strict, fast), data.hex()
    if isinstance(strict, tuple):
        return str(strict[0])
    again = bson.dumps(strict)
    assert same(bson.loads(again), strict), data.hex()
    return "valid"


def test_on_mutants_of_every_vector() -> None:
    chance = random.Random(SEED)
    seen = Counter(
        check(mutant(chance, vector.data))
        for vector in vectors.ALL
        for _ in range(MUTANTS_A_VECTOR if len(vector.data) < 1000 else 10)
    )
    # Every kind there is came up: the mutants reach every check.
    assert set(seen) == {
        "valid",
        "truncated",
        "bad-length",
        "missing-terminator",
        "trailing-bytes",
        "bad-type",
        "bad-bool",
        "bad-utf8",
        "too-deep",
        "duplicate-key",
    }, seen


def test_on_every_vector_cut_at_every_byte() -> None:
    for vector in vectors.ALL:
        for length in range(min(len(vector.data), 400)):
            check(vector.data[:length])
            cut = vector.data[4:length]
            check((len(cut) + 5).to_bytes(4, "little") + cut + b"\0")


@given(st.binary(max_size=200))
def test_on_noise(noise: bytes) -> None:
    check(noise)
    check((len(noise) + 5).to_bytes(4, "little") + noise + b"\0")


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))))
def test_on_keys_of_any_length_and_alphabet(keys: list[str]) -> None:
    data = bson.dumps(dict.fromkeys(keys, 1))
    assert check(data) == "valid"
    assert list(bson.loads(data)) == list(dict.fromkeys(keys))


def test_keys_that_share_slots_of_the_cache() -> None:
    """More keys than the cache has slots, several times over, so that every slot is fought for."""
    documents = [
        bson.dumps({f"{'k' * length}{number}": number for number in range(1000)})
        for length in range(40)
    ]
    for _ in range(3):
        for data in documents:
            assert check(data) == "valid"
