//! What a value is written as, where its exact class is none of Python's commonest.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDateTime, PyMemoryView};
use wirecodec_bson::ErrorKind;

use super::{Encoder, Written, class_name};
use crate::bson::state::Class;
use crate::bson::types::{
    Binary, Code, DateTimeMs, DbPointer, Decimal128, ObjectId, Regex, Symbol, Timestamp,
};
use crate::bson::values::pending;

impl<'py> Encoder<'py> {
    /// The classes of `wirecodec.bson`, which have no subclasses; then those that no class by itself decides.
    #[inline(never)]
    pub(super) fn class_of_ours(&mut self, value: &Bound<'py, PyAny>, class: Class, level: usize) -> Written {
        let classes = &self.state.classes;
        if class == classes.object_id {
            // SAFETY: its class was just looked at; so it is below.
            let id = unsafe { value.cast_unchecked::<ObjectId>() }.get();
            self.out.extend_from_slice(&id.0);
            Ok(0x07)
        } else if class == classes.symbol {
            // SAFETY: as above.
            let symbol = unsafe { value.cast_unchecked::<Symbol>() }.get();
            let text = self.utf8(symbol.value.bind(self.py).as_any())?;
            self.string(text)?;
            Ok(0x0e)
        } else if class == classes.binary {
            // SAFETY: as above.
            let binary = unsafe { value.cast_unchecked::<Binary>() }.get();
            self.binary(binary.subtype, binary.data.as_bytes(self.py))
        } else if class == classes.code {
            // SAFETY: as above.
            let code = unsafe { value.cast_unchecked::<Code>() }.get();
            self.code(code, level)
        } else if class == classes.regex {
            // SAFETY: as above.
            let regex = unsafe { value.cast_unchecked::<Regex>() }.get();
            self.cstring(regex.pattern.bind(self.py).as_any(), "the pattern")?;
            self.cstring(regex.options.bind(self.py).as_any(), "the options")?;
            Ok(0x0b)
        } else if class == classes.timestamp {
            // SAFETY: as above.
            let stamp = unsafe { value.cast_unchecked::<Timestamp>() }.get();
            self.out.extend_from_slice(&stamp.increment.to_le_bytes());
            self.out.extend_from_slice(&stamp.time.to_le_bytes());
            Ok(0x11)
        } else if class == classes.decimal128 {
            // SAFETY: as above.
            let number = unsafe { value.cast_unchecked::<Decimal128>() }.get();
            self.out.extend_from_slice(&number.0);
            Ok(0x13)
        } else if class == classes.datetime_ms {
            // SAFETY: as above.
            let instant = unsafe { value.cast_unchecked::<DateTimeMs>() }.get();
            self.out.extend_from_slice(&instant.0.to_le_bytes());
            Ok(0x09)
        } else if class == classes.db_pointer {
            // SAFETY: as above.
            let pointer = unsafe { value.cast_unchecked::<DbPointer>() }.get();
            let namespace = self.utf8(pointer.namespace.bind(self.py).as_any())?;
            self.string(namespace)?;
            self.out.extend_from_slice(&pointer.id.get().0);
            Ok(0x0c)
        } else if class == classes.undefined {
            Ok(0x06)
        } else if class == classes.min_key {
            Ok(0xff)
        } else if class == classes.max_key {
            Ok(0x7f)
        } else {
            self.other(value, level)
        }
    }

    /// By what it is an instance of, the narrower class first: an `IntEnum` is an int, a `StrEnum` a str.
    pub(super) fn other(&mut self, value: &Bound<'py, PyAny>, level: usize) -> Written {
        let py = self.py;
        let object = value.as_ptr();
        if value.is_instance_of::<PyDateTime>() {
            return self.datetime(value);
        }
        // SAFETY: the object is live; so it is below.
        unsafe {
            if ffi::PyLong_Check(object) != 0 {
                if ffi::PyObject_TypeCheck(object, self.state.int64.as_ptr().cast()) != 0 {
                    let number = self.number(value)?;
                    self.out.extend_from_slice(&number.to_le_bytes());
                    return Ok(0x12);
                }
                return self.integer(value);
            }
            if ffi::PyFloat_Check(object) != 0 {
                return self.double(value);
            }
            if ffi::PyUnicode_Check(object) != 0 {
                let text = self.utf8(value)?;
                self.string(text)?;
                return Ok(0x02);
            }
            if ffi::PyList_Check(object) != 0 || ffi::PyTuple_Check(object) != 0 {
                return self.list(value, level);
            }
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return self.binary(0, bytes.as_bytes());
        }
        if value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyMemoryView>() {
            // SAFETY: the object is live.
            let bytes = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyBytes_FromObject(object)) };
            let bytes = pending(py, bytes)?;
            // SAFETY: just made as bytes.
            return self.binary(0, unsafe { bytes.cast_unchecked::<PyBytes>() }.as_bytes());
        }
        if pending(py, value.is_instance(self.state.uuid.bind(py)))? {
            let number =
                pending(py, value.getattr(&self.state.name_int).and_then(|int| int.extract::<u128>()))?;
            return self.binary(4, &number.to_be_bytes());
        }
        if self.is_mapping(value)? {
            let level = self.deeper(level)?;
            self.mapping(value, level)?;
            return Ok(0x03);
        }
        if pending(py, value.is_instance(self.state.enumeration.bind(py)))? {
            // A level deeper, lest a member that claims to be its own value be followed for ever.
            let level = self.deeper(level)?;
            let meant = pending(py, value.getattr("value"))?;
            return self.value(&meant, level);
        }
        self.unwritable(value)
    }

    #[cold]
    pub(super) fn unwritable(&mut self, value: &Bound<'py, PyAny>) -> Written {
        let name = class_name(value);
        let advice = match name.as_str() {
            "decimal.Decimal" => "write Decimal128(value)",
            "datetime.date" => "write a datetime with a time zone",
            "set" | "frozenset" => "write a list",
            "re.Pattern" => "write Regex(pattern, options)",
            _ => "write a value of one of the types that wirecodec.bson lists",
        };
        self.fail(ErrorKind::OutOfRange, format!("{name} has no BSON type; {advice}"))
    }
}
