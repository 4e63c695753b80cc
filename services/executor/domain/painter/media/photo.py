"""Photograph: soft light on round forms, shadows, a shallow depth of field, bloom, film grain."""

import numpy as np

from services.executor.domain.painter.canvas import Sheet
from services.executor.domain.painter.drawing import ACCENT, DEEP, LIGHT, Plane
from services.executor.domain.painter.media.stage import Stage, luminance, modelled, over, saturated
from services.executor.domain.painter.texture import (
    Field,
    blurred,
    blurred_colour,
    clouds,
    grain,
    moved,
    smoothed,
    vignette,
)


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.6)
    unit = stage.unit
    model = modelled(stage, sheet, 1.45)
    texture: Field = clouds(stage.dice.named("texture"), stage.width, stage.height, unit * 0.012, 3) - 0.5
    model = model * (1.0 + (np.float32(0.2) - np.float32(0.1) * sheet.hero) * texture)[..., None]
    crease = blurred(sheet.lines, unit * 0.0035) * (0.25 + 0.3 * sheet.hero)
    model = over(model, stage.colour(DEEP) * np.float32(0.4), np.clip(crease, 0, 0.6))
    picture = _focus(stage, sheet, model)
    sun = smoothed(sheet.glow, unit * 0.05)
    picture = over(picture, stage.colour(LIGHT.light(0.5)), np.clip(sun * 0.5, 0, 0.6))
    x = np.linspace(0, 1.3, stage.width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1.3, stage.height, dtype=np.float32)[:, None]
    leak: Field = np.clip(1.0 - np.hypot(x, y), 0, 1)
    picture = over(picture, stage.colour(ACCENT.light(0.5)), leak * np.float32(0.22))
    return _film(stage, picture)


def _focus(stage: Stage, sheet: Sheet, model: Field) -> Field:
    """Blur what is far and what is very near; keep the subject sharp, with light wrapped around it."""
    unit = stage.unit
    focus = sheet.at_or_before(Plane.HERO)
    far = 1.0 - sheet.at_or_before(Plane.MIDDLE)
    has_hero = float(sheet.hero.mean()) > 0.02
    amount = 1.0 if has_hero else 0.35
    background = _spread(model, unit * 0.012 * amount, sheet, stage)
    distant = _spread(model, unit * 0.02 * amount, sheet, stage)
    picture = over(background, distant, blurred(far, unit * 0.01))
    shadow = moved(blurred(sheet.hero, unit * 0.03), round(unit * 0.024), round(unit * 0.02))
    picture = over(
        picture, stage.colour(DEEP) * np.float32(0.35), np.clip(shadow * (1 - focus), 0, 1) * np.float32(0.4)
    )
    if not has_hero:
        near = sheet.at_or_before(Plane.MIDDLE)
        return over(picture, model, blurred(near, unit * 0.003))
    wrap = blurred(1.0 - sheet.hero, unit * 0.012) * sheet.hero * np.float32(0.3)
    subject = over(model, background, wrap)
    return over(picture, subject, blurred(focus, 0.7))


def _spread(model: Field, radius: float, sheet: Sheet, stage: Stage) -> Field:
    """Return *model* out of focus, the subject's colours kept from bleeding into it, highlights blooming."""
    weight = 1.0 - sheet.hero * np.float32(0.97)
    bright = np.clip(luminance(model) - 0.72, 0, 1) * 2.0
    weighted = weight * (1.0 + bright)
    scale = np.float32(1 / 1.6)
    colour = blurred_colour(model * (weighted * scale)[..., None], radius)
    mass = blurred(weighted * scale, radius) + np.float32(0.004)
    fallback = blurred_colour(model, radius * 2)
    mix = np.clip(mass * 6, 0, 1)[..., None]
    result: Field = np.clip(colour / mass[..., None], 0, 1) * mix + fallback * (1 - mix)
    return result


def _film(stage: Stage, picture: Field) -> Field:
    bloom = blurred_colour(np.clip(picture - 0.62, 0, 1) * 1.6, stage.unit * 0.035)
    picture = 1.0 - (1.0 - np.clip(picture, 0, 1)) * (1.0 - np.clip(bloom * 0.4, 0, 1))
    curve: Field = picture * picture * (3.0 - 2.0 * picture)
    mixed: Field = picture * np.float32(0.55) + curve * np.float32(0.45)
    picture = saturated(mixed, 1.06)
    picture = picture * (1.0 - 0.38 * vignette(stage.width, stage.height))[..., None]
    speck = grain(stage.dice.named("film"), stage.width, stage.height)
    result: Field = picture + (speck * 0.018)[..., None]
    return result
