//! What a contender is to the session: an announcement, and a way to open a corpus with it.
//!
//! What opening gives is an [`Open`]: one library over one corpus. The call through it costs one
//! dynamic dispatch a `time`, outside the clock; the loop behind it is compiled for that library.

use crate::corpus::{Corpus, Scope};
use std::io::Write;

/// One library in one mode of use.
pub struct Contender {
    /// The library's own name, with `@mode` where it is here more than once.
    pub name: &'static str,
    /// The version of the library that is linked into this program.
    pub version: &'static str,
    /// `KEY=VALUE` words, as `docs/driver-protocol.md` defines them.
    pub traits: &'static str,
    /// Takes a corpus. Runs nothing of the library.
    pub open: fn(Corpus) -> Result<Box<dyn Open>, String>,
}

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Decode,
    Encode,
    Cycle,
}

impl Operation {
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "decode" => Ok(Self::Decode),
            "encode" => Ok(Self::Encode),
            "cycle" => Ok(Self::Cycle),
            _ => Err(format!("no operation {name:?}: there are decode, encode and cycle")),
        }
    }
}

/// A batch of passes: how long it took, and the proof that it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    pub nanoseconds: u128,
    /// Documents decoded plus bytes produced.
    pub consumed: u64,
}

/// Why a library did not take a document, in the words of the format where the library says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The format's name for the kind of error, or `unknown`.
    pub kind: &'static str,
    /// Where in the document, if the library says so.
    pub offset: Option<usize>,
    pub message: String,
}

/// One library over one corpus.
pub trait Open {
    /// The number of documents in the corpus.
    fn documents(&self) -> usize;

    /// Everything that `operation` needs and that is not to be timed.
    fn prepare(&mut self, operation: Operation, scope: Scope) -> Result<(), String>;

    /// `passes` passes over what was prepared, between two readings of the clock.
    fn run(&self, operation: Operation, scope: Scope, passes: u64) -> Result<Measured, String>;

    /// One document decoded and encoded again.
    fn recode(&self, document: &[u8]) -> Result<Vec<u8>, Rejection>;

    /// The whole corpus decoded and encoded again, or with `cycle` what the cycle built.
    fn emit(&self, cycle: bool, out: &mut dyn Write) -> Result<(), String>;
}

/// The answer to an operation that this contender, or this corpus, does not have.
pub fn no_operation(operation: Operation, why: &str) -> String {
    format!("cannot {}: {why}", format!("{operation:?}").to_lowercase())
}

/// The error of document `index` of the corpus, counted from zero.
pub fn in_document(index: usize, rejection: impl Into<Rejection>) -> String {
    let Rejection { kind, offset, message } = rejection.into();
    let place = offset.map(|offset| format!(" at byte {offset}")).unwrap_or_default();
    format!("document {index}: {kind}{place}: {message}")
}
