"""The two gates: what is exact gates hard, what is timed gates softly."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from tests.test_history import a_case, a_run
from wirebench.gate import EXIT_HARD, EXIT_SOFT, compare, exit_code
from wirebench.instructions import find_counter, per_document
from wirebench.results import Result, Run
from wirebench.toolchains import Program


def run_with(**figures: object) -> Run:
    run, case = a_run(), a_case()
    values: dict[str, object] = {
        "contender": "b/y",
        "ratio": 2.0,
        "ratio_low": 1.95,
        "ratio_high": 2.05,
        "verdict": "faster",
        "bytes_produced": 100,
        "allocations_per_document": 10.0,
        "instructions_per_document": 1000.0,
    }
    case.results[1] = Result(**{**values, **figures})  # type: ignore[arg-type]
    run.cases = [case]
    return run


@pytest.mark.parametrize(
    ("figures", "code", "says"),
    [
        ({}, 0, None),
        ({"bytes_produced": 101}, EXIT_HARD, "writes 101 bytes, wrote 100"),
        ({"allocations_per_document": 11.0}, EXIT_HARD, "11.0 allocations a document, were 10.0"),
        ({"instructions_per_document": 1100.0}, EXIT_HARD, "1100.0 instructions"),
        ({"instructions_per_document": 1001.0}, 0, None),
        ({"instructions_per_document": 900.0}, 0, None),
        ({"status": "wrong", "reason": "byte 3"}, EXIT_HARD, "was right, is wrong: byte 3"),
        ({"ratio": 1.5, "ratio_low": 1.4, "ratio_high": 1.6}, EXIT_SOFT, "1.50x of a/x, was 2.00x"),
        ({"ratio": 1.93, "ratio_low": 1.9, "ratio_high": 1.96}, 0, None),
        ({"ratio": 3.0, "ratio_low": 2.9, "ratio_high": 3.1}, 0, None),
    ],
)
def test_what_is_worse_is_found(figures: dict[str, object], code: int, says: str | None) -> None:
    findings = compare(run_with(**figures), run_with())
    assert exit_code(findings) == code
    assert len(findings) == (says is not None)
    assert all(says is not None and says in str(finding) for finding in findings)


def test_times_of_another_machine_are_not_compared() -> None:
    now = run_with(ratio=1.0, ratio_low=1.0, ratio_high=1.0)
    now.environment = {"fingerprint": "another"}
    assert compare(now, run_with()) == []


def test_other_bytes_in_are_another_case() -> None:
    now = deepcopy(run_with(bytes_produced=1))
    now.cases[0].mode = "raw fresh borrowed full"
    assert compare(now, run_with()) == []


@pytest.mark.skipif(find_counter() is None, reason="neither perf nor valgrind counts here")
def test_instructions_repeat(tmp_path: Path) -> None:
    source = tmp_path / "driver.c"
    source.write_text(
        """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char line[4096];
  volatile long sum = 0;
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "hello", 5)) puts("ok wirebench-driver 1 c 1");
    else if (!strncmp(line, "time", 4)) {
      long passes = atol(strrchr(line, ' '));
      for (long i = 0; i < passes * 1000; i++) sum += i;
      puts("ok 1 1");
    } else puts("ok 1");
    fflush(stdout);
    if (!strncmp(line, "bye", 3)) return 0;
  }
}
"""
    )
    binary = tmp_path / "driver"
    subprocess.run(["cc", "-O1", "-o", binary, source], check=True)
    program = Program("c", "c", tmp_path, (str(binary),), (), ("x",))
    corpus = tmp_path / "a.bson"
    corpus.write_bytes(bytes.fromhex("0500000000"))
    counts = [per_document(program, "c/x", "decode", corpus, 1, tmp_path / "log") for _ in range(2)]
    assert counts[0] is not None
    assert counts[0] == counts[1]
    assert 1000 < counts[0] < 20_000
    assert sys.platform == "linux"
