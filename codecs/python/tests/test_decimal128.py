"""Decimal128 against Python's decimal, which knows the format's arithmetic but not its bytes."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal, Inexact

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirecodec import bson

# IEEE 754's decimal128, as the documentation of Python's decimal gives it.
DECIMAL128 = Context(
    prec=34, rounding=ROUND_HALF_EVEN, Emin=-6143, Emax=6144, clamp=1, traps=[Inexact]
)

decimals = st.builds(
    lambda sign, digits, exponent: Decimal((sign, tuple(map(int, str(digits))), exponent)),
    st.integers(0, 1),
    st.one_of(
        st.integers(0, 10**40),
        st.builds(lambda digit, zeros: digit * 10**zeros, st.integers(0, 99), st.integers(0, 45)),
    ),
    st.one_of(st.integers(-40, 40), st.integers(-6250, -6100), st.integers(6050, 6200)),
)


def fitted(number: Decimal) -> Decimal | None:
    """The same value within the format's bounds; None where it would have to be rounded."""
    try:
        fits = DECIMAL128.create_decimal(number)
    except Inexact:
        return None
    return fits if fits == number else None


@given(decimals)
def test_what_fits_is_kept_and_what_does_not_is_refused(number: Decimal) -> None:
    expected = fitted(number)
    if expected is None:
        with pytest.raises(bson.BsonError, match="out-of-range"):
            bson.Decimal128(number)
        return
    made = bson.Decimal128(number)
    assert made.to_decimal().as_tuple() == expected.as_tuple()
    assert str(made) == str(expected)
    assert bson.Decimal128(str(made)) == made
    assert bson.Decimal128.from_bytes(bytes(made)) == made


@given(st.binary(min_size=16, max_size=16))
def test_any_bytes_are_kept(data: bytes) -> None:
    number = bson.Decimal128.from_bytes(data)
    assert bytes(number) == data
    assert bson.loads(bson.dumps({"": number}))[""] == number
    assert str(number.to_decimal()) == str(number)


@pytest.mark.parametrize(
    ("text", "high", "low"),
    [
        ("0", 0x3040, 0),
        ("-1.50", 0xB03C, 150),
        ("Infinity", 0x7800, 0),
        ("-inf", 0xF800, 0),
        ("NaN", 0x7C00, 0),
        ("-sNaN", 0xFE00, 0),
        ("1E-6176", 0x0000, 1),
        ("0E+9999999999999999999999", 0x5FFE, 0),
        ("0E-9999999999999999999999", 0x0000, 0),
    ],
)
def test_bits(text: str, high: int, low: int) -> None:
    expected = low.to_bytes(14, "little") + high.to_bytes(2, "little")
    assert bytes(bson.Decimal128(text)) == expected


@pytest.mark.parametrize(
    "text", ["1E+6145", "1E-6177", "1" * 35, "1E+99999999999999999999", "NaN123"]
)
def test_text_that_does_not_fit(text: str) -> None:
    with pytest.raises(bson.BsonError) as caught:
        bson.Decimal128(text)
    assert caught.value.kind == "out-of-range"


@pytest.mark.parametrize(
    "text", ["", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "1_000", " 1", "²", "infinit"]
)
def test_text_that_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="no decimal number"):
        bson.Decimal128(text)


def test_integers() -> None:
    assert bson.Decimal128(-15) == bson.Decimal128("-15")
    assert bson.Decimal128("1.5") != bson.Decimal128("1.50")
