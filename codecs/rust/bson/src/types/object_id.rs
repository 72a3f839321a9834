//! Twelve bytes that identify a document.

use std::fmt;
use std::str::FromStr;

use super::ParseError;

/// Twelve bytes, shown and read as 24 hexadecimal digits.
///
/// ```
/// use wirecodec_bson::ObjectId;
///
/// let id: ObjectId = "5f3e2d1c0b9a8f7e6d5c4b3a".parse()?;
/// assert_eq!(id.0[..2], [0x5f, 0x3e]);
/// assert_eq!(id.to_string(), "5f3e2d1c0b9a8f7e6d5c4b3a");
/// # Ok::<(), wirecodec_bson::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub [u8; 12]);

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ObjectId({self})")
    }
}

impl FromStr for ObjectId {
    type Err = ParseError;

    /// Reads exactly 24 hexadecimal digits of either case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        const WRONG: ParseError = ParseError("an ObjectId is 24 hexadecimal digits");
        let digits: &[u8; 24] = text.as_bytes().try_into().map_err(|_| WRONG)?;
        let mut bytes = [0; 12];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = hex_digit(pair[0]).ok_or(WRONG)? << 4 | hex_digit(pair[1]).ok_or(WRONG)?;
        }
        Ok(Self(bytes))
    }
}

const fn hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::ObjectId;

    #[test]
    fn digits_of_either_case_are_read_and_lower_case_is_shown() {
        let id: ObjectId = "0123456789abcdefABCDEF00".parse().unwrap();
        assert_eq!(id.to_string(), "0123456789abcdefabcdef00");
        assert_eq!(format!("{id:?}"), "ObjectId(0123456789abcdefabcdef00)");
    }

    #[test]
    fn anything_but_24_digits_is_refused() {
        for text in [
            "",
            "0123456789abcdefabcdef0",
            "0123456789abcdefabcdef000",
            "0123456789abcdefabcdefg0",
            "+123456789abcdefabcdef00",
            "éééééééééééé",
        ] {
            assert!(text.parse::<ObjectId>().is_err(), "{text:?}");
        }
    }
}
