//! The caller's buffer as bytes that nobody can change, one document or all of them.
//!
//! bytes are read where they are. Any other buffer may be written to while a document is read, by a finaliser that
//! garbage collection runs; so each document is copied out of it first, which costs a hundredth of reading it, and
//! never takes more memory than the document.

use std::slice;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::Duplicates;
use super::decode;

/// Calls `read` with all the bytes of `buffer`.
pub(crate) fn whole<'py, T>(
    buffer: &Bound<'py, PyAny>,
    read: impl FnOnce(Python<'py>, &[u8]) -> PyResult<T>,
) -> PyResult<T> {
    let py = buffer.py();
    if let Ok(bytes) = buffer.cast::<PyBytes>() {
        return read(py, bytes.as_bytes());
    }
    let bytes = contiguous(buffer)?.to_vec(py)?;
    read(py, &bytes)
}

fn contiguous(buffer: &Bound<'_, PyAny>) -> PyResult<PyBuffer<u8>> {
    let buffer = PyBuffer::<u8>::get(buffer)?;
    if buffer.is_c_contiguous() {
        return Ok(buffer);
    }
    Err(PyTypeError::new_err("a buffer of bytes in one piece is needed; bytes(buffer) makes one"))
}

enum Source {
    Bytes(Py<PyBytes>),
    Buffer(PyBuffer<u8>),
}

/// What `iter_documents` gives.
#[pyclass(module = "wirecodec._native.bson")]
pub(crate) struct DocumentIterator {
    /// Given up at the end, so that the buffer may change again.
    source: Option<Source>,
    at: usize,
    duplicates: Duplicates,
}

impl DocumentIterator {
    pub(crate) fn new(buffer: &Bound<'_, PyAny>, duplicates: Duplicates) -> PyResult<Self> {
        let source = match buffer.cast::<PyBytes>() {
            Ok(bytes) => Source::Bytes(bytes.clone().unbind()),
            Err(_) => Source::Buffer(contiguous(buffer)?),
        };
        Ok(Self { source: Some(source), at: 0, duplicates })
    }

    fn read<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (document, length) = match &self.source {
            None => return Ok(None),
            Some(Source::Bytes(bytes)) => {
                let rest = &bytes.as_bytes(py)[self.at..];
                if rest.is_empty() {
                    return Ok(None);
                }
                let framed = &rest[..framed(rest.first_chunk(), rest.len())];
                (decode::document(py, framed, self.at, self.duplicates)?, framed.len())
            }
            Some(Source::Buffer(buffer)) => {
                let Some(copy) = copied(buffer, self.at) else {
                    return Ok(None);
                };
                (decode::document(py, &copy, self.at, self.duplicates)?, copy.len())
            }
        };
        self.at += length;
        Ok(Some(document))
    }
}

#[pymethods]
impl DocumentIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let document = self.read(py);
        if !matches!(document, Ok(Some(_))) {
            self.source = None;
        }
        document
    }
}

/// How many of the `left` bytes to read as one document: those its length names, or what shows that it is wrong.
fn framed(length: Option<&[u8; 4]>, left: usize) -> usize {
    let least = 5.min(left);
    length.map_or(left, |&length| usize::try_from(i32::from_le_bytes(length)).unwrap_or(0).clamp(least, left))
}

/// The document at `at`; `None` at the buffer's end.
fn copied(buffer: &PyBuffer<u8>, at: usize) -> Option<Vec<u8>> {
    let left = buffer.len_bytes() - at;
    if left == 0 {
        return None;
    }
    let start = buffer.buf_ptr().cast::<u8>().wrapping_add(at);
    // SAFETY: the export holds `len_bytes` contiguous bytes in place until it is released. The GIL is held and no
    // Python code runs here, so nothing writes to them in the meantime.
    let rest = unsafe { slice::from_raw_parts(start, left) };
    Some(rest[..framed(rest.first_chunk(), left)].to_vec())
}
