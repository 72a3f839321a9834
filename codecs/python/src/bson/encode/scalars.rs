//! Values that hold no others: numbers, text, bytes and instants.

use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::ffi;
use pyo3::prelude::*;
use wirecodec_bson::ErrorKind;

use super::{Encoder, Written, class_name};
use crate::bson::errors::Failed;
use crate::bson::time::{MILLISECONDS_A_DAY, days_from_date};
use crate::bson::values::pending;

impl<'py> Encoder<'py> {
    #[inline]
    pub(super) fn double(&mut self, value: &Bound<'py, PyAny>) -> Written {
        // SAFETY: the caller found it to be a float.
        let number = unsafe { ffi::PyFloat_AS_DOUBLE(value.as_ptr()) };
        self.out.extend_from_slice(&number.to_le_bytes());
        Ok(0x01)
    }

    #[inline]
    pub(super) fn integer(&mut self, value: &Bound<'py, PyAny>) -> Written {
        let number = self.number(value)?;
        if let Ok(number) = i32::try_from(number) {
            self.out.extend_from_slice(&number.to_le_bytes());
            Ok(0x10)
        } else {
            self.out.extend_from_slice(&number.to_le_bytes());
            Ok(0x12)
        }
    }

    #[inline]
    pub(super) fn number(&mut self, value: &Bound<'py, PyAny>) -> Result<i64, Failed> {
        let mut overflow = 0;
        // SAFETY: the caller found it to be an int, of which this reads the digits and runs nothing.
        let number = unsafe { ffi::PyLong_AsLongLongAndOverflow(value.as_ptr(), &mut overflow) };
        if overflow == 0 {
            return Ok(number);
        }
        let what = "an integer of more than 64 bits; write a Decimal128, a str or bytes".to_owned();
        self.fail(ErrorKind::OutOfRange, what)
    }

    #[inline]
    pub(super) fn string(&mut self, text: &[u8]) -> Result<(), Failed> {
        let length = self.length(text.len() + 1)?;
        self.out.reserve(text.len() + 5);
        self.out.extend_from_slice(&length);
        self.out.extend_from_slice(text);
        self.out.push(0);
        Ok(())
    }

    /// Text that a NUL ends, and so cannot hold one.
    #[inline]
    pub(super) fn cstring(&mut self, text: &Bound<'py, PyAny>, which: &str) -> Result<(), Failed> {
        let text = self.utf8(text)?;
        if text.contains(&0) {
            let what = format!("{which} holds a NUL, which would end it early");
            return self.fail(ErrorKind::NulInCstring, what);
        }
        self.out.reserve(text.len() + 1);
        self.out.extend_from_slice(text);
        self.out.push(0);
        Ok(())
    }

    /// A str's text in UTF-8: its own bytes where it is ASCII, else a copy that CPython makes once and keeps with it.
    #[inline]
    pub(super) fn utf8<'a>(&mut self, text: &'a Bound<'py, PyAny>) -> Result<&'a [u8], Failed> {
        let string = text.as_ptr();
        // SAFETY: the caller found it to be a str; its bytes stay where they are as long as it lives.
        unsafe {
            if ffi::PyUnicode_IS_COMPACT_ASCII(string) != 0 {
                let data = string.cast::<ffi::PyASCIIObject>().add(1).cast::<u8>();
                return Ok(std::slice::from_raw_parts(data, ffi::PyUnicode_GET_LENGTH(string) as usize));
            }
            let mut length = 0;
            let data = ffi::PyUnicode_AsUTF8AndSize(string, &mut length);
            if data.is_null() {
                self.not_utf8()
            } else {
                Ok(std::slice::from_raw_parts(data.cast(), length as usize))
            }
        }
    }

