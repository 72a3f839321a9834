//! The timed loop of raw views: every element at every depth is visited, nothing is built.
//!
//! A library comes in as a [`View`]: one function that visits a document and tells a [`Sink`] what it
//! meets. While the clock runs the sink is [`Fold`], which adds everything up. For `recode` and
//! `emit` the sink rebuilds the document with the library's own writer. Both go through the same
//! visiting code, so what is rebuilt right was visited whole.

use crate::contender::{Measured, Open, Operation, Rejection, in_document, no_operation};
use crate::corpus::{Corpus, Scope};
use std::hint::black_box;
use std::io::Write;
use std::marker::PhantomData;
use std::time::Instant;

/// A library that looks at documents without building values.
pub trait View {
    type Error: Into<Rejection>;

    /// Visits all of `document`, folding every key and value into a sum.
    fn fold(document: &[u8]) -> Result<u64, Self::Error>;

    /// Visits all of `document`, writing down every key and value.
    fn rebuild(document: &[u8]) -> Result<Vec<u8>, Self::Error>;
}

/// A sum over everything visited. It takes a few machine instructions an element, the same for every
/// view, and touches the data of texts and bytes at both ends. Checking all of them is the library's
/// own business.
#[derive(Default)]
pub struct Fold {
    sum: u64,
}

impl Fold {
    #[inline]
    pub fn number(&mut self, value: u64) {
        self.sum = self.sum.wrapping_add(value);
    }

    #[inline]
    pub fn bytes(&mut self, value: &[u8]) {
        self.number(value.len() as u64);
        if let [first, ..] = value {
            self.number(u64::from(*first) + u64::from(value[value.len() - 1]));
        }
    }

    pub fn sum(&self) -> u64 {
        self.sum
    }
}

/// A [`View`] over a corpus.
pub struct Raw<V: View> {
    corpus: Corpus,
    view: PhantomData<V>,
}

impl<V: View> Raw<V> {
    pub fn new(corpus: Corpus) -> Self {
        Self { corpus, view: PhantomData }
    }
}

const DECODE_ONLY: &str = "a raw view only decodes";

impl<V: View> Open for Raw<V> {
    fn documents(&self) -> usize {
        self.corpus.len(Scope::Whole)
    }

    fn prepare(&mut self, operation: Operation, _: Scope) -> Result<(), String> {
        match operation {
            Operation::Decode => Ok(()),
            _ => Err(no_operation(operation, DECODE_ONLY)),
        }
    }

    fn run(&self, operation: Operation, scope: Scope, passes: u64) -> Result<Measured, String> {
        if operation != Operation::Decode {
            return Err(no_operation(operation, DECODE_ONLY));
        }
        let mut consumed = 0;
        let start = Instant::now();
        for _ in 0..passes {
            for (index, document) in self.corpus.documents(scope).enumerate() {
                match V::fold(document) {
                    Ok(sum) => black_box(sum),
                    Err(error) => return Err(in_document(index, error)),
                };
                consumed += 1;
            }
        }
        Ok(Measured { nanoseconds: start.elapsed().as_nanos(), consumed })
    }

    fn recode(&self, document: &[u8]) -> Result<Vec<u8>, Rejection> {
        V::rebuild(document).map_err(Into::into)
    }

    fn emit(&self, cycle: bool, out: &mut dyn Write) -> Result<(), String> {
        if cycle {
            return Err(no_operation(Operation::Cycle, DECODE_ONLY));
        }
        for (index, document) in self.corpus.documents(Scope::Whole).enumerate() {
            let bytes = V::rebuild(document).map_err(|error| in_document(index, error))?;
            out.write_all(&bytes).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}
