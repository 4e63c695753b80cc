"""Pop art: loud flat colours, thick black contours, printer's dots, rays behind the subject."""

import numpy as np

from services.executor.domain.painter.drawing import ACCENT, INK, LIGHT, Plane
from services.executor.domain.painter.media.stage import Stage, luminance, over, saturated
from services.executor.domain.painter.texture import Field, blurred, clouds, smoothed, step


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=2.6)
    unit = stage.unit
    shift = max(1, round(unit * 0.003))
    flat = saturated(np.roll(sheet.colour, (shift, shift), (0, 1)), 1.3)
    flat = _rays(stage, flat, 1.0 - sheet.at_or_before(Plane.FAR))
    shade = np.clip(-sheet.light * 1.1 + 0.35 * (1.0 - luminance(sheet.colour)) * sheet.hero, 0, 1)
    y = np.linspace(0, 1, stage.height, dtype=np.float32)[:, None]
    backdrop = (
        (1.0 - sheet.hero)
        * (0.16 + 0.42 * np.abs(y - 0.5) * 2)
        * (0.6 + 0.8 * clouds(stage.dice.named("tone"), stage.width, stage.height, unit * 0.5, 2))
    )
    dots = _dots(stage, np.clip(smoothed(shade * 0.62 * sheet.hero + backdrop, unit * 0.008), 0, 0.8), 0.79)
    ink_dots = stage.colour(ACCENT) * sheet.hero[..., None] + flat * np.float32(0.66) * (1 - sheet.hero)[..., None]
    picture = over(
        flat, np.where(sheet.hero[..., None] > 0.5, flat * np.float32(0.62), ink_dots), dots * np.float32(0.85)
    )
    gleam = step(0.3, 0.34, sheet.light)
    picture = over(picture, np.ones(3, dtype=np.float32), gleam * np.float32(0.75) * sheet.hero)
    outline = step(0.16, 0.5, blurred(sheet.lines, 0.6)) * (0.62 + 0.38 * sheet.hero)
    halo = step(0.1, 0.4, blurred(sheet.hero, unit * 0.011)) * (1.0 - sheet.hero)
    picture = over(picture, np.ones(3, dtype=np.float32), halo * np.float32(0.92))
    return over(picture, stage.colour(INK) * np.float32(0.5), outline)


def _rays(stage: Stage, picture: Field, sky: Field) -> Field:
    """Spread rays over the sky from behind the subject."""
    x = np.linspace(-0.5, 0.5, stage.width, dtype=np.float32)[None, :] * stage.width
    y = np.linspace(-0.45, 0.55, stage.height, dtype=np.float32)[:, None] * stage.height
    turn = np.arctan2(y, x) / np.float32(2 * np.pi) * 20 + np.float32(stage.dice.named("rays").between(0, 1))
    rays = step(0.2, 0.24, np.abs(turn % 1.0 - 0.5))
    colour = stage.colour(LIGHT if float(np.abs(stage.colour(LIGHT) - picture[0, 0]).sum()) > 0.3 else ACCENT)
    return over(picture, colour, rays * sky * np.float32(0.85))


def _dots(stage: Stage, amount: Field, angle: float) -> Field:
    """Return printer's dots: 1 inside a dot whose area follows *amount*."""
    pitch = max(4.0, stage.unit * 0.0125)
    x = np.arange(stage.width, dtype=np.float32)[None, :]
    y = np.arange(stage.height, dtype=np.float32)[:, None]
    c, s = np.float32(np.cos(angle) / pitch), np.float32(np.sin(angle) / pitch)
    u, v = x * c + y * s, y * c - x * s
    distance = np.hypot(u - np.floor(u) - 0.5, v - np.floor(v) - 0.5)
    radius = np.sqrt(amount / np.float32(np.pi)) * np.float32(1.02)
    return step(-0.06, 0.06, radius - distance) * step(0.02, 0.06, amount)
