//! One wire value to one Python object. Both decoders build with these, so that they can differ in nothing but
//! how they read.
//!
//! [`Failed`] means a pending Python exception, or, with none pending, that the wire's bytes are wrong.

use pyo3::exceptions::PyUnicodeDecodeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::errors::Failed;
use super::state::State;
use super::time;
use super::types::{
    Binary, Code, DateTimeMs, DbPointer, Decimal128, MaxKey, MinKey, ObjectId, Regex, Symbol, Timestamp,
    Undefined,
};

pub(crate) type Built<'py> = Result<Bound<'py, PyAny>, Failed>;

const SUBTYPE_UUID: u8 = 4;

/// Takes over a new reference; null is a failure whose exception is pending.
///
/// # Safety
/// `object` is null or a reference that the caller gives away.
#[inline]
pub(crate) unsafe fn owned(py: Python<'_>, object: *mut ffi::PyObject) -> Built<'_> {
    // SAFETY: the caller's promise.
    unsafe { Bound::from_owned_ptr_or_opt(py, object) }.ok_or(Failed)
}

/// Makes `result`'s exception the pending one.
#[inline]
pub(crate) fn pending<T>(py: Python<'_>, result: PyResult<T>) -> Result<T, Failed> {
    result.map_err(|error| {
        error.restore(py);
        Failed
    })
}

/// Text from bytes that are all below 0x80.
#[inline]
pub(crate) fn ascii<'py>(py: Python<'py>, text: &[u8]) -> Built<'py> {
    // SAFETY: a new string of this length and kind has room for the bytes right behind its header. Strings are no
    // containers, so nothing can run between its making and its filling.
    unsafe {
        let string = owned(py, ffi::PyUnicode_New(text.len() as ffi::Py_ssize_t, 0x7f))?;
        let data = string.as_ptr().cast::<ffi::PyASCIIObject>().add(1).cast::<u8>();
        // The empty string is one that CPython keeps ready-made, and is not to be touched.
        if !text.is_empty() {
            data.copy_from_nonoverlapping(text.as_ptr(), text.len());
        }
        Ok(string)
    }
}

/// Text from bytes that must be UTF-8.
///
/// Most text is ASCII, where a check and a copy are all there is to do; CPython's own decoder takes the rest.
#[inline]
pub(crate) fn string<'py>(py: Python<'py>, text: &[u8]) -> Built<'py> {
    if is_ascii(text) { ascii(py, text) } else { decoded(py, text) }
}

#[cold]
#[inline(never)]
fn decoded<'py>(py: Python<'py>, text: &[u8]) -> Built<'py> {
    // SAFETY: pointer and length are those of a slice; a null for the error handler means "strict".
    let string = unsafe {
        owned(
            py,
            ffi::PyUnicode_DecodeUTF8(
                text.as_ptr().cast(),
                text.len() as ffi::Py_ssize_t,
                c"strict".as_ptr(),
            ),
        )
    };
    if string.is_err() {
        if let Some(error) = PyErr::take(py) {
            if !error.is_instance_of::<PyUnicodeDecodeError>(py) {
                error.restore(py);
            }
        }
    }
    string
}

/// Sixteen bytes at a time, the last ones overlapping those before.
#[inline]
fn is_ascii(text: &[u8]) -> bool {
    const HIGH_BITS: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;
    let word = |at: usize| u128::from_ne_bytes(text[at..at + 16].try_into().unwrap());
    let length = text.len();
    if length < 16 {
        return text.iter().fold(0, |seen, byte| seen | byte) < 0x80;
    }
    let mut at = 0;
    let mut seen = word(length - 16);
    while at + 16 < length {
        seen |= word(at);
        at += 16;
    }
    seen & HIGH_BITS == 0
}

#[inline]
pub(crate) fn double(py: Python<'_>, value: f64) -> Built<'_> {
    // SAFETY: the GIL is held.
    unsafe { owned(py, ffi::PyFloat_FromDouble(value)) }
}

#[inline]
pub(crate) fn int32(py: Python<'_>, value: i32) -> Built<'_> {
    // SAFETY: the GIL is held.
    unsafe { owned(py, ffi::PyLong_FromLong(value.into())) }
}

/// An int that is beyond 32 bits shows its width by its value; a smaller one keeps it as an `Int64`.
#[inline]
pub(crate) fn int64<'py>(py: Python<'py>, state: &State, value: i64) -> Built<'py> {
    // SAFETY: the GIL is held.
    let plain = unsafe { owned(py, ffi::PyLong_FromLongLong(value))? };
    if i32::try_from(value).is_err() {
        return Ok(plain);
    }
    // SAFETY: int's own constructor, with a subclass that adds nothing to its layout, and a tuple of one int; both
    // outlive the call. It skips the class's own range check, which this value passes.
    unsafe {
        let arguments = owned(py, ffi::PyTuple_Pack(1, plain.as_ptr()))?;
        let construct = ffi::PyLong_Type.tp_new.ok_or(Failed)?;
        owned(py, construct(state.int64.as_ptr().cast(), arguments.as_ptr(), std::ptr::null_mut()))
    }
}

