"""Ink wash: brush contours, pools of diluted ink on bare paper, and a red seal."""

import numpy as np
from PIL import Image, ImageDraw

from services.executor.domain.painter.canvas import Sheet
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import INK, PAPER, Plane
from services.executor.domain.painter.media.stage import Stage, luminance, over, warped
from services.executor.domain.painter.palette import chroma, from_lab
from services.executor.domain.painter.texture import Field, blurred, clouds, noise, smoothed, step


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=1.9, wobble=0.0035)
    dice, unit = stage.dice, stage.unit
    fibre = noise(dice.named("fibre"), stage.width, stage.height, unit * 0.02, unit * 0.003)
    paper = stage.colour(PAPER)
    ground = (
        paper
        * (
            0.965 + 0.05 * clouds(dice.named("paper"), stage.width, stage.height, unit * 0.5, 5) + 0.025 * (fibre - 0.5)
        )[..., None]
    )
    wash = _wash(stage, sheet)
    brush = _brush(stage, sheet)
    vivid = step(0.22, 0.45, sheet.colour.max(axis=2) - sheet.colour.min(axis=2))
    ink = np.broadcast_to(stage.colour(INK), sheet.colour.shape)
    tint = over(ink, sheet.colour * np.float32(0.85), 0.25 + 0.7 * vivid)
    wash = wash * (1.0 + 0.5 * vivid)
    picture = over(ground, tint, np.clip(wash, 0, 0.9))
    picture = over(picture, stage.colour(INK), np.maximum(brush, _spots(sheet)))
    return _seal(stage, picture)


def _wash(stage: Stage, sheet: Sheet) -> Field:
    """Return how much diluted ink lies where: the drawing's darkness, bled and pooled."""
    unit, dice = stage.unit, stage.dice
    paper = float(luminance(stage.colour(PAPER)[None, None])[0, 0])
    dark = np.clip((paper - luminance(sheet.colour)) / paper, 0, 1)
    far = 1.0 - sheet.at_or_before(Plane.HERO)
    dx = (clouds(dice.named("bleed x"), stage.width, stage.height, unit * 0.03, 3) - 0.5) * unit * 0.022
    dy = (clouds(dice.named("bleed y"), stage.width, stage.height, unit * 0.03, 3) - 0.5) * unit * 0.022
    bled = warped(blurred(dark, unit * 0.0035), dx, dy)
    soft = smoothed(bled, unit * 0.012)
    pool = 0.55 + 0.9 * clouds(dice.named("pool"), stage.width, stage.height, unit * 0.16, 4)
    edge = np.clip(bled - soft, 0, 1) * 0.9
    body = bled * (1 - far) + (0.6 * soft + 0.4 * bled) * far * 1.05
    shade = np.clip(-sheet.light, 0, 1) * 0.42
    result: Field = (body * 0.8 + shade * sheet.hero) * pool + edge * 0.6
    return result


def _brush(stage: Stage, sheet: Sheet) -> Field:
    """Return the brush contours: wet and dry, thick and thin; what is far has none."""
    unit, dice = stage.unit, stage.dice
    near = sheet.at_or_before(Plane.NEAR)
    pressure = clouds(dice.named("pressure"), stage.width, stage.height, unit * 0.09, 3)
    dry = noise(dice.named("dry"), stage.width, stage.height, unit * 0.006, unit * 0.003)
    line = blurred(sheet.lines, unit * 0.0014)
    weight = step(0.62 - 0.55 * 0.5, 0.9, line + (pressure - 0.5) * 1.1)
    broken = 1.0 - step(0.55, 0.8, dry + (pressure - 0.5) * 1.2) * 0.55
    return np.clip(
        weight * broken * (0.12 + 0.8 * np.maximum(near * 0.5 + 0.14 * sheet.at_or_before(Plane.FAR), sheet.hero)),
        0,
        0.95,
    )


def _seal(stage: Stage, picture: Field) -> Field:
    """Press a red seal into the lower corner where there is least ink."""
    side = max(6, round(stage.unit * 0.085))
    margin = max(2, round(stage.unit * 0.05))
    right = stage.width - margin - side
    top = stage.height - margin - side
    corners = [(right, top), (margin, top)]
    left, top = max(
        corners, key=lambda place: float(picture[place[1] : place[1] + side, place[0] : place[0] + side].mean())
    )
    mark = stamp(side, stage.dice.named("seal"))
    area = (slice(top, top + side), slice(left, left + side))
    sealed = picture.copy()
    wear = 0.86 + 0.14 * stage.dice.named("wear").generator.random(mark.shape, dtype=np.float32)
    sealed[area] = over(picture[area], red(stage), mark * wear)
    return sealed


def _spots(sheet: Sheet) -> Field:
    """Return the subject's darkest small features (pupils, noses, hair), painted with full ink."""
    return step(0.24, 0.16, luminance(sheet.colour)) * sheet.hero * np.float32(0.82)


def red(stage: Stage) -> Field:
    """Return the palette's most colourful warm colour, else cinnabar."""
    warm = [lab for lab in stage.scheme.palette if lab[1] > 0.06 and chroma(lab) > 0.09]
    if not warm:
        return np.array([0.71, 0.2, 0.15], dtype=np.float32)
    return from_lab(max(warm, key=chroma)).astype(np.float32)


def stamp(side: int, dice: Dice) -> Field:
    """Return a square seal, 1 where it prints, with strokes of carved characters left blank."""
    big = side * 4
    image = Image.new("L", (big, big))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, big - 1, big - 1), radius=big // 9, fill=255)
    width = max(1, big // 17)
    for column in (0, 1):
        for row in (0, 1):
            left, top = big * (0.14 + 0.40 * column), big * (0.13 + 0.40 * row)
            cell = big * 0.31
            for level in (0.05, 0.5, 0.95):
                if dice.chance(0.85):
                    draw.line((left, top + cell * level, left + cell, top + cell * level), fill=0, width=width)
            for place in (0.05, 0.5, 0.95):
                if dice.chance(0.6):
                    low, high = dice.pick(((0.0, 0.5), (0.5, 1.0), (0.0, 1.0)))
                    draw.line(
                        (left + cell * place, top + cell * low, left + cell * place, top + cell * high),
                        fill=0,
                        width=width,
                    )
    return np.asarray(image.resize((side, side), Image.Resampling.BOX), dtype=np.float32) / np.float32(255)
