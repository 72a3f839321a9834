//! Bytes to Python values in one pass.
//!
//! Each element is read, checked and built before the next one is looked at. The reader, [`Input`], only says that
//! something is wrong; when it does, the core crate reads the same bytes again and says what, so that good input
//! pays nothing for good messages.
//!
//! ```text
//! 0c 00 00 00 10 61 00 01 00 00 00 00      →  {"a": 1}
//! ```

use pyo3::exceptions::PySystemError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use wirecodec_bson::{ElementType, MAX_DEPTH, RawDocument};

use super::errors::{self, Failed};
use super::input::Input;
use super::state::State;
use super::values::{self, Built, owned};
use super::{Duplicates, has_key};

/// The document that `bytes` must be, all of them. They begin `base` bytes into the caller's buffer.
///
/// Garbage collection, started by a new container, may run other people's finalisers; `bytes` must be memory that
/// these cannot change.
pub(crate) fn document<'py>(
    py: Python<'py>,
    bytes: &[u8],
    base: usize,
    duplicates: Duplicates,
) -> PyResult<Bound<'py, PyAny>> {
    let mut decoder = Decoder { py, state: State::get(py)?, bytes, duplicates, duplicate_at: None };
    match decoder.outermost() {
        Ok(document) => Ok(document),
        Err(Failed) => Err(decoder.explain(base)),
    }
}

struct Decoder<'py, 'a> {
    py: Python<'py>,
    state: &'py State,
    bytes: &'a [u8],
    duplicates: Duplicates,
    duplicate_at: Option<usize>,
}

