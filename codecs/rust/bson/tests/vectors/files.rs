//! The test vectors of `formats/bson/vectors`, whose README defines their keys.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

/// One line of the files.
pub(crate) struct Vector {
    pub(crate) id: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) expected: Expected,
}

pub(crate) enum Expected {
    /// The bytes it must be written as, and the document in canonical Extended JSON where that can express it.
    Document {
        written: Vec<u8>,
        value: Option<Json>,
    },
    Error {
        kind: String,
        offset: usize,
    },
}

/// All vectors of all files. Panics on a file that is not as the README says.
pub(crate) fn all() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../formats/bson/vectors");
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    paths.sort();
    let mut vectors = Vec::new();
    for path in paths {
        for (index, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let place = format!("{}:{}", path.display(), index + 1);
            let json: Json = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
            vectors.push(vector(&json).unwrap_or_else(|| panic!("{place}: not a vector")));
        }
    }
    vectors
}

fn vector(json: &Json) -> Option<Vector> {
    let text = |key: &str| json.get(key)?.as_str();
    let bytes = from_hex(text("hex")?)?;
    let value = json.get("value").cloned();
    let expected = match text("group")? {
        "valid" => Expected::Document { written: bytes.clone(), value },
        "alternative" => Expected::Document { written: from_hex(text("canonical")?)?, value },
        "reject" => Expected::Error {
            kind: text("kind")?.to_owned(),
            offset: usize::try_from(json.get("offset")?.as_u64()?).ok()?,
        },
        _ => return None,
    };
    Some(Vector { id: text("id")?.to_owned(), bytes, expected })
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|digit| digit.to_digit(16).map(|digit| u8::try_from(digit).unwrap())).collect();
    let pairs = digits?;
    pairs.len().is_multiple_of(2).then(|| pairs.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
