//! The type byte that begins every element.

/// The types of BSON 1.1 with their bytes on the wire, deprecated ones included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum ElementType {
    /// IEEE 754 binary64.
    Double = 0x01,
    /// UTF-8 text, NUL allowed.
    String = 0x02,
    /// Embedded document.
    Document = 0x03,
    /// Document whose keys are "0", "1", ….
    Array = 0x04,
    /// Bytes with a subtype.
    Binary = 0x05,
    /// Undefined (deprecated).
    Undefined = 0x06,
    /// Twelve bytes.
    ObjectId = 0x07,
    /// One byte, 0 or 1.
    Boolean = 0x08,
    /// Milliseconds since 1970, signed 64 bits.
    DateTime = 0x09,
    /// Null.
    Null = 0x0A,
    /// Pattern and options, both cstrings.
    Regex = 0x0B,
    /// Namespace and ObjectId (deprecated).
    DbPointer = 0x0C,
    /// JavaScript code.
    JavaScript = 0x0D,
    /// Text (deprecated).
    Symbol = 0x0E,
    /// JavaScript code with the document that binds its free names (deprecated).
    JavaScriptWithScope = 0x0F,
    /// Signed 32 bits.
    Int32 = 0x10,
    /// Increment and seconds, as MongoDB's replication uses them.
    Timestamp = 0x11,
    /// Signed 64 bits.
    Int64 = 0x12,
    /// IEEE 754 decimal128, binary integer significand.
    Decimal128 = 0x13,
    /// Above all other values.
    MaxKey = 0x7F,
    /// Below all other values.
    MinKey = 0xFF,
}

impl ElementType {
    /// The type that `byte` names, if any.
    #[must_use]
    #[inline]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            0x01 => Self::Double,
            0x02 => Self::String,
            0x03 => Self::Document,
            0x04 => Self::Array,
            0x05 => Self::Binary,
            0x06 => Self::Undefined,
            0x07 => Self::ObjectId,
            0x08 => Self::Boolean,
            0x09 => Self::DateTime,
            0x0A => Self::Null,
            0x0B => Self::Regex,
            0x0C => Self::DbPointer,
            0x0D => Self::JavaScript,
            0x0E => Self::Symbol,
            0x0F => Self::JavaScriptWithScope,
            0x10 => Self::Int32,
            0x11 => Self::Timestamp,
            0x12 => Self::Int64,
            0x13 => Self::Decimal128,
            0x7F => Self::MaxKey,
            0xFF => Self::MinKey,
            _ => return None,
        })
    }

    /// The byte on the wire.
    #[must_use]
    #[inline]
    pub const fn byte(self) -> u8 {
        self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::ElementType;

    #[test]
    fn a_byte_names_the_type_whose_byte_it_is() {
        let named: Vec<u8> = (0..=u8::MAX)
            .filter(|&byte| ElementType::from_byte(byte).is_some_and(|t| t.byte() == byte))
            .collect();
        let mut expected: Vec<u8> = (0x01..=0x13).collect();
        expected.extend([0x7F, 0xFF]);
        assert_eq!(named, expected);
    }
}
