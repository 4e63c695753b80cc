"""Parts of people that are drawings: the table names the drawing, and where it is on the person.

`at` is the pen that `x`, `y` (the middle of its foot) and `height` belong to: the head, the torso or the body.
"""

from functools import cache, partial

import numpy as np

from engines.painter.curves import Points
from engines.painter.shapes import Role, Tone
from engines.painter.subjects.drawing_text import load_drawing_texts, parse_areas
from engines.painter.subjects.icons import PREFIX, decode_drawing, measure_area
from engines.painter.subjects.people.model import Depth, Model, Part, Slot, build_part
from engines.painter.subjects.people.table_reader import read_rows

_SOLID_AREA = 0.05
"""Share of the square of its height from which an area has a volume of its own."""


@cache
def _list_areas(key: str) -> tuple[tuple[str, Points], ...]:
    """Return the areas of a drawing, the middle of its foot at the origin and its height 1."""
    if "/" in key:
        return decode_drawing(key if key.startswith(PREFIX) else PREFIX + key).areas
    if key not in load_drawing_texts():
        raise KeyError(key)
    areas = parse_areas(key)
    points = np.vstack([outline for _, outline in areas])
    (left, low), (right, high) = points.min(axis=0), points.max(axis=0)
    foot = np.array([(left + right) / 2, low])
    return tuple((color, (outline - foot) / (high - low)) for color, outline in areas)


def _draw(model: Model, tone: Tone, key: str, at: str, place: tuple[float, float, float]) -> None:
    pen = {"head": model.head, "torso": model.torso, "body": model.body}[at].at(place[0], place[1], place[2])
    for color, outline in _list_areas(key):
        solid = measure_area(outline) > _SOLID_AREA
        pen.fill(outline, Tone(Role.SECOND, tint=color), solid=solid, line=0.8 if solid else 0.45)


DRAWN_PARTS: dict[str, Part] = {
    row["part"]: build_part(
        Slot(row["slot"]),
        "",
        partial(
            _draw, key=row["drawing"], at=row["at"], place=(float(row["x"]), float(row["y"]), float(row["height"]))
        ),
        Depth[row["depth"]],
    )
    for row in read_rows("drawn_parts")
}
