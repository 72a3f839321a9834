"""What a codec may give back instead of the bytes it was given, and still be called right.

Some libraries cannot hold every type: pymongo has no symbol, so a symbol comes back as a string.
Each such habit is a *rule*: a pure function on what was GIVEN. A contender that declares the rule
must GIVE BACK exactly the bytes that the rule's result is written as; nothing looser is accepted.

>>> given = bytes.fromhex("0e0000000e610002000000780000")
>>> expected(given, ["symbol-as-string"]).hex()
'0e00000002610002000000780000'
>>> rules_needed(given, expected(given, ["symbol-as-string"]), RULES)
{'symbol-as-string'}

Rules are applied in the order of `RULES`, whatever order they are named in. What each is for, and
an example of each in hex, is in ``docs/equivalence.md``.
"""

from collections.abc import Collection, Iterable
from itertools import combinations

from wirebench.formats.bson.model import BsonError, Document
from wirebench.formats.bson.reader import read
from wirebench.formats.bson.rules import RULES, Rule
from wirebench.formats.bson.writer import write


def expected(document_bytes: bytes, rules: Iterable[str]) -> bytes:
    """The bytes that a contender with these rules gives back for `document_bytes`.

    Without rules that is the document's canonical form. Raises `BsonError` where the bytes are no
    document, `KeyError` for a rule that does not exist.
    """
    return write(_apply(read(document_bytes), _in_order(rules)))


def equivalent(given: bytes, returned: bytes, rules: Collection[str]) -> bool:
    """Whether `returned` is what a contender with all of these rules may give back for `given`.

    That is the same bytes, or exactly `expected`. Where either is no document, no.
    """
    if given == returned:
        return True
    chosen = _in_order(rules)
    try:
        return write(_apply(read(given), chosen)) == _put_alike(returned, chosen)
    except BsonError:
        return False


def rules_needed(given: bytes, returned: bytes, rules: Collection[str]) -> set[str] | None:
    """The fewest of `rules` that explain how `returned` differs from `given`.

    None where no choice of them does. The time grows with 2 to the number of rules that have
    anything to do with the document, which is seldom more than three.
    """
    if given == returned:
        return set()
    try:
        document = read(given)
        candidates = _relevant(document, returned, _in_order(rules))
        for count in range(len(candidates) + 1):
            for chosen in combinations(candidates, count):
                if write(_apply(document, chosen)) == _put_alike(returned, chosen):
                    return {rule.name for rule in chosen}
    except BsonError:
        pass
    return None


def first_difference(a: bytes, b: bytes) -> int:
    """The index of the first byte that differs: the shorter's length where it begins the other."""
    shorter = min(len(a), len(b))
    low, high = 0, shorter
    # Halving: a[:low] == b[:low] always holds, and the first difference is never beyond high.
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _in_order(names: Iterable[str]) -> list[Rule]:
    wanted = set(names)
    unknown = wanted - RULES.keys()
    if unknown:
        raise KeyError(f"no such rule: {', '.join(sorted(unknown))}")
    return [rule for name, rule in RULES.items() if name in wanted]


def _apply(document: Document, rules: Iterable[Rule]) -> Document:
    for rule in rules:
        document = rule.apply(document)
    return document


def _put_alike(returned: bytes, rules: Iterable[Rule]) -> bytes:
    """What was given back, put through those rules that are for both sides."""
    both = [rule for rule in rules if rule.both_sides]
    return write(_apply(read(returned), both)) if both else returned


def _relevant(document: Document, returned: bytes, rules: list[Rule]) -> list[Rule]:
    """The rules that change this document, by themselves or after those before them."""
    relevant = []
    so_far = document
    for rule in rules:
        changed = rule.apply(so_far)
        if (
            changed != so_far
            or rule.apply(document) != document
            or (rule.both_sides and _put_alike(returned, [rule]) != returned)
        ):
            relevant.append(rule)
        so_far = changed
    return relevant
