//! BSON 1.1, all of it: every type, deprecated ones too, and exactly the bytes.
//!
//! Three ways in and out, all under the same rules:
//!
//! - [`RawDocument`] is a view: bytes validated once, whole, then read in place. Nothing is allocated or checked
//!   twice. Use it to look at documents, to copy parts of them, or to build values of your own.
//! - [`Document`] and [`Value`] own what they hold: use them to build, keep and change documents.
//! - [`Writer`] appends a document to a buffer element by element, with nothing built in between.
//!
//! [`documents`] reads files of concatenated documents, as mongodump writes them.
//!
//! ```
//! use wirecodec_bson::{RawDocument, RawValue, doc};
//!
//! let bytes = doc! { "name": "Ada", "born": 1815 }.to_bytes()?;
//! let document = RawDocument::new(&bytes)?;
//! assert_eq!(document.get("born"), Some(RawValue::Int32(1815)));
//! # Ok::<(), wirecodec_bson::Error>(())
//! ```
//!
//! # What is promised
//!
//! - What is read and written again is the same bytes, with one exception: arrays are read whatever their keys
//!   are, and written with the keys "0", "1", …. Order, duplicate keys, NaN payloads, unsorted regex options and
//!   all subtypes are kept.
//! - Everything is checked before it is used: lengths, terminators, types, booleans, UTF-8, depth (at most
//!   [`MAX_DEPTH`] levels). No input makes this crate panic, recurse without bound, or take memory out of
//!   proportion to the input's size.
//! - An [`Error`] names its [`ErrorKind`] and the first byte of what is wrong. Kinds, offsets and the order of
//!   checks are the same in every wirecodec codec; the test vectors in `formats/bson/vectors` define them.

// Two functions allow it to themselves: text::checked and raw::trusted::text.
#![deny(unsafe_code)]

mod cursor;
mod decode;
mod document;
mod documents;
mod element_type;
mod encode;
pub mod error;
mod raw;
mod text;
mod types;
mod value;
mod writer;

pub use document::{Document, Iter};
pub use documents::{Documents, Split, documents, split};
pub use element_type::ElementType;
pub use error::{Error, ErrorKind, Result};
pub use raw::{Elements, Items, RawArray, RawDocument, RawValue};
pub use types::{
    DateTime, DbPointer, Decimal128, JavaScriptWithScope, ObjectId, ParseError, Regex, Timestamp,
};
pub use value::Value;
pub use writer::Writer;

/// How deep documents and arrays may nest: the outermost document is level 1, level 201 is refused. The scope of
/// JavaScript code is a level as well.
pub const MAX_DEPTH: usize = 200;

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
