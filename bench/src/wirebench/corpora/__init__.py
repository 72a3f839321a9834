"""Named input: generated corpora, and files of the user's own.

A generated corpus is made once, kept in the state folder, and known by its sha256 from then on: a
damaged or foreign file is made anew. A file of the user's own is checked whole, document by
document, before anything is timed on it, and an error in it names the byte.

    corpus = resolve("bson/flat", project)      # makes it if it is not there yet
    corpus.path, corpus.documents, corpus.bytes, corpus.sha256
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from wirebench.corpora import bson as bson_corpora
from wirebench.errors import UsageError, WirebenchError, unknown
from wirebench.formats.bson import BsonError, check_corpus, frames
from wirebench.project import Project

GENERATION = 1
"""Part of a cached file's name: raised when a generator changes, so that old ones are not taken."""

Progress = Callable[[int], None]


@dataclass(frozen=True)
class CorpusFile:
    """A corpus on disk."""

    name: str
    format: str
    path: Path
    documents: int
    bytes: int
    sha256: str


def names() -> list[str]:
    """Every corpus that is listed."""
    return bson_corpora.names()


def exists(name: str) -> bool:
    """Whether a corpus of this name can be made."""
    return bson_corpora.generate(name) is not None


def cached(name: str, project: Project) -> bool:
    """Whether a generated corpus is on disk already."""
    return _path(name, project).exists()


def resolve(name: str, project: Project, progress: Progress = lambda done: None) -> CorpusFile:
    """The corpus of this name, generated if need be. `progress` is told documents made so far."""
    generated = bson_corpora.generate(name)
    if generated is None:
        raise unknown("corpus", name, names())
    path = _path(name, project)
    return _cached(name, path) or _generate(name, path, generated, progress)


def make(name: str, path: Path, progress: Progress = lambda done: None) -> CorpusFile:
    """Write a generated corpus to a file of the user's choice; an existing file is not replaced."""
    generated = bson_corpora.generate(name)
    if generated is None:
        raise unknown("corpus", name, names())
    if path.exists():
        raise UsageError(f"{path} exists already: name another file, or remove it first")
    return _write(name, path, generated, progress)


def from_file(path: Path, progress: Progress = lambda done: None) -> CorpusFile:
    """A user's own file of concatenated BSON documents, checked whole.

    `progress` is told the bytes checked so far. UsageError names the document and the byte offset
    of the first thing wrong in it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the corpus {path}: {error.strerror}") from error
    if not data:
        raise UsageError(f"{path} is empty: a corpus needs one document at least")
    try:
        documents = check_corpus(data, lambda done, _total: progress(done))
    except BsonError as error:
        raise UsageError(
            f"{path} is not a file of BSON documents: {error} (of {len(data)} bytes in all)"
        ) from error
    name = f"file/{path.name}"
    return CorpusFile(name, "bson", path.resolve(), documents, len(data), _sha256(data))


def head(corpus: CorpusFile, documents: int, path: Path) -> int:
    """Write the first so many documents of a corpus to `path`; how many there were."""
    data = corpus.path.read_bytes()
    spans = list(islice(frames(data), documents))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data[: spans[-1][1]])
    return len(spans)


def _path(name: str, project: Project) -> Path:
    return project.corpora / f"{name.replace('/', '-')}.{GENERATION}.bson"


def _cached(name: str, path: Path) -> CorpusFile | None:
    try:
        about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    if about.get("sha256") != _sha256(data):
        return None
    return _corpus(name, path, about["documents"], len(data), about["sha256"])


def _generate(name: str, path: Path, documents: Iterator[bytes], progress: Progress) -> CorpusFile:
    corpus = _write(name, path, documents, progress)
    about = {"name": name, "documents": corpus.documents, "sha256": corpus.sha256}
    path.with_suffix(".json").write_text(json.dumps(about), encoding="utf-8")
    return corpus


def _write(name: str, path: Path, documents: Iterator[bytes], progress: Progress) -> CorpusFile:
    """Write to a neighbour first: a killed or failed generation leaves no half corpus behind."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    digest = hashlib.sha256()
    count = size = 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            for document in documents:
                file.write(document)
                digest.update(document)
                count += 1
                size += len(document)
                if count % 1000 == 0:
                    progress(count)
        partial.replace(path)
    except OSError as error:
        raise WirebenchError(f"cannot write the corpus {path}: {error.strerror}") from error
    finally:
        partial.unlink(missing_ok=True)
    return _corpus(name, path, count, size, digest.hexdigest())


def _corpus(name: str, path: Path, documents: int, size: int, sha256: str) -> CorpusFile:
    return CorpusFile(name, name.partition("/")[0], path, documents, size, sha256)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
