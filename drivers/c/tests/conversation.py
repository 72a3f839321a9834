"""Types a conversation to the driver and checks every answer: conversation.py PROGRAM."""

import struct
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from talk import Driver, vector

WALKERS = ["libbson@visit", "libbson@append"]
NONSENSE = [
    "",
    " ",
    "nonsense",
    "hello  there",
    "time decode",
    "time decode 0",
    "time decode -1",
    "time decode 99999999999999999999999",
    "time bake 1",
    "cold",
    "recode",
    "recode 0",
    "recode zz",
    "recode %",
    "recode %00",
    "emit /no/such/folder/out.bson",
    "emit",
    "ok",
    "a " * 40,
]


def check_who(program: str) -> None:
    listed = tomllib.loads((Path(__file__).parents[1] / "driver.toml").read_text("utf-8"))
    with Driver(program) as driver:
        assert driver.ask("hello").startswith("ok wirebench-driver 1 c ")
        lines = driver.lines_until_ok("contenders")
        assert [line.split()[1] for line in lines] == listed["program"][0]["contenders"]
        for line in lines:
            _, _, version, path, format_name, *_ = line.split()
            assert version[0].isdigit() and Path(path).exists() and format_name == "bson", line


def check_survives_nonsense(program: str, corpus: Path) -> None:
    with Driver(program) as driver:
        for opened in (False, True):
            for line in NONSENSE:
                assert driver.ask(line).startswith("error "), line
            for request in (
                "open",
                f"open nobody bson {corpus}",
                f"open memcpy cql {corpus}",
                f"open memcpy bson {corpus} x=y",
                "open memcpy bson /no/such/file",
                f"open memcpy bson {__file__}",
            ):
                assert driver.ask(request).startswith("error "), request
                assert driver.ask("time decode 1").startswith("error "), "nothing may be open"
            if not opened:
                assert driver.ask(f"open libbson@visit bson {corpus}") == "ok 3"


def check_contender(program: str, name: str, corpus: Path, scratch: Path) -> None:
    data = corpus.read_bytes()
    with Driver(program) as driver:
        assert driver.ask(f"open {name} bson {corpus}") == "ok 3"
        assert driver.ask("recode 0500000000") == "bytes 0500000000"
        assert driver.ask("recode -").startswith("rejected ")
        assert driver.ask("recode 0500000001").startswith("rejected ")
        whole = vector("document-all-types").hex()
        assert driver.ask(f"recode {whole}") == f"bytes {whole}"
        assert driver.ask(f"emit {scratch}") == "ok"
        assert scratch.read_bytes() == data
        operation = "decode" if name == "libbson@visit" else "encode"
        passed = 3 if operation == "decode" else len(data)
        _, consumed = driver.numbers(f"cold {operation}")
        assert consumed == (1 if operation == "decode" else len(whole) // 2)
        _, consumed = driver.numbers(f"time {operation} 7")
        assert consumed == 7 * passed
        counted = driver.numbers(f"allocations {operation}")
        assert counted == driver.numbers(f"allocations {operation}")
        assert (counted == [0, 0]) == (operation == "decode"), counted
        assert driver.ask("time cycle 1").startswith("error "), "this corpus is not doc32"
        assert driver.ask("bye") == "ok"
        assert driver.process.wait() == 0


def check_limit(program: str, corpus: Path) -> None:
    with Driver(program) as driver:
        assert driver.ask(f"open memcpy bson {corpus}") == "ok 3"
        assert driver.numbers("time decode 5")[1] == 5 * 3
        assert driver.numbers("time encode 5")[1] == 5 * corpus.stat().st_size
        assert driver.ask("recode 0500000000").startswith("error ")


def check_cycle(program: str, scratch: Path) -> None:
    doc32 = vector("document-doc32")
    corpus = scratch.with_name("doc32.bson")
    corpus.write_bytes(doc32)
    with Driver(program) as driver:
        assert driver.ask(f"open libbson@visit bson {corpus}") == "ok 1"
        assert driver.numbers("cold cycle")[1] == len(doc32) + 1
        assert driver.numbers("time cycle 3")[1] == 3 * (len(doc32) + 1)
        assert driver.ask(f"emit {scratch} cycle") == "ok"
        assert scratch.read_bytes() == doc32


def check_long_lines_and_odd_ends(program: str, corpus: Path) -> None:
    payload = bytes(range(256)) * (16 << 12)
    body = b"\x05a\x00" + struct.pack("<iB", len(payload), 0) + payload
    document = struct.pack("<i", len(body) + 5) + body + b"\x00"
    for name in WALKERS:
        with Driver(program) as driver:
            assert driver.ask(f"open {name} bson {corpus}") == "ok 3"
            assert driver.ask(f"recode {document.hex()}") == f"bytes {document.hex()}"
    for sent, answers in ((b"", 0), (b"hello", 1), (b"hel\x00lo\nhello\n", 2), (b"\xff\xfe\n", 1)):
        ended = subprocess.run([program], input=sent, capture_output=True, check=True)
        assert ended.stdout.count(b"\n") == answers and ended.stdout.isascii()


def main(program: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # A name with a space and a percent sign, which have to be encoded on the line.
        plain = Path(folder) / "a corpus 100%.bson"
        plain.write_bytes(vector("document-all-types") + b"\x05\0\0\0\0" + vector("prefix-whole"))
        corpus = Path(str(plain).replace("%", "%25").replace(" ", "%20"))
        link = Path(folder) / "corpus.bson"
        link.symlink_to(plain)
        with Driver(program) as driver:
            assert driver.ask(f"open memcpy bson {corpus}") == "ok 3"
        scratch = Path(folder) / "out.bson"
        check_who(program)
        check_survives_nonsense(program, link)
        for name in WALKERS:
            check_contender(program, name, link, scratch)
        check_limit(program, link)
        check_cycle(program, scratch)
        check_long_lines_and_odd_ends(program, link)
    print("the conversation went as it should")


if __name__ == "__main__":
    main(sys.argv[1])
