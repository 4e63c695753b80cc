"""Gives a subject a requested color: its largest family of areas changes, the others stay."""

from dataclasses import replace

import numpy as np

from engines.color.spaces import Colors, from_code, from_oklab, to_oklab
from engines.painter.shapes import Role, Shape, Tone
from engines.painter.subjects.icons import measure_area
from services.common.images.color_codes import format_color

_SAME_FAMILY = 0.09
"""Distance of OKLab hue and chroma within which areas of an icon belong to one color."""
_NEUTRAL = (Role.INK, Role.WHITE)
_SHADING_SHARE = 0.7


def recolor(shapes: list[Shape], start: int, color: str) -> bool:
    """Change the main color of the shapes from *start* to *color*, '#rrggbb'; return whether they have one."""
    drawn = shapes[start:]
    main = _find_main_tone(drawn)
    if main is None:
        return False
    target, base = to_oklab(from_code(color)), to_oklab(from_code(main.tint)) if main.tint else None
    for number, shape in enumerate(drawn, start):
        if _is_same_family(shape.tone, main):
            tint = _shift(shape.tone, target, base) if base is not None else color
            fade = shape.fade
            if fade is not None and _is_same_family(fade, main):
                fade = replace(fade, tint=_shift(fade, target, base) if base is not None else color, is_exact=True)
            shapes[number] = replace(shape, tone=replace(shape.tone, tint=tint, is_exact=True), fade=fade)
    return True


def _find_main_tone(drawn: list[Shape]) -> Tone | None:
    """Return the tone with the largest area: of tinted ones any, of roles neither ink nor white unless alone."""
    areas: dict[tuple[Role, str], float] = {}
    for shape in drawn:
        key = (shape.tone.role, shape.tone.tint)
        areas[key] = areas.get(key, 0.0) + measure_area(shape.points)
    colored = {key: area for key, area in areas.items() if key[1] or key[0] not in _NEUTRAL}
    chosen = max(colored or areas, key=lambda key: (colored or areas)[key], default=None)
    return None if chosen is None else Tone(chosen[0], tint=chosen[1])


def _is_same_family(tone: Tone, main: Tone) -> bool:
    if not main.tint:
        return not tone.tint and tone.role is main.role
    if not tone.tint:
        return False
    one, other = to_oklab(from_code(tone.tint)), to_oklab(from_code(main.tint))
    return float(np.hypot(*(one - other)[1:])) < _SAME_FAMILY


def _shift(tone: Tone, target: Colors, base: Colors) -> str:
    """Return the requested color, lighter or darker by as much as *tone* is than the main color."""
    moved = target.copy()
    moved[0] = np.clip(target[0] + _SHADING_SHARE * (to_oklab(from_code(tone.tint))[0] - base[0]), 0.05, 0.99)
    return format_color(255 * from_oklab(moved))
