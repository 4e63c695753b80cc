"""Where things stand, sit or lie on a drawing, if that is not its upper edge."""

from engines.painter.scene import Subject

_SURFACES: dict[str, float] = {
    "icon/own/plate": 0.42,
    "icon/fork-and-knife-with-plate": 0.34,
    Subject.BOAT: 0.2,
    "icon/sailboat": 0.24,
    "icon/canoe": 0.4,
    "icon/own/bamboo_raft": 0.5,
    "icon/desert-island": 0.12,
    Subject.SOFA: 0.4,
    "icon/couch-and-lamp": 0.3,
    "icon/chair": 0.46,
    "icon/temaki/bench": 0.45,
    "icon/ph/armchair-fill": 0.35,
    "icon/ph/office-chair-fill": 0.4,
    "icon/own/rocking_chair": 0.4,
    "icon/own/throne": 0.42,
    "icon/bed": 0.4,
    "icon/own/hammock": 0.3,
    "icon/own/swing": 0.25,
    "icon/temaki/swing": 0.25,
    "icon/mdi/stairs": 0.3,
    "icon/mdi/rug": 0.4,
    "icon/own/theater_stage": 0.16,
    "icon/own/chimney": 0.72,
    "icon/own/train_station": 0.08,
    "icon/own/wooden_bridge": 0.6,
}
"""Height of the surface, in shares of the height of the drawing."""

BEARS_NOTHING = frozenset(("icon/own/balcony",))
"""Drawings whose upper edge is not where things on them are: who is on a balcony stands behind its rails."""


def find_surface(subject: str) -> float | None:
    """Return the height of the surface of *subject*; None where it is the upper edge."""
    return _SURFACES.get(subject)
