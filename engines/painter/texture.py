"""Fields of numbers over the image: noise, grain, blur. All float32 of shape (height, width)."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from scipy.ndimage import gaussian_filter

from engines.painter.rng import Rng

Field = NDArray[np.float32]

_SMOOTH_CELL = 8.0
"""Size in pixels from which features of noise are as smooth at half the resolution, for a quarter of the time."""


def resize(field: Field, width: int, height: int, smooth: bool = True) -> Field:
    """Return *field* at another size, bicubic or by nearest neighbors."""
    method = Image.Resampling.BICUBIC if smooth else Image.Resampling.NEAREST
    image = Image.fromarray(np.ascontiguousarray(field, dtype=np.float32))
    return np.asarray(image.resize((width, height), method), dtype=np.float32)


def resize_color(color: Field, width: int, height: int) -> Field:
    """Return an (h, w, 3) image 0..1 (precision 1/255) at another size: averaged if smaller, bicubic if larger."""
    image = Image.fromarray((np.clip(color, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8))
    method = Image.Resampling.BOX if width < color.shape[1] else Image.Resampling.BICUBIC
    return np.asarray(image.resize((max(1, width), max(1, height)), method), dtype=np.float32) * np.float32(1 / 255)


def generate_noise(rng: Rng, width: int, height: int, cell: float, cell_y: float | None = None) -> Field:
    """Return smooth noise 0..1 whose features are about *cell* pixels wide (and *cell_y* high)."""
    columns, rows = max(2, round(width / cell) + 2), max(2, round(height / (cell_y or cell)) + 2)
    grid = rng.generator.random((rows, columns), dtype=np.float32)
    return np.clip(resize(grid, width, height), 0.0, 1.0)


def generate_clouds(rng: Rng, width: int, height: int, cell: float, octaves: int = 4) -> Field:
    """Return fractal noise around 0.5, its largest features about *cell* pixels."""
    half = (max(1, width // 2), max(1, height // 2))
    coarse, fine = np.zeros(half[::-1], dtype=np.float32), np.zeros((height, width), dtype=np.float32)
    weight = 0.5
    for octave in range(octaves):
        size = cell / 2**octave
        if size < 1.5:
            break
        if size >= _SMOOTH_CELL:
            coarse += weight * (generate_noise(rng, *half, size / 2) - 0.5)
        else:
            fine += weight * (generate_noise(rng, width, height, size) - 0.5)
        weight *= 0.55
    return resize(coarse, width, height) + fine + 0.5


def generate_grain(rng: Rng, width: int, height: int) -> Field:
    """Return white noise with mean 0 and deviation 1."""
    return rng.generator.standard_normal((height, width), dtype=np.float32)


def blur(field: Field, radius: float) -> Field:
    """Return *field* (values 0..1, precision 1/255) blurred with a Gaussian of *radius* pixels."""
    if radius <= 0.2:
        return field
    image = Image.fromarray((np.clip(field, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8))
    soft = np.asarray(image.filter(ImageFilter.GaussianBlur(radius)), dtype=np.float32)
    return soft * np.float32(1 / 255)


def blur_coarsely(field: Field, radius: float) -> Field:
    """Return *field* (any values) blurred at low cost, through a smaller copy when *radius* is large."""
    height, width = field.shape[:2]
    factor = max(1, int(radius / 2))
    image = Image.fromarray(np.ascontiguousarray(field, dtype=np.float32))
    small = image.resize((max(1, width // factor), max(1, height // factor)), Image.Resampling.BOX)
    array = np.asarray(small, dtype=np.float32)
    soft = gaussian_filter(array, radius / factor, truncate=3.0)
    return soft if factor == 1 else resize(soft, width, height)


def blur_color(color: Field, radius: float) -> Field:
    """Return an (h, w, 3) image 0..1 blurred with a Gaussian of *radius* pixels."""
    if radius <= 0.2:
        return color
    image = Image.fromarray((np.clip(color, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8))
    height, width = color.shape[:2]
    factor = max(1, min(8, int(radius / 3)))
    if factor > 1:
        image = image.resize((max(1, width // factor), max(1, height // factor)), Image.Resampling.BOX)
    image = image.filter(ImageFilter.GaussianBlur(radius / factor))
    if factor > 1:
        image = image.resize((width, height), Image.Resampling.BICUBIC)
    return np.asarray(image, dtype=np.float32) * np.float32(1 / 255)


def shift(field: Field, right: int, down: int) -> Field:
    """Return *field* (h, w) shifted by that many pixels, both not negative, filled with 0."""
    result = np.zeros_like(field)
    height, width = field.shape
    if right < width and down < height:
        result[down:, right:] = field[: height - down, : width - right]
    return result


def generate_vignette(width: int, height: int) -> Field:
    """Return 0 in the middle rising to 1 in the corners."""
    x = np.linspace(-1.0, 1.0, width, dtype=np.float32)[None, :]
    y = np.linspace(-1.0, 1.0, height, dtype=np.float32)[:, None]
    return np.clip((x * x + y * y) / 2.0, 0.0, 1.0)


def smoothstep(low: float, high: float, field: Field) -> Field:
    """Return the smooth step of *field* from 0 at *low* to 1 at *high*; *high* may be the smaller."""
    t = np.clip((field - np.float32(low)) / np.float32(high - low), 0.0, 1.0)
    result: Field = t * t * (np.float32(3.0) - np.float32(2.0) * t)
    return result
