//! Values of two parts.

use crate::{Document, ObjectId};

/// A regular expression, kept as it is: neither part is interpreted, and options keep their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Regex {
    /// The expression. A pattern with a NUL cannot be written.
    pub pattern: String,
    /// One letter an option. The specification wants them in alphabetical order; a writer does not sort them.
    pub options: String,
}

/// A reference to a document of another collection (deprecated).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DbPointer {
    /// Database and collection, joined by a point.
    pub namespace: String,
    /// The document referred to.
    pub id: ObjectId,
}

/// JavaScript code, and the values of the names that are free in it (deprecated).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JavaScriptWithScope {
    /// The code.
    pub code: String,
    /// The free names.
    pub scope: Document,
}
