"""Suites: what is read, and what a mistake in one says."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirebench import corpora
from wirebench.errors import UsageError
from wirebench.project import find_project
from wirebench.suite import Suite, load_suite, load_suites, select
from wirebench.toolchains import load_programs

GOOD = """title = "t"
format = "bson"
fairness = "f"
baselines = ["a/x"]
contenders = ["a/x", "a/y", "b/z"]
[[cases]]
corpora = ["bson/flat", "bson/order"]
operations = ["decode", "encode"]
[[cases]]
corpora = ["bson/doc32"]
operations = ["decode"]
contenders = ["c/w"]
full = true
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "good.toml"
    path.write_text(text)
    return path


@pytest.fixture
def suites(tmp_path: Path) -> dict[str, Suite]:
    return {"good": load_suite(written(tmp_path, GOOD))}


def test_cases_are_corpora_by_operations(suites: dict[str, Suite]) -> None:
    assert [case.name for case in suites["good"].cases] == [
        "flat/decode",
        "flat/encode",
        "order/decode",
        "order/encode",
        "doc32/decode",
    ]
    assert suites["good"].cases[-1].contenders == ("a/x", "a/y", "b/z", "c/w")


def test_long_cases_need_to_be_asked_for(suites: dict[str, Suite]) -> None:
    assert len(select(suites, ["good"])) == 4
    assert len(select(suites, ["good"], full=True)) == 5
    assert [case.name for case in select(suites, ["good"], case_glob="doc*")] == ["doc32/decode"]


def test_only_narrows_the_contenders(suites: dict[str, Suite]) -> None:
    cases = select(suites, ["good"], only=["a/*"])
    assert {case.contenders for case in cases} == {("a/x", "a/y")}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"names": ["god"]}, "no suite 'god'. Did you mean good? There are: good"),
        ({"names": ["good"], "case_glob": "flat/decod"}, "Did you mean flat/decode"),
        ({"names": ["good"], "only": ["a/xx"]}, "no contender 'a/xx'. Did you mean a/x"),
    ],
)
def test_what_is_not_there_is_answered_with_what_is(
    suites: dict[str, Suite], arguments: dict[str, list[str]], says: str
) -> None:
    with pytest.raises(UsageError) as caught:
        select(suites, **arguments)  # type: ignore[arg-type]
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("title", "titel"), "no key 'titel'. Did you mean title?"),
        (('"bson/flat"', '"cql/rows"'), "not of the format bson"),
        (('fairness = "f"', 'fairness = ""'), "fairness: a text is needed"),
        (('["a/x"]', "[]"), "baselines: a list of names is needed"),
        (("[[cases]]", "[cases"), "not a readable suite"),
    ],
)
def test_a_mistake_names_file_and_key(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    path = written(tmp_path, GOOD.replace(*change, 1))
    with pytest.raises(UsageError) as caught:
        load_suite(path)
    assert str(path) in str(caught.value)
    assert says in str(caught.value)


def test_every_suite_of_the_repository_names_what_exists() -> None:
    project = find_project()
    hosted = {name for program in load_programs(project.drivers) for name in program.full_names}
    found = load_suites(project.suites)
    assert {"quick", "bson-document", "bson-types", "bson-corpus", "bson-records"} <= set(found)
    for suite in found.values():
        for case in suite.cases:
            assert corpora.exists(case.corpus), case.corpus
            assert set(case.contenders) <= hosted, set(case.contenders) - hosted
            assert set(case.baselines) <= set(case.contenders) | hosted
