"""The schema, its documentation and `wirebench.results` say the same."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from wirebench import results
from wirebench.report import json_file, markdown
from wirebench.report.json_file import InvalidRunError

from . import example, golden

EXAMPLE = ("<!-- example:begin -->", "<!-- example:end -->")


def definitions() -> dict[str, dict[str, Any]]:
    schema = json_file.schema()
    return {"run": schema, **schema["$defs"]}


def documented() -> dict[str, dict[str, str]]:
    """By table of the document: each field with what stands in its column *null*."""
    tables: dict[str, dict[str, str]] = {}
    for part in re.split(r"^## ", golden.DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE):
        name = part.split("\n", 1)[0].strip()
        rows = re.findall(r"^\| `(\w+)` \| .*? \| (.*?) \| .* \|$", part, flags=re.MULTILINE)
        if rows:
            tables[name] = dict(rows)
    return tables


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(json_file.schema())


def test_every_object_but_the_environment_is_closed() -> None:
    for name, one in definitions().items():
        assert one["additionalProperties"] is (name == "environment"), name
        if name != "environment":
            assert one["required"] == list(one["properties"]), name


def test_the_document_names_the_same_fields() -> None:
    assert {name: list(fields) for name, fields in documented().items()} == {
        name: list(one["properties"]) for name, one in definitions().items()
    }


def test_the_document_says_rightly_which_fields_may_be_null() -> None:
    for name, fields in documented().items():
        for field, null in fields.items():
            given = definitions()[name]["properties"][field]
            types = given.get("type", [])
            nullable = (
                "null" in ([types] if isinstance(types, str) else types)
                or None in given.get("enum", [])
                or {"type": "null"} in given.get("oneOf", [])
            )
            assert nullable == (null != "–"), f"{name}.{field}"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("case", results.CaseResult),
        ("corpus", results.Corpus),
        ("twin", results.Twin),
        ("result", results.Result),
        ("strictness", results.Strictness),
        ("sample", results.Sample),
    ],
)
def test_the_schema_has_the_fields_of_the_dataclass(name: str, kind: type[Any]) -> None:
    fields = [field.name for field in dataclasses.fields(kind)]
    assert list(definitions()[name]["properties"]) == fields


def test_the_schema_has_the_fields_of_a_run() -> None:
    fields = {field.name for field in dataclasses.fields(results.Run)}
    assert set(json_file.schema()["properties"]) == fields | {"schema"}


def test_the_example_in_the_document_is_current_and_valid() -> None:
    text = golden.DOCUMENT.read_text(encoding="utf-8")
    block = f"```json\n{json_file.dumps(example.small_run())}```"
    golden.check(golden.DOCUMENT, markdown.replace_between_markers(text, block, *EXAMPLE))
    found = re.search(r"```json\n(.*?)```", text, flags=re.DOTALL)
    assert found is not None
    json_file.validate(json.loads(found.group(1)))


@pytest.mark.parametrize("make", [example.example_run, example.small_run, example.large_run])
def test_what_is_written_reads_back_equal(make: Callable[[], results.Run], tmp_path: Path) -> None:
    run = make()
    json_file.save(run, tmp_path / "run.json")
    assert json_file.load(tmp_path / "run.json") == run
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_sample_takes_one_line() -> None:
    text = json_file.dumps(example.small_run())
    assert re.search(r'^ *\{"round": 0, "passes": \d+, "nanoseconds": \d+\},$', text, re.MULTILINE)


def test_text_that_looks_like_a_sample_is_left_alone() -> None:
    run = example.small_run()
    run.cases[0].warnings = ['{\n  "round": 1,\n  "passes": 2,\n  "nanoseconds": 3\n}']
    assert json_file.loads(json_file.dumps(run)) == run


def _set(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """A change of the document: ``cases.0.results.2.ratio`` to that value."""

    def change(document: dict[str, Any]) -> None:
        *way, last = path.split(".")
        place: Any = document
        for step in way:
            place = place[int(step)] if step.isdigit() else place[step]
        place[last] = value

    return change


# In small_run: result 0 is the baseline, 1 is faster, 2 is wrong.
BREAKS = {
    "a figure of a wrong contender": _set("cases.0.results.2.ns_per_document", 12.5),
    "a cold call of a wrong contender": _set("cases.0.results.2.cold_ns", 12),
    "a ratio of a wrong contender": _set("cases.0.results.2.ratio", 1.0),
    "samples of a wrong contender": _set(
        "cases.0.results.2.samples", [{"round": 0, "passes": 1, "nanoseconds": 1}]
    ),
    "a failure without a reason": _set("cases.0.results.2.reason", None),
    "a verdict of a wrong contender": _set("cases.0.results.2.verdict", "slower"),
    "ok without a time": _set("cases.0.results.1.ns_per_document", None),
    "ok with a reason": _set("cases.0.results.1.reason", "but"),
    "a verdict of a limit": _set("cases.0.results.1.limit", True),
    "a ratio without an interval": _set("cases.0.results.1.ratio_low", None),
    "an interval without a ratio": _set("cases.0.results.1.ratio", None),
    "a noise floor without a twin": _set("cases.0.twin", None),
    "a negative time": _set("cases.0.results.1.ns_per_document", -1.0),
    "a verdict of its own": _set("cases.0.results.1.verdict", "better"),
    "a mode of its own": _set("cases.0.mode", "documents fresh owned"),
    "a field of its own": _set("cases.0.results.1.taken_back", 3),
    "a time without its zone": _set("started", "2026-11-21T08:00:00"),
    "complete but not finished": _set("finished", None),
    "another schema": _set("schema", "wirebench-run/2"),
}


@pytest.mark.parametrize("what", BREAKS)
def test_what_breaks_a_rule_is_refused_with_its_place(what: str) -> None:
    document = copy.deepcopy(example.small_run().to_json())
    json_file.validate(document)
    BREAKS[what](document)
    with pytest.raises(InvalidRunError, match=r"\$\.\w+"):
        json_file.validate(document)


def test_an_unfinished_run_is_valid() -> None:
    run = example.small_run()
    run.complete, run.finished = False, None
    assert json_file.loads(json_file.dumps(run)) == run


@pytest.mark.parametrize("text", ["", "[]", "{}", "{"])
def test_a_file_that_is_no_run_says_so(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(InvalidRunError, match=r"other\.json: not"):
        json_file.load(path)
