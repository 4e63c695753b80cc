"""Neon: night, shining contours, bloom, a wet mirror of a ground, rain and a camera's color fringes."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, measure_luminance, shade_forms, warp
from engines.painter.raster import Raster
from engines.painter.shapes import ACCENT, AIR, INK, LIGHT, MAIN, SECOND, Tone
from engines.painter.texture import Field, blur_color, generate_clouds, generate_noise, generate_vignette, smoothstep


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=0.8)
    night = shade_forms(composition, raster, 1.0) * np.float32(0.62)
    night = blend_over(night, composition.color(INK), (1.0 - raster.subject_mask) * np.float32(0.22))
    image = night + raster.color * raster.glow[..., None] * np.float32(0.75)
    tubes = _draw_tubes(composition, raster)
    image = np.maximum(image, 0) + tubes
    image = _add_reflection(composition, image)
    source = np.clip(tubes + raster.color * raster.glow[..., None] * np.float32(0.9), 0, 1)
    for radius, amount in ((0.006, 0.55), (0.022, 0.55), (0.075, 0.7)):
        image = image + blur_color(source, composition.unit * radius) * np.float32(amount)
    image = _add_haze(composition, image)
    image = _add_rain(composition, image)
    return _apply_lens(composition, image)


def _draw_tubes(composition: Composition, raster: Raster) -> Field:
    """Return shining contours: the subject's strong, others faint, hues drifting across the image."""
    drift = generate_clouds(
        composition.rng.derive("drift"), composition.width, composition.height, composition.unit * 0.6, 2
    )
    slope = np.linspace(-0.35, 0.35, composition.width, dtype=np.float32)[None, :]
    mix = smoothstep(0.35, 0.65, drift + slope)
    hot, cold = (
        _make_vivid(composition, ACCENT.lighten(0.1)),
        _make_vivid(composition, LIGHT if not _has_similar_lights(composition) else MAIN.lighten(0.2)),
    )
    hue = cold + (hot - cold) * mix[..., None]
    crowd = 0.2 if float(raster.subject_mask.mean()) > 0.03 else 0.6
    strength = raster.lines * (crowd + (1.05 - crowd) * raster.subject_mask)
    return hue * strength[..., None]


def _has_similar_lights(composition: Composition) -> bool:
    return bool(np.abs(composition.color(ACCENT) - composition.color(LIGHT)).sum() < 0.35)


def _make_vivid(composition: Composition, tone: Tone) -> Field:
    color = composition.color(tone)
    top = float(color.max())
    result: Field = (color / max(top, 0.05)) ** np.float32(1.25)
    return result


def _add_reflection(composition: Composition, image: Field) -> Field:
    """Mirror the scene in the lowest part of the image, broken by ripples."""
    height, width = composition.height, composition.width
    line = int(height * 0.86)
    rows = height - line
    if rows < 3:
        return image
    stretch = np.clip(line - 1 - (np.arange(rows) * 2.2).astype(int), 0, line - 1)
    mirror = image[stretch]
    ripple = (
        (
            generate_noise(
                composition.rng.derive("ripple"),
                width,
                rows,
                composition.unit * 0.05,
                max(2.0, composition.unit * 0.006),
            )
            - 0.5
        )
        * composition.unit
        * 0.035
    )
    mirror = warp(mirror, ripple, np.zeros_like(ripple))
    depth = np.linspace(0.75, 0.35, rows, dtype=np.float32)[:, None]
    wet = image.copy()
    wet[line:] = np.maximum(image[line:] * 0.6, mirror * depth[..., None])
    return wet


def _add_haze(composition: Composition, image: Field) -> Field:
    y = np.linspace(0, 1, composition.height, dtype=np.float32)[:, None]
    band = np.exp(-(((y - 0.68) / 0.2) ** 2)) * (
        0.5
        + 0.5
        * generate_clouds(
            composition.rng.derive("haze"), composition.width, composition.height, composition.unit * 0.4, 3
        )
    )
    glow = composition.color(AIR) * np.float32(0.55) + composition.color(SECOND) * np.float32(0.12)
    result: Field = 1.0 - (1.0 - np.clip(image, 0, 1)) * (1.0 - glow * (band * 0.42)[..., None])
    return result


def _add_rain(composition: Composition, image: Field) -> Field:
    """Draw fine rain in the light."""
    height, width = composition.height, composition.width
    streaks = generate_noise(composition.rng.derive("rain"), width, height, 1.6, composition.unit * 0.085)
    shift = (np.arange(height) * 0.16).astype(int)[:, None]
    streaks = streaks[np.arange(height)[:, None], (np.arange(width)[None, :] + shift) % width]
    drops = smoothstep(0.86, 0.99, streaks) * (
        0.10 + 0.5 * measure_luminance(blur_color(image, composition.unit * 0.03))
    )
    return blend_over(image, np.ones(3, dtype=np.float32), np.clip(drops, 0, 0.5))


def _apply_lens(composition: Composition, image: Field) -> Field:
    fringe = max(1, round(composition.unit * 0.0016))
    image = np.stack([np.roll(image[..., 0], fringe, 1), image[..., 1], np.roll(image[..., 2], -fringe, 1)], axis=2)
    scan = (
        1.0 - 0.05 * (np.arange(composition.height) // max(1, composition.unit // 512) % 2).astype(np.float32)[:, None]
    )
    image = image * (scan * (1.0 - 0.42 * generate_vignette(composition.width, composition.height)))[..., None]
    result: Field = np.clip(image, 0, None) / (1.0 + 0.18 * np.clip(image, 0, None)) * np.float32(1.13)
    return result
