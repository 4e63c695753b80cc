"""Combines two images: blend modes, and compositing with a mask."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engines.image_editing.masks import Gray
from services.common.images.arrays import Pixels

_Values = NDArray[np.float32]
# 0 to 1, as https://www.w3.org/TR/compositing-1/#blending defines the modes.
_MODES: Mapping[str, Callable[[_Values, _Values], _Values]] = MappingProxyType(
    {
        "normal": lambda lower, upper: upper,
        "multiply": lambda lower, upper: lower * upper,
        "screen": lambda lower, upper: lower + upper - lower * upper,
        "overlay": lambda lower, upper: np.where(
            lower <= 0.5, 2 * lower * upper, 1 - 2 * (1 - lower) * (1 - upper)
        ).astype(np.float32),
        "difference": lambda lower, upper: np.abs(lower - upper),
    }
)


def blend_images(lower: Pixels, upper: Pixels, mode: str, share: float) -> Pixels:
    """Return *lower* with *upper*, of the same size, blended over it; *share* 0 changes nothing, 1 is all of it."""
    base = _to_shares(lower)
    blended = _MODES[mode](base, _to_shares(upper))
    return _to_bytes(base + (blended - base) * np.float32(share))


def composite_images(background: Pixels, foreground: Pixels, mask: Gray) -> Pixels:
    """Return *background* with *foreground* where *mask* is white; all of one size."""
    base, alpha = _to_shares(background), _to_shares(mask)[..., None]
    return _to_bytes(base + (_to_shares(foreground) - base) * alpha)


def _to_shares(values: NDArray[np.uint8]) -> _Values:
    return values.astype(np.float32) / np.float32(255)


def _to_bytes(values: _Values) -> Pixels:
    return (np.clip(values, 0, 1) * 255 + 0.5).astype(np.uint8)
