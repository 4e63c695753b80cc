"""Photograph: soft light on round forms, shadows, a shallow depth of field, bloom, film grain."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, measure_luminance, scale_saturation, shade_forms
from engines.painter.raster import Raster
from engines.painter.shapes import ACCENT, DEEP, LIGHT, Layer
from engines.painter.texture import (
    Field,
    blur,
    blur_coarsely,
    blur_color,
    generate_clouds,
    generate_grain,
    generate_vignette,
    resize,
    resize_color,
    shift,
)

_MAX_REDUCTION = 4
"""Factor by which the copy is reduced on which out-of-focus areas are computed."""


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=0.6)
    unit = composition.unit
    model = shade_forms(composition, raster, 1.45)
    texture: Field = (
        generate_clouds(composition.rng.derive("texture"), composition.width, composition.height, unit * 0.012, 3) - 0.5
    )
    model = model * (1.0 + (np.float32(0.2) - np.float32(0.1) * raster.subject_mask) * texture)[..., None]
    crease = blur(raster.lines, unit * 0.0035) * (0.25 + 0.3 * raster.subject_mask)
    model = blend_over(model, composition.color(DEEP) * np.float32(0.4), np.clip(crease, 0, 0.6))
    image = _apply_focus(composition, raster, model)
    sun = blur_coarsely(raster.glow, unit * 0.05)
    image = blend_over(image, composition.color(LIGHT.lighten(0.5)), np.clip(sun * 0.5, 0, 0.6))
    x = np.linspace(0, 1.3, composition.width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1.3, composition.height, dtype=np.float32)[:, None]
    leak: Field = np.clip(1.0 - np.hypot(x, y), 0, 1)
    image = blend_over(image, composition.color(ACCENT.lighten(0.5)), leak * np.float32(0.22))
    return _apply_film(composition, image)


def _apply_focus(composition: Composition, raster: Raster, model: Field) -> Field:
    """Blur distant and very near shapes; leave the subject sharp, with light wrapped around it."""
    unit = composition.unit
    focus = raster.at_or_before(Layer.SUBJECT)
    far = 1.0 - raster.at_or_before(Layer.MIDDLE)
    has_hero = float(raster.subject_mask.mean()) > 0.02
    amount = 1.0 if has_hero else 0.35
    background = _defocus(model, unit * 0.012 * amount, raster, composition)
    distant = _defocus(model, unit * 0.02 * amount, raster, composition)
    image = blend_over(background, distant, blur(far, unit * 0.01))
    shadow = shift(blur(raster.subject_mask, unit * 0.03), round(unit * 0.024), round(unit * 0.02))
    image = blend_over(
        image, composition.color(DEEP) * np.float32(0.35), np.clip(shadow * (1 - focus), 0, 1) * np.float32(0.4)
    )
    if not has_hero:
        near = raster.at_or_before(Layer.MIDDLE)
        return blend_over(image, model, blur(near, unit * 0.003))
    wrap = blur(1.0 - raster.subject_mask, unit * 0.012) * raster.subject_mask * np.float32(0.3)
    subject = blend_over(model, background, wrap)
    return blend_over(image, subject, blur(focus, 0.7))


def _defocus(model: Field, radius: float, raster: Raster, composition: Composition) -> Field:
    """Return *model* out of focus, without the subject's colors bleeding into it, highlights blooming.

    Computed on a smaller copy: nothing finer than *radius* remains.
    """
    width, height = composition.width, composition.height
    factor = max(1, min(_MAX_REDUCTION, int(radius / 3)))
    small = resize_color(model, width // factor, height // factor)
    mask = resize(raster.subject_mask, width // factor, height // factor)
    weight = 1.0 - np.clip(mask, 0, 1) * np.float32(0.97)
    bright = np.clip(measure_luminance(small) - 0.72, 0, 1) * 2.0
    weighted = weight * (1.0 + bright)
    scale = np.float32(1 / 1.6)
    color = blur_color(small * (weighted * scale)[..., None], radius / factor)
    mass = blur(weighted * scale, radius / factor) + np.float32(0.004)
    fallback = blur_color(small, 2 * radius / factor)
    mix = np.clip(mass * 6, 0, 1)[..., None]
    return resize_color(np.clip(color / mass[..., None], 0, 1) * mix + fallback * (1 - mix), width, height)


def _apply_film(composition: Composition, image: Field) -> Field:
    bloom = blur_color(np.clip(image - 0.62, 0, 1) * 1.6, composition.unit * 0.035)
    image = 1.0 - (1.0 - np.clip(image, 0, 1)) * (1.0 - np.clip(bloom * 0.4, 0, 1))
    curve: Field = image * image * (3.0 - 2.0 * image)
    mixed: Field = image * np.float32(0.55) + curve * np.float32(0.45)
    image = scale_saturation(mixed, 1.06)
    image = image * (1.0 - 0.38 * generate_vignette(composition.width, composition.height))[..., None]
    speck = generate_grain(composition.rng.derive("film"), composition.width, composition.height)
    result: Field = image + (speck * 0.018)[..., None]
    return result
