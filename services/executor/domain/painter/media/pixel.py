"""Pixel art: a true low-resolution grid, a small ramp of colours, ordered dithering."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from services.executor.domain.painter.canvas import rasterize
from services.executor.domain.painter.drawing import INK, Role, Tone
from services.executor.domain.painter.media.stage import Stage, modelled, over
from services.executor.domain.painter.palette import to_lab
from services.executor.domain.painter.texture import Field

_SIDE = 160
"""Cells along the short side of a picture that is large enough."""
_BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], dtype=np.float64) / 16.0 - 0.47
"""Ordered dithering: Bayer's 4 x 4 matrix (1973), centred."""


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    cell = max(1, round(stage.unit / _SIDE))
    if stage.unit >= 64:
        cell = max(2, cell)
    columns, rows = -(-stage.width // cell), -(-stage.height // cell)
    sheet = rasterize(stage.parts, stage.scheme, columns, rows, line=2.0)
    small = Stage(stage.parts, stage.scheme, columns, rows, stage.dice)
    model = modelled(small, sheet, 1.2)
    hero = sheet.hero > 0.5
    edge = np.zeros_like(hero)
    edge[1:] |= hero[1:] != hero[:-1]
    edge[:, 1:] |= hero[:, 1:] != hero[:, :-1]
    inner = np.clip((sheet.lines - 0.42) * 2.2, 0, 1) * sheet.hero * np.float32(0.55)
    model = over(model, stage.colour(INK), np.maximum(inner, (edge & ~hero) * np.float32(0.9)))
    ramp = _ramp(stage)
    chosen = ramp[_nearest(model, ramp)]
    picture = Image.fromarray((chosen * 255 + 0.5).astype(np.uint8))
    large = picture.resize((columns * cell, rows * cell), Image.Resampling.NEAREST)
    result: Field = np.asarray(large, dtype=np.float32)[: stage.height, : stage.width] / np.float32(255)
    return result


def _ramp(stage: Stage) -> NDArray[np.float64]:
    """Return the game's colours: three to four steps of each role, about 28 in all."""
    tones = [Tone(Role.INK), Tone(Role.WHITE)]
    for role in (Role.SKY, Role.AIR, Role.GROUND, Role.DEEP, Role.MAIN, Role.SECOND, Role.ACCENT, Role.LIGHT):
        tones += [Tone(role, shade) for shade in (-0.42, -0.14, 0.12, 0.5)]
    return stage.scheme.colours(tones)


def _nearest(model: Field, ramp: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return which colour of *ramp* each cell takes, dithered in lightness."""
    rows, columns = model.shape[:2]
    lab = to_lab(np.clip(model, 0, 1))
    pattern = np.tile(_BAYER, (rows // 4 + 1, columns // 4 + 1))[:rows, :columns]
    lab[..., 0] += pattern * 0.055
    target = to_lab(ramp)
    weight = np.array([1.0, 1.35, 1.35])
    flat = (lab * weight).reshape(-1, 3)
    aim = target * weight
    distance = (aim**2).sum(axis=1)[None, :] - 2.0 * flat @ aim.T
    result: NDArray[np.intp] = distance.argmin(axis=1).reshape(rows, columns)
    return result
