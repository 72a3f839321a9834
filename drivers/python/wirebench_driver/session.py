"""Requests in, answers out: the protocol of ``docs/driver-protocol.md``.

Lines are read as bytes and of any length: a ``recode`` of a 16 MB document is a line of 32 MB.
Whatever goes wrong becomes one ``error`` line, and the session goes on.

The garbage collector runs as Python sets it up. A user's does too, and what a library costs it is
part of that library's cost.
"""

import platform
import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO

from wirebench_driver import corpus
from wirebench_driver.errors import DriverError
from wirebench_driver.forked import in_a_copy
from wirebench_driver.libraries import LIBRARIES
from wirebench_driver.line import (
    ABSENT,
    WordError,
    decode_hex,
    decode_word,
    encode_hex,
    encode_word,
)
from wirebench_driver.opened import Opened


class Session:
    """Answers requests about the contenders named, one of which is open at a time."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.opened: Opened | None = None
        self.requests: dict[str, tuple[range, Callable[..., str]]] = {
            "hello": (range(1), self.hello),
            "contenders": (range(1), self.contenders),
            "open": (range(3, 100), self.open),
            "cold": (range(1, 2), self.cold),
            "recode": (range(1, 2), self.recode),
            "emit": (range(1, 3), self.emit),
            "time": (range(2, 3), self.time),
            "allocations": (range(1, 2), self.allocations),
            "bye": (range(1), lambda: "ok"),
        }

    def serve(self, requests: BinaryIO, answers: BinaryIO) -> None:
        """Answer until ``bye`` or the end of input."""
        while line := requests.readline():
            request = line.removesuffix(b"\n")
            answers.write(self.answer(request).encode() + b"\n")
            answers.flush()
            if request == b"bye":
                return

    def answer(self, request: bytes) -> str:
        """The answer, without its line end, whatever happens."""
        try:
            try:
                word, *arguments = request.decode().split(" ")
            except UnicodeDecodeError:
                raise DriverError("a request is UTF-8") from None
            counts, method = self.requests.get(word, (range(0), None))
            if method is None or len(arguments) not in counts:
                raise DriverError(f"no such request: {request.decode()[:60]!r}")
            return method(*arguments)
        except (DriverError, WordError) as error:
            return f"error {encode_word(str(error))}"
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            # Not only Exception: a panic in an extension written in Rust derives from neither.
            return f"error {encode_word(f'{type(error).__name__}: {error}')}"

    def hello(self) -> str:
        return f"ok wirebench-driver 1 python {platform.python_version()}"

    def contenders(self) -> str:
        # This process loads only what it opens. Other libraries, and what they import, would count
        # in its memory and make its first call a warm one.
        return in_a_copy(self._announcements)

    def _announcements(self) -> str:
        lines = []
        for name in self.names:
            try:
                adapter = LIBRARIES[name]()
            except ImportError as error:
                # The bench misses it in the answer; the reason is for the log.
                print(f"{name} cannot be loaded: {error}", file=sys.stderr, flush=True)
                continue
            words = [
                "contender",
                encode_word(name),
                encode_word(adapter.version),
                encode_word(adapter.path or ""),
                "bson",
                f"model={adapter.model}",
                f"buffer={adapter.buffer}",
                f"ownership={adapter.ownership}",
                f"checks={adapter.checks}",
                *(["limit=yes"] if adapter.limit else []),
                f"ops={','.join(adapter.operations)}",
            ]
            lines.append(" ".join(words))
        return "\n".join([*lines, "ok"])

    def open(self, name: str, format_name: str, path: str, *settings: str) -> str:
        self.opened = None
        name = decode_word(name)
        if name not in self.names:
            raise DriverError(f"no contender {name!r} here")
        if format_name != "bson":
            raise DriverError(f"{name} knows the format bson, not {format_name!r}")
        if settings:
            raise DriverError(f"bson takes no setting, here is {settings[0]!r}")
        documents = corpus.read(decode_word(path))
        self.opened = Opened(LIBRARIES[name](), documents)
        return f"ok {len(documents)}"

    def cold(self, operation: str) -> str:
        opened = self._opened()
        return "ok {} {}".format(*opened.measure(operation, documents=1, passes=1))

    def time(self, operation: str, passes: str) -> str:
        if not (passes.isascii() and passes.isdigit() and int(passes) > 0):
            raise DriverError(f"no number of passes: {passes!r}")
        opened = self._opened()
        everything = len(opened.documents)
        return "ok {} {}".format(*opened.measure(operation, everything, int(passes)))

    def recode(self, hex_word: str) -> str:
        adapter = self._opened().adapter
        document = decode_hex(hex_word)
        try:
            return f"bytes {encode_hex(adapter.recode(document))}"
        except DriverError:
            raise
        except Exception as error:
            kind, offset, message = adapter.rejection(error)
            return f"rejected {kind} {ABSENT if offset is None else offset} {encode_word(message)}"

    def emit(self, path: str, operation: str = "decode") -> str:
        self._opened().emit(decode_word(path), operation)
        return "ok"

    def allocations(self, operation: str) -> str:
        # CPython counts blocks that live, not requests that were made.
        raise DriverError("unsupported")

    def _opened(self) -> Opened:
        if self.opened is None:
            raise DriverError("nothing is open: ask for `open NAME FORMAT PATH` first")
        return self.opened
