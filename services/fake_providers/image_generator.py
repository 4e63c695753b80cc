"""Generated images: they depend on prompt and seed only. Pure, slow.

A sky of two colors with a sun, hills, and a few shaded balls and a board: enough color, contrast and sharp edges for
image metrics.
"""

import colorsys
import hashlib
import io

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

Canvas = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
MAX_PIXELS = 4_096 * 4_096
_TILT = 0.25


def is_image(data: bytes) -> bool:
    """Return whether *data* is an image of a known format and size."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            return image.width * image.height <= MAX_PIXELS
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return False


def generate_png(prompt: str, seed: int, width: int, height: int) -> bytes:
    """Return a PNG of *prompt*."""
    return _encode(generate_image(prompt, seed, (width, height)))


def generate_image(prompt: str, seed: int, size: tuple[int, int]) -> Image.Image:
    """Return an image of *prompt*, with width and height in *size*."""
    return _to_image(_draw_scene(prompt, seed, *size))


def inpaint_png(before_png: bytes, mask: Mask, prompt: str, seed: int) -> bytes:
    """Return an image as PNG that is changed where *mask* is true."""
    with Image.open(io.BytesIO(before_png)) as opened:
        before = np.asarray(opened.convert("RGB"), np.float32)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    after = before.copy()
    if rows.size:
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        patch = _draw_scene(prompt, seed, int(right - left), int(bottom - top)) * 255
        place = after[top:bottom, left:right]
        inside = mask[top:bottom, left:right]
        place[inside] = patch[inside]
    return _encode(_to_image(after / np.float32(255)))


def read_transparency(mask: bytes) -> Mask | None:
    """Return where *mask* is transparent, the area to edit in OpenAI's API; None without an alpha channel."""
    with Image.open(io.BytesIO(mask)) as opened:
        if "A" not in opened.getbands():
            return None
        alpha: Mask = np.asarray(opened.getchannel("A")) < 128
        return alpha


def read_size(data: bytes) -> tuple[int, int]:
    """Return width and height."""
    with Image.open(io.BytesIO(data)) as opened:
        return opened.size


def resize_png(data: bytes, width: int, height: int) -> bytes:
    """Return an image scaled to another size, as PNG."""
    with Image.open(io.BytesIO(data)) as opened:
        return _encode(opened.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))


def _draw_scene(prompt: str, seed: int, width: int, height: int) -> Canvas:
    digest = hashlib.sha256(f"{seed}\n{prompt}".encode(errors="replace")).digest()
    rng = np.random.default_rng(list(digest))
    hue = float(rng.random())
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / max(1, width - 1), y / max(1, height - 1)
    canvas = _interpolate(_to_rgb(hue, 0.55, 0.95), _to_rgb(hue + 0.12, 0.35, 0.98), y + 0.3 * x)
    _draw_sun(canvas, x, y, rng, hue)
    for layer in range(3):
        _draw_hill(canvas, x, y, rng, hue, layer)
    for _ in range(4):
        _draw_ball(canvas, x, y, rng, hue)
    _draw_board(canvas, x, y, rng, hue)
    grain = rng.standard_normal((height, width, 1)).astype(np.float32) * np.float32(0.012)
    return np.clip(canvas + grain, 0, 1)


def _draw_sun(canvas: Canvas, x: Canvas, y: Canvas, rng: np.random.Generator, hue: float) -> None:
    at, high, radius = rng.uniform(0.2, 0.8), rng.uniform(0.12, 0.3), rng.uniform(0.06, 0.11)
    canvas[np.hypot(x - at, y - high) < radius] = _to_rgb(hue + 0.5, 0.45, 1.0)


def _draw_hill(canvas: Canvas, x: Canvas, y: Canvas, rng: np.random.Generator, hue: float, layer: int) -> None:
    waves, shift = rng.uniform(3, 9), rng.uniform(0, 6)
    crest = 0.5 + 0.14 * layer + 0.07 * np.sin(waves * x + shift) + 0.02 * np.sin(3.7 * waves * x)
    inside = y > crest
    slope = np.clip((y - crest) * 2.5, 0, 1)[inside]
    light, dark = _to_rgb(hue + 0.3 + 0.06 * layer, 0.65, 0.75 - 0.15 * layer), _to_rgb(hue + 0.35, 0.8, 0.2)
    canvas[inside] = light + (dark - light) * slope[:, None]


def _draw_ball(canvas: Canvas, x: Canvas, y: Canvas, rng: np.random.Generator, hue: float) -> None:
    at, low, radius = rng.uniform(0.1, 0.9), rng.uniform(0.55, 0.9), rng.uniform(0.04, 0.1)
    inside = np.hypot(x - at, y - low) < radius
    lit = np.hypot(x - at + radius * 0.35, y - low + radius * 0.35)[inside] / (1.6 * radius)
    canvas[inside] = _to_rgb(hue + rng.uniform(0.4, 0.7), 0.85, 0.95) * np.clip(1.05 - lit, 0.15, 1)[:, None]


def _draw_board(canvas: Canvas, x: Canvas, y: Canvas, rng: np.random.Generator, hue: float) -> None:
    """Draw a tilted board: upright edges that happen to divide the image evenly look like exchanged tiles."""
    left, top = rng.uniform(0.1, 0.7), rng.uniform(0.4, 0.6)
    across, down = (x - left) + _TILT * (y - top), (y - top) - _TILT * (x - left)
    inside = (across > 0) & (across < 0.16) & (down > 0) & (down < 0.22)
    stripes = (np.floor(across * 60) + np.floor(down * 60)) % 2 == 0
    canvas[inside & stripes] = _to_rgb(hue + 0.55, 0.7, 0.98)
    canvas[inside & ~stripes] = _to_rgb(hue + 0.62, 0.8, 0.25)


def _interpolate(first: Canvas, second: Canvas, share: Canvas) -> Canvas:
    part = np.clip(share / 1.3, 0, 1)[..., None]
    mixed: Canvas = (first * (1 - part) + second * part).astype(np.float32)
    return mixed


def _to_rgb(hue: float, saturation: float, value: float) -> Canvas:
    return np.array(colorsys.hsv_to_rgb(hue % 1.0, saturation, value), np.float32)


def _to_image(canvas: Canvas) -> Image.Image:
    return Image.fromarray((np.clip(canvas, 0, 1) * 255 + 0.5).astype(np.uint8))


def _encode(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()
