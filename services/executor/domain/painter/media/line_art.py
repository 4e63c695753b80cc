"""Line art: nothing but pen lines, dark on light paper or chalk on dark; shade is hatching."""

import numpy as np

from services.executor.domain.painter.canvas import Sheet
from services.executor.domain.painter.drawing import INK, PAPER, WHITE
from services.executor.domain.painter.media.stage import Stage, luminance, over
from services.executor.domain.painter.texture import Field, blurred, clouds, noise, step


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=1.15, wobble=0.0016)
    unit, dice = stage.unit, stage.dice
    fibre = noise(dice.named("paper"), stage.width, stage.height, max(2.0, unit * 0.004))
    ground = np.broadcast_to(stage.colour(PAPER), sheet.colour.shape) * (0.985 + 0.03 * (fibre - 0.5))[..., None]
    pressure = clouds(dice.named("pressure"), stage.width, stage.height, unit * 0.1, 3)
    drawn = np.maximum(sheet.lines, _changes(sheet) * sheet.hero)
    weight = step(0.16, 0.52, drawn + (pressure - 0.5) * 0.3)
    light = stage.scheme.dark
    grey = luminance(sheet.colour)
    spots = (step(0.75, 0.9, grey) * np.float32(0.5) if light else step(0.3, 0.2, grey)) * sheet.hero
    ink = np.maximum(weight * (0.55 + 0.45 * sheet.hero), spots * np.float32(0.93))
    hatch = _hatching(stage, sheet)
    pen = stage.colour(WHITE if light else INK)
    return over(ground, pen, np.clip(np.maximum(ink, hatch), 0, 0.97))


def _changes(sheet: Sheet) -> Field:
    """Return contours where the subject's colour changes within a part: markings, lips, panes."""
    grey = luminance(sheet.colour)
    edge = np.zeros_like(grey)
    edge[:, 1:] = np.abs(np.diff(grey, axis=1))
    edge[1:] = np.maximum(edge[1:], np.abs(np.diff(grey, axis=0)))
    return step(0.035, 0.09, blurred(np.clip(edge * 2, 0, 1), sheet.unit * 0.0009))


def _hatching(stage: Stage, sheet: Sheet) -> Field:
    """Return hatched shade in three crossing directions, denser where the drawing is darker."""
    unit = stage.unit
    x = np.arange(stage.width, dtype=np.float32)[None, :]
    y = np.arange(stage.height, dtype=np.float32)[:, None]
    sway = clouds(stage.dice.named("sway"), stage.width, stage.height, unit * 0.2, 2) * unit * 0.03
    grey = luminance(sheet.colour)
    dark = grey if stage.scheme.dark else 1.0 - grey
    shade = np.clip(dark * 0.8 - sheet.light * 0.75, 0, 1)
    pitch = max(3.0, unit * 0.0095)
    total = np.zeros(sheet.lines.shape, dtype=np.float32)
    for angle, least in ((0.72, 0.42), (-0.72, 0.62), (0.1, 0.78)):
        phase = (x * np.float32(np.sin(angle)) + y * np.float32(np.cos(angle)) + sway) / np.float32(pitch)
        stripe = np.abs(phase % 1.0 - 0.5) * 2.0
        wide = np.clip((shade - least) * 1.6, 0, 0.5)
        amount = step(0.0, 0.28, wide + 0.1 - stripe) * step(least - 0.03, least + 0.06, shade)
        total = np.maximum(total, amount * 0.72)
    return total * (0.45 + 0.55 * sheet.hero)
