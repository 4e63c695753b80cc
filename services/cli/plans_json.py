"""The plan of a note's pictures as JSON that a person edits. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from services.cli.failing import bad_input

# What a person reads first stands first; a Struct keeps no order.
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


def editable(shown: Mapping[str, Any]) -> str:
    """Return what was shown as a person edits it; read_edited reads it back."""
    return json.dumps(ordered(shown), ensure_ascii=False, indent=2) + "\n"


def read_edited(text: str) -> dict[str, Any]:
    """Return the JSON object that *text* is. Raises INVALID_INPUT_FORMAT naming the line at fault."""
    try:
        read = json.loads(text, parse_constant=_no_number)
    except ValueError as error:
        where = f"第 {error.lineno} 行" if isinstance(error, json.JSONDecodeError) else ""
        raise bad_input(f"不是有效的 JSON（{where}{error}）。", f"This is not valid JSON: {error}.") from None
    except RecursionError:
        raise bad_input("JSON 嵌套太深。", "The JSON is nested too deeply.") from None
    if not isinstance(read, dict):
        raise bad_input("应是一个 JSON 对象。", "This should be a JSON object.")
    return read


def _no_number(name: str) -> None:
    raise ValueError(name)  # NaN and the infinities are no JSON


def ordered(held: Any) -> Any:
    """Return *held* with its names in a fixed order, and whole numbers as such: a Struct knows floats alone."""
    match held:
        case Mapping():
            names = sorted(held, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
            return {name: ordered(held[name]) for name in names}
        case list() | tuple():
            return [ordered(part) for part in held]
        case float() if held.is_integer():
            return int(held)
        case _:
            return held
