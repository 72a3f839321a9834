//! Fills `corpus/document` with the bytes of the shared test vectors, a file each, named by the vector's id.
//!
//! ```text
//! cargo run --bin seed
//! ```

use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = here.join("corpus/document");
    fs::create_dir_all(&corpus)?;
    let mut seeds = 0;
    for entry in fs::read_dir(here.join("../../../../formats/bson/vectors"))? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(&path)?.lines() {
            let vector: serde_json::Value = serde_json::from_str(line)?;
            let text =
                |key: &str| vector[key].as_str().ok_or_else(|| format!("{}: no {key}", path.display()));
            fs::write(corpus.join(text("id")?), from_hex(text("hex")?)?)?;
            seeds += 1;
        }
    }
    println!("{seeds} seeds in {}", corpus.display());
    if seeds == 0 { Err("no vectors were found".into()) } else { Ok(()) }
}

fn from_hex(text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?)).collect()
}
