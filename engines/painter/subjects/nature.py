"""What kind of thing a subject is: living, or small enough for a hand."""

from engines.painter.scene import Subject
from engines.painter.subjects.actions.keys import is_action
from engines.painter.subjects.anchors import find_anchor
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.people.keys import is_person

_LIVING_GROUPS = ("animal-", "person")
_HANDHELD_GROUPS = (
    "clothing", "musical-instrument", "tool", "medical", "science", "office", "writing", "book-", "food-", "dishware",
    "drink", "phone", "mail", "money", "award", "lock",
)  # fmt: skip
_LIVING = frozenset(
    (Subject.FISHERMAN, Subject.KNIGHT, Subject.ASTRONAUT, Subject.LION_DANCE, Subject.DRAGON, "icon/own/polar_bear",
    "icon/own/albatross", "icon/own/egret", "icon/own/flying_fish", "icon/own/mandarin_duck", "icon/own/sea_lion")
)  # fmt: skip
_HANDHELD = frozenset((Subject.APPLE, Subject.BOOK, Subject.COFFEE, Subject.LANTERN, Subject.TEAPOT, Subject.BUN,
    Subject.CANDIED_HAWS, Subject.PIPA, Subject.PERSIMMON, Subject.POMEGRANATE, Subject.COLORED_PENCIL))  # fmt: skip
_GENERAL = {
    "animal-": (Subject.DOG, Subject.CAT, Subject.BIRD, Subject.FISH, Subject.BEAR, Subject.HORSE),
    "plant-": (Subject.TREE, Subject.FLOWER),
}
"""Names of a kind in general, by the group of its members."""
_STILL_GROUPS = (*_HANDHELD_GROUPS, "sound", "music", "light-", "game", "award", "other-object", "arts-", "computer",
    "household")  # fmt: skip
_INEDIBLE_GROUPS = (
    "musical",
    "tool",
    "sport",
    "clothing",
    "office",
    "transport",
    "household",
    "game",
    "computer",
    "phone",
)
_IMMOVABLE = frozenset((Subject.TREE, Subject.MAPLE, Subject.CHERRY_TREE, Subject.WILLOW, Subject.HOUSE, Subject.CASTLE,
    Subject.LIGHTHOUSE, Subject.PAGODA, Subject.BRIDGE, Subject.CAR, Subject.TRAIN, Subject.SOFA))  # fmt: skip
SLENDER = frozenset((Subject.TREE, Subject.MAPLE, Subject.CHERRY_TREE, Subject.WILLOW, "icon/deciduous-tree",
    "icon/evergreen-tree", "icon/palm-tree", "icon/own/apple_tree", "icon/own/orange_tree", "icon/own/lemon_tree",
    "icon/own/ginkgo_tree", "icon/own/birch", "icon/own/pine"))  # fmt: skip
"""Trees, whose trunk hides little."""
_IMMOVABLE_GROUPS = ("place-", "transport-ground", "transport-water", "sky-weather", "room-")
_LARGE = frozenset(("icon/musical-keyboard", "icon/own/piano", "icon/own/grand_piano", "icon/drum"))


def is_living(subject: str) -> bool:
    """Return whether *subject* is a person, an animal or a robot."""
    icon = load_icons().get(subject)
    is_icon = icon is not None and icon.group.startswith(_LIVING_GROUPS)
    return is_icon or is_person(subject) or is_action(subject) or subject in _LIVING or find_anchor(subject) is not None


def is_tool(subject: str) -> bool:
    """Return whether *subject* is a thing that one takes in the hand, and puts down where it lies."""
    icon = load_icons().get(subject)
    return is_handheld(subject) or (icon is not None and icon.group.startswith("arts-"))


def is_handheld(subject: str) -> bool:
    """Return whether *subject* fits a hand."""
    icon = load_icons().get(subject)
    is_icon = icon is not None and icon.group.startswith(_HANDHELD_GROUPS) and subject not in _LARGE
    return is_icon or subject in _HANDHELD


def is_instrument(subject: str) -> bool:
    """Return whether *subject* makes music."""
    icon = load_icons().get(subject)
    is_icon = icon is not None and icon.group.startswith(("musical-instrument", "sound", "music"))
    return is_icon or subject in (Subject.PIPA, Subject.HARP, Subject.GUQIN)


def is_immovable(subject: str) -> bool:
    """Return whether *subject* is a tree, a building or a vehicle: nothing that someone holds."""
    icon = load_icons().get(subject)
    return subject in _IMMOVABLE or (icon is not None and icon.group.startswith(_IMMOVABLE_GROUPS))


def is_clothing(subject: str) -> bool:
    """Return whether *subject* is worn: a backpack is on no one's head."""
    icon = load_icons().get(subject)
    return icon is not None and icon.group.startswith("clothing")


def is_still(subject: str) -> bool:
    """Return whether *subject* is a thing that stands on a table although its icon stands on nothing."""
    icon = load_icons().get(subject)
    return icon is not None and icon.group.startswith(_STILL_GROUPS)


def is_inedible(subject: str) -> bool:
    """Return whether nobody eats or drinks *subject*."""
    icon = load_icons().get(subject)
    return icon is not None and icon.group.startswith(_INEDIBLE_GROUPS)


def is_aquatic(subject: str) -> bool:
    """Return whether *subject* is an animal that swims."""
    icon = load_icons().get(subject)
    is_icon = icon is not None and icon.group.startswith(("animal-marine", "animal-pond"))
    return is_icon or subject in (Subject.FISH, Subject.WHALE)


def is_kind(subject: str, general: str) -> bool:
    """Return whether *subject* is a breed or a kind of the animal or the plant *general*: a corgi of a dog."""
    icon = load_icons().get(subject)
    if icon is None:
        return False
    return any(icon.group.startswith(group) and general in names for group, names in _GENERAL.items())
