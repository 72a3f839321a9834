//! A value of any type, owned.

use crate::{
    DateTime, DbPointer, Decimal128, Document, ElementType, JavaScriptWithScope, ObjectId, RawArray,
    RawDocument, RawValue, Regex, Timestamp,
};

/// A value of any type, owning what it holds: the mirror of [`RawValue`].
///
/// The rare values of two parts stand behind a box, which keeps every `Value` at 32 bytes. Equality of doubles
/// is IEEE's, so a NaN equals nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// IEEE 754 binary64; the bits of a NaN are kept.
    Double(f64),
    /// Text, which may hold NULs.
    String(String),
    /// An embedded document.
    Document(Document),
    /// An array.
    Array(Vec<Value>),
    /// Bytes with a subtype.
    Binary {
        /// What the bytes are for: 0 generic, 4 UUID, 0x80 and above for users, ….
        subtype: u8,
        /// The bytes; those of the deprecated subtype 2 without the inner length that the wire has.
        bytes: Vec<u8>,
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
    Regex(Box<Regex>),
    /// A reference to a document of another collection (deprecated).
    DbPointer(Box<DbPointer>),
    /// JavaScript code.
    JavaScript(String),
    /// A symbol (deprecated).
    Symbol(String),
    /// JavaScript code with the values of its free names (deprecated).
    JavaScriptWithScope(Box<JavaScriptWithScope>),
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

const _: () = assert!(size_of::<Value>() <= 32, "decoding is bound by the memory that values take");

impl Value {
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
            Self::Regex(_) => ElementType::Regex,
            Self::DbPointer(_) => ElementType::DbPointer,
            Self::JavaScript(_) => ElementType::JavaScript,
            Self::Symbol(_) => ElementType::Symbol,
            Self::JavaScriptWithScope(_) => ElementType::JavaScriptWithScope,
            Self::Int32(_) => ElementType::Int32,
            Self::Timestamp(_) => ElementType::Timestamp,
            Self::Int64(_) => ElementType::Int64,
            Self::Decimal128(_) => ElementType::Decimal128,
            Self::MinKey => ElementType::MinKey,
            Self::MaxKey => ElementType::MaxKey,
        }
    }
}

macro_rules! value_from {
    ($($type:ty, $binding:ident => $value:expr;)*) => {$(
        impl From<$type> for Value {
            fn from($binding: $type) -> Self {
                $value
            }
        }
    )*};
}

value_from! {
    f64, value => Self::Double(value);
    &str, value => Self::String(value.to_owned());
    String, value => Self::String(value);
    Document, value => Self::Document(value);
    ObjectId, value => Self::ObjectId(value);
    bool, value => Self::Boolean(value);
    DateTime, value => Self::DateTime(value);
    Regex, value => Self::Regex(Box::new(value));
    DbPointer, value => Self::DbPointer(Box::new(value));
    JavaScriptWithScope, value => Self::JavaScriptWithScope(Box::new(value));
    i32, value => Self::Int32(value);
    Timestamp, value => Self::Timestamp(value);
    i64, value => Self::Int64(value);
    Decimal128, value => Self::Decimal128(value);
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    /// An array of the items.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

/// Copies what a view borrows. Recursion is bounded: a validated document is at most `MAX_DEPTH` deep.
impl From<RawValue<'_>> for Value {
    fn from(value: RawValue<'_>) -> Self {
        match value {
            RawValue::Double(value) => Self::Double(value),
            RawValue::String(value) => Self::String(value.to_owned()),
            RawValue::Document(value) => Self::Document(value.into()),
            RawValue::Array(items) => items.into(),
            RawValue::Binary { subtype, bytes } => Self::Binary { subtype, bytes: bytes.to_vec() },
            RawValue::Undefined => Self::Undefined,
            RawValue::ObjectId(value) => Self::ObjectId(value),
            RawValue::Boolean(value) => Self::Boolean(value),
            RawValue::DateTime(value) => Self::DateTime(value),
            RawValue::Null => Self::Null,
            RawValue::Regex { pattern, options } => {
                Regex { pattern: pattern.to_owned(), options: options.to_owned() }.into()
            }
            RawValue::DbPointer { namespace, id } => DbPointer { namespace: namespace.to_owned(), id }.into(),
            RawValue::JavaScript(code) => Self::JavaScript(code.to_owned()),
            RawValue::Symbol(value) => Self::Symbol(value.to_owned()),
            RawValue::JavaScriptWithScope { code, scope } => {
                JavaScriptWithScope { code: code.to_owned(), scope: scope.into() }.into()
            }
            RawValue::Int32(value) => Self::Int32(value),
            RawValue::Timestamp(value) => Self::Timestamp(value),
            RawValue::Int64(value) => Self::Int64(value),
            RawValue::Decimal128(value) => Self::Decimal128(value),
            RawValue::MinKey => Self::MinKey,
            RawValue::MaxKey => Self::MaxKey,
        }
    }
}

impl From<RawArray<'_>> for Value {
    fn from(items: RawArray<'_>) -> Self {
        items.iter().collect()
    }
}

impl From<RawDocument<'_>> for Document {
    fn from(document: RawDocument<'_>) -> Self {
        document.iter().collect()
    }
}
