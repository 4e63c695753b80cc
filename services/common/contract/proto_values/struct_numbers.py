"""Numbers of a Struct, which has only floats."""

from collections.abc import Mapping
from typing import Any


def restore_integers(value: Any) -> Any:
    """Return *value*, parsed JSON, with integers for whole floats."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case Mapping():
            return {name: restore_integers(member) for name, member in value.items()}
        case list() | tuple():
            return [restore_integers(item) for item in value]
        case _:
            return value
