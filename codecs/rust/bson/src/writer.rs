//! Documents written element by element, without building them first.

use crate::encode::{Encoder, Key};
use crate::{
    DateTime, Decimal128, ElementType, Error, ErrorKind, ObjectId, RawValue, Result, Timestamp, Value,
};

/// Appends one document to a buffer, element by element.
///
/// [`new`](Self::new) opens the document, [`finish`](Self::finish) closes it; `begin_…` and [`end`](Self::end)
/// open and close what is nested in it.
///
/// ```
/// use wirecodec_bson::{Document, Writer, doc};
///
/// let mut buffer = Vec::new();
/// let mut writer = Writer::new(&mut buffer);
/// writer.string("name", "Ada")?;
/// writer.begin_array("years")?;
/// writer.int32("", 1815)?;
/// writer.int32("", 1852)?;
/// writer.end()?;
/// writer.finish()?;
///
/// assert_eq!(Document::from_bytes(&buffer)?, doc! { "name": "Ada", "years": vec![1815, 1852] });
/// # Ok::<(), wirecodec_bson::Error>(())
/// ```
///
/// In an array the writer counts, and writes the index itself: `key` is not used there, pass `""`.
///
/// What comes out is a well-formed document, or nothing. A call that fails leaves the document as it was before
/// the call, and the writer usable. A writer that is dropped before `finish`, or whose `finish` fails, leaves
/// the buffer as `new` found it. The format allows a key to stand in a document twice, and so does the writer.
///
/// Errors of every method: `nul-in-cstring` for a key (or regex part) with a NUL inside; `too-deep` for a
/// document at level 201; `out-of-range` for a text, bytes or document whose length is beyond 2³¹ − 1. Offsets
/// count from the document's first byte.
pub struct Writer<'a> {
    encoder: Encoder<'a>,
    /// The innermost open document; those around it, outermost first, are `outer`.
    open: Open,
    outer: Vec<Open>,
    finished: bool,
}

/// A document whose end is still to come.
#[derive(Clone, Copy)]
struct Open {
    /// Where its length stands.
    start: usize,
    shape: Shape,
}

#[derive(Clone, Copy)]
enum Shape {
    Document,
    /// The index of the next item.
    Array(usize),
    /// Where the length stands that counts code and scope together.
    Scope(usize),
}

