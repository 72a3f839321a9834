"""The line protocol, word by word, and what a driver's end looks like from outside."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from wirebench.driver import MAX_LOG, Driver, DriverError, DriverFailure, Limits, Rejected

SHORT = Limits(start=5, answer=2, work=2, grace=1)


def scripted(tmp_path: Path, body: str, **more: object) -> Driver:
    """A driver whose answer to each line is made by Python code: `line` in, `answer` out."""
    script = f"""
import sys, time, os
for line in sys.stdin:
    line = line.rstrip("\\n")
    answer = "ok"
{body}
    print(answer, flush=True)
"""
    command = [sys.executable, "-c", script]
    return Driver(command, tmp_path / "log", limits=SHORT, **more)  # type: ignore[arg-type]


def test_requests_are_percent_encoded(tmp_path: Path) -> None:
    with scripted(
        tmp_path, "    print(line, file=sys.stderr, flush=True)\n    answer = 'ok 7'"
    ) as d:
        assert d.open("a b%", "bson", Path("/tmp/ä c.bson"), schema="x y") == 7
    log = (tmp_path / "log").read_text()
    assert log.splitlines()[0] == "open a%20b%25 bson /tmp/%C3%A4%20c.bson schema=x%20y"


def test_recode_answers(tmp_path: Path) -> None:
    body = """
    answer = {"recode -": "rejected truncated 0 too%20short",
              "recode 01": "rejected unknown - -",
              "recode 02": "bytes 0203",
              "recode 03": "error not%20now"}[line] if line != "bye" else "ok"
"""
    with scripted(tmp_path, body) as driver:
        assert driver.recode(b"") == Rejected("truncated", 0, "too short")
        assert driver.recode(b"\x01") == Rejected("unknown", None, "-")
        assert driver.recode(b"\x02") == b"\x02\x03"
        with pytest.raises(DriverError, match="not now"):
            driver.recode(b"\x03")
        assert driver.recode(b"\x02") == b"\x02\x03", "an error does not end the conversation"


@pytest.mark.parametrize(
    "answer",
    ["ok", "bytes", "bytes xyz", "bytes 0", "rejected", "rejected bad-utf8", "rejected x y z", ""],
)
def test_nonsense_is_wrong(tmp_path: Path, answer: str) -> None:
    with scripted(tmp_path, f"    answer = {answer!r}") as driver:
        with pytest.raises(DriverFailure) as caught:
            driver.recode(b"\x05")
        assert caught.value.kind == "wrong"


@pytest.mark.parametrize("answer", ["ok", "ok x", "ok -5", "ok 1e9", "ok ²"])
def test_a_time_must_be_a_number(tmp_path: Path, answer: str) -> None:
    with (
        scripted(tmp_path, f"    answer = {answer!r}") as driver,
        pytest.raises(DriverFailure, match="time decode 1"),
    ):
        driver.time("decode", 1)


def test_a_second_version_of_the_protocol_is_refused(tmp_path: Path) -> None:
    with (
        scripted(tmp_path, "    answer = 'ok wirebench-driver 2 c 1'") as driver,
        pytest.raises(DriverFailure, match="not version 1"),
    ):
        driver.hello()


def test_endless_contenders_end(tmp_path: Path) -> None:
    body = """
    while line == "contenders":
        print("contender a 1 - bson model=raw ops=decode")
"""
    with scripted(tmp_path, body) as driver, pytest.raises(DriverFailure, match="more than"):
        driver.contenders()


def test_facets_have_to_be_announced(tmp_path: Path) -> None:
    body = "    answer = 'contender a 1 - bson ops=decode'"
    with scripted(tmp_path, body) as driver, pytest.raises(DriverFailure, match="its model"):
        driver.contenders()


def test_a_large_document_goes_both_ways(tmp_path: Path) -> None:
    body = "    answer = 'bytes ' + line.split()[1] if ' ' in line else 'ok'"
    document = os.urandom(1 << 20) * 8
    with scripted(tmp_path, body) as driver:
        assert driver.recode(document) == document


def test_who_does_not_read_is_given_up(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    with Driver(command, tmp_path / "log", limits=SHORT) as driver:
        with pytest.raises(DriverFailure, match="did not read its input") as caught:
            driver.recode(bytes(10 << 20))
        assert caught.value.kind == "timeout"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("    os.kill(os.getpid(), 11)", "by SIGSEGV at: hello"),
        ("    sys.exit(3)", "with exit code 3 at: hello"),
        ("    os._exit(0)", "with exit code 0 at: hello"),
    ],
)
def test_how_it_ended_is_said(tmp_path: Path, body: str, says: str) -> None:
    with scripted(tmp_path, body) as driver:
        with pytest.raises(DriverFailure, match=says) as caught:
            driver.hello()
        assert caught.value.kind == "crashed"


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DriverFailure, match="cannot start"):
        Driver([str(tmp_path / "nothing")], tmp_path / "log")


def test_complaints_are_kept_up_to_a_bound(tmp_path: Path) -> None:
    body = "    sys.stderr.write('x' * (3 << 20)); sys.stderr.flush(); answer = 'ok 1'"
    with scripted(tmp_path, body) as driver:
        assert driver.time("decode", 1) == (1, None)
    assert (tmp_path / "log").stat().st_size == MAX_LOG


def test_children_of_a_driver_end_with_it(tmp_path: Path) -> None:
    body = """
    import subprocess
    answer = f"ok {subprocess.Popen(['sleep', '60'], stdout=subprocess.DEVNULL).pid}"
"""
    with scripted(tmp_path, body) as driver:
        child, _ = driver.time("decode", 1)
        assert Path(f"/proc/{child}").exists()
    for _ in range(50):
        if not alive(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    raise AssertionError("the driver's child lives on")


def alive(pid: int) -> bool:
    """A process that nobody has reaped yet (state Z) is dead for this purpose."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_every_thread_is_pinned(tmp_path: Path) -> None:
    cpu = max(os.sched_getaffinity(0))
    before = os.sched_getaffinity(0)
    body = "    answer = 'ok ' + ''.join(map(str, os.sched_getaffinity(0)))"
    with scripted(tmp_path, body, cpu=cpu) as driver:
        assert driver.time("decode", 1)[0] == cpu
    assert os.sched_getaffinity(0) == before


def test_peak_memory_is_the_childs(tmp_path: Path) -> None:
    body = "    held = b'x' * (200 << 20); answer = 'ok 1'"
    with scripted(tmp_path, body) as driver:
        driver.time("decode", 1)
        peak = driver.peak_rss()
        assert peak is not None
        assert 200 << 20 < peak < 400 << 20


def test_a_peak_can_be_forgotten(tmp_path: Path) -> None:
    body = """
    if line.startswith("time"):
        held = b"x" * (200 << 20)
        del held
        answer = "ok 1"
"""
    with scripted(tmp_path, body) as driver:
        driver.time("decode", 1)
        driver.reset_peak_rss()
        peak = driver.peak_rss()
        assert peak is not None
        assert peak < 100 << 20
