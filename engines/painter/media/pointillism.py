"""Pointillism: dots of pure color in three sizes that mix in the eye."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, scale_saturation, shade_forms
from engines.painter.rng import Rng
from engines.painter.shapes import DEEP
from engines.painter.texture import Field

_LAYERS = ((0.0125, 0.0072, 0.05), (0.0082, 0.0040, 0.085), (0.0056, 0.0027, 0.07))
"""Per layer: distance and radius of the dots (of the short side), and how far their colors differ."""


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=1.0)
    model = scale_saturation(shade_forms(composition, raster, 1.2), 1.3)
    model = blend_over(model, composition.color(DEEP.darken(0.3)), raster.lines * (0.25 + 0.45 * raster.subject_mask))
    ground = (np.clip(model * 0.7 + 0.27, 0, 1) * 255).astype(np.uint8)
    canvas = Image.fromarray(ground).resize((composition.width * 2, composition.height * 2), Image.Resampling.BILINEAR)
    draw = ImageDraw.Draw(canvas)
    for number, (gap, radius, parting) in enumerate(_LAYERS):
        rng = composition.rng.derive(f"dots {number}")
        x, y = _choose_positions(composition, max(2.0, gap * composition.unit), rng)
        if number == 2:
            keep = (raster.subject_mask[y.astype(int), x.astype(int)] > 0.5) | rng.generator.choice(
                [True, False], len(x), p=[0.25, 0.75]
            )
            x, y = x[keep], y[keep]
        size = np.maximum(0.9, radius * composition.unit * rng.uniforms(len(x), 0.75, 1.2))
        fills = _choose_fills(model, x, y, parting, rng)
        boxes = np.column_stack([x - size, y - size, x + size, y + size]) * 2
        for box, fill in zip(boxes.tolist(), fills.tolist(), strict=True):
            draw.ellipse(box, fill=(fill[0], fill[1], fill[2]))
    small = canvas.resize((composition.width, composition.height), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32) * np.float32(1 / 255)


def _choose_positions(
    composition: Composition, pitch: float, rng: Rng
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the dots' positions in pixels: a jittered, staggered grid, in a random order."""
    columns, rows = int(composition.width / pitch) + 2, int(composition.height / pitch) + 2
    grid_x, grid_y = np.meshgrid(np.arange(columns), np.arange(rows))
    shaken = rng.generator.uniform(-0.42, 0.42, (2, columns * rows))
    x = (grid_x.ravel() + 0.5 * (grid_y.ravel() % 2) + shaken[0]) * pitch
    y = (grid_y.ravel() + shaken[1]) * pitch
    order = rng.generator.permutation(columns * rows)
    return np.clip(x[order], 0, composition.width - 1), np.clip(y[order], 0, composition.height - 1)


def _choose_fills(
    model: Field, x: NDArray[np.float64], y: NDArray[np.float64], parting: float, rng: Rng
) -> NDArray[np.uint8]:
    """Return the dots' colors: the model's, each pushed towards one of its primaries."""
    color = model[y.astype(int), x.astype(int)].astype(np.float64)
    push = rng.generator.normal(0, parting, (len(x), 3))
    push -= push.mean(axis=1, keepdims=True)
    brightness = rng.generator.normal(0, parting * 0.6, (len(x), 1))
    result: NDArray[np.uint8] = (np.clip(color + push * 1.25 + brightness, 0, 1) * 255 + 0.5).astype(np.uint8)
    return result
