//! The rules of the wire, each in one place: a checked reader over the elements of one document.
//!
//! The view's validation and the owned decoder both walk the input with a [`Cursor`], so they refuse the same
//! input for the same reason at the same byte. Kinds, offsets and the order of checks are those of
//! `formats/bson/vectors/README.md`.
//!
//! A cursor stands at `at` and may read up to `end`, which is where the 0x00 of its document stands. Reading a
//! nested document moves it past that document, and gives a second cursor for what is inside:
//!
//! ```text
//! 13 00 00 00 03 61 00 0b 00 00 00 10 62 00 01 00 00 00 00 00     {"a": {"b": 1}}
//!                      └ outer.at = 7                      └ outer.end
//!                                  └ inner.at           └ inner.end
//! ```
//!
//! Invariant: at ≤ end < `bytes.len()`, so that a difference of the two never wraps. Lengths from the wire are
//! compared with what is left before anything is done with them, which also keeps sums far from overflow.

use crate::error::Detail;
use crate::text::{self, find_nul};
use crate::{ElementType, Error, ErrorKind, MAX_DEPTH, Result, Timestamp};

/// Length field and 0x00.
pub(crate) const LEAST_DOCUMENT: usize = 5;
/// Length field, an empty string, an empty document.
const LEAST_CODE_WITH_SCOPE: usize = 4 + 5 + LEAST_DOCUMENT;

pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    level: usize,
}

/// The length of the document that `bytes` begins with, if all of it is there.
#[inline]
pub(crate) fn outermost_length(bytes: &[u8]) -> Result<usize> {
    let Some(field) = bytes.first_chunk::<4>() else {
        return Err(Error::with(ErrorKind::Truncated, 0, Detail::Needs(LEAST_DOCUMENT, bytes.len())));
    };
    let field = i32::from_le_bytes(*field);
    match usize::try_from(field) {
        Ok(length) if length > bytes.len() && length >= LEAST_DOCUMENT => {
            Err(Error::with(ErrorKind::Truncated, 0, Detail::Needs(length, bytes.len())))
        }
        Ok(length) if length >= LEAST_DOCUMENT => Ok(length),
        _ => Err(Error::with(
            ErrorKind::BadLength,
            0,
            Detail::Length(field, LEAST_DOCUMENT, i32::MAX as usize),
        )),
    }
}

impl<'a> Cursor<'a> {
    /// At the first element of the document that `bytes` begins with.
    #[inline]
    pub(crate) fn outermost(bytes: &'a [u8]) -> Result<Self> {
        let length = outermost_length(bytes)?;
        Self::within(bytes, 0, length, 1)
    }

    /// Says that nothing stands behind the outermost document, once its elements are read.
    #[inline]
    pub(crate) fn finish(&self) -> Result<()> {
        match self.bytes.len() - (self.end + 1) {
            0 => Ok(()),
            extra => Err(Error::with(ErrorKind::TrailingBytes, self.end + 1, Detail::Count(extra))),
        }
    }

    /// The next element's type and key; the caller reads the value, by the method for that type.
    #[inline]
    pub(crate) fn next_element(&mut self) -> Result<Option<(ElementType, &'a str)>> {
        if self.at == self.end {
            return Ok(None);
        }
        let byte = self.bytes[self.at];
        let Some(element_type) = ElementType::from_byte(byte) else {
            return Err(self.not_an_element(byte));
        };
        self.at += 1;
        let key = self.cstring()?;
        Ok(Some((element_type, key)))
    }

    #[cold]
    fn not_an_element(&self, byte: u8) -> Error {
        if byte == 0 {
            let extra = self.end - self.at;
            return Error::with(ErrorKind::TrailingBytes, self.at + 1, Detail::Count(extra));
        }
        Error::with(ErrorKind::BadType, self.at, Detail::Byte(byte))
    }

    #[inline]
    pub(crate) fn double(&mut self) -> Result<f64> {
        self.fixed().map(f64::from_le_bytes)
    }

    #[inline]
    pub(crate) fn int32(&mut self) -> Result<i32> {
        self.fixed().map(i32::from_le_bytes)
    }

    #[inline]
    pub(crate) fn int64(&mut self) -> Result<i64> {
        self.fixed().map(i64::from_le_bytes)
    }

    #[inline]
    pub(crate) fn timestamp(&mut self) -> Result<Timestamp> {
        self.fixed().map(Timestamp::from_le_bytes)
    }

