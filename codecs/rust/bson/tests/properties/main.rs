//! What holds for all documents, and for all bytes.

mod strategies;

use proptest::prelude::*;
use strategies::{damage, damaged, document};
use wirecodec_bson::{Document, ErrorKind, RawDocument, Value, Writer};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_as_the_same(document in document()) {
        let bytes = document.to_bytes().unwrap();
        let decoded = Document::from_bytes(&bytes).unwrap();
        prop_assert_eq!(decoded.to_bytes().unwrap(), bytes.clone());
        // `Debug` tells everything apart but the payloads of NaNs, which the bytes have told apart already.
        prop_assert_eq!(format!("{decoded:?}"), format!("{document:?}"));

        let view = RawDocument::new(&bytes).unwrap();
        prop_assert_eq!(format!("{:?}", Document::from(view)), format!("{document:?}"));
        prop_assert_eq!(view.iter().count(), document.len());
        prop_assert_eq!(view.is_empty(), document.is_empty());
    }

    #[test]
    fn all_writers_write_the_same_bytes(document in document()) {
        let bytes = document.to_bytes().unwrap();
        let mut by_event = b"before".to_vec();
        let mut writer = Writer::new(&mut by_event);
        write_elements(&mut writer, &document);
        writer.finish().unwrap();
        prop_assert_eq!(&by_event[6..], &bytes);

        let mut by_value = Vec::new();
        let mut writer = Writer::new(&mut by_value);
        for (key, value) in &document {
            writer.value(key, value).unwrap();
        }
        writer.finish().unwrap();
        prop_assert_eq!(&by_value, &bytes);

        let mut from_view = Vec::new();
        let mut writer = Writer::new(&mut from_view);
        for (key, value) in RawDocument::new(&bytes).unwrap() {
            writer.raw_value(key, value).unwrap();
        }
        writer.finish().unwrap();
        prop_assert_eq!(&from_view, &bytes);
    }

    #[test]
    fn no_prefix_of_a_document_is_one(document in document()) {
        let bytes = document.to_bytes().unwrap();
        for length in 0..bytes.len() {
            let error = RawDocument::new(&bytes[..length]).unwrap_err();
            prop_assert_eq!((error.kind, error.offset), (ErrorKind::Truncated, 0));
            prop_assert_eq!(Document::from_bytes(&bytes[..length]).unwrap_err(), error);
        }
        let error = RawDocument::new(&[&bytes[..], &[0]].concat()).unwrap_err();
        prop_assert_eq!((error.kind, error.offset), (ErrorKind::TrailingBytes, bytes.len()));
    }

    #[test]
    fn view_and_decoder_agree_on_damaged_documents(document in document(), damage in damage(), mend: bool) {
        agree(&damaged(document.to_bytes().unwrap(), &damage, mend))?;
    }

    #[test]
    fn view_and_decoder_agree_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        agree(&damaged(bytes, &[], true))?;
    }
}

/// Both accept or both refuse, for the same reason; and what is accepted is written as something of the same
/// value, which is written as itself.
fn agree(bytes: &[u8]) -> Result<(), TestCaseError> {
    match (RawDocument::new(bytes), Document::from_bytes(bytes)) {
        (Err(of_view), Err(of_decoder)) => {
            prop_assert_eq!(of_view, of_decoder);
            prop_assert!(of_view.offset <= bytes.len());
        }
        (Ok(view), Ok(document)) => {
            prop_assert_eq!(format!("{:?}", Document::from(view)), format!("{document:?}"));
            let written = document.to_bytes().unwrap();
            let again = Document::from_bytes(&written).unwrap();
            prop_assert_eq!(format!("{again:?}"), format!("{document:?}"));
            prop_assert_eq!(again.to_bytes().unwrap(), written);
        }
        (view, document) => prop_assert!(false, "view {view:?}, decoder {document:?}"),
    }
    Ok(())
}

fn write_elements(writer: &mut Writer<'_>, document: &Document) {
    for (key, value) in document {
        write_value(writer, key, value);
    }
}

/// A value by the writer's method for its type, nested ones by begin and end.
fn write_value(writer: &mut Writer<'_>, key: &str, value: &Value) {
    match value {
        Value::Double(value) => writer.double(key, *value),
        Value::String(value) => writer.string(key, value),
        Value::Document(document) => {
            writer.begin_document(key).unwrap();
            write_elements(writer, document);
            writer.end()
        }
        Value::Array(items) => {
            writer.begin_array(key).unwrap();
            for item in items {
                write_value(writer, "", item);
            }
            writer.end()
        }
        Value::Binary { subtype, bytes } => writer.binary(key, *subtype, bytes),
        Value::Undefined => writer.undefined(key),
        Value::ObjectId(id) => writer.object_id(key, *id),
        Value::Boolean(value) => writer.boolean(key, *value),
        Value::DateTime(value) => writer.datetime(key, *value),
        Value::Null => writer.null(key),
        Value::Regex(regex) => writer.regex(key, &regex.pattern, &regex.options),
        Value::DbPointer(pointer) => writer.db_pointer(key, &pointer.namespace, pointer.id),
        Value::JavaScript(code) => writer.javascript(key, code),
        Value::Symbol(value) => writer.symbol(key, value),
        Value::JavaScriptWithScope(both) => {
            writer.begin_javascript_with_scope(key, &both.code).unwrap();
            write_elements(writer, &both.scope);
            writer.end()
        }
        Value::Int32(value) => writer.int32(key, *value),
        Value::Timestamp(value) => writer.timestamp(key, *value),
        Value::Int64(value) => writer.int64(key, *value),
        Value::Decimal128(value) => writer.decimal128(key, *value),
        Value::MinKey => writer.min_key(key),
        Value::MaxKey => writer.max_key(key),
    }
    .unwrap();
}
