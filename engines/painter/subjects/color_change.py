"""Gives a subject a requested color: its largest families of areas change, the others do not."""

from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw

from engines.color.spaces import Colors, from_code, from_oklab, to_oklab
from engines.painter.shapes import Role, Shape, Tone
from services.common.images.color_codes import format_color

_SAME_FAMILY = 0.09
"""Distance of OKLab hue and chroma within which areas of an icon belong to one color."""
_NEUTRAL = (Role.INK, Role.WHITE)
_SHADING_SHARE = 0.7
_RASTER_SIDE = 128
_VIVID = 0.15
"""OKLab chroma from which a color competes with the requested one."""
MAX_FAMILIES, _PREVAILING = 3, 0.5
"""Maximum number of families that change, and the share of the subject from which a color prevails."""
_LARGE, _OF_PARTS = 0.1, (Role.MAIN, Role.SECOND, Role.ACCENT)
"""Share of the subject from which a color of the palette is that of a part: a red carriage behind a white engine."""
_LEAF_GREEN = -0.03
"""OKLab a below which a yellowish color is that of leaves."""


def tint(shapes: list[Shape], start: int, color: str) -> None:
    """Give the shapes from *start* in the main tone the natural *color*, '#rrggbb', as far as the medium has colors."""

    def to_natural(tone: Tone | None) -> Tone | None:
        return replace(tone, tint=color) if tone is not None and tone.role is Role.MAIN and not tone.tint else tone

    for number, shape in enumerate(shapes[start:], start):
        tone = to_natural(shape.tone) or shape.tone
        shapes[number] = replace(shape, tone=tone, fade=to_natural(shape.fade))


def recolor(
    shapes: list[Shape], start: int, color: str, max_families: int = MAX_FAMILIES, *, spares_leaves: bool = False
) -> None:
    """Change the colors of the shapes from *start* to *color*, '#rrggbb', the largest first, until it prevails.

    A part in a large color of the palette changes as well, where *max_families* is the default beyond that number.
    With *spares_leaves*, green areas keep their color and do not count.
    """
    areas = _measure_visible_areas(shapes[start:])
    if spares_leaves:
        areas = [0 if _is_leaf(shape.tone) else area for shape, area in zip(shapes[start:], areas, strict=True)]
    parts = 1 if max_families == MAX_FAMILIES else 0
    for number in range(max_families + parts):
        changed = sum(area for shape, area in zip(shapes[start:], areas, strict=True) if shape.tone.is_exact)
        main = _find_main_tone(shapes[start:], areas)
        if main is None:
            return
        left = sum(area for shape, area in zip(shapes[start:], areas, strict=True) if _is_same_family(shape.tone, main))
        is_large = not main.tint and main.role in _OF_PARTS and left >= _LARGE * sum(areas)
        if number >= max_families and not is_large:
            return
        if changed >= _PREVAILING * sum(areas) and not is_large and not _is_another_color(main, color):
            return
        _recolor_family(shapes, start, main, color)


def recolor_garments(shapes: list[Shape], start: int, color: str) -> None:
    """Give the clothes among the shapes from *start* on the exact *color*, '#rrggbb'."""

    def dye(tone: Tone) -> Tone:
        return replace(tone, tint=color, is_exact=True) if tone.role is Role.MAIN else tone

    for number, shape in enumerate(shapes[start:], start):
        shapes[number] = replace(shape, tone=dye(shape.tone), fade=dye(shape.fade) if shape.fade else None)


def _is_another_color(main: Tone, color: str) -> bool:
    """Return whether *main*, the largest color left, is vivid and of another hue: a red frame on green wheels."""
    if not main.tint:
        return False
    left, target = to_oklab(from_code(main.tint)), to_oklab(from_code(color))
    return float(np.hypot(*left[1:])) > _VIVID and float(np.hypot(*(left - target)[1:])) > _VIVID


def recolor_walls(shapes: list[Shape], start: int, wall: Tone, color: str) -> None:
    """Change the walls of a building, the areas from *start* in the color of *wall*, to *color*, '#rrggbb'."""
    hazy = [(number, shape) for number, shape in enumerate(shapes[start:], start) if shape.tone.haze]
    _recolor_family(shapes, start, wall, color)
    for number, shape in hazy:
        shapes[number] = shape


def _is_leaf(tone: Tone) -> bool:
    if not tone.tint:
        return False
    lab = to_oklab(from_code(tone.tint))
    return bool(lab[1] < _LEAF_GREEN and lab[2] > 0)


def _recolor_family(shapes: list[Shape], start: int, main: Tone, color: str) -> None:
    target, base = to_oklab(from_code(color)), to_oklab(from_code(main.tint)) if main.tint else None
    for number, shape in enumerate(shapes[start:], start):
        if not shape.tone.is_exact and _is_same_family(shape.tone, main):
            tint = _shift(shape.tone, target, base) if base is not None else color
            fade = shape.fade
            if fade is not None and _is_same_family(fade, main):
                fade = replace(fade, tint=_shift(fade, target, base) if base is not None else color, is_exact=True)
            shapes[number] = replace(shape, tone=replace(shape.tone, tint=tint, is_exact=True), fade=fade)


def _find_main_tone(drawn: list[Shape], visible: list[int]) -> Tone | None:
    """Return the tone with the largest area: a tinted one if there is any, else one that is neither ink nor white."""
    areas: dict[tuple[Role, str], int] = {}
    for shape, area in zip(drawn, visible, strict=True):
        if shape.tone.is_exact or not area:
            continue
        key = (shape.tone.role, shape.tone.tint)
        areas[key] = areas.get(key, 0) + area
    colored = {key: area for key, area in areas.items() if key[1] or key[0] not in _NEUTRAL}
    chosen = max(colored or areas, key=lambda key: (colored or areas)[key], default=None)
    return None if chosen is None else Tone(chosen[0], tint=chosen[1])


def _measure_visible_areas(drawn: list[Shape]) -> list[int]:
    """Return the pixels of each shape that no later one covers, on a small raster."""
    points = np.vstack([shape.points for shape in drawn])
    low, extent = points.min(axis=0), max(float(np.ptp(points, axis=0).max()), 1e-6)
    canvas = Image.new("I", (_RASTER_SIDE, _RASTER_SIDE), -1)
    draw = ImageDraw.Draw(canvas)
    for number, shape in enumerate(drawn):
        draw.polygon(((shape.points - low) * (_RASTER_SIDE / extent)).ravel().tolist(), fill=number)
    numbers = np.asarray(canvas).ravel() + 1
    counts: list[int] = np.bincount(numbers, minlength=len(drawn) + 1)[1:].tolist()
    return counts


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
