//! Why a text names no value.

use std::fmt;

/// A text that is not an [`ObjectId`](crate::ObjectId) or [`Decimal128`](crate::Decimal128).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError(pub(crate) &'static str);

impl std::error::Error for ParseError {}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
