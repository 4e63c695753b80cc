"""Measurements of one image, without any judgment."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engines.image_metrics.color import Plane, downscale, measure_colorfulness, to_luma, to_oklab, validate_image
from services.common.images.arrays import Pixels

# Edges and tones are measured at one scale, so that a blur affects large and small images alike.
EDGE_SCALE: Final = 512
COLOR_SCALE: Final = 128
PALETTE_SCALE: Final = 64

# Noise is in single pixels and would be averaged away by downscaling: it is measured in a window of the real pixels.
_NOISE_WINDOW: Final = 1024
_NOISE_BLOCK: Final = 16

# A pixel within this distance of the most frequent color is background (OKLab, about 3 just noticeable steps).
_BACKGROUND_DISTANCE: Final = 0.06

_COARSE_GRID: Final = (8, 8)
# Pixels at this distance are sampled for the variance.
_SAMPLE_STEP: Final = 3


@dataclass(frozen=True, slots=True)
class Measurements:
    """The measured quantities of one image.

    Attributes:
        brightness: mean luma, 0..1.
        shadows: upper limit of the darkest hundredth of luma.
        highlights: lower limit of the brightest hundredth of luma.
        black: share of pixels clipped to black (every channel at most 5).
        blown: share of pixels with a channel at its end (at least 253).
        contrast: standard deviation of luma.
        sharpness: fourth-power mean of the color gradient; see `measure_sharpness`.
        colorfulness: Hasler and Süsstrunk's M.
        occupied: share of pixels that are not background.
        grain: standard deviation of pixel noise in luma in the calmest parts; see `measure_grain`.
        structure: share of the variance that remains at 8 x 8 cells; 0.3 and more for most images, for noise the
            grain over the cell, squared: 0.0001 at 1 pixel, 0.004 at 8 pixels of 1024.

    """

    brightness: float
    shadows: float
    highlights: float
    black: float
    blown: float
    contrast: float
    sharpness: float
    colorfulness: float
    occupied: float
    grain: float
    structure: float


def measure(pixels: Pixels) -> Measurements:
    """Return the measurements of an image of any size; raise ValueError if *pixels* is not an image."""
    validate_image(pixels)
    edges, small = downscale(pixels, EDGE_SCALE), downscale(pixels, COLOR_SCALE)
    tones = to_luma(edges)
    red, green, blue = np.moveaxis(edges, -1, 0)
    lightest = np.maximum(np.maximum(red, green), blue)
    shadows, highlights = np.percentile(tones, (1, 99))
    return Measurements(
        brightness=float(tones.mean()),
        shadows=float(shadows),
        highlights=float(highlights),
        black=float((lightest <= 5).mean()),
        blown=float((lightest >= 253).mean()),
        contrast=float(tones.std()),
        sharpness=measure_sharpness(pixels),
        colorfulness=measure_colorfulness(small),
        occupied=_measure_occupied(small),
        grain=measure_grain(pixels),
        structure=measure_structure(pixels),
    )


def measure_sharpness(pixels: Pixels) -> float:
    """Return the fourth-power mean of the color gradient at one scale, 0 to about 1.

    The fourth power emphasizes existing edges, however few (a line drawing, an ink wash): edges of width w give w to
    the power -3/4. Any blur averages gradients, and averaging never raises a power mean (Young's inequality), so more
    blur never raises it.
    """
    levels = downscale(pixels, EDGE_SCALE).astype(np.float32) / 255
    if min(levels.shape[:2]) < 2:
        return 0.0
    across = levels[:-1, 1:] - levels[:-1, :-1]
    down = levels[1:, :-1] - levels[:-1, :-1]
    across *= across
    down *= down
    across += down
    squared = (across[..., 0] + across[..., 1] + across[..., 2]) / 3
    return float((squared * squared).mean() ** 0.25)


def measure_edge_energy(pixels: Pixels) -> float:
    """Return the mean squared gradient of luma over the real pixels, which sharpening raises and softening lowers."""
    tones = to_luma(pixels[_central_window(pixels.shape[0], pixels.shape[1])])
    if min(tones.shape) < 2:
        return 0.0
    return float((np.diff(tones, axis=0) ** 2).mean() + (np.diff(tones, axis=1) ** 2).mean())


def measure_grain(pixels: Pixels, where: NDArray[np.bool_] | None = None) -> float:
    """Return the standard deviation of pixel noise in luma, 0..1, in the calmest fifth of the image.

    Noise covers all of an image, texture only parts of it. Per block of 16 x 16 pixels the noise is estimated with
    the Laplacian difference of J. Immerkær, "Fast noise variance estimation", 1996. *where* (height, width) limits it
    to the blocks whose center it contains; without such a block the result is 0.
    """
    window = _central_window(pixels.shape[0], pixels.shape[1])
    tones = np.asarray(Image.fromarray(pixels[window]).convert("L"), dtype=np.int16)
    if min(tones.shape) < _NOISE_BLOCK + 2:
        return 0.0
    rows = tones[2:] - 2 * tones[1:-1] + tones[:-2]
    residual = np.abs(rows[:, 2:] - 2 * rows[:, 1:-1] + rows[:, :-2])
    down, across = residual.shape[0] // _NOISE_BLOCK, residual.shape[1] // _NOISE_BLOCK
    cells = residual[: down * _NOISE_BLOCK, : across * _NOISE_BLOCK].reshape(down, _NOISE_BLOCK, across, _NOISE_BLOCK)
    blocks = cells.sum(axis=3, dtype=np.int32).sum(axis=1) * (np.sqrt(np.pi / 2) / 6 / 255 / _NOISE_BLOCK**2)
    if where is not None:
        half = _NOISE_BLOCK // 2
        centers = where[window][half::_NOISE_BLOCK, half::_NOISE_BLOCK][:down, :across]
        blocks = blocks[centers]
    return float(np.percentile(blocks, 20)) if blocks.size else 0.0


def _central_window(height: int, width: int) -> tuple[slice, slice]:
    top, left = max(0, (height - _NOISE_WINDOW) // 2), max(0, (width - _NOISE_WINDOW) // 2)
    return slice(top, top + _NOISE_WINDOW), slice(left, left + _NOISE_WINDOW)


def find_background_color(small: Pixels) -> NDArray[np.uint8]:
    """Return the most frequent color of an image, shape (3,): the mean of its fullest cell of 16 levels per channel."""
    flat = small.reshape(-1, 3)
    cells = (flat.astype(np.int32) >> 4) @ np.array([256, 16, 1], dtype=np.int32)
    fullest = np.bincount(cells, minlength=4096).argmax()
    color: NDArray[np.uint8] = flat[cells == fullest].mean(axis=0).round().astype(np.uint8)
    return color


def _measure_occupied(small: Pixels) -> float:
    distance: Plane = np.linalg.norm(to_oklab(small) - to_oklab(find_background_color(small)), axis=-1)
    return float((distance > _BACKGROUND_DISTANCE).mean())


def measure_structure(pixels: Pixels) -> float:
    """Return the share of the variance of *pixels* that remains at 8 x 8 cells; 0 if there is no variance.

    In an image adjacent pixels are similar, so that their means still differ between places; noise averages out.
    """
    total = _measure_variance(pixels[::_SAMPLE_STEP, ::_SAMPLE_STEP])
    coarse = _measure_variance(np.asarray(Image.fromarray(pixels).resize(_COARSE_GRID, Image.Resampling.BOX)))
    return min(1.0, coarse / total) if total > 0 else 0.0


def _measure_variance(pixels: Pixels) -> float:
    return float(sum(pixels[..., channel].var(dtype=np.float64) for channel in range(3)))
