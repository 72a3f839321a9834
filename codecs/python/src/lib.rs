//! `wirecodec._native`: what the Python package `wirecodec` does in native code, one submodule a format.
//!
//! The package's Python files, in `python/wirecodec`, only give names to what is here, and add the few classes
//! that are better said in Python.
//!
//! The module asks for the GIL, also on free-threaded builds: its caches are plain memory that the GIL guards.

mod bson;

use pyo3::prelude::*;

#[pymodule(gil_used = true)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let bson = PyModule::new(module.py(), "wirecodec._native.bson")?;
    bson::fill(&bson)?;
    module.add("bson", &bson)?;
    // An extension module is no package; this is what lets `from wirecodec._native.bson import …` find it.
    module.py().import("sys")?.getattr("modules")?.set_item("wirecodec._native.bson", bson)
}
