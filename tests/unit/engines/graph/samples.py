"""Realistic documents in every format, written for these tests."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "samples"
PATHS = {path.stem: path for path in sorted(FOLDER.rglob("*.json"))}
NAMES = sorted(PATHS)


def load_sample(name: str) -> dict[str, Any]:
    """Return the document of a sample."""
    document: dict[str, Any] = json.loads(PATHS[name].read_text(encoding="utf-8"))
    return document


def list_changes(before: Any, after: Any, pointer: str = "") -> list[str]:
    """Return the pointers at which two documents differ."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        keys = list(dict.fromkeys((*before, *after)))
        missing = [f"{pointer}/{key}" for key in keys if (key in before) != (key in after)]
        shared = [key for key in keys if key in before and key in after]
        return missing + [
            change for key in shared for change in list_changes(before[key], after[key], f"{pointer}/{key}")
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [change for index, (old, new) in pairs for change in list_changes(old, new, f"{pointer}/{index}")]
    return [] if json.dumps(before) == json.dumps(after) else [pointer]
