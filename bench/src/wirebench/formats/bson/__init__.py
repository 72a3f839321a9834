"""The reference codec for BSON: slow, plain, and strict, so that the bench can judge others by it.

A document is a list of elements, an element is ``(type byte, key, value)``, and nothing about the
bytes is lost on the way: duplicate keys, their order, integer widths and NaN payloads all survive.

>>> from wirebench.formats import bson
>>> document = bson.read(bytes.fromhex("0c0000001061000100000000"))
>>> document
[(16, 'a', 1)]
>>> bson.to_extended_json(document)
{'a': {'$numberInt': '1'}}
>>> bson.write(document).hex()
'0c0000001061000100000000'

The format's rules are in ``formats/bson/SPEC.md``, the kinds and offsets of errors in
``formats/bson/vectors/README.md``, the rules of equivalence in ``docs/equivalence.md``.
"""

from wirebench.formats.bson.corpus import check_corpus, frames, split
from wirebench.formats.bson.equivalence import (
    equivalent,
    expected,
    first_difference,
    rules_needed,
)
from wirebench.formats.bson.extended_json import (
    extended_json_is_exact,
    from_extended_json,
    to_extended_json,
)
from wirebench.formats.bson.model import (
    MAX_DEPTH,
    TYPE_NAMES,
    Binary,
    BsonError,
    CodeWithScope,
    DbPointer,
    Document,
    Element,
    Regex,
)
from wirebench.formats.bson.reader import read
from wirebench.formats.bson.rules import RULES, Rule
from wirebench.formats.bson.writer import write

__all__ = [
    "MAX_DEPTH",
    "RULES",
    "TYPE_NAMES",
    "Binary",
    "BsonError",
    "CodeWithScope",
    "DbPointer",
    "Document",
    "Element",
    "Regex",
    "Rule",
    "check_corpus",
    "equivalent",
    "expected",
    "extended_json_is_exact",
    "first_difference",
    "frames",
    "from_extended_json",
    "read",
    "rules_needed",
    "split",
    "to_extended_json",
    "write",
]
