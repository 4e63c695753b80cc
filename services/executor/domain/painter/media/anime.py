"""Cel animation: coloured outlines, two hard tones and a highlight, luminous air."""

import numpy as np

from services.executor.domain.painter.drawing import DEEP, INK, LIGHT
from services.executor.domain.painter.media.stage import Stage, over, saturated
from services.executor.domain.painter.texture import Field, blurred_colour, smoothed, step, vignette


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.85)
    light = sheet.light
    shadow = stage.colour(DEEP) * np.float32(0.6) + np.float32(0.12)
    picture = over(
        sheet.colour, shadow * sheet.colour + shadow * np.float32(0.25), step(0.10, 0.13, -light) * np.float32(0.62)
    )
    picture = over(picture, np.ones(3, dtype=np.float32), step(0.26, 0.29, light) * np.float32(0.26))
    rim = np.clip(smoothed(sheet.hero, stage.unit * 0.006) - 0.5, 0, 0.5)
    picture = over(
        picture,
        stage.colour(LIGHT.light(0.4)),
        sheet.hero * step(0.0, 0.42, 0.42 - rim) * np.clip(light, 0, 1) * np.float32(0.5),
    )
    ink = sheet.colour * np.float32(0.22) + stage.colour(INK) * np.float32(0.3)
    picture = over(picture, ink, np.clip(sheet.lines * np.float32(1.1), 0, 0.94) * (0.55 + 0.45 * sheet.hero))
    picture = saturated(picture, 1.16)
    bloom = blurred_colour(picture * (0.15 + sheet.glow)[..., None], stage.unit * 0.03)
    picture = 1.0 - (1.0 - np.clip(picture, 0, 1)) * (1.0 - np.clip(bloom * np.float32(0.62), 0, 1))
    result: Field = picture * (1.0 - 0.08 * vignette(stage.width, stage.height))[..., None]
    return result
