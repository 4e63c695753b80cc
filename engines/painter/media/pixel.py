"""Pixel art: a true low-resolution grid, a small ramp of colors, ordered dithering."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engines.color.spaces import to_oklab
from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, shade_forms
from engines.painter.raster import rasterize
from engines.painter.shapes import INK, Role, Tone
from engines.painter.subjects.icons import measure_area
from engines.painter.texture import Field

_SIDE = 160
"""Cells along the short side of an image that is large enough."""
_MAX_OWN_TONES = 8
_BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], dtype=np.float64) / 16.0 - 0.47
"""Ordered dithering: Bayer's 4 x 4 matrix (1973), centered."""


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    cell = max(1, round(composition.unit / _SIDE))
    if composition.unit >= 64:
        cell = max(2, cell)
    columns, rows = -(-composition.width // cell), -(-composition.height // cell)
    raster = rasterize(composition.shapes, composition.color_scheme, columns, rows, line=2.0)
    small = Composition(composition.shapes, composition.color_scheme, columns, rows, composition.rng)
    model = shade_forms(small, raster, 1.2)
    hero = raster.subject_mask > 0.5
    edge = np.zeros_like(hero)
    edge[1:] |= hero[1:] != hero[:-1]
    edge[:, 1:] |= hero[:, 1:] != hero[:, :-1]
    inner = np.clip((raster.lines - 0.42) * 2.2, 0, 1) * raster.subject_mask * np.float32(0.55)
    model = blend_over(model, composition.color(INK), np.maximum(inner, (edge & ~hero) * np.float32(0.9)))
    ramp = _build_ramp(composition)
    chosen = ramp[_find_nearest(model, ramp)]
    image = Image.fromarray((chosen * 255 + 0.5).astype(np.uint8))
    large = image.resize((columns * cell, rows * cell), Image.Resampling.NEAREST)
    result: Field = np.asarray(large, dtype=np.float32)[: composition.height, : composition.width] / np.float32(255)
    return result


def _build_ramp(composition: Composition) -> NDArray[np.float64]:
    """Return the game's colors: four steps of each role, and the own colors of the figures in two."""
    tones = [Tone(Role.INK), Tone(Role.WHITE)]
    for role in (Role.SKY, Role.AIR, Role.GROUND, Role.DEEP, Role.MAIN, Role.SECOND, Role.ACCENT, Role.LIGHT):
        tones += [Tone(role, shade) for shade in (-0.42, -0.14, 0.12, 0.5)]
    for tone in _list_own_tones(composition):
        tones += [tone, tone.darken(0.22)]
    return composition.color_scheme.colors(tones)


def _list_own_tones(composition: Composition) -> list[Tone]:
    """Return the tinted tones that fill most of the image."""
    areas: dict[Tone, float] = {}
    for shape in composition.shapes:
        if shape.tone.tint and len(shape.points) > 2:
            tone = replace(shape.tone, shade=0.0, haze=0.0)
            areas[tone] = areas.get(tone, 0.0) + measure_area(shape.points)
    return sorted(areas, key=lambda tone: -areas[tone])[:_MAX_OWN_TONES]


def _find_nearest(model: Field, ramp: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the color of *ramp* for each cell, dithered in lightness."""
    rows, columns = model.shape[:2]
    lab = to_oklab(np.clip(model, 0, 1))
    pattern = np.tile(_BAYER, (rows // 4 + 1, columns // 4 + 1))[:rows, :columns]
    lab[..., 0] += pattern * 0.055
    target = to_oklab(ramp)
    weight = np.array([1.0, 1.35, 1.35])
    flat = (lab * weight).reshape(-1, 3)
    aim = target * weight
    distance = (aim**2).sum(axis=1)[None, :] - 2.0 * flat @ aim.T
    result: NDArray[np.intp] = distance.argmin(axis=1).reshape(rows, columns)
    return result
