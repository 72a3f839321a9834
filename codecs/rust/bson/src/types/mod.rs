//! The values that Rust has no type for, each in its own file.

mod datetime;
mod decimal128;
mod object_id;
mod parse_error;
mod text;

pub use datetime::{DateTime, Timestamp};
pub use decimal128::Decimal128;
pub use object_id::ObjectId;
pub use parse_error::ParseError;
pub use text::{DbPointer, JavaScriptWithScope, Regex};
