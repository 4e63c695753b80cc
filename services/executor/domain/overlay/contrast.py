"""Colours that can be read, by the Web Content Accessibility Guidelines 2.2 (success criterion 1.4.3)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from services.common.pictures.arrays import Pixels
from services.executor.domain.overlay.values import READABLE, Colour

# One pixel in a hundred may be a glint; all others beneath a text must be readable against.
GLINTS = 0.01
WHITE: Colour = (255, 255, 255)
INK: Colour = (22, 22, 26)
BLACK: Colour = (0, 0, 0)
# How much of the picture's own colour a plate keeps, so that it belongs to the picture.
TINT = 0.2
# What a plate or scrim covers of the picture: as little as makes the text readable.
OPACITIES = (0.62, 0.7, 0.78, 0.86, 0.93, 1.0)

Floats = NDArray[np.float32]


class Shade(NamedTuple):
    """A colour laid over a picture; *opacity* from 0 to 255, as a mask holds it."""

    colour: Colour
    opacity: int


# The light that a channel of each value gives (sRGB, IEC 61966-2-1), and its part in what the eye sees.
_LEVELS = np.arange(256) / 255
_LIGHT = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4)
_PARTS = (0.2126, 0.7152, 0.0722)


def luminance(pixels: Pixels, shade: Shade | None = None) -> Floats:
    """Return the relative luminance, 0 to 1, of *pixels*, (..., 3), as WCAG defines it; under *shade* if given."""
    total = np.zeros(pixels.shape[:-1], dtype=np.float32)
    for channel, part in enumerate(_PARTS):
        values = np.arange(256) if shade is None else _laid(np.arange(256), shade.colour[channel], shade.opacity)
        total += (part * _LIGHT[values]).astype(np.float32)[pixels[..., channel]]
    return total


def contrast(colour: Colour, pixels: Pixels, shade: Shade | None = None) -> Floats:
    """Return the contrast ratio of *colour* and each of *pixels* under *shade*: 1 to 21."""
    one = luminance(np.array([colour], dtype=np.uint8))[0] + np.float32(0.05)
    others = luminance(pixels, shade) + np.float32(0.05)
    return np.asarray(np.maximum(one, others) / np.minimum(one, others))


def readability(colour: Colour, beneath: Pixels) -> float:
    """Return the contrast that *colour* has with all of *beneath*, (n, 3), but the glints."""
    ratios = contrast(colour, beneath)
    glints = int(GLINTS * ratios.size)
    return float(np.partition(ratios, glints)[glints])


def best_colour(beneath: Pixels) -> Colour:
    """Return white or ink, whichever reads better on *beneath*, (n, 3)."""
    return max((WHITE, INK), key=lambda colour: readability(colour, beneath))


def shade_for(colour: Colour, beneath: Pixels) -> Shade:
    """Return the lightest shade over *beneath* on which *colour* can be read, tinted by the picture where that does.

    There always is one: of black and white one has a contrast of at least 4.58 with any colour.
    """
    pole = max((BLACK, WHITE), key=lambda end: float(contrast(colour, np.array([end], dtype=np.uint8))[0]))
    mean = beneath.reshape(-1, 3).mean(axis=0)
    for kept in (TINT, TINT / 2, 0.0):
        red, green, blue = (round(float(own) * kept + end * (1 - kept)) for own, end in zip(mean, pole, strict=True))
        for opacity in OPACITIES:
            shade = Shade((red, green, blue), round(255 * opacity))
            if float(contrast(colour, beneath, shade).min()) >= READABLE:
                return shade
    return Shade(pole, 255)


def _laid(values: NDArray[np.int_], colour: int, opacity: int) -> NDArray[np.int_]:
    """Return what *values* of a channel become under *colour*: the same rounding as Pillow's paste."""
    blended = values * (255 - opacity) + colour * opacity + 128
    return np.asarray(((blended >> 8) + blended) >> 8)
