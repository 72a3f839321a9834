"""Golden files: what reports of the example run looked like when somebody last looked at them.

After a change that is meant, run ``WIREBENCH_REGENERATE=1 uv run pytest tests/report`` in
``bench/`` and read the difference before it is committed. With that variable the tests write and
then skip.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
DOCUMENT = Path(__file__).parents[3] / "docs" / "results-schema.md"


def regenerating() -> bool:
    return os.environ.get("WIREBENCH_REGENERATE") == "1"


def check(path: Path, text: str) -> None:
    """Compare with the file, or write it when asked to."""
    if regenerating():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        pytest.skip(f"written: {path.name}")
    assert path.read_text(encoding="utf-8") == text, f"{path.name}: see the head of golden.py"
