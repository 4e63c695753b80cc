"""Woodblock print: key block lines, flat plates slightly out of register, graded bands, the wood's grain."""

import numpy as np

from services.executor.domain.painter.drawing import DEEP, INK, PAPER, Plane
from services.executor.domain.painter.media.ink_wash import red, stamp
from services.executor.domain.painter.media.stage import Stage, over
from services.executor.domain.painter.texture import Field, blurred, clouds, grain, noise, smoothed, step


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=1.75)
    unit, width, height = stage.unit, stage.width, stage.height
    shift = max(1, round(unit * 0.0015))
    plates = np.roll(sheet.colour, (shift, -shift), (0, 1))
    plates = over(plates, stage.colour(DEEP), step(0.12, 0.2, -np.roll(sheet.light, shift, 0)) * np.float32(0.3))
    wood = _grain(stage)
    paper = stage.colour(PAPER) if not stage.scheme.dark else stage.colour(PAPER) * np.float32(0.6) + np.float32(0.35)
    picture = over(plates, np.broadcast_to(paper, plates.shape), np.clip(0.10 + 0.3 * (wood - 0.5), 0, 0.3))
    picture = _bokashi(stage, picture, sheet.at_or_before(Plane.CLOUDS))
    worn = 0.9 - 0.35 * step(0.7, 0.92, wood)
    key = stage.colour(INK) * np.float32(0.75) + stage.colour(DEEP) * np.float32(0.25)
    line = step(0.3, 0.62, blurred(sheet.lines, unit * 0.0006)) * worn
    picture = over(picture, key, np.clip(line * (0.72 + 0.28 * sheet.hero), 0, 0.96))
    fibre = smoothed(grain(stage.dice.named("fibre"), width, height), max(0.6, unit * 0.001)) * 0.02
    picture = picture * (1.0 + fibre)[..., None]
    return _margin(stage, picture, paper)


def _grain(stage: Stage) -> Field:
    """Return the wood's grain: long lines bent around knots, 0..1."""
    unit = stage.unit
    bend = clouds(stage.dice.named("bend"), stage.width, stage.height, unit * 0.6, 2) * unit * 0.16
    y = np.arange(stage.height, dtype=np.float32)[:, None] + bend
    rings = 0.5 + 0.5 * np.sin(y / np.float32(max(1.5, unit * 0.0065)) * 2.0)
    streak = noise(stage.dice.named("streak"), stage.width, stage.height, unit * 0.25, max(1.5, unit * 0.0025))
    return 0.55 * rings + 0.45 * streak


def _bokashi(stage: Stage, picture: Field, near: Field) -> Field:
    """Wipe a dark band into the top of the sky, and a fainter one into the foot of the picture."""
    y = np.linspace(0, 1, stage.height, dtype=np.float32)[:, None]
    top = np.broadcast_to(np.exp(-((y / 0.16) ** 2)), near.shape) * (1.0 - near) * 0.82
    foot = np.broadcast_to(np.exp(-(((1 - y) / 0.1) ** 2)), near.shape) * 0.3
    return over(picture, stage.colour(DEEP.dark(0.1)), np.maximum(top, foot))


def _margin(stage: Stage, picture: Field, paper: Field) -> Field:
    """Leave the paper's margin, draw its border line, press the artist's cartouche."""
    unit = stage.unit
    x = np.minimum(np.arange(stage.width), np.arange(stage.width)[::-1])[None, :]
    y = np.minimum(np.arange(stage.height), np.arange(stage.height)[::-1])[:, None]
    border = np.minimum(x, y) / unit
    picture = over(picture, stage.colour(INK), ((border < 0.034) & (border >= 0.0295)).astype(np.float32))
    picture = over(picture, paper, (border < 0.0295).astype(np.float32))
    side = max(5, round(unit * 0.055))
    seal = stamp(side, stage.dice.named("seal"))
    top = left = round(unit * 0.065)
    for number in range(2):
        area = (slice(top + number * (side + 2), top + number * (side + 2) + side), slice(left, left + side))
        if number == 0 or stage.height > 3 * side:
            picture[area] = over(
                picture[area], red(stage), seal[: picture[area].shape[0], : picture[area].shape[1]] * np.float32(0.92)
            )
    return picture
