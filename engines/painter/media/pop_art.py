"""Pop art: loud flat colors, thick black contours, printer's dots, rays behind the subject."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, measure_luminance, scale_saturation
from engines.painter.shapes import ACCENT, INK, LIGHT, Layer
from engines.painter.texture import Field, blur, blur_coarsely, generate_clouds, smoothstep


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=2.6)
    unit = composition.unit
    shift = max(1, round(unit * 0.003))
    flat = scale_saturation(np.roll(raster.color, (shift, shift), (0, 1)), 1.3)
    flat = _add_rays(composition, flat, 1.0 - raster.at_or_before(Layer.FAR))
    shade = np.clip(-raster.light * 1.1 + 0.35 * (1.0 - measure_luminance(raster.color)) * raster.subject_mask, 0, 1)
    y = np.linspace(0, 1, composition.height, dtype=np.float32)[:, None]
    backdrop = (
        (1.0 - raster.subject_mask)
        * (0.16 + 0.42 * np.abs(y - 0.5) * 2)
        * (
            0.6
            + 0.8
            * generate_clouds(composition.rng.derive("tone"), composition.width, composition.height, unit * 0.5, 2)
        )
    )
    dots = _draw_dots(
        composition, np.clip(blur_coarsely(shade * 0.62 * raster.subject_mask + backdrop, unit * 0.008), 0, 0.8), 0.79
    )
    ink_dots = (
        composition.color(ACCENT) * raster.subject_mask[..., None]
        + flat * np.float32(0.66) * (1 - raster.subject_mask)[..., None]
    )
    image = blend_over(
        flat, np.where(raster.subject_mask[..., None] > 0.5, flat * np.float32(0.62), ink_dots), dots * np.float32(0.85)
    )
    gleam = smoothstep(0.3, 0.34, raster.light)
    image = blend_over(image, np.ones(3, dtype=np.float32), gleam * np.float32(0.75) * raster.subject_mask)
    outline = smoothstep(0.16, 0.5, blur(raster.lines, 0.6)) * (0.62 + 0.38 * raster.subject_mask)
    halo = smoothstep(0.1, 0.4, blur(raster.subject_mask, unit * 0.011)) * (1.0 - raster.subject_mask)
    image = blend_over(image, np.ones(3, dtype=np.float32), halo * np.float32(0.92))
    return blend_over(image, composition.color(INK) * np.float32(0.5), outline)


def _add_rays(composition: Composition, image: Field, sky: Field) -> Field:
    """Spread rays over the sky from behind the subject."""
    x = np.linspace(-0.5, 0.5, composition.width, dtype=np.float32)[None, :] * composition.width
    y = np.linspace(-0.45, 0.55, composition.height, dtype=np.float32)[:, None] * composition.height
    rotation = np.arctan2(y, x) / np.float32(2 * np.pi) * 20 + np.float32(composition.rng.derive("rays").uniform(0, 1))
    rays = smoothstep(0.2, 0.24, np.abs(rotation % 1.0 - 0.5))
    color = composition.color(LIGHT if float(np.abs(composition.color(LIGHT) - image[0, 0]).sum()) > 0.3 else ACCENT)
    return blend_over(image, color, rays * sky * np.float32(0.85))


def _draw_dots(composition: Composition, amount: Field, angle: float) -> Field:
    """Return printer's dots: 1 inside a dot whose area follows *amount*."""
    pitch = max(4.0, composition.unit * 0.0125)
    x = np.arange(composition.width, dtype=np.float32)[None, :]
    y = np.arange(composition.height, dtype=np.float32)[:, None]
    c, s = np.float32(np.cos(angle) / pitch), np.float32(np.sin(angle) / pitch)
    u, v = x * c + y * s, y * c - x * s
    distance = np.hypot(u - np.floor(u) - 0.5, v - np.floor(v) - 0.5)
    radius = np.sqrt(amount / np.float32(np.pi)) * np.float32(1.02)
    return smoothstep(-0.06, 0.06, radius - distance) * smoothstep(0.02, 0.06, amount)
