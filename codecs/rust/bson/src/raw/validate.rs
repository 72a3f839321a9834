//! Validation: a walk over everything, which keeps nothing.

use crate::cursor::Cursor;
use crate::{ElementType, Result};

/// Says whether `bytes` are exactly one document that obeys every rule.
pub(super) fn validate(bytes: &[u8]) -> Result<()> {
    let mut cursor = Cursor::outermost(bytes)?;
    elements(&mut cursor)?;
    cursor.finish()
}

/// Recursion is bounded by the cursor, which refuses a document past `MAX_DEPTH`.
fn elements(cursor: &mut Cursor<'_>) -> Result<()> {
    while let Some((element_type, _key)) = cursor.next_element()? {
        match element_type {
            ElementType::Undefined | ElementType::Null | ElementType::MinKey | ElementType::MaxKey => {}
            ElementType::Boolean => drop(cursor.boolean()?),
            ElementType::Int32 => drop(cursor.fixed::<4>()?),
            ElementType::Double | ElementType::DateTime | ElementType::Timestamp | ElementType::Int64 => {
                cursor.fixed::<8>()?;
            }
            ElementType::ObjectId => drop(cursor.fixed::<12>()?),
            ElementType::Decimal128 => drop(cursor.fixed::<16>()?),
            ElementType::String | ElementType::JavaScript | ElementType::Symbol => drop(cursor.string()?),
            ElementType::Binary => drop(cursor.binary()?),
            ElementType::Document | ElementType::Array => elements(&mut cursor.document()?)?,
            ElementType::Regex => {
                cursor.cstring()?;
                cursor.cstring()?;
            }
            ElementType::DbPointer => {
                cursor.string()?;
                cursor.fixed::<12>()?;
            }
            ElementType::JavaScriptWithScope => {
                let (_code, mut scope) = cursor.javascript_with_scope()?;
                elements(&mut scope)?;
            }
        }
    }
    Ok(())
}
