"""Building drivers, and saying why one cannot be built."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirebench.errors import WirebenchError
from wirebench.toolchains import Program, built, load_programs, missing, prepare


def described(folder: Path, body: str, language: str = "odd") -> list[Program]:
    path = folder / language
    path.mkdir(exist_ok=True)
    (path / "driver.toml").write_text(f'language = "{language}"\n{body}')
    return load_programs(folder)


ONE = """[[program]]
name = "odd"
command = ["build/driver"]
build = [["sh", "-c", "mkdir -p build && touch build/driver"]]
contenders = ["x@y"]
"""


def test_a_program_is_built_in_its_folder(tmp_path: Path) -> None:
    (program,) = described(tmp_path, ONE)
    assert program.full_names == ["odd/x@y"]
    assert not built(program)
    assert prepare(program, tmp_path / "log") is None
    assert built(program)


def test_a_missing_tool_is_named_with_the_command_that_helps(tmp_path: Path) -> None:
    (program,) = described(tmp_path, ONE.replace('"sh"', '"no-such-compiler"'))
    found = missing(program)
    assert found is not None
    assert found.reason == ("no-such-compiler is not installed: apt-get install no-such-compiler")


def test_a_missing_library_is_named_with_the_command_that_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIREBENCH_INSTALL", "no")
    need = '[[program.needs]]\nwhat = "libodd"\ntest = ["false"]\ndebian = ["libodd-dev"]\n'
    (program,) = described(tmp_path, ONE + need)
    found = prepare(program, tmp_path / "log")
    assert found is not None
    assert found.reason == "libodd missing: apt-get install libodd-dev"


def test_a_failing_build_shows_its_last_line(tmp_path: Path) -> None:
    broken = ONE.replace("mkdir -p build", "echo no room; exit 3")
    (program,) = described(tmp_path, broken)
    found = prepare(program, tmp_path / "log")
    assert found is not None
    assert found.reason.startswith("building failed: `sh -c")
    assert found.reason.endswith("no room")


def test_a_build_that_leaves_nothing_is_noticed(tmp_path: Path) -> None:
    (program,) = described(tmp_path, ONE.replace("touch build/driver", "true"))
    found = prepare(program, tmp_path / "log")
    assert found is not None
    assert "left no" in found.reason


@pytest.mark.parametrize("body", ["[[program", '[[program]]\nname = "x"\n', ""])
def test_a_description_that_is_none_is_named(tmp_path: Path, body: str) -> None:
    with pytest.raises(WirebenchError, match=r"driver\.toml: not a driver's description"):
        described(tmp_path, body)


def test_two_programs_of_one_name_are_refused(tmp_path: Path) -> None:
    described(tmp_path, ONE, "one")
    with pytest.raises(WirebenchError, match="described twice: odd"):
        described(tmp_path, ONE, "two")
