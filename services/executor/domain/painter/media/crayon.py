"""Wax crayon: scribbled strokes that catch on the paper's tooth, under a shaky dark outline."""

import numpy as np

from services.executor.domain.painter.drawing import DEEP, INK, WHITE
from services.executor.domain.painter.media.stage import Stage, over, saturated
from services.executor.domain.painter.texture import Field, clouds, grain, noise, smoothed, step

_ANGLES = (0.6, -0.5, 1.1, 0.15)


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=2.3, wobble=0.006)
    width, height, unit, dice = stage.width, stage.height, stage.unit, stage.dice
    tooth = smoothed(grain(dice.named("tooth"), width, height), max(0.7, unit * 0.0012))
    tooth = 0.5 + 0.22 * tooth / (tooth.std() + 1e-6)
    strokes = np.zeros((height, width), dtype=np.float32)
    group = sheet.index % len(_ANGLES)
    for number, angle in enumerate(_ANGLES):
        streak = _scribble(stage, angle, f"scribble {number}")
        strokes = np.where(group == number, streak, strokes)
    pressure = 0.5 + 0.34 * strokes + 0.25 * (clouds(dice.named("pressure"), width, height, unit * 0.12, 3) - 0.5)
    wax = step(-0.12, 0.2, pressure - tooth * 0.62)
    colour = over(sheet.colour, stage.colour(DEEP), np.clip(-sheet.light, 0, 1) * np.float32(0.45))
    colour = over(colour, stage.colour(WHITE), np.clip(sheet.light, 0, 1) * np.float32(0.4))
    colour = saturated(colour, 1.2) * (0.94 + 0.12 * strokes)[..., None]
    paper = np.clip(stage.colour(WHITE) * (0.98 + 0.03 * (tooth - 0.5))[..., None], 0, 1)
    picture = over(paper, colour, np.clip(wax, 0, 1) * np.float32(0.97))
    line = step(0.2, 0.5, sheet.lines * (0.75 + 0.5 * pressure) - 0.45 * (tooth - 0.3))
    return over(
        picture, stage.colour(INK) * np.float32(0.75) + sheet.colour * np.float32(0.2), line * (0.5 + 0.42 * sheet.hero)
    )


def _scribble(stage: Stage, angle: float, name: str) -> Field:
    """Return to-and-fro strokes 0..1 in the direction of *angle*."""
    unit = stage.unit
    x = np.arange(stage.width, dtype=np.float32)[None, :]
    y = np.arange(stage.height, dtype=np.float32)[:, None]
    sway = (noise(stage.dice.named(name), stage.width, stage.height, unit * 0.3) - 0.5) * unit * 0.06
    across = (x * np.float32(-np.sin(angle)) + y * np.float32(np.cos(angle)) + sway) / np.float32(
        max(4.0, unit * 0.0125)
    )
    result: Field = 0.5 + 0.5 * np.sin(across * np.float32(2 * np.pi))
    return result
