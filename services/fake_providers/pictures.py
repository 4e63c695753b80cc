"""Pictures that a fake painter paints: different for every prompt and seed, the same for the same. Pure, slow.

A sky of two colours with a sun, hills before it, and a few shaded balls and boards: enough colour, contrast and
sharp edges that whoever measures them sees a picture.
"""

import colorsys
import hashlib
import io

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

Canvas = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
MOST_PIXELS = 4_096 * 4_096


def is_picture(data: bytes) -> bool:
    """Tell whether *data* begins like a picture of a known format."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.width * picture.height <= MOST_PIXELS
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return False


def painted(prompt: str, seed: int, width: int, height: int) -> bytes:
    """Return a PNG of *prompt*."""
    return _encoded(picture(prompt, seed, (width, height)))


def picture(prompt: str, seed: int, size: tuple[int, int]) -> Image.Image:
    """Return a picture of *prompt*, width and height in *size*."""
    return _image(_scene(prompt, seed, *size))


def repainted(before_png: bytes, mask: Mask, prompt: str, seed: int) -> bytes:
    """Return a picture as PNG with something else where *mask* is true; elsewhere it stays as it is."""
    with Image.open(io.BytesIO(before_png)) as opened:
        before = np.asarray(opened.convert("RGB"), np.float32)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    after = before.copy()
    if rows.size:
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        patch = _scene(prompt, seed, int(right - left), int(bottom - top)) * 255
        place = after[top:bottom, left:right]
        inside = mask[top:bottom, left:right]
        place[inside] = patch[inside]
    return _encoded(_image(after / np.float32(255)))


def transparent(mask: bytes) -> Mask | None:
    """Return where the picture *mask* is transparent, as OpenAI marks what to edit; None without an alpha channel."""
    with Image.open(io.BytesIO(mask)) as opened:
        if "A" not in opened.getbands():
            return None
        alpha: Mask = np.asarray(opened.getchannel("A")) < 128
        return alpha


def size_of(data: bytes) -> tuple[int, int]:
    """Return width and height."""
    with Image.open(io.BytesIO(data)) as opened:
        return opened.size


def scaled(data: bytes, width: int, height: int) -> bytes:
    """Return a picture as PNG of another size."""
    with Image.open(io.BytesIO(data)) as opened:
        return _encoded(opened.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))


def _scene(prompt: str, seed: int, width: int, height: int) -> Canvas:
    digest = hashlib.sha256(f"{seed}\n{prompt}".encode(errors="replace")).digest()
    chance = np.random.default_rng(list(digest))
    hue = float(chance.random())
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / max(1, width - 1), y / max(1, height - 1)
    canvas = _between(_colour(hue, 0.55, 0.95), _colour(hue + 0.12, 0.35, 0.98), y + 0.3 * x)
    _sun(canvas, x, y, chance, hue)
    for layer in range(3):
        _hill(canvas, x, y, chance, hue, layer)
    for _ in range(4):
        _ball(canvas, x, y, chance, hue)
    _board(canvas, x, y, chance, hue)
    grain = chance.standard_normal((height, width, 1)).astype(np.float32) * np.float32(0.012)
    return np.clip(canvas + grain, 0, 1)


def _sun(canvas: Canvas, x: Canvas, y: Canvas, chance: np.random.Generator, hue: float) -> None:
    at, high, radius = chance.uniform(0.2, 0.8), chance.uniform(0.12, 0.3), chance.uniform(0.06, 0.11)
    canvas[np.hypot(x - at, y - high) < radius] = _colour(hue + 0.5, 0.45, 1.0)


def _hill(canvas: Canvas, x: Canvas, y: Canvas, chance: np.random.Generator, hue: float, layer: int) -> None:
    waves, shift = chance.uniform(3, 9), chance.uniform(0, 6)
    crest = 0.5 + 0.14 * layer + 0.07 * np.sin(waves * x + shift) + 0.02 * np.sin(3.7 * waves * x)
    inside = y > crest
    slope = np.clip((y - crest) * 2.5, 0, 1)[inside]
    light, dark = _colour(hue + 0.3 + 0.06 * layer, 0.65, 0.75 - 0.15 * layer), _colour(hue + 0.35, 0.8, 0.2)
    canvas[inside] = light + (dark - light) * slope[:, None]


def _ball(canvas: Canvas, x: Canvas, y: Canvas, chance: np.random.Generator, hue: float) -> None:
    at, low, radius = chance.uniform(0.1, 0.9), chance.uniform(0.55, 0.9), chance.uniform(0.04, 0.1)
    inside = np.hypot(x - at, y - low) < radius
    lit = np.hypot(x - at + radius * 0.35, y - low + radius * 0.35)[inside] / (1.6 * radius)
    canvas[inside] = _colour(hue + chance.uniform(0.4, 0.7), 0.85, 0.95) * np.clip(1.05 - lit, 0.15, 1)[:, None]


def _board(canvas: Canvas, x: Canvas, y: Canvas, chance: np.random.Generator, hue: float) -> None:
    left, top = chance.uniform(0.1, 0.7), chance.uniform(0.4, 0.6)
    inside = (x > left) & (x < left + 0.16) & (y > top) & (y < top + 0.22)
    stripes = (np.floor((x - left) * 60) + np.floor((y - top) * 60)) % 2 == 0
    canvas[inside & stripes] = _colour(hue + 0.55, 0.7, 0.98)
    canvas[inside & ~stripes] = _colour(hue + 0.62, 0.8, 0.25)


def _between(first: Canvas, second: Canvas, share: Canvas) -> Canvas:
    part = np.clip(share / 1.3, 0, 1)[..., None]
    mixed: Canvas = (first * (1 - part) + second * part).astype(np.float32)
    return mixed


def _colour(hue: float, saturation: float, value: float) -> Canvas:
    return np.array(colorsys.hsv_to_rgb(hue % 1.0, saturation, value), np.float32)


def _image(canvas: Canvas) -> Image.Image:
    return Image.fromarray((np.clip(canvas, 0, 1) * 255 + 0.5).astype(np.uint8))


def _encoded(image: Image.Image) -> bytes:
    held = io.BytesIO()
    image.save(held, "PNG", compress_level=1)
    return held.getvalue()
