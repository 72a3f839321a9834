//! A document, owned: an ordered list of keys and values.

use std::fmt;
use std::iter::FusedIterator;

use crate::encode::Encoder;
use crate::{Result, Value, decode};

/// Keys and values in the order of the bytes. A key may stand in it more than once, as the format allows.
///
/// Looking up a key goes through the elements one by one, which for the documents people store beats a map.
///
/// ```
/// use wirecodec_bson::{Document, doc};
///
/// let order = doc! { "number": 7_i64, "customer": doc! { "name": "Ada" }, "tags": vec!["new", "paid"] };
/// let bytes = order.to_bytes()?;
/// assert_eq!(Document::from_bytes(&bytes)?, order);
/// # Ok::<(), wirecodec_bson::Error>(())
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct Document {
    elements: Vec<(String, Value)>,
}

impl Document {
    /// No elements.
    #[must_use]
    pub const fn new() -> Self {
        Self { elements: Vec::new() }
    }

    /// Reads exactly one document, checking all that [`RawDocument::new`](crate::RawDocument::new) checks.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        decode::document(bytes)
    }

    /// The document's bytes, in a buffer of their own.
    ///
    /// Errors: `nul-in-cstring` for a key or regex part with a NUL inside, `too-deep`, and `out-of-range` for
    /// lengths beyond 2³¹ − 1.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.write_to(&mut out)?;
        Ok(out)
    }

    /// Appends the document's bytes to `out`. On an error, `out` is as it was.
    pub fn write_to(&self, out: &mut Vec<u8>) -> Result<()> {
        let start = out.len();
        let result = Encoder::new(out).document(self, 1);
        if result.is_err() {
            out.truncate(start);
        }
        result
    }

    /// The value of the first element named `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.elements.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value of the first element named `key`, to be changed.
    #[must_use]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.elements.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Replaces the value of the first element named `key`, and gives the one before it; or appends.
    pub fn insert(&mut self, key: impl Into<String> + AsRef<str>, value: impl Into<Value>) -> Option<Value> {
        let value = value.into();
        if let Some(slot) = self.get_mut(key.as_ref()) {
            return Some(std::mem::replace(slot, value));
        }
        self.push(key, value);
        None
    }

    /// Appends an element, even if there is one of that name.
    pub fn push(&mut self, key: impl Into<String>, value: impl Into<Value>) {
        self.elements.push((key.into(), value.into()));
    }

    /// Takes out the first element named `key`, and gives its value; those behind it move up.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let index = self.elements.iter().position(|(name, _)| name == key)?;
        Some(self.elements.remove(index).1)
    }

    /// Keys and values, in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter { elements: self.elements.iter() }
    }

    /// How many elements there are, not counting those of nested documents.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no elements.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl From<Vec<(String, Value)>> for Document {
    fn from(elements: Vec<(String, Value)>) -> Self {
        Self { elements }
    }
}

impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Document {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(elements: I) -> Self {
        Self { elements: elements.into_iter().map(|(key, value)| (key.into(), value.into())).collect() }
    }
}

impl<K: Into<String>, V: Into<Value>> Extend<(K, V)> for Document {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, elements: I) {
        self.elements.extend(elements.into_iter().map(|(key, value)| (key.into(), value.into())));
    }
}

impl IntoIterator for Document {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<(String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.into_iter()
    }
}

impl<'a> IntoIterator for &'a Document {
    type Item = (&'a str, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// The elements of a [`Document`], in order.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    elements: std::slice::Iter<'a, (String, Value)>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a str, &'a Value);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.elements.next().map(|(key, value)| (key.as_str(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.elements.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}
impl FusedIterator for Iter<'_> {}

/// A [`Document`] from keys and whatever converts into a [`Value`]. A key given twice stands in it twice.
///
/// ```
/// use wirecodec_bson::{Value, doc};
///
/// let document = doc! { "n": 1, "inner": doc! { "pi": 3.14 }, "nothing": Value::Null };
/// assert_eq!(document.len(), 3);
/// ```
#[macro_export]
macro_rules! doc {
    ($($key:literal : $value:expr),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut document = $crate::Document::new();
        $(document.push($key, $value);)*
        document
    }};
}

#[cfg(test)]
mod tests {
    use crate::{Document, ErrorKind, Value};

    #[test]
    fn insert_replaces_the_first_and_push_appends() {
        let mut document = doc! { "a": 1, "b": 2, "a": 3 };
        assert_eq!(document.insert("a", "new"), Some(Value::Int32(1)));
        assert_eq!(document.insert("c", true), None);
        assert_eq!(document, doc! { "a": "new", "b": 2, "a": 3, "c": true });
        document.push("b", 5);
        assert_eq!(document.get("b"), Some(&Value::Int32(2)));
        assert_eq!(document.remove("b"), Some(Value::Int32(2)));
        assert_eq!(document, doc! { "a": "new", "a": 3, "c": true, "b": 5 });
        assert_eq!(document.remove("nobody"), None);
    }

    #[test]
    fn documents_are_made_of_pairs_and_come_apart_into_them() {
        let document: Document = [("a", 1), ("b", 2)].into_iter().collect();
        assert_eq!(document.iter().len(), 2);
        assert_eq!(format!("{document:?}"), r#"{"a": Int32(1), "b": Int32(2)}"#);
        let pairs: Vec<_> = document.into_iter().collect();
        assert_eq!(pairs, [("a".to_owned(), Value::Int32(1)), ("b".to_owned(), Value::Int32(2))]);
        assert!(doc! {}.is_empty());
    }

    #[test]
    fn a_failed_write_leaves_the_buffer_as_it_was() {
        let mut out = b"before".to_vec();
        let error = doc! { "fine": "x", "inner": doc! { "a\0b": 1 } }.write_to(&mut out).unwrap_err();
        let key_at = b"\x00\x00\x00\x00\x02fine\0\x02\0\0\0x\0\x03inner\0\x00\x00\x00\x00\x10".len();
        assert_eq!((error.kind, error.offset), (ErrorKind::NulInCstring, key_at));
        assert_eq!(out, b"before");
    }

    #[test]
    fn depth_is_bounded_in_both_directions() {
        let nested = |levels: usize| (1..levels).fold(doc! {}, |inner, _| doc! { "": inner });
        let bytes = nested(crate::MAX_DEPTH).to_bytes().unwrap();
        assert_eq!(Document::from_bytes(&bytes).unwrap(), nested(crate::MAX_DEPTH));
        let error = nested(crate::MAX_DEPTH + 1).to_bytes().unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::TooDeep, crate::MAX_DEPTH * (4 + 2)));
    }
}