impl<'py, 'a> Decoder<'py, 'a> {
    fn outermost(&mut self) -> Built<'py> {
        let input = Input::outermost(self.bytes)?;
        let document = self.elements(input, 1)?;
        let length = i32::from_le_bytes(*self.bytes.first_chunk().ok_or(Failed)?);
        if usize::try_from(length) == Ok(self.bytes.len()) { Ok(document) } else { Err(Failed) }
    }

    /// A document's elements. `level` is the document's own, the outermost one's being 1.
    fn elements(&mut self, mut input: Input<'a>, level: usize) -> Built<'py> {
        // SAFETY: the GIL is held.
        let document = unsafe { owned(self.py, ffi::PyDict_New())?.cast_into_unchecked::<PyDict>() };
        let mut count = 0;
        while let Some(element_type) = input.element_type() {
            let key_at = input;
            let key = self.state.keys.get(self.py, &input.cstring()?)?;
            let value = match self.value(element_type, &mut input, level) {
                Ok(value) => value,
                Err(Failed) => {
                    self.blame_key(&document, element_type, &key, key_at);
                    return Err(Failed);
                }
            };
            // SAFETY: all three are live objects.
            if unsafe { ffi::PyDict_SetItem(document.as_ptr(), key.as_ptr(), value.as_ptr()) } != 0 {
                return Err(Failed);
            }
            count += 1;
            // A key that was there already adds nothing.
            if self.duplicates == Duplicates::Error && document.len() != count {
                self.duplicate_at = Some(key_at.offset_in(self.bytes));
                return Err(Failed);
            }
        }
        Ok(document.into_any())
    }

    /// An array's items; the keys, which should count up from "0", are checked as text and not looked at.
    fn items(&mut self, mut input: Input<'a>, level: usize) -> Built<'py> {
        // SAFETY: the GIL is held.
        let array = unsafe { owned(self.py, ffi::PyList_New(0))? };
        while let Some(element_type) = input.element_type() {
            let key = input.cstring()?;
            if !key.ascii && std::str::from_utf8(key.bytes).is_err() {
                return Err(Failed);
            }
            let value = self.value(element_type, &mut input, level)?;
            // SAFETY: both are live objects.
            if unsafe { ffi::PyList_Append(array.as_ptr(), value.as_ptr()) } != 0 {
                return Err(Failed);
            }
        }
        Ok(array)
    }

    #[inline]
    fn value(&mut self, element_type: u8, input: &mut Input<'a>, level: usize) -> Built<'py> {
        let py = self.py;
        match element_type {
            0x01 => values::double(py, f64::from_le_bytes(input.fixed()?)),
            0x02 => values::string(py, input.string()?),
            0x03 => self.elements(Self::nested(input, level)?, level + 1),
            0x04 => self.items(Self::nested(input, level)?, level + 1),
            0x05 => {
                let (subtype, bytes) = input.binary()?;
                values::binary(py, self.state, subtype, bytes)
            }
            0x07 => values::object_id(py, input.fixed()?),
            0x08 => match input.fixed()? {
                [0] => Ok(values::boolean(py, false)),
                [1] => Ok(values::boolean(py, true)),
                _ => Err(Failed),
            },
            0x09 => values::datetime(py, i64::from_le_bytes(input.fixed()?)),
            0x0a => Ok(values::null(py)),
            0x10 => values::int32(py, i32::from_le_bytes(input.fixed()?)),
            0x12 => values::int64(py, self.state, i64::from_le_bytes(input.fixed()?)),
            _ => self.rare_value(element_type, input, level),
        }
    }

    /// Kept apart, so that the loops stay small.
    #[inline(never)]
    fn rare_value(&mut self, element_type: u8, input: &mut Input<'a>, level: usize) -> Built<'py> {
        let py = self.py;
        match element_type {
            0x06 => values::undefined(py),
            0x0b => {
                let pattern = input.cstring()?.bytes;
                values::regex(py, pattern, input.cstring()?.bytes)
            }
            0x0c => {
                let namespace = input.string()?;
                values::db_pointer(py, namespace, input.fixed()?)
            }
            0x0d => values::code(py, values::string(py, input.string()?)?, None),
            0x0e => values::symbol(py, input.string()?),
            0x0f => {
                let (code, scope) = input.code_with_scope()?;
                if level >= MAX_DEPTH {
                    return Err(Failed);
                }
                let code = values::string(py, code)?;
                values::code(py, code, Some(self.elements(scope, level + 1)?))
            }
            0x11 => {
                let increment = u32::from_le_bytes(input.fixed()?);
                values::timestamp(py, u32::from_le_bytes(input.fixed()?), increment)
            }
            0x13 => values::decimal128(py, input.fixed()?),
            0x7f => values::max_key(py),
            0xff => values::min_key(py),
            _ => Err(Failed),
        }
    }

    #[inline]
    fn nested(input: &mut Input<'a>, level: usize) -> Result<Input<'a>, Failed> {
        if level >= MAX_DEPTH { Err(Failed) } else { input.document() }
    }

    /// The value of `key` is wrong; but if the key itself is a second one, then that came first. Not so when it was
    /// the type byte, which stands before the key.
    ///
    /// Documents further out ask the same of their keys, on the way back, and so the first one is left standing.
    #[cold]
    fn blame_key(
        &mut self,
        document: &Bound<'py, PyDict>,
        element_type: u8,
        key: &Bound<'py, PyAny>,
        key_at: Input<'a>,
    ) {
        if self.duplicates == Duplicates::Error
            && ElementType::from_byte(element_type).is_some()
            && !PyErr::occurred(self.py)
            && has_key(document, key)
        {
            self.duplicate_at = Some(key_at.offset_in(self.bytes));
        }
    }

    #[cold]
    fn explain(&self, base: usize) -> PyErr {
        if let Some(error) = PyErr::take(self.py) {
            return error;
        }
        if let Some(offset) = self.duplicate_at {
            return errors::of_duplicate(self.py, offset + base);
        }
        match RawDocument::new(self.bytes) {
            Err(error) => errors::of_wire(self.py, &error, base),
            Ok(_) => {
                PySystemError::new_err("wirecodec.bson refused a document that its core accepts; report this")
            }
        }
    }
}
