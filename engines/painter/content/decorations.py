"""Decorations: things that the backdrop or the drawing of a place has of its own, which a count would include."""

from collections.abc import Sequence

from engines.painter.content.included import is_plant
from engines.painter.scene import Figure, Setting, Subject
from engines.painter.subjects.contents import load_contents
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.natural_sizes import find_natural_height
from services.common.contract.image_chat import PartKind

_WITH_TREES = (Setting.FOREST, Setting.MOUNTAINS, Setting.SNOWFIELD)
"""Settings with trees as large as figures."""
_WITH_BUILDINGS = (Setting.CITY, Setting.ROOFTOP)
_SCENES = ("place-geographic", "place-other", "place-rural")
"""Groups of drawings of an area of land, which have plants, houses and boats of their own."""
_IN_SCENES = ("plant", "place-building", "transport-water")
_BUILDINGS = (Subject.HOUSE, Subject.PAGODA, Subject.PAVILION)
_ROCK = "icon/rock"
"""What the group of buildings has that is none."""
_HERD = "_group"
"""What the keys of animals in a herd end with."""
_TREE_HEIGHT = 2.0
"""Natural height in meters from which a plant is a tree."""


def shows_several(subject: str) -> bool:
    """Return whether one drawing of *subject* shows several: three plates of buns are more than three buns."""
    return subject in load_contents().get(subject, ()) or subject.endswith(_HERD)


def is_among_like(figure: Figure, figures: Sequence[Figure], setting: Setting) -> bool:
    """Return whether the image may show more of what *figure* is than its copies: a palm tree next to an island.

    So it does next to another figure of the kind without a count or size: four eggs and the egg of an egg tray.
    """
    subject = str(figure.subject)
    if any(one is not figure and one.subject == figure.subject and not _is_distinguished(one) for one in figures):
        return True
    icon = load_icons().get(subject)
    group = icon.group if icon is not None else ""
    height = find_natural_height(subject)
    is_tree = is_plant(subject) and height is not None and height >= _TREE_HEIGHT
    is_building = subject in _BUILDINGS or (group.startswith("place-building") and subject != _ROCK)
    if (is_tree and setting in _WITH_TREES) or (is_building and setting in _WITH_BUILDINGS):
        return True
    others = [load_icons().get(str(other.subject)) for other in figures if other is not figure]
    has_scene = any(other is not None and other.group.startswith(_SCENES) for other in others)
    return has_scene and (is_tree or is_building or group.startswith(_IN_SCENES))


def _is_distinguished(figure: Figure) -> bool:
    """Return whether the text counts *figure* itself, or states its size: a large boat next to three small ones."""
    return figure.size != 0 or any(part.kind is PartKind.COUNT for part in figure.words)