    /// `N` bytes, for the types that are nothing else.
    #[inline]
    pub(crate) fn fixed<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.bytes[self.at..self.end].first_chunk::<N>() {
            Some(&bytes) => {
                self.at += N;
                Ok(bytes)
            }
            None => Err(self.truncated(N)),
        }
    }

    #[cold]
    fn truncated(&self, needed: usize) -> Error {
        Error::with(ErrorKind::Truncated, self.at, Detail::Needs(needed, self.end - self.at))
    }

    #[inline]
    pub(crate) fn boolean(&mut self) -> Result<bool> {
        let at = self.at;
        match self.fixed()? {
            [0] => Ok(false),
            [1] => Ok(true),
            [byte] => Err(Error::with(ErrorKind::BadBool, at, Detail::Byte(byte))),
        }
    }

    /// A key or regex part: up to its NUL, which must come before the document's own.
    #[inline]
    pub(crate) fn cstring(&mut self) -> Result<&'a str> {
        let start = self.at;
        let rest = &self.bytes[start..self.end];
        let Some(nul) = find_nul(rest) else {
            return Err(Error::with(ErrorKind::MissingTerminator, start, Detail::DocumentEnd(self.end)));
        };
        self.at = start + nul + 1;
        text::checked(&rest[..nul], start)
    }

    /// A length, the text, and a NUL that the length counts. The text may hold NULs of its own.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<&'a str> {
        let length = self.length(1, 0)?;
        let start = self.at;
        let nul = start + length - 1;
        self.expect_nul(nul)?;
        self.at = nul + 1;
        text::checked(&self.bytes[start..nul], start)
    }

    /// Subtype and bytes. Subtype 2 has a second length before the bytes, which is checked and left out.
    #[inline]
    pub(crate) fn binary(&mut self) -> Result<(u8, &'a [u8])> {
        let length_at = self.at;
        let length = self.length(0, 1)?;
        let [subtype] = self.fixed()?;
        let start = self.at;
        self.at = start + length;
        let bytes = &self.bytes[start..self.at];
        if subtype == 2 { Ok((2, Self::old_binary(bytes, length_at)?)) } else { Ok((subtype, bytes)) }
    }

    /// The bytes behind subtype 2's inner length, which must take up all that the outer one, at `length_at`, counts.
    fn old_binary(outer: &'a [u8], length_at: usize) -> Result<&'a [u8]> {
        let Some((field, inner)) = outer.split_first_chunk::<4>() else {
            return Err(Error::with(ErrorKind::BadLength, length_at, Detail::Needs(4, outer.len())));
        };
        let field = i32::from_le_bytes(*field);
        match usize::try_from(field) {
            Ok(length) if length == inner.len() => Ok(inner),
            // The inner bytes are fine as far as they go, so it is the outer length that counts too many.
            Ok(length) if length < inner.len() => {
                let found = Detail::LengthOfContents(outer.len(), 4 + length);
                Err(Error::with(ErrorKind::BadLength, length_at, found))
            }
            _ => {
                let inner_at = length_at + 5;
                Err(Error::with(ErrorKind::BadLength, inner_at, Detail::Length(field, 0, inner.len())))
            }
        }
    }

    /// A cursor for the document that begins here; this one moves past it.
    #[inline]
    pub(crate) fn document(&mut self) -> Result<Self> {
        let start = self.at;
        let length = self.document_length()?;
        self.at = start + length;
        Self::within(self.bytes, start, length, self.level + 1)
    }

    /// The code, and a cursor for its scope, which counts as a level of its own.
    pub(crate) fn javascript_with_scope(&mut self) -> Result<(&'a str, Self)> {
        let start = self.at;
        let total = self.whole_length(LEAST_CODE_WITH_SCOPE)?;
        let end = start + total;
        let mut parts = Self { bytes: self.bytes, at: start + 4, end, level: self.level };
        let code = parts.string()?;
        let scope_start = parts.at;
        let scope_length = parts.document_length()?;
        let actual = scope_start + scope_length - start;
        if actual != total {
            let found = Detail::LengthOfContents(total, actual);
            return Err(Error::with(ErrorKind::BadLength, start, found));
        }
        self.at = end;
        Ok((code, Self::within(self.bytes, scope_start, scope_length, self.level + 1)?))
    }

    /// A cursor for the elements of a document of a known length, whose 0x00 is checked before anything else.
    #[inline]
    fn within(bytes: &'a [u8], start: usize, length: usize, level: usize) -> Result<Self> {
        let cursor = Self { bytes, at: start + 4, end: start + length - 1, level };
        cursor.expect_nul(cursor.end)?;
        Ok(cursor)
    }

    #[inline]
    fn expect_nul(&self, at: usize) -> Result<()> {
        match self.bytes[at] {
            0 => Ok(()),
            byte => Err(Error::with(ErrorKind::MissingTerminator, at, Detail::Byte(byte))),
        }
    }

    /// The length field of a document at the next level, which is left where it is.
    #[inline]
    fn document_length(&self) -> Result<usize> {
        if self.level == MAX_DEPTH {
            return Err(Error::new(ErrorKind::TooDeep, self.at));
        }
        self.whole_length(LEAST_DOCUMENT)
    }

    /// A length field that counts itself, and that is left where it is.
    #[inline]
    fn whole_length(&self, least: usize) -> Result<usize> {
        let left = self.end - self.at;
        let Some(field) = self.bytes[self.at..self.end].first_chunk::<4>() else {
            return Err(self.truncated(4));
        };
        let field = i32::from_le_bytes(*field);
        match usize::try_from(field) {
            Ok(length) if length >= least && length <= left => Ok(length),
            _ => Err(Error::with(ErrorKind::BadLength, self.at, Detail::Length(field, least, left))),
        }
    }

    /// A length field, and `after` bytes behind it what it counts. Moves past the field.
    #[inline]
    fn length(&mut self, least: usize, after: usize) -> Result<usize> {
        let at = self.at;
        let field = self.int32()?;
        let most = (self.end - self.at).saturating_sub(after);
        match usize::try_from(field) {
            Ok(length) if length >= least && length <= most => Ok(length),
            _ => Err(Error::with(ErrorKind::BadLength, at, Detail::Length(field, least, most))),
        }
    }
}
