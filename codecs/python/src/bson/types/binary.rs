//! Binary data of any subtype.

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::{Parts, Reduced, reduced};

/// Binary data with its subtype, 0 to 255.
///
/// Decoding gives bytes for subtype 0, `uuid.UUID` for sixteen bytes of subtype 4, and a Binary for all others.
#[pyclass(frozen, module = "wirecodec.bson")]
pub(crate) struct Binary {
    #[pyo3(get)]
    pub(crate) data: Py<PyBytes>,
    #[pyo3(get)]
    pub(crate) subtype: u8,
}

impl Parts for Binary {
    const NAME: &'static str = "Binary";

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.data, self.subtype).into_pyobject(py)
    }
}

#[pymethods]
impl Binary {
    #[new]
    #[pyo3(signature = (data, subtype = 0))]
    fn new(data: &Bound<'_, PyAny>, subtype: u8) -> PyResult<Self> {
        Ok(Self { data: bytes_of(data)?.unbind(), subtype })
    }

    fn __bytes__(&self, py: Python<'_>) -> Py<PyBytes> {
        self.data.clone_ref(py)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.data.as_bytes(py).len()
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.equals(py, other)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.hash(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.repr(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, self)
    }
}

/// The contents of a bytes-like object: bytes as they are, others copied.
fn bytes_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = object.cast_exact::<PyBytes>() {
        return Ok(bytes.clone());
    }
    let py = object.py();
    Ok(PyBytes::new(py, &PyBuffer::<u8>::get(object)?.to_vec(py)?))
}
