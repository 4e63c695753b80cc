"""The sun or the moon where nothing covers it."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.painter.backdrops.scene_builder import Disc, SceneBuilder
from engines.painter.cells import GRID_SIDE, rasterize_index
from engines.painter.content.words import MOONLIGHT, NOON, SUNLIGHT, Relation
from engines.painter.scene import Subject
from engines.painter.shapes import Layer
from services.common.contract.image_chat import PartKind

_CLEAR, _MARGIN, _STEP = 0.9, 0.03, 0.06
"""Share of a disc that is enough of it, its distance from the frame, and between the places that are tried."""
_HIDDEN = 0.25
"""Share of a disc that a figure in front of it hides."""
_LOWEST, _LOWEST_AT_NOON = 0.5, 0.22
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


def place_disc(builder: SceneBuilder, disc: Disc) -> None:
    """Move *disc* to where nothing covers it, or behind a figure if it is requested there."""
    grid = round(GRID_SIDE * builder.width), round(GRID_SIDE * builder.height)
    nearer = builder.shapes[disc.end :]
    covered = rasterize_index(nearer, grid, 0) >= 0
    if not is_behind_figure(builder, disc):
        move_clear(builder, disc, covered)
        return
    figures = rasterize_index([shape for shape in nearer if shape.layer is Layer.SUBJECT], grid, 0) >= 0
    move_behind(builder, disc, covered, figures)


def is_behind_figure(builder: SceneBuilder, disc: Disc) -> bool:
    """Return whether the text has *disc* behind a figure, or a figure in front of it."""
    scene = builder.scene
    is_named = any(figure.subject is disc.subject for figure in scene.landscapes)
    own = (figure.relation is Relation.BEHIND for figure in scene.landscapes if figure.subject is disc.subject)
    is_before = bool(scene.figures) and scene.figures[-1].relation is Relation.FRONT
    return is_named and (is_before or any(own))


def move_behind(builder: SceneBuilder, disc: Disc, covered: NDArray[np.bool_], figures: NDArray[np.bool_]) -> None:
    """Move *disc* with its light to the place where *figures* hide a part of it, and nothing else does.

    *covered* are the cells of a small raster of the image that something nearer fills, those of *figures* among them.
    """
    low, high = _measure_box(builder, disc)
    center, radius = (low + high) / 2, float((high - low).max()) / 2
    others = covered & ~figures
    ranks = []
    for place in _list_places(builder, radius):
        hidden = 1 - _measure_clear(figures, builder, place, radius)
        lost = 1 - _measure_clear(others, builder, place, radius)
        ranks.append((round(abs(hidden - _HIDDEN) + lost, 1), float(np.hypot(*(place - center))), place))
    if ranks:
        _move(builder, disc, min(ranks, key=lambda rank: rank[:2])[2] - center)


def move_clear(builder: SceneBuilder, disc: Disc, covered: NDArray[np.bool_]) -> None:
    """Move *disc* with its light to the place nearest to its own where the least of it is *covered*.

    *covered* are the cells of a small raster of the image that something nearer fills.
    """
    low, high = _measure_box(builder, disc)
    center, radius = (low + high) / 2, float((high - low).max()) / 2
    if _measure_clear(covered, builder, center, radius) >= _CLEAR:
        return
    places = _list_places(builder, radius)
    shares = [min(_CLEAR, _measure_clear(covered, builder, place, radius)) for place in places]
    ranks = [
        (-round(share, 2), float(np.hypot(*(place - center)))) for share, place in zip(shares, places, strict=True)
    ]
    _move(builder, disc, places[ranks.index(min(ranks))] - center)


def _measure_box(builder: SceneBuilder, disc: Disc) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the upper left and the lower right corner of *disc* without its light."""
    points = np.vstack([shape.points for shape in builder.shapes[disc.body : disc.end]])
    return points.min(axis=0), points.max(axis=0)


def _list_places(builder: SceneBuilder, radius: float) -> list[NDArray[np.float64]]:
    """Return the places of the center of a disc in the sky."""
    edge = radius + _MARGIN
    lowest = _LOWEST_AT_NOON if NOON.search(builder.scene.text) else _LOWEST
    return [
        np.array([x, y])
        for x in np.arange(edge, builder.width - edge, _STEP)
        for y in np.arange(edge, lowest * builder.height, _STEP)
    ]


def _move(builder: SceneBuilder, disc: Disc, shift: NDArray[np.float64]) -> None:
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
