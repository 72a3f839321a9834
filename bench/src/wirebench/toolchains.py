"""Which drivers can be built here, and their building: each with its language's own tool.

Every ``drivers/LANGUAGE/driver.toml`` lists *programs*: how to build one, how to start it, what it
needs of the machine and which contenders it hosts. The native tools (cargo, go, cmake, uv) know
best what is out of date, so that building is simply asked for each time and is quick when nothing
changed.

What is missing makes a program's contenders *unavailable*, with the command that helps; it never
stops a run. Debian packages that a program needs are installed on the way when we are root and may
(``WIREBENCH_INSTALL=no`` forbids it).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wirebench.errors import WirebenchError

BUILD_SECONDS = 1800
"""Longest time for one build step: the slowest, a cold fat-LTO build, takes some minutes."""


@dataclass(frozen=True)
class Need:
    """Something a program needs of the machine, how to see whether it is there, how to get it."""

    what: str
    test: tuple[str, ...]
    debian: tuple[str, ...] = ()
    install: str | None = None

    @property
    def advice(self) -> str:
        """The command that a person types to get it."""
        return self.install or f"apt-get install {' '.join(self.debian)}"

    def met(self) -> bool:
        """Whether it is there now."""
        return _quiet(self.test) == 0


@dataclass(frozen=True)
class Program:
    """One driver program: a language may have several (Python has one an environment)."""

    name: str
    language: str
    folder: Path
    command: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    contenders: tuple[str, ...]
    needs: tuple[Need, ...] = field(default=())

    @property
    def argv(self) -> list[str]:
        """The command with its program as an absolute path, where it lies in the folder."""
        local = self.folder / self.command[0]
        first = str(local) if "/" in self.command[0] else self.command[0]
        return [first, *self.command[1:]]

    @property
    def full_names(self) -> list[str]:
        """Its contenders as suites name them: ``language/library@mode``."""
        return [f"{self.language}/{name}" for name in self.contenders]


@dataclass(frozen=True)
class Unavailable:
    """Why a program cannot run here, and the command that helps."""

    reason: str


def load_programs(drivers: Path) -> list[Program]:
    """Every program of every driver.toml; WirebenchError names the file that is not one."""
    programs: list[Program] = []
    for path in sorted(drivers.glob("*/driver.toml")):
        try:
            document = tomllib.loads(path.read_text(encoding="utf-8"))
            programs += [_program(path.parent, document, table) for table in document["program"]]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise WirebenchError(f"{path}: not a driver's description: {error!r}") from error
    for attribute in ("name", "full_names"):
        values = [getattr(program, attribute) for program in programs]
        flat = [name for v in values for name in (v if isinstance(v, list) else [v])]
        twice = {name for name in flat if flat.count(name) > 1}
        if twice:
            raise WirebenchError(f"{drivers}: described twice: {', '.join(sorted(twice))}")
    return programs


def built(program: Program) -> bool:
    """Whether what starts the program is there (it may be out of date)."""
    first = program.argv[0]
    return Path(first).exists() if "/" in first else shutil.which(first) is not None


def missing(program: Program) -> Unavailable | None:
    """What the machine lacks to build this program; None when nothing is missing."""
    for need in program.needs:
        if not need.met():
            return Unavailable(f"{need.what} missing: {need.advice}")
    for step in program.build:
        if shutil.which(step[0]) is None and not (program.folder / step[0]).exists():
            return Unavailable(f"{step[0]} is not installed: {tool_advice(step[0])}")
    return None


def tool_advice(tool: str) -> str:
    """The command that installs a build tool."""
    known = {
        "cargo": "apt-get install cargo, or see https://rustup.rs",
        "go": "apt-get install golang-go, or see https://go.dev/dl",
        "cmake": "apt-get install cmake",
        "uv": "./wirebench brings it; or pip install uv",
    }
    return known.get(tool, f"apt-get install {tool}")


def prepare(
    program: Program, log: Path, say: Callable[[str], None] = lambda text: None
) -> Unavailable | None:
    """Install what may be installed and build; None when the program is ready to start."""
    wanted = [package for need in program.needs if not need.met() for package in need.debian]
    if wanted and _may_install():
        say(f"installing {' '.join(wanted)}")
        _install(wanted, log)
    lacking = missing(program)
    if lacking is not None:
        return lacking
    say("building")
    for step in program.build:
        try:
            with log.open("ab") as file:
                code = subprocess.run(
                    step,
                    cwd=program.folder,
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    timeout=BUILD_SECONDS,
                    check=False,
                ).returncode
        except subprocess.TimeoutExpired:
            code = -1
        if code != 0:
            return Unavailable(
                f"building failed: `{' '.join(step)}` in {program.folder} (see {log}): "
                f"{_last_line(log)}"
            )
    return None if built(program) else Unavailable(f"building left no {program.argv[0]}")


def _program(folder: Path, document: dict[str, Any], table: dict[str, Any]) -> Program:
    return Program(
        name=table["name"],
        language=document["language"],
        folder=folder,
        command=tuple(table["command"]),
        build=tuple(tuple(step) for step in table.get("build", [])),
        contenders=tuple(table["contenders"]),
        needs=tuple(
            Need(
                need["what"],
                tuple(need["test"]),
                tuple(need.get("debian", [])),
                need.get("install"),
            )
            for need in table.get("needs", [])
        ),
    )


def _quiet(command: Sequence[str]) -> int:
    try:
        return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode
    except (OSError, subprocess.TimeoutExpired):
        return -1


def _may_install() -> bool:
    return (
        os.environ.get("WIREBENCH_INSTALL") != "no"
        and os.geteuid() == 0
        and shutil.which("apt-get") is not None
    )


def _install(packages: list[str], log: Path) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with log.open("ab") as file:
        for step in (["update", "-q"], ["install", "-qy", "--no-install-recommends", *packages]):
            subprocess.run(
                ["apt-get", *step],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                check=False,
            )


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1].strip()[:200] if lines else "no output"
