"""Records as lines: JSON, or tab-separated fields."""

import json
from collections.abc import Mapping


def print_fields(fields: Mapping[str, object], *, as_json: bool) -> None:
    """Print *fields* as one line."""
    if as_json:
        print(json.dumps(fields, ensure_ascii=False))
    else:
        print("\t".join(_to_text(value) for value in fields.values()))


def _to_text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "" if value is None else str(value)
