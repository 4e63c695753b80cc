"""Salience: how much each pixel of an image attracts attention."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from engines.image_metrics.main_colors import Lab, cluster_colors

Plane = NDArray[np.float64]
"""One value per pixel, shape (height, width)."""

# The border of an image is background (the boundary prior of Wei and others, "Geodesic saliency using background
# priors", 2012): this fraction of each side, and of its colors those with this share.
_BORDER: Final = 0.06
_MIN_BACKGROUND_SHARE: Final = 0.1
# Distances from the background in CIELAB with salience 0 and 1.
_MIN_DISTANCE: Final = 12.0
_MAX_DISTANCE: Final = 42.0
# Lightness per pixel of an edge with salience 1, and the weight of edges relative to colors.
_STRONG_EDGE: Final = 12.0
_EDGE_WEIGHT: Final = 0.5
# Radius of the blur, as a fraction of the longer side.
_BLUR: Final = 0.015


def compute_salience(lab: Lab) -> Plane:
    """Return the salience of each pixel, 0 to 1: contrast with the background, and edges."""
    contrast = np.clip((_measure_background_distance(lab) - _MIN_DISTANCE) / (_MAX_DISTANCE - _MIN_DISTANCE), 0, 1)
    edges = np.clip(ndimage.gaussian_gradient_magnitude(lab[..., 0], 1.0, mode="nearest") / _STRONG_EDGE, 0, 1)
    weight: Plane = ndimage.gaussian_filter(
        (contrast + _EDGE_WEIGHT * edges) / (1 + _EDGE_WEIGHT), _BLUR * max(lab.shape[:2]), mode="nearest"
    )
    return weight


def _measure_background_distance(lab: Lab) -> Plane:
    height, width = lab.shape[:2]
    border = np.ones((height, width), dtype=np.bool_)
    down, across = max(1, round(_BORDER * height)), max(1, round(_BORDER * width))
    border[down : height - down, across : width - across] = False
    colors, shares = cluster_colors(lab[border])
    background = colors[(shares >= _MIN_BACKGROUND_SHARE) | (shares == shares.max())]
    distance: Plane = np.min([np.linalg.norm(lab - color, axis=-1) for color in background], axis=0)
    return distance
