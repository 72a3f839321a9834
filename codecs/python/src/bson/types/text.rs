//! Text that is more than a string: code, symbols, regular expressions, and pointers into a collection.

use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::{ObjectId, Parts, Reduced, reduced};
use crate::bson::state::State;

/// JavaScript code, by itself or with a scope: a mapping of the names that it may use.
#[pyclass(frozen, module = "wirecodec.bson")]
pub(crate) struct Code {
    #[pyo3(get)]
    pub(crate) code: Py<PyString>,
    #[pyo3(get)]
    pub(crate) scope: Option<Py<PyAny>>,
}

impl Parts for Code {
    const NAME: &'static str = "Code";

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &self.scope {
            Some(scope) => (&self.code, scope).into_pyobject(py),
            None => (&self.code,).into_pyobject(py),
        }
    }
}

#[pymethods]
impl Code {
    #[new]
    #[pyo3(signature = (code, scope = None))]
    fn new(py: Python<'_>, code: Py<PyString>, scope: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
        if let Some(scope) = &scope {
            if !scope.is_instance(State::get(py)?.mapping.bind(py))? {
                let name = scope.get_type().name()?;
                return Err(PyTypeError::new_err(format!("a scope is a mapping, not {name}")));
            }
        }
        Ok(Self { code, scope: scope.map(Bound::unbind) })
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.code.clone_ref(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.equals(py, other)
    }

    /// Code with a scope that cannot be hashed, such as a dict, cannot be hashed either.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.hash(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.repr(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, self)
    }

    /// The scope may lead back here. A cycle is broken in the mapping, as with tuples, so there is no `__clear__`.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.scope)
    }
}

/// The deprecated type symbol: text that is not a string.
#[pyclass(frozen, module = "wirecodec.bson")]
pub(crate) struct Symbol {
    #[pyo3(get)]
    pub(crate) value: Py<PyString>,
}

impl Parts for Symbol {
    const NAME: &'static str = "Symbol";

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.value,).into_pyobject(py)
    }
}

#[pymethods]
impl Symbol {
    #[new]
    fn new(value: Py<PyString>) -> Self {
        Self { value }
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.value.clone_ref(py)
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

/// A regular expression as MongoDB understands it, with its option letters in the order they were given.
///
/// It is not compiled: the dialect is PCRE's, which `re` does not quite share.
#[pyclass(frozen, module = "wirecodec.bson")]
pub(crate) struct Regex {
    #[pyo3(get)]
    pub(crate) pattern: Py<PyString>,
    #[pyo3(get)]
    pub(crate) options: Py<PyString>,
}

impl Parts for Regex {
    const NAME: &'static str = "Regex";

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.pattern, &self.options).into_pyobject(py)
    }
}

#[pymethods]
impl Regex {
    #[new]
    #[pyo3(signature = (pattern, options = ""))]
    fn new(py: Python<'_>, pattern: Py<PyString>, options: &str) -> Self {
        Self { pattern, options: PyString::new(py, options).unbind() }
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

/// The deprecated type DBPointer: a collection's namespace, and a document's id in it.
#[pyclass(frozen, module = "wirecodec.bson", name = "DBPointer")]
pub(crate) struct DbPointer {
    #[pyo3(get)]
    pub(crate) namespace: Py<PyString>,
    #[pyo3(get)]
    pub(crate) id: Py<ObjectId>,
}

impl Parts for DbPointer {
    const NAME: &'static str = "DBPointer";

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.namespace, &self.id).into_pyobject(py)
    }
}

#[pymethods]
impl DbPointer {
    #[new]
    fn new(namespace: Py<PyString>, id: Py<ObjectId>) -> Self {
        Self { namespace, id }
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
