"""Data of a prompt as JSON, one value per line."""

import json
from collections.abc import Mapping

# Line ends that JSON does not escape.
_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}


def to_json_line(value: Mapping[str, object]) -> str:
    """Return *value* on one line that none of its texts can end; other letters stay readable for a model."""
    return json.dumps(value, ensure_ascii=False).translate(_LINE_ENDS)
