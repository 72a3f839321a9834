"""Runs as JSON files: the schema ``wirebench-run/1``, written so that a person can read a diff.

What is written is validated first, and so is what is read: a file that other tools are to rely on
must not depend on which program wrote it. The schema is `SCHEMA_FILE`, described field by field in
``docs/results-schema.md``.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from wirebench.errors import WirebenchError
from wirebench.results import Run

SCHEMA_FILE = "wirebench-run-1.json"

MOST_COMPLAINTS = 5


class InvalidRunError(WirebenchError):
    """Not a run, or not a whole one: where in the document, and what is wrong there."""


def dumps(run: Run) -> str:
    """The run as text; InvalidRunError if it breaks the schema."""
    document = run.to_json()
    validate(document)
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    # A sample a line. Safe on any text: raw newlines never occur inside a JSON string.
    return (
        re.sub(r"\{\n\s+(\"round\": \d+),\n\s+(.*),\n\s+(.*)\n\s+\}", r"{\1, \2, \3}", text) + "\n"
    )


def loads(text: str) -> Run:
    """Read such text; InvalidRunError, with the place, if it is none."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise InvalidRunError(f"not JSON: {error}") from error
    validate(document)
    return Run.from_json(document)


def save(run: Run, path: Path) -> None:
    """Write the run to a file, whole or not at all."""
    text = dumps(run)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            # mkstemp makes a file for its owner alone; a report is for whom the umask allows.
            os.umask(mask := os.umask(0))
            Path(name).chmod(0o666 & ~mask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise WirebenchError(f"cannot write {path}: {error.strerror}") from error


def load(path: Path) -> Run:
    """Read a run from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WirebenchError(f"cannot read {path}: {error}") from error
    try:
        return loads(text)
    except InvalidRunError as error:
        raise InvalidRunError(f"{path}: {error}") from error


def validate(document: Any) -> None:
    """Hold a document against the schema; InvalidRunError names the first few faults by path."""
    faults = sorted(_validator().iter_errors(document), key=lambda fault: fault.json_path)
    if faults:
        named = [f"{fault.json_path}: {_short(fault.message)}" for fault in faults]
        more = len(named) - MOST_COMPLAINTS
        tail = f"; and {more} more" if more > 0 else ""
        raise InvalidRunError(
            f"not a wirebench-run/1 document: {'; '.join(named[:MOST_COMPLAINTS])}{tail}"
        )


def schema() -> dict[str, Any]:
    """The JSON Schema itself."""
    text = files("wirebench").joinpath("schema", SCHEMA_FILE).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def _short(message: str) -> str:
    return message if len(message) <= 200 else f"{message[:199]}…"
