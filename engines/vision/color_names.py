"""Plain names of colors."""

import colorsys
from typing import Final

import numpy as np
from numpy.typing import NDArray

from services.common.images.color_codes import format_color

# Upper limits of hue in degrees (HSV).
_HUES: Final = (
    (15, "red"),
    (45, "orange"),
    (70, "yellow"),
    (165, "green"),
    (200, "cyan"),
    (255, "blue"),
    (290, "purple"),
    (345, "pink"),
    (361, "red"),
)
_GRAY_SATURATION: Final = 0.12
_BLACK_VALUE: Final = 0.15
_WHITE_VALUE: Final = 0.93


def describe_color(color: NDArray[np.floating]) -> str:
    """Return the name of *color*, RGB from 0 to 255, and its code: "blue (#2563eb)"."""
    red, green, blue = (min(255, max(0, round(float(channel)))) for channel in color)
    return f"{_name(red / 255, green / 255, blue / 255)} ({format_color((red, green, blue))})"


def _name(red: float, green: float, blue: float) -> str:
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if value <= _BLACK_VALUE:
        return "black"
    if saturation <= _GRAY_SATURATION:
        return "white" if value >= _WHITE_VALUE else "gray"
    return next(name for limit, name in _HUES if hue * 360 < limit)
