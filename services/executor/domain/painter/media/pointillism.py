"""Pointillism: dots of pure colour in three sizes that mix in the eye."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import DEEP
from services.executor.domain.painter.media.stage import Stage, modelled, over, saturated
from services.executor.domain.painter.texture import Field

_LAYERS = ((0.0125, 0.0072, 0.05), (0.0082, 0.0040, 0.085), (0.0056, 0.0027, 0.07))
"""Per layer: distance and radius of the dots (of the short side), and how far their colours part."""


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=1.0)
    model = saturated(modelled(stage, sheet, 1.2), 1.3)
    model = over(model, stage.colour(DEEP.dark(0.3)), sheet.lines * (0.25 + 0.45 * sheet.hero))
    ground = (np.clip(model * 0.7 + 0.27, 0, 1) * 255).astype(np.uint8)
    canvas = Image.fromarray(ground).resize((stage.width * 2, stage.height * 2), Image.Resampling.BILINEAR)
    draw = ImageDraw.Draw(canvas)
    for number, (gap, radius, parting) in enumerate(_LAYERS):
        dice = stage.dice.named(f"dots {number}")
        x, y = _places(stage, max(2.0, gap * stage.unit), dice)
        if number == 2:
            keep = (sheet.hero[y.astype(int), x.astype(int)] > 0.5) | dice.generator.choice(
                [True, False], len(x), p=[0.25, 0.75]
            )
            x, y = x[keep], y[keep]
        size = np.maximum(0.9, radius * stage.unit * dice.many(len(x), 0.75, 1.2))
        fills = _fills(model, x, y, parting, dice)
        boxes = np.column_stack([x - size, y - size, x + size, y + size]) * 2
        for box, fill in zip(boxes.tolist(), fills.tolist(), strict=True):
            draw.ellipse(box, fill=(fill[0], fill[1], fill[2]))
    small = canvas.resize((stage.width, stage.height), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32) * np.float32(1 / 255)


def _places(stage: Stage, pitch: float, dice: Dice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the dots' places in pixels: a staggered grid, shaken, in a random order."""
    columns, rows = int(stage.width / pitch) + 2, int(stage.height / pitch) + 2
    grid_x, grid_y = np.meshgrid(np.arange(columns), np.arange(rows))
    shaken = dice.generator.uniform(-0.42, 0.42, (2, columns * rows))
    x = (grid_x.ravel() + 0.5 * (grid_y.ravel() % 2) + shaken[0]) * pitch
    y = (grid_y.ravel() + shaken[1]) * pitch
    order = dice.generator.permutation(columns * rows)
    return np.clip(x[order], 0, stage.width - 1), np.clip(y[order], 0, stage.height - 1)


def _fills(
    model: Field, x: NDArray[np.float64], y: NDArray[np.float64], parting: float, dice: Dice
) -> NDArray[np.uint8]:
    """Return the dots' colours: the model's, each pushed towards one of its primaries."""
    colour = model[y.astype(int), x.astype(int)].astype(np.float64)
    push = dice.generator.normal(0, parting, (len(x), 3))
    push -= push.mean(axis=1, keepdims=True)
    brightness = dice.generator.normal(0, parting * 0.6, (len(x), 1))
    result: NDArray[np.uint8] = (np.clip(colour + push * 1.25 + brightness, 0, 1) * 255 + 0.5).astype(np.uint8)
    return result
