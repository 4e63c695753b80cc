"""Stronger or weaker style of an image, by its palette."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from skimage.color import lab2rgb, rgb2lab

from services.common.images.arrays import Pixels
from services.common.images.color_codes import parse_color

# Full strength moves a color about half of the way to the palette, so that the image remains recognizable.
REACH = 0.55
# The distance in CIELAB within which a palette color attracts; about the spacing of a palette's colors.
ATTRACTION = 24.0
# Weaker style means less color; full weakness keeps a third, so that the image does not become gray.
FADING = 0.65

Colors = NDArray[np.float32]


def restyle(pixels: Pixels, palette: Sequence[str], strength: float) -> Pixels:
    """Return *pixels*, (H, W, 3), with the colors of *palette* stronger (*strength* to 1) or weaker (to -1)."""
    if strength == 0:
        return pixels
    lab = rgb2lab(pixels / np.float32(255)).astype(np.float32)
    changed = (
        _attract(lab, _parse_palette(palette), strength) if strength > 0 and palette else _scale_chroma(lab, strength)
    )
    return np.asarray(np.clip(lab2rgb(changed) * 255 + 0.5, 0, 255), dtype=np.uint8)


def _parse_palette(palette: Sequence[str]) -> Colors:
    rgb = np.array([parse_color(color) for color in palette], dtype=np.float32)
    return np.asarray(rgb2lab(rgb[None] / 255)[0], dtype=np.float32)


def _attract(lab: Colors, palette: Colors, strength: float) -> Colors:
    """Return each pixel moved towards the palette colors near it, weighted by nearness."""
    total, weights = np.zeros_like(lab), np.zeros(lab.shape[:2], np.float32)
    for color in palette:
        distance = np.sum((lab - color) ** 2, axis=2)
        weight = np.exp(-distance / (2 * ATTRACTION**2)) + np.float32(1e-6)
        total += weight[..., None] * color
        weights += weight
    target = total / weights[..., None]
    return lab + np.float32(REACH * strength) * (target - lab)


def _scale_chroma(lab: Colors, strength: float) -> Colors:
    """Return *lab* with its chroma scaled: up for a style without a palette, down for a weaker one."""
    scale = np.array([1, 1 + FADING * strength, 1 + FADING * strength], dtype=np.float32)
    return lab * scale
