"""bson/flat and bson/order: what applications store.

`flat` is a table row: twenty plain fields under the same keys in every document. `order` is what a
shop keeps: sub-documents and arrays five deep, text with a good share of it beyond ASCII.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wirebench.corpora.random import Random
from wirebench.formats.bson import Document
from wirebench.formats.bson import model as bson

_FLAT_SEED = 0xF1A7
_ORDER_SEED = 0x0DE4

_YEAR = 365 * 24 * 3600 * 1000
_EPOCH_2020 = 1577836800000

_FIRST = (
    "Ada",
    "Grace",
    "Alan",
    "Edsger",
    "Barbara",
    "Donald",
    "Margaret",
    "Niklaus",
    "Tony",
    "Joe",
)
_LAST = (
    "Lovelace",
    "Hopper",
    "Turing",
    "Dijkstra",
    "Liskov",
    "Knuth",
    "Hamilton",
    "Wirth",
    "Hoare",
)
_CITIES = (
    "Lisbon",
    "Oslo",
    "Kyoto",
    "Quito",
    "Cork",
    "Ghent",
    "Turin",
    "Leipzig",
    "Utrecht",
    "Basel",
)
_COUNTRIES = ("PT", "NO", "JP", "EC", "IE", "BE", "IT", "DE", "NL", "CH")
_STREETS = ("Harbour Road", "Mill Lane", "Station Street", "Long Acre", "Hill View", "Canal Side")
_COLOURS = ("red", "green", "blue", "black", "white", "grey", "orange")
_SIZES = ("XS", "S", "M", "L", "XL")
_WORDS = (
    "the parcel left our house before noon and should reach you within three days please ring the "
    "bell twice or leave it with a neighbour thank you for your order"
).split()
_FOREIGN = (
    "Grüße aus Köln, bitte klingeln",
    "livraison à l'étage, s'il vous plaît",
    "zażółć gęślą jaźń",
    "доставка до двери",
    "置き配をお願いします",
    "깨지기 쉬운 물건입니다",
    "με κουδούνι παρακαλώ",
    "🎁 χρόνια πολλά 🎉",
)


def flat() -> Iterator[Document]:
    """Endless records of twenty fields: 8 strings, 5 int32, 5 doubles, an int64, a datetime."""
    random = Random(_FLAT_SEED)
    while True:
        first, last = random.choice(_FIRST), random.choice(_LAST)
        yield [
            _string("name", first),
            _int32("age", random.between(18, 90)),
            _double("height", round(1.5 + random.unit() / 2, 2)),
            _string("surname", last),
            _string("street", f"{random.choice(_STREETS)} {random.between(1, 200)}"),
            _int32("floor", random.between(-1, 12)),
            _string("city", random.choice(_CITIES)),
            _double("latitude", random.unit() * 180 - 90),
            _double("longitude", random.unit() * 360 - 180),
            _string("country", random.choice(_COUNTRIES)),
            _string("email", f"{first}.{last}{random.below(1000)}@example.org".lower()),
            _int32("visits", random.below(100_000)),
            _account(random, "account"),
            _string("phone", f"+{random.between(1, 99)} {random.word(9, 9, '0123456789')}"),
            _int32("score", random.between(-1_000_000, 1_000_000)),
            _double("weight", random.between(400, 1200) / 10),
            _when(random, "created"),
            _double("balance", random.between(-10_000_000, 10_000_000) / 100),
            _int32("rank", random.between(1, 1 << 30)),
            _string("comment", _text(random, 2, 6)),
        ]


def order() -> Iterator[Document]:
    """Endless orders of about 136 fields in about 45 sub-documents and arrays."""
    random = Random(_ORDER_SEED)
    while True:
        items = [_item(random) for _ in range(random.between(5, 9))]
        events = [_event(random) for _ in range(random.between(2, 3))]
        tags = [random.choice(_WORDS) for _ in range(random.between(0, 2))]
        coupon = random.word(8, 8, "ABCDEFGHJKLMNPQRSTUVWXYZ") if random.chance(30) else None
        net = random.between(500, 500_000)
        yield [
            _objectid(random, "_id"),
            _account(random, "number"),
            _when(random, "created"),
            _string("status", random.choice(("open", "paid", "packed", "sent", "returned"))),
            _string("currency", random.choice(("EUR", "NOK", "JPY", "CHF"))),
            (bson.NULL, "coupon", None) if coupon is None else _string("coupon", coupon),
            _customer(random, tags),
            _array("items", [(bson.DOCUMENT, item) for item in items]),
            _payment(random, net),
            _document(
                "shipping",
                _string("carrier", random.choice(("Hermes", "Pegasus", "Snail", "Stork"))),
                _array("events", [(bson.DOCUMENT, event) for event in events]),
            ),
            _string("notes", _note(random)),
            _document(
                "totals",
                _double("net", net / 100),
                _double("tax", net * 19 // 100 / 100),
                _double("gross", (net + net * 19 // 100) / 100),
            ),
        ]


def _customer(random: Random, tags: list[str]) -> tuple[int, str, Document]:
    first, last = random.choice(_FIRST), random.choice(_LAST)
    city = random.below(len(_CITIES))
    coordinates = [
        (bson.DOUBLE, random.unit() * 360 - 180),
        (bson.DOUBLE, random.unit() * 180 - 90),
    ]
    return _document(
        "customer",
        _objectid(random, "id"),
        _string("name", f"{first} {last}"),
        _string("email", f"{first}.{last}@example.org".lower()),
        (bson.BOOLEAN, "vip", random.chance(15)),
        _document(
            "address",
            _string("street", f"{random.choice(_STREETS)} {random.between(1, 200)}"),
            _string("city", _CITIES[city]),
            _string("postcode", random.word(5, 5, "0123456789")),
            _string("country", _COUNTRIES[city]),
            _document("location", _string("type", "Point"), _array("coordinates", coordinates)),
        ),
        _array("tags", [(bson.STRING, tag) for tag in tags]),
    )


def _item(random: Random) -> Document:
    bins = [(bson.INT32, random.below(1000)) for _ in range(2)]
    return [
        _string("sku", random.word(8, 8, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")),
        _string("title", _text(random, 2, 5)),
        _int32("quantity", random.between(1, 12)),
        _double("price", random.between(99, 99_999) / 100),
        _document(
            "attributes",
            _string("color", random.choice(_COLOURS)),
            _string("size", random.choice(_SIZES)),
        ),
        _document("stock", _string("warehouse", random.choice(_CITIES)), _array("bins", bins)),
    ]


def _event(random: Random) -> Document:
    return [
        _when(random, "at"),
        _string("status", random.choice(("accepted", "sorted", "on its way", "delivered"))),
        _string("place", random.choice(_CITIES)),
    ]


def _payment(random: Random, net: int) -> tuple[int, str, Document]:
    return _document(
        "payment",
        _string("method", random.choice(("card", "invoice", "transfer"))),
        _document(
            "card",
            _string("brand", random.choice(("Visa", "Maestro", "Diners"))),
            _string("last4", random.word(4, 4, "0123456789")),
            _document(
                "expires",
                _int32("month", random.between(1, 12)),
                _int32("year", random.between(2026, 2032)),
            ),
        ),
        (bson.BOOLEAN, "captured", random.chance(80)),
        _double("total", (net + net * 19 // 100) / 100),
    )


def _note(random: Random) -> str:
    return random.choice(_FOREIGN) if random.chance(20) else _text(random, 4, 14)


def _text(random: Random, low: int, high: int) -> str:
    return " ".join(random.choice(_WORDS) for _ in range(random.between(low, high)))


def _string(key: str, value: str) -> tuple[int, str, str]:
    return (bson.STRING, key, value)


def _int32(key: str, value: int) -> tuple[int, str, int]:
    return (bson.INT32, key, value)


def _double(key: str, value: float) -> tuple[int, str, float]:
    return (bson.DOUBLE, key, value)


def _account(random: Random, key: str) -> tuple[int, str, int]:
    """An int64 that no int32 can hold, so that a codec without int64 cannot pass by luck."""
    return (bson.INT64, key, random.between(1 << 33, 1 << 53))


def _when(random: Random, key: str) -> tuple[int, str, int]:
    return (bson.DATETIME, key, _EPOCH_2020 + random.below(7 * _YEAR))


def _objectid(random: Random, key: str) -> tuple[int, str, bytes]:
    return (bson.OBJECTID, key, random.data(12))


def _document(key: str, *elements: tuple[int, str, Any]) -> tuple[int, str, Document]:
    return (bson.DOCUMENT, key, list(elements))


def _array(key: str, values: list[tuple[int, Any]]) -> tuple[int, str, Document]:
    elements = [(kind, str(index), value) for index, (kind, value) in enumerate(values)]
    return (bson.ARRAY, key, elements)
