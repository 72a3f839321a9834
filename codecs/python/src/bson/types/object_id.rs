//! ObjectId, and how new ones are made.

use std::process;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDateTime, PyString, PyTzInfo};

use super::hash_of_bytes;

/// Twelve bytes that name a document: seconds since 1970, five random bytes, and a counter.
///
/// `ObjectId()` makes a new one; `ObjectId("5f3e2d1c0b9a8f7e6d5c4b3a")` and `ObjectId(twelve_bytes)` name a known
/// one. `str` and `bytes` give these back. They sort by their bytes, and so by the time they were made.
#[pyclass(frozen, module = "wirecodec.bson", eq, ord)]
#[derive(PartialEq, PartialOrd)]
pub(crate) struct ObjectId(pub(crate) [u8; 12]);

#[pymethods]
impl ObjectId {
    #[new]
    #[pyo3(signature = (value = None, /))]
    fn new(value: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(value) = value else {
            return generate();
        };
        if let Ok(text) = value.cast::<PyString>() {
            return from_hex(text.to_str()?).map(Self).ok_or_else(|| {
                PyValueError::new_err(format!("an ObjectId is 24 hexadecimal digits, not {text:?}"))
            });
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return bytes.as_bytes().try_into().map(Self).map_err(|_| {
                PyValueError::new_err(format!("an ObjectId is 12 bytes, not {}", bytes.as_bytes().len()))
            });
        }
        let name = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("an ObjectId is made from str or bytes, not {name}")))
    }

    /// When it was made, to the second, in UTC; as far as it was made by the rules.
    #[getter]
    fn generation_time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDateTime>> {
        let [a, b, c, d, ..] = self.0;
        let seconds = u32::from_be_bytes([a, b, c, d]);
        PyDateTime::from_timestamp(py, seconds.into(), Some(&*PyTzInfo::utc(py)?))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0)
    }

    fn __str__(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn __repr__(&self) -> String {
        format!("ObjectId('{}')", self.__str__())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        hash_of_bytes(py, &self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (Bound<'py, PyBytes>,)) {
        (py.get_type::<Self>(), (self.__bytes__(py),))
    }
}

fn from_hex(text: &str) -> Option<[u8; 12]> {
    let digits: &[u8; 24] = text.as_bytes().try_into().ok()?;
    let digit = |index: usize| char::from(digits[index]).to_digit(16);
    let mut bytes = [0; 12];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::try_from(digit(2 * index)? << 4 | digit(2 * index + 1)?).ok()?;
    }
    Some(bytes)
}

/// What this process puts into its ids. A forked child must not repeat its parent's, so the process is part of it.
struct Generator {
    process: u32,
    random: [u8; 5],
    counter: u32,
}

static GENERATOR: Mutex<Generator> = Mutex::new(Generator { process: 0, random: [0; 5], counter: 0 });

fn generate() -> PyResult<ObjectId> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs());
    // The GIL keeps others out already; nothing that holds the lock can panic.
    let mut generator = GENERATOR.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if generator.process != process::id() {
        let mut seed = [0; 8];
        getrandom::fill(&mut seed).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let [a, b, c, d, e, counter @ ..] = seed;
        let [x, y, z] = counter;
        *generator = Generator {
            process: process::id(),
            random: [a, b, c, d, e],
            counter: u32::from_be_bytes([0, x, y, z]),
        };
    }
    // Both wrap, as the format has it: seconds in 2106, the counter after 2²⁴ ids.
    let [t0, t1, t2, t3] = (seconds as u32).to_be_bytes();
    let [r0, r1, r2, r3, r4] = generator.random;
    let [_, c0, c1, c2] = generator.counter.to_be_bytes();
    generator.counter = (generator.counter + 1) & 0x00ff_ffff;
    Ok(ObjectId([t0, t1, t2, t3, r0, r1, r2, r3, r4, c0, c1, c2]))
}
