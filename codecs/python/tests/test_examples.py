"""The examples in the documentation do what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

from wirecodec import bson

README = Path(__file__).parents[1] / "README.md"


def test_the_modules_examples() -> None:
    results = doctest.testmod(bson)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_readmes_examples() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0
