//! Faults of the wire, and of values that cannot go there, as the exception `BsonError`.

use pyo3::prelude::*;
use pyo3::types::PyString;
use wirecodec_bson::{Error, ErrorKind};

use super::state::State;

/// A step failed. Either a Python exception is pending, or the step's caller knows what was wrong.
///
/// It holds nothing, so that `Result<Bound<PyAny>, Failed>` is one pointer and travels in a register.
#[derive(Debug)]
pub(crate) struct Failed;

/// What the core says of a document that begins `base` bytes into the caller's buffer.
pub(crate) fn of_wire(py: Python<'_>, error: &Error, base: usize) -> PyErr {
    let kind = error.kind.name();
    let offset = error.offset + base;
    let text = error.to_string();
    let particulars = text.strip_prefix(&format!("{kind} at byte {}", error.offset)).unwrap_or("");
    let advice = match error.kind {
        ErrorKind::TrailingBytes => "; iter_documents reads several documents in a row",
        ErrorKind::Truncated => "; was all of it read?",
        _ => "",
    };
    let message = format!("{kind} at byte {offset}{particulars}{advice}");
    exception(py, &message, kind, Some(offset), None)
}

/// A key that its document already had, at byte `offset` of the caller's buffer.
pub(crate) fn of_duplicate(py: Python<'_>, offset: usize) -> PyErr {
    let kind = ErrorKind::DuplicateKey.name();
    let message = format!(
        "{kind} at byte {offset}: its document has this key already; duplicates='last' keeps the last"
    );
    exception(py, &message, kind, Some(offset), None)
}

/// A value that cannot be written; `path` leads to it, innermost step first.
pub(crate) fn of_value(py: Python<'_>, kind: ErrorKind, what: &str, mut path: Vec<String>) -> PyErr {
    path.reverse();
    let path = path.join(".");
    let kind = kind.name();
    // A NUL in a key is worth showing, and would end the message for many a reader.
    let place = if path.is_empty() { String::new() } else { format!(" at {}", path.replace('\0', "\\0")) };
    exception(py, &format!("{kind}{place}: {what}"), kind, None, Some(&path))
}

fn exception(py: Python<'_>, message: &str, kind: &str, offset: Option<usize>, path: Option<&str>) -> PyErr {
    let state = match State::get(py) {
        Ok(state) => state,
        Err(error) => return error,
    };
    let path = path.map(|path| PyString::new(py, path));
    match state.bson_error.bind(py).call1((message, kind, offset, path)) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
