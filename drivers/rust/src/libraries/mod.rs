//! One file a contender: the calls into its library, and nothing else.

mod bson_document;
mod bson_raw;
mod bson_serde;
mod records;
#[cfg(test)]
mod tests;
mod wirecodec_document;
mod wirecodec_raw;

use crate::contender::{Contender, Rejection};

/// The contenders of this driver, in the order they are announced.
pub fn all() -> Vec<Contender> {
    vec![
        wirecodec_document::contender(),
        wirecodec_raw::contender(),
        bson_document::contender(),
        bson_raw::contender(),
        bson_serde::contender(),
    ]
}

/// The version of the crate `bson` that is linked in.
const BSON_VERSION: &str = env!("BSON_VERSION");

/// The version of the crate `wirecodec-bson` that is linked in.
const WIRECODEC_VERSION: &str = env!("WIRECODEC_VERSION");

impl From<bson::error::Error> for Rejection {
    /// The crate tells text that is not UTF-8 from the rest, and never says where.
    fn from(error: bson::error::Error) -> Self {
        let kind = match error.kind {
            bson::error::ErrorKind::Utf8Encoding { .. } => "bad-utf8",
            _ => "unknown",
        };
        Self { kind, offset: None, message: error.to_string() }
    }
}
