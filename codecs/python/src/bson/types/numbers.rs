//! Numbers that are none of Python's: timestamps, instants beyond its years, and Decimal128.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString, PyTuple};
use wirecodec_bson::ErrorKind;

use super::{Parts, Reduced, hash_of_bytes, reduced};
use crate::bson::decimal::{self, Unfit};
use crate::bson::errors;
use crate::bson::state::State;

/// MongoDB's internal timestamp: seconds since 1970, and a counter within that second; 0 to 2³² - 1 both.
#[pyclass(frozen, module = "wirecodec.bson", eq, ord)]
#[derive(PartialEq, PartialOrd)]
pub(crate) struct Timestamp {
    #[pyo3(get)]
    pub(crate) time: u32,
    #[pyo3(get)]
    pub(crate) increment: u32,
}

impl Parts for Timestamp {
    const NAME: &'static str = "Timestamp";

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.time, self.increment).into_pyobject(py)
    }
}

#[pymethods]
impl Timestamp {
    #[new]
    fn new(time: u32, increment: u32) -> Self {
        Self { time, increment }
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

/// An instant as milliseconds since 1970-01-01T00:00Z, for those beyond the years 1 to 9999 of `datetime`.
///
/// Within these years it may be written too, and is read back as a datetime.
#[pyclass(frozen, module = "wirecodec.bson", name = "DateTimeMS", eq, ord)]
#[derive(PartialEq, PartialOrd)]
pub(crate) struct DateTimeMs(pub(crate) i64);

impl Parts for DateTimeMs {
    const NAME: &'static str = "DateTimeMS";

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.0,).into_pyobject(py)
    }
}

#[pymethods]
impl DateTimeMs {
    #[new]
    fn new(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    #[getter]
    fn milliseconds(&self) -> i64 {
        self.0
    }

    fn __int__(&self) -> i64 {
        self.0
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

/// A decimal number of 34 digits, IEEE 754's decimal128.
///
/// Made from a `decimal.Decimal`, an int, or text such as "1.50" or "-2E+10". What does not fit exactly is refused,
/// never rounded. Two of them are equal when their bytes are: 1.5 and 1.50 differ, and a NaN equals itself.
#[pyclass(frozen, module = "wirecodec.bson", eq)]
#[derive(PartialEq)]
pub(crate) struct Decimal128(pub(crate) [u8; 16]);

#[pymethods]
impl Decimal128 {
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = value.py();
        if !value.is_instance_of::<PyString>()
            && !value.is_instance_of::<PyInt>()
            && !value.is_instance(State::get(py)?.decimal.bind(py))?
        {
            let name = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "Decimal128 is made from a str, an int or a decimal.Decimal, not {name}"
            )));
        }
        let text = value.str()?;
        let text = text.to_str()?;
        decimal::from_text(text).map(Self).map_err(|unfit| {
            let what = match unfit {
                Unfit::NoNumber => format!("{text:?} is no decimal number"),
                Unfit::Digits => format!("{text} has more than 34 digits; round it first"),
                Unfit::Exponent => format!("{text} is beyond Decimal128's exponents, -6176 to 6111"),
                Unfit::Payload => format!("{text} has a payload, which is not written; give NaN or sNaN"),
            };
            errors::of_value(py, ErrorKind::OutOfRange, &what, Vec::new())
        })
    }

    /// The number with these sixteen bytes, the lowest first, as they are on the wire.
    #[staticmethod]
    fn from_bytes(data: [u8; 16]) -> Self {
        Self(data)
    }

    /// The same number as a `decimal.Decimal`; NaN's payload is lost.
    fn to_decimal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        State::get(py)?.decimal.bind(py).call1((decimal::to_text(self.0),))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0)
    }

    fn __str__(&self) -> String {
        decimal::to_text(self.0)
    }

    fn __repr__(&self) -> String {
        format!("Decimal128('{}')", decimal::to_text(self.0))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        hash_of_bytes(py, &self.0)
    }

    /// By its bytes, since text would lose what is not canonical.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let from_bytes = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((from_bytes, (self.__bytes__(py),)))
    }
}
