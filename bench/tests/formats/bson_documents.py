"""Random documents for hypothesis, over every type and nested a few levels deep."""

from typing import Any

from hypothesis import strategies as st

from wirebench.formats.bson import Binary, CodeWithScope, DbPointer, Document, Element, Regex, model

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_CSTRING = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
_KEYS = st.one_of(st.sampled_from(["a", "b", "_id", "$ref", "$id", "$db", "$oid", ""]), _CSTRING)
_INT64 = st.integers(-(2**63), 2**63 - 1)
_INT32 = st.integers(-(2**31), 2**31 - 1)

_LEAVES: dict[int, st.SearchStrategy[Any]] = {
    model.DOUBLE: st.floats(allow_nan=True, allow_infinity=True),
    model.STRING: _TEXT,
    model.BINARY: st.builds(Binary, st.integers(0, 255), st.binary(max_size=20)),
    model.UNDEFINED: st.none(),
    model.OBJECTID: st.binary(min_size=12, max_size=12),
    model.BOOLEAN: st.booleans(),
    model.DATETIME: _INT64,
    model.NULL: st.none(),
    model.REGEX: st.builds(Regex, _CSTRING, st.one_of(st.text("ilmsuxg", max_size=4), _CSTRING)),
    model.DBPOINTER: st.builds(DbPointer, _TEXT, st.binary(min_size=12, max_size=12)),
    model.JAVASCRIPT: _TEXT,
    model.SYMBOL: _TEXT,
    model.INT32: _INT32,
    model.TIMESTAMP: st.integers(0, 2**64 - 1),
    model.INT64: st.one_of(_INT32, _INT64),
    model.DECIMAL128: st.binary(min_size=16, max_size=16),
    model.MINKEY: st.none(),
    model.MAXKEY: st.none(),
}


def _numbered(elements: list[Element]) -> Document:
    return [(kind, str(index), value) for index, (kind, _, value) in enumerate(elements)]


def _element(children: st.SearchStrategy[Document] | None) -> st.SearchStrategy[Element]:
    values = [st.tuples(st.just(kind), _KEYS, leaf) for kind, leaf in _LEAVES.items()]
    if children is not None:
        values.append(st.tuples(st.just(model.DOCUMENT), _KEYS, children))
        values.append(st.tuples(st.just(model.ARRAY), _KEYS, children.map(_numbered)))
        scopes = st.builds(CodeWithScope, _TEXT, children)
        values.append(st.tuples(st.just(model.JAVASCRIPT_WITH_SCOPE), _KEYS, scopes))
    return st.one_of(values)


documents: st.SearchStrategy[Document] = st.recursive(
    st.lists(_element(None), max_size=6),
    lambda children: st.lists(_element(children), max_size=5),
    max_leaves=12,
)
"""Documents whose arrays are numbered as they should be; keys may repeat."""
