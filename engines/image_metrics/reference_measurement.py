"""Measurement of a reference image."""

from typing import Final

import numpy as np
from PIL import Image
from skimage.color import rgb2lab

from engines.image_metrics.aspect_ratio import name_aspect_ratio
from engines.image_metrics.composition_detector import detect_composition
from engines.image_metrics.main_colors import find_main_colors
from engines.image_metrics.reference_metrics import ReferenceMetrics
from services.common.images.arrays import Pixels

# Longer side for measurements, in pixels: colors and weight are properties of large areas.
MEASURED_SIDE: Final = 160


def measure_reference(pixels: Pixels, size: tuple[int, int]) -> ReferenceMetrics:
    """Return the metrics of *pixels* in sRGB, which may be downscaled; *size* is the original (width, height)."""
    lab = rgb2lab(_downscale(pixels))
    return ReferenceMetrics(
        width=size[0],
        height=size[1],
        aspect=name_aspect_ratio(*size),
        palette=find_main_colors(lab),
        brightness=float(np.clip(lab[..., 0].mean() / 100, 0, 1)),
        composition=detect_composition(lab),
    )


def extract_main_colors(pixels: Pixels) -> tuple[str, ...]:
    """Return the main colors of *pixels* in sRGB, at most six as "#rrggbb", by share."""
    return find_main_colors(rgb2lab(_downscale(pixels)))


def _downscale(pixels: Pixels) -> Pixels:
    height, width = pixels.shape[:2]
    scale = min(1.0, MEASURED_SIDE / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))
