"""The vectors are well-formed, cover what they should, and the reference codec agrees with each."""

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from wirebench.corpora.bson import doc32
from wirebench.formats import bson
from wirebench.formats.bson import Document, model

from .bson_vectors import FOLDER, Case, cases, files

KEYS = {
    "valid": ["id", "group", "hex", "value", "note"],
    "alternative": ["id", "group", "hex", "value", "canonical", "note"],
    "reject": ["id", "group", "hex", "kind", "offset", "note"],
}

# Cases may only ever be added.
LEAST = {
    "array": 39,
    "binary": 40,
    "boolean": 11,
    "cut": 55,
    "datetime": 19,
    "dbpointer": 26,
    "decimal128": 33,
    "depth": 11,
    "document": 65,
    "double": 25,
    "int32": 12,
    "int64": 17,
    "javascript": 23,
    "javascript-with-scope": 54,
    "key": 45,
    "maxkey": 8,
    "minkey": 8,
    "null": 8,
    "objectid": 10,
    "order": 13,
    "prefix": 63,
    "regex": 26,
    "string": 67,
    "symbol": 23,
    "timestamp": 12,
    "type": 10,
    "undefined": 8,
}


def kinds_in_readme() -> set[str]:
    """The kinds of error of the table in the vectors' README."""
    text = (FOLDER / "README.md").read_text("utf-8")
    table = text.split("## Kinds of error")[1].split("When several")[0]
    return set(re.findall(r"^\| `([a-z0-9-]+)` \|", table, re.MULTILINE))


def every(group: str) -> pytest.MarkDecorator:
    chosen = cases(group)
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def test_ids_are_unique_and_begin_with_their_file() -> None:
    by_file = files()
    counts = Counter(case["id"] for items in by_file.values() for case in items)
    assert [id_ for id_, count in counts.items() if count > 1] == []
    for name, items in by_file.items():
        for case in items:
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", case["id"]), case["id"]
            owners = [other for other in by_file if case["id"].startswith(other + "-")]
            assert max(owners, key=len) == name, case["id"]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_has_the_fields_of_its_group(case: Case) -> None:
    fields = [key for key in KEYS[case["group"]] if key in case]
    assert list(case) == fields
    assert set(KEYS[case["group"]]) - set(case) <= {"value"}
    assert re.fullmatch(r"([0-9a-f]{2})*", case["hex"])
    assert case["note"].strip()


def test_files_hold_plain_lines() -> None:
    for path in FOLDER.glob("*.jsonl"):
        text = path.read_bytes()
        assert text.isascii(), path
        assert text.endswith(b"\n"), path
        assert b"\r" not in text, path
        for line in text.decode().splitlines():
            assert json.dumps(json.loads(line)) == line, line[:80]


def test_no_case_was_removed() -> None:
    counts = {name: len(items) for name, items in files().items()}
    assert set(LEAST) <= set(counts)
    assert {name: counts[name] for name in LEAST if counts[name] < LEAST[name]} == {}


def test_every_type_has_a_file_and_a_case_in_a_document_and_in_an_array() -> None:
    ids = {case["id"] for case in cases("valid")}
    for name in model.TYPE_NAMES.values():
        assert {f"{name}-in-document", f"{name}-in-array"} <= ids


def test_every_type_is_in_the_document_of_all_types() -> None:
    (case,) = [case for case in cases() if case["id"] == "document-all-types"]
    kinds = [kind for kind, _, _ in bson.read(bytes.fromhex(case["hex"]))]
    assert sorted(kinds) == sorted(model.TYPE_NAMES)


def test_every_kind_of_error_has_cases_and_no_other_kind_has() -> None:
    counts = Counter(case["kind"] for case in cases("reject"))
    assert set(counts) == kinds_in_readme()
    assert min(counts.values()) >= 5


def test_doc32_is_the_corpus() -> None:
    (case,) = [case for case in cases() if case["id"] == "document-doc32"]
    assert bson.write(doc32.document()).hex() == case["hex"]


@every("valid")
def test_valid_comes_back_as_the_same_bytes(case: Case) -> None:
    data = bytes.fromhex(case["hex"])
    assert bson.write(bson.read(data)) == data


@every("alternative")
def test_alternative_comes_back_as_its_canonical_bytes(case: Case) -> None:
    document = bson.read(bytes.fromhex(case["hex"]))
    canonical = bytes.fromhex(case["canonical"])
    assert case["canonical"] != case["hex"]
    assert bson.write(document) == canonical
    assert bson.write(bson.read(canonical)) == canonical


@every("reject")
def test_reject_has_its_kind_and_offset(case: Case) -> None:
    data = bytes.fromhex(case["hex"])
    with pytest.raises(bson.BsonError) as caught:
        bson.read(data)
    assert (caught.value.kind, caught.value.offset) == (case["kind"], case["offset"])
    # Behind 32 bytes of something else, offsets still count from the document's first byte.
    with pytest.raises(bson.BsonError) as behind:
        bson.read(b"\xee" * 32 + data, 32)
    assert (behind.value.kind, behind.value.offset) == (case["kind"], case["offset"])


@pytest.mark.parametrize("case", cases("valid", "alternative"), ids=lambda case: case["id"])
def test_value_is_there_wherever_it_can_be(case: Case) -> None:
    document = bson.read(bytes.fromhex(case["hex"]))
    if "value" in case:
        assert bson.to_extended_json(document) == case["value"]
        assert bson.extended_json_is_exact(document)
        written = bson.write(bson.from_extended_json(case["value"]))
        assert written.hex() == case.get("canonical", case["hex"])
    else:
        # What JSON readers cannot take is the other reason for having none.
        assert not bson.extended_json_is_exact(document) or depth(document) > 100


def depth(document: Document) -> int:
    return max(levels(document, 1))


def levels(document: Document, level: int) -> Iterator[int]:
    yield level
    for kind, _, value in document:
        if kind in (model.DOCUMENT, model.ARRAY):
            yield max(levels(value, level + 1))
        elif kind == model.JAVASCRIPT_WITH_SCOPE:
            yield max(levels(value.scope, level + 1))
