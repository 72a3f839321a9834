"""The protocol, in whichever environment this is: its first contender answers."""

import io
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from tests.conftest import HERE, Talk
from wirebench_driver.libraries import LIBRARIES
from wirebench_driver.line import decode_word, encode_word
from wirebench_driver.session import Session

NAME = HERE[0]
NULL = bytes.fromhex("080000000a610000")
INT32 = bytes.fromhex("0c0000001061000100000000")
UNTERMINATED = bytes.fromhex("080000000a610001")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "two documents.bson"
    path.write_bytes(NULL + INT32)
    return path


def test_a_whole_conversation(talk: Talk, corpus: Path, tmp_path: Path) -> None:
    emitted = tmp_path / "emitted"
    answers = talk(
        "hello",
        f"open {NAME} bson {encode_word(str(corpus))}",
        "cold decode",
        "time decode 3",
        "time encode 3",
        "recode 0500000000",
        f"recode {UNTERMINATED.hex()}",
        "recode -",
        f"emit {encode_word(str(emitted))}",
        "allocations decode",
        "bye",
        "hello",
    )
    assert answers[0] == f"ok wirebench-driver 1 python {sys.version.split()[0]}"
    assert answers[1] == "ok 2"
    assert [consumed(answer) for answer in answers[2:5]] == [1, 3 * 2, 3 * (8 + 12)]
    assert answers[5] == "bytes 0500000000"
    for rejected in answers[6:8]:
        word, _kind, _offset, message = rejected.split(" ")
        assert word == "rejected"
        assert decode_word(message)
    assert answers[8:] == ["ok", "error unsupported", "ok"], "nothing is answered after bye"
    assert emitted.read_bytes() == corpus.read_bytes()


def consumed(answer: str) -> int:
    ok, nanoseconds, number = answer.split(" ")
    assert ok == "ok"
    assert int(nanoseconds) > 0
    return int(number)


def test_announces_itself_in_the_words_of_the_protocol(talk: Talk) -> None:
    *lines, last = talk("contenders")
    assert last == "ok"
    assert [line.split(" ")[1] for line in lines] == HERE
    for line in lines:
        contender, name, version, path, form, *facets = line.split(" ")
        assert (contender, form) == ("contender", "bson")
        assert version.count(".") >= 2, line
        assert path == "-" or Path(decode_word(path)).is_file(), line
        values = dict(facet.split("=") for facet in facets)
        assert {"model", "buffer", "ownership", "checks", "ops"} == values.keys() - {"limit"}
        assert values["ops"].split(",") == LIBRARIES[name]().operations


def test_announcing_loads_nothing_into_this_process() -> None:
    program = [sys.executable, "-c", ANNOUNCING, *HERE]
    done = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60)
    *lines, loaded = done.stdout.splitlines()
    assert len(lines) == len(HERE) + 1
    assert loaded == "[]"


ANNOUNCING = """
import sys
from wirebench_driver.session import Session
print(Session(sys.argv[1:]).answer(b"contenders"))
print([name for name in ("bson", "orjson", "wirecodec") if name in sys.modules])
"""


def test_a_failure_in_a_copy_of_the_process_is_an_error(
    monkeypatch: pytest.MonkeyPatch, talk: Talk
) -> None:
    def fail() -> NoReturn:
        raise ValueError("on purpose")

    monkeypatch.setitem(LIBRARIES, NAME, fail)
    failed, hello = talk("contenders", "hello")
    assert failed.startswith("error a%20copy%20of%20this%20process%20failed")
    assert hello.startswith("ok ")


def test_a_contender_that_cannot_be_loaded_is_left_out() -> None:
    foreign = next(name for name in ["bson", "pymongo"] if name not in HERE)
    answers = io.BytesIO()
    Session([foreign]).serve(io.BytesIO(b"contenders\nhello\n"), answers)
    assert answers.getvalue().startswith(b"ok\nok wirebench-driver")


@pytest.mark.parametrize(
    ("request_line", "part"),
    [
        ("", "no such request"),
        ("sing a song", "no such request"),
        ("hello ", "no such request"),
        ("time decode 1", "nothing is open"),
        ("open nobody bson /x", "no contender"),
        (f"open {NAME} cql /x", "knows the format bson"),
        (f"open {NAME} bson /does/not/exist", "cannot read"),
        (f"open {NAME} bson /does%2", "two hex digits"),
        ("OPEN schema=x", "takes no setting"),
        ("OPEN\ntime sing 1", "no operation"),
        ("OPEN\ntime decode 0", "number of passes"),
        ("OPEN\ntime decode x", "number of passes"),
        ("OPEN\ntime cycle 1", "bson/doc32 only"),
        ("OPEN\nrecode 050", "no hex"),
        ("OPEN\nemit /no/such/folder/x", "cannot write"),
    ],
)
def test_every_fault_is_one_error_line_and_the_session_goes_on(
    talk: Talk, corpus: Path, request_line: str, part: str
) -> None:
    opening = f"open {NAME} bson {encode_word(str(corpus))}"
    *_, answer, hello = talk(request_line.replace("OPEN", opening), "hello")
    assert answer.startswith("error ")
    assert part in decode_word(answer.removeprefix("error "))
    assert hello.startswith("ok ")


@pytest.mark.parametrize("request_line", ["cold decode", "time decode 1", "time encode 1"])
def test_a_document_that_cannot_be_decoded_is_named(
    talk: Talk, tmp_path: Path, request_line: str
) -> None:
    path = tmp_path / "corpus"
    path.write_bytes(
        UNTERMINATED + NULL if request_line.startswith("cold") else NULL + UNTERMINATED
    )
    number = 0 if request_line.startswith("cold") else 1
    opened, answer = talk(f"open {NAME} bson {encode_word(str(path))}", request_line)
    assert opened == "ok 2"
    assert decode_word(answer.removeprefix("error ")).startswith(f"document {number}: ")


def test_a_long_line_is_read_whole(talk: Talk, corpus: Path) -> None:
    text = b"x" * (16 << 20)
    string = (len(text) + 1).to_bytes(4, "little") + text + b"\x00"
    document = (len(string) + 8).to_bytes(4, "little") + b"\x02s\x00" + string + b"\x00"
    word = encode_word(str(corpus))
    _, answer = talk(f"open {NAME} bson {word}", f"recode {document.hex()}")
    assert answer == f"bytes {document.hex()}"


def test_the_program_keeps_its_output_to_answers_and_ends_with_its_input(corpus: Path) -> None:
    program = [sys.executable, "-c", PRINTING, NAME]
    requests = f"open {NAME} bson {encode_word(str(corpus))}\nhello"
    done = subprocess.run(
        program, input=requests, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[0] == "ok 2"
    assert len(done.stdout.splitlines()) == 2
    assert "a library prints" in done.stderr


PRINTING = f"""
import sys
from wirebench_driver import __main__, libraries
load = libraries.LIBRARIES[{NAME!r}]
def loud():
    print("a library prints", flush=True)
    return load()
libraries.LIBRARIES[{NAME!r}] = loud
sys.exit(__main__.main(sys.argv[1:]))
"""
