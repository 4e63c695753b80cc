"""Paper cut: sheets of coloured paper in depth, each throwing a soft shadow on the next."""

import numpy as np

from services.executor.domain.painter.canvas import Sheet
from services.executor.domain.painter.drawing import DEEP, INK, Plane
from services.executor.domain.painter.media.stage import Stage, over
from services.executor.domain.painter.texture import Field, blurred, clouds, grain, moved, smoothed, step


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.9)
    unit = stage.unit
    shadow = stage.colour(INK) * np.float32(0.6)
    picture = sheet.colour
    for plane in (Plane.CLOUDS, Plane.FAR, Plane.MIDDLE, Plane.NEAR, Plane.HERO):
        above = sheet.at_or_before(plane)
        reach = 0.006 + 0.004 * (int(plane) - 1)
        cast = moved(blurred(above, unit * reach), round(unit * reach * 0.9), round(unit * reach * 1.3))
        picture = over(picture, shadow, np.clip(cast * (1.0 - above), 0, 1) * np.float32(0.55))
    picture = _steps(stage, sheet, picture)
    picture = _frame(stage, picture)
    fibre = smoothed(grain(stage.dice.named("fibre"), stage.width, stage.height), max(0.7, unit * 0.0011))
    fibre = fibre / (fibre.std() + 1e-6)
    cloudy = clouds(stage.dice.named("pulp"), stage.width, stage.height, unit * 0.05, 3) - 0.5
    result: Field = picture * (1.0 + 0.016 * fibre + 0.05 * cloudy)[..., None]
    return result


def _steps(stage: Stage, sheet: Sheet, picture: Field) -> Field:
    """Give every cut shape a thickness: light on its upper left edge, a small shadow at the lower right."""
    offset = max(1, round(stage.unit * 0.0022))
    contour = sheet.lines
    shade = moved(blurred(contour, stage.unit * 0.0028), offset, offset)
    light = np.roll(contour, (-offset, -offset), (0, 1))
    picture = over(picture, stage.colour(INK), np.clip(shade * np.float32(0.5), 0, 0.5))
    picture = over(picture, stage.colour(DEEP), np.clip(-sheet.light, 0, 1) * np.float32(0.16))
    return over(picture, np.ones(3, dtype=np.float32), np.clip(light - contour, 0, 1) * np.float32(0.2))


def _frame(stage: Stage, picture: Field) -> Field:
    """Lay a wavy window of paper in front, as in a shadow box."""
    width, height, unit = stage.width, stage.height, stage.unit
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    angle = np.arctan2(y, x)
    phase = stage.dice.named("frame").between(0, 6.28)
    wave = 0.018 * np.sin(angle * 7 + phase) + 0.012 * np.sin(angle * 12 - phase)
    for number, (size, amount) in enumerate(((0.95, 0.0), (1.0, 0.14))):
        squircle = (np.abs(x) ** 5 + np.abs(y) ** 5) ** np.float32(0.2)
        sheet = step(-0.004, 0.004, squircle - np.float32(size) - wave * (1 - 0.5 * number))
        cast = moved(blurred(sheet, unit * 0.014), round(unit * 0.008), round(unit * 0.012))
        picture = over(
            picture, stage.colour(INK) * np.float32(0.6), np.clip(cast * (1 - sheet), 0, 1) * np.float32(0.5)
        )
        picture = over(picture, stage.colour(DEEP.light(amount)), sheet)
    return picture
