//! A value inside a validated document.

use super::{RawArray, RawDocument};
use crate::{DateTime, Decimal128, ElementType, ObjectId, Timestamp};

/// A value of any type, borrowing from the validated document it stands in.
///
/// Equality of doubles is IEEE's, so a NaN equals nothing; equality of nested documents and arrays is that of
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RawValue<'a> {
    /// IEEE 754 binary64; the bits of a NaN are kept.
    Double(f64),
    /// Text, which may hold NULs.
    String(&'a str),
    /// An embedded document.
    Document(RawDocument<'a>),
    /// An array.
    Array(RawArray<'a>),
    /// Bytes with a subtype.
    Binary {
        /// What the bytes are for: 0 generic, 4 UUID, 0x80 and above for users, ….
        subtype: u8,
        /// The bytes; those of the deprecated subtype 2 without the inner length that the wire has.
        bytes: &'a [u8],
    },
    /// Undefined (deprecated).
    Undefined,
    /// Twelve bytes that identify a document.
    ObjectId(ObjectId),
    /// True or false.
    Boolean(bool),
    /// Milliseconds since 1970.
    DateTime(DateTime),
    /// Null.
    Null,
    /// A regular expression, uninterpreted.
    Regex {
        /// The expression.
        pattern: &'a str,
        /// One letter an option, in the order of the bytes.
        options: &'a str,
    },
    /// A reference to a document of another collection (deprecated).
    DbPointer {
        /// Database and collection, joined by a point.
        namespace: &'a str,
        /// The document referred to.
        id: ObjectId,
    },
    /// JavaScript code.
    JavaScript(&'a str),
    /// A symbol (deprecated).
    Symbol(&'a str),
    /// JavaScript code with the values of its free names (deprecated).
    JavaScriptWithScope {
        /// The code.
        code: &'a str,
        /// The free names.
        scope: RawDocument<'a>,
    },
    /// Signed 32 bits.
    Int32(i32),
    /// A point in MongoDB's operation log.
    Timestamp(Timestamp),
    /// Signed 64 bits.
    Int64(i64),
    /// A decimal floating-point number.
    Decimal128(Decimal128),
    /// Below all other values.
    MinKey,
    /// Above all other values.
    MaxKey,
}

impl RawValue<'_> {
    /// The type on the wire.
    #[must_use]
    pub const fn element_type(&self) -> ElementType {
        match self {
            Self::Double(_) => ElementType::Double,
            Self::String(_) => ElementType::String,
            Self::Document(_) => ElementType::Document,
            Self::Array(_) => ElementType::Array,
            Self::Binary { .. } => ElementType::Binary,
            Self::Undefined => ElementType::Undefined,
            Self::ObjectId(_) => ElementType::ObjectId,
            Self::Boolean(_) => ElementType::Boolean,
            Self::DateTime(_) => ElementType::DateTime,
            Self::Null => ElementType::Null,
            Self::Regex { .. } => ElementType::Regex,
            Self::DbPointer { .. } => ElementType::DbPointer,
            Self::JavaScript(_) => ElementType::JavaScript,
            Self::Symbol(_) => ElementType::Symbol,
            Self::JavaScriptWithScope { .. } => ElementType::JavaScriptWithScope,
            Self::Int32(_) => ElementType::Int32,
            Self::Timestamp(_) => ElementType::Timestamp,
            Self::Int64(_) => ElementType::Int64,
            Self::Decimal128(_) => ElementType::Decimal128,
            Self::MinKey => ElementType::MinKey,
            Self::MaxKey => ElementType::MaxKey,
        }
    }
}
