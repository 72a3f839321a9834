//! `bson@Document`: the crate `bson`, its own document type.
//!
//! Of its ways in, `TryFrom<&RawDocument>` and `Document::from_reader` are the fastest, and equal;
//! the first also refuses bytes behind the document. Of its ways out that is `to_vec`.
//! (`deserialize_from_slice` and `serialize_to_vec` go through serde and take longer.)

use crate::contender::Contender;
use crate::documents::{Codec, Documents};
use bson::oid::ObjectId;
use bson::spec::BinarySubtype;
use bson::{Binary, Bson, DateTime, Document, JavaScriptCodeWithScope, RawDocument, Regex, doc};

pub fn contender() -> Contender {
    Contender {
        name: "bson@Document",
        version: super::BSON_VERSION,
        traits: "model=documents buffer=fresh ownership=owned checks=full ops=decode,encode,cycle",
        open: |corpus| Ok(Box::new(Documents::<BsonDocument>::new(corpus))),
    }
}

struct BsonDocument;

impl Codec for BsonDocument {
    type Value = Document;
    type Error = bson::error::Error;

    fn decode(document: &[u8]) -> Result<Document, Self::Error> {
        Document::try_from(RawDocument::from_bytes(document)?)
    }

    fn encode(value: &Document) -> Result<Vec<u8>, Self::Error> {
        value.to_vec()
    }

    const DOC32: Option<fn() -> Document> = Some(doc32);
}

/// The document of `bson/doc32`, field by field as in `docs/corpora.md`.
fn doc32() -> Document {
    doc! {
        "a_double": std::f64::consts::PI,
        "a_int32": 1234567,
        "a_int64": 9007199254740993_i64,
        "a_javascript": Bson::JavaScriptCode("function (x) { return x; }".into()),
        "a_document": { "a": 203, "nested": { "b": "two deep", "c": 2.5 } },
        "a_javascript_scope": JavaScriptCodeWithScope {
            code: "function (x) { return x * n; }".into(),
            scope: doc! { "n": 10, "who": "Ada" },
        },
        "a_uuid": uuid(0x00112233_4455_6677_8899_aabbccddeeff),
        "a_false": false,
        "a_true": true,
        "a_string": "Hello, wire",
        "a_array": [10, "abc", 345.5],
        "a_objectid": object_id(0x5f3e2d1c0b9a8f7e6d5c4b3a),
        "a_datetime": DateTime::from_millis(1441062245123),
        "a_null": Bson::Null,
        "a_regex": regex("^a.*z$", "im"),
        "b_double": -0.0025,
        "b_int32": -42,
        "b_int64": -5_i64,
        "b_javascript": Bson::JavaScriptCode("function () { return 1; }".into()),
        "b_document": { "a": -203, "nested": { "b": "also two deep", "c": -2.5 } },
        "b_javascript_scope": JavaScriptCodeWithScope {
            code: "function () { return n; }".into(),
            scope: doc! { "n": 20, "who": "Grace" },
        },
        "b_uuid": uuid(0xfedcba98_7654_3210_0123_456789abcdef),
        "b_false": false,
        "b_true": true,
        "b_string": "Żółw, 世界, 🦀",
        "b_array": [true, Bson::Null, [1, 2]],
        "b_objectid": object_id(0x0123456789abcdef01234567),
        "b_datetime": DateTime::from_millis(-1500),
        "b_null": Bson::Null,
        "b_regex": regex("abc|def", "is"),
    }
}

fn uuid(value: u128) -> Binary {
    Binary { subtype: BinarySubtype::Uuid, bytes: value.to_be_bytes().to_vec() }
}

fn object_id(value: u128) -> ObjectId {
    let [_, _, _, _, bytes @ ..] = value.to_be_bytes();
    ObjectId::from_bytes(bytes)
}

fn regex(pattern: &str, options: &str) -> Regex {
    let part = |text: &str| text.try_into().expect("no NUL in these");
    Regex { pattern: part(pattern), options: part(options) }
}
