//! The zero-copy view: a document that was checked once and is read in place ever after.
//!
//! [`RawDocument`] and [`RawArray`] cannot be made from bytes that were not validated, so they are proof that
//! their bytes obey the format. Reading them cannot fail, and checks nothing again.

mod array;
mod document;
mod trusted;
mod validate;
mod value;

pub use array::{Items, RawArray};
pub use document::{Elements, RawDocument};
pub use value::RawValue;
