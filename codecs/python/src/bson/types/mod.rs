//! The classes for the BSON types that Python has none of its own for.
//!
//! All are immutable, comparable, hashable and picklable. They are native because decoding makes them by the
//! million; what adds nothing to a Python class (`Int64`, `BsonError`) is Python.

mod binary;
mod numbers;
mod object_id;
mod singletons;
mod text;

pub(crate) use binary::Binary;
pub(crate) use numbers::{DateTimeMs, Decimal128, Timestamp};
pub(crate) use object_id::ObjectId;
pub(crate) use singletons::{MaxKey, MinKey, Undefined};
pub(crate) use text::{Code, DbPointer, Regex, Symbol};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use super::documents::DocumentIterator;

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<Binary>()?;
    module.add_class::<Code>()?;
    module.add_class::<DateTimeMs>()?;
    module.add_class::<DbPointer>()?;
    module.add_class::<Decimal128>()?;
    module.add_class::<DocumentIterator>()?;
    module.add_class::<MaxKey>()?;
    module.add_class::<MinKey>()?;
    module.add_class::<ObjectId>()?;
    module.add_class::<Regex>()?;
    module.add_class::<Symbol>()?;
    module.add_class::<Timestamp>()?;
    module.add_class::<Undefined>()?;
    module.add("MaxKey", MaxKey::the(py)?)?;
    module.add("MinKey", MinKey::the(py)?)?;
    module.add("Undefined", Undefined::the(py)?)
}

/// What an object is made of, as the arguments that make an equal one.
///
/// Comparing, hashing, showing and pickling an object are then those of its parts.
trait Parts {
    const NAME: &'static str;

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>>;

    fn equals(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.parts(py)?.eq(other.parts(py)?)
    }

    fn hash(&self, py: Python<'_>) -> PyResult<isize> {
        (Self::NAME, self.parts(py)?).into_pyobject(py)?.hash()
    }

    fn repr(&self, py: Python<'_>) -> PyResult<String> {
        let parts: Vec<String> =
            self.parts(py)?.iter().map(|part| Ok(part.repr()?.to_string())).collect::<PyResult<_>>()?;
        Ok(format!("{}({})", Self::NAME, parts.join(", ")))
    }
}

/// What `__reduce__` answers: the class, and the arguments that make an equal object.
type Reduced<'py> = (Bound<'py, PyType>, Bound<'py, PyTuple>);

fn reduced<'py, T: pyo3::PyTypeInfo + Parts>(py: Python<'py>, object: &T) -> PyResult<Reduced<'py>> {
    Ok((py.get_type::<T>(), object.parts(py)?))
}

/// A hash that Python salts, so that nobody can prepare keys that collide.
fn hash_of_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<isize> {
    PyBytes::new(py, bytes).hash()
}