#[inline]
pub(crate) fn boolean(py: Python<'_>, value: bool) -> Bound<'_, PyAny> {
    pyo3::types::PyBool::new(py, value).to_owned().into_any()
}

#[inline]
pub(crate) fn null(py: Python<'_>) -> Bound<'_, PyAny> {
    py.None().into_bound(py)
}

/// An aware datetime in UTC; beyond the years that Python can hold, the number itself.
#[inline]
pub(crate) fn datetime(py: Python<'_>, milliseconds: i64) -> Built<'_> {
    let Some(instant) = time::from_milliseconds(milliseconds) else {
        return object(py, DateTimeMs(milliseconds));
    };
    // SAFETY: the API was imported when the module was; its fields are set from then on.
    unsafe {
        let api = &*ffi::PyDateTimeAPI();
        owned(
            py,
            (api.DateTime_FromDateAndTime)(
                instant.year,
                instant.month,
                instant.day,
                instant.hour,
                instant.minute,
                instant.second,
                instant.microsecond,
                api.TimeZone_UTC,
                api.DateTimeType,
            ),
        )
    }
}

/// bytes for subtype 0, a UUID for sixteen bytes of subtype 4, else a `Binary`.
#[inline]
pub(crate) fn binary<'py>(py: Python<'py>, state: &State, subtype: u8, bytes: &[u8]) -> Built<'py> {
    if subtype == 0 {
        return self::bytes(py, bytes);
    }
    if subtype == SUBTYPE_UUID {
        if let Ok(bytes) = bytes.try_into() {
            return uuid(py, state, bytes);
        }
    }
    let data = self::bytes(py, bytes)?;
    // SAFETY: just made as bytes.
    let data = unsafe { data.cast_into_unchecked::<PyBytes>() }.unbind();
    object(py, Binary { subtype, data })
}

#[inline]
fn bytes<'py>(py: Python<'py>, bytes: &[u8]) -> Built<'py> {
    // SAFETY: pointer and length are those of a slice.
    unsafe {
        owned(py, ffi::PyBytes_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as ffi::Py_ssize_t))
    }
}

/// `UUID(bytes=…)` checks and converts in Python code, which takes ten times as long as all the rest. So the object
/// is made bare, as copy and pickle do, and given its two attributes past the class's own `__setattr__`, which
/// refuses every change.
fn uuid<'py>(py: Python<'py>, state: &State, bytes: [u8; 16]) -> Built<'py> {
    // SAFETY: a plain Python class allocates by its own `tp_alloc`; the attributes exist, or CPython raises.
    unsafe {
        let class = state.uuid.as_ptr().cast::<ffi::PyTypeObject>();
        let allocate = (*class).tp_alloc.ok_or(Failed)?;
        let uuid = owned(py, allocate(class, 0))?;
        let Ok(number) = u128::from_be_bytes(bytes).into_pyobject(py);
        let set = |name: *mut ffi::PyObject, value: *mut ffi::PyObject| {
            if ffi::PyObject_GenericSetAttr(uuid.as_ptr(), name, value) == 0 { Ok(()) } else { Err(Failed) }
        };
        set(state.name_int.as_ptr(), number.as_ptr())?;
        set(state.name_is_safe.as_ptr(), state.safe_uuid_unknown.as_ptr())?;
        Ok(uuid)
    }
}

#[inline]
pub(crate) fn object_id(py: Python<'_>, bytes: [u8; 12]) -> Built<'_> {
    object(py, ObjectId(bytes))
}

#[inline]
pub(crate) fn timestamp(py: Python<'_>, time: u32, increment: u32) -> Built<'_> {
    object(py, Timestamp { time, increment })
}

#[inline]
pub(crate) fn decimal128(py: Python<'_>, bytes: [u8; 16]) -> Built<'_> {
    object(py, Decimal128(bytes))
}

pub(crate) fn regex<'py>(py: Python<'py>, pattern: &[u8], options: &[u8]) -> Built<'py> {
    let (pattern, options) = (string(py, pattern)?, string(py, options)?);
    object(py, Regex { pattern: text(pattern), options: text(options) })
}

pub(crate) fn db_pointer<'py>(py: Python<'py>, namespace: &[u8], id: [u8; 12]) -> Built<'py> {
    let namespace = text(string(py, namespace)?);
    let id = pending(py, Py::new(py, ObjectId(id)))?;
    object(py, DbPointer { namespace, id })
}

pub(crate) fn symbol<'py>(py: Python<'py>, value: &[u8]) -> Built<'py> {
    let value = text(string(py, value)?);
    object(py, Symbol { value })
}

/// Code by itself, or with its scope.
pub(crate) fn code<'py>(
    py: Python<'py>,
    code: Bound<'py, PyAny>,
    scope: Option<Bound<'py, PyAny>>,
) -> Built<'py> {
    object(py, Code { code: text(code), scope: scope.map(Bound::unbind) })
}

pub(crate) fn undefined(py: Python<'_>) -> Built<'_> {
    pending(py, Undefined::the(py))
}

pub(crate) fn min_key(py: Python<'_>) -> Built<'_> {
    pending(py, MinKey::the(py))
}

pub(crate) fn max_key(py: Python<'_>) -> Built<'_> {
    pending(py, MaxKey::the(py))
}

/// A string made by this file.
#[inline]
fn text(string: Bound<'_, PyAny>) -> Py<pyo3::types::PyString> {
    // SAFETY: the caller passes what `string` gave it.
    unsafe { string.cast_into_unchecked() }.unbind()
}

#[inline]
fn object<T>(py: Python<'_>, value: T) -> Built<'_>
where
    T: pyo3::PyClass + Into<pyo3::PyClassInitializer<T>>,
{
    pending(py, Bound::new(py, value)).map(Bound::into_any)
}
