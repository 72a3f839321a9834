//! A reader over the bytes of one document: it says *that* something is wrong, never what.
//!
//! That keeps the pass over good input free of bookkeeping. When a step fails, the caller hands the whole input to
//! the core crate, which finds the same fault again and knows its kind, its offset and its message; so errors are
//! the same in every language by construction. Tests hold this reader against the core's, on broken input.
//!
//! A reader stands at `at`, may read up to `end`, where the 0x00 of its document stands, and knows the `limit` of
//! the whole input, so that eight bytes can be loaded at once where they exist.
//!
//! Invariant: at ≤ end < limit, all in one allocation, and `*end` is 0x00.

use std::marker::PhantomData;

use super::errors::Failed;

const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
/// An odd number without pattern (the golden ratio's fraction), whose products mix low bits into the high ones.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
const LEAST_DOCUMENT: usize = 5;

#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    at: *const u8,
    end: *const u8,
    limit: *const u8,
    bytes: PhantomData<&'a [u8]>,
}

/// A cstring, and what its scan found out in passing.
pub(crate) struct Key<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) hash: u64,
    pub(crate) ascii: bool,
}

impl<'a> Input<'a> {
    /// At the first element of the document that `bytes` must be, all of them.
    #[inline]
    pub(crate) fn outermost(bytes: &'a [u8]) -> Result<Self, Failed> {
        let length =
            usize::try_from(i32::from_le_bytes(*bytes.first_chunk().ok_or(Failed)?)).map_err(|_| Failed)?;
        if length < LEAST_DOCUMENT || length > bytes.len() || bytes[length - 1] != 0 {
            return Err(Failed);
        }
        let range = bytes.as_ptr_range();
        // SAFETY: 4 and length - 1 are within the bytes, as just checked.
        let (at, end) = unsafe { (range.start.add(4), range.start.add(length - 1)) };
        Ok(Self { at, end, limit: range.end, bytes: PhantomData })
    }

    /// How many bytes of `whole` this reader has passed.
    #[inline]
    pub(crate) fn offset_in(&self, whole: &'a [u8]) -> usize {
        self.at as usize - whole.as_ptr() as usize
    }

    #[inline]
    fn left(&self) -> usize {
        self.end as usize - self.at as usize
    }

    /// The next element's type byte; `None` at the document's end.
    #[inline]
    pub(crate) fn element_type(&mut self) -> Option<u8> {
        if self.at == self.end {
            return None;
        }
        // SAFETY: at < end.
        let byte = unsafe { *self.at };
        // SAFETY: at < end.
        self.at = unsafe { self.at.add(1) };
        Some(byte)
    }

    /// `N` bytes.
    #[inline]
    pub(crate) fn fixed<const N: usize>(&mut self) -> Result<[u8; N], Failed> {
        if self.left() < N {
            return Err(Failed);
        }
        // SAFETY: N bytes are left before the end.
        unsafe {
            let bytes = self.at.cast::<[u8; N]>().read_unaligned();
            self.at = self.at.add(N);
            Ok(bytes)
        }
    }

    /// `length` bytes.
    #[inline]
    fn take(&mut self, length: usize) -> Result<&'a [u8], Failed> {
        if self.left() < length {
            return Err(Failed);
        }
        // SAFETY: `length` bytes are left before the end.
        unsafe {
            let bytes = std::slice::from_raw_parts(self.at, length);
            self.at = self.at.add(length);
            Ok(bytes)
        }
    }

    /// A length field; a negative one is no length.
    #[inline]
    fn length(&mut self) -> Result<usize, Failed> {
        usize::try_from(i32::from_le_bytes(self.fixed()?)).map_err(|_| Failed)
    }

    /// The bytes of a string, which are not yet checked to be UTF-8, without the NUL.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<&'a [u8], Failed> {
        let length = self.length()?;
        match self.take(length)?.split_last() {
            Some((0, text)) => Ok(text),
            _ => Err(Failed),
        }
    }

    /// Subtype and bytes; of subtype 2 without its second length.
    #[inline]
    pub(crate) fn binary(&mut self) -> Result<(u8, &'a [u8]), Failed> {
        let length = self.length()?;
        let [subtype] = self.fixed()?;
        let bytes = self.take(length)?;
        if subtype != 2 {
            return Ok((subtype, bytes));
        }
        let (field, inner) = bytes.split_first_chunk::<4>().ok_or(Failed)?;
        if usize::try_from(i32::from_le_bytes(*field)) == Ok(inner.len()) {
            Ok((2, inner))
        } else {
            Err(Failed)
        }
    }

    /// A reader for the document that begins here; this one moves past it.
    #[inline]
    pub(crate) fn document(&mut self) -> Result<Self, Failed> {
        let mut inner = *self;
        let length = inner.length()?;
        if length < LEAST_DOCUMENT || self.left() < length {
            return Err(Failed);
        }
        // SAFETY: `length` bytes, at least five, are left before the end.
        unsafe {
            self.at = self.at.add(length);
            inner.end = self.at.sub(1);
            if *inner.end == 0 { Ok(inner) } else { Err(Failed) }
        }
    }

    /// The code, and a reader for its scope; this one moves past both.
    pub(crate) fn code_with_scope(&mut self) -> Result<(&'a [u8], Self), Failed> {
        let start = self.at as usize;
        let total = self.length()?;
        let code = self.string()?;
        let scope = self.document()?;
        if self.at as usize - start == total { Ok((code, scope)) } else { Err(Failed) }
    }

    /// A key or regex part, up to its NUL, which must come before the document's own.
    ///
    /// Eight bytes at a time: in `word - LOW_BITS` the high bit of a byte becomes set that was zero, and `& !word`
    /// takes away those in which it was set before. Only the lowest mark is certain, and it is all that is needed.
    #[inline]
    pub(crate) fn cstring(&mut self) -> Result<Key<'a>, Failed> {
        let start = self.at;
        let mut at = start;
        let mut hash = 0_u64;
        let mut seen = 0_u64;
        loop {
            let word = self.word(at);
            let zeros = word.wrapping_sub(LOW_BITS) & !word & HIGH_BITS;
            if zeros == 0 {
                seen |= word;
                hash = (hash.rotate_left(29) ^ word).wrapping_mul(MIX);
                // SAFETY: none of the eight bytes was the zero at `end`, so `end` lies behind them.
                at = unsafe { at.add(8) };
                continue;
            }
            let length = zeros.trailing_zeros() / 8;
            let word = word & ((1 << (8 * length)) - 1);
            let length = at as usize - start as usize + length as usize;
            if length >= self.left() {
                return Err(Failed);
            }
            let hash = (hash.rotate_left(29) ^ word ^ length as u64).wrapping_mul(MIX);
            // SAFETY: `length` bytes and a NUL are left before the end.
            let bytes = unsafe {
                self.at = start.add(length + 1);
                std::slice::from_raw_parts(start, length)
            };
            return Ok(Key { bytes, hash, ascii: (seen | word) & HIGH_BITS == 0 });
        }
    }

    /// The eight bytes from `at` on, the first one lowest; zeros stand for those behind the limit.
    #[inline]
    fn word(&self, at: *const u8) -> u64 {
        let left = self.limit as usize - at as usize;
        if left >= 8 {
            // SAFETY: eight bytes are left before the limit.
            return u64::from_le_bytes(unsafe { at.cast::<[u8; 8]>().read_unaligned() });
        }
        // SAFETY: `left` bytes are left before the limit.
        let rest = unsafe { std::slice::from_raw_parts(at, left) };
        rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }
}
