//! The vectors that all languages share: what must be read, how it must be written again, and what must be
//! refused, for which reason and at which byte.

mod extended_json;
mod files;

use std::collections::BTreeSet;

use extended_json::comparable;
use files::Expected;
use wirecodec_bson::{Document, RawDocument, Result, Writer};

/// A copy made by the other half of the crate: the view reads, the writer writes.
fn copied(document: RawDocument<'_>) -> Result<Vec<u8>> {
    let mut copy = Vec::new();
    let mut writer = Writer::new(&mut copy);
    for (key, value) in document {
        writer.raw_value(key, value)?;
    }
    writer.finish()?;
    Ok(copy)
}

#[test]
fn there_are_vectors_of_every_group_and_kind_and_each_id_is_unique() {
    let vectors = files::all();
    assert!(!vectors.is_empty(), "no vectors were found");
    let ids: BTreeSet<_> = vectors.iter().map(|vector| &vector.id).collect();
    assert_eq!(ids.len(), vectors.len());

    let (mut valid, mut alternative, mut kinds) = (0, 0, BTreeSet::new());
    for vector in &vectors {
        match &vector.expected {
            Expected::Document { written, .. } if *written == vector.bytes => valid += 1,
            Expected::Document { .. } => alternative += 1,
            Expected::Error { kind, .. } => drop(kinds.insert(kind.as_str())),
        }
    }
    assert!(valid > 0 && alternative > 0, "{valid} valid, {alternative} alternative");
    let of_readers = [
        "bad-bool",
        "bad-length",
        "bad-type",
        "bad-utf8",
        "missing-terminator",
        "too-deep",
        "trailing-bytes",
        "truncated",
    ];
    assert!(kinds.into_iter().eq(of_readers));
}

#[test]
fn owned_documents_are_read_and_written_as_the_vectors_say() {
    check(|bytes| Document::from_bytes(bytes)?.to_bytes());
}

#[test]
fn views_are_read_and_copied_as_the_vectors_say() {
    check(|bytes| copied(RawDocument::new(bytes)?));
}

#[test]
fn views_become_the_documents_that_decoding_gives() {
    check(|bytes| Document::from(RawDocument::new(bytes)?).to_bytes());
}

/// Runs `recode` on every vector, and lists all that went wrong.
fn check(recode: impl Fn(&[u8]) -> Result<Vec<u8>>) {
    let mut wrong = Vec::new();
    for vector in files::all() {
        let found = recode(&vector.bytes);
        let agrees = match (&found, &vector.expected) {
            (Ok(bytes), Expected::Document { written, .. }) => bytes == written,
            (Err(error), Expected::Error { kind, offset }) => {
                error.kind.name() == kind && error.offset == *offset
            }
            _ => false,
        };
        if !agrees {
            let expected = match vector.expected {
                Expected::Document { written, .. } => format!("{written:02x?}"),
                Expected::Error { kind, offset } => format!("{kind} at byte {offset}"),
            };
            wrong.push(format!("{}: {found:02x?} instead of {expected}", vector.id));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn values_are_what_their_extended_json_says() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for vector in files::all() {
        let Expected::Document { value: Some(expected), .. } = vector.expected else { continue };
        compared += 1;
        let found = extended_json::document(RawDocument::new(&vector.bytes).unwrap());
        if comparable(found.clone()) != comparable(expected.clone()) {
            wrong.push(format!("{}: {found} instead of {expected}", vector.id));
        }
    }
    assert!(compared > 0, "no vector has a value");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_error_inside_a_file_of_documents_counts_from_its_start() {
    let before = b"\x05\0\0\0\0\x05\0\0\0\0";
    for vector in files::all() {
        let file = [before.as_slice(), &vector.bytes].concat();
        let found = wirecodec_bson::documents(&file).nth(2);
        match RawDocument::new(&vector.bytes) {
            Ok(document) => assert_eq!(found, Some(Ok(document)), "{}", vector.id),
            Err(_) if vector.bytes.is_empty() => assert!(found.is_none()),
            // In a file, what trails a document is the next document.
            Err(error) if error.kind.name() == "trailing-bytes" => {}
            Err(error) => {
                let found = found.unwrap().unwrap_err();
                assert_eq!((found.kind, found.offset), (error.kind, error.offset + 10), "{}", vector.id);
            }
        }
    }
}
