"""Generated corpora are the same bytes on every machine, for ever, and hold what they promise."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from wirebench import corpora
from wirebench.corpora.bson import generate, mixed, names, one
from wirebench.errors import UsageError, WirebenchError
from wirebench.formats.bson import TYPE_NAMES, CodeWithScope, Document, read
from wirebench.project import Project

# name, documents, bytes, sha256. A change here is a change of what every past run was measured on:
# raise corpora.GENERATION with it.
CORPORA = [
    ("bson/doc32", 1, 875, "fc0d3a18861a023bb0b1111fe2e1fdbb280dbeee4b3d7cbfbda4b6ea2e5e12d7"),
    (
        "bson/flat",
        10_000,
        3_724_589,
        "544221a9325e94475cf3b5fe8b31a8014f1059253e96f11a934e0f5ccce05ea4",
    ),
    (
        "bson/order",
        10_000,
        21_636_008,
        "5705a846ab4a46853ffad5370abc079173218656fb5a2100f16066a3cc2367e7",
    ),
    ("bson/mixed/1", 1, 582, "59885b4a670f3202b78d2f92c64522155e8c063ad1b1951228b70ac4be3e51fa"),
    (
        "bson/mixed/10",
        10,
        2_364,
        "b700ab987e4139624094ada53820e4342c6904e8169085eb973603807500d5d8",
    ),
    (
        "bson/mixed/100",
        100,
        20_790,
        "83e4e18c3cd99c912b8cf195ffe5fbec76878bca861f6beda579527e130a5815",
    ),
    (
        "bson/mixed/1000",
        1_000,
        204_106,
        "fa59447d9f90a8f444b084dee44cfa009d272116b12838fb37c2e992e7c5710b",
    ),
    (
        "bson/mixed/10000",
        10_000,
        2_015_008,
        "b835085929ec1ea5b77d7c0a97abc9642a2ac8a785f4a7361eb0dbdc1ba66721",
    ),
    (
        "bson/one/double",
        1_000,
        149_000,
        "5bb78abc15acd3900fc2d145301b400e221d0806ffe7e0a833ffa1fe24f3f2b9",
    ),
    (
        "bson/one/string",
        1_000,
        227_704,
        "cc5624a1c2de29fe72b9b38cf98730f6f488dab21fc294cd0143d232700f8f2c",
    ),
    (
        "bson/one/document",
        1_000,
        347_329,
        "5ee502c1c7864172083e75f52e73292bc8b7a6468fcee6ae36c397f04ca2bde5",
    ),
    (
        "bson/one/array",
        1_000,
        212_752,
        "14a081e2765e335a75ca111d13c44d635d68ee4b1ceb9e7b387442a4f56bb837",
    ),
    (
        "bson/one/binary",
        1_000,
        222_970,
        "4b44bb6d98087f049cd4dbdc32b03a4187e54bfbad80d661d06f7fd518a31a95",
    ),
    (
        "bson/one/undefined",
        1_000,
        109_000,
        "845580fbcf492a06a435c96907dd060fa8e048858a70cd99967ea0cd44dcc23e",
    ),
    (
        "bson/one/objectid",
        1_000,
        197_000,
        "354ff7f2fe6d0db9b0d1f875a74f5a251e5d6095a6bfc8750e7f0a5f54903b34",
    ),
    (
        "bson/one/boolean",
        1_000,
        101_000,
        "00a45221eda41a01548ef26843d814c170ded49e45b1f341f6973431d8357175",
    ),
    (
        "bson/one/datetime",
        1_000,
        165_000,
        "8576f6fd3cd93b97a0a538fcf5e2f7ff028eb198db92fed20ee54e4aebe5e5c7",
    ),
    (
        "bson/one/null",
        1_000,
        69_000,
        "92f6768aa981eede1ddab83f8d54769da4ebfa81549e6298be9474c9ee47aa91",
    ),
    (
        "bson/one/regex",
        1_000,
        173_884,
        "0ba17928bfe0bb85cf4eeb5fc865d35a6b76493971af826faecbef94d461b838",
    ),
    (
        "bson/one/dbpointer",
        1_000,
        312_858,
        "37fc45ea3e6b23799755ffbea9930830d2fad25b58c84d9ea25b59ae905c1c43",
    ),
    (
        "bson/one/javascript",
        1_000,
        385_015,
        "93e99252004255b337df48cd122c90e1472679854af81d9238809b05775d509f",
    ),
    (
        "bson/one/symbol",
        1_000,
        177_191,
        "5bdf8873e0f766b1c0fc240717881b50294f831201263d450227632b7a96b58c",
    ),
    (
        "bson/one/javascript-with-scope",
        1_000,
        545_342,
        "559792dfc65f2f02a77e2b3c4b90f8bbe94fef82a1c12e7ba2842f3dc8c59558",
    ),
    (
        "bson/one/int32",
        1_000,
        109_000,
        "ebda946c26d21bd1bddd67d41338cd67cfbbb51a568d534405d5feb5778c68f2",
    ),
    (
        "bson/one/timestamp",
        1_000,
        173_000,
        "c5cf0685c5f0d82da2f79f082d62cb17fcf5461e2d4a7cb3dea01e3b3ac12b64",
    ),
    (
        "bson/one/int64",
        1_000,
        141_000,
        "2abfaa076364085c7e2119ecc52d68a2d123fc0e0b16fc19a7f89fff4a3d2273",
    ),
    (
        "bson/one/decimal128",
        1_000,
        245_000,
        "35ed90586962006e3efacf2079b78de8628a1c2059dac6b2988ab46b29c77c62",
    ),
    (
        "bson/one/minkey",
        1_000,
        85_000,
        "aa5107ba1da433bd05fbda7161ca7da9af86db01632e7568b5ab7637b769325e",
    ),
    (
        "bson/one/maxkey",
        1_000,
        85_000,
        "33799ba5dd0e6c66012a82d2bbdf60d192f5214b896575f3f7377d3f8990f198",
    ),
]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path, tmp_path / "state")


@pytest.mark.parametrize(("name", "documents", "size", "sha256"), CORPORA)
def test_the_same_bytes_everywhere(name: str, documents: int, size: int, sha256: str) -> None:
    generated = generate(name)
    assert generated is not None
    found = list(generated)
    assert len(found) == documents
    assert sum(map(len, found)) == size
    assert hashlib.sha256(b"".join(found)).hexdigest() == sha256


def test_every_listed_corpus_is_pinned_but_the_longest() -> None:
    pinned = {name for name, *_ in CORPORA}
    assert set(names()) - pinned == {"bson/mixed/100000", "bson/mixed/1000000"}


def leaves(document: Document) -> Counter[int]:
    found: Counter[int] = Counter()
    for kind, _, value in document:
        found[kind] += 1
        if isinstance(value, list):
            found += leaves(value)
        elif isinstance(value, CodeWithScope):
            found += leaves(value.scope)
    return found


def depth(document: Document) -> int:
    nested = [value for _, _, value in document if isinstance(value, list)]
    return 1 + max(map(depth, nested), default=0)


def documents(name: str) -> list[Document]:
    generated = generate(name)
    assert generated is not None
    return [read(document) for document in islice(generated, 1000)]


def test_mixed_holds_every_type_in_the_promised_size() -> None:
    found = documents("bson/mixed/1000")
    assert set(sum(map(leaves, found), Counter())) == set(TYPE_NAMES)
    assert max(map(depth, found)) <= mixed.Shape().max_depth
    generated = generate("bson/mixed/10000")
    assert generated is not None
    assert 194 < sum(map(len, generated)) / 10_000 < 214


def test_the_shape_of_mixed_is_what_was_asked_for() -> None:
    shape = mixed.Shape(max_fields=3, max_depth=1, max_in_count=0)
    for document in islice(mixed.documents(shape), 200):
        assert len(document) <= 3
        assert depth(document) == 1


def test_a_smaller_corpus_begins_a_larger_one() -> None:
    small, large = generate("bson/mixed/100"), generate("bson/mixed/1000")
    assert small is not None
    assert large is not None
    assert list(small) == list(islice(large, 100))


def test_records_are_as_documented() -> None:
    for document in documents("bson/flat"):
        assert len(document) == 20
        assert Counter(TYPE_NAMES[kind] for kind, _, _ in document) == {
            "string": 8,
            "int32": 5,
            "double": 5,
            "int64": 1,
            "datetime": 1,
        }
    orders = documents("bson/order")
    fields = sum(sum(leaves(order).values()) for order in orders) / len(orders)
    containers = sum(leaves(order)[3] + leaves(order)[4] for order in orders) / len(orders)
    assert 130 < fields < 150
    assert 40 < containers < 50
    assert {depth(order) for order in orders} == {5}
    foreign = sum(not read_note(order).isascii() for order in orders)
    assert 150 < foreign < 250


def read_note(order: Document) -> str:
    (note,) = [value for _, key, value in order if key == "notes"]
    assert isinstance(note, str)
    return note


@pytest.mark.parametrize("name", sorted(one.TYPES))
def test_one_holds_one_type(name: str) -> None:
    kinds = set(sum(map(leaves, documents(f"bson/one/{name}")), Counter()))
    assert kinds == {one.TYPES[name]}


def test_a_corpus_is_made_once_and_made_again_when_damaged(project: Project) -> None:
    first = corpora.resolve("bson/mixed/100", project)
    before = first.path.stat().st_mtime_ns
    assert corpora.resolve("bson/mixed/100", project) == first
    assert first.path.stat().st_mtime_ns == before
    first.path.write_bytes(first.path.read_bytes()[:-1])
    assert corpora.resolve("bson/mixed/100", project) == first
    assert len(first.path.read_bytes()) == first.bytes


def test_an_unknown_corpus_is_answered_with_the_nearest(project: Project) -> None:
    with pytest.raises(UsageError, match="Did you mean bson/flat"):
        corpora.resolve("bson/flatt", project)


def test_make_replaces_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.bson"
    made = corpora.make("bson/doc32", path)
    assert path.stat().st_size == made.bytes
    with pytest.raises(UsageError, match="exists already"):
        corpora.make("bson/doc32", path)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.bson"
    path.write_bytes(bytes.fromhex("0500000000" * 3))
    found = corpora.from_file(path)
    assert (found.documents, found.bytes, found.name) == (3, 15, "file/mine.bson")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"PK\x03\x04 this is a zip file", "at byte 0"),
        (bytes.fromhex("05000000000600000000"), "at byte 5"),
        (bytes.fromhex("0500000000090000000861000200"), "bad-bool at byte 12"),
    ],
)
def test_a_broken_file_names_the_byte(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "broken.bson"
    path.write_bytes(data)
    with pytest.raises(UsageError) as caught:
        corpora.from_file(path)
    assert says in str(caught.value)


def test_a_full_disk_leaves_no_half_corpus(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(WirebenchError, match="No space left"):
        corpora.resolve("bson/mixed/10", project)
    assert list(project.corpora.iterdir()) == []
