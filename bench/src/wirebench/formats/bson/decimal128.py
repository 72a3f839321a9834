"""IEEE 754-2008 decimal128, binary integer encoding, to and from its canonical string.

The 128 bits, little-endian in BSON, are a sign, an exponent biased by 6176 and a significand::

    s eeeeeeeeeeeeee cccc…        14 bits of exponent, 113 of significand
    s 11 eeeeeeeeeeeeee cccc…     the significand is 0b100 followed by 111 bits: always too large
    s 11110 …                     infinity
    s 11111 …                     NaN

A significand beyond 34 digits counts as zero. The string is that of the decimal arithmetic
specification: plain digits where the exponent is at most 0 and the number at least 0.000001,
scientific (``1.5E+3``) elsewhere.

>>> to_string(bytes.fromhex("01000000000000000000000000003e30"))
'0.1'
"""

import re
from typing import Final

_BIAS: Final = 6176
_MAX_BIASED: Final = 3 * 2**12 - 1
_MAX_SIGNIFICAND: Final = 10**34 - 1
_MAX_DIGITS: Final = 34
_INFINITY: Final = 0b11110 << 122
_NAN: Final = 0b11111 << 122
_SIGN: Final = 1 << 127
_FINITE: Final = re.compile(r"([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?")
_SPECIAL: Final = re.compile(r"([+-]?)(?:(inf|infinity)|nan)", re.IGNORECASE)


def to_string(encoded: bytes) -> str:
    """The canonical string of the 16 bytes. A NaN's sign and payload are not in it."""
    bits = int.from_bytes(encoded, "little")
    sign = "-" if bits & _SIGN else ""
    if bits & _NAN == _NAN:
        return "NaN"
    if bits & _NAN == _INFINITY:
        return sign + "Infinity"
    if bits >> 125 & 0b11 == 0b11:
        biased, significand = bits >> 111 & 0x3FFF, 0
    else:
        biased, significand = bits >> 113 & 0x3FFF, bits & (1 << 113) - 1
    if significand > _MAX_SIGNIFICAND:
        significand = 0
    return sign + _digits(str(significand), biased - _BIAS)


def _digits(digits: str, exponent: int) -> str:
    """The number `digits` × 10^`exponent`."""
    adjusted = exponent + len(digits) - 1
    if exponent > 0 or adjusted < -6:
        fraction = "." + digits[1:] if len(digits) > 1 else ""
        return f"{digits[0]}{fraction}E{adjusted:+d}"
    if exponent == 0:
        return digits
    padded = digits.rjust(1 - exponent, "0")
    return f"{padded[:exponent]}.{padded[exponent:]}"


def from_string(text: str) -> bytes:
    """The 16 bytes of a decimal string, exactly. Raises `ValueError` where digits would be lost."""
    special = _SPECIAL.fullmatch(text)
    if special is not None:
        sign = _SIGN if special[1] == "-" else 0
        return ((_INFINITY | sign) if special[2] else _NAN).to_bytes(16, "little")
    finite = _FINITE.fullmatch(text)
    if finite is None:
        raise ValueError(f"not a decimal: {text!r}")
    whole, fraction = finite[2] or "", finite[3] or finite[4] or ""
    digits = (whole + fraction).lstrip("0") or "0"
    biased = int(finite[5] or 0) - len(fraction) + _BIAS
    if digits == "0":
        biased = max(0, min(biased, _MAX_BIASED))
    # Zeros at the end carry the exponent either way without changing the number.
    while digits.endswith("0") and digits != "0" and (len(digits) > _MAX_DIGITS or biased < 0):
        digits, biased = digits[:-1], biased + 1
    if biased > _MAX_BIASED and len(digits) + biased - _MAX_BIASED <= _MAX_DIGITS:
        digits, biased = digits + "0" * (biased - _MAX_BIASED), _MAX_BIASED
    if len(digits) > _MAX_DIGITS or not 0 <= biased <= _MAX_BIASED:
        raise ValueError(f"decimal128 cannot hold {text} exactly")
    sign = _SIGN if finite[1] == "-" else 0
    return (sign | biased << 113 | int(digits)).to_bytes(16, "little")
