//! BSON in Python's own values.
//!
//! | file | subject |
//! | --- | --- |
//! | `decode` | bytes to values in one pass, for speed |
//! | `plain` | the same in two passes over the core's validated view: slow, and plainly right |
//! | `input` | the reader under `decode` |
//! | `values` | one wire value to one Python object; both decoders use it |
//! | `keys` | the cache of keys |
//! | `documents` | the iterator over concatenated documents |
//! | `encode` | values to bytes |
//! | `time`, `decimal` | instants and Decimal128 as numbers |
//! | `types` | the classes for what Python has no type of its own |
//! | `state`, `errors` | what is kept between calls; exceptions |

mod decimal;
mod decode;
mod documents;
mod encode;
mod errors;
mod input;
mod keys;
mod plain;
mod state;
mod time;
mod types;
mod values;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// What a reader does with a key that its document already had.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Duplicates {
    /// Refuse the document.
    Error,
    /// Keep the last value, at the first one's place.
    Last,
}

impl Duplicates {
    fn from_name(name: &str) -> PyResult<Self> {
        match name {
            "error" => Ok(Self::Error),
            "last" => Ok(Self::Last),
            _ => Err(PyValueError::new_err(format!("duplicates must be 'error' or 'last', not {name:?}"))),
        }
    }
}

/// Read the one BSON document that `buffer` holds.
///
/// `buffer` is bytes, or anything with the buffer protocol. A key that occurs twice in a document is a
/// `BsonError` of kind `duplicate-key`; with `duplicates="last"` the last one counts.
#[pyfunction]
#[pyo3(signature = (buffer, /, *, duplicates = "error"))]
fn loads<'py>(buffer: &Bound<'py, PyAny>, duplicates: &str) -> PyResult<Bound<'py, PyAny>> {
    let duplicates = Duplicates::from_name(duplicates)?;
    documents::whole(buffer, |py, bytes| decode::document(py, bytes, 0, duplicates))
}

/// What `loads` does, done the slow and plain way: validated first, then built. For tests, which compare.
#[pyfunction]
#[pyo3(signature = (buffer, /, *, duplicates = "error"))]
fn loads_plain<'py>(buffer: &Bound<'py, PyAny>, duplicates: &str) -> PyResult<Bound<'py, PyAny>> {
    let duplicates = Duplicates::from_name(duplicates)?;
    documents::whole(buffer, |py, bytes| plain::document(py, bytes, duplicates))
}

/// Write `mapping` as one BSON document.
#[pyfunction]
#[pyo3(signature = (mapping, /))]
fn dumps<'py>(mapping: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    encode::document(mapping)
}

/// Iterate over concatenated BSON documents, such as a file that mongodump wrote.
///
/// `buffer` is bytes, or anything with the buffer protocol, such as an `mmap`; it is held until the last document
/// is read. The offset of an error counts from the buffer's first byte. An error ends the iteration.
#[pyfunction]
#[pyo3(signature = (buffer, /, *, duplicates = "error"))]
fn iter_documents(buffer: &Bound<'_, PyAny>, duplicates: &str) -> PyResult<documents::DocumentIterator> {
    documents::DocumentIterator::new(buffer, Duplicates::from_name(duplicates)?)
}

/// Look up all that calls need, so that the first call costs no more than the others. The package calls this
/// once its own classes exist.
#[pyfunction]
fn prepare(py: Python<'_>) -> PyResult<()> {
    state::State::get(py).map(|_| ())
}

pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(loads, module)?)?;
    module.add_function(wrap_pyfunction!(loads_plain, module)?)?;
    module.add_function(wrap_pyfunction!(dumps, module)?)?;
    module.add_function(wrap_pyfunction!(iter_documents, module)?)?;
    module.add_function(wrap_pyfunction!(prepare, module)?)?;
    types::add_to(module)
}

/// Whether `dictionary` has `key`; for exact strings, whose comparison cannot fail.
fn has_key(dictionary: &Bound<'_, PyDict>, key: &Bound<'_, PyAny>) -> bool {
    dictionary.contains(key).unwrap_or(false)
}
