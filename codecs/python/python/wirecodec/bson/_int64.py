"""An int that is 64 bits wide on the wire, whatever its value."""

from __future__ import annotations

from typing import SupportsInt

from wirecodec.bson._error import BsonError


class Int64(int):
    """An int that is written as int64 also where it would fit an int32.

    Only such small ones are read as `Int64`; a larger int shows its width by its value.
    """

    __slots__ = ()

    def __new__(cls, value: SupportsInt = 0) -> Int64:
        number = super().__new__(cls, value)
        if not -(2**63) <= number < 2**63:
            raise BsonError("out-of-range: an Int64 is -2**63 to 2**63 - 1", "out-of-range")
        return number

    def __repr__(self) -> str:
        return f"Int64({int(self)})"

    # format() and str() show the number alone, as other ints do.
    __str__ = int.__repr__


Int64.__module__ = "wirecodec.bson"
