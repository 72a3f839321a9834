//! What is kept between calls: classes looked up once, the key cache, and a buffer to write into.
//!
//! There is one state a process: PyO3 modules exist once, and refuse subinterpreters.

use std::cell::UnsafeCell;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

use super::keys::KeyCache;
use super::types::{
    Binary, Code, DateTimeMs, DbPointer, Decimal128, MaxKey, MinKey, ObjectId, Regex, Symbol, Timestamp,
    Undefined,
};

/// A buffer that grew beyond this is given back, so that one large document does not stay in memory for good.
const LARGEST_KEPT: usize = 1 << 20;

pub(crate) struct State {
    pub(crate) keys: KeyCache,
    pub(crate) bson_error: Py<PyAny>,
    pub(crate) int64: Py<PyType>,
    pub(crate) uuid: Py<PyType>,
    pub(crate) safe_uuid_unknown: Py<PyAny>,
    pub(crate) name_int: Py<PyString>,
    pub(crate) name_is_safe: Py<PyString>,
    pub(crate) mapping: Py<PyAny>,
    pub(crate) enumeration: Py<PyAny>,
    pub(crate) decimal: Py<PyAny>,
    pub(crate) classes: Classes,
    buffer: UnsafeCell<Vec<u8>>,
}

/// The native classes' addresses, to dispatch on without asking PyO3 for each of them.
pub(crate) struct Classes {
    pub(crate) binary: Class,
    pub(crate) code: Class,
    pub(crate) datetime_ms: Class,
    pub(crate) db_pointer: Class,
    pub(crate) decimal128: Class,
    pub(crate) max_key: Class,
    pub(crate) min_key: Class,
    pub(crate) object_id: Class,
    pub(crate) regex: Class,
    pub(crate) symbol: Class,
    pub(crate) timestamp: Class,
    pub(crate) undefined: Class,
}

/// A class that lives as long as the process.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Class(pub(crate) *mut ffi::PyTypeObject);

// SAFETY: the address is only compared.
unsafe impl Send for Class {}
// SAFETY: as above.
unsafe impl Sync for Class {}

// SAFETY: the buffer is only reached with a `Python` token, so under the GIL; see `take_buffer`.
unsafe impl Sync for State {}

static STATE: PyOnceLock<State> = PyOnceLock::new();

impl State {
    #[inline]
    pub(crate) fn get(py: Python<'_>) -> PyResult<&State> {
        STATE.get_or_try_init(py, || Self::new(py))
    }

    /// Not when this module is imported, as the package's Python classes import it: see `prepare`.
    fn new(py: Python<'_>) -> PyResult<Self> {
        // SAFETY: the GIL is held. Until then the datetime functions used in `values` are missing.
        let datetime_api = unsafe {
            ffi::PyDateTime_IMPORT();
            ffi::PyDateTimeAPI()
        };
        if datetime_api.is_null() {
            return Err(PyErr::fetch(py));
        }
        let ours = py.import("wirecodec.bson")?;
        let uuid = py.import("uuid")?;
        let class = |module: &Bound<'_, PyModule>, name: &str| -> PyResult<Py<PyType>> {
            Ok(module.getattr(name)?.cast_into::<PyType>()?.unbind())
        };
        Ok(Self {
            keys: KeyCache::new(),
            bson_error: ours.getattr("BsonError")?.unbind(),
            int64: class(&ours, "Int64")?,
            uuid: class(&uuid, "UUID")?,
            safe_uuid_unknown: uuid.getattr("SafeUUID")?.getattr("unknown")?.unbind(),
            name_int: PyString::intern(py, "int").unbind(),
            name_is_safe: PyString::intern(py, "is_safe").unbind(),
            mapping: py.import("collections.abc")?.getattr("Mapping")?.unbind(),
            enumeration: py.import("enum")?.getattr("Enum")?.unbind(),
            decimal: py.import("decimal")?.getattr("Decimal")?.unbind(),
            classes: Classes {
                binary: Class(py.get_type::<Binary>().as_type_ptr()),
                code: Class(py.get_type::<Code>().as_type_ptr()),
                datetime_ms: Class(py.get_type::<DateTimeMs>().as_type_ptr()),
                db_pointer: Class(py.get_type::<DbPointer>().as_type_ptr()),
                decimal128: Class(py.get_type::<Decimal128>().as_type_ptr()),
                max_key: Class(py.get_type::<MaxKey>().as_type_ptr()),
                min_key: Class(py.get_type::<MinKey>().as_type_ptr()),
                object_id: Class(py.get_type::<ObjectId>().as_type_ptr()),
                regex: Class(py.get_type::<Regex>().as_type_ptr()),
                symbol: Class(py.get_type::<Symbol>().as_type_ptr()),
                timestamp: Class(py.get_type::<Timestamp>().as_type_ptr()),
                undefined: Class(py.get_type::<Undefined>().as_type_ptr()),
            },
            buffer: UnsafeCell::default(),
        })
    }

    /// An empty buffer, with the room that earlier documents needed, so that small ones cost no allocation.
    ///
    /// It is taken, not borrowed: a mapping whose methods call `dumps` themselves finds a new one.
    #[inline]
    pub(crate) fn take_buffer(&self, _py: Python<'_>) -> Vec<u8> {
        // SAFETY: the GIL is held, and the access ends here.
        std::mem::take(unsafe { &mut *self.buffer.get() })
    }

    #[inline]
    pub(crate) fn give_buffer_back(&self, _py: Python<'_>, mut buffer: Vec<u8>) {
        if buffer.capacity() <= LARGEST_KEPT {
            buffer.clear();
            // SAFETY: the GIL is held, and the access ends here.
            unsafe { *self.buffer.get() = buffer };
        }
    }
}
