//! The records of the corpora that have a fixed shape: `bson/flat` and `bson/order`.
//!
//! Field by field as in `docs/corpora.md`. All of them own what they hold, like a record that a
//! program keeps, and like the structs of the other drivers.

use bson::DateTime;
use bson::oid::ObjectId;
use serde::{Deserialize, Serialize};

/// A record, and the keys by which its corpus is known.
pub trait Record: Serialize + for<'de> Deserialize<'de> {
    /// The keys at the top level, in order.
    const KEYS: &'static [&'static str];
}

#[derive(Serialize, Deserialize)]
pub struct Flat {
    name: String,
    age: i32,
    height: f64,
    surname: String,
    street: String,
    floor: i32,
    city: String,
    latitude: f64,
    longitude: f64,
    country: String,
    email: String,
    visits: i32,
    account: i64,
    phone: String,
    score: i32,
    weight: f64,
    created: DateTime,
    balance: f64,
    rank: i32,
    comment: String,
}

impl Record for Flat {
    const KEYS: &'static [&'static str] = &[
        "name",
        "age",
        "height",
        "surname",
        "street",
        "floor",
        "city",
        "latitude",
        "longitude",
        "country",
        "email",
        "visits",
        "account",
        "phone",
        "score",
        "weight",
        "created",
        "balance",
        "rank",
        "comment",
    ];
}

#[derive(Serialize, Deserialize)]
pub struct Order {
    #[serde(rename = "_id")]
    id: ObjectId,
    number: i64,
    created: DateTime,
    status: String,
    currency: String,
    coupon: Option<String>,
    customer: Customer,
    items: Vec<Item>,
    payment: Payment,
    shipping: Shipping,
    notes: String,
    totals: Totals,
}

impl Record for Order {
    const KEYS: &'static [&'static str] = &[
        "_id", "number", "created", "status", "currency", "coupon", "customer", "items", "payment",
        "shipping", "notes", "totals",
    ];
}

#[derive(Serialize, Deserialize)]
struct Customer {
    id: ObjectId,
    name: String,
    email: String,
    vip: bool,
    address: Address,
    tags: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Address {
    street: String,
    city: String,
    postcode: String,
    country: String,
    location: Location,
}

#[derive(Serialize, Deserialize)]
struct Location {
    #[serde(rename = "type")]
    kind: String,
    coordinates: [f64; 2],
}

#[derive(Serialize, Deserialize)]
struct Item {
    sku: String,
    title: String,
    quantity: i32,
    price: f64,
    attributes: Attributes,
    stock: Stock,
}

#[derive(Serialize, Deserialize)]
struct Attributes {
    color: String,
    size: String,
}

#[derive(Serialize, Deserialize)]
struct Stock {
    warehouse: String,
    bins: [i32; 2],
}

#[derive(Serialize, Deserialize)]
struct Payment {
    method: String,
    card: Card,
    captured: bool,
    total: f64,
}

#[derive(Serialize, Deserialize)]
struct Card {
    brand: String,
    last4: String,
    expires: Expires,
}

#[derive(Serialize, Deserialize)]
struct Expires {
    month: i32,
    year: i32,
}

#[derive(Serialize, Deserialize)]
struct Shipping {
    carrier: String,
    events: Vec<Event>,
}

#[derive(Serialize, Deserialize)]
struct Event {
    at: DateTime,
    status: String,
    place: String,
}

#[derive(Serialize, Deserialize)]
struct Totals {
    net: f64,
    tax: f64,
    gross: f64,
}
