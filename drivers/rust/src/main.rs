//! The Rust driver of wirebench: puts Rust codecs under the bench, one line at a time.
//!
//! It speaks the line protocol of `docs/driver-protocol.md` on standard input and output:
//!
//! ```text
//! → open bson@Document bson flat.bson
//! ← ok 10000
//! → time decode 25
//! ← ok 454382733 250000
//! ```
//!
//! From the outside in: [`session`] answers requests in the words of [`line`]; [`contender`] is
//! what can be opened; [`documents`] and [`raw`] hold the timed loops, once each and generic over the
//! library; `libraries/` has one file a contender, with nothing but the calls into that library.
//!
//! The requests run on the main thread with the stack that the system gives it. A library that
//! recurses without a bound brings the process down on a deep document, and the bench sees that.

mod allocations;
mod contender;
mod corpus;
mod documents;
mod libraries;
mod line;
mod raw;
mod session;

use std::io;

#[global_allocator]
static ALLOCATOR: allocations::Counting = allocations::Counting;

fn main() -> io::Result<()> {
    session::serve(&mut io::stdin().lock(), &mut io::stdout().lock())
}
