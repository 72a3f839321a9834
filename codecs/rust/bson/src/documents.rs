//! Files of documents, one straight after the other, as mongodump writes them.

use std::iter::FusedIterator;

use crate::cursor::outermost_length;
use crate::{RawDocument, Result};

/// The documents that `bytes` are made of, each validated as it is reached.
///
/// The offset of an error counts from the start of `bytes`. It ends the iteration, since nothing that follows a
/// broken document can be trusted to begin where it seems to.
///
/// ```
/// let two = [b"\x05\0\0\0\0".as_slice(), b"\x08\0\0\0\x0aa\0\0"].concat();
/// assert_eq!(wirecodec_bson::documents(&two).count(), 2);
/// ```
#[must_use]
pub fn documents(bytes: &[u8]) -> Documents<'_> {
    Documents { frames: split(bytes) }
}

/// The documents that `bytes` are made of, cut by their lengths alone: nothing inside is looked at.
///
/// For whoever validates later, or elsewhere. An error ends the iteration.
#[must_use]
pub fn split(bytes: &[u8]) -> Split<'_> {
    Split { bytes, at: 0 }
}

/// The iterator of [`documents`].
#[derive(Clone, Debug)]
pub struct Documents<'a> {
    frames: Split<'a>,
}

impl<'a> Iterator for Documents<'a> {
    type Item = Result<RawDocument<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let base = self.frames.at;
        let document = self
            .frames
            .next()?
            .and_then(|frame| RawDocument::new(frame).map_err(|error| error.moved_by(base)));
        if document.is_err() {
            self.frames.stop();
        }
        Some(document)
    }
}

impl FusedIterator for Documents<'_> {}

/// The iterator of [`split`].
#[derive(Clone, Debug)]
pub struct Split<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Split<'_> {
    fn stop(&mut self) {
        self.at = self.bytes.len();
    }
}

impl<'a> Iterator for Split<'a> {
    type Item = Result<&'a [u8]>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return None;
        }
        match outermost_length(rest) {
            Ok(length) => {
                self.at += length;
                Some(Ok(&rest[..length]))
            }
            Err(error) => {
                let error = error.moved_by(self.at);
                self.stop();
                Some(Err(error))
            }
        }
    }
}

impl FusedIterator for Split<'_> {}

#[cfg(test)]
mod tests {
    use super::{documents, split};
    use crate::ErrorKind;

    const EMPTY: &[u8] = b"\x05\0\0\0\0";
    const NULL: &[u8] = b"\x08\0\0\0\x0aa\0\0";
    const BROKEN: &[u8] = b"\x09\0\0\0\x08a\0\x07\0";

    #[test]
    fn documents_come_in_order() {
        let bytes = [EMPTY, NULL, EMPTY].concat();
        let found: Vec<_> = documents(&bytes).map(|document| document.unwrap().as_bytes()).collect();
        assert_eq!(found, [EMPTY, NULL, EMPTY]);
        assert_eq!(documents(&[]).count(), 0);
    }

    #[test]
    fn an_error_counts_from_the_buffer_and_is_the_last_item() {
        let bytes = [EMPTY, NULL, BROKEN, EMPTY].concat();
        let mut found = documents(&bytes).skip(2);
        let error = found.next().unwrap().unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::BadBool, 5 + 8 + 7));
        assert!(found.next().is_none());
        assert_eq!(split(&bytes).count(), 4);
    }

    #[test]
    fn a_rest_too_short_for_a_document_is_truncated() {
        for cut in 1..NULL.len() {
            let bytes = [EMPTY, &NULL[..cut]].concat();
            let error = split(&bytes).nth(1).unwrap().unwrap_err();
            assert_eq!((error.kind, error.offset), (ErrorKind::Truncated, 5));
            assert_eq!(documents(&bytes).nth(1).unwrap(), Err(error));
        }
    }
}
