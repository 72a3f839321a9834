//! The timed loops of codecs that build values: the library's own documents, or typed records.
//!
//! A library comes in as a [`Codec`]: three functions, monomorphised into the loops below, so that
//! between the two readings of the clock there is the library and a black box, no dispatch.

use crate::contender::{Measured, Open, Operation, Rejection, in_document, no_operation};
use crate::corpus::{Corpus, Scope};
use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

/// A library that turns bytes into values and values into bytes.
pub trait Codec {
    /// What decoding gives. Owned: it borrows nothing from the input.
    type Value;
    type Error: Into<Rejection>;

    fn decode(document: &[u8]) -> Result<Self::Value, Self::Error>;

    /// Into a fresh buffer.
    fn encode(value: &Self::Value) -> Result<Vec<u8>, Self::Error>;

    /// The document of `bson/doc32`, built with the library's constructors.
    const DOC32: Option<fn() -> Self::Value> = None;
}

/// The keys of `bson/doc32`: `a_` and `b_` before each of these.
pub const DOC32_KEYS: [&str; 15] = [
    "double",
    "int32",
    "int64",
    "javascript",
    "document",
    "javascript_scope",
    "uuid",
    "false",
    "true",
    "string",
    "array",
    "objectid",
    "datetime",
    "null",
    "regex",
];

/// A [`Codec`] over a corpus.
pub struct Documents<C: Codec> {
    corpus: Corpus,
    /// The values that `encode` takes: those of the first documents of the corpus, as far as needed.
    values: Vec<C::Value>,
    /// Builds the corpus's one document, where there is such code.
    build: Option<fn() -> C::Value>,
}

impl<C: Codec> Documents<C> {
    pub fn new(corpus: Corpus) -> Self {
        let build = C::DOC32.filter(|_| is_doc32(&corpus));
        Self { corpus, values: Vec::new(), build }
    }

    fn builder(&self) -> Result<fn() -> C::Value, String> {
        self.build.ok_or_else(|| {
            no_operation(
                Operation::Cycle,
                "there is code for bson/doc32 only, with some contenders",
            )
        })
    }

    fn decode(&self, scope: Scope, passes: u64) -> Result<Measured, String> {
        let mut consumed = 0;
        let start = Instant::now();
        for _ in 0..passes {
            for (index, document) in self.corpus.documents(scope).enumerate() {
                match C::decode(document) {
                    Ok(value) => drop(black_box(value)),
                    Err(error) => return Err(in_document(index, error)),
                }
                consumed += 1;
            }
        }
        Ok(Measured { nanoseconds: start.elapsed().as_nanos(), consumed })
    }

    fn encode(&self, scope: Scope, passes: u64) -> Result<Measured, String> {
        let values = &self.values[..self.corpus.len(scope)];
        let mut consumed = 0;
        let start = Instant::now();
        for _ in 0..passes {
            for (index, value) in values.iter().enumerate() {
                match C::encode(value) {
                    Ok(bytes) => consumed += black_box(bytes).len() as u64,
                    Err(error) => return Err(in_document(index, error)),
                }
            }
        }
        Ok(Measured { nanoseconds: start.elapsed().as_nanos(), consumed })
    }

    fn cycle(&self, passes: u64) -> Result<Measured, String> {
        let build = self.builder()?;
        let mut consumed = 0;
        let start = Instant::now();
        for _ in 0..passes {
            let bytes = C::encode(&build()).map_err(|error| in_document(0, error))?;
            let value = C::decode(black_box(&bytes)).map_err(|error| in_document(0, error))?;
            drop(black_box(value));
            consumed += bytes.len() as u64 + 1;
        }
        Ok(Measured { nanoseconds: start.elapsed().as_nanos(), consumed })
    }
}

impl<C: Codec> Open for Documents<C> {
    fn documents(&self) -> usize {
        self.corpus.len(Scope::Whole)
    }

    fn prepare(&mut self, operation: Operation, scope: Scope) -> Result<(), String> {
        match operation {
            Operation::Decode => {}
            Operation::Cycle => drop(self.builder()?),
            Operation::Encode => {
                let missing = self.corpus.documents(scope).enumerate().skip(self.values.len());
                for (index, document) in missing {
                    let value = C::decode(document).map_err(|error| in_document(index, error))?;
                    self.values.push(value);
                }
            }
        }
        Ok(())
    }

    fn run(&self, operation: Operation, scope: Scope, passes: u64) -> Result<Measured, String> {
        match operation {
            Operation::Decode => self.decode(scope, passes),
            Operation::Encode => self.encode(scope, passes),
            Operation::Cycle => self.cycle(passes),
        }
    }

    fn recode(&self, document: &[u8]) -> Result<Vec<u8>, Rejection> {
        let value = C::decode(document).map_err(Into::into)?;
        C::encode(&value).map_err(Into::into)
    }

    fn emit(&self, cycle: bool, out: &mut dyn Write) -> Result<(), String> {
        let mut write = |bytes: &[u8]| out.write_all(bytes).map_err(|error| error.to_string());
        if cycle {
            let bytes = C::encode(&self.builder()?()).map_err(|error| in_document(0, error))?;
            return write(&bytes);
        }
        for (index, document) in self.corpus.documents(Scope::Whole).enumerate() {
            write(&self.recode(document).map_err(|rejection| in_document(index, rejection))?)?;
        }
        Ok(())
    }
}

/// Whether this is the corpus that [`Codec::DOC32`] builds. The keys decide; that the values are
/// built right is for the bench to find out.
fn is_doc32(corpus: &Corpus) -> bool {
    let keys = |prefix: &'static str| DOC32_KEYS.iter().map(move |key| format!("{prefix}{key}"));
    let found = corpus.first_keys().unwrap_or_default();
    corpus.len(Scope::Whole) == 1 && found.into_iter().eq(keys("a_").chain(keys("b_")))
}
