"""Each rule excuses what it is about, and nothing beside it."""

import re

import pytest
from hypothesis import given as given_random

from wirebench.formats import bson
from wirebench.formats.bson import RULES, Binary, CodeWithScope, DbPointer, Document, Regex
from wirebench.formats.bson.model import (
    ARRAY,
    BINARY,
    DBPOINTER,
    DOCUMENT,
    DOUBLE,
    INT32,
    INT64,
    JAVASCRIPT,
    JAVASCRIPT_WITH_SCOPE,
    NULL,
    OBJECTID,
    REGEX,
    STRING,
    SYMBOL,
    TIMESTAMP,
    UNDEFINED,
)

from .bson_documents import documents
from .bson_vectors import ROOT

ID = bytes(range(12))

# rule: what was given, what the rule allows to come back
EXCUSED: list[tuple[str, Document, Document]] = [
    ("symbol-as-string", [(SYMBOL, "a", "x")], [(STRING, "a", "x")]),
    ("undefined-as-null", [(UNDEFINED, "a", None)], [(NULL, "a", None)]),
    ("regex-options-sorted", [(REGEX, "a", Regex("b", "xig"))], [(REGEX, "a", Regex("b", "gix"))]),
    (
        "regex-options-filtered",
        [(REGEX, "a", Regex("b", "xgii"))],
        [(REGEX, "a", Regex("b", "ix"))],
    ),
    ("int64-narrowed", [(INT64, "a", -(2**31))], [(INT32, "a", -(2**31))]),
    ("timestamp-as-integer", [(TIMESTAMP, "a", 2**31 - 1)], [(INT32, "a", 2**31 - 1)]),
    ("timestamp-as-integer", [(TIMESTAMP, "a", 2**31)], [(INT64, "a", 2**31)]),
    ("binary-as-generic", [(BINARY, "a", Binary(0x80, b"x"))], [(BINARY, "a", Binary(0, b"x"))]),
    ("binary-as-generic", [(BINARY, "a", Binary(3, ID))], [(BINARY, "a", Binary(4, ID))]),
    (
        "binary-as-generic",
        [(BINARY, "a", Binary(2, b"x"))],
        [(BINARY, "a", Binary(0, b"\1\0\0\0x"))],
    ),
    (
        "empty-old-binary-as-its-length",
        [(BINARY, "a", Binary(2, b""))],
        [(BINARY, "a", Binary(2, bytes(4)))],
    ),
    (
        "dbpointer-as-dbref",
        [(DBPOINTER, "a", DbPointer("c", ID))],
        [(DOCUMENT, "a", [(STRING, "$ref", "c"), (OBJECTID, "$id", ID)])],
    ),
    (
        "objectid-as-hex-binary",
        [(OBJECTID, "a", ID)],
        [(BINARY, "a", Binary(0, b"000102030405060708090a0b"))],
    ),
    (
        "duplicate-keys-last-wins",
        [(DOCUMENT, "c", [(INT32, "a", 1), (NULL, "b", None), (STRING, "a", "x")])],
        [(DOCUMENT, "c", [(STRING, "a", "x"), (NULL, "b", None)])],
    ),
    (
        "outer-duplicate-keys-last-wins",
        [(INT32, "a", 1), (INT32, "a", 2), (DOCUMENT, "b", [(NULL, "c", None), (NULL, "c", None)])],
        [(INT32, "a", 2), (DOCUMENT, "b", [(NULL, "c", None), (NULL, "c", None)])],
    ),
    (
        "dbref-fields-first",
        [
            (
                DOCUMENT,
                "a",
                [
                    (NULL, "x", None),
                    (NULL, "$db", None),
                    (NULL, "$id", None),
                    (STRING, "$ref", "c"),
                ],
            )
        ],
        [(DOCUMENT, "a", [(STRING, "$ref", "c"), (NULL, "$id", None), (NULL, "x", None)])],
    ),
    (
        "id-first",
        [(NULL, "a", None), (NULL, "_id", None)],
        [(NULL, "_id", None), (NULL, "a", None)],
    ),
    (
        "key-order",
        [(INT32, "b", 1), (DOCUMENT, "a", [(NULL, "d", None), (NULL, "c", None)])],
        [(DOCUMENT, "a", [(NULL, "c", None), (NULL, "d", None)]), (INT32, "b", 1)],
    ),
]

