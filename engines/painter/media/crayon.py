"""Wax crayon: scribbled strokes that catch on the paper's tooth, under a shaky dark outline."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, scale_saturation
from engines.painter.shapes import DEEP, INK, WHITE
from engines.painter.texture import Field, blur_coarsely, generate_clouds, generate_grain, generate_noise, smoothstep

_ANGLES = (0.6, -0.5, 1.1, 0.15)


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=2.3, wobble=0.006)
    width, height, unit, rng = composition.width, composition.height, composition.unit, composition.rng
    tooth = blur_coarsely(generate_grain(rng.derive("tooth"), width, height), max(0.7, unit * 0.0012))
    tooth = 0.5 + 0.22 * tooth / (tooth.std() + 1e-6)
    strokes = np.zeros((height, width), dtype=np.float32)
    group = raster.index % len(_ANGLES)
    for number, angle in enumerate(_ANGLES):
        streak = _draw_scribble(composition, angle, f"scribble {number}")
        strokes = np.where(group == number, streak, strokes)
    pressure = (
        0.5 + 0.34 * strokes + 0.25 * (generate_clouds(rng.derive("pressure"), width, height, unit * 0.12, 3) - 0.5)
    )
    wax = smoothstep(-0.12, 0.2, pressure - tooth * 0.62)
    color = blend_over(raster.color, composition.color(DEEP), np.clip(-raster.light, 0, 1) * np.float32(0.45))
    color = blend_over(color, composition.color(WHITE), np.clip(raster.light, 0, 1) * np.float32(0.4))
    color = scale_saturation(color, 1.2) * (0.94 + 0.12 * strokes)[..., None]
    paper = np.clip(composition.color(WHITE) * (0.98 + 0.03 * (tooth - 0.5))[..., None], 0, 1)
    image = blend_over(paper, color, np.clip(wax, 0, 1) * np.float32(0.97))
    line = smoothstep(0.2, 0.5, raster.lines * (0.75 + 0.5 * pressure) - 0.45 * (tooth - 0.3))
    return blend_over(
        image,
        composition.color(INK) * np.float32(0.75) + raster.color * np.float32(0.2),
        line * (0.5 + 0.42 * raster.subject_mask),
    )


def _draw_scribble(composition: Composition, angle: float, name: str) -> Field:
    """Return to-and-fro strokes 0..1 in the direction of *angle*."""
    unit = composition.unit
    x = np.arange(composition.width, dtype=np.float32)[None, :]
    y = np.arange(composition.height, dtype=np.float32)[:, None]
    sway = (
        (generate_noise(composition.rng.derive(name), composition.width, composition.height, unit * 0.3) - 0.5)
        * unit
        * 0.06
    )
    across = (x * np.float32(-np.sin(angle)) + y * np.float32(np.cos(angle)) + sway) / np.float32(
        max(4.0, unit * 0.0125)
    )
    result: Field = 0.5 + 0.5 * np.sin(across * np.float32(2 * np.pi))
    return result
