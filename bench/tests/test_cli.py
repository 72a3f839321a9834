"""The command line, through its real entry point."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import Checkout
from wirebench.history import History
from wirebench.instructions import find_counter
from wirebench.project import Project

Program = Callable[..., "subprocess.CompletedProcess[str]"]

COMMANDS = ["run", "list", "check", "report", "history", "doctor", "build", "corpus make"]


def schema() -> dict[str, object]:
    text = resources.files("wirebench").joinpath("schema/wirebench-run-1.json").read_text()
    loaded: dict[str, object] = json.loads(text)
    return loaded


def kept(project: Project) -> History:
    return History(project.history_url)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_examples(wirebench: Program, command: str) -> None:
    done = wirebench(*command.split(), "--help")
    assert done.returncode == 0
    assert "Example" in done.stdout
    assert f"wirebench {command}" in done.stdout


def test_a_run_from_end_to_end(checkout: Checkout, wirebench: Program, tmp_path: Path) -> None:
    project = checkout(good="right:1", slow="right:3", bad="wrong", dead="crash:time")
    out, page = tmp_path / "out.json", tmp_path / "out.html"
    arguments = ["--rounds", "5", "--seed", "3", "--json", str(out), "--html", str(page)]
    done = wirebench("run", *arguments)
    assert done.returncode == 0, done.stderr
    for word in ("fake/good", "fake/slow", "slower", "wrong", "crashed", "SIGSEGV"):
        assert word in done.stdout
    run = json.loads(out.read_text())
    jsonschema.validate(run, schema())
    (case,) = run["cases"]
    assert {r["contender"]: r["status"] for r in case["results"]} == {
        "fake/good": "ok",
        "fake/slow": "ok",
        "fake/bad": "wrong",
        "fake/dead": "crashed",
    }
    assert run["complete"]
    assert run["seed"] == 3
    assert run["command"] == ["wirebench", "run", *arguments]
    assert case["corpus"]["documents"] == 1
    assert len(case["results"][0]["samples"]) == 5
    assert "fake/slow" in page.read_text()
    assert kept(project).load("latest").to_json() == run


def test_a_past_run_in_every_form(checkout: Checkout, wirebench: Program, tmp_path: Path) -> None:
    checkout(good="right", bad="wrong")
    assert wirebench("run", "--rounds", "5").returncode == 0
    assert "fake/good" in wirebench("report").stdout
    assert "| " in wirebench("report", "--format", "markdown").stdout
    assert "<html" in wirebench("report", "latest", "--format", "html").stdout
    rows = list(csv.DictReader(io.StringIO(wirebench("report", "-f", "csv").stdout)))
    assert [row["contender"] for row in rows] == ["fake/good", "fake/bad"]
    file = tmp_path / "again.json"
    assert wirebench("report", "-f", "json", "-o", str(file)).returncode == 0
    assert "fake/good" in wirebench("report", str(file)).stdout
    readme = tmp_path / "README.md"
    readme.write_text("a\n<!-- results:begin -->\nold\n<!-- results:end -->\nb\n")
    assert wirebench("report", "-f", "readme", "--into", str(readme)).returncode == 0
    assert "old" not in readme.read_text()
    assert readme.read_text().endswith("b\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "quik"], "Did you mean quick"),
        (["run", "--case", "doc32/dekode"], "Did you mean doc32/decode"),
        (["run", "--only", "fake/god"], "Did you mean fake/good"),
        (["corpus", "make", "bson/flatt", "x.bson"], "Did you mean bson/flat"),
        (["check", "fake/god"], "Did you mean fake/good"),
        (["list", "contender"], "Did you mean contenders"),
        (["build", "rost"], "There are: fake"),
        (["report", "nothing"], "holds no run yet"),
        (["run", "--corpus", "no-such-file.bson"], "No such file"),
    ],
)
def test_what_is_not_there_is_exit_code_2(
    checkout: Checkout, wirebench: Program, arguments: list[str], says: str
) -> None:
    checkout(good="right")
    done = wirebench(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_corpus_is_told_before_anything_is_timed(
    checkout: Checkout, wirebench: Program, tmp_path: Path
) -> None:
    project = checkout(good="right")
    path = tmp_path / "cut.bson"
    path.write_bytes(bytes.fromhex("05000000000c0000001061000100"))
    done = wirebench("run", "--corpus", str(path))
    assert done.returncode == 2
    assert "truncated at byte 5" in done.stderr
    assert not (project.root / "order.log").exists()


def test_a_corpus_of_ones_own(checkout: Checkout, wirebench: Program, tmp_path: Path) -> None:
    checkout(good="right")
    path, out = tmp_path / "own.bson", tmp_path / "out.json"
    path.write_bytes(bytes.fromhex("0c0000001061000100000000" * 3))
    done = wirebench("run", "--corpus", str(path), "--rounds", "5", "--json", str(out))
    assert done.returncode == 0, done.stderr
    (case,) = json.loads(out.read_text())["cases"]
    assert case["corpus"]["name"] == "file/own.bson"
    assert case["corpus"]["documents"] == 3


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "wirebench.cli", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.05)


def timed(project: Project, operation: str) -> list[int]:
    log = project.root / "order.log"
    lines = log.read_text().splitlines() if log.exists() else []
    return [int(line.split()[3]) for line in lines if line.split()[1] == operation]


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_keeps_what_was_finished(
    checkout: Checkout, how: signal.Signals, code: int
) -> None:
    project = checkout(operations='"decode", "encode"', good="right")
    process = start("run", "--rounds", "40")
    wait_for(lambda: len(timed(project, "encode")) > 8)
    children = set(timed(project, "encode"))
    process.send_signal(how)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == code, stderr
    assert "Traceback" not in stderr
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]
    run = kept(project).load("latest")
    assert [case.case for case in run.cases] == ["doc32/decode"]
    assert not run.complete
    assert run.finished


def test_a_killed_run_keeps_what_was_finished(checkout: Checkout) -> None:
    project = checkout(operations='"decode", "encode"', good="right")
    process = start("run", "--rounds", "40")
    wait_for(lambda: len(timed(project, "encode")) > 8)
    children = set(timed(project, "encode"))
    process.kill()
    process.communicate()
    assert [case.case for case in kept(project).load("latest").cases] == ["doc32/decode"]
    wait_for(lambda: not [pid for pid in children if Path(f"/proc/{pid}").exists()])


def test_two_runs_do_not_measure_each_other(checkout: Checkout, wirebench: Program) -> None:
    project = checkout(good="right")
    first = start("run", "--rounds", "1000")
    wait_for(lambda: len(timed(project, "decode")) > 4)
    refused = wirebench("run", "--no-wait", "--rounds", "5")
    assert refused.returncode == 1
    assert f"process {first.pid}" in refused.stderr
    second = start("run", "--rounds", "5")
    assert second.stderr is not None
    told = next(line for line in second.stderr if line.startswith("waiting"))
    assert f"process {first.pid}" in told
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=60)
    assert second.wait(timeout=60) == 0
    second.communicate()
    assert [run.complete for run in kept(project).runs()] == [True, False]


def test_a_read_only_history_stops_it_before_the_clock(
    checkout: Checkout, wirebench: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = checkout(good="right")
    kept(project).close()
    file = project.state / "history.sqlite"
    monkeypatch.setenv("WIREBENCH_HISTORY", f"sqlite:///file:{file}?mode=ro&uri=true")
    done = wirebench("run", "--rounds", "5")
    assert done.returncode == 1
    assert "cannot write the history" in done.stderr
    assert not timed(project, "decode")


def test_a_corrupt_history_is_left_alone(checkout: Checkout, wirebench: Program) -> None:
    project = checkout(good="right")
    project.state.mkdir()
    file = project.state / "history.sqlite"
    file.write_bytes(b"not a database" * 100)
    done = wirebench("run", "--rounds", "5")
    assert done.returncode == 1
    assert "move a damaged file away" in done.stderr
    assert file.read_bytes() == b"not a database" * 100


def test_a_state_that_cannot_be_written_is_named(
    checkout: Checkout, wirebench: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout(good="right")
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("WIREBENCH_STATE", str(tmp_path / "file" / "state"))
    done = wirebench("run", "--rounds", "5")
    assert done.returncode == 1
    assert str(tmp_path / "file" / "state") in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_not_there_is_told_at_once(
    checkout: Checkout, wirebench: Program, tmp_path: Path
) -> None:
    project = checkout(good="right")
    done = wirebench("run", "--json", str(tmp_path / "no" / "such" / "out.json"))
    assert done.returncode == 1
    assert "there is no folder" in done.stderr
    assert not timed(project, "decode")


def test_check_fails_on_what_is_not_listed(checkout: Checkout, wirebench: Program) -> None:
    checkout(good="right", bad="wrong")
    good = wirebench("check", "fake/good", "--corpus", "bson/doc32")
    assert good.returncode == 0, good.stdout + good.stderr
    assert "2/2" in good.stdout
    bad = wirebench("check", "fake/*", "--corpus", "bson/doc32")
    assert bad.returncode == 1
    assert "vector int32-one" in bad.stdout


def test_the_gates(checkout: Checkout, wirebench: Program, tmp_path: Path) -> None:
    project = checkout(operations='"encode"', good="right")
    assert wirebench("run", "--rounds", "5", "--json", str(tmp_path / "a.json")).returncode == 0
    same = wirebench("run", "--rounds", "5", "--against", "latest")
    assert same.returncode == 0, same.stdout
    assert "nothing is worse" in same.stdout
    was = json.loads((tmp_path / "a.json").read_text())
    was["cases"][0]["results"][0]["bytes_produced"] -= 1
    (tmp_path / "b.json").write_text(json.dumps(was))
    worse = wirebench("run", "--rounds", "5", "--against", str(tmp_path / "b.json"))
    assert worse.returncode == 3
    assert "hard gate" in worse.stdout
    assert project.state.exists()


def test_lists(checkout: Checkout, wirebench: Program) -> None:
    checkout(good="right")
    everything = wirebench("list").stdout
    for word in ("quick", "doc32/decode", "bson/flat", "fake/good", "yes"):
        assert word in everything
    assert wirebench("history").stdout.startswith("no run yet")
    assert "metronome" in wirebench("doctor").stdout


def test_corpus_make(checkout: Checkout, wirebench: Program, tmp_path: Path) -> None:
    checkout(good="right")
    path = tmp_path / "mine.bson"
    assert "10 documents" in wirebench("corpus", "make", "bson/mixed/10", str(path)).stdout
    assert path.exists()
    again = wirebench("corpus", "make", "bson/mixed/10", str(path))
    assert again.returncode == 2
    assert "exists already" in again.stderr


def test_output_is_plain_when_it_is_no_terminal(checkout: Checkout, wirebench: Program) -> None:
    checkout(good="right")
    done = wirebench("run", "--rounds", "5")
    assert "\x1b" not in done.stdout + done.stderr
    assert os.linesep.join(done.stderr.splitlines()).count("[1/1] quick: doc32/decode") == 1


@pytest.mark.skipif(find_counter() is None, reason="neither perf nor valgrind counts here")
def test_instructions_are_counted_on_request(
    checkout: Checkout, wirebench: Program, tmp_path: Path
) -> None:
    checkout(good="right:0.01")
    out = tmp_path / "out.json"
    done = wirebench("run", "--rounds", "5", "--instructions", "--json", str(out))
    assert done.returncode == 0, done.stderr
    (case,) = json.loads(out.read_text())["cases"]
    assert case["results"][0]["instructions_per_document"] > 1000
    assert "instr/doc" in done.stdout
