"""Flat illustration: clean shapes, one soft shade with a stippled edge, no outlines."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over
from engines.painter.shapes import DEEP
from engines.painter.texture import Field, generate_grain, smoothstep


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=0.0)
    speckle = generate_grain(composition.rng.derive("stipple"), composition.width, composition.height)
    shade = smoothstep(0.02, 0.34, -raster.light + speckle * np.float32(0.07))
    lift = smoothstep(0.12, 0.5, raster.light + speckle * np.float32(0.07))
    image = blend_over(raster.color, composition.color(DEEP), shade * np.float32(0.34))
    image = blend_over(image, np.ones(3, dtype=np.float32), lift * np.float32(0.22))
    result: Field = image + speckle[..., None] * np.float32(0.012)
    return result
