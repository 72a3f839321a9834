"""A small checkout of the bench's own for each test: one fake driver, one suite, a few vectors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wirebench.project import Project

FAKE_DRIVER = Path(__file__).parent / "fakes" / "driver.py"

VECTORS = [
    {"id": "document-empty", "group": "valid", "hex": "0500000000"},
    {"id": "int32-one", "group": "valid", "hex": "0c0000001061000100000000"},
    {
        "id": "array-key",
        "group": "alternative",
        "hex": "14000000046100" + "0c000000107800010000000000",
        "canonical": "14000000046100" + "0c000000103000010000000000",
    },
    {"id": "document-cut", "group": "reject", "hex": "05000000", "kind": "truncated", "offset": 0},
    {
        "id": "boolean-two",
        "group": "reject",
        "hex": "090000000861000200",
        "kind": "bad-bool",
        "offset": 7,
    },
]

Checkout = Callable[..., Project]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """Make a checkout whose fake driver hosts contenders of these behaviours."""

    def make(differences: str = "", operations: str = '"decode"', **behaviours: str) -> Project:
        monkeypatch.setenv("WIREBENCH_HOME", str(tmp_path))
        monkeypatch.setenv("WIREBENCH_STATE", str(tmp_path / "state"))
        monkeypatch.setenv("WIREBENCH_LOCK", str(tmp_path / "lock"))
        monkeypatch.setenv("FAKE_LOG", str(tmp_path / "order.log"))
        names = [f"fake/{name}" for name in behaviours]
        folder = tmp_path / "drivers" / "fake"
        folder.mkdir(parents=True)
        hosted = [f"{name}={behaviour}" for name, behaviour in behaviours.items()]
        (folder / "driver.toml").write_text(
            f"""language = "fake"
[[program]]
name = "fake"
command = {json.dumps([sys.executable, str(FAKE_DRIVER), *hosted])}
contenders = {json.dumps(list(behaviours))}
"""
        )
        (folder / "differences.toml").write_text(differences)
        (tmp_path / "suites").mkdir()
        (tmp_path / "suites" / "quick.toml").write_text(
            f"""title = "a suite"
format = "bson"
fairness = "it is a test"
budget = 1
baselines = [{json.dumps(names[0])}]
contenders = {json.dumps(names)}
[[cases]]
corpora = ["bson/doc32"]
operations = [{operations}]
"""
        )
        vectors = tmp_path / "formats" / "bson" / "vectors"
        vectors.mkdir(parents=True)
        (vectors / "few.jsonl").write_text("\n".join(map(json.dumps, VECTORS)))
        return Project(tmp_path, tmp_path / "state")

    return make


@pytest.fixture
def wirebench() -> Callable[..., subprocess.CompletedProcess[str]]:
    """The program, through its real entry point, in the environment the checkout set."""

    def call(*arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "wirebench.cli", *arguments],
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            env={**os.environ, "COLUMNS": "200"},
        )

    return call
