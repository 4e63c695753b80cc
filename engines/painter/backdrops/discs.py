"""The sun or the moon where nothing covers it."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.painter.backdrops.scene_builder import Disc, SceneBuilder
from engines.painter.content.words import MOONLIGHT, SUNLIGHT
from engines.painter.scene import Subject
from services.common.contract.image_chat import PartKind

_CLEAR, _MARGIN, _STEP = 0.9, 0.03, 0.06
"""Share of a disc that is enough of it, its distance from the frame, and between the places that are tried."""
_LOWEST = 0.5
"""Lowest place of its center, as a share of the frame's height."""


def find_center(builder: SceneBuilder, disc: Disc) -> float:
    """Return the horizontal position of *disc*."""
    points = builder.shapes[disc.body].points[:, 0]
    return float(points.min() + points.max()) / 2


def is_requested(builder: SceneBuilder, disc: Disc) -> bool:
    """Return whether the text names *disc* or its light."""
    if any(figure.subject is disc.subject for figure in builder.scene.landscapes):
        return not any(figure.position for figure in builder.scene.landscapes if figure.subject is disc.subject)
    conditions = (part.requested for part in builder.scene.parts if part.kind is PartKind.CONDITION)
    light = SUNLIGHT if disc.subject is Subject.SUN else MOONLIGHT
    return any(light.search(words) for words in conditions)


def move_clear(builder: SceneBuilder, disc: Disc, covered: NDArray[np.bool_]) -> None:
    """Move *disc* with its light to the place nearest to its own where the least of it is *covered*.

    *covered* are the cells of a small raster of the image that something nearer fills.
    """
    points = np.vstack([shape.points for shape in builder.shapes[disc.body : disc.end]])
    low, high = points.min(axis=0), points.max(axis=0)
    center, radius = (low + high) / 2, float((high - low).max()) / 2
    if _measure_clear(covered, builder, center, radius) >= _CLEAR:
        return
    edge = radius + _MARGIN
    places = [
        np.array([x, y])
        for x in np.arange(edge, builder.width - edge, _STEP)
        for y in np.arange(edge, _LOWEST * builder.height, _STEP)
    ]
    shares = [min(_CLEAR, _measure_clear(covered, builder, place, radius)) for place in places]
    ranks = [
        (-round(share, 2), float(np.hypot(*(place - center)))) for share, place in zip(shares, places, strict=True)
    ]
    shift = places[ranks.index(min(ranks))] - center
    moved = [replace(shape, points=shape.points + shift) for shape in builder.shapes[disc.start : disc.end]]
    builder.shapes[disc.start : disc.end] = moved


def _measure_clear(
    covered: NDArray[np.bool_], builder: SceneBuilder, center: NDArray[np.float64], radius: float
) -> float:
    """Return the share of the circle that nothing covers."""
    rows, columns = np.indices(covered.shape)
    scale = covered.shape[1] / builder.width
    inside = np.hypot((columns + 0.5) / scale - center[0], (rows + 0.5) / scale - center[1]) < radius
    return float((inside & ~covered).sum() / max(1, inside.sum()))
