//! Values that say all by their type: Undefined, MinKey and MaxKey. There is one object of each.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

macro_rules! singleton {
    ($class:ident, $class_name:literal, $name:literal, $doc:literal) => {
        #[doc = $doc]
        #[pyclass(frozen, module = "wirecodec.bson", name = $class_name)]
        pub(crate) struct $class;

        impl $class {
            /// The one object of this class.
            #[inline]
            pub(crate) fn the(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                static THE: PyOnceLock<Py<$class>> = PyOnceLock::new();
                Ok(THE.get_or_try_init(py, || Py::new(py, $class))?.bind(py).clone().into_any())
            }
        }

        #[pymethods]
        impl $class {
            fn __repr__(&self) -> &'static str {
                $name
            }

            /// A name instead of a recipe: pickle and copy look it up, and find the one object again.
            fn __reduce__(&self) -> &'static str {
                $name
            }
        }
    };
}

singleton!(Undefined, "UndefinedType", "Undefined", "The deprecated type undefined, which is not null.");
singleton!(MinKey, "MinKeyType", "MinKey", "The value that MongoDB sorts before all others.");
singleton!(MaxKey, "MaxKeyType", "MaxKey", "The value that MongoDB sorts after all others.");
