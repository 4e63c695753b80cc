"""Distance of an image's colors to the palette of its style."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from engines.image_metrics.color import Plane, to_oklab
from services.common.images.arrays import Pixels
from services.common.images.color_codes import parse_color

# Lightness counts less than hue and chroma: painters shade and tint a color within the palette.
_LIGHTNESS_WEIGHT: Final = 0.35

# A palette color includes its shades, down to this fraction of it, and its tints, up to this fraction of the way to
# white. Of the metrics compared on 212 paintings of 106 styles this one separates a painting's own palette from others
# best: its own was nearer in 97 % of the pairs, against 87 % for the plain distance to the palette's colors.
_DARKEST_SHADE: Final = 0.6
_LIGHTEST_TINT: Final = 0.3
_WHITE: Final = np.array([1.0, 0.0, 0.0], dtype=np.float32)

# A pixel within this distance has that palette color; a color on a smaller share of the image is missing.
_SAME_COLOR: Final = 0.04
_MIN_SHARE: Final = 0.004


@dataclass(frozen=True, slots=True)
class PaletteFit:
    """Match of an image and a palette.

    Attributes:
        distance: mean distance of a pixel to the nearest palette color, its shades and tints; weighted OKLab.
        missing: the palette colors, in their order, that hardly occur.
        share_missing: len(missing) divided by the number of colors.

    """

    distance: float
    missing: tuple[str, ...]
    share_missing: float


def measure_palette_fit(pixels: Pixels, palette: tuple[str, ...]) -> PaletteFit:
    """Return the match of *pixels*, shape (..., 3), and a non-empty palette; downscale or sample them first."""
    points = _apply_weights(to_oklab(pixels.reshape(-1, 3)))
    distances = np.stack([_measure_distance(points, color) for color in palette], axis=1)
    shares = (distances < _SAME_COLOR).mean(axis=0)
    missing = tuple(color for color, share in zip(palette, shares, strict=True) if share < _MIN_SHARE)
    return PaletteFit(float(distances.min(axis=1).mean()), missing, len(missing) / len(palette))


def _measure_distance(points: Plane, color: str) -> Plane:
    """Return the distance of each point to the path from the darkest shade of *color* over it to its lightest tint."""
    pure = to_oklab(np.array(parse_color(color), dtype=np.uint8))
    shade, tint = pure * _DARKEST_SHADE, pure + (_WHITE - pure) * _LIGHTEST_TINT
    return np.minimum(_measure_segment_distance(points, shade, pure), _measure_segment_distance(points, pure, tint))


def _measure_segment_distance(points: Plane, start: Plane, end: Plane) -> Plane:
    origin, direction = _apply_weights(start), _apply_weights(end) - _apply_weights(start)
    length = max(float(direction @ direction), 1e-12)
    along = np.clip((points - origin) @ direction / length, 0, 1)
    distance: Plane = np.linalg.norm(points - origin - along[:, None] * direction, axis=1)
    return distance


def _apply_weights(lab: Plane) -> Plane:
    return lab * np.array([_LIGHTNESS_WEIGHT, 1, 1], dtype=np.float32)
