"""One measuring run at a time on a machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wirebench.errors import WirebenchError
from wirebench.lock import machine_lock

HOLDER = """
import sys, time
from pathlib import Path
from wirebench.lock import machine_lock
with machine_lock(Path(sys.argv[1]), "wirebench run held"):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def holder(path: Path, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLDER, str(path), str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_who_may_not_wait_is_told_who_holds_it(tmp_path: Path) -> None:
    process = holder(tmp_path / "lock", 30)
    try:
        with (
            pytest.raises(WirebenchError, match=f"process {process.pid}.*wirebench run held"),
            machine_lock(tmp_path / "lock", "me", wait=False),
        ):
            pass
    finally:
        process.kill()
        process.wait()


def test_who_waits_is_told_once_and_gets_it(tmp_path: Path) -> None:
    process = holder(tmp_path / "lock", 1.5)
    told: list[str] = []
    started = time.monotonic()
    with machine_lock(tmp_path / "lock", "me", waiting=told.append):
        assert time.monotonic() - started > 0.5
    assert len(told) == 1
    assert str(process.pid) in told[0]
    process.wait()


def test_a_killed_holder_leaves_nothing_behind(tmp_path: Path) -> None:
    process = holder(tmp_path / "lock", 30)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with machine_lock(tmp_path / "lock", "me", wait=False):
        pass


def test_a_lock_that_cannot_be_opened_says_what_to_do(tmp_path: Path) -> None:
    with (
        pytest.raises(WirebenchError, match="WIREBENCH_LOCK"),
        machine_lock(tmp_path / "no" / "folder" / "lock", "me"),
    ):
        pass
