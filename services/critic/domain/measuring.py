"""What can be measured of one picture, apart from any opinion about it."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from services.common.pictures.arrays import Pixels
from services.critic.domain.colour import Plane, check_picture, colourfulness, luma, oklab, shrink

# Edges and tones are measured at one scale, so that a blur costs a large picture as much as a small one.
EDGE_SCALE: Final = 512
COLOUR_SCALE: Final = 128
PALETTE_SCALE: Final = 64

# Noise lives in single pixels and would be averaged away by shrinking: it is measured on a window of the real pixels.
_NOISE_WINDOW: Final = 1024
_NOISE_BLOCK: Final = 16

# A pixel belongs to the ground when it lies this near to the commonest colour in OKLab (about 3 just noticeable steps).
_GROUND_DISTANCE: Final = 0.06

_COARSE_GRID: Final = (8, 8)
# Single pixels taken this far apart tell the variance of all.
_SAMPLE_STEP: Final = 3


@dataclass(frozen=True, slots=True)
class Measurements:
    """The measured quantities of one picture.

    Attributes:
        brightness: mean luma, 0..1.
        shadows: luma below which the darkest hundredth lies.
        highlights: luma above which the brightest hundredth lies.
        black: share of pixels clipped to black (every channel at most 5).
        blown: share of pixels with a channel at its end (at least 253).
        contrast: standard deviation of luma.
        sharpness: fourth-power mean of the colour gradient; see `sharpness`.
        colourfulness: Hasler and Süsstrunk's M.
        occupied: share of pixels that are not of the ground's colour.
        grain: standard deviation of pixel noise in luma where the picture is calmest; see `grain`.
        structure: share of the picture's variance that is left at 8 x 8 cells; 0.3 and more for most pictures, for
            noise the grain over the cell, squared: 0.0001 at 1 pixel, 0.004 at 8 pixels of 1024.

    """

    brightness: float
    shadows: float
    highlights: float
    black: float
    blown: float
    contrast: float
    sharpness: float
    colourfulness: float
    occupied: float
    grain: float
    structure: float


def measure(pixels: Pixels) -> Measurements:
    """Return the measurements of a picture of any size; ValueError when *pixels* is not one."""
    check_picture(pixels)
    edges, small = shrink(pixels, EDGE_SCALE), shrink(pixels, COLOUR_SCALE)
    tones = luma(edges)
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
        sharpness=sharpness(pixels),
        colourfulness=colourfulness(small),
        occupied=_occupied(small),
        grain=grain(pixels),
        structure=structure(pixels),
    )


def sharpness(pixels: Pixels) -> float:
    """Return the fourth-power mean of the colour gradient at one scale, 0 to about 1.

    The fourth power lets the edges there are speak, however few (a line drawing, an ink wash): edges of width w give
    w to the power -3/4. Any blur averages gradients, and a power mean never rises by averaging (Young's inequality),
    so more blur never raises it.
    """
    levels = shrink(pixels, EDGE_SCALE).astype(np.float32) / 255
    if min(levels.shape[:2]) < 2:
        return 0.0
    across = levels[:-1, 1:] - levels[:-1, :-1]
    down = levels[1:, :-1] - levels[:-1, :-1]
    across *= across
    down *= down
    across += down
    squared = (across[..., 0] + across[..., 1] + across[..., 2]) / 3
    return float((squared * squared).mean() ** 0.25)


def edge_energy(pixels: Pixels) -> float:
    """Return the mean squared gradient of luma over the real pixels: what sharpening raises and softening lowers."""
    tones = luma(pixels[_central(pixels.shape[0], pixels.shape[1])])
    if min(tones.shape) < 2:
        return 0.0
    return float((np.diff(tones, axis=0) ** 2).mean() + (np.diff(tones, axis=1) ** 2).mean())


def grain(pixels: Pixels, where: NDArray[np.bool_] | None = None) -> float:
    """Return the standard deviation of pixel noise in luma, 0..1, in the calmest fifth of the picture.

    Noise lies over all of a picture, texture only over parts. Per block of 16 x 16 pixels the noise is estimated with
    the Laplacian difference of J. Immerkær, "Fast noise variance estimation", 1996. *where* (height, width) limits it
    to the blocks whose centre it holds; without any such block the answer is 0.
    """
    window = _central(pixels.shape[0], pixels.shape[1])
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
        centres = where[window][half::_NOISE_BLOCK, half::_NOISE_BLOCK][:down, :across]
        blocks = blocks[centres]
    return float(np.percentile(blocks, 20)) if blocks.size else 0.0


def _central(height: int, width: int) -> tuple[slice, slice]:
    top, left = max(0, (height - _NOISE_WINDOW) // 2), max(0, (width - _NOISE_WINDOW) // 2)
    return slice(top, top + _NOISE_WINDOW), slice(left, left + _NOISE_WINDOW)


def ground_colour(small: Pixels) -> NDArray[np.uint8]:
    """Return the commonest colour of a picture, shape (3,): the mean of its fullest cell of 16 levels a side."""
    flat = small.reshape(-1, 3)
    cells = (flat.astype(np.int32) >> 4) @ np.array([256, 16, 1], dtype=np.int32)
    fullest = np.bincount(cells, minlength=4096).argmax()
    colour: NDArray[np.uint8] = flat[cells == fullest].mean(axis=0).round().astype(np.uint8)
    return colour


def _occupied(small: Pixels) -> float:
    distance: Plane = np.linalg.norm(oklab(small) - oklab(ground_colour(small)), axis=-1)
    return float((distance > _GROUND_DISTANCE).mean())


def structure(pixels: Pixels) -> float:
    """Return the share of the variance of *pixels* that is left when it is averaged to 8 x 8 cells; 0 if it has none.

    In a picture neighbouring pixels belong together and their mean still tells the places apart; noise averages out.
    """
    total = _variance(pixels[::_SAMPLE_STEP, ::_SAMPLE_STEP])
    coarse = _variance(np.asarray(Image.fromarray(pixels).resize(_COARSE_GRID, Image.Resampling.BOX)))
    return min(1.0, coarse / total) if total > 0 else 0.0


def _variance(pixels: Pixels) -> float:
    return float(sum(pixels[..., channel].var(dtype=np.float64) for channel in range(3)))
