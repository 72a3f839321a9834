//! The writer where it says no, and what it leaves behind then.

use wirecodec_bson::{Document, ErrorKind, MAX_DEPTH, Result, Value, Writer, doc};

fn kind_and_offset(result: Result<()>) -> (ErrorKind, usize) {
    let error = result.unwrap_err();
    (error.kind, error.offset)
}

#[test]
fn a_writer_that_is_dropped_leaves_the_buffer_as_it_was() {
    let mut buffer = b"before".to_vec();
    let mut writer = Writer::new(&mut buffer);
    writer.begin_array("a").unwrap();
    writer.null("").unwrap();
    drop(writer);
    assert_eq!(buffer, b"before");
}

#[test]
fn finishing_with_something_open_is_an_error_and_leaves_nothing() {
    let mut buffer = Vec::new();
    let mut writer = Writer::new(&mut buffer);
    writer.null("n").unwrap();
    writer.begin_document("d").unwrap();
    assert_eq!(kind_and_offset(writer.finish()), (ErrorKind::MissingTerminator, 4 + 3 + 3));
    assert!(buffer.is_empty());
}

#[test]
fn ending_what_was_not_begun_is_an_error_and_changes_nothing() {
    let mut buffer = Vec::new();
    let mut writer = Writer::new(&mut buffer);
    assert_eq!(kind_and_offset(writer.end()), (ErrorKind::TrailingBytes, 4));
    writer.begin_document("d").unwrap();
    writer.end().unwrap();
    assert_eq!(kind_and_offset(writer.end()), (ErrorKind::TrailingBytes, 4 + 3 + 5));
    writer.finish().unwrap();
    assert_eq!(Document::from_bytes(&buffer).unwrap(), doc! { "d": doc! {} });
}

#[test]
fn a_refused_element_leaves_no_trace_and_takes_no_index() {
    let mut buffer = Vec::new();
    let mut writer = Writer::new(&mut buffer);
    assert_eq!(kind_and_offset(writer.null("a\0")), (ErrorKind::NulInCstring, 5));
    assert_eq!(kind_and_offset(writer.begin_document("\0")), (ErrorKind::NulInCstring, 5));
    assert_eq!(kind_and_offset(writer.regex("r", "fine", "\0")), (ErrorKind::NulInCstring, 4 + 3 + 5));
    writer.begin_array("a").unwrap();
    assert_eq!(kind_and_offset(writer.regex("", "\0", "")), (ErrorKind::NulInCstring, 4 + 3 + 4 + 3));
    writer.int32("", 7).unwrap();
    writer.end().unwrap();
    writer.finish().unwrap();
    assert_eq!(buffer, doc! { "a": vec![7] }.to_bytes().unwrap());
}

#[test]
fn a_writer_takes_200_levels_of_every_kind() {
    type Begin = fn(&mut Writer<'_>) -> Result<()>;
    let begins: [Begin; 3] = [
        |writer| writer.begin_document("d"),
        |writer| writer.begin_array("a"),
        |writer| writer.begin_javascript_with_scope("s", "code"),
    ];
    for begin in begins {
        let mut buffer = Vec::new();
        let mut writer = Writer::new(&mut buffer);
        for _ in 1..MAX_DEPTH {
            begin(&mut writer).unwrap();
        }
        assert_eq!(begin(&mut writer).unwrap_err().kind, ErrorKind::TooDeep);
        let error = writer.value("v", &Value::Array(vec![])).unwrap_err();
        assert_eq!(error.kind, ErrorKind::TooDeep);
        for _ in 1..MAX_DEPTH {
            writer.end().unwrap();
        }
        writer.finish().unwrap();
        let document = Document::from_bytes(&buffer).unwrap();
        assert_eq!(document.to_bytes().unwrap(), buffer);
    }
}

#[test]
fn a_view_that_ends_up_too_deep_is_refused_whole() {
    let inner = doc! { "b": doc! {} }.to_bytes().unwrap();
    let value = wirecodec_bson::RawDocument::new(&inner).unwrap().get("b").unwrap();
    let mut buffer = Vec::new();
    let mut writer = Writer::new(&mut buffer);
    for _ in 1..MAX_DEPTH - 1 {
        writer.begin_document("d").unwrap();
    }
    writer.raw_value("fits", value).unwrap();
    writer.begin_document("d").unwrap();
    assert_eq!(writer.raw_value("too deep", value).unwrap_err().kind, ErrorKind::TooDeep);
    for _ in 1..MAX_DEPTH {
        writer.end().unwrap();
    }
    writer.finish().unwrap();
    Document::from_bytes(&buffer).unwrap();
}

#[test]
fn items_are_numbered_across_what_is_nested_in_them() {
    let mut buffer = Vec::new();
    let mut writer = Writer::new(&mut buffer);
    writer.begin_array("a").unwrap();
    for _ in 0..12 {
        writer.begin_array("").unwrap();
        writer.null("").unwrap();
        writer.end().unwrap();
    }
    writer.end().unwrap();
    writer.finish().unwrap();
    let item = Value::Array(vec![Value::Null]);
    assert_eq!(buffer, doc! { "a": vec![item; 12] }.to_bytes().unwrap());
}
