//! `bson@serde`: the crate `bson` with serde, straight between bytes and typed records.
//!
//! The record is chosen at `open`, by the keys of the corpus's first document.

use super::records::{Flat, Order, Record};
use crate::contender::{Contender, Open};
use crate::corpus::Corpus;
use crate::documents::{Codec, Documents};
use std::marker::PhantomData;

pub fn contender() -> Contender {
    Contender {
        name: "bson@serde",
        version: super::BSON_VERSION,
        traits: "model=typed buffer=fresh ownership=owned checks=full vectors=no ops=decode,encode",
        open,
    }
}

fn open(corpus: Corpus) -> Result<Box<dyn Open>, String> {
    let keys = corpus.first_keys().unwrap_or_default();
    if keys == Flat::KEYS {
        Ok(Box::new(Documents::<BsonSerde<Flat>>::new(corpus)))
    } else if keys == Order::KEYS {
        Ok(Box::new(Documents::<BsonSerde<Order>>::new(corpus)))
    } else {
        Err("bson@serde has records for bson/flat and bson/order, not for this corpus".into())
    }
}

struct BsonSerde<R>(PhantomData<R>);

impl<R: Record> Codec for BsonSerde<R> {
    type Value = R;
    type Error = bson::error::Error;

    fn decode(document: &[u8]) -> Result<R, Self::Error> {
        bson::deserialize_from_slice(document)
    }

    fn encode(value: &R) -> Result<Vec<u8>, Self::Error> {
        bson::serialize_to_vec(value)
    }
}
