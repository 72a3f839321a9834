//! A corpus: a file of BSON documents one after the other, read and split, never decoded.
//!
//! A document begins with its own length, so splitting needs no codec. The few places that must know
//! *which* corpus this is (typed records, the `cycle` of `bson/doc32`) ask for the keys of the first
//! document; those too are read here, by hand, so that no codec has run before the first `cold`.

use std::{fs, io};

/// How much of the corpus a loop goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    First,
    Whole,
}

/// Documents laid end to end; document `i` ends at `ends[i]`, where the next begins.
#[derive(Debug)]
pub struct Corpus {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Corpus {
    /// Reads the file at `path`.
    pub fn read(path: &str) -> Result<Self, String> {
        let bytes =
            fs::read(path).map_err(|error: io::Error| format!("cannot read {path}: {error}"))?;
        Self::split(bytes).map_err(|problem| format!("{path} is no corpus: {problem}"))
    }

    /// Splits `bytes` at the documents' own lengths.
    pub fn split(bytes: Vec<u8>) -> Result<Self, String> {
        let mut ends = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let length = int32(&bytes, at)
                .ok_or_else(|| format!("byte {at}: cut inside a document's length"))?;
            let end = usize::try_from(length).ok().filter(|&length| length >= 5).map(|l| at + l);
            at = end.filter(|&end| end <= bytes.len()).ok_or_else(|| {
                format!("byte {at}: a document of {length} bytes, {} left", bytes.len() - at)
            })?;
            ends.push(at);
        }
        if ends.is_empty() {
            return Err("it holds no document".to_owned());
        }
        Ok(Self { bytes, ends })
    }

    /// The number of documents in `scope`; at least one.
    pub fn len(&self, scope: Scope) -> usize {
        match scope {
            Scope::First => 1,
            Scope::Whole => self.ends.len(),
        }
    }

    /// The documents in `scope`, in order.
    pub fn documents(&self, scope: Scope) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends[..self.len(scope)].iter().map(move |&end| {
            let document = &self.bytes[start..end];
            start = end;
            document
        })
    }

    /// The keys at the top level of the first document, or nothing if it is not plain BSON.
    pub fn first_keys(&self) -> Option<Vec<&str>> {
        let document = self.documents(Scope::First).next()?;
        let mut keys = Vec::new();
        let mut at = 4;
        while at < document.len() - 1 {
            let kind = document[at];
            let key = cstring(document, at + 1)?;
            keys.push(str::from_utf8(key).ok()?);
            let value = at + 1 + key.len() + 1;
            at = value.checked_add(width(document, kind, value)?)?;
        }
        Some(keys)
    }
}

/// The bytes that a value of type `kind` takes, from `at` on.
fn width(document: &[u8], kind: u8, at: usize) -> Option<usize> {
    let length = || int32(document, at).and_then(|length| usize::try_from(length).ok());
    Some(match kind {
        0x06 | 0x0A | 0x7F | 0xFF => 0,
        0x08 => 1,
        0x10 => 4,
        0x01 | 0x09 | 0x11 | 0x12 => 8,
        0x07 => 12,
        0x13 => 16,
        0x02 | 0x0D | 0x0E => 4 + length()?,
        0x03 | 0x04 | 0x0F => length()?,
        0x05 => 5 + length()?,
        0x0C => 4 + length()? + 12,
        0x0B => {
            let pattern = cstring(document, at)?.len() + 1;
            pattern + cstring(document, at + pattern)?.len() + 1
        }
        _ => return None,
    })
}

fn int32(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn cstring(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let rest = bytes.get(at..)?;
    Some(&rest[..rest.iter().position(|&byte| byte == 0)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bson::{Binary, Bson, doc, spec::BinarySubtype};

    #[test]
    fn splits_at_the_lengths() {
        let parts = [doc! {}, doc! {"a": 1}, doc! {"b": "two"}].map(|d| d.to_vec().unwrap());
        let corpus = Corpus::split(parts.concat()).unwrap();
        assert_eq!(corpus.len(Scope::Whole), 3);
        assert!(corpus.documents(Scope::Whole).eq(parts.iter()));
        assert!(corpus.documents(Scope::First).eq(&parts[..1]));
    }

    #[test]
    fn names_the_byte_where_splitting_fails() {
        let good = doc! {"a": 1}.to_vec().unwrap();
        let after_good = |tail: &[u8]| Corpus::split([&good, tail].concat()).unwrap_err();
        assert!(after_good(&[5, 0]).starts_with("byte 12: cut"));
        assert!(after_good(&[4, 0, 0, 0, 0]).starts_with("byte 12: a document of 4 bytes"));
        assert!(after_good(&[9, 0, 0, 0, 0]).ends_with("5 left"));
        assert!(after_good(&[0xFF; 8]).contains("of -1 bytes"));
        assert_eq!(Corpus::split(Vec::new()).unwrap_err(), "it holds no document");
    }

    #[test]
    fn lists_the_keys_whatever_the_types() {
        let document = doc! {
            "double": 1.5, "string": "s", "document": {"in": 1}, "array": [1, {"x": 2}],
            "binary": Binary { subtype: BinarySubtype::Generic, bytes: vec![1, 2, 3] },
            "undefined": Bson::Undefined, "oid": bson::oid::ObjectId::from_bytes([7; 12]),
            "bool": true, "datetime": bson::DateTime::from_millis(9), "null": Bson::Null,
            "regex": bson::Regex {
                pattern: "a.b".to_owned().try_into().unwrap(),
                options: "im".to_owned().try_into().unwrap(),
            },
            "code": Bson::JavaScriptCode("x".into()), "symbol": Bson::Symbol("y".into()),
            "scope": bson::JavaScriptCodeWithScope { code: "z".into(), scope: doc! {"q": 1} },
            "int32": 1, "timestamp": bson::Timestamp { time: 1, increment: 2 }, "int64": 1_i64,
            "decimal": bson::Decimal128::from_bytes([0; 16]), "min": Bson::MinKey,
            "max": Bson::MaxKey,
        };
        let corpus = Corpus::split(document.to_vec().unwrap()).unwrap();
        let keys: Vec<_> = document.keys().map(String::as_str).collect();
        assert_eq!(corpus.first_keys().unwrap(), keys);
    }

    #[test]
    fn lists_no_keys_of_broken_documents() {
        let broken = [9, 0, 0, 0, 0x63, b'a', 0, 1, 0].to_vec();
        assert_eq!(Corpus::split(broken).unwrap().first_keys(), None);
        let unending = [9, 0, 0, 0, 0x02, b'a', b'b', b'c', b'd'].to_vec();
        assert_eq!(Corpus::split(unending).unwrap().first_keys(), None);
    }
}
