"""Paper cut: layers of colored paper in depth, each casting a soft shadow on the next."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over
from engines.painter.raster import Raster
from engines.painter.shapes import DEEP, INK, Layer
from engines.painter.texture import Field, blur, blur_coarsely, generate_clouds, generate_grain, shift, smoothstep


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=0.9)
    unit = composition.unit
    shadow = composition.color(INK) * np.float32(0.6)
    image = raster.color
    for layer in (Layer.CLOUDS, Layer.FAR, Layer.MIDDLE, Layer.NEAR, Layer.SUBJECT):
        above = raster.at_or_before(layer)
        reach = 0.006 + 0.004 * (int(layer) - 1)
        cast = shift(blur(above, unit * reach), round(unit * reach * 0.9), round(unit * reach * 1.3))
        image = blend_over(image, shadow, np.clip(cast * (1.0 - above), 0, 1) * np.float32(0.55))
    image = _add_thickness(composition, raster, image)
    image = _add_frame(composition, image)
    fibre = blur_coarsely(
        generate_grain(composition.rng.derive("fibre"), composition.width, composition.height), max(0.7, unit * 0.0011)
    )
    fibre = fibre / (fibre.std() + 1e-6)
    cloudy = (
        generate_clouds(composition.rng.derive("pulp"), composition.width, composition.height, unit * 0.05, 3) - 0.5
    )
    result: Field = image * (1.0 + 0.016 * fibre + 0.05 * cloudy)[..., None]
    return result


def _add_thickness(composition: Composition, raster: Raster, image: Field) -> Field:
    """Give every cut shape a thickness: light on its upper left edge, a small shadow at the lower right."""
    offset = max(1, round(composition.unit * 0.0022))
    contour = raster.lines
    shade = shift(blur(contour, composition.unit * 0.0028), offset, offset)
    light = np.roll(contour, (-offset, -offset), (0, 1))
    image = blend_over(image, composition.color(INK), np.clip(shade * np.float32(0.5), 0, 0.5))
    image = blend_over(image, composition.color(DEEP), np.clip(-raster.light, 0, 1) * np.float32(0.16))
    return blend_over(image, np.ones(3, dtype=np.float32), np.clip(light - contour, 0, 1) * np.float32(0.2))


def _add_frame(composition: Composition, image: Field) -> Field:
    """Lay a wavy window of paper in front, as in a shadow box."""
    width, height, unit = composition.width, composition.height, composition.unit
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    angle = np.arctan2(y, x)
    phase = composition.rng.derive("frame").uniform(0, 6.28)
    wave = 0.018 * np.sin(angle * 7 + phase) + 0.012 * np.sin(angle * 12 - phase)
    for number, (size, amount) in enumerate(((0.95, 0.0), (1.0, 0.14))):
        squircle = (np.abs(x) ** 5 + np.abs(y) ** 5) ** np.float32(0.2)
        raster = smoothstep(-0.004, 0.004, squircle - np.float32(size) - wave * (1 - 0.5 * number))
        cast = shift(blur(raster, unit * 0.014), round(unit * 0.008), round(unit * 0.012))
        image = blend_over(
            image, composition.color(INK) * np.float32(0.6), np.clip(cast * (1 - raster), 0, 1) * np.float32(0.5)
        )
        image = blend_over(image, composition.color(DEEP.lighten(amount)), raster)
    return image
