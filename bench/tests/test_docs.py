"""Documents that say what is there: links lead somewhere, figures come from a recorded run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wirebench.project import find_project
from wirebench.report import json_file, markdown

ROOT = find_project().root

DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "formats/**/*.md", "codecs/*/*.md", "drivers/*/*.md")
    for path in ROOT.glob(pattern)
)

LINK = re.compile(r"\]\(([^)\s]+)\)")
COMMAND = re.compile(r"(?:\./)wirebench ([a-z]+)")
COMMANDS = {"run", "list", "check", "report", "history", "doctor", "build", "corpus"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if not target.startswith(("http", "#", "file:")):
            assert (path.parent / target.split("#")[0]).exists(), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_exist(path: Path) -> None:
    assert set(COMMAND.findall(path.read_text(encoding="utf-8"))) <= COMMANDS


def test_the_readme_shows_the_recorded_run() -> None:
    recorded = json_file.load(ROOT / "docs" / "results" / "quick.json")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = markdown.readme_table(recorded)
    if markdown.replace_between_markers(readme, block) != readme:
        pytest.fail("the README's table is not that of docs/results/quick.json: make docs")
    report = (ROOT / "docs" / "results" / "quick.md").read_text(encoding="utf-8")
    if markdown.render(recorded) != report:
        pytest.fail("docs/results/quick.md is not the report of quick.json: make docs")


def test_the_recorded_run_has_nothing_of_ours_wrong() -> None:
    recorded = json_file.load(ROOT / "docs" / "results" / "quick.json")
    ours = [r for c in recorded.cases for r in c.results if "/wirecodec" in r.contender]
    assert {result.contender for result in ours} >= {"rust/wirecodec", "python/wirecodec"}
    assert {result.status for result in ours} == {"ok"}
