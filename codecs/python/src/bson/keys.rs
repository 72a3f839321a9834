//! The key cache: keys repeat from document to document, and a key that is known need not be made again.
//!
//! A direct-mapped table of Python strings. A key's hash picks its one slot; if the string there has the same
//! bytes it is given out again, otherwise the key is made, and takes the slot. So a hit costs a hash and a
//! comparison instead of an allocation, a copy, and later Python's own hash, which the string keeps.
//!
//! Bounds: [`SLOTS`] strings of at most [`LONGEST`] bytes stay alive, some 180 KiB at worst, whatever the input. A
//! stranger who picks keys that share a slot gets no more than the speed without a cache. Only ASCII keys are
//! kept, because only their bytes are the string's own.
//!
//! The GIL guards the table. Nothing here runs Python code: strings are no containers, so making one never starts
//! the garbage collector, and dropping one calls no finaliser.

use std::cell::UnsafeCell;
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;

use super::errors::Failed;
use super::input::Key;
use super::values;

const SLOTS_LOG2: u32 = 11;
const SLOTS: usize = 1 << SLOTS_LOG2;
/// Longer keys are rare, and their comparison would cost what a copy costs.
const LONGEST: usize = 32;

pub(crate) struct KeyCache {
    slots: Box<[UnsafeCell<*mut ffi::PyObject>]>,
}

// SAFETY: every access takes a `Python` token, so the GIL is held.
unsafe impl Send for KeyCache {}
// SAFETY: as above; the module declares that it needs the GIL.
unsafe impl Sync for KeyCache {}

impl KeyCache {
    pub(crate) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| UnsafeCell::new(ptr::null_mut())).collect() }
    }

    /// The key as a Python string.
    #[inline]
    pub(crate) fn get<'py>(&self, py: Python<'py>, key: &Key<'_>) -> Result<Bound<'py, PyAny>, Failed> {
        if !key.ascii || key.bytes.len() > LONGEST {
            return values::string(py, key.bytes);
        }
        let slot = self.slots[(key.hash >> (64 - SLOTS_LOG2)) as usize].get();
        // SAFETY: the GIL is held; a slot is null or owns a reference to a compact ASCII string, whose bytes
        // directly follow its header.
        unsafe {
            let known = *slot;
            if !known.is_null() && same(ascii_bytes(known), key.bytes) {
                return Ok(Bound::from_borrowed_ptr(py, known));
            }
        }
        let made = values::ascii(py, key.bytes)?;
        // SAFETY: as above. The slot takes a reference of its own before it gives up the one it had.
        unsafe {
            let evicted = std::mem::replace(&mut *slot, made.clone().into_ptr());
            ffi::Py_XDECREF(evicted);
        }
        Ok(made)
    }
}

/// # Safety
/// `string` is a compact ASCII string, and lives as long as the result is used.
#[inline]
unsafe fn ascii_bytes<'a>(string: *mut ffi::PyObject) -> &'a [u8] {
    // SAFETY: the caller's promise.
    unsafe {
        let length = ffi::PyUnicode_GET_LENGTH(string) as usize;
        std::slice::from_raw_parts(string.cast::<ffi::PyASCIIObject>().add(1).cast::<u8>(), length)
    }
}

/// Whether two keys are the same: eight bytes at a time, as a call of memcmp would cost more than it compares.
#[inline]
fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let word = |bytes: &[u8], at: usize| u64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap());
    let length = left.len();
    if length >= 8 {
        let mut at = 0;
        while at + 8 < length {
            if word(left, at) != word(right, at) {
                return false;
            }
            at += 8;
        }
        return word(left, length - 8) == word(right, length - 8);
    }
    if length >= 4 {
        let half = |bytes: &[u8], at: usize| u32::from_ne_bytes(bytes[at..at + 4].try_into().unwrap());
        return half(left, 0) == half(right, 0) && half(left, length - 4) == half(right, length - 4);
    }
    left.iter().zip(right).all(|(left, right)| left == right)
}
