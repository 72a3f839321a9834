//! A validated array, read in place.

use std::fmt;
use std::iter::FusedIterator;

use super::document::{Elements, RawDocument};
use crate::RawValue;

/// A view of an array inside a [`RawDocument`].
///
/// On the wire an array is a document whose keys should be "0", "1", …. Readers take any keys and do not look at
/// them: the order of the elements is the order of the items.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RawArray<'a> {
    document: RawDocument<'a>,
}

impl<'a> RawArray<'a> {
    #[inline]
    pub(super) const fn from_document(document: RawDocument<'a>) -> Self {
        Self { document }
    }

    /// The whole array, from the first byte of its length to its 0x00, keys and all.
    #[must_use]
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.document.as_bytes()
    }

    /// The items, in order.
    #[must_use]
    #[inline]
    pub fn iter(self) -> Items<'a> {
        Items { elements: self.document.iter() }
    }

    /// Whether there are no items.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.document.is_empty()
    }
}

impl<'a> IntoIterator for RawArray<'a> {
    type Item = RawValue<'a>;
    type IntoIter = Items<'a>;

    #[inline]
    fn into_iter(self) -> Items<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &RawArray<'a> {
    type Item = RawValue<'a>;
    type IntoIter = Items<'a>;

    #[inline]
    fn into_iter(self) -> Items<'a> {
        self.iter()
    }
}

impl fmt::Debug for RawArray<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// The items of a [`RawArray`], in order.
#[derive(Clone)]
pub struct Items<'a> {
    elements: Elements<'a>,
}

impl<'a> Iterator for Items<'a> {
    type Item = RawValue<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.elements.next().map(|(_, value)| value)
    }
}

impl FusedIterator for Items<'_> {}

impl fmt::Debug for Items<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