    #[cold]
    pub(super) fn not_utf8<T>(&mut self) -> Result<T, Failed> {
        let error = PyErr::fetch(self.py);
        if !error.is_instance_of::<PyUnicodeEncodeError>(self.py) {
            return pending(self.py, Err(error));
        }
        let what = format!("text that UTF-8 cannot hold: {}", error.value(self.py));
        self.fail(ErrorKind::BadUtf8, what)
    }

    pub(super) fn binary(&mut self, subtype: u8, bytes: &[u8]) -> Written {
        if subtype == 2 {
            // The old binary type counts its bytes twice.
            let outer = self.length(bytes.len() + 4)?;
            self.out.extend_from_slice(&outer);
            self.out.push(subtype);
            let inner = self.length(bytes.len())?;
            self.out.extend_from_slice(&inner);
        } else {
            let length = self.length(bytes.len())?;
            self.out.extend_from_slice(&length);
            self.out.push(subtype);
        }
        self.out.extend_from_slice(bytes);
        Ok(0x05)
    }

    pub(super) fn datetime(&mut self, value: &Bound<'py, PyAny>) -> Written {
        let Some(offset) = self.utc_offset(value)? else {
            let what = "a datetime without a time zone names no instant; \
                        if UTC is meant, write value.replace(tzinfo=datetime.timezone.utc)";
            return self.fail(ErrorKind::OutOfRange, what.to_owned());
        };
        let date = value.as_ptr();
        // SAFETY: the caller found it to be a datetime, whose fields these read.
        let microseconds = unsafe {
            let days = days_from_date(
                ffi::PyDateTime_GET_YEAR(date),
                ffi::PyDateTime_GET_MONTH(date),
                ffi::PyDateTime_GET_DAY(date),
            );
            let minutes = ffi::PyDateTime_DATE_GET_HOUR(date) * 60 + ffi::PyDateTime_DATE_GET_MINUTE(date);
            let seconds = i64::from(minutes * 60 + ffi::PyDateTime_DATE_GET_SECOND(date));
            days * MILLISECONDS_A_DAY * 1_000
                + seconds * 1_000_000
                + i64::from(ffi::PyDateTime_DATE_GET_MICROSECOND(date))
                - offset
        };
        let rest = microseconds.rem_euclid(1_000);
        if rest != 0 {
            let what = format!(
                "BSON counts milliseconds, and this datetime has {rest} microseconds more; to drop them, \
                 write value.replace(microsecond=value.microsecond // 1000 * 1000)"
            );
            return self.fail(ErrorKind::OutOfRange, what);
        }
        self.out.extend_from_slice(&(microseconds / 1_000).to_le_bytes());
        Ok(0x09)
    }

    /// Microseconds east of Greenwich; `None` without a time zone.
    #[inline]
    pub(super) fn utc_offset(&mut self, value: &Bound<'py, PyAny>) -> Result<Option<i64>, Failed> {
        let py = self.py;
        // SAFETY: the caller found it to be a datetime, and the API was imported with the state.
        unsafe {
            if ffi::PyDateTime_DATE_GET_TZINFO(value.as_ptr()) == (*ffi::PyDateTimeAPI()).TimeZone_UTC {
                return Ok(Some(0));
            }
        }
        // A time zone of another kind may run Python code.
        let offset = pending(py, value.call_method0("utcoffset"))?;
        if offset.is_none() {
            return Ok(None);
        }
        let delta = offset.as_ptr();
        // SAFETY: the delta is looked at before its fields are read.
        unsafe {
            if ffi::PyDelta_Check(delta) == 0 {
                let message = format!("utcoffset() must give a timedelta, not {}", class_name(&offset));
                return pending(py, Err(PyTypeError::new_err(message)));
            }
            let seconds = i64::from(ffi::PyDateTime_DELTA_GET_DAYS(delta)) * 86_400
                + i64::from(ffi::PyDateTime_DELTA_GET_SECONDS(delta));
            Ok(Some(seconds * 1_000_000 + i64::from(ffi::PyDateTime_DELTA_GET_MICROSECONDS(delta))))
        }
    }
}
