"""Watercolour: washes that dry darker at their edges, bleed, granulate, and leave white paper."""

import numpy as np

from services.executor.domain.painter.canvas import Sheet
from services.executor.domain.painter.drawing import DEEP, INK, WHITE
from services.executor.domain.painter.media.stage import Stage, over, saturated, warped
from services.executor.domain.painter.texture import Field, blurred, blurred_colour, clouds, grain, smoothed, step


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.55, wobble=0.0022)
    unit, width, height = stage.unit, stage.width, stage.height
    dice = stage.dice
    relief = _paper(stage)
    white = np.clip(stage.colour(WHITE) * np.float32(1.03), 0, 1)
    dx = (clouds(dice.named("x"), width, height, unit * 0.05, 4) - 0.5) * unit * 0.03
    dy = (clouds(dice.named("y"), width, height, unit * 0.05, 4) - 0.5) * unit * 0.03
    lit = over(sheet.colour, stage.colour(DEEP), np.clip(-sheet.light, 0, 1) * np.float32(0.36))
    lit = over(lit, white, np.clip(sheet.light, 0, 1) * np.float32(0.6))
    bled = warped(blurred_colour(lit, unit * 0.012), dx * 1.6, dy * 1.6)
    crisp = warped(lit, dx * 0.28, dy * 0.28)
    wet = clouds(dice.named("wet"), width, height, unit * 0.35, 3)
    picture = over(crisp, bled, step(0.42, 0.66, wet) * (1.0 - 0.62 * sheet.hero))
    pigment = _pigment(stage, sheet, picture, relief)
    picture = saturated(white - (white - picture) * pigment[..., None], 1.12)
    pencil = blurred(sheet.lines, 0.5) * (0.16 + 0.22 * sheet.hero) * (0.5 + 0.9 * np.clip(relief, 0, 1))
    picture = over(picture, stage.colour(INK), np.clip(pencil, 0, 0.6))
    picture = over(picture, white, _deckle(stage))
    result: Field = picture * (1.0 + 0.035 * (relief - 0.5))[..., None]
    return result


def _paper(stage: Stage) -> Field:
    """Return the height of cold-pressed paper, about 0..1."""
    fine = smoothed(grain(stage.dice.named("tooth"), stage.width, stage.height), max(0.8, stage.unit * 0.0013))
    coarse = smoothed(grain(stage.dice.named("felt"), stage.width, stage.height), max(1.2, stage.unit * 0.0034))
    rough = fine / (fine.std() + 1e-6) * 0.6 + coarse / (coarse.std() + 1e-6) * 0.5
    result: Field = np.clip(0.5 + 0.28 * rough, 0, 1)
    return result


def _pigment(stage: Stage, sheet: Sheet, picture: Field, relief: Field) -> Field:
    """Return how densely the paint dried: pools, blooms, dark rims, grains in the paper's hollows."""
    unit = stage.unit
    pools = 0.62 + 0.72 * clouds(stage.dice.named("pools"), stage.width, stage.height, unit * 0.22, 5)
    bloom = clouds(stage.dice.named("bloom"), stage.width, stage.height, unit * 0.3, 4)
    ring = np.exp(-(((bloom - 0.56) / 0.012) ** 2)) * 0.22 - step(0.565, 0.64, bloom) * 0.2
    mean = picture.mean(axis=2)
    rim = np.clip(smoothed(mean, unit * 0.006) - mean, 0, 1) * 1.5
    edge = np.clip(blurred(sheet.lines, unit * 0.0025) * 0.32, 0, 0.3)
    granules = (0.5 - relief) * 0.3
    result: Field = np.clip(pools + ring + rim + edge + granules, 0.12, 1.5)
    return result


def _deckle(stage: Stage) -> Field:
    """Return 1 on the margin that the brush left white, with an irregular wet edge."""
    x = np.minimum(np.arange(stage.width), np.arange(stage.width)[::-1])[None, :].astype(np.float32)
    y = np.minimum(np.arange(stage.height), np.arange(stage.height)[::-1])[:, None].astype(np.float32)
    border = np.minimum(x, y) / np.float32(stage.unit)
    ragged = clouds(stage.dice.named("margin"), stage.width, stage.height, stage.unit * 0.14, 5)
    reach = 0.012 + 0.075 * (ragged - 0.3)
    return 1.0 - step(-0.004, 0.006, border - reach)
