"""Low poly: triangles drawn along the forms, each a facet with its own light."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.spatial import Delaunay

from services.executor.domain.painter.canvas import Sheet
from services.executor.domain.painter.drawing import LIGHT, Part, Plane
from services.executor.domain.painter.media.stage import Stage, modelled, over, saturated
from services.executor.domain.painter.texture import Field

_CALM = 420
"""Loose corners in a square picture."""
_INNER = 260
"""Loose corners inside the subject."""


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.0)
    model = saturated(modelled(stage, sheet, 1.5), 1.15)
    model = over(model, stage.colour(LIGHT), sheet.glow * np.float32(0.1))
    corners = _corners(stage, sheet)
    triangles = corners[Delaunay(corners).simplices]
    fills = _facets(stage, model, triangles)
    big = Image.new("RGB", (stage.width * 2, stage.height * 2))
    draw = ImageDraw.Draw(big)
    outlines = _grown(triangles).reshape(len(triangles), 6) * 2
    for outline, fill in zip(outlines.tolist(), fills.tolist(), strict=True):
        draw.polygon(outline, fill=(fill[0], fill[1], fill[2]))
    small = big.resize((stage.width, stage.height), Image.Resampling.BOX)
    return np.asarray(small, dtype=np.float32) * np.float32(1 / 255)


def _corners(stage: Stage, sheet: Sheet) -> NDArray[np.float64]:
    """Return corners in pixels: along the outlines that are seen, a few inside, fixed at the frame."""
    dice = stage.dice.named("corners")
    outlines = [_seen(sheet, number, part) for number, part in enumerate(sheet.parts) if part.plane < Plane.FRONT]
    share = stage.width * stage.height / stage.unit**2
    count = int(min(_CALM * share, stage.width * stage.height / 40))
    loose = dice.generator.uniform(0, 1, (count, 2)) * (stage.width, stage.height)
    rows, columns = np.nonzero(sheet.hero[::4, ::4] > 0.5)
    if len(rows):
        chosen = dice.generator.integers(0, len(rows), min(_INNER, len(rows) // 3 + 1))
        loose = np.vstack(
            [
                loose,
                np.column_stack([columns[chosen], rows[chosen]]) * 4.0 + dice.generator.uniform(0, 4, (len(chosen), 2)),
            ]
        )
    side = np.linspace(0, 1, 9)
    zero, one = np.zeros(9), np.ones(9)
    frame = np.vstack([np.column_stack(pair) for pair in ((side, zero), (side, one), (zero, side), (one, side))])
    return _apart(
        np.vstack([frame * (stage.width + 4, stage.height + 4) - 2, *outlines, loose]), max(2.0, stage.unit * 0.0075)
    )


def _seen(sheet: Sheet, number: int, part: Part) -> NDArray[np.float64]:
    """Return points along the visible outline of a part, in pixels, finer on the subject."""
    points = part.points * sheet.unit
    steps = np.hypot(*np.diff(np.vstack([points, points[:1]]), axis=0).T)
    length = steps.sum()
    pitch = sheet.unit * (0.02 if part.plane is Plane.HERO else 0.045)
    if length < pitch * 1.5 or (part.plane < Plane.HERO and length < pitch * 4):
        return np.zeros((0, 2))
    where = np.linspace(0, length, max(4, int(length / pitch)), endpoint=False)
    along = np.concatenate([[0], np.cumsum(steps)])
    closed = np.vstack([points, points[:1]])
    placed = np.column_stack([np.interp(where, along, closed[:, axis]) for axis in (0, 1)])
    inside = (
        (placed[:, 0] > 0) & (placed[:, 0] < sheet.width - 1) & (placed[:, 1] > 0) & (placed[:, 1] < sheet.height - 1)
    )
    placed = placed[inside]
    inward = (
        placed
        + (points.mean(axis=0) - placed)
        * (3.0 / np.maximum(3.0, np.linalg.norm(points.mean(axis=0) - placed, axis=1)))[:, None]
    )
    shown = np.zeros(len(placed), dtype=bool)
    for spot in (placed, inward):
        x, y = spot.clip(0, (sheet.width - 1, sheet.height - 1)).astype(int).T
        shown |= sheet.index[y, x] == number
    result: NDArray[np.float64] = placed[shown]
    return result


def _apart(points: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """Return *points* without those that share a cell of *least* pixels with an earlier one."""
    cells = np.floor(points / least).astype(np.int64)
    _, first = np.unique(cells[:, 0] * 1_000_003 + cells[:, 1], return_index=True)
    result: NDArray[np.float64] = points[np.sort(first)]
    return result


def _facets(stage: Stage, model: Field, triangles: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return each triangle's colour: the mean of samples inside, lit by its chance slope."""
    weights = np.array([(1 / 3, 1 / 3, 1 / 3), (0.6, 0.2, 0.2), (0.2, 0.6, 0.2), (0.2, 0.2, 0.6)])
    samples = np.einsum("sk,nkd->nsd", weights, triangles)
    x = np.clip(samples[..., 0], 0, stage.width - 1).astype(int)
    y = np.clip(samples[..., 1], 0, stage.height - 1).astype(int)
    colour = model[y, x].astype(np.float64)
    middle = colour[:, :1]
    alike = np.exp(-8.0 * np.abs(colour - middle).sum(axis=2))[..., None]
    mean = (colour * alike).sum(axis=1) / alike.sum(axis=1)
    slope = stage.dice.named("slope").generator.normal(0, 0.055, (len(triangles), 1))
    edge_a, edge_b = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    lean = np.arctan2(edge_a[:, 1] + edge_b[:, 1], edge_a[:, 0] + edge_b[:, 0])[:, None]
    lit = mean * (1.0 + slope + 0.06 * np.cos(lean + 2.2)) + np.clip(slope, 0, 1) * 0.3
    result: NDArray[np.uint8] = (np.clip(lit, 0, 1) * 255 + 0.5).astype(np.uint8)
    return result


def _grown(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the triangles a fraction of a pixel larger, so that no seams show."""
    middle = triangles.mean(axis=1, keepdims=True)
    away = triangles - middle
    reach = np.maximum(1e-6, np.linalg.norm(away, axis=2, keepdims=True))
    result: NDArray[np.float64] = middle + away * (1.0 + 0.6 / reach)
    return result
