"""Traces of damage that intact images do not have: compression blocks, exchanged tiles, an empty part."""

from typing import Final

import numpy as np
from PIL import Image

from engines.image_metrics.color import Plane, validate_image
from services.common.images.arrays import Pixels

# JPEG codes blocks of 8 x 8 pixels (ITU-T T.81).
_BLOCK: Final = 8
# A boundary of a block is visible if it is steeper than both its sides by this factor and these gray levels.
_STEEPER, _MIN_STEP = 2.0, 1.5
# Other columns of the same blocks, in which the edges of an image itself would be as frequent.
_CONTROLS: Final = (1, 3, 5)
_REACH: Final = 3
_MAX_STEEPNESS, _MIN_PHASE_STEP = 2.5, 0.05
# Numbers of tiles along a side that are searched for.
_TILES: Final = range(2, 13)
# Two tiles along a side have one cut in the middle, where an intact image has edges of its own.
_SINGLE_CUT: Final = 0.7
# A column counts as steep in comparison with the steepest tenth: the cells of pixel art are not tiles.
_STEEP_PERCENTILE: Final = 90
_MIN_DIFFERENCE: Final = 0.3


def measure_blockiness(pixels: Pixels) -> float:
    """Return the visibility of JPEG blocks: the share of visible boundaries times their steepness.

    Calibrated on 80 paintings of all media and four photographs: at most 0.05 unchanged; at quality 75 at most 0.22,
    at 50 half of them below 0.19, at 10 nine of ten above 0.25.
    """
    validate_image(pixels)
    tones = np.asarray(Image.fromarray(pixels).convert("L"), dtype=np.float32)
    visible = min(_measure_visible_boundaries(plane) for plane in (tones, tones.T))
    steepness = min(_measure_steepness(plane) for plane in (tones, tones.T))
    return max(0.0, visible) * min(_MAX_STEEPNESS, max(1.0, steepness))


def measure_tile_seams(pixels: Pixels) -> float:
    """Return the steepness of the faintest cut of a regular grid over the whole image; about 1 without such a grid.

    Shuffled tiles leave a step at each of their cuts; an intact image does not have steps at all cuts of a grid.
    """
    validate_image(pixels)
    if min(pixels.shape[:2]) <= 2 * _TILES.stop:
        return 1.0
    profiles = [_measure_steps(pixels, axis) for axis in (0, 1)]
    return max(_measure_faintest_cut(profiles, count) for count in _TILES)


def measure_empty_band(pixels: Pixels) -> float:
    """Return the largest share of the image, from one of its sides, that is exactly one color."""
    validate_image(pixels)
    widest = 0.0
    for corner in (pixels[0, 0], pixels[-1, -1]):
        same = (pixels == corner).all(axis=2)
        for lines in (same.all(axis=1), same.all(axis=0)):
            for direction in (lines, lines[::-1]):
                widest = max(widest, (len(direction) if direction.all() else int(direction.argmin())) / len(direction))
    return widest


def _measure_visible_boundaries(tones: Plane) -> float:
    """Return the share of visible vertical boundaries in excess of that in other columns."""
    steps = np.abs(np.diff(tones, axis=1))
    if steps.shape[1] < 3 * _BLOCK:
        return 0.0
    return _count_steep(steps, _BLOCK - 1) - max(_count_steep(steps, column) for column in _CONTROLS)


def _measure_steepness(tones: Plane) -> float:
    """Return the mean step at the boundaries, in multiples of that at the other columns."""
    steps = np.abs(np.diff(tones, axis=1))
    end = (steps.shape[1] + 1) // _BLOCK * _BLOCK - 1
    phases = [float(steps[:, phase:end:_BLOCK].mean()) for phase in range(_BLOCK)] if end > _BLOCK else [1.0] * _BLOCK
    return phases[-1] / max(float(np.median(phases[:-1])), _MIN_PHASE_STEP)


def _count_steep(steps: Plane, offset: int) -> float:
    columns = np.arange(offset, steps.shape[1] - _REACH, _BLOCK)
    columns = columns[columns >= _REACH]
    before = sum(steps[:, columns - distance] for distance in range(1, _REACH + 1)) / _REACH
    after = sum(steps[:, columns + distance] for distance in range(1, _REACH + 1)) / _REACH
    return float((steps[:, columns] > _MIN_STEP + _STEEPER * np.maximum(before, after)).mean())


def _measure_steps(pixels: Pixels, axis: int) -> Plane:
    """Return the mean difference between neighboring lines, relative to the steep ones of the image."""
    steps: Plane = np.abs(np.diff(pixels.astype(np.int16), axis=axis)).mean(axis=(2, 1 - axis)).astype(np.float32)
    return steps / np.float32(max(float(np.percentile(steps, _STEEP_PERCENTILE)), _MIN_DIFFERENCE))


def _measure_faintest_cut(profiles: list[Plane], count: int) -> float:
    cuts = []
    for profile in profiles:
        for number in range(1, count):
            place = round(number * (len(profile) + 1) / count)
            cuts.append(float(profile[max(0, place - 2) : place + 1].max()))
    return min(cuts) * (_SINGLE_CUT if count == 2 else 1.0)
