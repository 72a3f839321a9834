"""Proof that the library itself ran: a stub in place of a peer must fail the check."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.test_measure import Quiet
from wirebench import corpora
from wirebench.check import Checked, check_contender
from wirebench.project import Project, find_project
from wirebench.runner import prepare_hall
from wirebench.suite import Case
from wirebench.toolchains import Program

STUBS = {
    # Answers everything with one document.
    "constant": """
def decode(data, *args, **kwargs): return {}
def encode(document, *args, **kwargs): return bytes.fromhex("0500000000")
""",
    # Gives back the bytes themselves, never looking inside.
    "cheating": """
class Held(dict): pass
def decode(data, *args, **kwargs):
    held = Held(); held.data = bytes(data); return held
def encode(document, *args, **kwargs): return document.data
""",
}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return replace(find_project(), state=tmp_path)


def check_pymongo(project: Project, shadow: Path | None) -> Checked:
    case = Case("check", "bson", "bson/doc32", "decode", ("python/pymongo",), ())
    hall = prepare_hall([case], project, Quiet(), project.logs)
    program = hall.programs["python/pymongo"]
    assert isinstance(program, Program), program
    if shadow is not None:
        command = ("env", f"PYTHONPATH={shadow}", *program.argv)
        hall = replace(hall, programs={"python/pymongo": replace(program, command=command)})
    return check_contender("python/pymongo", hall, [corpora.resolve("bson/doc32", project)])


def test_the_library_itself_passes(project: Project) -> None:
    found = check_pymongo(project, None)
    assert found.wrong == []
    assert found.version is not None


@pytest.mark.parametrize("stub", sorted(STUBS))
def test_a_stub_in_its_place_does_not(project: Project, tmp_path: Path, stub: str) -> None:
    # Everything of the library but the two functions that are timed.
    shadow = tmp_path / "shadow"
    shadow.mkdir()
    (shadow / "sitecustomize.py").write_text(f"import bson\n{STUBS[stub]}\nbson.decode = decode\n")
    with (shadow / "sitecustomize.py").open("a") as file:
        file.write("bson.encode = encode\n")
    found = check_pymongo(project, shadow)
    assert found.wrong or found.strictness is None, os.listdir(tmp_path)
    assert not found.passed
