"""Line art: nothing but pen lines, dark on light paper or chalk on dark; shade is hatching."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, measure_luminance
from engines.painter.raster import Raster
from engines.painter.shapes import INK, PAPER, WHITE
from engines.painter.texture import Field, blur, generate_clouds, generate_noise, smoothstep


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=1.15, wobble=0.0016)
    unit, rng = composition.unit, composition.rng
    fibre = generate_noise(rng.derive("paper"), composition.width, composition.height, max(2.0, unit * 0.004))
    ground = np.broadcast_to(composition.color(PAPER), raster.color.shape) * (0.985 + 0.03 * (fibre - 0.5))[..., None]
    pressure = generate_clouds(rng.derive("pressure"), composition.width, composition.height, unit * 0.1, 3)
    drawn = np.maximum(raster.lines, _find_color_changes(raster) * raster.subject_mask)
    weight = smoothstep(0.16, 0.52, drawn + (pressure - 0.5) * 0.3)
    light = composition.color_scheme.is_dark
    gray = measure_luminance(raster.color)
    spots = (
        smoothstep(0.75, 0.9, gray) * np.float32(0.5) if light else smoothstep(0.3, 0.2, gray)
    ) * raster.subject_mask
    ink = np.maximum(weight * (0.55 + 0.45 * raster.subject_mask), spots * np.float32(0.93))
    hatch = _draw_hatching(composition, raster)
    pen = composition.color(WHITE if light else INK)
    return blend_over(ground, pen, np.clip(np.maximum(ink, hatch), 0, 0.97))


def _find_color_changes(raster: Raster) -> Field:
    """Return contours where the subject's color changes within a shape: markings, lips, panes."""
    gray = measure_luminance(raster.color)
    edge = np.zeros_like(gray)
    edge[:, 1:] = np.abs(np.diff(gray, axis=1))
    edge[1:] = np.maximum(edge[1:], np.abs(np.diff(gray, axis=0)))
    return smoothstep(0.035, 0.09, blur(np.clip(edge * 2, 0, 1), raster.unit * 0.0009))


def _draw_hatching(composition: Composition, raster: Raster) -> Field:
    """Return hatched shade in three crossing directions, denser where the drawing is darker."""
    unit = composition.unit
    x = np.arange(composition.width, dtype=np.float32)[None, :]
    y = np.arange(composition.height, dtype=np.float32)[:, None]
    sway = (
        generate_clouds(composition.rng.derive("sway"), composition.width, composition.height, unit * 0.2, 2)
        * unit
        * 0.03
    )
    gray = measure_luminance(raster.color)
    dark = gray if composition.color_scheme.is_dark else 1.0 - gray
    shade = np.clip(dark * 0.8 - raster.light * 0.75, 0, 1)
    pitch = max(3.0, unit * 0.0095)
    total = np.zeros(raster.lines.shape, dtype=np.float32)
    for angle, least in ((0.72, 0.42), (-0.72, 0.62), (0.1, 0.78)):
        phase = (x * np.float32(np.sin(angle)) + y * np.float32(np.cos(angle)) + sway) / np.float32(pitch)
        stripe = np.abs(phase % 1.0 - 0.5) * 2.0
        wide = np.clip((shade - least) * 1.6, 0, 0.5)
        amount = smoothstep(0.0, 0.28, wide + 0.1 - stripe) * smoothstep(least - 0.03, least + 0.06, shade)
        total = np.maximum(total, amount * 0.72)
    return total * (0.45 + 0.55 * raster.subject_mask)
