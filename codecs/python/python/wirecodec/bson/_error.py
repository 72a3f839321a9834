"""The one exception of `wirecodec.bson`."""

from __future__ import annotations


class BsonError(ValueError):
    """Bytes that are not BSON, or a value that BSON cannot hold.

    `kind` is one word that is the same in every language, such as `truncated` or `out-of-range`.
    `offset` is the byte that is wrong, counted from the buffer's first; None when writing.
    `path` leads to the value that cannot be written, as in `items.3.price`; None when reading.
    """

    kind: str
    offset: int | None
    path: str | None

    def __init__(
        self,
        message: str,
        kind: str,
        offset: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.offset = offset
        self.path = path

    def __reduce__(
        self,
    ) -> tuple[type[BsonError], tuple[str, str, int | None, str | None]]:
        return type(self), (str(self), self.kind, self.offset, self.path)


BsonError.__module__ = "wirecodec.bson"