# rule: what was given, what must not come back, near as it is to what may
NOT_EXCUSED: list[tuple[str, Document, Document]] = [
    ("symbol-as-string", [(SYMBOL, "a", "x")], [(STRING, "a", "y")]),
    ("symbol-as-string", [(SYMBOL, "a", "x")], [(STRING, "b", "x")]),
    ("symbol-as-string", [(JAVASCRIPT, "a", "x")], [(STRING, "a", "x")]),
    ("symbol-as-string", [(STRING, "a", "x")], [(SYMBOL, "a", "x")]),
    ("undefined-as-null", [(NULL, "a", None)], [(UNDEFINED, "a", None)]),
    ("undefined-as-null", [(UNDEFINED, "a", None)], []),
    ("regex-options-sorted", [(REGEX, "a", Regex("b", "ii"))], [(REGEX, "a", Regex("b", "i"))]),
    ("regex-options-sorted", [(REGEX, "a", Regex("ba", "i"))], [(REGEX, "a", Regex("ab", "i"))]),
    ("regex-options-filtered", [(REGEX, "a", Regex("b", "gx"))], [(REGEX, "a", Regex("b", "g"))]),
    ("regex-options-filtered", [(REGEX, "a", Regex("b", "gx"))], [(REGEX, "a", Regex("b", ""))]),
    ("int64-narrowed", [(INT64, "a", 2**31)], [(INT32, "a", -(2**31))]),
    ("int64-narrowed", [(INT32, "a", 1)], [(INT64, "a", 1)]),
    ("int64-narrowed", [(DOUBLE, "a", 1.0)], [(INT32, "a", 1)]),
    ("timestamp-as-integer", [(TIMESTAMP, "a", 2**63)], [(INT64, "a", -(2**63))]),
    ("timestamp-as-integer", [(INT64, "a", 1)], [(INT32, "a", 1)]),
    ("binary-as-generic", [(BINARY, "a", Binary(4, ID))], [(BINARY, "a", Binary(0, ID))]),
    ("binary-as-generic", [(BINARY, "a", Binary(5, b"x"))], [(BINARY, "a", Binary(0, b"y"))]),
    (
        "empty-old-binary-as-its-length",
        [(BINARY, "a", Binary(0, b""))],
        [(BINARY, "a", Binary(0, bytes(4)))],
    ),
    (
        "dbpointer-as-dbref",
        [(DBPOINTER, "a", DbPointer("c", ID))],
        [(DOCUMENT, "a", [(OBJECTID, "$id", ID), (STRING, "$ref", "c")])],
    ),
    (
        "objectid-as-hex-binary",
        [(OBJECTID, "a", ID)],
        [(BINARY, "a", Binary(0, b"000102030405060708090A0B"))],
    ),
    ("objectid-as-hex-binary", [(OBJECTID, "a", ID)], [(BINARY, "a", Binary(0, ID))]),
    ("duplicate-keys-last-wins", [(INT32, "a", 1), (INT32, "a", 2)], [(INT32, "a", 1)]),
    (
        "duplicate-keys-last-wins",
        [(INT32, "a", 1), (NULL, "b", None), (INT32, "a", 2)],
        [(NULL, "b", None), (INT32, "a", 2)],
    ),
    (
        "outer-duplicate-keys-last-wins",
        [(DOCUMENT, "a", [(INT32, "b", 1), (INT32, "b", 2)])],
        [(DOCUMENT, "a", [(INT32, "b", 2)])],
    ),
    (
        "duplicate-keys-last-wins",
        [(ARRAY, "a", [(INT32, "0", 1), (INT32, "1", 1)])],
        [(ARRAY, "a", [(INT32, "0", 1)])],
    ),
    (
        "dbref-fields-first",
        [(NULL, "$id", None), (STRING, "$ref", "c")],
        [(STRING, "$ref", "c"), (NULL, "$id", None)],
    ),
    (
        "dbref-fields-first",
        [(DOCUMENT, "a", [(NULL, "$id", None), (INT32, "$ref", 1)])],
        [(DOCUMENT, "a", [(INT32, "$ref", 1), (NULL, "$id", None)])],
    ),
    (
        "dbref-fields-first",
        [
            (
                JAVASCRIPT_WITH_SCOPE,
                "a",
                CodeWithScope("", [(NULL, "$id", None), (STRING, "$ref", "c")]),
            )
        ],
        [
            (
                JAVASCRIPT_WITH_SCOPE,
                "a",
                CodeWithScope("", [(STRING, "$ref", "c"), (NULL, "$id", None)]),
            )
        ],
    ),
    (
        "id-first",
        [(DOCUMENT, "a", [(NULL, "b", None), (NULL, "_id", None)])],
        [(DOCUMENT, "a", [(NULL, "_id", None), (NULL, "b", None)])],
    ),
    (
        "id-first",
        [(NULL, "a", None), (NULL, "b", None), (NULL, "_id", None)],
        [(NULL, "_id", None), (NULL, "b", None), (NULL, "a", None)],
    ),
    ("key-order", [(INT32, "a", 1), (INT32, "b", 2)], [(INT32, "a", 2), (INT32, "b", 1)]),
    ("key-order", [(INT32, "a", 1), (NULL, "b", None)], [(INT32, "a", 1)]),
    (
        "key-order",
        [(ARRAY, "a", [(INT32, "0", 1), (INT32, "1", 2)])],
        [(ARRAY, "a", [(INT32, "0", 2), (INT32, "1", 1)])],
    ),
    ("key-order", [(INT32, "a", 1), (INT32, "a", 2)], [(INT32, "a", 2), (INT32, "a", 1)]),
]


