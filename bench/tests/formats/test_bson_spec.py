"""formats/bson/SPEC.md: its examples are bytes that mean what it says, its vectors exist."""

import re
from fnmatch import fnmatchcase

from wirebench.formats import bson
from wirebench.formats.bson import TYPE_NAMES

from .bson_vectors import ROOT, cases, files

TEXT = (ROOT / "formats" / "bson" / "SPEC.md").read_text("utf-8")


def test_every_type_has_an_example_that_reads_as_that_type() -> None:
    rows = re.findall(
        r"^\| ([0-9a-f]{2}) \| ([a-z0-9-]+) \| .* \| `((?:[0-9a-f]{2} ?)+)`", TEXT, re.MULTILINE
    )
    assert {int(byte, 16): name for byte, name, _ in rows} == TYPE_NAMES
    for byte, _, example in rows:
        element = bytes.fromhex(example)
        data = (len(element) + 5).to_bytes(4, "little") + element + b"\0"
        ((kind, key, _),) = bson.read(data)
        assert (kind, key) == (int(byte, 16), "a")
        assert bson.write(bson.read(data)) == data


def test_the_example_document_is_the_one_it_says() -> None:
    block = TEXT.split("is twelve bytes:")[1].split("```")[1]
    data = bytes.fromhex("".join(re.findall(r"^((?:[0-9a-f]{2} ?)+)  ", block, re.MULTILINE)))
    assert bson.to_extended_json(bson.read(data)) == {"a": {"$numberInt": "1"}}


def test_every_vector_it_names_exists() -> None:
    ids = [case["id"] for case in cases()]
    prefixes = tuple(name + "-" for name in files())
    named = {
        word
        for word in re.findall(r"`([a-z0-9-]+(?:-…)?)`", TEXT)
        if word.startswith(prefixes) and word not in TYPE_NAMES.values()
    }
    assert len(named) > 80
    assert {
        word for word in named if not any(fnmatchcase(id_, word.replace("…", "*")) for id_ in ids)
    } == set()


def test_every_file_of_a_type_is_named() -> None:
    for name in TYPE_NAMES.values():
        assert name in TEXT
