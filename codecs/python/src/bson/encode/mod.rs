//! Python values to bytes, in one pass over one growing buffer.
//!
//! ```text
//! {"a": 1}      →  0c 00 00 00 10 61 00 01 00 00 00 00
//! ```
//!
//! Two things are only known after what follows them has been written: a document's length and, as Python's types
//! are looked at only once, an element's type byte. For both a zero is written first, and put right later.
//!
//! Python code runs in the middle of this where a mapping, a time zone or an enum is somebody's own class. It may
//! change the very dicts and lists that are being written, so these are held by references of our own, and a change
//! of size is an error, as it is in Python's own loops.

mod classes;
mod scalars;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use wirecodec_bson::{ErrorKind, MAX_DEPTH};

use super::errors::{self, Failed};
use super::state::{Class, State};
use super::types::Code;
use super::values::pending;

const LONGEST: usize = i32::MAX as usize;

/// `mapping` as one document.
pub(crate) fn document<'py>(mapping: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = mapping.py();
    let state = State::get(py)?;
    let mut encoder = Encoder { py, state, out: state.take_buffer(py), fault: None };
    let written = encoder.outermost(mapping);
    let Encoder { out, fault, .. } = encoder;
    let result = match (written, fault) {
        (Ok(()), _) => Ok(PyBytes::new(py, &out)),
        (Err(Failed), Some(fault)) => Err(errors::of_value(py, fault.kind, &fault.what, fault.path)),
        (Err(Failed), None) => Err(PyErr::fetch(py)),
    };
    state.give_buffer_back(py, out);
    result
}

struct Encoder<'py> {
    py: Python<'py>,
    state: &'py State,
    out: Vec<u8>,
    /// What is wrong with a value; without it a failure is a pending Python exception.
    fault: Option<Box<Fault>>,
}

struct Fault {
    kind: ErrorKind,
    what: String,
    /// Keys and indexes to the value, innermost first, as they are added on the way back.
    path: Vec<String>,
}

/// Whether the element was written, and its type byte.
type Written = Result<u8, Failed>;

impl<'py> Encoder<'py> {
    fn outermost(&mut self, mapping: &Bound<'py, PyAny>) -> Result<(), Failed> {
        if let Ok(dictionary) = mapping.cast_exact::<PyDict>() {
            return self.dictionary(dictionary, 1);
        }
        if self.is_mapping(mapping)? {
            return self.mapping(mapping, 1);
        }
        let message = format!("dumps writes a mapping, not {}", class_name(mapping));
        pending(self.py, Err(PyTypeError::new_err(message)))
    }

    /// A value, without its type byte and key. `level` is that of the document it is in.
    #[inline]
    fn value(&mut self, value: &Bound<'py, PyAny>, level: usize) -> Written {
        let class = value.get_type_ptr();
        if class == &raw mut ffi::PyUnicode_Type {
            let text = self.utf8(value)?;
            self.string(text)?;
            Ok(0x02)
        } else if class == &raw mut ffi::PyLong_Type {
            self.integer(value)
        } else if class == &raw mut ffi::PyFloat_Type {
            self.double(value)
        } else if class == &raw mut ffi::PyDict_Type {
            // SAFETY: its class was just looked at.
            let dictionary = unsafe { value.cast_unchecked::<PyDict>() };
            let level = self.deeper(level)?;
            self.dictionary(dictionary, level)?;
            Ok(0x03)
        } else if class == &raw mut ffi::PyList_Type {
            self.list(value, level)
        } else if class == &raw mut ffi::PyBool_Type {
            self.out.push(u8::from(value.is(pyo3::types::PyBool::new(self.py, true))));
            Ok(0x08)
        } else if value.is_none() {
            Ok(0x0a)
        } else {
            self.class_of_ours(value, Class(class), level)
        }
    }

    fn dictionary(&mut self, dictionary: &Bound<'py, PyDict>, level: usize) -> Result<(), Failed> {
        let start = self.begin();
        let size = dictionary.len();
        let mut position = 0;
        let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the dict is live. The position is only an index, which CPython checks, so that a dict that changes
        // between two calls at worst gives other items. Both references are borrowed from the dict, and made our own
        // before anything can run.
        while unsafe { ffi::PyDict_Next(dictionary.as_ptr(), &mut position, &mut key, &mut value) } != 0 {
            // SAFETY: as above.
            let (key, value) =
                unsafe { (Bound::from_borrowed_ptr(self.py, key), Bound::from_borrowed_ptr(self.py, value)) };
            self.element(&key, &value, level)?;
            if dictionary.len() != size {
                return self.changed("dictionary");
            }
        }
        self.end(start)
    }

