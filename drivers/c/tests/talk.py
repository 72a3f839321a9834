"""A conversation with the driver, for the tests beside this file."""

import json
import subprocess
from pathlib import Path
from types import TracebackType

VECTORS = Path(__file__).parents[3] / "formats" / "bson" / "vectors"


class Driver:
    """The driver as a child process: `ask` sends a line and takes the answer.

    >>> with Driver("build/wirebench-driver-c") as driver:
    ...     driver.ask("recode 0500000000")
    'error nothing%20is%20open:%20open%20NAME%20bson%20PATH'
    """

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> "Driver":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, request: str) -> str:
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer.endswith("\n"), f"the driver ended at {request[:80]!r}"
        return answer[:-1]

    def lines_until_ok(self, request: str) -> list[str]:
        lines = [self.ask(request)]
        while lines[-1] != "ok":
            lines.append(self.process.stdout.readline()[:-1])
        return lines[:-1]

    def numbers(self, request: str) -> list[int]:
        words = self.ask(request).split()
        assert words[0] == "ok", f"{request}: {words}"
        return [int(word) for word in words[1:]]


def vectors() -> list[dict[str, str]]:
    """Every test vector of the format."""
    files = sorted(VECTORS.glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def vector(name: str) -> bytes:
    """The bytes of one test vector."""
    return next(bytes.fromhex(case["hex"]) for case in vectors() if case["id"] == name)
