"""Where things stand, sit or lie on a drawing, if that is not its upper edge."""

from functools import cache

import numpy as np
from PIL import Image, ImageDraw

from engines.painter.scene import Subject
from engines.painter.subjects.icons import PREFIX, decode_drawing, load_icons
from engines.painter.subjects.nature import is_living

_SURFACES: dict[str, float] = {
    "icon/own/plate": 0.42,
    "icon/own/tray": 0.42,
    "icon/fork-and-knife-with-plate": 0.34,
    Subject.WHALE: 0.62,
    Subject.BOAT: 0.2,
    "icon/sailboat": 0.24,
    "icon/own/canoe": 0.4,
    "icon/own/bamboo_raft": 0.5,
    "icon/desert-island": 0.12,
    Subject.HOUSE: 0.72,
    Subject.SOFA: 0.4,
    "icon/couch-and-lamp": 0.3,
    "icon/chair": 0.46,
    "icon/own/bench": 0.45,
    "icon/own/armchair": 0.35,
    "icon/own/office_chair": 0.4,
    "icon/own/rocking_chair": 0.4,
    "icon/own/throne": 0.42,
    "icon/bed": 0.4,
    "icon/own/hammock": 0.3,
    "icon/own/swing": 0.25,
    "icon/own/stairs": 0.3,
    "icon/own/rug": 0.4,
    "icon/own/theater_stage": 0.16,
    "icon/own/chimney": 0.72,
    "icon/own/tree_branch": 0.42,
    "icon/own/train_station": 0.08,
    "icon/own/wooden_bridge": 0.6,
    Subject.BRIDGE: 0.84,
    "icon/own/pier": 0.62,
}
"""Height of the surface, in shares of the height of the drawing."""

_SCENES = ("place-geographic", "place-other", "transport-ground", "sky-weather", "event")
"""Groups of icons of places and scenes."""
_CELLS, _MIN_FRAMED = 48, 0.93
"""Cells of the height on which a drawing is measured, and the share of its box from which it is a framed image."""

BEARS_NOTHING = frozenset(
    ("icon/own/balcony", "icon/ladder", "icon/bicycle", "icon/own/bicycle", "icon/motorcycle", "icon/motor-scooter")
)
"""Drawings whose upper edge is not where things on them are: who is on a balcony stands behind its rails, on a ladder
somewhere on its rungs, and on a bicycle on its seat, which the drawing of who rides it shows."""


_FACES = frozenset(
    PREFIX + key
    for key in (
        "envelope", "love-letter", "page-facing-up", "page-with-curl", "newspaper", "notebook", "spiral-notepad",
        "closed-book", "blue-book", "green-book", "orange-book", "ledger", "scroll", "bookmark-tabs", "own/postcard",
        "own/magazine", "clipboard",
    )
)  # fmt: skip
"""Drawings of what lies flat, seen from above: what cannot stand lies on it."""

LYING = frozenset(
    PREFIX + key
    for key in (
        "scissors", "own/ballpoint_pen", "own/quill", "own/chopsticks", "magnifying-glass-tilted-left",
        "magnifying-glass-tilted-right", "stethoscope", "feather",
    )
)  # fmt: skip
"""Things that never stand, whatever the foot of their drawing is."""


def is_face(subject: str) -> bool:
    """Return whether the drawing of *subject* is a page or a map that lies flat."""
    return subject in _FACES or subject.endswith("-map")


_WALLS = frozenset(("icon/own/brick_wall",))


def hangs_on(subject: str, wall: str) -> bool:
    """Return whether *subject* is on the face of *wall*; living beings sit on its upper edge."""
    return wall in _WALLS and not is_living(subject)


def find_surface(subject: str) -> float | None:
    """Return the height of the surface of *subject*; None where it is the upper edge."""
    return _SURFACES.get(subject)


@cache
def is_framed(subject: str) -> bool:
    """Return whether the drawing is an image in a frame of its own, like that of railway tracks: it bears nothing."""
    icon = load_icons().get(subject)
    if icon is None or not icon.group.startswith(_SCENES) or "/own/" in subject:
        return False
    drawing = decode_drawing(subject)
    canvas = Image.new("1", (round(_CELLS * drawing.width), _CELLS))
    draw = ImageDraw.Draw(canvas)
    for _, outline in drawing.areas:
        points = np.column_stack([(outline[:, 0] + drawing.width / 2) * _CELLS, (1 - outline[:, 1]) * _CELLS])
        draw.polygon(points.ravel().tolist(), fill=1)
    return bool(np.asarray(canvas).mean() > _MIN_FRAMED)
