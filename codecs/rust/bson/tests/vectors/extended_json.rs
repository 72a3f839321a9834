//! Canonical Extended JSON (v2) of a view, to compare with what the vectors say a document is.
//!
//! Doubles are compared as numbers and not as texts, since the specification leaves open how many digits to
//! show: [`comparable`] brings both sides to the shortest digits that Rust would show.

use serde_json::{Map, Value as Json, json};
use wirecodec_bson::{RawDocument, RawValue};

pub(crate) fn document(document: RawDocument<'_>) -> Json {
    Json::Object(document.iter().map(|(key, value)| (key.to_owned(), self::value(value))).collect())
}

fn value(value: RawValue<'_>) -> Json {
    match value {
        RawValue::Double(value) => json!({"$numberDouble": double(value)}),
        RawValue::String(text) => json!(text),
        RawValue::Document(value) => document(value),
        RawValue::Array(items) => items.iter().map(self::value).collect(),
        RawValue::Binary { subtype, bytes } => {
            json!({"$binary": {"base64": base64(bytes), "subType": format!("{subtype:02x}")}})
        }
        RawValue::Undefined => json!({"$undefined": true}),
        RawValue::ObjectId(id) => json!({"$oid": id.to_string()}),
        RawValue::Boolean(value) => json!(value),
        RawValue::DateTime(value) => json!({"$date": {"$numberLong": value.0.to_string()}}),
        RawValue::Null => Json::Null,
        RawValue::Regex { pattern, options } => {
            json!({"$regularExpression": {"pattern": pattern, "options": options}})
        }
        RawValue::DbPointer { namespace, id } => {
            json!({"$dbPointer": {"$ref": namespace, "$id": {"$oid": id.to_string()}}})
        }
        RawValue::JavaScript(code) => json!({"$code": code}),
        RawValue::Symbol(text) => json!({"$symbol": text}),
        RawValue::JavaScriptWithScope { code, scope } => json!({"$code": code, "$scope": document(scope)}),
        RawValue::Int32(value) => json!({"$numberInt": value.to_string()}),
        RawValue::Timestamp(value) => json!({"$timestamp": {"t": value.time, "i": value.increment}}),
        RawValue::Int64(value) => json!({"$numberLong": value.to_string()}),
        RawValue::Decimal128(value) => json!({"$numberDecimal": value.to_string()}),
        RawValue::MinKey => json!({"$minKey": 1}),
        RawValue::MaxKey => json!({"$maxKey": 1}),
    }
}

/// The same JSON with every `$numberDouble` in Rust's digits.
pub(crate) fn comparable(json: Json) -> Json {
    match json {
        Json::Object(members) => match members.get("$numberDouble").and_then(Json::as_str) {
            Some(text) => json!({"$numberDouble": double(text.parse().unwrap())}),
            None => Json::Object(
                members.into_iter().map(|(key, value)| (key, comparable(value))).collect::<Map<_, _>>(),
            ),
        },
        Json::Array(items) => items.into_iter().map(comparable).collect(),
        json => json,
    }
}

fn double(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else {
        format!("{value:?}")
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().chain([&0, &0]).take(3).fold(0, |bits, &byte| bits << 8 | usize::from(byte));
        for place in 0..4 {
            let digit = if place <= group.len() { DIGITS[bits >> (18 - 6 * place) & 63] } else { b'=' };
            text.push(char::from(digit));
        }
    }
    text
}