def wrapped(document: Document) -> Document:
    """The same one level down, in an array, and in a scope."""
    return [
        (DOCUMENT, "d", document),
        (ARRAY, "l", [(DOCUMENT, "0", document), (NULL, "1", None)]),
        (JAVASCRIPT_WITH_SCOPE, "s", CodeWithScope("f", [(DOCUMENT, "x", document)])),
    ]


@pytest.mark.parametrize(("rule", "given", "returned"), EXCUSED)
def test_a_rule_excuses_what_it_is_about(rule: str, given: Document, returned: Document) -> None:
    before, after = bson.write(given), bson.write(returned)
    assert bson.equivalent(before, after, [rule])
    assert not bson.equivalent(before, after, [])
    others = [other for other in RULES if other != rule]
    if rule == "id-first":
        others.remove("key-order")  # which excuses any order
    assert not bson.equivalent(before, after, others)
    assert bson.rules_needed(before, after, list(RULES)) == {rule}
    assert bson.rules_needed(before, after, []) is None


OUTERMOST_ONLY = {"id-first", "outer-duplicate-keys-last-wins"}


@pytest.mark.parametrize(
    ("rule", "given", "returned"), [case for case in EXCUSED if case[0] not in OUTERMOST_ONLY]
)
def test_a_rule_holds_at_every_depth(rule: str, given: Document, returned: Document) -> None:
    before, after = bson.write(wrapped(given)), bson.write(wrapped(returned))
    assert bson.equivalent(before, after, [rule])
    assert bson.rules_needed(before, after, list(RULES)) == {rule}


@pytest.mark.parametrize(("rule", "given", "returned"), NOT_EXCUSED)
def test_a_rule_excuses_nothing_else(rule: str, given: Document, returned: Document) -> None:
    before, after = bson.write(given), bson.write(returned)
    assert not bson.equivalent(before, after, [rule])
    assert bson.rules_needed(before, after, [rule]) is None


def test_every_rule_is_tested_both_ways() -> None:
    assert {rule for rule, _, _ in EXCUSED} == {rule for rule, _, _ in NOT_EXCUSED} == set(RULES)


def test_a_rule_that_is_listed_but_not_followed_is_not_needed() -> None:
    given = bson.write([(SYMBOL, "a", "x"), (UNDEFINED, "b", None)])
    returned = bson.write([(SYMBOL, "a", "x"), (NULL, "b", None)])
    assert bson.rules_needed(given, returned, RULES) == {"undefined-as-null"}
    # All that is declared must be followed, or nothing changed at all.
    assert not bson.equivalent(given, returned, ["symbol-as-string", "undefined-as-null"])
    assert bson.equivalent(given, given, ["symbol-as-string", "undefined-as-null"])


