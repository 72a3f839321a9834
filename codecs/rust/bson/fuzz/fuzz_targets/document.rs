//! Any bytes: nothing panics, view and decoder agree, and what is accepted is written as what reads back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecodec_bson::{Document, RawDocument, Writer, documents, split};

fuzz_target!(|bytes: &[u8]| {
    assert!(documents(bytes).count() <= split(bytes).count());
    let (view, document) = match (RawDocument::new(bytes), Document::from_bytes(bytes)) {
        (Ok(view), Ok(document)) => (view, document),
        (view, document) => {
            assert_eq!(view.unwrap_err(), document.unwrap_err());
            return;
        }
    };
    let written = document.to_bytes().unwrap();

    let mut copy = Vec::new();
    let mut writer = Writer::new(&mut copy);
    for (key, value) in view {
        writer.raw_value(key, value).unwrap();
    }
    writer.finish().unwrap();
    assert_eq!(copy, written);

    let again = Document::from_bytes(&written).unwrap();
    assert_eq!(format!("{again:?}"), format!("{document:?}"));
    assert_eq!(again.to_bytes().unwrap(), written);
});
