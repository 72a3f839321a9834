"""The rules of equivalence: how libraries are known to change a document they give back.

Every rule is a pure function from the document that was given to the document that comes back; it
leaves what it is not about alone, at every depth. Where each was seen, and an example of each in
hex, is in ``docs/equivalence.md``; how rules are used is in `wirebench.formats.bson.equivalence`.

>>> RULES["undefined-as-null"].apply([(0x06, "a", None)])
[(10, 'a', None)]
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from wirebench.formats.bson import model
from wirebench.formats.bson.model import (
    BINARY_OLD,
    Binary,
    CodeWithScope,
    Document,
    Element,
    Regex,
)


class Rule(NamedTuple):
    """One habit of a library: the document that comes back, from the document that was given."""

    name: str
    meaning: str
    apply: Callable[[Document], Document]
    both_sides: bool = False
    """Whether what came back is put through the rule too, before the two are compared."""


def _each_element(document: Document, change: Callable[[Element], Element]) -> Document:
    """The document with every element at every depth changed, the inner ones first."""
    result: Document = []
    for kind, key, old in document:
        new = old
        if kind in (model.DOCUMENT, model.ARRAY):
            new = _each_element(old, change)
        elif kind == model.JAVASCRIPT_WITH_SCOPE:
            new = CodeWithScope(old.code, _each_element(old.scope, change))
        result.append(change((kind, key, new)))
    return result


def _each_document(document: Document, change: Callable[[Document], Document]) -> Document:
    """The document with itself and every document in it changed, but not the arrays as such."""
    return change(_each_inner_document(document, change, in_scopes=True))


def _each_inner_document(
    document: Document, change: Callable[[Document], Document], in_scopes: bool
) -> Document:
    """As `_each_document`, without the outermost."""

    def change_value(element: Element) -> Element:
        kind, key, value = element
        if kind == model.DOCUMENT:
            return kind, key, change(value)
        if kind == model.JAVASCRIPT_WITH_SCOPE and in_scopes:
            return kind, key, CodeWithScope(value.code, change(value.scope))
        return element

    return _each_element(document, change_value)


def _of_elements(change: Callable[[Element], Element]) -> Callable[[Document], Document]:
    return lambda document: _each_element(document, change)


def _retyped(old: int, new: int) -> Callable[[Document], Document]:
    """Another type byte, the same value."""

    def change(element: Element) -> Element:
        kind, key, value = element
        return (new if kind == old else kind), key, value

    return _of_elements(change)


def _revalued(
    type_byte: int, change_value: Callable[[Any], tuple[int, Any]]
) -> Callable[[Document], Document]:
    """Another type byte and value for the elements of one type."""

    def change(element: Element) -> Element:
        kind, key, value = element
        if kind != type_byte:
            return element
        kind, value = change_value(value)
        return kind, key, value

    return _of_elements(change)


def _sorted_options(regex: Regex) -> tuple[int, Regex]:
    return model.REGEX, regex._replace(options="".join(sorted(regex.options)))


def _known_options(regex: Regex) -> tuple[int, Regex]:
    options = "".join(letter for letter in "ilmsux" if letter in regex.options)
    return model.REGEX, regex._replace(options=options)


def _narrowest_signed(value: int) -> tuple[int, int]:
    return (model.INT32 if -(2**31) <= value < 2**31 else model.INT64), value


def _plain_integer(timestamp: int) -> tuple[int, int]:
    return _narrowest_signed(timestamp) if timestamp < 2**63 else (model.TIMESTAMP, timestamp)


def _generic_binary(binary: Binary) -> tuple[int, Binary]:
    if binary.subtype in (3, 4):
        return model.BINARY, Binary(4, binary.data)
    if binary.subtype == BINARY_OLD:
        return model.BINARY, Binary(0, len(binary.data).to_bytes(4, "little") + binary.data)
    return model.BINARY, Binary(0, binary.data)


def _hex_binary(objectid: bytes) -> tuple[int, Binary]:
    return model.BINARY, Binary(0, objectid.hex().encode("ascii"))


def _dbref(pointer: model.DbPointer) -> tuple[int, Document]:
    return model.DOCUMENT, [
        (model.STRING, "$ref", pointer.namespace),
        (model.OBJECTID, "$id", pointer.id),
    ]


def _last_of_duplicates(document: Document) -> Document:
    """Of each key the last value, in the place of the first: what assigning to a map does."""
    last: dict[str, Element] = {}
    for element in document:
        last[element[1]] = element
    return list(last.values())


def _dbref_fields_first(document: Document) -> Document:
    """``$ref``, ``$id``, ``$db`` and the rest, where that is what the document is about."""
    fields = {key: (kind, key, value) for kind, key, value in document}
    ref, id_, db = (fields.get(key) for key in ("$ref", "$id", "$db"))
    if ref is None or ref[0] != model.STRING or id_ is None:
        return document
    if db is not None and db[0] not in (model.STRING, model.NULL):
        return document
    first = [ref, id_]
    if db is not None and db[0] == model.STRING:
        first.append(db)
    return first + [element for element in document if element[1] not in ("$ref", "$id", "$db")]


def _id_first(document: Document) -> Document:
    for index, element in enumerate(document):
        if element[1] == "_id":
            return [element, *document[:index], *document[index + 1 :]]
    return document


def _with_its_length(value: Binary) -> tuple[int, Binary]:
    if value == Binary(BINARY_OLD, b""):
        return model.BINARY, Binary(BINARY_OLD, bytes(4))
    return model.BINARY, value


def _sorted_by_key(document: Document) -> Document:
    return sorted(document, key=lambda element: element[1].encode("utf-8"))


# What one rule makes, the next may be about: the order below is the order of application.
_ALL: Final = (
    Rule(
        "symbol-as-string",
        "A symbol comes back as a string.",
        _retyped(model.SYMBOL, model.STRING),
    ),
    Rule(
        "undefined-as-null",
        "Undefined comes back as null.",
        _retyped(model.UNDEFINED, model.NULL),
    ),
    Rule(
        "regex-options-sorted",
        "A regex's options come back in alphabetical order, all of them.",
        _revalued(model.REGEX, _sorted_options),
    ),
    Rule(
        "regex-options-filtered",
        "Of a regex's options those of i, l, m, s, u, x come back, sorted, each once.",
        _revalued(model.REGEX, _known_options),
    ),
    Rule(
        "int64-narrowed",
        "An int64 that fits an int32 comes back as one.",
        _revalued(model.INT64, _narrowest_signed),
    ),
    Rule(
        "timestamp-as-integer",
        "A timestamp below 2^63 comes back as an int32 if it fits, else as an int64.",
        _revalued(model.TIMESTAMP, _plain_integer),
    ),
    Rule(
        "binary-as-generic",
        "A binary comes back with subtype 0, a UUID of either kind with subtype 4; "
        "the inner length of subtype 2 becomes data.",
        _revalued(model.BINARY, _generic_binary),
    ),
    Rule(
        "empty-old-binary-as-its-length",
        "An empty binary of subtype 2 comes back holding its inner length, four zero bytes.",
        _revalued(model.BINARY, _with_its_length),
    ),
    Rule(
        "dbpointer-as-dbref",
        "A dbpointer comes back as the document {$ref, $id}.",
        _revalued(model.DBPOINTER, _dbref),
    ),
    Rule(
        "objectid-as-hex-binary",
        "An ObjectId comes back as a generic binary that holds its 24 hex digits.",
        _revalued(model.OBJECTID, _hex_binary),
    ),
    Rule(
        "duplicate-keys-last-wins",
        "Of the fields with one key the last value comes back, in the place of the first.",
        lambda document: _each_document(document, _last_of_duplicates),
    ),
    Rule(
        "outer-duplicate-keys-last-wins",
        "The same, but of the outermost document only: those inside it keep their duplicates.",
        _last_of_duplicates,
    ),
    Rule(
        "dbref-fields-first",
        "An inner document with a string $ref and an $id comes back with $ref, $id and $db first, "
        "and without a null $db. The scope of code is not meant.",
        lambda document: _each_inner_document(document, _dbref_fields_first, in_scopes=False),
    ),
    Rule(
        "id-first",
        "The outermost document's _id comes back as its first field.",
        _id_first,
    ),
    Rule(
        "key-order",
        "The fields of documents come back in any order; elements of arrays do not.",
        lambda document: _each_document(document, _sorted_by_key),
        both_sides=True,
    ),
)

RULES: Final[dict[str, Rule]] = {rule.name: rule for rule in _ALL}
"""Every rule by its name, in the order in which rules are applied."""
