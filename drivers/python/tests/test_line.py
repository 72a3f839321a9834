import pytest

from wirebench_driver.line import WordError, decode_hex, decode_word, encode_hex, encode_word


@pytest.mark.parametrize(
    "text", ["plain", "two words", "100%", "a\nb\t\x85", "Żółw 世界 🦀", "", "-", "%2D"]
)
def test_words_survive_the_line(text: str) -> None:
    word = encode_word(text)
    assert word
    assert not set(word) & set(" \n\t\x85")
    assert decode_word(word) == text


def test_a_lone_surrogate_does_not_break_the_line() -> None:
    assert decode_word(encode_word("a\udc80b")) == "a\ufffdb"


@pytest.mark.parametrize("word", ["%", "%2", "a%zz", "%ff", "x%%20"])
def test_broken_words_are_refused(word: str) -> None:
    with pytest.raises(WordError):
        decode_word(word)


def test_hex_both_ways() -> None:
    data = bytes(range(256))
    assert decode_hex(encode_hex(data)) == data
    assert decode_hex("0aFf") == b"\x0a\xff"
    assert (encode_hex(b""), decode_hex("-")) == ("-", b"")
    for word in ["0", "0g"]:
        with pytest.raises(WordError):
            decode_hex(word)
