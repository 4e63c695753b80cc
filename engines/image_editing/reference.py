"""Features of a reference image that a painter can use: brightness and composition; for colors see main_colors.py."""

import numpy as np
from PIL import Image

from engines.color.spaces import LUMA_WEIGHTS
from engines.image_editing.subject_position import Framing
from services.common.images.arrays import Pixels

# Enough to locate a subject; more only takes longer.
_SIDE = 96
# A subject nearer to the edge would be cut by it, a horizon outside of this range leaves no land or no sky.
_MIN_FOCUS, _MAX_FOCUS = 0.2, 0.8
_MIN_HORIZON, _MAX_HORIZON = 0.4, 0.72
_DEFAULT_HORIZON = 0.57
# Steps of luma, 0 to 1, between the part above and the part below a row; a smaller one is not a horizon.
_MIN_STEP = 0.06
_MAX_GAMMA = 3.0
_HALVINGS = 20


def measure_brightness(pixels: Pixels) -> float:
    """Return the mean luma of *pixels*, (H, W, 3), from 0 to 1."""
    return float(_to_luma(pixels).mean())


def measure_framing(pixels: Pixels) -> Framing:
    """Return the framing of *pixels*, (H, W, 3).

    The focus is the mean column, weighted by the square of the difference of each pixel from the mean color of its row;
    the horizon is the row with the largest step in luma.
    """
    image = Image.fromarray(pixels)
    image.thumbnail((_SIDE, _SIDE))
    small = np.asarray(image.convert("RGB"), dtype=np.float32) / np.float32(255)
    difference = np.square(small - np.median(small, axis=1, keepdims=True)).sum(axis=2)
    columns = (np.arange(small.shape[1]) + 0.5) / small.shape[1]
    total = float(difference.sum())
    focus = float((difference.sum(axis=0) * columns).sum()) / total if total > 1e-6 else 0.5
    return Framing(min(_MAX_FOCUS, max(_MIN_FOCUS, focus)), _find_horizon((small @ LUMA_WEIGHTS).mean(axis=1)))


def match_brightness(pixels: Pixels, brightness: float) -> Pixels:
    """Return *pixels* with a mean luma near *brightness*, 0 to 1, by a gamma curve, which preserves black and white."""
    counts = np.bincount((_to_luma(pixels) * 255).astype(np.uint8).ravel(), minlength=256)
    levels = np.arange(256) / 255.0
    low, high = 1 / _MAX_GAMMA, _MAX_GAMMA
    for _ in range(_HALVINGS):
        gamma = (low * high) ** 0.5
        is_brighter = float((counts * levels**gamma).sum() / counts.sum()) > brightness
        low, high = (gamma, high) if is_brighter else (low, gamma)
    table = np.round(255 * levels ** ((low * high) ** 0.5)).astype(np.uint8)
    matched: Pixels = table[pixels]
    return matched


def _find_horizon(rows: np.ndarray) -> float:
    """Return the share of the height at which *rows*, the luma from top to bottom, change most."""
    first, last = int(_MIN_HORIZON * len(rows)), int(_MAX_HORIZON * len(rows))
    steps = [(abs(float(rows[:row].mean() - rows[row:].mean())), row) for row in range(max(1, first), last)]
    step, row = max(steps, default=(0.0, 0))
    return row / len(rows) if step >= _MIN_STEP else _DEFAULT_HORIZON


def _to_luma(pixels: Pixels) -> np.ndarray:
    return (pixels.astype(np.float32) / np.float32(255)) @ LUMA_WEIGHTS