def test_rules_build_on_each_other() -> None:
    given = bson.write([(DBPOINTER, "z", DbPointer("c", ID)), (NULL, "a", None)])
    returned = bson.write(
        [
            (NULL, "a", None),
            (
                DOCUMENT,
                "z",
                [
                    (BINARY, "$id", Binary(0, ID.hex().encode())),
                    (STRING, "$ref", "c"),
                ],
            ),
        ]
    )
    needed = {"dbpointer-as-dbref", "objectid-as-hex-binary", "key-order"}
    assert bson.rules_needed(given, returned, RULES) == needed
    assert bson.equivalent(given, returned, sorted(needed))


def test_a_timestamp_beyond_int64_stays_one() -> None:
    given = bson.write([(TIMESTAMP, "a", 2**63)])
    assert bson.expected(given, ["timestamp-as-integer"]) == given


def test_key_order_is_needed_whichever_side_is_sorted() -> None:
    ordered = bson.write([(NULL, "a", None), (NULL, "b", None)])
    other = bson.write([(NULL, "b", None), (NULL, "a", None)])
    assert bson.rules_needed(ordered, other, RULES) == {"key-order"}
    assert bson.equivalent(ordered, other, ["key-order"])


def test_without_rules_arrays_are_numbered() -> None:
    given = bson.write([(ARRAY, "a", [(NULL, "0", None)])]).replace(b"\n0\0", b"\n7\0")
    assert bson.expected(given, []) == bson.write([(ARRAY, "a", [(NULL, "0", None)])])


def test_what_cannot_be_read_is_not_excused() -> None:
    given = bson.write([(NULL, "a", None)])
    for broken in (b"", given[:-1], given + b"\0", b"\x05\0\0\0\1"):
        assert not bson.equivalent(given, broken, list(RULES))
        assert bson.rules_needed(given, broken, list(RULES)) is None
        assert not bson.equivalent(broken, given, list(RULES))


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(KeyError, match="no such rule: symbols"):
        bson.expected(bson.write([]), ["symbols"])


@given_random(documents)
def test_rules_give_documents_that_can_be_written_and_are_then_stable(document: Document) -> None:
    given = bson.write(document)
    for name, rule in RULES.items():
        once = rule.apply(document)
        assert repr(rule.apply(once)) == repr(once) or name == "binary-as-generic"
        returned = bson.write(once)
        assert bson.equivalent(given, returned, [name])
        needed = bson.rules_needed(given, returned, [name])
        assert needed == (set() if returned == given else {name})


@pytest.mark.parametrize(
    ("a", "b", "index"),
    [
        (b"", b"", 0),
        (b"abc", b"abc", 3),
        (b"abc", b"abd", 2),
        (b"abc", b"ab", 2),
        (b"xbc", b"abc", 0),
        (b"a" * 9_999 + b"x" + b"b" * 9_999, b"a" * 9_999 + b"y" + b"b" * 9_999, 9_999),
        (b"ab" + b"c" * 999, b"xb" + b"c" * 999, 0),
        (b"abcabc", b"abxabx", 2),
    ],
)
def test_first_difference(a: bytes, b: bytes, index: int) -> None:
    assert bson.first_difference(a, b) == bson.first_difference(b, a) == index


def documented() -> list[tuple[str, str, str]]:
    text = (ROOT / "docs" / "equivalence.md").read_text("utf-8")
    pattern = r"^### `([a-z0-9-]+)`$.*?^given +([0-9a-f]+)\nreturned +([0-9a-f]+)$"
    return re.findall(pattern, text, re.MULTILINE | re.DOTALL)


def test_every_rule_is_documented_in_its_order() -> None:
    assert [name for name, _, _ in documented()] == list(RULES)


@pytest.mark.parametrize(("rule", "given", "returned"), documented())
def test_the_documented_example_needs_its_rule(rule: str, given: str, returned: str) -> None:
    before, after = bytes.fromhex(given), bytes.fromhex(returned)
    assert bson.equivalent(before, after, [rule])
    assert bson.rules_needed(before, after, RULES) == {rule}
