//! Counts the elements of a file of documents, such as mongodump writes, by type and depth.
//!
//! ```text
//! cargo run --release --example walk -- dump/shop/orders.bson
//! ```

use std::collections::BTreeMap;
use std::process::ExitCode;

use wirecodec_bson::{ElementType, MAX_DEPTH, RawDocument, RawValue, documents};

#[derive(Default)]
struct Census {
    documents: usize,
    by_type: BTreeMap<ElementType, usize>,
    deepest: usize,
}

impl Census {
    fn document(&mut self, document: RawDocument<'_>, level: usize) {
        self.deepest = self.deepest.max(level);
        for (_key, value) in document {
            self.value(value, level);
        }
    }

    fn value(&mut self, value: RawValue<'_>, level: usize) {
        *self.by_type.entry(value.element_type()).or_default() += 1;
        match value {
            RawValue::Document(document) => self.document(document, level + 1),
            RawValue::JavaScriptWithScope { scope, .. } => self.document(scope, level + 1),
            RawValue::Array(items) => {
                self.deepest = self.deepest.max(level + 1);
                items.iter().for_each(|item| self.value(item, level + 1));
            }
            _ => {}
        }
    }
}

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: walk FILE.bson");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    };
    let mut census = Census::default();
    for document in documents(&bytes) {
        match document {
            Ok(document) => {
                census.documents += 1;
                census.document(document, 1);
            }
            Err(error) => {
                eprintln!("{}: document {}: {error}", path.display(), census.documents + 1);
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{:>10} documents, at most {} of {MAX_DEPTH} levels deep", census.documents, census.deepest);
    for (element_type, count) in census.by_type {
        println!("{count:>10} {element_type:?}");
    }
    ExitCode::SUCCESS
}
