"""`wirebench check`: unlisted differences fail it, and so do listed ones that no longer occur."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Checkout
from tests.test_measure import QUICK, Quiet
from wirebench import corpora
from wirebench.check import Checked, check_contender
from wirebench.differences import load_differences
from wirebench.errors import WirebenchError
from wirebench.project import Project
from wirebench.runner import prepare_hall
from wirebench.suite import load_suites
from wirebench.vectors import load_vectors


def checked(project: Project, name: str, *names: str) -> Checked:
    case = load_suites(project.suites)["quick"].cases[0]
    hall = prepare_hall([case], project, Quiet(), project.logs, QUICK)
    files = [corpora.resolve(corpus, project) for corpus in names or ("bson/doc32",)]
    return check_contender(f"fake/{name}", hall, files)


def test_who_is_right_passes(checkout: Checkout) -> None:
    found = checked(checkout(good="right"), "good", "bson/doc32", "bson/mixed/100")
    assert found.passed
    assert found.corpora == 2
    assert found.version == "1.2.3"


@pytest.mark.parametrize(
    ("behaviour", "says"),
    [
        ("wrong", "vector int32-one: differs from byte 10"),
        ("constant", "vector int32-one: differs"),
        ("crash:recode", "SIGSEGV"),
        ("liar", "announces somebody-else"),
    ],
)
def test_who_is_wrong_does_not(checkout: Checkout, behaviour: str, says: str) -> None:
    found = checked(checkout(bad=behaviour), "bad")
    assert not found.passed
    assert any(says in complaint for complaint in found.wrong)


def listed(**entries: dict[str, str]) -> str:
    tables = [
        f"[[contender.{kind}]]\n"
        + "\n".join(f"{key} = {json.dumps(value)}" for key, value in entry.items())
        + '\nwhy = "because"\n'
        for kind, entry in entries.items()
    ]
    return '[[contender]]\nname = "one"\n' + "".join(tables)


def test_what_is_listed_and_occurs_is_known(checkout: Checkout) -> None:
    differences = listed(vector={"id": "int32-*"}, corpus={"name": "bson/doc*"})
    found = checked(checkout(differences, one="wrong"), "one")
    assert [entry.split(":")[0] for entry in found.known] == ["bson/doc32", "vector int32-*"]
    assert [complaint.split(":")[0] for complaint in found.wrong] == ["vector array-key"]
    assert found.stale == []


@pytest.mark.parametrize(
    "entry",
    [
        {"vector": {"id": "int32-one"}},
        {"rule": {"rule": "symbol-as-string"}},
        {"corpus": {"name": "bson/doc32"}},
    ],
)
def test_what_is_listed_and_does_not_occur_is_stale(
    checkout: Checkout, entry: dict[str, dict[str, str]]
) -> None:
    found = checked(checkout(listed(**entry), one="right"), "one")
    assert not found.passed
    assert found.wrong == []
    assert len(found.stale) == 1
    assert "does not occur any more" in found.stale[0]


def test_a_list_that_is_none_is_named(checkout: Checkout) -> None:
    project = checkout('[[contender]]\nname = "one"\n[[contender.rule]]\nrule = "x"\n', one="right")
    with pytest.raises(WirebenchError, match=r"differences\.toml"):
        load_differences(project.drivers)


def test_a_vector_that_is_none_is_named_by_line(checkout: Checkout) -> None:
    project = checkout(one="right")
    path = project.vectors("bson") / "few.jsonl"
    path.write_text(path.read_text() + '\n{"id": "x", "group": "valid"}\n')
    with pytest.raises(WirebenchError, match=r"few\.jsonl:6: not a vector"):
        load_vectors(project.vectors("bson"))
