"""The shared BSON vectors, as they stand in the repository."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "formats" / "bson" / "vectors"

Case = dict[str, Any]


def files() -> dict[str, list[Case]]:
    """The cases of each file, by the file's name without its ending."""
    return {
        path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in sorted(FOLDER.glob("*.jsonl"))
    }


def cases(*groups: str) -> list[Case]:
    """All cases of these groups; of all groups, where none is named."""
    return [
        case
        for items in files().values()
        for case in items
        if not groups or case["group"] in groups
    ]
