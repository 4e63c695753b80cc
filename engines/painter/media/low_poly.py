"""Low poly: triangles drawn along the forms, each a facet with its own light."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, scale_saturation, shade_forms
from engines.painter.raster import Raster
from engines.painter.shapes import LIGHT, Layer, Shape
from engines.painter.texture import Field

_CALM = 230
"""Loose corners in a square image."""
_INNER = 260
"""Loose corners inside the subject."""
_ROUGHNESS, _LIGHT_BY_SLOPE = 0.026, 0.1
"""Variation of a facet's light: at random, and with its direction."""


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    # Imported only here: the import takes as long as the rest of the painter, in every worker.
    from scipy.spatial import Delaunay

    behind = [shape for shape in composition.shapes if shape.layer < Layer.FRONT]
    raster = composition.rasterize(line=0.0, shapes=behind)
    model = scale_saturation(shade_forms(composition, raster, 1.5), 1.15)
    model = blend_over(model, composition.color(LIGHT), raster.glow * np.float32(0.1))
    corners = _choose_corners(composition, raster)
    triangles = corners[Delaunay(corners).simplices]
    fills = _color_facets(composition, model, triangles)
    big = Image.new("RGB", (composition.width * 2, composition.height * 2))
    draw = ImageDraw.Draw(big)
    outlines = _grow(triangles).reshape(len(triangles), 6) * 2
    for outline, fill in zip(outlines.tolist(), fills.tolist(), strict=True):
        draw.polygon(outline, fill=(fill[0], fill[1], fill[2]))
    _draw_weather(composition, draw)
    small = big.resize((composition.width, composition.height), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32) * np.float32(1 / 255)


def _draw_weather(composition: Composition, draw: ImageDraw.ImageDraw) -> None:
    """Draw the particles in front, each as a facet of its own: between larger facets they would not be visible."""
    front = [shape for shape in composition.shapes if shape.layer is Layer.FRONT]
    for shape, color in zip(front, composition.color_scheme.colors([shape.tone for shape in front]), strict=True):
        red, green, blue = (round(255 * float(value)) for value in color)
        draw.polygon((shape.points * composition.unit * 2).ravel().tolist(), fill=(red, green, blue))


def _choose_corners(composition: Composition, raster: Raster) -> NDArray[np.float64]:
    """Return corners in pixels: along the visible outlines, a few inside, fixed at the frame."""
    rng = composition.rng.derive("corners")
    outlines = [_sample_visible_outline(raster, number, shape) for number, shape in enumerate(raster.shapes)]
    share = composition.width * composition.height / composition.unit**2
    count = int(min(_CALM * share, composition.width * composition.height / 40))
    loose = rng.generator.uniform(0, 1, (count, 2)) * (composition.width, composition.height)
    rows, columns = np.nonzero(raster.subject_mask[::4, ::4] > 0.5)
    if len(rows):
        chosen = rng.generator.integers(0, len(rows), min(_INNER, len(rows) // 3 + 1))
        loose = np.vstack(
            [
                loose,
                np.column_stack([columns[chosen], rows[chosen]]) * 4.0 + rng.generator.uniform(0, 4, (len(chosen), 2)),
            ]
        )
    side = np.linspace(0, 1, 9)
    zero, one = np.zeros(9), np.ones(9)
    frame = np.vstack([np.column_stack(pair) for pair in ((side, zero), (side, one), (zero, side), (one, side))])
    return _thin_out(
        np.vstack([frame * (composition.width + 4, composition.height + 4) - 2, *outlines, loose]),
        max(2.0, composition.unit * 0.0075),
    )


def _sample_visible_outline(raster: Raster, number: int, shape: Shape) -> NDArray[np.float64]:
    """Return points along the visible outline of a shape, in pixels, finer on the subject."""
    points = shape.points * raster.unit
    steps = np.hypot(*np.diff(np.vstack([points, points[:1]]), axis=0).T)
    length = steps.sum()
    pitch = raster.unit * (0.02 if shape.layer is Layer.SUBJECT else 0.045)
    if length < pitch * 1.5 or (shape.layer < Layer.SUBJECT and length < pitch * 4):
        return np.zeros((0, 2))
    where = np.linspace(0, length, max(4, int(length / pitch)), endpoint=False)
    along = np.concatenate([[0], np.cumsum(steps)])
    closed = np.vstack([points, points[:1]])
    placed = np.column_stack([np.interp(where, along, closed[:, axis]) for axis in (0, 1)])
    inside = (
        (placed[:, 0] > 0) & (placed[:, 0] < raster.width - 1) & (placed[:, 1] > 0) & (placed[:, 1] < raster.height - 1)
    )
    placed = placed[inside]
    inward = (
        placed
        + (points.mean(axis=0) - placed)
        * (3.0 / np.maximum(3.0, np.linalg.norm(points.mean(axis=0) - placed, axis=1)))[:, None]
    )
    shown = np.zeros(len(placed), dtype=bool)
    for spot in (placed, inward):
        x, y = spot.clip(0, (raster.width - 1, raster.height - 1)).astype(int).T
        shown |= raster.index[y, x] == number
    result: NDArray[np.float64] = placed[shown]
    return result


def _thin_out(points: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """Return *points* without those that share a cell of *least* pixels with an earlier one."""
    cells = np.floor(points / least).astype(np.int64)
    _, first = np.unique(cells[:, 0] * 1_000_003 + cells[:, 1], return_index=True)
    result: NDArray[np.float64] = points[np.sort(first)]
    return result


def _color_facets(composition: Composition, model: Field, triangles: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return each triangle's color: the mean of samples inside, lit by a random slope."""
    weights = np.array([(1 / 3, 1 / 3, 1 / 3), (0.6, 0.2, 0.2), (0.2, 0.6, 0.2), (0.2, 0.2, 0.6)])
    samples = np.einsum("sk,nkd->nsd", weights, triangles)
    x = np.clip(samples[..., 0], 0, composition.width - 1).astype(int)
    y = np.clip(samples[..., 1], 0, composition.height - 1).astype(int)
    color = model[y, x].astype(np.float64)
    middle = color[:, :1]
    alike = np.exp(-8.0 * np.abs(color - middle).sum(axis=2))[..., None]
    mean = (color * alike).sum(axis=1) / alike.sum(axis=1)
    slope = composition.rng.derive("slope").generator.normal(0, _ROUGHNESS, (len(triangles), 1))
    edge_a, edge_b = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    lean = np.arctan2(edge_a[:, 1] + edge_b[:, 1], edge_a[:, 0] + edge_b[:, 0])[:, None]
    lit = mean * (1.0 + slope + _LIGHT_BY_SLOPE * np.cos(lean + 2.2)) + np.clip(slope, 0, 1) * 0.3
    result: NDArray[np.uint8] = (np.clip(lit, 0, 1) * 255 + 0.5).astype(np.uint8)
    return result


def _grow(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the triangles a fraction of a pixel larger, so that no seams show."""
    middle = triangles.mean(axis=1, keepdims=True)
    away = triangles - middle
    reach = np.maximum(1e-6, np.linalg.norm(away, axis=2, keepdims=True))
    result: NDArray[np.float64] = middle + away * (1.0 + 0.6 / reach)
    return result
