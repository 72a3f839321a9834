//! A validated document, read in place.

use std::fmt;
use std::iter::FusedIterator;

use super::trusted::Trusted;
use super::validate::validate;
use crate::{RawValue, Result};

/// A view of one document that is known to obey every rule of the format.
///
/// Making one is the only step that can fail. It checks everything: lengths, terminators, types, booleans, the
/// UTF-8 of keys and values, depth, and that nothing stands behind the document. Reading it afterwards neither
/// fails nor allocates, and gives keys and values that borrow from the input.
///
/// ```
/// use wirecodec_bson::{RawDocument, RawValue};
///
/// let document = RawDocument::new(b"\x0c\0\0\0\x10n\0\x2a\0\0\0\0")?;
/// assert_eq!(document.get("n"), Some(RawValue::Int32(42)));
/// for (key, value) in document {
///     println!("{key}: {value:?}");
/// }
/// # Ok::<(), wirecodec_bson::Error>(())
/// ```
///
/// Equality is that of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RawDocument<'a> {
    bytes: &'a [u8],
}

impl<'a> RawDocument<'a> {
    /// Validates `bytes`, which must be exactly one document.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        validate(bytes)?;
        Ok(Self { bytes })
    }

    /// For bytes that are a whole document inside a validated one.
    #[inline]
    pub(super) const fn trusted(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// The whole document, from the first byte of its length to its 0x00.
    #[must_use]
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Keys and values, in the order of the bytes, duplicates included.
    #[must_use]
    #[inline]
    pub fn iter(self) -> Elements<'a> {
        Elements { rest: Trusted::within(self.bytes) }
    }

    /// The value of the first element named `key`. Looks at one element after the other, but not into nested
    /// documents.
    #[must_use]
    pub fn get(self, key: &str) -> Option<RawValue<'a>> {
        self.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Whether there are no elements.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        Trusted::within(self.bytes).is_at_end()
    }
}

impl<'a> IntoIterator for RawDocument<'a> {
    type Item = (&'a str, RawValue<'a>);
    type IntoIter = Elements<'a>;

    #[inline]
    fn into_iter(self) -> Elements<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &RawDocument<'a> {
    type Item = (&'a str, RawValue<'a>);
    type IntoIter = Elements<'a>;

    #[inline]
    fn into_iter(self) -> Elements<'a> {
        self.iter()
    }
}

impl<'a> TryFrom<&'a [u8]> for RawDocument<'a> {
    type Error = crate::Error;

    fn try_from(bytes: &'a [u8]) -> Result<Self> {
        Self::new(bytes)
    }
}

impl fmt::Debug for RawDocument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

/// The elements of a [`RawDocument`], in order.
#[derive(Clone)]
pub struct Elements<'a> {
    rest: Trusted<'a>,
}

impl<'a> Iterator for Elements<'a> {
    type Item = (&'a str, RawValue<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.rest.element()
    }
}

impl FusedIterator for Elements<'_> {}

impl fmt::Debug for Elements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}
