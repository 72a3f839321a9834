"""The words of a line: percent-encoding, and bytes as hex.

A word that would hold a space, a ``%`` or a control character is percent-encoded, so that one space
always separates two words; an absent word is ``-``.

>>> encode_word("bad eoo")
'bad%20eoo'
>>> decode_word("bad%20eoo")
'bad eoo'
>>> encode_hex(bytes([5, 0])), encode_hex(b"")
('0500', '-')
"""

import re
from typing import Final

ABSENT: Final = "-"
"""The word that stands for nothing."""

_UNSAFE: Final = re.compile("[\x00-\x20%\x7f-\x9f\ud800-\udfff]")
_ESCAPE: Final = re.compile(rb"%([0-9A-Fa-f]{2})?")


class WordError(ValueError):
    """A word that stands for nothing of the kind asked for."""


def encode_word(text: str) -> str:
    """`text` as one word. Lone surrogates, which no UTF-8 can carry, become U+FFFD."""
    if not text:
        return ABSENT
    if text == ABSENT:
        return "%2D"
    return _UNSAFE.sub(_escape, text)


def decode_word(word: str) -> str:
    """The text that `word` stands for; ``-`` is the empty text. WordError if it stands for none."""
    if word == ABSENT:
        return ""

    def unescape(match: re.Match[bytes]) -> bytes:
        if match[1] is None:
            raise WordError(f"a % without two hex digits in {word!r}")
        return bytes.fromhex(match[1].decode())

    try:
        return _ESCAPE.sub(unescape, word.encode()).decode()
    except UnicodeDecodeError:
        raise WordError(f"{word!r} does not stand for UTF-8") from None


def encode_hex(data: bytes) -> str:
    """`data` as lower-case hex, or ``-`` for none."""
    return data.hex() or ABSENT


def decode_hex(word: str) -> bytes:
    """The bytes that a word of hex, or ``-``, stands for. WordError if it is not hex."""
    try:
        return b"" if word == ABSENT else bytes.fromhex(word)
    except ValueError as error:
        raise WordError(f"no hex: {error}") from None


def _escape(match: re.Match[str]) -> str:
    utf8 = match[0].encode(errors="replace") if match[0] < "\ud800" else "\ufffd".encode()
    return "".join(f"%{byte:02X}" for byte in utf8)
