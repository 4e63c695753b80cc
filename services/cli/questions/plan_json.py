"""Plan of a note's images as JSON that a user edits. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from services.cli.errors import bad_input
from services.cli.rendering.json_fields import sort_fields
from services.common.text.parse_errors import describe_json_error


def format_editable(plan: Mapping[str, Any]) -> str:
    """Return the displayed plan as JSON; `parse_edited` parses it."""
    return json.dumps(sort_fields(plan), ensure_ascii=False, indent=2) + "\n"


def parse_edited(text: str) -> dict[str, Any]:
    """Return the JSON object in *text*. Raises INVALID_INPUT_FORMAT naming the invalid line."""
    try:
        read = json.loads(text, parse_constant=_reject_constant)
    except (ValueError, RecursionError) as error:
        what = describe_json_error(error)
        raise bad_input(f"不是有效的 JSON：{what.zh}。", f"This is not valid JSON: {what.en}.") from None
    if not isinstance(read, dict):
        raise bad_input("应是一个 JSON 对象。", "This should be a JSON object.")
    return read


def _reject_constant(name: str) -> None:
    """Raise INVALID_INPUT_FORMAT: NaN and the infinities are not JSON."""
    raise bad_input(f"JSON 里没有 {name} 这样的数。", f"JSON has no number such as {name}.")
