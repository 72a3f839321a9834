"""One driver process and the line protocol (docs/driver-protocol.md).

A `Driver` is a child process that answers one line for each line it is sent. It is a stranger: it
may crash, hang, flood or answer nonsense. Each of these ends the process and becomes a
`DriverFailure` that says at which request it happened; nothing it does reaches beyond its own row
of the table.

    with Driver(["build/wirebench-driver-c"], log=Path("c.log")) as driver:
        driver.hello()
        documents = driver.open("memcpy", "bson", path)
        nanoseconds, consumed = driver.time("decode", passes=25)
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Literal, Self
from urllib.parse import quote, unquote

PROTOCOL_VERSION = "1"

MAX_LINE = 64 << 20
"""Longest answer in bytes: the hex of a BSON document of 16 MiB twice over. More is flooding."""

MAX_LOG = 1 << 20
"""Bytes of standard error that are kept; what comes after is read and dropped."""

MAX_CONTENDERS = 1000

FailureKind = Literal["wrong", "crashed", "timeout"]


class DriverFailure(Exception):  # noqa: N818 - the driver's end, beside its errors
    """The driver can no longer be talked to. `kind` is the status its contender gets."""

    def __init__(self, kind: FailureKind, reason: str) -> None:
        super().__init__(reason)
        self.kind: FailureKind = kind
        self.reason = reason


class DriverError(Exception):
    """The driver answered ``error MESSAGE`` and lives on."""


@dataclass(frozen=True)
class Announcement:
    """What a driver says of one contender: one ``contender`` line."""

    name: str
    version: str
    path: str | None
    format: str
    model: str
    buffer: str
    ownership: str
    checks: str
    operations: tuple[str, ...]
    limit: bool
    vectors: bool

    @property
    def mode(self) -> str:
        """The four facets in fixed order: contenders compare within one mode only."""
        return f"{self.model} {self.buffer} {self.ownership} {self.checks}"


@dataclass(frozen=True)
class Rejected:
    """``rejected KIND OFFSET MESSAGE``; `kind` is ``unknown`` where the library does not say."""

    kind: str
    offset: int | None
    message: str


@dataclass
class Limits:
    """Seconds that a driver may take to answer, by what it was asked."""

    start: float = 60.0
    answer: float = 60.0
    work: float = 300.0
    grace: float = 2.0


@dataclass
class Driver:
    """A running driver. `cpu` pins it, and every thread that it starts, to that CPU."""

    command: Sequence[str]
    log: Path
    cwd: Path | None = None
    cpu: int | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        self._unread = b""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        before = os.sched_getaffinity(0) if self.cpu is not None else set()
        try:
            if self.cpu is not None:
                # A child inherits the affinity of the thread that forks it: set before it has a
                # single thread of its own, so that none can escape (Go starts several at once).
                os.sched_setaffinity(0, {self.cpu})
            self.process = subprocess.Popen(
                list(self.command),
                cwd=self.cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **self.environment},
                bufsize=0,
                # Ctrl-C in the terminal goes to the bench alone, which then ends its children.
                start_new_session=True,
            )
        except OSError as error:
            raise DriverFailure("crashed", f"cannot start {self.command[0]}: {error}") from error
        finally:
            if before:
                os.sched_setaffinity(0, before)
        assert self.process.stderr is not None
        self._logger = threading.Thread(
            target=_keep_log, args=(self.process.stderr, self.log), daemon=True
        )
        self._logger.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Requests, in the order of the protocol's table.

    def hello(self) -> tuple[str, str]:
        """The driver's language and the version of its runtime."""
        words = self._ok("hello", self.limits.start, least=4)
        if words[0] != "wirebench-driver" or words[1] != PROTOCOL_VERSION:
            raise self._fail("wrong", f"hello: speaks {' '.join(words[:2])!r}, not version 1 of it")
        return words[2], words[3]

    def contenders(self) -> list[Announcement]:
        """What this driver hosts."""
        self._send("contenders")
        announced: list[Announcement] = []
        deadline = time.monotonic() + self.limits.start
        while len(announced) < MAX_CONTENDERS:
            word, rest = self._receive("contenders", deadline)
            if word == "ok":
                return announced
            if word != "contender":
                raise self._fail("wrong", f"contenders: a line begins with {word!r}")
            announced.append(self._announcement(rest))
        raise self._fail("wrong", f"contenders: more than {MAX_CONTENDERS}")

    def open(self, name: str, format_name: str, path: Path, **options: str) -> int:
        """Take one contender and a corpus; the number of documents in it."""
        more = "".join(f" {key}={_word(value)}" for key, value in options.items())
        request = f"open {_word(name)} {_word(format_name)} {_word(str(path))}{more}"
        return self._number(self._ok(request, self.limits.work, least=1)[0], "open")

    def cold(self, operation: str) -> tuple[int, int | None]:
        """Nanoseconds of the first call, on the first document, and what it consumed."""
        return self._timed(f"cold {operation}", self.limits.answer)

    def time(
        self, operation: str, passes: int, limit: float | None = None
    ) -> tuple[int, int | None]:
        """Nanoseconds of so many passes over the corpus, and what they consumed."""
        return self._timed(f"time {operation} {passes}", limit or self.limits.work)

    def recode(self, document: bytes) -> bytes | Rejected:
        """One document decoded and encoded again, or why not."""
        request = f"recode {document.hex() or '-'}"
        word, rest = self._ask(request, self.limits.answer)
        if word == "rejected":
            if len(rest) < 2:
                raise self._fail("wrong", "recode: 'rejected' without kind and offset")
            offset = None if rest[1] == "-" else self._number(rest[1], "recode")
            return Rejected(rest[0], offset, unquote(rest[2]) if len(rest) > 2 else "")
        if word != "bytes" or len(rest) != 1:
            raise self._fail("wrong", f"recode: answered {word!r}, not bytes or rejected")
        try:
            return b"" if rest[0] == "-" else bytes.fromhex(rest[0])
        except ValueError:
            raise self._fail("wrong", f"recode: not hex: {rest[0][:40]!r}") from None

    def emit(self, path: Path, operation: str | None = None) -> None:
        """Have the corpus written to `path` as the contender encodes it."""
        request = f"emit {_word(str(path))}" + (f" {operation}" if operation else "")
        self._ok(request, self.limits.work)

    def allocations(self, operation: str) -> tuple[int, int]:
        """Allocations of one pass, and their bytes; DriverError where it cannot count."""
        words = self._ok(f"allocations {operation}", self.limits.work, least=2)
        return self._number(words[0], "allocations"), self._number(words[1], "allocations")

    # The process.

    def reset_peak_rss(self) -> None:
        """Forget the peak so far, where the system can (Linux): verification is not the case."""
        with contextlib.suppress(OSError):
            Path(f"/proc/{self.process.pid}/clear_refs").write_text("5", encoding="ascii")

    def peak_rss(self) -> int | None:
        """The most memory that the process held since it started or since `reset_peak_rss`.

        In bytes; None where the system does not say.
        """
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        except OSError:
            return None
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        return None

    def close(self) -> None:
        """End the process: with ``bye`` if it listens, by force if it does not."""
        if self.process.poll() is None:
            try:
                self._send("bye")
                self.process.wait(timeout=self.limits.grace)
            except (DriverFailure, subprocess.TimeoutExpired):
                pass
            # Also after a good-bye: whatever it started of its own belongs to its session.
            self._kill()
        self._release()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def _release(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None and not pipe.closed:
                pipe.close()
        self._logger.join(timeout=self.limits.grace)
        with contextlib.suppress(OSError):
            if self.log.stat().st_size == 0:
                self.log.unlink()

    # Lines.

    def _ask(self, request: str, limit: float) -> tuple[str, list[str]]:
        if self._unread:
            raise self._fail("wrong", f"said {self._unread[:60]!r} without having been asked")
        deadline = time.monotonic() + limit
        self._send(request)
        return self._receive(request, deadline)

    def _ok(self, request: str, limit: float, least: int = 0) -> list[str]:
        word, rest = self._ask(request, limit)
        if word != "ok" or len(rest) < least:
            line = " ".join([word, *rest])
            raise self._fail("wrong", f"{_short(request)}: answered {line[:80]!r}")
        return rest

    def _timed(self, request: str, limit: float) -> tuple[int, int | None]:
        words = self._ok(request, limit, least=1)
        nanoseconds = self._number(words[0], request)
        return nanoseconds, self._number(words[1], request) if len(words) > 1 else None

    def _send(self, request: str) -> None:
        assert self.process.stdin is not None
        try:
            self._write_all(self.process.stdin.fileno(), request.encode() + b"\n")
        except (BrokenPipeError, ValueError):
            raise self._ended(request) from None

    def _write_all(self, pipe: int, data: bytes) -> None:
        view = memoryview(data)
        deadline = time.monotonic() + self.limits.answer
        while view:
            _, writable, _ = select.select([], [pipe], [], max(0.0, deadline - time.monotonic()))
            if not writable:
                raise self._fail("timeout", f"did not read its input in {self.limits.answer:g} s")
            # A pipe that select calls writable takes PIPE_BUF bytes without blocking.
            view = view[os.write(pipe, view[: select.PIPE_BUF]) :]

    def _receive(self, request: str, deadline: float) -> tuple[str, list[str]]:
        line = self._line(request, deadline)
        try:
            words = line.decode("utf-8").split(" ")
        except UnicodeDecodeError:
            raise self._fail("wrong", f"{_short(request)}: answered {line[:60]!r}") from None
        if words[0] == "error":
            raise DriverError(unquote(" ".join(words[1:])) or "no message")
        return words[0], words[1:]

    def _line(self, request: str, deadline: float) -> bytes:
        assert self.process.stdout is not None
        pipe = self.process.stdout.fileno()
        chunks = [self._unread]
        size = len(self._unread)
        started = time.monotonic()
        while b"\n" not in chunks[-1]:
            left = deadline - time.monotonic()
            readable = select.select([pipe], [], [], left)[0] if left > 0 else []
            if not readable:
                took = time.monotonic() - started
                raise self._fail("timeout", f"{_short(request)}: no answer within {took:.0f} s")
            chunk = os.read(pipe, 1 << 16)
            if not chunk:
                raise self._ended(request)
            chunks.append(chunk)
            size += len(chunk)
            if size > MAX_LINE:
                raise self._fail("wrong", f"{_short(request)}: a line of over {MAX_LINE >> 20} MiB")
        line, _, self._unread = b"".join(chunks).partition(b"\n")
        return line

    def _announcement(self, words: list[str]) -> Announcement:
        if len(words) < 4:
            raise self._fail("wrong", f"contenders: too few words in {' '.join(words)[:80]!r}")
        name, version, path, format_name = (unquote(word) for word in words[:4])
        facets = dict(word.partition("=")[::2] for word in words[4:])
        missing = [key for key in ("model", "ops") if not facets.get(key)]
        if missing:
            raise self._fail("wrong", f"contenders: {name} does not say its {missing[0]}")
        return Announcement(
            name,
            version,
            None if path == "-" else path,
            format_name,
            facets["model"],
            facets.get("buffer", "fresh"),
            facets.get("ownership", "owned"),
            facets.get("checks", "partial"),
            tuple(facets["ops"].split(",")),
            facets.get("limit") == "yes",
            facets.get("vectors") != "no",
        )

    def _number(self, word: str, request: str) -> int:
        if not (word.isascii() and word.isdigit()):
            raise self._fail("wrong", f"{_short(request)}: {word[:40]!r} is not a number")
        return int(word)

    def _fail(self, kind: FailureKind, reason: str) -> DriverFailure:
        """The failure that ends this conversation: the process is gone when it is raised."""
        self._kill()
        self._release()
        return DriverFailure(kind, reason)

    def _ended(self, request: str) -> DriverFailure:
        try:
            code = self.process.wait(timeout=self.limits.grace)
        except subprocess.TimeoutExpired:
            return self._fail("wrong", f"{_short(request)}: closed its output")
        how = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return self._fail("crashed", f"ended {how} at: {_short(request)}")


def _keep_log(pipe: IO[bytes], log: Path) -> None:
    """Write standard error to its file, up to MAX_LOG bytes.

    What comes after, or what the disk has no room for, is read all the same: a driver must never
    block on its own complaints.
    """
    left = MAX_LOG
    with pipe, log.open("wb", buffering=0) as file:
        while chunk := os.read(pipe.fileno(), 1 << 16):
            try:
                left -= file.write(chunk[:left]) if left > 0 else 0
            except OSError:
                left = 0


def _word(text: str) -> str:
    return quote(text, safe="/:@.,+-_=") or "-"


def _short(request: str) -> str:
    return request if len(request) <= 60 else f"{request[:48]}… ({len(request)} characters)"