    /// Any other mapping, and subclasses of dict, whose methods may be their own.
    fn mapping(&mut self, mapping: &Bound<'py, PyAny>, level: usize) -> Result<(), Failed> {
        let py = self.py;
        let start = self.begin();
        let items = pending(py, mapping.call_method0("items").and_then(|items| items.try_iter()))?;
        for item in items {
            let item = pending(py, item)?;
            match item.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2) {
                Some(pair) => {
                    let key = pending(py, pair.get_item(0))?;
                    let value = pending(py, pair.get_item(1))?;
                    self.element(&key, &value, level)?;
                }
                None => {
                    let message = format!("{}.items() must give pairs", class_name(mapping));
                    return pending(py, Err(PyTypeError::new_err(message)));
                }
            }
        }
        self.end(start)
    }

    #[inline]
    fn element(
        &mut self,
        key: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
        level: usize,
    ) -> Result<(), Failed> {
        let tag = self.tag()?;
        let written = match self.key(key) {
            Ok(()) => self.value(value, level),
            Err(Failed) => Err(Failed),
        };
        match written {
            Ok(element_type) => {
                self.out[tag] = element_type;
                Ok(())
            }
            Err(Failed) => {
                if let Some(fault) = &mut self.fault {
                    fault
                        .path
                        .push(key.str().map_or_else(|_| class_name(key), |key| key.to_string_lossy().into()));
                }
                Err(Failed)
            }
        }
    }

    #[inline]
    fn key(&mut self, key: &Bound<'py, PyAny>) -> Result<(), Failed> {
        // SAFETY: the key is live.
        if unsafe { ffi::PyUnicode_Check(key.as_ptr()) } == 0 {
            let what = format!("a key is a str, not {}", class_name(key));
            return self.fail(ErrorKind::OutOfRange, what);
        }
        self.cstring(key, "the key")
    }

    /// A list or a tuple, which may grow or shrink while its items are written.
    fn list(&mut self, list: &Bound<'py, PyAny>, level: usize) -> Written {
        let level = self.deeper(level)?;
        let start = self.begin();
        let sequence = list.as_ptr();
        // SAFETY: the object is live.
        let is_list = unsafe { ffi::PyList_Check(sequence) } != 0;
        // SAFETY: it is a list or a tuple, as the caller found.
        let size = || unsafe {
            if is_list { ffi::PyList_GET_SIZE(sequence) } else { ffi::PyTuple_GET_SIZE(sequence) }
        };
        let expected = size();
        for index in 0..expected {
            // SAFETY: the index is below the size, which is looked at after every item.
            let item = unsafe {
                let item = if is_list {
                    ffi::PyList_GET_ITEM(sequence, index)
                } else {
                    ffi::PyTuple_GET_ITEM(sequence, index)
                };
                Bound::from_borrowed_ptr(self.py, item)
            };
            let tag = self.tag()?;
            self.index(index.unsigned_abs());
            match self.value(&item, level) {
                Ok(element_type) => self.out[tag] = element_type,
                Err(Failed) => {
                    if let Some(fault) = &mut self.fault {
                        fault.path.push(index.to_string());
                    }
                    return Err(Failed);
                }
            }
            if size() != expected {
                return self.changed("list");
            }
        }
        self.end(start)?;
        Ok(0x04)
    }

    /// An array's key: the index in decimal digits, and a NUL.
    #[inline]
    fn index(&mut self, mut index: usize) {
        let mut digits = [0; 21];
        let mut at = digits.len() - 1;
        loop {
            at -= 1;
            digits[at] = b'0' + (index % 10) as u8;
            index /= 10;
            if index == 0 {
                break;
            }
        }
        self.out.extend_from_slice(&digits[at..]);
    }

    fn code(&mut self, code: &Code, level: usize) -> Written {
        let text = code.code.bind(self.py);
        let Some(scope) = &code.scope else {
            let text = self.utf8(text.as_any())?;
            self.string(text)?;
            return Ok(0x0d);
        };
        let level = self.deeper(level)?;
        let start = self.begin();
        let text = self.utf8(text.as_any())?;
        self.string(text)?;
        let scope = scope.bind(self.py);
        match scope.cast_exact::<PyDict>() {
            Ok(scope) => self.dictionary(scope, level)?,
            Err(_) => self.mapping(scope, level)?,
        }
        self.patch_length(start)?;
        Ok(0x0f)
    }

    #[inline]
    fn begin(&mut self) -> usize {
        let start = self.out.len();
        self.out.extend_from_slice(&[0; 4]);
        start
    }

    #[inline]
    fn end(&mut self, start: usize) -> Result<(), Failed> {
        self.out.push(0);
        self.patch_length(start)
    }

    #[inline]
    fn patch_length(&mut self, start: usize) -> Result<(), Failed> {
        let length = self.length(self.out.len() - start)?;
        self.out[start..start + 4].copy_from_slice(&length);
        Ok(())
    }

    /// Room for the type byte; and the place where a document that grows beyond all bounds is noticed in time.
    #[inline]
    fn tag(&mut self) -> Result<usize, Failed> {
        let tag = self.out.len();
        self.length(tag)?;
        self.out.push(0);
        Ok(tag)
    }

    #[inline]
    fn deeper(&mut self, level: usize) -> Result<usize, Failed> {
        if level < MAX_DEPTH {
            return Ok(level + 1);
        }
        let what = format!("more than {MAX_DEPTH} levels of documents; does one contain itself?");
        self.fail(ErrorKind::TooDeep, what)
    }

    fn is_mapping(&self, value: &Bound<'py, PyAny>) -> Result<bool, Failed> {
        Ok(value.is_instance_of::<PyDict>()
            || pending(self.py, value.is_instance(self.state.mapping.bind(self.py)))?)
    }

    #[inline]
    fn length(&mut self, length: usize) -> Result<[u8; 4], Failed> {
        if length <= LONGEST { Ok((length as u32).to_le_bytes()) } else { self.too_long(length) }
    }

    #[cold]
    fn too_long<T>(&mut self, length: usize) -> Result<T, Failed> {
        let what = format!("{length} bytes, where BSON's lengths end at {LONGEST}");
        self.fail(ErrorKind::OutOfRange, what)
    }

    #[cold]
    fn changed<T>(&mut self, container: &str) -> Result<T, Failed> {
        let message = format!("{container} changed size while it was written");
        pending(self.py, Err(PyRuntimeError::new_err(message)))
    }

    #[cold]
    fn fail<T>(&mut self, kind: ErrorKind, what: String) -> Result<T, Failed> {
        self.fault = Some(Box::new(Fault { kind, what, path: Vec::new() }));
        Err(Failed)
    }
}

/// The object's class as it is written: `set`, `decimal.Decimal`.
fn class_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().fully_qualified_name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}
