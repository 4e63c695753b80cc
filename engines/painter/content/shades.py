"""Names of shades: a light or a dark color is another one than the color that its name ends with."""

import numpy as np

from engines.color.spaces import from_code, from_oklab, to_oklab
from services.common.images.color_codes import format_color

_BASES = {
    "#d8322f": ("红", "red"), "#f07f1f": ("橙", "orange"), "#f6cb2d": ("黄", "yellow"), "#3f9b47": ("绿", "green"),
    "#1fa3a0": ("青", "teal turquoise"), "#2f6fd0": ("蓝", "blue"), "#7b45b5": ("紫", "purple violet"),
    "#f08ab0": ("粉 粉红", "pink"), "#8a5a35": ("棕 褐", "brown"), "#8b9097": ("灰", "gray grey"),
}  # fmt: skip
_LIGHT, _DARK = ("浅 淡", "light pale pastel soft"), ("深 暗 墨", "dark deep")
_LIGHTEST, _LIGHTER, _PALER, _DARKER, _DULLER = 0.94, 0.6, 0.6, 0.62, 0.8
"""OKLab lightness towards which a light shade goes, by which share, and how much of its chroma is left; how much of
its lightness and chroma a dark one has."""


def list_shades() -> dict[str, str]:
    """Return the names of shades in both languages, with their colors, '#rrggbb'."""
    shades = {}
    for base, (zh, en) in _BASES.items():
        for (before_zh, before_en), color in ((_LIGHT, _shade(base, True)), (_DARK, _shade(base, False))):
            names = [f"{shade}{name}{end}" for shade in before_zh.split() for name in zh.split() for end in ("", "色")]
            names += [f"{shade} {name}" for shade in before_en.split() for name in en.split()]
            shades.update(dict.fromkeys(names, color))
    return shades


def _shade(base: str, is_light: bool) -> str:
    lab = to_oklab(from_code(base))
    lightness = lab[0] + _LIGHTER * (_LIGHTEST - lab[0]) if is_light else _DARKER * lab[0]
    chroma = _PALER if is_light else _DULLER
    return format_color(255 * from_oklab(np.array([lightness, chroma * lab[1], chroma * lab[2]])))
