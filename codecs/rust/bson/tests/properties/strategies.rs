//! Random documents of every type, and random damage to their bytes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use wirecodec_bson::{
    DateTime, DbPointer, Decimal128, Document, JavaScriptWithScope, ObjectId, Regex, Timestamp, Value,
};

/// Documents up to six levels deep. Keys are drawn from few letters as well as from all, so that some repeat.
pub(crate) fn document() -> impl Strategy<Value = Document> {
    let value = leaf().prop_recursive(5, 60, 8, |inner| {
        let document = elements(inner.clone()).boxed();
        prop_oneof![
            document.clone().prop_map(Value::from),
            vec(inner, 0..12).prop_map(Value::Array),
            (text(), document).prop_map(|(code, scope)| JavaScriptWithScope { code, scope }.into()),
        ]
    });
    elements(value)
}

fn elements(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Document> {
    vec((cstring(), value), 0..8).prop_map(Document::from)
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<u64>().prop_map(|bits| Value::Double(f64::from_bits(bits))),
        text().prop_map(Value::String),
        (prop_oneof![0..=9u8, any::<u8>()], vec(any::<u8>(), 0..40))
            .prop_map(|(subtype, bytes)| Value::Binary { subtype, bytes }),
        Just(Value::Undefined),
        object_id().prop_map(Value::ObjectId),
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(|value| Value::DateTime(DateTime(value))),
        Just(Value::Null),
        (cstring(), cstring()).prop_map(|(pattern, options)| Regex { pattern, options }.into()),
        (text(), object_id()).prop_map(|(namespace, id)| DbPointer { namespace, id }.into()),
        text().prop_map(Value::JavaScript),
        text().prop_map(Value::Symbol),
        any::<i32>().prop_map(Value::Int32),
        any::<(u32, u32)>().prop_map(|(time, increment)| Value::Timestamp(Timestamp { time, increment })),
        any::<i64>().prop_map(Value::Int64),
        any::<[u8; 16]>().prop_map(|bytes| Value::Decimal128(Decimal128(bytes))),
        Just(Value::MinKey),
        Just(Value::MaxKey),
    ]
}

fn object_id() -> impl Strategy<Value = ObjectId> {
    any::<[u8; 12]>().prop_map(ObjectId)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{0,20}", vec(any::<char>(), 0..20).prop_map(String::from_iter)]
}

fn cstring() -> impl Strategy<Value = String> {
    prop_oneof!["[ab]?", text().prop_map(|text| text.replace('\0', "0"))]
}

/// One change to some bytes. Most changed bytes become small or extreme numbers, which lengths and types react to.
#[derive(Clone, Debug)]
pub(crate) enum Damage {
    Set(Index, u8),
    Insert(Index, u8),
    Remove(Index),
}

pub(crate) fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let byte = || prop_oneof![0..=20u8, Just(0x7f), Just(0x80), Just(0xff), any::<u8>()];
    let one = prop_oneof![
        4 => (any::<Index>(), byte()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        1 => (any::<Index>(), byte()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        1 => any::<Index>().prop_map(Damage::Remove),
    ];
    vec(one, 1..4)
}

/// Damages what is inside, then mends the outermost length, which would otherwise give every change away.
pub(crate) fn damaged(mut bytes: Vec<u8>, damage: &[Damage], mend: bool) -> Vec<u8> {
    for change in damage {
        match change {
            Damage::Set(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Damage::Insert(at, byte) => bytes.insert(at.index(bytes.len() + 1), *byte),
            Damage::Remove(at) => drop(bytes.remove(at.index(bytes.len()))),
        }
    }
    if mend && bytes.len() >= 5 {
        let length = u32::try_from(bytes.len()).unwrap();
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        *bytes.last_mut().unwrap() = 0;
    }
    bytes
}
