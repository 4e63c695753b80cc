"""Sample images, good and degraded ones; the same in every run."""

import numpy as np
import skimage.data
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from services.common.images.arrays import Pixels

PALETTE = ("#f2e3c6", "#22304f", "#c8553d", "#588b8b", "#ffd56b")
FAR_PALETTE = ("#101820", "#1b0f3b", "#00ff9c", "#ff00e6", "#7df9ff")


def draw_scene(width: int = 512, height: int = 512, palette: tuple[str, ...] = PALETTE) -> Pixels:
    """Return hills before a sky with a sun and a house, in five palette colors."""
    ground, shadow, subject, second, light = palette
    image = Image.new("RGB", (width, height), ground)
    draw = ImageDraw.Draw(image)
    draw.ellipse(_box(width, height, 0.62, 0.08, 0.84, 0.30), fill=light)
    draw.polygon(_points(width, height, (0, 0.75), (0.3, 0.35), (0.62, 0.8)), fill=second)
    draw.polygon(_points(width, height, (0.35, 0.8), (0.75, 0.42), (1, 0.7), (1, 1)), fill=shadow)
    draw.rectangle(_box(width, height, 0, 0.78, 1, 1), fill=second)
    draw.rectangle(_box(width, height, 0.2, 0.6, 0.45, 0.86), fill=subject)
    draw.polygon(_points(width, height, (0.16, 0.6), (0.325, 0.45), (0.49, 0.6)), fill=shadow)
    draw.rectangle(_box(width, height, 0.29, 0.70, 0.36, 0.86), fill=light)
    return np.asarray(image)


def draw_lines(width: int = 512, height: int = 512) -> Pixels:
    """Return a few thin black lines on white paper."""
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    line = max(2, width // 200)
    draw.ellipse(_box(width, height, 0.25, 0.25, 0.75, 0.75), outline="black", width=line)
    draw.line(_points(width, height, (0.1, 0.8), (0.4, 0.6), (0.9, 0.85)), fill="black", width=line)
    for offset in (0.40, 0.55):
        draw.ellipse(_box(width, height, offset, 0.4, offset + 0.05, 0.45), outline="black", width=line)
    draw.arc(_box(width, height, 0.4, 0.45, 0.6, 0.65), 20, 160, fill="black", width=line)
    return np.asarray(image)


def load_photograph(name: str) -> Pixels:
    """Return a photograph of 512 x 512 that comes with scikit-image: "astronaut" or "camera" (gray)."""
    pixels: NDArray[np.uint8] = getattr(skimage.data, name)()
    return pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)


def fill(color: str, width: int = 512, height: int = 512) -> Pixels:
    return np.asarray(Image.new("RGB", (width, height), color))


def generate_noise(width: int = 512, height: int = 512, grain: int = 1) -> Pixels:
    """Return random colors in squares of *grain* pixels."""
    cells = np.random.default_rng(7).integers(0, 256, (height // grain, width // grain, 3), dtype=np.uint8)
    return cells.repeat(grain, axis=0).repeat(grain, axis=1)


def add_noise(pixels: Pixels, spread: float) -> Pixels:
    grains = np.random.default_rng(7).normal(0, spread, pixels.shape)
    return np.clip(pixels + grains, 0, 255).astype(np.uint8)


def scale_tones(pixels: Pixels, factor: float) -> Pixels:
    return np.asarray(np.clip(pixels.astype(np.float64) * factor, 0, 255), dtype=np.uint8)


def wash_out(pixels: Pixels, left: float) -> Pixels:
    return (255 - (255 - pixels.astype(np.float64)) * left).astype(np.uint8)


def blur(pixels: Pixels, radius: float) -> Pixels:
    return np.asarray(Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(radius)))


def enhance(pixels: Pixels, parameter: str, change: float) -> Pixels:
    """Return *pixels* with brightness, contrast, saturation or sharpness times 1 + *change*, or made warmer by it."""
    image = Image.fromarray(pixels)
    match parameter:
        case "brightness":
            enhancer: ImageEnhance._Enhance = ImageEnhance.Brightness(image)
        case "contrast":
            enhancer = ImageEnhance.Contrast(image)
        case "saturation":
            enhancer = ImageEnhance.Color(image)
        case "sharpness":
            enhancer = ImageEnhance.Sharpness(image)
        case _:
            tinted = pixels * np.array([1 + change / 3, 1, 1 - change / 3])
            return np.asarray(np.clip(tinted, 0, 255), dtype=np.uint8)
    return np.asarray(enhancer.enhance(1 + change))


def _box(width: int, height: int, *sides: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = sides
    return left * width, top * height, right * width, bottom * height


def _points(width: int, height: int, *points: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * width, y * height) for x, y in points]
