"""Renders the pixels of an image in the technique of a style: an uploaded photo as a watercolor or a mosaic."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.spatial import Delaunay

from engines.image_editing.style_strength import restyle
from services.common.images.arrays import Pixels
from services.common.images.color_codes import parse_color

Float = NDArray[np.float32]

# Strength of the palette: the colors become those of the style, the image stays recognizable.
_PALETTE_STRENGTH = 0.8
_SEED = 7
# Cells along the longer side of techniques that draw in cells.
_PIXELS, _TILES, _DOTS, _CORNERS, _PANES = 112, 72, 150, 34, 30
# Cells are at least this many pixels wide, so that small images have them too.
_MIN_CELL = 4


def render_in_medium(pixels: Pixels, medium: str, palette: Sequence[str]) -> Pixels:
    """Return *pixels*, (H, W, 3), in the technique *medium* with the colors of *palette*; unknown media only color."""
    technique = _TECHNIQUES.get(medium)
    if technique is None:
        return restyle(pixels, palette, _PALETTE_STRENGTH)
    return technique(pixels, palette)


def _color(pixels: Pixels, palette: Sequence[str], strength: float = _PALETTE_STRENGTH) -> Pixels:
    return restyle(pixels, palette, strength) if palette else pixels


def _kuwahara(pixels: Pixels, radius: int) -> Pixels:
    """Return *pixels* as patches of paint: each pixel is the mean of the most even of the four squares around it."""
    size, half = radius + 1, (radius + 1) // 2
    # Padded, so that pixels shifted over an edge do not wrap around.
    pixels = np.pad(pixels, ((half, half), (half, half), (0, 0)), mode="reflect")
    values = pixels.astype(np.float32)
    luma = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    mean = cv2.blur(values, (size, size), borderType=cv2.BORDER_REFLECT)
    spread = cv2.blur(luma**2, (size, size), borderType=cv2.BORDER_REFLECT)
    spread = spread - cv2.blur(luma, (size, size), borderType=cv2.BORDER_REFLECT) ** 2
    best, result = np.full(luma.shape, np.inf, np.float32), values
    for down, right in ((-half, -half), (-half, half), (half, -half), (half, half)):
        even, color = (np.roll(array, (down, right), (0, 1)) for array in (spread, mean))
        closer = even < best
        best = np.where(closer, even, best)
        result = np.where(closer[..., None], color, result)
    return np.asarray(np.clip(result[half:-half, half:-half], 0, 255), dtype=np.uint8)


def _reduce(pixels: Pixels, colors: int) -> Pixels:
    """Return *pixels* reduced to the given number of their own colors."""
    reduced = Image.fromarray(pixels).quantize(colors, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return np.asarray(reduced.convert("RGB"))


def _smooth(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.bilateralFilter(cv2.medianBlur(pixels, 5), 7, 45, 7), dtype=np.uint8)


def _edges(pixels: Pixels) -> Float:
    """Return the strength of the outlines, (H, W), 0 to 1."""
    luma = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), (0, 0), 1.2).astype(np.float32)
    gradient = np.hypot(cv2.Sobel(luma, cv2.CV_32F, 1, 0), cv2.Sobel(luma, cv2.CV_32F, 0, 1))
    return np.asarray(np.clip((gradient - 24) / 90, 0, 1), dtype=np.float32)


def _shade(pixels: Pixels, factor: Float) -> Pixels:
    shaded = pixels * (factor[..., None] if factor.ndim == 2 else factor)
    return np.asarray(np.clip(shaded, 0, 255), dtype=np.uint8)


def _grain(shape: tuple[int, ...], amount: float, blur: float) -> Float:
    """Return the texture of paper, (H, W), around 1."""
    noise = np.random.default_rng(_SEED).normal(0, 1, shape[:2]).astype(np.float32)
    blurred = np.asarray(cv2.GaussianBlur(noise, (0, 0), blur))
    return np.asarray(1 + amount * blurred / max(float(blurred.std()), 1e-6), dtype=np.float32)


def _to_cells(pixels: Pixels, cells: int) -> tuple[Pixels, int]:
    """Return *pixels* reduced to *cells* along the longer side, and the width of a cell."""
    height, width = pixels.shape[:2]
    cell = max(_MIN_CELL, round(max(height, width) / cells))
    size = (max(1, -(-width // cell)), max(1, -(-height // cell)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8), cell


def _from_cells(cells: Pixels, cell: int, shape: tuple[int, ...]) -> Pixels:
    return np.ascontiguousarray(cells.repeat(cell, 0).repeat(cell, 1)[: shape[0], : shape[1]])


def _watercolor(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    washed = _color(_kuwahara(_smooth(pixels), 5), palette, 0.5)
    light = (255 - (255 - washed) * 0.82).astype(np.uint8)
    return _shade(light, (1 - 0.25 * _edges(washed)) * _grain(pixels.shape, 0.03, 1.5))


def _oil(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    painted = _color(_kuwahara(_kuwahara(pixels, 5), 3), palette, 0.5)
    relief = cv2.Sobel(cv2.cvtColor(painted, cv2.COLOR_RGB2GRAY).astype(np.float32), cv2.CV_32F, 1, 1)
    light = np.clip(1 + relief / 500, 0.85, 1.15).astype(np.float32)
    return _shade(painted, light * _grain(pixels.shape, 0.02, 1.0))


def _crayon(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    painted = _color(_kuwahara(pixels, 5), palette)
    wax = np.clip(_grain(pixels.shape, 0.12, 0.8) * _grain(pixels.shape, 0.06, 3), 0.75, 1.3)
    return _shade(painted, wax.astype(np.float32))


def _ink_wash(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    luma = cv2.cvtColor(_kuwahara(_smooth(pixels), 9), cv2.COLOR_RGB2GRAY)
    tones = cv2.createCLAHE(2.0, (4, 4)).apply(luma).astype(np.float32) / 255
    ink = np.clip(tones**0.7, 0, 1) * (1 - 0.5 * _edges(pixels))
    paper, black = _pick(palette, -1, (246, 242, 230)), np.array((28, 28, 30), np.float32)
    mixed = black + (paper - black) * ink[..., None]
    return _shade(mixed.astype(np.uint8), _grain(pixels.shape, 0.015, 1.2))


def _line_art(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    luma = cv2.GaussianBlur(cv2.cvtColor(_smooth(pixels), cv2.COLOR_RGB2GRAY), (0, 0), 0.8)
    lines = luma.astype(np.float32) / np.maximum(cv2.GaussianBlur(luma, (0, 0), 9).astype(np.float32), 1)
    strength = np.clip((lines - 0.72) / 0.22, 0, 1) * (1 - 0.6 * _edges(pixels))
    paper, line = _pick(palette, -1, (250, 249, 245)), _pick(palette, 0, (30, 30, 34))
    return np.asarray(line + (paper - line) * strength[..., None], dtype=np.uint8)


def _flat(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    return _reduce(_color(_kuwahara(_smooth(_smooth(pixels)), 5), palette, 1.0), 12)


def _outlined(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    return _shade(_flat(pixels, palette), 1 - 0.85 * _edges(_smooth(pixels)))


def _paper_cut(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    reduced = _reduce(_color(_kuwahara(_smooth(pixels), 5), palette, 1.0), 8)
    layers = np.asarray(cv2.medianBlur(reduced, 5), dtype=np.uint8)
    moved = np.array([[1, 0, 4], [0, 1, 4]], dtype=np.float32)
    shadow = cv2.warpAffine(_edges(layers), moved, layers.shape[1::-1])
    return _shade(layers, np.asarray(1 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 2.5), dtype=np.float32))


def _anime(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    cel = _reduce(_smooth(_smooth(pixels)), 24)
    hsv = cv2.cvtColor(_color(cel, palette, 0.4), cv2.COLOR_RGB2HSV)
    hsv[..., 1] = np.clip(hsv[..., 1] * 1.25, 0, 255).astype(np.uint8)
    return _shade(np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), np.uint8), 1 - 0.7 * _edges(_smooth(pixels)))


def _pop_art(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    poster = _reduce(_color(_smooth(pixels), palette, 1.0), 8)
    poster = np.asarray(np.clip((poster - 128.0) * 1.35 + 128, 0, 255), dtype=np.uint8)
    rows, columns = np.indices(pixels.shape[:2], dtype=np.float32)
    period = max(_MIN_CELL, max(pixels.shape[:2]) / _DOTS)
    dots = (np.cos(2 * np.pi * rows / period) + np.cos(2 * np.pi * columns / period)) / 2
    tone = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32) / 127.5 - 1
    halftone = 1 - 0.3 * (dots > tone + 0.35)
    return _shade(poster, halftone.astype(np.float32) * (1 - 0.85 * _edges(_smooth(pixels))))


def _pixel(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    cells, cell = _to_cells(pixels, _PIXELS)
    return _from_cells(_reduce(_color(cells, palette), 24), cell, pixels.shape)


def _mosaic(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    cells, cell = _to_cells(pixels, _TILES)
    tints = np.random.default_rng(_SEED).normal(1, 0.06, cells.shape[:2]).astype(np.float32)
    tiles = _from_cells(_shade(_color(cells, palette), tints), cell, pixels.shape)
    rows, columns = np.indices(pixels.shape[:2])
    joint = (rows % cell == 0) | (columns % cell == 0)
    return _shade(tiles, np.where(joint, 0.55, 1).astype(np.float32))


def _pointillism(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    cells, cell = _to_cells(_color(pixels, palette, 0.5), _DOTS)
    canvas = np.full_like(pixels, 244)
    rng = np.random.default_rng(_SEED)
    for row, column in rng.permutation(np.argwhere(np.ones(cells.shape[:2], bool))):
        x, y = (int((place + rng.uniform(0.1, 0.9)) * cell) for place in (column, row))
        color = np.clip(cells[row, column] + rng.normal(0, 14, 3), 0, 255)
        cv2.circle(canvas, (x, y), max(1, round(cell * 0.68)), color.tolist(), -1, cv2.LINE_AA)
    return canvas


def _scatter_points(pixels: Pixels, corners: int) -> tuple[NDArray[np.float64], float]:
    """Return points (N, 2) as x and y, one near each node of a grid, and the step of the grid."""
    height, width = pixels.shape[:2]
    step = max(2 * _MIN_CELL, max(height, width) / corners)
    grid = np.stack(np.meshgrid(np.arange(0, width + step, step), np.arange(0, height + step, step)), -1).reshape(-1, 2)
    return grid + np.random.default_rng(_SEED).uniform(-0.42, 0.42, grid.shape) * step, step


def _low_poly(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    height, width = pixels.shape[:2]
    points, step = _scatter_points(pixels, _CORNERS)
    frame = np.array([(-step, -step), (width + step, -step), (-step, height + step), (width + step, height + step)])
    points = np.concatenate((points, frame))
    side = int(step) // 2 | 1
    colors = _color(np.asarray(cv2.blur(pixels, (side, side)), dtype=np.uint8), palette, 0.5)
    canvas = pixels.copy()
    for corners in Delaunay(points).simplices:
        triangle = points[corners]
        x, y = np.clip(triangle.mean(0), 0, (width - 1, height - 1)).astype(int)
        cv2.fillConvexPoly(canvas, triangle.round().astype(np.int32), colors[y, x].tolist(), cv2.LINE_AA)
    return canvas


def _stained_glass(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    height, width = pixels.shape[:2]
    points, step = _scatter_points(pixels, _PANES)
    x, y = np.clip(points.round().astype(int), 0, (width - 1, height - 1)).T
    seeds = np.full((height, width), 255, np.uint8)
    seeds[y, x] = 0
    _, panes = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    side = int(step) // 2 | 1
    hsv = cv2.cvtColor(_color(np.asarray(cv2.blur(pixels, (side, side)), np.uint8), palette, 0.5), cv2.COLOR_RGB2HSV)
    hsv[..., 1] = np.clip(hsv[..., 1] * 1.5, 0, 255).astype(np.uint8)
    glass = np.zeros((int(panes.max()) + 1, 3), np.uint8)
    glass[panes[y, x]] = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[y, x]
    lead = cv2.morphologyEx(panes.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    lead = cv2.dilate(lead.astype(np.uint8), np.ones((max(1, round(step / 9)),) * 2, np.uint8)) > 0
    light = np.where(lead, 0.14, 1.05) * _grain(pixels.shape, 0.04, 2)
    return _shade(glass[panes], light.astype(np.float32))


def _neon(pixels: Pixels, palette: Sequence[str]) -> Pixels:
    edges = _edges(_smooth(pixels))
    colors = _color(pixels, palette, 1.0).astype(np.float32)
    bright = colors / np.maximum(colors.max(axis=2, keepdims=True), 1) * 255
    glow = cv2.GaussianBlur(bright * edges[..., None], (0, 0), max(pixels.shape[:2]) / 90)
    lit = colors * 0.32 + glow * 1.6 + bright * edges[..., None]
    return np.asarray(np.clip(lit, 0, 255), dtype=np.uint8)


def _pick(palette: Sequence[str], place: int, default: tuple[int, int, int]) -> Float:
    """Return the lightest (-1) or the darkest (0) color of *palette* if it is light or dark enough, else *default*."""
    colors = sorted(map(parse_color, palette), key=sum)
    chosen = colors[place] if colors else default
    is_fit = sum(chosen) > 600 if place else sum(chosen) < 200
    return np.array(chosen if is_fit else default, dtype=np.float32)


_TECHNIQUES: Mapping[str, Callable[[Pixels, Sequence[str]], Pixels]] = MappingProxyType(
    {
        "neon": _neon,
        "ink_wash": _ink_wash,
        "watercolor": _watercolor,
        "oil": _oil,
        "pixel": _pixel,
        "flat": _flat,
        "line_art": _line_art,
        "anime": _anime,
        "crayon": _crayon,
        "paper_cut": _paper_cut,
        "mosaic": _mosaic,
        "woodblock": _outlined,
        "low_poly": _low_poly,
        "stained_glass": _stained_glass,
        "pointillism": _pointillism,
        "pop_art": _pop_art,
    }
)
