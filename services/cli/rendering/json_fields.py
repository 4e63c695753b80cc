"""Fields of JSON values in a fixed order, for display and editing. Pure."""

from collections.abc import Mapping
from typing import Any

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
