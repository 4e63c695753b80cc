"""Flat illustration: clean shapes, one soft shade with a stippled edge, no outlines."""

import numpy as np

from services.executor.domain.painter.drawing import DEEP
from services.executor.domain.painter.media.stage import Stage, over
from services.executor.domain.painter.texture import Field, grain, step


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.0)
    speckle = grain(stage.dice.named("stipple"), stage.width, stage.height)
    shade = step(0.02, 0.34, -sheet.light + speckle * np.float32(0.07))
    lift = step(0.12, 0.5, sheet.light + speckle * np.float32(0.07))
    picture = over(sheet.colour, stage.colour(DEEP), shade * np.float32(0.34))
    picture = over(picture, np.ones(3, dtype=np.float32), lift * np.float32(0.22))
    result: Field = picture + speckle[..., None] * np.float32(0.012)
    return result
