//! What can be wrong, and where.
//!
//! An [`Error`] has a *kind*, one of the few words that every wirecodec codec uses in every language, and a
//! byte *offset*. A reader counts offsets from the first byte of its input, and names the first byte of the
//! item that is wrong; a writer counts them from the first byte of the document it writes, and names the
//! place where the refused item would have stood.
//!
//! ```
//! use wirecodec_bson::{ErrorKind, RawDocument};
//!
//! let error = RawDocument::new(b"\x09\0\0\0\x08a\0\x02\0").unwrap_err();
//! assert_eq!((error.kind, error.offset), (ErrorKind::BadBool, 7));
//! assert_eq!(error.to_string(), "bad-bool at byte 7: a boolean is 0 or 1, not 0x02");
//! ```

use std::fmt;

/// What fallible functions of this crate return.
pub type Result<T> = std::result::Result<T, Error>;

/// The kinds of error; `formats/bson/vectors/README.md` defines them for all languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input, or the document around it, ends inside an item of fixed width; or the input is shorter than
    /// the outermost document says.
    Truncated,
    /// A length below its minimum, negative, past the end of what contains it, or at odds with its contents.
    BadLength,
    /// No 0x00 where a string, document, key or regex part must end.
    MissingTerminator,
    /// Bytes after a document's 0x00, inside its length or behind it.
    TrailingBytes,
    /// A type byte that names no type.
    BadType,
    /// A boolean that is neither 0 nor 1.
    BadBool,
    /// Text that is not UTF-8.
    BadUtf8,
    /// Documents nested deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
    TooDeep,
    /// A key or regex part to be written holds a NUL, which would end it early.
    NulInCstring,
    /// A value that the format cannot hold, such as a document beyond 2³¹ − 1 bytes.
    OutOfRange,
    /// A second element of the same key, for readers that build maps. This crate keeps both, and never says so;
    /// the kind is here for the bindings built on it.
    DuplicateKey,
}

impl ErrorKind {
    /// The kind's name in test vectors and in every other language, such as `bad-length`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Truncated => "truncated",
            Self::BadLength => "bad-length",
            Self::MissingTerminator => "missing-terminator",
            Self::TrailingBytes => "trailing-bytes",
            Self::BadType => "bad-type",
            Self::BadBool => "bad-bool",
            Self::BadUtf8 => "bad-utf8",
            Self::TooDeep => "too-deep",
            Self::NulInCstring => "nul-in-cstring",
            Self::OutOfRange => "out-of-range",
            Self::DuplicateKey => "duplicate-key",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What was wrong, and at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// What was wrong.
    pub kind: ErrorKind,
    /// Where: see the [module](self) for what it counts from.
    pub offset: usize,
    detail: Detail,
}

/// The numbers behind an error; only its message uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    None,
    /// Bytes that an item takes, and bytes that were there.
    Needs(usize, usize),
    /// A length on the wire, and the least and the most it could have been.
    Length(i32, usize, usize),
    /// A length on the wire, and the one its contents come to.
    LengthOfContents(usize, usize),
    /// The byte that is wrong.
    Byte(u8),
    /// Where the document ends in which no 0x00 was found.
    DocumentEnd(usize),
    /// How many bytes, or the index of one: the kind says which.
    Count(usize),
}

impl Error {
    /// An error without particulars, for bindings that have errors of their own to report.
    #[must_use]
    pub const fn new(kind: ErrorKind, offset: usize) -> Self {
        Self { kind, offset, detail: Detail::None }
    }

    #[cold]
    pub(crate) const fn with(kind: ErrorKind, offset: usize, detail: Detail) -> Self {
        Self { kind, offset, detail }
    }

    /// The same error in a buffer where this one's input begins at byte `base`.
    #[must_use]
    pub(crate) const fn moved_by(self, base: usize) -> Self {
        let detail = match self.detail {
            Detail::DocumentEnd(end) => Detail::DocumentEnd(end + base),
            detail => detail,
        };
        Self { offset: self.offset + base, detail, ..self }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)?;
        match (self.kind, self.detail) {
            (_, Detail::Needs(needed, left)) => write!(f, ": {needed} bytes needed, {left} left"),
            (_, Detail::Length(found, least, most)) => {
                write!(f, ": length {found}, which must be {least} at least and {most} at most")
            }
            (_, Detail::LengthOfContents(found, actual)) => {
                write!(f, ": length {found}, but its contents take {actual} bytes")
            }
            (_, Detail::DocumentEnd(end)) => write!(f, ": no 0x00 before its document ends at byte {end}"),
            (ErrorKind::MissingTerminator, Detail::Byte(found)) => {
                write!(f, ": 0x00 must stand here, not 0x{found:02x}")
            }
            (ErrorKind::BadType, Detail::Byte(found)) => write!(f, ": 0x{found:02x} names no BSON type"),
            (ErrorKind::BadBool, Detail::Byte(found)) => {
                write!(f, ": a boolean is 0 or 1, not 0x{found:02x}")
            }
            (ErrorKind::BadUtf8, Detail::Byte(found)) => {
                write!(f, ": the bytes from 0x{found:02x} on are not UTF-8")
            }
            (ErrorKind::TrailingBytes, Detail::Count(count)) => {
                write!(f, ": {count} bytes after the document's end")
            }
            (ErrorKind::NulInCstring, Detail::Count(index)) => {
                write!(f, ": the key or regex part holds a NUL at its byte {index}")
            }
            (ErrorKind::OutOfRange, Detail::Count(count)) => {
                write!(f, ": {count} bytes do not fit a length of at most {}", i32::MAX)
            }
            (ErrorKind::TooDeep, _) => write!(f, ": more than {} levels of documents", crate::MAX_DEPTH),
            _ => Ok(()),
        }
    }
}
