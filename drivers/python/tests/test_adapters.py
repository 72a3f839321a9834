"""Each library on documents of every type it has, and on what only some can hold."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import HERE, PYPI, Talk
from wirebench_driver import doc32
from wirebench_driver.adapter import Adapter
from wirebench_driver.libraries import LIBRARIES
from wirebench_driver.line import encode_word
from wirebench_driver.opened import Opened

CODECS = [name for name in HERE if name not in ("marshal", "orjson")]
LIMITS = [name for name in HERE if name in ("marshal", "orjson")]


def element(kind: int, key: str, value: bytes) -> bytes:
    return bytes([kind]) + key.encode() + b"\x00" + value


def text(value: str) -> bytes:
    data = value.encode() + b"\x00"
    return len(data).to_bytes(4, "little") + data


def document(*elements: bytes) -> bytes:
    inside = b"".join(elements) + b"\x00"
    return (len(inside) + 4).to_bytes(4, "little") + inside


PLAIN = [
    element(0x01, "double", bytes.fromhex("182d4454fb210940")),
    element(0x02, "string", text("NUL \0, Żółw, 🦀")),
    element(0x03, "document", document(element(0x03, "", document()), element(0x0A, "n", b""))),
    element(0x04, "array", document(element(0x04, "0", document(element(0x0A, "0", b""))))),
    element(0x05, "binary", b"\x02\0\0\0\x00\xff\xfe"),
    element(0x05, "uuid", b"\x10\0\0\0\x04" + doc32.UUIDS[0]),
    element(0x08, "true", b"\x01"),
    element(0x08, "false", b"\x00"),
    element(0x09, "datetime", (1441062245123).to_bytes(8, "little")),
    element(0x0A, "null", b""),
    element(0x10, "int32", b"\xff\xff\xff\x7f"),
    element(0x12, "int64", b"\x00\x00\x00\x00\x00\x00\x00\x80"),
]
"""Types that every codec here has."""

RARE = [
    element(0x05, "old binary", b"\x07\0\0\0\x02\x03\0\0\0\x01\x02\x03"),
    element(0x05, "user binary", b"\x01\0\0\0\x85\x00"),
    element(0x05, "short uuid", b"\x01\0\0\0\x04\x00"),
    element(0x07, "objectid", doc32.OBJECT_IDS[0]),
    element(0x09, "before the year 1", b"\x00\x00\x00\x00\x00\x00\x00\x80"),
    element(0x09, "beyond 9999", b"\xff\xff\xff\xff\xff\xff\xff\x7f"),
    element(0x0B, "regex", b"a|b\x00imx\x00"),
    element(0x0D, "javascript", text("x => x")),
    element(0x0F, "scope", b"\x16\0\0\0" + text("y") + document(element(0x10, "q", b"\1\0\0\0"))),
    element(0x11, "timestamp", b"\xff\xff\xff\xff\x01\x00\x00\x80"),
    element(0x12, "small int64", b"\x01\x00\x00\x00\x00\x00\x00\x00"),
    element(0x13, "decimal", bytes.fromhex("01000000000000000000000000003e30")),
    element(0xFF, "min", b""),
    element(0x7F, "max", b""),
]
"""Types that the bson of PyPI does not have, or not in full. (No symbol, undefined or DBPointer:
pymongo has no types for those.)"""

RICH = PLAIN + ([] if PYPI else RARE)


def adapter_of(name: str) -> Adapter:
    return LIBRARIES[name]()


@pytest.mark.parametrize("name", CODECS)
@pytest.mark.parametrize("one", RICH, ids=lambda one: one[1 : one.index(0, 1)].decode())
def test_each_type_comes_back(name: str, one: bytes) -> None:
    data = document(one)
    assert adapter_of(name).recode(data) == data


@pytest.mark.parametrize("name", CODECS)
def test_a_rich_document_comes_back(name: str) -> None:
    # Keys of an array are its places: the same elements, renamed.
    inside = [one[:1] + str(n).encode() + one[one.index(0, 1) :] for n, one in enumerate(RICH)]
    data = document(*RICH, element(0x04, "all of them", document(*inside)))
    adapter = adapter_of(name)
    assert adapter.recode(data) == data
    value = adapter.decode(data)
    assert adapter.decode_pass([data, data]) == 2
    assert adapter.encode_pass([value, value]) == 2 * len(data)


@pytest.mark.parametrize("name", HERE)
def test_passes_count_what_they_consumed(name: str) -> None:
    opened = Opened(adapter_of(name), [document(), document(*PLAIN)])
    assert opened.measure("decode", 2, 3).consumed == 6
    assert opened.measure("decode", 1, 3).consumed == 3
    produced = opened.measure("encode", 2, 3).consumed
    if name in CODECS:
        assert produced == 3 * len(document() + document(*PLAIN))
    else:
        assert produced > 0


@pytest.mark.parametrize("name", CODECS)
def test_the_pass_runs_the_library_on_every_document(name: str) -> None:
    broken = document(*PLAIN)[:-1] + b"\x01"
    with pytest.raises(Exception, match=r".") as caught:
        adapter_of(name).decode_pass([document(), document(*PLAIN), broken])
    assert adapter_of(name).rejection(caught.value).message


@pytest.mark.skipif(PYPI, reason="wirecodec is in the other environment")
def test_ours_says_what_is_wrong_and_where() -> None:
    adapter = adapter_of("wirecodec")
    with pytest.raises(ValueError, match="bad-bool") as caught:
        adapter.decode(document(element(0x08, "b", b"\x02")))
    assert adapter.rejection(caught.value)[:2] == ("bad-bool", 7)
    other = TypeError("no document")
    assert adapter.rejection(other) == ("unknown", None, "TypeError: no document")


@pytest.mark.skipif(PYPI, reason="the bson of PyPI cannot hold doc32")
@pytest.mark.parametrize("name", CODECS)
def test_cycle_builds_the_document_it_is_asked_for(name: str, talk: Talk, tmp_path: Path) -> None:
    keys = document(*(element(0x0A, key, b"") for key in doc32.KEYS))
    corpus, built = tmp_path / "corpus", tmp_path / "built"
    corpus.write_bytes(keys)
    answers = talk(
        f"open {name} bson {encode_word(str(corpus))}",
        "time cycle 3",
        "cold cycle",
        f"emit {encode_word(str(built))} cycle",
    )
    assert built.read_bytes() == DOC32
    assert answers[1].rsplit(" ")[-1] == str(3 * (len(DOC32) + 1))
    assert answers[2].rsplit(" ")[-1] == str(len(DOC32) + 1)


def _doc32() -> bytes:
    """The document byte by byte, after docs/corpora.md."""

    def int32(value: int) -> bytes:
        return value.to_bytes(4, "little", signed=True)

    def int64(value: int) -> bytes:
        return value.to_bytes(8, "little", signed=True)

    def scoped(code: str, n: int, who: str) -> bytes:
        scope = document(element(0x10, "n", int32(n)), element(0x02, "who", text(who)))
        return int32(4 + len(text(code)) + len(scope)) + text(code) + scope

    def nested(a: int, b: str, c: str) -> bytes:
        inner = document(element(0x02, "b", text(b)), element(0x01, "c", bytes.fromhex(c)))
        return document(element(0x10, "a", int32(a)), element(0x03, "nested", inner))

    def array(*values: tuple[int, bytes]) -> bytes:
        return document(*(element(kind, str(n), value) for n, (kind, value) in enumerate(values)))

    ten, abc = (0x10, int32(10)), (0x02, text("abc"))
    half = (0x01, bytes.fromhex("0000000000987540"))
    pair = (0x04, array((0x10, int32(1)), (0x10, int32(2))))
    values: list[tuple[int, bytes, bytes]] = [
        (0x01, bytes.fromhex("182d4454fb210940"), bytes.fromhex("7b14ae47e17a64bf")),
        (0x10, int32(1234567), int32(-42)),
        (0x12, int64(9007199254740993), int64(-5)),
        (0x0D, text("function (x) { return x; }"), text("function () { return 1; }")),
        (
            0x03,
            nested(203, "two deep", "0000000000000440"),
            nested(-203, "also two deep", "00000000000004c0"),
        ),
        (
            0x0F,
            scoped("function (x) { return x * n; }", 10, "Ada"),
            scoped("function () { return n; }", 20, "Grace"),
        ),
        (0x05, int32(16) + b"\x04" + doc32.UUIDS[0], int32(16) + b"\x04" + doc32.UUIDS[1]),
        (0x08, b"\x00", b"\x00"),
        (0x08, b"\x01", b"\x01"),
        (0x02, text("Hello, wire"), text("Żółw, 世界, 🦀")),
        (0x04, array(ten, abc, half), array((0x08, b"\x01"), (0x0A, b""), pair)),
        (0x07, *doc32.OBJECT_IDS),
        (0x09, int64(1441062245123), int64(-1500)),
        (0x0A, b"", b""),
        (0x0B, b"^a.*z$\x00im\x00", b"abc|def\x00is\x00"),
    ]
    pairs = list(zip(doc32.NAMES, values, strict=True))
    return document(
        *(element(kind, f"a_{name}", a) for name, (kind, a, _) in pairs),
        *(element(kind, f"b_{name}", b) for name, (kind, _, b) in pairs),
    )


DOC32 = _doc32()


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_reads_the_same_data_in_its_own_format(name: str) -> None:
    adapter = adapter_of(name)
    given = adapter.input(document(*PLAIN))
    assert adapter.decode(given) == {
        "double": 3.141592653589793,
        "string": "NUL \0, Żółw, 🦀",
        "document": {"": {}, "n": None},
        "array": [[None]],
        "binary": "fffe",
        "uuid": "00112233445566778899aabbccddeeff",
        "true": True,
        "false": False,
        "datetime": 1441062245123,
        "null": None,
        "int32": 2147483647,
        "int64": -9223372036854775808,
    }


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_takes_every_type(name: str) -> None:
    symbol = element(0x0E, "symbol", text("s"))
    pointer = element(0x0C, "pointer", text("d.c") + doc32.OBJECT_IDS[0])
    undefined = element(0x06, "undefined", b"")
    adapter = adapter_of(name)
    value = adapter.decode(adapter.input(document(*PLAIN, *RARE, symbol, pointer, undefined)))
    assert value["regex"] == "/a|b/74"
    assert value["scope"] == {"code": "y", "scope": {"q": 1}}
    assert value["timestamp"] == 0x8000000_1_FFFFFFFF
    assert value["decimal"] == "0.1"
    assert value["pointer"] == {"$ref": "d.c", "$id": doc32.OBJECT_IDS[0].hex()}
    assert (value["min"], value["max"], value["undefined"]) == ("MinKey", "MaxKey", None)


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_does_not_pose_as_a_codec(name: str, talk: Talk, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.write_bytes(document())
    opened = f"open {name} bson {encode_word(str(corpus))}"
    answers = talk(opened, "recode 0500000000", f"emit {encode_word(str(tmp_path / 'out'))}")
    assert answers[0] == "ok 1"
    assert all(answer.startswith(f"error {name}%20is%20a%20limit") for answer in answers[1:])


def test_a_panic_of_an_extension_is_an_error(
    talk: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PanicError(BaseException):
        """Extensions written in Rust raise one that is no Exception."""

    def panic(_: Adapter, documents: Any) -> int:
        raise PanicError("on purpose")

    load: Callable[[], Adapter] = LIBRARIES[CODECS[0]]
    monkeypatch.setattr(type(load()), "decode_pass", panic)
    corpus = tmp_path / "corpus"
    corpus.write_bytes(document())
    opened = f"open {CODECS[0]} bson {encode_word(str(corpus))}"
    answers = talk(opened, "time decode 1", "hello")
    assert answers[1] == "error PanicError:%20on%20purpose"
    assert answers[2].startswith("ok")
