"""Cel animation: colored outlines, two hard tones and a highlight, luminous air."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, scale_saturation
from engines.painter.shapes import DEEP, INK, LIGHT
from engines.painter.texture import Field, blur_coarsely, blur_color, generate_vignette, smoothstep


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=0.85)
    light = raster.light
    shadow = composition.color(DEEP) * np.float32(0.6) + np.float32(0.12)
    image = blend_over(
        raster.color,
        shadow * raster.color + shadow * np.float32(0.25),
        smoothstep(0.10, 0.13, -light) * np.float32(0.62),
    )
    image = blend_over(image, np.ones(3, dtype=np.float32), smoothstep(0.26, 0.29, light) * np.float32(0.26))
    rim = np.clip(blur_coarsely(raster.subject_mask, composition.unit * 0.006) - 0.5, 0, 0.5)
    image = blend_over(
        image,
        composition.color(LIGHT.lighten(0.4)),
        raster.subject_mask * smoothstep(0.0, 0.42, 0.42 - rim) * np.clip(light, 0, 1) * np.float32(0.5),
    )
    ink = raster.color * np.float32(0.22) + composition.color(INK) * np.float32(0.3)
    image = blend_over(
        image, ink, np.clip(raster.lines * np.float32(1.1), 0, 0.94) * (0.55 + 0.45 * raster.subject_mask)
    )
    image = scale_saturation(image, 1.16)
    bloom = blur_color(image * (0.15 + raster.glow)[..., None], composition.unit * 0.03)
    image = 1.0 - (1.0 - np.clip(image, 0, 1)) * (1.0 - np.clip(bloom * np.float32(0.62), 0, 1))
    result: Field = image * (1.0 - 0.08 * generate_vignette(composition.width, composition.height))[..., None]
    return result
