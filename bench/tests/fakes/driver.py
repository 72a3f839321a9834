"""A driver that behaves as it is told: the bench's own tests talk to it.

    python driver.py NAME=BEHAVIOUR [NAME=BEHAVIOUR …]

hosts one contender a NAME. A behaviour is a word, with a number behind a colon where it has one:

    right:MS        right, and takes so many milliseconds a pass (1)
    wrong           gives back other bytes
    constant        gives one answer to everything
    memory          the same, and takes no vectors: all it shows is the corpus, which it knows
    partial         right, but lets through what must be rejected
    crash:WHEN      dies of a signal at the request WHEN (open, recode, time)
    hang:WHEN       never answers the request WHEN
    flood           answers with an endless line
    chatter         says things that nobody asked for
    nonsense        answers words that are not of the protocol
    liar            announces another name
    clock           claims to have taken no time
    future          claims to have taken more time than passed
    lazy            consumes less than the work is

Every `time` is noted, one line ``NAME OPERATION PASSES PID``, in the file that FAKE_LOG names.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from urllib.parse import quote, unquote

from wirebench.formats import bson

FACETS = "model=documents buffer=fresh ownership=owned checks=full ops=decode,encode"


def main() -> None:
    contenders = dict(argument.split("=", 1) for argument in sys.argv[1:])
    session = Session(contenders)
    for line in sys.stdin:
        words = line.rstrip("\n").split(" ")
        if words[0] == "bye":
            print("ok", flush=True)
            return
        try:
            for answer in session.answer(words):
                print(answer, flush=True)
        except Exception as error:
            print("error", quote(str(error) or repr(error)), flush=True)


class Session:
    def __init__(self, contenders: dict[str, str]) -> None:
        self.contenders = contenders
        self.name = ""
        self.behaviour, self.detail = "right", ""
        self.documents: list[bytes] = []

    def answer(self, words: list[str]) -> list[str]:
        request, arguments = words[0], [unquote(word) for word in words[1:]]
        if request == "hello":
            return ["ok wirebench-driver 1 fake 1.0"]
        if request == "contenders":
            return [*map(self.announce, self.contenders), "ok"]
        if request == "open":
            self.open(arguments)
        self.misbehave(request)
        if request == "open":
            answer = f"ok {len(self.documents)}"
        elif request == "recode":
            answer = self.recode(b"" if arguments[0] == "-" else bytes.fromhex(arguments[0]))
        elif request == "emit":
            answer = self.emit(arguments[0])
        elif request in ("time", "cold"):
            answer = self.time(arguments[0], int(arguments[1]) if request == "time" else 1)
        else:
            raise ValueError("unsupported")
        return [answer, "and another thing"] if self.behaviour == "chatter" else [answer]

    def announce(self, name: str) -> str:
        shown = "somebody-else" if self.contenders[name] == "liar" else name
        vectors = "no" if self.contenders[name] == "memory" else "yes"
        return f"contender {shown} 1.2.3 {quote(__file__)} bson {FACETS} vectors={vectors}"

    def open(self, arguments: list[str]) -> None:
        self.name = arguments[0]
        self.behaviour, _, self.detail = self.contenders[self.name].partition(":")
        with open(arguments[2], "rb") as file:
            data = file.read()
        self.documents = [data[start:end] for start, end in bson.split(data)]

    def misbehave(self, request: str) -> None:
        if self.behaviour == "crash" and request == self.detail:
            os.kill(os.getpid(), signal.SIGSEGV)
        if self.behaviour == "hang" and request == self.detail:
            time.sleep(3600)
        if self.behaviour == "nonsense" and request != "open":
            raise SystemExit(print("perhaps 42", flush=True))
        if self.behaviour == "flood" and request == "cold":
            while True:
                sys.stdout.write("x" * 65536)

    def recode(self, document: bytes) -> str:
        if self.behaviour in ("constant", "memory"):
            return f"bytes {self.documents[0].hex()}"
        try:
            bson.read(document)
        except bson.BsonError as error:
            if self.behaviour == "partial":
                return "bytes 0500000000"
            return f"rejected {error.kind} {error.offset} {quote(error.message)}"
        return f"bytes {self.encoded(document).hex()}"

    def encoded(self, document: bytes) -> bytes:
        written = bson.write(bson.read(document))
        if self.behaviour == "wrong" and len(written) > 8:
            return written[:-2] + bytes([written[-2] ^ 1]) + written[-1:]
        return written

    def emit(self, path: str) -> str:
        with open(path, "wb") as file:
            file.writelines(self.encoded(document) for document in self.documents)
        return "ok"

    def time(self, operation: str, passes: int) -> str:
        with open(os.environ["FAKE_LOG"], "a", encoding="utf-8") as log:
            log.write(f"{self.name} {operation} {passes} {os.getpid()}\n")
        milliseconds = float(self.detail) if self.behaviour == "right" and self.detail else 1.0
        started = time.perf_counter_ns()
        # Spinning, not sleeping: a sleep's length depends on the timer, not on us. What is answered
        # is the time that it was to take, so that no test depends on how busy this machine is.
        took = round(passes * milliseconds * 1e6)
        while time.perf_counter_ns() - started < took:
            pass
        took = {"clock": 1 + took // 100, "future": took * 10}.get(self.behaviour, took)
        size = sum(map(len, self.documents))
        consumed = passes * (len(self.documents) if operation == "decode" else size)
        return f"ok {took} {consumed // 2 if self.behaviour == 'lazy' else consumed}"


if __name__ == "__main__":
    main()
