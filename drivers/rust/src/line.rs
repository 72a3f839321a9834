//! The words of a line: percent-encoding, and bytes as hex.
//!
//! A word that would hold a space, a `%` or a control character is percent-encoded, so that one
//! space always separates two words; an absent word is `-`. `"bad eoo"` travels as `bad%20eoo`, the
//! bytes `05 00` as `0500`, no bytes at all as `-`.

use std::fmt::Write;

/// The word that stands for nothing.
pub const ABSENT: &str = "-";

/// `text` as one word.
pub fn encode_word(text: &str) -> String {
    if text.is_empty() {
        return ABSENT.to_owned();
    }
    if text == ABSENT {
        return "%2D".to_owned();
    }
    let mut word = String::with_capacity(text.len());
    let mut utf8 = [0; 4];
    for character in text.chars() {
        if matches!(character, ' ' | '%') || character.is_control() {
            for byte in character.encode_utf8(&mut utf8).bytes() {
                write!(word, "%{byte:02X}").expect("a String takes all");
            }
        } else {
            word.push(character);
        }
    }
    word
}

/// The text that `word` stands for; `-` is the empty text.
pub fn decode_word(word: &str) -> Result<String, String> {
    if word == ABSENT {
        return Ok(String::new());
    }
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = tail;
            continue;
        }
        let digits = tail.get(..2).and_then(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?));
        bytes.push(digits.ok_or_else(|| format!("a % without two hex digits in {word:?}"))?);
        rest = &tail[2..];
    }
    String::from_utf8(bytes).map_err(|_| format!("{word:?} does not stand for UTF-8"))
}

/// `bytes` as lower-case hex, or `-` for none.
pub fn encode_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    if bytes.is_empty() {
        return ABSENT.to_owned();
    }
    let mut word = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        word.push(DIGITS[usize::from(byte >> 4)] as char);
        word.push(DIGITS[usize::from(byte & 15)] as char);
    }
    word
}

/// The bytes that a word of hex, or `-`, stands for.
pub fn decode_hex(word: &str) -> Result<Vec<u8>, String> {
    if word == ABSENT {
        return Ok(Vec::new());
    }
    let (pairs, odd) = word.as_bytes().as_chunks::<2>();
    if !odd.is_empty() {
        return Err(format!("hex of {} digits: it takes an even number", word.len()));
    }
    pairs
        .iter()
        .enumerate()
        .map(|(at, pair)| {
            let byte = digit(pair[0]).zip(digit(pair[1])).map(|(high, low)| high << 4 | low);
            byte.ok_or_else(|| format!("no hex digits at character {}", 2 * at))
        })
        .collect()
}

fn digit(character: u8) -> Option<u8> {
    char::from(character).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_line() {
        for text in ["plain", "two words", "100%", "a\nb\t\u{85}", "Żółw 世界", "", "-", "%2D"]
        {
            let word = encode_word(text);
            assert!(!word.is_empty() && !word.contains([' ', '\n', '\t', '\u{85}']), "{word}");
            assert_eq!(decode_word(&word).unwrap(), text);
        }
        assert_eq!(encode_word("bad eoo"), "bad%20eoo");
        assert_eq!(encode_word(""), "-");
    }

    #[test]
    fn broken_words_are_refused() {
        for word in ["%", "%2", "a%zz", "%ff"] {
            assert!(decode_word(word).is_err(), "{word}");
        }
    }

    #[test]
    fn hex_both_ways() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode_hex(&encode_hex(&bytes)).unwrap(), bytes);
        assert_eq!(decode_hex("0aFf").unwrap(), [10, 255]);
        assert_eq!(decode_hex("-").unwrap(), [0; 0]);
        assert_eq!(encode_hex(&[]), "-");
        for word in ["0", "0g", "+1", "0 "] {
            assert!(decode_hex(word).is_err(), "{word}");
        }
    }
}
