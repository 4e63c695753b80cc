"""Colors as styles, plans and overlays write them: '#rrggbb'."""

import re
from collections.abc import Iterable
from typing import TypeAlias

COLOR_PATTERN = r"#[0-9a-fA-F]{6}"
Color: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

_COLOR = re.compile(COLOR_PATTERN)


def is_color(code: str) -> bool:
    """Return whether *code* is '#rrggbb', in either case."""
    return _COLOR.fullmatch(code) is not None


def parse_color(code: str) -> Color:
    """Return the channels of *code*; raise ValueError unless it is '#rrggbb'."""
    if not is_color(code):
        raise ValueError(f"a color is written '#rrggbb', not {code!r}")
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:], 16)


def format_color(channels: Iterable[float]) -> str:
    """Return red, green and blue, 0 to 255, rounded, as '#rrggbb'."""
    return "#" + "".join(f"{round(float(channel)):02x}" for channel in channels)
