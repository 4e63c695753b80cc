"""Agreement of an image with the sketch of its composition."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engines.image_metrics.color import Plane, to_oklab
from services.common.images.arrays import Pixels

# Hue and chroma count double: lightness is what techniques change most.
_WEIGHTS: Final = np.array([1.0, 2.0, 2.0], dtype=np.float32)
# Mean OKLab chroma below which a sketch or an image is considered gray.
_MIN_CHROMA: Final = 0.012
_MIN_VARIATION: Final = 1e-6


@dataclass(frozen=True, slots=True)
class SketchFit:
    """Similarity of the cells of an image and those of its sketch, -1 to 1.

    Attributes:
        layout: correlation of their colors without the mean color: tones may change, the composition may not.
        hues: cosine similarity of their hues and chromas; None if sketch or image are gray.

    """

    layout: float
    hues: float | None


def measure_sketch_fit(pixels: Pixels, sketch: NDArray[np.uint8]) -> SketchFit:
    """Return the agreement of *pixels* with *sketch*, uint8 of shape (rows, columns, 3 or more)."""
    rows, columns = sketch.shape[:2]
    cells = np.asarray(Image.fromarray(pixels).resize((columns, rows), Image.Resampling.BOX))
    image, expected = (to_oklab(np.ascontiguousarray(one[..., :3])) for one in (cells, sketch))
    hues = None
    if min(_measure_chroma(image), _measure_chroma(expected)) >= _MIN_CHROMA:
        hues = _compare(image[..., 1:], expected[..., 1:])
    return SketchFit(_compare(_center(image) * _WEIGHTS, _center(expected) * _WEIGHTS), hues)


def _center(lab: Plane) -> Plane:
    centered: Plane = lab - lab.mean(axis=(0, 1))
    return centered


def _measure_chroma(lab: Plane) -> float:
    return float(np.hypot(lab[..., 1], lab[..., 2]).mean())


def _compare(one: Plane, other: Plane) -> float:
    norm = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / norm if norm > _MIN_VARIATION else 0.0
