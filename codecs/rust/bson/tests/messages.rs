//! Errors are read by people: what, where, and the numbers that matter.

use wirecodec_bson::{Document, ErrorKind, RawDocument, Writer, doc};

#[test]
fn readers_say_what_is_wrong_and_where() {
    for (bytes, message) in [
        (b"\x05\0".as_slice(), "truncated at byte 0: 5 bytes needed, 2 left"),
        (b"\x09\0\0\0\x10", "truncated at byte 0: 9 bytes needed, 5 left"),
        (b"\x0a\0\0\0\x10a\0\x01\x02\0", "truncated at byte 7: 4 bytes needed, 2 left"),
        (b"\x04\0\0\0\0", "bad-length at byte 0: length 4, which must be 5 at least and 2147483647 at most"),
        (
            b"\x0e\0\0\0\x02a\0\x09\0\0\0x\0\0",
            "bad-length at byte 7: length 9, which must be 1 at least and 2 at most",
        ),
        (
            b"\x14\0\0\0\x05a\0\x07\0\0\0\x02\x02\0\0\0\x01\x02\x03\0",
            "bad-length at byte 7: length 7, but its contents take 6 bytes",
        ),
        (b"\x10\0\0\0\x05a\0\x03\0\0\0\x02\0\0\0\0", "bad-length at byte 7: 4 bytes needed, 3 left"),
        (b"\x05\0\0\0\x07", "missing-terminator at byte 4: 0x00 must stand here, not 0x07"),
        (b"\x07\0\0\0\x0aa\0", "missing-terminator at byte 5: no 0x00 before its document ends at byte 6"),
        (b"\x05\0\0\0\0\0\0", "trailing-bytes at byte 5: 2 bytes after the document's end"),
        (b"\x07\0\0\0\0a\0", "trailing-bytes at byte 5: 2 bytes after the document's end"),
        (b"\x08\0\0\0\x21a\0\0", "bad-type at byte 4: 0x21 names no BSON type"),
        (b"\x09\0\0\0\x08a\0\x02\0", "bad-bool at byte 7: a boolean is 0 or 1, not 0x02"),
        (b"\x09\0\0\0\x0aa\xff\0\0", "bad-utf8 at byte 6: the bytes from 0xff on are not UTF-8"),
    ] {
        assert_eq!(RawDocument::new(bytes).unwrap_err().to_string(), message, "{bytes:02x?}");
        assert_eq!(Document::from_bytes(bytes).unwrap_err().to_string(), message, "{bytes:02x?}");
    }
}

#[test]
fn writers_say_what_is_wrong_and_where() {
    assert_eq!(
        doc! { "a\0b": 1 }.to_bytes().unwrap_err().to_string(),
        "nul-in-cstring at byte 5: the key or regex part holds a NUL at its byte 1"
    );
    let deep = (0..200).fold(doc! {}, |inner, _| doc! { "": inner });
    assert_eq!(
        deep.to_bytes().unwrap_err().to_string(),
        "too-deep at byte 1200: more than 200 levels of documents"
    );
    let mut buffer = Vec::new();
    assert_eq!(Writer::new(&mut buffer).end().unwrap_err().kind, ErrorKind::TrailingBytes);
}
