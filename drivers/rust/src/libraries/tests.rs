//! Every contender on documents of every type, and on the shapes that invite mistakes.

use crate::contender::{Open, Operation};
use crate::corpus::{Corpus, Scope};
use bson::{Binary, Bson, Document, doc, spec::BinarySubtype};

fn opened(name: &str, document: &[u8]) -> Box<dyn Open> {
    let contender = super::all().into_iter().find(|contender| contender.name == name).unwrap();
    let corpus = Corpus::split(Vec::from(document)).unwrap();
    (contender.open)(corpus).unwrap()
}

/// The contenders that take any document.
fn general() -> impl Iterator<Item = &'static str> {
    let contenders = super::all().into_iter();
    contenders.filter(|contender| !contender.traits.contains("vectors=no")).map(|one| one.name)
}

fn rich() -> Document {
    let scope = doc! {"in scope": [1, {"deep": [true, Bson::Null]}]};
    let values: Vec<Bson> = vec![
        Bson::Double(f64::NEG_INFINITY),
        Bson::String("NUL \0, Żółw, 🦀".into()),
        Bson::Document(doc! {"": {}, "x": {"y": [[]]}}),
        Bson::Array(vec![Bson::Array(vec![1.into(), doc! {"z": 2}.into()]), "s".into()]),
        Bson::Boolean(true),
        Bson::Null,
        Bson::RegularExpression(bson::Regex {
            pattern: "a|b".to_owned().try_into().unwrap(),
            options: "imx".to_owned().try_into().unwrap(),
        }),
        Bson::JavaScriptCode("x => x".into()),
        Bson::JavaScriptCodeWithScope(bson::JavaScriptCodeWithScope { code: "y".into(), scope }),
        Bson::Int32(i32::MIN),
        Bson::Int64(i64::MAX),
        Bson::Timestamp(bson::Timestamp { time: u32::MAX, increment: 3 }),
        Bson::Binary(Binary { subtype: BinarySubtype::UserDefined(0x85), bytes: vec![0, 1] }),
        Bson::Binary(Binary { subtype: BinarySubtype::BinaryOld, bytes: vec![2; 5] }),
        Bson::ObjectId(bson::oid::ObjectId::from_bytes([0xAB; 12])),
        Bson::DateTime(bson::DateTime::from_millis(i64::MIN)),
        Bson::Symbol("symbol".into()),
        Bson::Decimal128(bson::Decimal128::from_bytes([0x5C; 16])),
        Bson::Undefined,
        Bson::MaxKey,
        Bson::MinKey,
    ];
    let mut rich: Document =
        values.iter().enumerate().map(|(at, value)| (format!("key {at}"), value.clone())).collect();
    rich.insert("all of them in an array", values);
    rich
}

#[test]
fn every_type_comes_back_from_every_contender() {
    let document = rich().to_vec().unwrap();
    for name in general() {
        let open = opened(name, &document);
        assert_eq!(open.recode(&document).unwrap(), document, "{name}");
        let mut emitted = Vec::new();
        open.emit(false, &mut emitted).unwrap();
        assert_eq!(emitted, document, "{name}");
        let measured = open.run(Operation::Decode, Scope::Whole, 2).unwrap();
        assert_eq!(measured.consumed, 2, "{name}");
    }
}

#[test]
fn every_contender_looks_into_every_depth() {
    let document = rich().to_vec().unwrap();
    // The innermost text, in an array in a document in an array in a scope, becomes invalid UTF-8;
    // the innermost boolean becomes neither true nor false.
    for (name, part) in general().flat_map(|name| [(name, &b"symbol"[..]), (name, b"0\0\x01")]) {
        let at = document.windows(part.len()).rposition(|window| window == part).unwrap();
        let mut broken = document.clone();
        broken[at + part.len() - 1] = 0xFF;
        let open = opened(name, &broken);
        assert!(open.recode(&broken).is_err(), "{name}");
        assert!(open.run(Operation::Decode, Scope::Whole, 1).is_err(), "{name}");
    }
}

#[test]
fn cycle_builds_the_document_it_is_asked_for() {
    for name in general() {
        let keys: Document = ["a_", "b_"]
            .iter()
            .flat_map(|prefix| crate::documents::DOC32_KEYS.map(|key| format!("{prefix}{key}")))
            .map(|key| (key, Bson::Null))
            .collect();
        let mut open = opened(name, &keys.to_vec().unwrap());
        if open.prepare(Operation::Cycle, Scope::Whole).is_err() {
            continue;
        }
        let mut built = Vec::new();
        open.emit(true, &mut built).unwrap();
        let measured = open.run(Operation::Cycle, Scope::Whole, 3).unwrap();
        assert_eq!(measured.consumed, 3 * (built.len() as u64 + 1), "{name}");
        let built = Document::from_reader(&built[..]).unwrap();
        assert!(built.keys().eq(keys.keys()), "{name}");
        assert_eq!(built.get_str("b_string").unwrap(), "Żółw, 世界, 🦀", "{name}");
        assert_eq!(built.get_datetime("b_datetime").unwrap().timestamp_millis(), -1500, "{name}");
    }
}

#[test]
fn records_come_back_whole() {
    let text = "Ada";
    let date = bson::DateTime::from_millis(1441062245123);
    let id = bson::oid::ObjectId::from_bytes([1; 12]);
    let flat = doc! {
        "name": text, "age": 1, "height": 1.5, "surname": text, "street": text, "floor": 2,
        "city": text, "latitude": 2.5, "longitude": -2.5, "country": text, "email": text,
        "visits": 3, "account": 1_i64 << 40, "phone": text, "score": 4, "weight": 3.5,
        "created": date, "balance": 4.5, "rank": 5, "comment": text,
    };
    let order = |coupon: Bson| {
        doc! {
            "_id": id, "number": 1_i64 << 40, "created": date, "status": text, "currency": text,
            "coupon": coupon,
            "customer": {
                "id": id, "name": text, "email": text, "vip": true,
                "address": {
                    "street": text, "city": text, "postcode": text, "country": text,
                    "location": { "type": text, "coordinates": [1.5, 2.5] },
                },
                "tags": [text, text],
            },
            "items": [{
                "sku": text, "title": text, "quantity": 1, "price": 1.5,
                "attributes": { "color": text, "size": text },
                "stock": { "warehouse": text, "bins": [1, 2] },
            }],
            "payment": {
                "method": text,
                "card": { "brand": text, "last4": text, "expires": { "month": 1, "year": 2 } },
                "captured": false, "total": 1.5,
            },
            "shipping": { "carrier": text, "events": [{ "at": date, "status": text, "place": text }] },
            "notes": text,
            "totals": { "net": 1.5, "tax": 2.5, "gross": 4.0 },
        }
    };
    let documents = [flat, order(Bson::Null), order("SAVE10".into())];
    for document in documents.map(|document| document.to_vec().unwrap()) {
        let mut open = opened("bson@serde", &document);
        assert_eq!(open.recode(&document).unwrap(), document);
        open.prepare(Operation::Encode, Scope::Whole).unwrap();
        let measured = open.run(Operation::Encode, Scope::Whole, 2).unwrap();
        assert_eq!(measured.consumed, 2 * document.len() as u64);
    }
}
