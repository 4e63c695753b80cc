"""Silhouettes of people: whether a posture differs from standing in the clothes of who is in it."""

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from engines.painter.subjects.people.composition import draw_composition
from engines.painter.subjects.people.keys import PersonKey
from engines.painter.subjects.people.model import Slot
from engines.painter.subjects.people.parts import PARTS

_SIDE = 96
_MIN_DIFFERENCE = 0.3
"""Area in which a posture differs from standing, in areas of who stands: below it, feet alone are apart."""


@cache
def differs_from_standing(person: PersonKey, activity: str) -> bool:
    """Return whether *person* in the posture of *activity* has another silhouette than without it."""
    return measure_difference(person, activity) >= _MIN_DIFFERENCE


def measure_difference(person: PersonKey, activity: str) -> float:
    """Return the area in which the silhouettes of *person* in *activity* and standing differ, at the same height."""
    posed, standing = (_draw(replace(person, activities=names)) for names in ((activity,), ()))
    return float((posed ^ standing).sum() / standing.sum())


def _draw(person: PersonKey) -> NDArray[np.bool_]:
    """Return the silhouette of *person* without tools and places, its height that of the image."""
    shapes = [
        points
        for shape, points in draw_composition(str(person)).shapes
        if shape.part not in PARTS or PARTS[shape.part].slot not in (Slot.TOOL, Slot.PLACE)
    ]
    everything = np.vstack(shapes)
    low, high = everything.min(axis=0), everything.max(axis=0)
    scale = _SIDE / (high[1] - low[1])
    image = Image.new("1", (2 * _SIDE, _SIDE))
    draw = ImageDraw.Draw(image)
    for points in shapes:
        across = _SIDE + (points[:, 0] - (low[0] + high[0]) / 2) * scale
        down = (high[1] - points[:, 1]) * scale
        draw.polygon(np.column_stack([across, down]).ravel().tolist(), fill=1)
    return np.asarray(image)
