"""Readable colors, by the Web Content Accessibility Guidelines 2.2 (success criterion 1.4.3)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.color.spaces import LUMINANCE_WEIGHTS, linearize
from engines.typesetting.values import MIN_CONTRAST
from services.common.images.arrays import Pixels
from services.common.images.color_codes import Color

# The share of background pixels, such as glints, that the contrast may ignore.
IGNORED_SHARE = 0.01
# From this variation on, objects behind the glyphs disturb reading, whatever the contrast is.
MAX_UNREST = 0.16
WHITE: Color = (255, 255, 255)
INK: Color = (22, 22, 26)
BLACK: Color = (0, 0, 0)
# The share of the image's own color in a plate, so that it suits the image.
IMAGE_COLOR_SHARE = 0.2
# Opacities of a plate or scrim; the lowest one that makes the text readable is used.
OPACITIES = (0.62, 0.7, 0.78, 0.86, 0.93, 1.0)

Floats = NDArray[np.float32]


class Tint(NamedTuple):
    """A color over an image; *opacity* from 0 to 255, as in a mask."""

    color: Color
    opacity: int


# Linear light of each channel value.
_LINEAR = linearize(np.arange(256) / 255)


def measure_luminance(pixels: Pixels, tint: Tint | None = None) -> Floats:
    """Return the relative luminance, 0 to 1, of *pixels*, (..., 3), as WCAG defines it; under *tint* if given."""
    total = np.zeros(pixels.shape[:-1], dtype=np.float32)
    for channel, part in enumerate(LUMINANCE_WEIGHTS):
        values = np.arange(256) if tint is None else _blend(np.arange(256), tint.color[channel], tint.opacity)
        total += (part * _LINEAR[values]).astype(np.float32)[pixels[..., channel]]
    return total


def measure_contrast(color: Color, pixels: Pixels, tint: Tint | None = None) -> Floats:
    """Return the contrast ratio, 1 to 21, of *color* and each of *pixels* under *tint*."""
    one = measure_luminance(np.array([color], dtype=np.uint8))[0] + np.float32(0.05)
    others = measure_luminance(pixels, tint) + np.float32(0.05)
    return np.asarray(np.maximum(one, others) / np.minimum(one, others))


def measure_readability(color: Color, background: Pixels) -> float:
    """Return the lowest contrast of *color* and *background*, (n, 3), without the ignored share of it."""
    ratios = measure_contrast(color, background)
    ignored = int(IGNORED_SHARE * ratios.size)
    return float(np.partition(ratios, ignored)[ignored])


def measure_unrest(background: Pixels) -> float:
    """Return how much the lightness of *background*, (n, 3), varies: the distance of its tenths, 0 to 1."""
    lightness = np.sqrt(measure_luminance(background))
    low, high = np.percentile(lightness, (10, 90))
    return float(high - low)


def choose_color(background: Pixels) -> Color:
    """Return white or ink, the one with more contrast on *background*, (n, 3)."""
    return max((WHITE, INK), key=lambda color: measure_readability(color, background))


def choose_tint(color: Color, background: Pixels) -> Tint:
    """Return the least opaque tint over *background* on which *color* is readable, similar to the image if possible.

    There always is one: either black or white has a contrast of at least 4.58 with any color.
    """
    extreme = max((BLACK, WHITE), key=lambda end: float(measure_contrast(color, np.array([end], dtype=np.uint8))[0]))
    mean = background.reshape(-1, 3).mean(axis=0)
    for share in (IMAGE_COLOR_SHARE, IMAGE_COLOR_SHARE / 2, 0.0):
        red, green, blue = (
            round(float(own) * share + end * (1 - share)) for own, end in zip(mean, extreme, strict=True)
        )
        for opacity in OPACITIES:
            tint = Tint((red, green, blue), round(255 * opacity))
            if float(measure_contrast(color, background, tint).min()) >= MIN_CONTRAST:
                return tint
    return Tint(extreme, 255)


def _blend(values: NDArray[np.int_], color: int, opacity: int) -> NDArray[np.int_]:
    """Return *values* of a channel under *color*, rounded as Pillow's paste does."""
    blended = values * (255 - opacity) + color * opacity + 128
    return np.asarray(((blended >> 8) + blended) >> 8)
