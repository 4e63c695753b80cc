"""How much each place of a picture draws the eye."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from services.rag.domain.references.palette import Lab, clusters

Plane = NDArray[np.float64]
"""One value per pixel, shape (height, width)."""

# What surrounds a picture is its ground (the boundary prior of Wei and others, "Geodesic saliency using background
# priors", 2012): this part of each side, and of its colours those that fill this much of it.
_FRAME: Final = 0.06
_GROUND_SHARE: Final = 0.1
# Distances in CIELAB at which a pixel begins to stand out from the ground, and stands out wholly.
_BEGINS: Final = 12.0
_WHOLLY: Final = 42.0
# Lightness per pixel at which an edge is as strong as it counts, and what edges count beside colours.
_STRONG_EDGE: Final = 12.0
_EDGES: Final = 0.5
# The eye takes in what lies together: this part of the longer side.
_BLUR: Final = 0.015


def salience(lab: Lab) -> Plane:
    """Return the weight of each pixel, 0 to 1: how far it stands out from the ground, and how busy it is there."""
    stands_out = np.clip((_from_ground(lab) - _BEGINS) / (_WHOLLY - _BEGINS), 0, 1)
    edges = np.clip(ndimage.gaussian_gradient_magnitude(lab[..., 0], 1.0, mode="nearest") / _STRONG_EDGE, 0, 1)
    weight: Plane = ndimage.gaussian_filter(
        (stands_out + _EDGES * edges) / (1 + _EDGES), _BLUR * max(lab.shape[:2]), mode="nearest"
    )
    return weight


def _from_ground(lab: Lab) -> Plane:
    height, width = lab.shape[:2]
    frame = np.ones((height, width), dtype=np.bool_)
    down, across = max(1, round(_FRAME * height)), max(1, round(_FRAME * width))
    frame[down : height - down, across : width - across] = False
    colours, shares = clusters(lab[frame])
    ground = colours[(shares >= _GROUND_SHARE) | (shares == shares.max())]
    distance: Plane = np.min([np.linalg.norm(lab - colour, axis=-1) for colour in ground], axis=0)
    return distance
