"""The history: what is kept is read back exactly, and nothing that happens to it loses a run."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from wirebench.errors import UsageError
from wirebench.history import History, HistoryError
from wirebench.results import (
    CaseResult,
    Corpus,
    Result,
    Run,
    Sample,
    Strictness,
    SuiteAbout,
    Twin,
)


def a_case(name: str = "flat/decode") -> CaseResult:
    samples = [Sample(0, 2, 100), Sample(1, 2, 110)]
    return CaseResult(
        suite="quick",
        case=name,
        format="bson",
        operation="decode",
        corpus=Corpus("bson/flat", 10, 3000, "ab" * 32),
        mode="documents fresh owned full",
        baseline="a/x",
        noise_floor=0.02,
        rounds=2,
        twin=Twin("a/x (twin)", 1.0, 0.99, 1.01, samples),
        warnings=["a warning"],
        results=[
            Result("a/x", ns_per_document=5.5, strictness=Strictness(1, 2, ["v"]), samples=samples),
            Result("b/y", status="crashed", reason="SIGSEGV"),
        ],
    )


def a_run(name: str = "20260101-000000-aaaa", started: str = "2026-01-01T00:00:00+00:00") -> Run:
    suites = {"quick": SuiteAbout("a title", "why it is fair")}
    revision = {"commit": "abc", "dirty": True}
    return Run(name, started, revision, {"fingerprint": "f"}, seed=7, suites=suites)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "history.sqlite"


def opened(path: Path) -> History:
    return History(f"sqlite:///{path}")


def test_a_run_is_read_back_as_it_was(path: Path) -> None:
    history, run = opened(path), a_run()
    history.begin(run)
    for name in ("flat/decode", "flat/encode"):
        run.cases.append(a_case(name))
        history.add_case(run, run.cases[-1])
    run.finished, run.complete = "2026-01-01T00:01:00+00:00", True
    history.finish(run)
    history.close()
    assert opened(path).load(run.run) == run
    assert opened(path).counts() == {run.run: (2, 2, 2)}


def test_a_killed_run_keeps_its_finished_cases(path: Path) -> None:
    earlier = a_run("20250101-000000-aaaa", "2025-01-01T00:00:00+00:00")
    first = opened(path)
    first.begin(earlier)
    child = os.fork()
    if child == 0:
        history, run = opened(path), a_run()
        history.begin(run)
        history.add_case(run, a_case())
        os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    found = opened(path).load("latest")
    assert found.run == a_run().run
    assert not found.complete
    assert found.cases == [a_case()]
    assert opened(path).load(earlier.run) == earlier


def test_runs_are_found_by_their_beginning(path: Path) -> None:
    history = opened(path)
    for day in (1, 2):
        history.begin(a_run(f"2026010{day}-000000-aaaa", f"2026-01-0{day}T00:00:00+00:00"))
    assert history.load("20260102").run == "20260102-000000-aaaa"
    assert history.load("latest").run == "20260102-000000-aaaa"
    assert [run.run for run in history.runs()] == ["20260102-000000-aaaa", "20260101-000000-aaaa"]
    assert len(history.runs(1)) == 1
    with pytest.raises(UsageError, match="several runs begin with '2026'"):
        history.load("2026")
    with pytest.raises(UsageError, match="no run begins with 'x'"):
        history.load("x")


def test_an_empty_history_says_how_to_fill_it(path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run yet"):
        opened(path).load("latest")


def test_a_corrupt_file_is_named_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is not a database, but somebody may want it back" * 100)
    before = path.read_bytes()
    with pytest.raises(HistoryError, match="Nothing in it was changed"):
        opened(path)
    assert path.read_bytes() == before


def test_tables_of_another_make_are_refused(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("create table runs (id integer)")
    with pytest.raises(HistoryError, match="table runs lacks"):
        opened(path)


def test_a_full_disk_is_an_error_and_keeps_what_was_there(path: Path) -> None:
    history, run = opened(path), a_run()
    history.begin(run)
    history.close()
    # SQLite's own bound on a file is a full disk for this purpose: the same error code.
    full = opened(path)
    with full._engine.connect() as connection:
        pages = connection.exec_driver_sql("pragma page_count").scalar()
    from sqlalchemy import event

    event.listen(
        full._engine, "connect", lambda c, _: c.execute(f"pragma max_page_count = {pages}")
    )
    full.close()
    big = replace(a_case(), warnings=["x" * 100_000])
    with pytest.raises(HistoryError, match="full"):
        full.add_case(run, big)
    assert opened(path).load(run.run) == run


def test_a_read_only_history_fails_before_anything_is_timed(path: Path) -> None:
    opened(path).close()
    url = f"sqlite:///file:{path}?mode=ro&uri=true"
    history = History(url)
    with pytest.raises(HistoryError, match="readonly"):
        history.begin(a_run())


def test_a_run_of_another_schema_is_passed_over(path: Path) -> None:
    history = opened(path)
    history.begin(a_run("20260101-000000-aaaa"))
    history.close()
    with sqlite3.connect(path) as other:
        other.execute("update runs set schema = 'wirebench-run/9', document = '{}'")
    history = opened(path)
    assert history.runs() == []
    with pytest.raises(UsageError, match="holds no run yet"):
        history.load("latest")
