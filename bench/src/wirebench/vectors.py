"""The shared test vectors: formats/FORMAT/vectors/*.jsonl, one case a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wirebench.errors import WirebenchError

Group = Literal["valid", "alternative", "reject"]


@dataclass(frozen=True)
class Vector:
    """One case. `wanted` is what decoding and encoding again must give; None for a reject case."""

    id: str
    group: Group
    input: bytes
    wanted: bytes | None
    kind: str | None
    offset: int | None


def load_vectors(folder: Path) -> list[Vector]:
    """Every vector of a format; WirebenchError names file and line of one that is none."""
    vectors: list[Vector] = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                vectors.append(_vector(json.loads(line)))
            except (ValueError, KeyError, TypeError) as error:
                raise WirebenchError(f"{path}:{number}: not a vector: {error!r}") from error
    return vectors


def _vector(case: dict[str, str]) -> Vector:
    group = case["group"]
    given = bytes.fromhex(case["hex"])
    offset = case.get("offset")
    if group == "valid":
        return Vector(case["id"], "valid", given, given, None, None)
    if group == "alternative":
        wanted = bytes.fromhex(case["canonical"])
        return Vector(case["id"], "alternative", given, wanted, None, None)
    if group == "reject":
        return Vector(
            case["id"], "reject", given, None, case["kind"], None if offset is None else int(offset)
        )
    raise ValueError(f"group {group!r}")
