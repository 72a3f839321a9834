//! One file a contender: the calls into its library, and nothing else.

pub mod bson_document;
pub mod bson_raw;
pub mod bson_serde;
mod records;
#[cfg(test)]
mod tests;
pub mod wirecodec_document;
pub mod wirecodec_raw;

use crate::contender::Rejection;

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
