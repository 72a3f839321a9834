//! `bson@RawDocument`: the crate `bson`, its view of the bytes.
//!
//! `RawDocument` is lazy: it checks a value when that is asked for. [`visit`] asks for every one, and
//! goes into documents, arrays and scopes, those within arrays too. An element of an array has a place
//! instead of a key, so the sink is given an empty one.
//!
//! A DBPointer is visited and checked, but the crate lets nobody read its parts: it counts as one.

use crate::contender::Contender;
use crate::raw::{Fold, Raw, View};
use bson::error::Error;
use bson::raw::{CStr, cstr};
use bson::{
    RawArrayBuf, RawBsonRef, RawDocument, RawDocumentBuf, RawJavaScriptCodeWithScope,
    RawJavaScriptCodeWithScopeRef,
};
use std::mem::replace;

pub fn contender() -> Contender {
    Contender {
        name: "bson@RawDocument",
        version: super::BSON_VERSION,
        traits: "model=raw buffer=fresh ownership=borrowed checks=full ops=decode",
        open: |corpus| Ok(Box::new(Raw::<BsonRaw>::new(corpus))),
    }
}

struct BsonRaw;

impl View for BsonRaw {
    type Error = Error;

    fn fold(document: &[u8]) -> Result<u64, Error> {
        let mut fold = Fold::default();
        visit(RawDocument::from_bytes(document)?, &mut fold)?;
        Ok(fold.sum())
    }

    fn rebuild(document: &[u8]) -> Result<Vec<u8>, Error> {
        let mut rebuild = Rebuild::Document(RawDocumentBuf::new());
        visit(RawDocument::from_bytes(document)?, &mut rebuild)?;
        Ok(rebuild.into_document().into_bytes())
    }
}

/// What a value that holds others is.
enum Nest<'a> {
    Document,
    Array,
    /// The scope of this code.
    Scope(&'a str),
}

/// Is told of every element, in order.
trait Sink: Sized {
    fn leaf(&mut self, key: &CStr, value: RawBsonRef<'_>);

    /// A value that holds others, which `inside` visits.
    fn nest(
        &mut self,
        key: &CStr,
        nest: Nest<'_>,
        inside: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error>;
}

type Element<'a> = Result<(&'a CStr, RawBsonRef<'a>), Error>;

fn visit<'a>(
    elements: impl IntoIterator<Item = Element<'a>>,
    sink: &mut impl Sink,
) -> Result<(), Error> {
    for element in elements {
        match element? {
            (key, RawBsonRef::Document(document)) => {
                sink.nest(key, Nest::Document, |sink| visit(document, sink))?;
            }
            (key, RawBsonRef::Array(array)) => {
                let items = array.into_iter().map(without_key);
                sink.nest(key, Nest::Array, |sink| visit(items, sink))?;
            }
            (key, RawBsonRef::JavaScriptCodeWithScope(code)) => {
                let RawJavaScriptCodeWithScopeRef { code, scope } = code;
                sink.nest(key, Nest::Scope(code), |sink| visit(scope, sink))?;
            }
            (key, value) => sink.leaf(key, value),
        }
    }
    Ok(())
}

fn without_key<'a>(item: Result<RawBsonRef<'a>, Error>) -> Element<'a> {
    Ok((cstr!(""), item?))
}

impl Sink for Fold {
    #[inline]
    fn leaf(&mut self, key: &CStr, value: RawBsonRef<'_>) {
        self.bytes(key.as_str().as_bytes());
        match value {
            RawBsonRef::Double(value) => self.number(value.to_bits()),
            RawBsonRef::String(text)
            | RawBsonRef::JavaScriptCode(text)
            | RawBsonRef::Symbol(text) => self.bytes(text.as_bytes()),
            RawBsonRef::Boolean(value) => self.number(u64::from(value)),
            RawBsonRef::RegularExpression(regex) => {
                self.bytes(regex.pattern.as_str().as_bytes());
                self.bytes(regex.options.as_str().as_bytes());
            }
            RawBsonRef::Int32(value) => self.number(value as u64),
            RawBsonRef::Int64(value) => self.number(value as u64),
            RawBsonRef::Timestamp(value) => {
                self.number(u64::from(value.time) << 32 | u64::from(value.increment));
            }
            RawBsonRef::Binary(value) => {
                self.number(u64::from(u8::from(value.subtype)));
                self.bytes(value.bytes);
            }
            RawBsonRef::ObjectId(value) => self.bytes(&value.bytes()),
            RawBsonRef::DateTime(value) => self.number(value.timestamp_millis() as u64),
            RawBsonRef::Decimal128(value) => self.bytes(&value.bytes()),
            RawBsonRef::Null
            | RawBsonRef::Undefined
            | RawBsonRef::MinKey
            | RawBsonRef::MaxKey
            | RawBsonRef::DbPointer(_) => self.number(1),
            RawBsonRef::Document(_)
            | RawBsonRef::Array(_)
            | RawBsonRef::JavaScriptCodeWithScope(_) => unreachable!("these nest"),
        }
    }

    #[inline]
    fn nest(
        &mut self,
        key: &CStr,
        nest: Nest<'_>,
        inside: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.bytes(key.as_str().as_bytes());
        if let Nest::Scope(code) = nest {
            self.bytes(code.as_bytes());
        }
        inside(self)
    }
}

/// The document, array or scope that is being written; those around it wait in [`Sink::nest`].
enum Rebuild {
    Document(RawDocumentBuf),
    Array(RawArrayBuf),
}

impl Rebuild {
    fn into_document(self) -> RawDocumentBuf {
        match self {
            Self::Document(document) => document,
            Self::Array(_) => unreachable!("what was opened as a document stays one"),
        }
    }

    fn append(&mut self, key: &CStr, value: impl bson::raw::BindRawBsonRef) {
        match self {
            Self::Document(document) => document.append(key, value),
            // Counts its keys itself.
            Self::Array(array) => array.push(value),
        }
    }
}

impl Sink for Rebuild {
    fn leaf(&mut self, key: &CStr, value: RawBsonRef<'_>) {
        self.append(key, value);
    }

    fn nest(
        &mut self,
        key: &CStr,
        nest: Nest<'_>,
        inside: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let inner = match nest {
            Nest::Array => Self::Array(RawArrayBuf::new()),
            Nest::Document | Nest::Scope(_) => Self::Document(RawDocumentBuf::new()),
        };
        let outer = replace(self, inner);
        inside(self)?;
        match (replace(self, outer), nest) {
            (Self::Array(array), _) => self.append(key, array),
            (Self::Document(scope), Nest::Scope(code)) => {
                self.append(key, RawJavaScriptCodeWithScope { code: code.to_owned(), scope });
            }
            (Self::Document(document), _) => self.append(key, document),
        }
        Ok(())
    }
}
