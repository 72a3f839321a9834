//! Bytes to owned documents, checked and built in one walk.

use crate::cursor::Cursor;
use crate::{
    DateTime, DbPointer, Decimal128, Document, ElementType, JavaScriptWithScope, ObjectId, Regex, Result,
    Value,
};

/// The one document that `bytes` must be.
pub(crate) fn document(bytes: &[u8]) -> Result<Document> {
    let mut cursor = Cursor::outermost(bytes)?;
    let document = elements(&mut cursor)?;
    cursor.finish()?;
    Ok(document)
}

/// Recursion is bounded by the cursor, which refuses a document past `MAX_DEPTH`.
fn elements(cursor: &mut Cursor<'_>) -> Result<Document> {
    let mut elements = Vec::new();
    while let Some((element_type, key)) = cursor.next_element()? {
        let key = key.to_owned();
        elements.push((key, value(cursor, element_type)?));
    }
    Ok(Document::from(elements))
}

fn items(cursor: &mut Cursor<'_>) -> Result<Vec<Value>> {
    let mut items = Vec::new();
    while let Some((element_type, _index)) = cursor.next_element()? {
        items.push(value(cursor, element_type)?);
    }
    Ok(items)
}

fn value(cursor: &mut Cursor<'_>, element_type: ElementType) -> Result<Value> {
    Ok(match element_type {
        ElementType::Double => Value::Double(cursor.double()?),
        ElementType::String => Value::String(cursor.string()?.to_owned()),
        ElementType::Document => Value::Document(elements(&mut cursor.document()?)?),
        ElementType::Array => Value::Array(items(&mut cursor.document()?)?),
        ElementType::Binary => {
            let (subtype, bytes) = cursor.binary()?;
            Value::Binary { subtype, bytes: bytes.to_vec() }
        }
        ElementType::Undefined => Value::Undefined,
        ElementType::ObjectId => Value::ObjectId(ObjectId(cursor.fixed()?)),
        ElementType::Boolean => Value::Boolean(cursor.boolean()?),
        ElementType::DateTime => Value::DateTime(DateTime(cursor.int64()?)),
        ElementType::Null => Value::Null,
        ElementType::Regex => {
            let pattern = cursor.cstring()?.to_owned();
            let options = cursor.cstring()?.to_owned();
            Value::from(Regex { pattern, options })
        }
        ElementType::DbPointer => {
            let namespace = cursor.string()?.to_owned();
            let id = ObjectId(cursor.fixed()?);
            Value::from(DbPointer { namespace, id })
        }
        ElementType::JavaScript => Value::JavaScript(cursor.string()?.to_owned()),
        ElementType::Symbol => Value::Symbol(cursor.string()?.to_owned()),
        ElementType::JavaScriptWithScope => {
            let (code, mut scope) = cursor.javascript_with_scope()?;
            let (code, scope) = (code.to_owned(), elements(&mut scope)?);
            Value::from(JavaScriptWithScope { code, scope })
        }
        ElementType::Int32 => Value::Int32(cursor.int32()?),
        ElementType::Timestamp => Value::Timestamp(cursor.timestamp()?),
        ElementType::Int64 => Value::Int64(cursor.int64()?),
        ElementType::Decimal128 => Value::Decimal128(Decimal128(cursor.fixed()?)),
        ElementType::MinKey => Value::MinKey,
        ElementType::MaxKey => Value::MaxKey,
    })
}
