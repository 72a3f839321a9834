//! `wirecodec@raw`: ours, its view of the bytes.
//!
//! `RawDocument::new` checks the whole document; [`visit`] then reads every element of it, in
//! documents, arrays and scopes. An element of an array has a place instead of a key, so the sink is
//! given an empty one.

use crate::contender::Contender;
use crate::raw::{Fold, Raw, View};
use wirecodec_bson::{Error, RawDocument, RawValue, Writer};

pub fn contender() -> Contender {
    Contender {
        name: "wirecodec@raw",
        version: super::WIRECODEC_VERSION,
        traits: "model=raw buffer=fresh ownership=borrowed checks=full ops=decode",
        open: |corpus| Ok(Box::new(Raw::<WirecodecRaw>::new(corpus))),
    }
}

struct WirecodecRaw;

impl View for WirecodecRaw {
    type Error = Error;

    fn fold(document: &[u8]) -> Result<u64, Error> {
        let mut fold = Fold::default();
        visit(RawDocument::new(document)?, &mut fold)?;
        Ok(fold.sum())
    }

    fn rebuild(document: &[u8]) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes);
        visit(RawDocument::new(document)?, &mut writer)?;
        writer.finish()?;
        Ok(bytes)
    }
}

/// What a value that holds others is.
enum Nest<'a> {
    Document,
    Array,
    /// The scope of this code.
    Scope(&'a str),
}

/// Is told of every element, in order. Only one that writes can fail.
trait Sink {
    fn leaf(&mut self, key: &str, value: RawValue<'_>) -> Result<(), Error>;

    /// What follows is inside a value that holds others, up to [`end`](Sink::end).
    fn begin(&mut self, key: &str, nest: Nest<'_>) -> Result<(), Error>;

    fn end(&mut self) -> Result<(), Error>;
}

fn visit<'a>(
    elements: impl IntoIterator<Item = (&'a str, RawValue<'a>)>,
    sink: &mut impl Sink,
) -> Result<(), Error> {
    for (key, value) in elements {
        match value {
            RawValue::Document(document) => {
                sink.begin(key, Nest::Document)?;
                visit(document, sink)?;
                sink.end()?;
            }
            RawValue::Array(array) => {
                sink.begin(key, Nest::Array)?;
                visit(array.iter().map(without_key), sink)?;
                sink.end()?;
            }
            RawValue::JavaScriptWithScope { code, scope } => {
                sink.begin(key, Nest::Scope(code))?;
                visit(scope, sink)?;
                sink.end()?;
            }
            value => sink.leaf(key, value)?,
        }
    }
    Ok(())
}

fn without_key<'a>(item: RawValue<'a>) -> (&'a str, RawValue<'a>) {
    ("", item)
}

impl Sink for Fold {
    #[inline]
    fn leaf(&mut self, key: &str, value: RawValue<'_>) -> Result<(), Error> {
        self.bytes(key.as_bytes());
        match value {
            RawValue::Double(value) => self.number(value.to_bits()),
            RawValue::String(text) | RawValue::JavaScript(text) | RawValue::Symbol(text) => {
                self.bytes(text.as_bytes());
            }
            RawValue::Boolean(value) => self.number(u64::from(value)),
            RawValue::Regex { pattern, options } => {
                self.bytes(pattern.as_bytes());
                self.bytes(options.as_bytes());
            }
            RawValue::Int32(value) => self.number(value as u64),
            RawValue::Int64(value) => self.number(value as u64),
            RawValue::Timestamp(value) => {
                self.number(u64::from(value.time) << 32 | u64::from(value.increment));
            }
            RawValue::Binary { subtype, bytes } => {
                self.number(u64::from(subtype));
                self.bytes(bytes);
            }
            RawValue::ObjectId(value) => self.bytes(&value.0),
            RawValue::DateTime(value) => self.number(value.0 as u64),
            RawValue::Decimal128(value) => self.bytes(&value.0),
            RawValue::DbPointer { namespace, id } => {
                self.bytes(namespace.as_bytes());
                self.bytes(&id.0);
            }
            RawValue::Null | RawValue::Undefined | RawValue::MinKey | RawValue::MaxKey => {
                self.number(1);
            }
            RawValue::Document(_) | RawValue::Array(_) | RawValue::JavaScriptWithScope { .. } => {
                unreachable!("these nest")
            }
        }
        Ok(())
    }

    #[inline]
    fn begin(&mut self, key: &str, nest: Nest<'_>) -> Result<(), Error> {
        self.bytes(key.as_bytes());
        if let Nest::Scope(code) = nest {
            self.bytes(code.as_bytes());
        }
        Ok(())
    }

    #[inline]
    fn end(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

impl Sink for Writer<'_> {
    fn leaf(&mut self, key: &str, value: RawValue<'_>) -> Result<(), Error> {
        self.raw_value(key, value)
    }

    fn begin(&mut self, key: &str, nest: Nest<'_>) -> Result<(), Error> {
        match nest {
            Nest::Document => self.begin_document(key),
            Nest::Array => self.begin_array(key),
            Nest::Scope(code) => self.begin_javascript_with_scope(key, code),
        }
    }

    fn end(&mut self) -> Result<(), Error> {
        self.end()
    }
}
