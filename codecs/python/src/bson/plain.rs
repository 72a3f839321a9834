//! Bytes to Python values in two passes: the core crate validates all of it, then its view is walked and built.
//!
//! This is the slow twin of `decode`, and plainly right; tests hold the two against each other.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use wirecodec_bson::{RawDocument, RawValue};

use super::errors::{self, Failed};
use super::state::State;
use super::values::{self, Built, pending};
use super::{Duplicates, has_key};

/// The document that `bytes` must be, all of them.
pub(crate) fn document<'py>(
    py: Python<'py>,
    bytes: &[u8],
    duplicates: Duplicates,
) -> PyResult<Bound<'py, PyAny>> {
    let mut builder = Builder { py, state: State::get(py)?, bytes, duplicates, duplicate_at: None };
    let document = RawDocument::new(bytes).map_err(|error| errors::of_wire(py, &error, 0))?;
    builder.document(document).map_err(|Failed| match builder.duplicate_at {
        Some(offset) => errors::of_duplicate(py, offset),
        None => PyErr::fetch(py),
    })
}

struct Builder<'py, 'a> {
    py: Python<'py>,
    state: &'py State,
    bytes: &'a [u8],
    duplicates: Duplicates,
    duplicate_at: Option<usize>,
}

impl<'py> Builder<'py, '_> {
    fn document(&mut self, document: RawDocument<'_>) -> Built<'py> {
        let built = PyDict::new(self.py);
        for (name, value) in document.iter() {
            let key = values::string(self.py, name.as_bytes())?;
            if self.duplicates == Duplicates::Error && has_key(&built, &key) {
                self.duplicate_at = Some(name.as_ptr() as usize - self.bytes.as_ptr() as usize);
                return Err(Failed);
            }
            let value = self.value(value)?;
            pending(self.py, built.set_item(key, value))?;
        }
        Ok(built.into_any())
    }

    fn value(&mut self, value: RawValue<'_>) -> Built<'py> {
        let py = self.py;
        match value {
            RawValue::Double(value) => values::double(py, value),
            RawValue::String(text) => values::string(py, text.as_bytes()),
            RawValue::Document(document) => self.document(document),
            RawValue::Array(array) => {
                let built = PyList::empty(py);
                for item in array.iter() {
                    let item = self.value(item)?;
                    pending(py, built.append(item))?;
                }
                Ok(built.into_any())
            }
            RawValue::Binary { subtype, bytes } => values::binary(py, self.state, subtype, bytes),
            RawValue::Undefined => values::undefined(py),
            RawValue::ObjectId(id) => values::object_id(py, id.0),
            RawValue::Boolean(value) => Ok(values::boolean(py, value)),
            RawValue::DateTime(instant) => values::datetime(py, instant.0),
            RawValue::Null => Ok(values::null(py)),
            RawValue::Regex { pattern, options } => values::regex(py, pattern.as_bytes(), options.as_bytes()),
            RawValue::DbPointer { namespace, id } => values::db_pointer(py, namespace.as_bytes(), id.0),
            RawValue::JavaScript(code) => values::code(py, values::string(py, code.as_bytes())?, None),
            RawValue::Symbol(text) => values::symbol(py, text.as_bytes()),
            RawValue::JavaScriptWithScope { code, scope } => {
                let code = values::string(py, code.as_bytes())?;
                values::code(py, code, Some(self.document(scope)?))
            }
            RawValue::Int32(value) => values::int32(py, value),
            RawValue::Timestamp(stamp) => values::timestamp(py, stamp.time, stamp.increment),
            RawValue::Int64(value) => values::int64(py, self.state, value),
            RawValue::Decimal128(value) => values::decimal128(py, value.0),
            RawValue::MinKey => values::min_key(py),
            RawValue::MaxKey => values::max_key(py),
        }
    }
}
