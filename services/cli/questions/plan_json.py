"""Plan of a note's images as JSON that a user edits. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from services.cli.errors import bad_input
from services.common.text.parse_errors import describe_json_error

# In reading order: a Struct has none.
_ORDER = (
    "imagePlans",
    "paragraphImageBindings",
    "textOverlayPlan",
    "planId",
    "purpose",
    "subject",
    "style",
    "prompt",
    "palette",
    "text",
    "kind",
    "position",
    "paragraph",
    "width",
    "height",
)


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


def sort_fields(value: Any) -> Any:
    """Return *value* with its names in a fixed order and whole floats as integers: a Struct has only floats."""
    match value:
        case Mapping():
            names = sorted(value, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
            return {name: sort_fields(value[name]) for name in names}
        case list() | tuple():
            return [sort_fields(part) for part in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value
