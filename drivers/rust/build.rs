//! Tells the driver which versions it was built from: the compiler's, and those that Cargo resolved
//! for the libraries under test. `Cargo.lock` is what the linked code was built from; a constant in
//! the driver's source could go stale.

use std::{env, fs, path::Path, process::Command};

/// Libraries whose version is read from `Cargo.lock`, and the variable that carries it.
const LOCKED: [(&str, &str); 2] =
    [("bson", "BSON_VERSION"), ("wirecodec-bson", "WIRECODEC_VERSION")];

fn main() {
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let path = Path::new(&folder).join("Cargo.lock");
    println!("cargo::rerun-if-changed={}", path.display());
    let lock = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    for (library, variable) in LOCKED {
        println!("cargo::rustc-env={variable}={}", resolved(&lock, library));
    }

    let compiler = env::var("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(&compiler)
        .arg("--version")
        .output()
        .unwrap_or_else(|error| panic!("cannot run {compiler} --version: {error}"));
    let line = String::from_utf8_lossy(&output.stdout);
    let version = line
        .split_whitespace()
        .nth(1)
        .unwrap_or_else(|| panic!("`{compiler} --version` says {line:?}, without a version"));
    println!("cargo::rustc-env=RUSTC_VERSION={version}");
}

/// The one version of `library` in the lock file. With two of them nobody could say which is linked.
fn resolved<'a>(lock: &'a str, library: &str) -> &'a str {
    let name = format!("name = \"{library}\"");
    let mut lines = lock.lines();
    let mut found = Vec::new();
    while lines.any(|line| line == name) {
        let version = lines.next().and_then(|line| line.strip_prefix("version = "));
        found.push(version.expect("a version follows a name").trim_matches('"'));
    }
    assert_eq!(found.len(), 1, "Cargo.lock must hold exactly one {library}");
    found[0]
}