impl<'a> Writer<'a> {
    /// Begins a document at the end of `out`.
    #[must_use]
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        let mut encoder = Encoder::new(out);
        let start = encoder.begin();
        Self { encoder, open: Open { start, shape: Shape::Document }, outer: Vec::new(), finished: false }
    }

    /// Ends the document. What is still open inside it is an error, `missing-terminator`, at the first byte of
    /// the innermost.
    pub fn finish(mut self) -> Result<()> {
        if !self.outer.is_empty() {
            return Err(Error::new(ErrorKind::MissingTerminator, self.open.start));
        }
        self.encoder.end(self.open.start)?;
        self.finished = true;
        Ok(())
    }

    /// Appends a double; the bits of a NaN are kept.
    pub fn double(&mut self, key: &str, value: f64) -> Result<()> {
        self.fixed(ElementType::Double, key, value.to_le_bytes())
    }

    /// Appends text, which may hold NULs.
    pub fn string(&mut self, key: &str, value: &str) -> Result<()> {
        self.text(ElementType::String, key, value)
    }

    /// Appends bytes. Those of subtype 2 are given without the inner length that the wire has.
    pub fn binary(&mut self, key: &str, subtype: u8, bytes: &[u8]) -> Result<()> {
        self.element(ElementType::Binary, key, |encoder| encoder.binary(subtype, bytes))
    }

    /// Appends an undefined (deprecated).
    pub fn undefined(&mut self, key: &str) -> Result<()> {
        self.fixed(ElementType::Undefined, key, [])
    }

    /// Appends an ObjectId.
    pub fn object_id(&mut self, key: &str, value: ObjectId) -> Result<()> {
        self.fixed(ElementType::ObjectId, key, value.0)
    }

    /// Appends a boolean.
    pub fn boolean(&mut self, key: &str, value: bool) -> Result<()> {
        self.fixed(ElementType::Boolean, key, [u8::from(value)])
    }

    /// Appends a point in time.
    pub fn datetime(&mut self, key: &str, value: DateTime) -> Result<()> {
        self.fixed(ElementType::DateTime, key, value.0.to_le_bytes())
    }

    /// Appends a null.
    pub fn null(&mut self, key: &str) -> Result<()> {
        self.fixed(ElementType::Null, key, [])
    }

    /// Appends a regular expression. Options are written in the order given, which the specification wants to be
    /// the alphabetical one.
    pub fn regex(&mut self, key: &str, pattern: &str, options: &str) -> Result<()> {
        self.element(ElementType::Regex, key, |encoder| {
            encoder.cstring(pattern)?;
            encoder.cstring(options)
        })
    }

    /// Appends a reference to a document of another collection (deprecated).
    pub fn db_pointer(&mut self, key: &str, namespace: &str, id: ObjectId) -> Result<()> {
        self.element(ElementType::DbPointer, key, |encoder| {
            encoder.string(namespace)?;
            encoder.bytes(&id.0);
            Ok(())
        })
    }

    /// Appends JavaScript code.
    pub fn javascript(&mut self, key: &str, code: &str) -> Result<()> {
        self.text(ElementType::JavaScript, key, code)
    }

    /// Appends a symbol (deprecated).
    pub fn symbol(&mut self, key: &str, value: &str) -> Result<()> {
        self.text(ElementType::Symbol, key, value)
    }

    /// Appends a signed integer of 32 bits.
    pub fn int32(&mut self, key: &str, value: i32) -> Result<()> {
        self.fixed(ElementType::Int32, key, value.to_le_bytes())
    }

    /// Appends a point in MongoDB's operation log.
    pub fn timestamp(&mut self, key: &str, value: Timestamp) -> Result<()> {
        self.fixed(ElementType::Timestamp, key, value.to_le_bytes())
    }

    /// Appends a signed integer of 64 bits.
    pub fn int64(&mut self, key: &str, value: i64) -> Result<()> {
        self.fixed(ElementType::Int64, key, value.to_le_bytes())
    }

    /// Appends a decimal floating-point number.
    pub fn decimal128(&mut self, key: &str, value: Decimal128) -> Result<()> {
        self.fixed(ElementType::Decimal128, key, value.0)
    }

    /// Appends the key below all others.
    pub fn min_key(&mut self, key: &str) -> Result<()> {
        self.fixed(ElementType::MinKey, key, [])
    }

    /// Appends the key above all others.
    pub fn max_key(&mut self, key: &str) -> Result<()> {
        self.fixed(ElementType::MaxKey, key, [])
    }

    /// Opens a document in this one; what is appended until its [`end`](Self::end) goes into it.
    pub fn begin_document(&mut self, key: &str) -> Result<()> {
        self.nest(ElementType::Document, key, |encoder| {
            Ok(Open { start: encoder.begin(), shape: Shape::Document })
        })
    }

    /// Opens an array; what is appended until its [`end`](Self::end) are its items.
    pub fn begin_array(&mut self, key: &str) -> Result<()> {
        self.nest(ElementType::Array, key, |encoder| {
            Ok(Open { start: encoder.begin(), shape: Shape::Array(0) })
        })
    }

    /// Opens the scope of JavaScript code (deprecated); what is appended until its [`end`](Self::end) are the
    /// code's free names.
    pub fn begin_javascript_with_scope(&mut self, key: &str, code: &str) -> Result<()> {
        self.nest(ElementType::JavaScriptWithScope, key, |encoder| {
            let total_at = encoder.begin();
            encoder.string(code)?;
            Ok(Open { start: encoder.begin(), shape: Shape::Scope(total_at) })
        })
    }

    /// Closes what the last `begin_…` opened. Where nothing is open but the outermost document, which `finish`
    /// closes, the error is `trailing-bytes`, at the byte that would have been written.
    pub fn end(&mut self) -> Result<()> {
        let before = self.encoder.written();
        let Some(&outer) = self.outer.last() else {
            return Err(Error::new(ErrorKind::TrailingBytes, before));
        };
        self.undoing(|encoder, open| {
            encoder.end(open.start)?;
            if let Shape::Scope(total_at) = open.shape { encoder.fill_in(total_at) } else { Ok(()) }
        })?;
        self.outer.pop();
        self.open = outer;
        Ok(())
    }

    /// Appends a value of whichever type, with all that it holds.
    pub fn value(&mut self, key: &str, value: &Value) -> Result<()> {
        let level = self.level();
        self.append(key, |encoder, key| encoder.value(key, value, level))
    }

    /// Appends a copy of a value from a view, with all that it holds. Arrays are written with the keys "0",
    /// "1", …, whatever keys they had.
    pub fn raw_value(&mut self, key: &str, value: RawValue<'_>) -> Result<()> {
        let level = self.level();
        self.append(key, |encoder, key| encoder.raw_value(key, value, level))
    }

    /// The innermost open document's level; the outermost is at 1.
    fn level(&self) -> usize {
        self.outer.len() + 1
    }

    #[inline]
    fn fixed<const N: usize>(&mut self, element_type: ElementType, key: &str, bytes: [u8; N]) -> Result<()> {
        self.element(element_type, key, |encoder| {
            encoder.bytes(&bytes);
            Ok(())
        })
    }

    #[inline]
    fn text(&mut self, element_type: ElementType, key: &str, text: &str) -> Result<()> {
        self.element(element_type, key, |encoder| encoder.string(text))
    }

    #[inline]
    fn element(
        &mut self,
        element_type: ElementType,
        key: &str,
        write: impl FnOnce(&mut Encoder<'a>) -> Result<()>,
    ) -> Result<()> {
        self.append(key, |encoder, key| {
            encoder.header(element_type, key)?;
            write(encoder)
        })
    }

    fn nest(
        &mut self,
        element_type: ElementType,
        key: &str,
        begin: impl FnOnce(&mut Encoder<'a>) -> Result<Open>,
    ) -> Result<()> {
        let level = self.level() + 1;
        let inner = self.append(key, |encoder, key| {
            encoder.header(element_type, key)?;
            encoder.check_depth(level)?;
            begin(encoder)
        })?;
        self.outer.push(self.open);
        self.open = inner;
        Ok(())
    }

    /// One element, of the name `key` or, in an array, of the next index.
    #[inline]
    fn append<T>(
        &mut self,
        key: &str,
        write: impl FnOnce(&mut Encoder<'a>, Key<'_>) -> Result<T>,
    ) -> Result<T> {
        let appended = self.undoing(|encoder, open| match open.shape {
            Shape::Array(index) => write(encoder, Key::Index(index)),
            Shape::Document | Shape::Scope(_) => write(encoder, Key::Name(key)),
        })?;
        if let Shape::Array(index) = &mut self.open.shape {
            *index += 1;
        }
        Ok(appended)
    }

    /// Takes back what `write` has written if it fails.
    #[inline]
    fn undoing<T>(&mut self, write: impl FnOnce(&mut Encoder<'a>, Open) -> Result<T>) -> Result<T> {
        let before = self.encoder.written();
        let result = write(&mut self.encoder, self.open);
        if result.is_err() {
            self.encoder.cut_back_to(before);
        }
        result
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        if !self.finished {
            self.encoder.cut_back_to(0);
        }
    }
}
