//! Text on the wire: where a cstring ends, and whether bytes are UTF-8.

use crate::error::Detail;
use crate::{Error, ErrorKind, Result};

const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The index of the first NUL.
///
/// Eight bytes at a time: in `word - LOW_BITS` the high bit of a byte becomes set that was zero, and `& !word`
/// takes away those in which it was set before. A borrow can mark a byte wrongly, but only one above a zero
/// byte, and the lowest mark is all that is asked for.
#[inline]
pub(crate) fn find_nul(bytes: &[u8]) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let zeros = word.wrapping_sub(LOW_BITS) & !word & HIGH_BITS;
        if zeros != 0 {
            return Some(index * 8 + zeros.trailing_zeros() as usize / 8);
        }
    }
    let tail = rest.iter().position(|&byte| byte == 0)?;
    Some(bytes.len() - rest.len() + tail)
}

/// `bytes` as text, if they are UTF-8; `offset` is where they begin.
#[inline]
#[allow(unsafe_code, reason = "most keys and many texts are short ASCII, for which std's check is slow")]
pub(crate) fn checked(bytes: &[u8], offset: usize) -> Result<&str> {
    if bytes.is_ascii() {
        // SAFETY: ASCII is UTF-8.
        return Ok(unsafe { std::str::from_utf8_unchecked(bytes) });
    }
    std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, offset, error.valid_up_to()))
}

#[cold]
fn not_utf8(bytes: &[u8], offset: usize, valid: usize) -> Error {
    Error::with(ErrorKind::BadUtf8, offset + valid, Detail::Byte(bytes[valid]))
}

#[cfg(test)]
mod tests {
    use super::{checked, find_nul};
    use crate::ErrorKind;

    #[test]
    fn the_first_nul_is_found_wherever_it_stands() {
        for length in 0..40 {
            for filling in [0x01, 0x7f, 0x80, 0x81, 0xff] {
                let mut bytes = vec![filling; length];
                assert_eq!(find_nul(&bytes), None);
                for first in (0..length).rev() {
                    bytes[first] = 0;
                    assert_eq!(find_nul(&bytes), Some(first), "{length} bytes of {filling:#x}");
                }
            }
        }
    }

    #[test]
    fn ascii_and_other_text_are_told_from_what_is_neither() {
        for length in 0..40 {
            let ascii = vec![b'a'; length];
            assert_eq!(checked(&ascii, 7).unwrap().as_bytes(), ascii);
            for at in 0..length {
                let mut broken = ascii.clone();
                broken[at] = 0xff;
                let error = checked(&broken, 7).unwrap_err();
                assert_eq!((error.kind, error.offset), (ErrorKind::BadUtf8, 7 + at));
            }
            for at in 1..length {
                let mut text = ascii.clone();
                text[at - 1..=at].copy_from_slice("é".as_bytes());
                assert_eq!(checked(&text, 7).unwrap().as_bytes(), text);
            }
        }
    }
}
