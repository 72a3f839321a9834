//! Values to bytes: one running buffer, in which a length is left blank and filled in once it is known.
//!
//! The [`Encoder`] appends; it does not undo. Whoever calls it, the [`Writer`](crate::Writer) or
//! [`Document::write_to`](crate::Document::write_to), cuts the buffer back after an error.

use crate::error::Detail;
use crate::text::find_nul;
use crate::{
    DateTime, Decimal128, Document, ElementType, Error, ErrorKind, MAX_DEPTH, ObjectId, RawArray,
    RawDocument, RawValue, Result, Value,
};

/// What stands before a value: its name in a document, or its place in an array.
#[derive(Clone, Copy)]
pub(crate) enum Key<'k> {
    Name(&'k str),
    Index(usize),
}

/// Appends to `out` a document that begins at byte `base` of it.
pub(crate) struct Encoder<'a> {
    out: &'a mut Vec<u8>,
    base: usize,
}

impl<'a> Encoder<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        Self { base: out.len(), out }
    }

    /// How many bytes of the outermost document are written.
    #[inline]
    pub(crate) fn written(&self) -> usize {
        self.out.len() - self.base
    }

    /// Takes back all but the first `written` bytes.
    pub(crate) fn cut_back_to(&mut self, written: usize) {
        self.out.truncate(self.base + written);
    }

    /// Leaves a length blank, and gives its place: what [`end`](Self::end) wants.
    #[inline]
    pub(crate) fn begin(&mut self) -> usize {
        let start = self.written();
        self.out.extend_from_slice(&[0; 4]);
        start
    }

    /// Ends the document that began at `start`.
    #[inline]
    pub(crate) fn end(&mut self, start: usize) -> Result<()> {
        self.out.push(0);
        self.fill_in(start)
    }

    /// Fills in the length left blank at `start`, which counts itself and all that follows.
    #[inline]
    pub(crate) fn fill_in(&mut self, start: usize) -> Result<()> {
        let field = length_field(self.written() - start, start)?;
        let at = self.base + start;
        self.out[at..at + 4].copy_from_slice(&field);
        Ok(())
    }

    /// The type byte and key of an element.
    #[inline]
    pub(crate) fn header(&mut self, element_type: ElementType, key: Key<'_>) -> Result<()> {
        self.out.push(element_type.byte());
        match key {
            Key::Name(name) => self.cstring(name),
            Key::Index(index) => {
                self.index(index);
                Ok(())
            }
        }
    }

    /// The key of an array's item: its index in decimal.
    #[inline]
    fn index(&mut self, index: usize) {
        let mut digits = [0; 21];
        let mut first = digits.len() - 1;
        let mut rest = index;
        loop {
            first -= 1;
            #[allow(clippy::cast_possible_truncation, reason = "below 10")]
            let digit = (rest % 10) as u8;
            digits[first] = b'0' + digit;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.out.extend_from_slice(&digits[first..]);
    }

    #[inline]
    pub(crate) fn cstring(&mut self, text: &str) -> Result<()> {
        if let Some(nul) = find_nul(text.as_bytes()) {
            return Err(Error::with(ErrorKind::NulInCstring, self.written(), Detail::Count(nul)));
        }
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(0);
        Ok(())
    }

    /// Length, text, NUL.
    #[inline]
    pub(crate) fn string(&mut self, text: &str) -> Result<()> {
        let length = length_field(text.len() + 1, self.written())?;
        self.out.extend_from_slice(&length);
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(0);
        Ok(())
    }

    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Length, subtype, bytes; for subtype 2 the length once more before the bytes.
    pub(crate) fn binary(&mut self, subtype: u8, bytes: &[u8]) -> Result<()> {
        let old = subtype == 2;
        let inner = length_field(bytes.len(), self.written())?;
        let outer = if old { length_field(bytes.len() + 4, self.written())? } else { inner };
        self.bytes(&outer);
        self.out.push(subtype);
        if old {
            self.bytes(&inner);
        }
        self.bytes(bytes);
        Ok(())
    }

    /// Refuses a document at `level` if that is one too many.
    #[inline]
    pub(crate) fn check_depth(&self, level: usize) -> Result<()> {
        if level > MAX_DEPTH { Err(Error::new(ErrorKind::TooDeep, self.written())) } else { Ok(()) }
    }

    /// A whole document at `level`. Recursion is bounded, as level 201 is refused.
    pub(crate) fn document(&mut self, document: &Document, level: usize) -> Result<()> {
        self.check_depth(level)?;
        let start = self.begin();
        for (key, value) in document {
            self.value(Key::Name(key), value, level)?;
        }
        self.end(start)
    }

    fn array(&mut self, items: &[Value], level: usize) -> Result<()> {
        self.check_depth(level)?;
        let start = self.begin();
        for (index, value) in items.iter().enumerate() {
            self.value(Key::Index(index), value, level)?;
        }
        self.end(start)
    }

    /// An element of a document at `level`.
    pub(crate) fn value(&mut self, key: Key<'_>, value: &Value, level: usize) -> Result<()> {
        self.header(value.element_type(), key)?;
        match value {
            Value::Double(value) => self.bytes(&value.to_le_bytes()),
            Value::String(text) | Value::JavaScript(text) | Value::Symbol(text) => self.string(text)?,
            Value::Document(document) => self.document(document, level + 1)?,
            Value::Array(items) => self.array(items, level + 1)?,
            Value::Binary { subtype, bytes } => self.binary(*subtype, bytes)?,
            Value::Undefined | Value::Null | Value::MinKey | Value::MaxKey => {}
            Value::ObjectId(ObjectId(bytes)) => self.bytes(bytes),
            Value::Boolean(value) => self.bytes(&[u8::from(*value)]),
            Value::DateTime(DateTime(value)) | Value::Int64(value) => self.bytes(&value.to_le_bytes()),
            Value::Regex(regex) => {
                self.cstring(&regex.pattern)?;
                self.cstring(&regex.options)?;
            }
            Value::DbPointer(pointer) => {
                self.string(&pointer.namespace)?;
                self.bytes(&pointer.id.0);
            }
            Value::JavaScriptWithScope(both) => {
                let start = self.begin();
                self.string(&both.code)?;
                self.document(&both.scope, level + 1)?;
                self.fill_in(start)?;
            }
            Value::Int32(value) => self.bytes(&value.to_le_bytes()),
            Value::Timestamp(value) => self.bytes(&value.to_le_bytes()),
            Value::Decimal128(Decimal128(bytes)) => self.bytes(bytes),
        }
        Ok(())
    }

    fn raw_document(&mut self, document: RawDocument<'_>, level: usize) -> Result<()> {
        self.check_depth(level)?;
        let start = self.begin();
        for (key, value) in document {
            self.raw_value(Key::Name(key), value, level)?;
        }
        self.end(start)
    }

    fn raw_array(&mut self, items: RawArray<'_>, level: usize) -> Result<()> {
        self.check_depth(level)?;
        let start = self.begin();
        for (index, value) in items.iter().enumerate() {
            self.raw_value(Key::Index(index), value, level)?;
        }
        self.end(start)
    }

    /// As [`value`](Self::value), from a view. Nested documents are walked and not copied whole, since arrays
    /// in them may have keys that are not theirs, and since they may end up too deep.
    pub(crate) fn raw_value(&mut self, key: Key<'_>, value: RawValue<'_>, level: usize) -> Result<()> {
        self.header(value.element_type(), key)?;
        match value {
            RawValue::Double(value) => self.bytes(&value.to_le_bytes()),
            RawValue::String(text) | RawValue::JavaScript(text) | RawValue::Symbol(text) => {
                self.string(text)?;
            }
            RawValue::Document(document) => self.raw_document(document, level + 1)?,
            RawValue::Array(items) => self.raw_array(items, level + 1)?,
            RawValue::Binary { subtype, bytes } => self.binary(subtype, bytes)?,
            RawValue::Undefined | RawValue::Null | RawValue::MinKey | RawValue::MaxKey => {}
            RawValue::ObjectId(ObjectId(bytes)) => self.bytes(&bytes),
            RawValue::Boolean(value) => self.bytes(&[u8::from(value)]),
            RawValue::DateTime(DateTime(value)) | RawValue::Int64(value) => self.bytes(&value.to_le_bytes()),
            RawValue::Regex { pattern, options } => {
                self.cstring(pattern)?;
                self.cstring(options)?;
            }
            RawValue::DbPointer { namespace, id } => {
                self.string(namespace)?;
                self.bytes(&id.0);
            }
            RawValue::JavaScriptWithScope { code, scope } => {
                let start = self.begin();
                self.string(code)?;
                self.raw_document(scope, level + 1)?;
                self.fill_in(start)?;
            }
            RawValue::Int32(value) => self.bytes(&value.to_le_bytes()),
            RawValue::Timestamp(value) => self.bytes(&value.to_le_bytes()),
            RawValue::Decimal128(Decimal128(bytes)) => self.bytes(&bytes),
        }
        Ok(())
    }
}

/// A length as it stands on the wire, at byte `offset` of the document being written.
#[inline]
fn length_field(length: usize, offset: usize) -> Result<[u8; 4]> {
    match i32::try_from(length) {
        Ok(length) => Ok(length.to_le_bytes()),
        Err(_) => Err(Error::with(ErrorKind::OutOfRange, offset, Detail::Count(length))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoder, length_field};
    use crate::{Error, ErrorKind};

    #[test]
    fn lengths_end_at_the_last_signed_32_bit_number() {
        assert_eq!(length_field(0x7fff_ffff, 9), Ok([0xff, 0xff, 0xff, 0x7f]));
        let Error { kind, offset, .. } = length_field(0x8000_0000, 9).unwrap_err();
        assert_eq!((kind, offset), (ErrorKind::OutOfRange, 9));
    }

    #[test]
    fn an_index_is_written_in_decimal() {
        for index in [0, 1, 9, 10, 11, 99, 100, 12_345, usize::MAX] {
            let mut out = Vec::new();
            Encoder::new(&mut out).index(index);
            assert_eq!(out, format!("{index}\0").as_bytes());
        }
    }
}
