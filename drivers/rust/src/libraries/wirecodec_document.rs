//! `wirecodec`: ours, its own document type.

use crate::contender::{Contender, Rejection};
use crate::documents::{Codec, Documents};
use wirecodec_bson::{DateTime, Document, Error, JavaScriptWithScope, ObjectId, Regex, Value, doc};

pub fn contender() -> Contender {
    Contender {
        name: "wirecodec",
        version: super::WIRECODEC_VERSION,
        traits: "model=documents buffer=fresh ownership=owned checks=full ops=decode,encode,cycle",
        open: |corpus| Ok(Box::new(Documents::<Wirecodec>::new(corpus))),
    }
}

struct Wirecodec;

impl Codec for Wirecodec {
    type Value = Document;
    type Error = Error;

    fn decode(document: &[u8]) -> Result<Document, Error> {
        Document::from_bytes(document)
    }

    fn encode(value: &Document) -> Result<Vec<u8>, Error> {
        value.to_bytes()
    }

    const DOC32: Option<fn() -> Document> = Some(doc32);
}

impl From<Error> for Rejection {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        Self { kind: error.kind.name(), offset: Some(error.offset), message }
    }
}

/// The document of `bson/doc32`, field by field as in `docs/corpora.md`.
fn doc32() -> Document {
    doc! {
        "a_double": std::f64::consts::PI,
        "a_int32": 1234567,
        "a_int64": 9007199254740993_i64,
        "a_javascript": Value::JavaScript("function (x) { return x; }".into()),
        "a_document": doc! { "a": 203, "nested": doc! { "b": "two deep", "c": 2.5 } },
        "a_javascript_scope": JavaScriptWithScope {
            code: "function (x) { return x * n; }".into(),
            scope: doc! { "n": 10, "who": "Ada" },
        },
        "a_uuid": uuid(0x00112233_4455_6677_8899_aabbccddeeff),
        "a_false": false,
        "a_true": true,
        "a_string": "Hello, wire",
        "a_array": vec![Value::Int32(10), "abc".into(), Value::Double(345.5)],
        "a_objectid": object_id(0x5f3e2d1c0b9a8f7e6d5c4b3a),
        "a_datetime": DateTime(1441062245123),
        "a_null": Value::Null,
        "a_regex": Regex { pattern: "^a.*z$".into(), options: "im".into() },
        "b_double": -0.0025,
        "b_int32": -42,
        "b_int64": -5_i64,
        "b_javascript": Value::JavaScript("function () { return 1; }".into()),
        "b_document": doc! { "a": -203, "nested": doc! { "b": "also two deep", "c": -2.5 } },
        "b_javascript_scope": JavaScriptWithScope {
            code: "function () { return n; }".into(),
            scope: doc! { "n": 20, "who": "Grace" },
        },
        "b_uuid": uuid(0xfedcba98_7654_3210_0123_456789abcdef),
        "b_false": false,
        "b_true": true,
        "b_string": "Żółw, 世界, 🦀",
        "b_array": vec![Value::Boolean(true), Value::Null, vec![1, 2].into()],
        "b_objectid": object_id(0x0123456789abcdef01234567),
        "b_datetime": DateTime(-1500),
        "b_null": Value::Null,
        "b_regex": Regex { pattern: "abc|def".into(), options: "is".into() },
    }
}

fn uuid(value: u128) -> Value {
    Value::Binary { subtype: 4, bytes: value.to_be_bytes().to_vec() }
}

fn object_id(value: u128) -> ObjectId {
    let [_, _, _, _, bytes @ ..] = value.to_be_bytes();
    ObjectId(bytes)
}
