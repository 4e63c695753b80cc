"""How near a picture's colours lie to the palette of its style."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from services.common.pictures.arrays import Pixels
from services.critic.domain.colour import Plane, oklab, parse_hex

# Painters lighten and darken a colour freely and still keep to the palette: lightness counts half.
_AXES: Final = np.array([0.5, 1.0, 1.0], dtype=np.float32)

# Nearer than this in the weighted OKLab a pixel is of that palette colour.
_SAME_COLOUR: Final = 0.08

# A palette colour that covers less than this share of the picture is missing from it.
_LEAST_SHARE: Final = 0.004


@dataclass(frozen=True, slots=True)
class PaletteFit:
    """How a picture keeps to a palette.

    Attributes:
        distance: mean distance of a pixel to the nearest palette colour, weighted OKLab; 0 is exact.
        missing: the palette colours, in their order, that hardly appear.
        share_missing: len(missing) over the number of colours.

    """

    distance: float
    missing: tuple[str, ...]
    share_missing: float


def fit_palette(small: Pixels, palette: tuple[str, ...]) -> PaletteFit:
    """Return how the pixels of *small* (any shape (..., 3), best averaged down before) keep to a palette not empty."""
    colours = oklab(np.array([parse_hex(colour) for colour in palette], dtype=np.uint8))
    distances = _distances(oklab(small.reshape(-1, 3)), colours)
    shares = (distances < _SAME_COLOUR).mean(axis=0)
    missing = tuple(colour for colour, share in zip(palette, shares, strict=True) if share < _LEAST_SHARE)
    return PaletteFit(float(distances.min(axis=1).mean()), missing, len(missing) / len(palette))


def _distances(points: Plane, colours: Plane) -> Plane:
    between: Plane = (points[:, None, :] - colours[None, :, :]) * _AXES
    distances: Plane = np.sqrt((between**2).sum(axis=-1))
    return distances
