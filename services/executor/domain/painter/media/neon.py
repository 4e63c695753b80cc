"""Neon: night, shining contours, bloom, a wet mirror of a ground, rain and a camera's colour fringes."""

import numpy as np

from services.executor.domain.painter.canvas import Sheet
from services.executor.domain.painter.drawing import ACCENT, AIR, INK, LIGHT, MAIN, SECOND, Tone
from services.executor.domain.painter.media.stage import Stage, luminance, modelled, over, warped
from services.executor.domain.painter.texture import Field, blurred_colour, clouds, noise, step, vignette


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.8)
    night = modelled(stage, sheet, 1.0) * np.float32(0.62)
    night = over(night, stage.colour(INK), (1.0 - sheet.hero) * np.float32(0.22))
    picture = night + sheet.colour * sheet.glow[..., None] * np.float32(0.75)
    tubes = _tubes(stage, sheet)
    picture = np.maximum(picture, 0) + tubes
    picture = _wet(stage, picture)
    source = np.clip(tubes + sheet.colour * sheet.glow[..., None] * np.float32(0.9), 0, 1)
    for radius, amount in ((0.006, 0.55), (0.022, 0.55), (0.075, 0.7)):
        picture = picture + blurred_colour(source, stage.unit * radius) * np.float32(amount)
    picture = _haze(stage, picture)
    picture = _rain(stage, picture)
    return _lens(stage, picture)


def _tubes(stage: Stage, sheet: Sheet) -> Field:
    """Return shining contours: the hero's strong, others faint, hues drifting across the picture."""
    drift = clouds(stage.dice.named("drift"), stage.width, stage.height, stage.unit * 0.6, 2)
    slope = np.linspace(-0.35, 0.35, stage.width, dtype=np.float32)[None, :]
    mix = step(0.35, 0.65, drift + slope)
    hot, cold = _vivid(stage, ACCENT.light(0.1)), _vivid(stage, LIGHT if not _alike(stage) else MAIN.light(0.2))
    hue = cold + (hot - cold) * mix[..., None]
    crowd = 0.2 if float(sheet.hero.mean()) > 0.03 else 0.6
    strength = sheet.lines * (crowd + (1.05 - crowd) * sheet.hero)
    return hue * strength[..., None]


def _alike(stage: Stage) -> bool:
    return bool(np.abs(stage.colour(ACCENT) - stage.colour(LIGHT)).sum() < 0.35)


def _vivid(stage: Stage, tone: Tone) -> Field:
    colour = stage.colour(tone)
    top = float(colour.max())
    result: Field = (colour / max(top, 0.05)) ** np.float32(1.25)
    return result


def _wet(stage: Stage, picture: Field) -> Field:
    """Mirror what stands above in the lowest part of the picture, broken by ripples."""
    height, width = stage.height, stage.width
    line = int(height * 0.86)
    rows = height - line
    if rows < 3:
        return picture
    stretch = np.clip(line - 1 - (np.arange(rows) * 2.2).astype(int), 0, line - 1)
    mirror = picture[stretch]
    ripple = (
        (noise(stage.dice.named("ripple"), width, rows, stage.unit * 0.05, max(2.0, stage.unit * 0.006)) - 0.5)
        * stage.unit
        * 0.035
    )
    mirror = warped(mirror, ripple, np.zeros_like(ripple))
    depth = np.linspace(0.75, 0.35, rows, dtype=np.float32)[:, None]
    wet = picture.copy()
    wet[line:] = np.maximum(picture[line:] * 0.6, mirror * depth[..., None])
    return wet


def _haze(stage: Stage, picture: Field) -> Field:
    y = np.linspace(0, 1, stage.height, dtype=np.float32)[:, None]
    band = np.exp(-(((y - 0.68) / 0.2) ** 2)) * (
        0.5 + 0.5 * clouds(stage.dice.named("haze"), stage.width, stage.height, stage.unit * 0.4, 3)
    )
    glow = stage.colour(AIR) * np.float32(0.55) + stage.colour(SECOND) * np.float32(0.12)
    result: Field = 1.0 - (1.0 - np.clip(picture, 0, 1)) * (1.0 - glow * (band * 0.42)[..., None])
    return result


def _rain(stage: Stage, picture: Field) -> Field:
    """Let fine rain fall through the light."""
    height, width = stage.height, stage.width
    streaks = noise(stage.dice.named("rain"), width, height, 1.6, stage.unit * 0.085)
    shift = (np.arange(height) * 0.16).astype(int)[:, None]
    streaks = streaks[np.arange(height)[:, None], (np.arange(width)[None, :] + shift) % width]
    drops = step(0.86, 0.99, streaks) * (0.10 + 0.5 * luminance(blurred_colour(picture, stage.unit * 0.03)))
    return over(picture, np.ones(3, dtype=np.float32), np.clip(drops, 0, 0.5))


def _lens(stage: Stage, picture: Field) -> Field:
    fringe = max(1, round(stage.unit * 0.0016))
    picture = np.stack(
        [np.roll(picture[..., 0], fringe, 1), picture[..., 1], np.roll(picture[..., 2], -fringe, 1)], axis=2
    )
    scan = 1.0 - 0.05 * (np.arange(stage.height) // max(1, stage.unit // 512) % 2).astype(np.float32)[:, None]
    picture = picture * (scan * (1.0 - 0.42 * vignette(stage.width, stage.height)))[..., None]
    result: Field = np.clip(picture, 0, None) / (1.0 + 0.18 * np.clip(picture, 0, None)) * np.float32(1.13)
    return result
