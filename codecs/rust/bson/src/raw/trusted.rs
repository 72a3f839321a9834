//! Reading bytes that were validated before.
//!
//! Invariant: a [`Trusted`] stands within the elements of a document that [`validate`](super::validate) accepted,
//! at the start of the item that its next call reads. Sizes are therefore right, and text is UTF-8. A mistake
//! here panics at a slice's bounds; only the UTF-8 of text is taken without looking, in [`text`].

use crate::text::find_nul;
use crate::{DateTime, Decimal128, ElementType, ObjectId, RawArray, RawDocument, RawValue, Timestamp};

#[derive(Clone, Copy)]
pub(super) struct Trusted<'a> {
    rest: &'a [u8],
}

impl<'a> Trusted<'a> {
    /// At the first element of a whole, validated document.
    #[inline]
    pub(super) fn within(document: &'a [u8]) -> Self {
        Self { rest: &document[4..document.len() - 1] }
    }

    #[inline]
    pub(super) fn is_at_end(self) -> bool {
        self.rest.is_empty()
    }

    /// The next element: its key, and its value.
    #[inline]
    pub(super) fn element(&mut self) -> Option<(&'a str, RawValue<'a>)> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        let key = self.cstring();
        Some((key, self.value(ElementType::from_byte(byte).expect("validated"))))
    }

    #[inline]
    fn value(&mut self, element_type: ElementType) -> RawValue<'a> {
        match element_type {
            ElementType::Double => RawValue::Double(f64::from_le_bytes(self.fixed())),
            ElementType::String => RawValue::String(self.string()),
            ElementType::Document => RawValue::Document(self.document()),
            ElementType::Array => RawValue::Array(RawArray::from_document(self.document())),
            ElementType::Binary => self.binary(),
            ElementType::Undefined => RawValue::Undefined,
            ElementType::ObjectId => RawValue::ObjectId(ObjectId(self.fixed())),
            ElementType::Boolean => RawValue::Boolean(self.fixed::<1>() != [0]),
            ElementType::DateTime => RawValue::DateTime(DateTime(i64::from_le_bytes(self.fixed()))),
            ElementType::Null => RawValue::Null,
            ElementType::Regex => RawValue::Regex { pattern: self.cstring(), options: self.cstring() },
            ElementType::DbPointer => {
                RawValue::DbPointer { namespace: self.string(), id: ObjectId(self.fixed()) }
            }
            ElementType::JavaScript => RawValue::JavaScript(self.string()),
            ElementType::Symbol => RawValue::Symbol(self.string()),
            ElementType::JavaScriptWithScope => {
                self.take(4);
                RawValue::JavaScriptWithScope { code: self.string(), scope: self.document() }
            }
            ElementType::Int32 => RawValue::Int32(i32::from_le_bytes(self.fixed())),
            ElementType::Timestamp => RawValue::Timestamp(Timestamp::from_le_bytes(self.fixed())),
            ElementType::Int64 => RawValue::Int64(i64::from_le_bytes(self.fixed())),
            ElementType::Decimal128 => RawValue::Decimal128(Decimal128(self.fixed())),
            ElementType::MinKey => RawValue::MinKey,
            ElementType::MaxKey => RawValue::MaxKey,
        }
    }

    #[inline]
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    #[inline]
    fn fixed<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.rest.split_first_chunk().expect("validated");
        self.rest = rest;
        *taken
    }

    #[inline]
    fn length(&mut self) -> usize {
        u32::from_le_bytes(self.fixed()) as usize
    }

    #[inline]
    fn cstring(&mut self) -> &'a str {
        let length = find_nul(self.rest).expect("validated");
        text(&self.take(length + 1)[..length])
    }

    #[inline]
    fn string(&mut self) -> &'a str {
        let length = self.length();
        text(&self.take(length)[..length - 1])
    }

    #[inline]
    fn binary(&mut self) -> RawValue<'a> {
        let length = self.length();
        let [subtype] = self.fixed();
        let bytes = self.take(length);
        RawValue::Binary { subtype, bytes: if subtype == 2 { &bytes[4..] } else { bytes } }
    }

    #[inline]
    fn document(&mut self) -> RawDocument<'a> {
        let length = u32::from_le_bytes(*self.rest.first_chunk().expect("validated"));
        RawDocument::trusted(self.take(length as usize))
    }
}

/// Text that validation has seen.
#[inline]
#[allow(unsafe_code, reason = "checking UTF-8 a second time would take most of the time of reading a view")]
fn text(bytes: &[u8]) -> &str {
    debug_assert!(std::str::from_utf8(bytes).is_ok());
    // SAFETY: by the invariant of this module, these are the bytes of a cstring or string that `Cursor` has
    // found to be UTF-8, cut at the same places by the same lengths and NULs.
    unsafe { std::str::from_utf8_unchecked(bytes) }
}
