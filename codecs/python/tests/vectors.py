"""The shared test vectors of formats/bson/vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parents[3] / "formats" / "bson" / "vectors"


class Vector(NamedTuple):
    id: str
    group: str
    data: bytes
    value: dict[str, Any] | None
    canonical: bytes | None
    kind: str | None
    offset: int | None


def read() -> list[Vector]:
    """All of them, in the order of their files' names. That there are none is an error."""
    lines = [
        json.loads(line)
        for file in sorted(FOLDER.glob("*.jsonl"))
        for line in file.read_text("utf-8").splitlines()
    ]
    if not lines:
        raise FileNotFoundError(f"no test vectors in {FOLDER}")
    return [
        Vector(
            id=line["id"],
            group=line["group"],
            data=bytes.fromhex(line["hex"]),
            value=line.get("value"),
            canonical=bytes.fromhex(line["canonical"]) if "canonical" in line else None,
            kind=line.get("kind"),
            offset=line.get("offset"),
        )
        for line in lines
    ]


ALL = read()


def of(group: str) -> list[Any]:
    """The vectors of one group, as pytest's parameters."""
    import pytest

    return [pytest.param(vector, id=vector.id) for vector in ALL if vector.group == group]
