"""A picture's style made stronger or weaker, by its palette."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from skimage.color import lab2rgb, rgb2lab

from services.common.pictures.arrays import Pixels

# How far full strength goes: half of the way to the palette leaves the picture its own.
REACH = 0.55
# The distance in CIELAB within which a palette colour attracts; about the spacing of a palette's colours.
ATTRACTION = 24.0
# Weaker style means less colour; full weakness keeps a third, so that the picture does not turn grey.
FADING = 0.65

Colours = NDArray[np.float32]


def restyle(pixels: Pixels, palette: Sequence[str], strength: float) -> Pixels:
    """Return *pixels*, (H, W, 3), with the colours of *palette* stronger (*strength* to 1) or weaker (to -1)."""
    if strength == 0:
        return pixels
    lab = rgb2lab(pixels / np.float32(255)).astype(np.float32)
    changed = _drawn_to(lab, _colours(palette), strength) if strength > 0 and palette else _scaled(lab, strength)
    return np.asarray(np.clip(lab2rgb(changed) * 255 + 0.5, 0, 255), dtype=np.uint8)


def _colours(palette: Sequence[str]) -> Colours:
    rgb = np.array([[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in palette], dtype=np.float32)
    return np.asarray(rgb2lab(rgb[None] / 255)[0], dtype=np.float32)


def _drawn_to(lab: Colours, palette: Colours, strength: float) -> Colours:
    """Return each pixel moved towards the palette colours near it, weighted by nearness."""
    total, weights = np.zeros_like(lab), np.zeros(lab.shape[:2], np.float32)
    for colour in palette:
        distance = np.sum((lab - colour) ** 2, axis=2)
        weight = np.exp(-distance / (2 * ATTRACTION**2)) + np.float32(1e-6)
        total += weight[..., None] * colour
        weights += weight
    target = total / weights[..., None]
    return lab + np.float32(REACH * strength) * (target - lab)


def _scaled(lab: Colours, strength: float) -> Colours:
    """Return *lab* with its chroma scaled: up for a style without a palette, down for a weaker one."""
    scale = np.array([1, 1 + FADING * strength, 1 + FADING * strength], dtype=np.float32)
    return lab * scale
