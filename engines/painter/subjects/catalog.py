"""The drawing function, the size and the placement of each subject."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial

import numpy as np

from engines.painter.curves import Points
from engines.painter.rng import Rng
from engines.painter.scene import Subject
from engines.painter.shapes import Pen
from engines.painter.subjects import bridge as bridges
from engines.painter.subjects import (
    buildings,
    flowers,
    instruments,
    landmarks,
    objects,
    plants,
    portrait,
    robot,
    scenery,
    vehicles,
)
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.animals import birds, cat, creatures, dog, dragon
from engines.painter.subjects.drawing_text import use_subjects
from engines.painter.subjects.icons import PREFIX, decode_drawing, draw_icon, load_icons
from engines.painter.subjects.people.keys import is_person
from engines.painter.subjects.subject_areas import record_drawing
from engines.painter.subjects.things import (
    birds_and_fruit,
    costumed_people,
    furniture,
    monuments,
    plants_and_landmarks,
    small_things,
)

Draw = Callable[[Pen, Rng], None]


class Placement(StrEnum):
    """How a subject is placed."""

    GROUND = "ground"
    FRAME = "frame"
    """Grows out of the lower edge: busts and sprays."""
    AIR = "air"
    WATER = "water"


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """`share`: its share of the image's height. `width`: its width at height 1."""

    draw: Draw
    share: float
    width: float
    stand: Placement = Placement.GROUND


CATALOG: dict[Subject, CatalogEntry] = {
    Subject.CAT: CatalogEntry(cat.draw_cat, 0.64, 0.95),
    Subject.TIGER: CatalogEntry(cat.draw_tiger, 0.64, 0.95),
    Subject.FOX: CatalogEntry(cat.draw_fox, 0.62, 0.95),
    Subject.DOG: CatalogEntry(dog.draw_dog, 0.62, 0.9),
    Subject.PANDA: CatalogEntry(dog.draw_panda, 0.64, 0.8),
    Subject.BEAR: CatalogEntry(dog.draw_bear, 0.64, 0.8),
    Subject.RABBIT: CatalogEntry(dog.draw_rabbit, 0.6, 0.7),
    Subject.HORSE: CatalogEntry(creatures.draw_horse, 0.6, 1.1),
    Subject.BIRD: CatalogEntry(birds.draw_bird, 0.62, 1.35, Placement.AIR),
    Subject.OWL: CatalogEntry(birds.draw_owl, 0.7, 1.3, Placement.AIR),
    Subject.FISH: CatalogEntry(creatures.draw_fish, 0.86, 1.3, Placement.AIR),
    Subject.WHALE: CatalogEntry(creatures.draw_whale, 0.56, 1.7, Placement.AIR),
    Subject.BUTTERFLY: CatalogEntry(creatures.draw_butterfly, 0.68, 1.25, Placement.AIR),
    Subject.DRAGON: CatalogEntry(dragon.draw_dragon, 0.78, 1.4, Placement.AIR),
    Subject.PERSON: CatalogEntry(portrait.draw_person, 0.84, 0.95, Placement.FRAME),
    Subject.WOMAN: CatalogEntry(portrait.draw_woman, 0.84, 0.95, Placement.FRAME),
    Subject.MAN: CatalogEntry(portrait.draw_man, 0.84, 0.95, Placement.FRAME),
    Subject.ASTRONAUT: CatalogEntry(robot.draw_astronaut, 0.68, 0.95, Placement.AIR),
    Subject.ROBOT: CatalogEntry(robot.draw_robot, 0.7, 0.85),
    Subject.FLOWER: CatalogEntry(flowers.draw_flower, 0.84, 1.05, Placement.FRAME),
    Subject.SUNFLOWER: CatalogEntry(flowers.draw_sunflower, 0.84, 1.05, Placement.FRAME),
    Subject.ROSE: CatalogEntry(flowers.draw_rose, 0.84, 1.05, Placement.FRAME),
    Subject.TULIP: CatalogEntry(flowers.draw_tulip, 0.84, 1.05, Placement.FRAME),
    Subject.LOTUS: CatalogEntry(flowers.draw_lotus, 0.72, 1.4, Placement.WATER),
    Subject.BLOSSOM: CatalogEntry(flowers.draw_blossom_branch, 0.86, 1.15, Placement.AIR),
    Subject.TREE: CatalogEntry(plants.draw_tree, 0.74, 1.05),
    Subject.BAMBOO: CatalogEntry(plants.draw_bamboo, 0.95, 0.9),
    Subject.CACTUS: CatalogEntry(plants.draw_cactus, 0.6, 0.7),
    Subject.MUSHROOM: CatalogEntry(plants.draw_mushroom, 0.6, 1.15),
    Subject.APPLE: CatalogEntry(plants.draw_apple, 0.5, 0.95),
    Subject.HOUSE: CatalogEntry(buildings.draw_house, 0.5, 1.2),
    Subject.CASTLE: CatalogEntry(buildings.draw_castle, 0.56, 1.05),
    Subject.LIGHTHOUSE: CatalogEntry(buildings.draw_lighthouse, 0.68, 1.1),
    Subject.PAGODA: CatalogEntry(buildings.draw_pagoda, 0.64, 0.8),
    Subject.BRIDGE: CatalogEntry(bridges.draw_bridge, 0.42, 2.0, Placement.WATER),
    Subject.BOAT: CatalogEntry(vehicles.draw_boat, 0.5, 1.1, Placement.WATER),
    Subject.CAR: CatalogEntry(vehicles.draw_car, 0.5, 1.35),
    Subject.TRAIN: CatalogEntry(vehicles.draw_train, 0.42, 1.9),
    Subject.ROCKET: CatalogEntry(vehicles.draw_rocket, 0.72, 0.8, Placement.AIR),
    Subject.BALLOON: CatalogEntry(vehicles.draw_balloon, 0.66, 1.2, Placement.AIR),
    Subject.COFFEE: CatalogEntry(objects.draw_coffee, 0.5, 1.3),
    Subject.CAKE: CatalogEntry(objects.draw_cake, 0.56, 1.15),
    Subject.BOOK: CatalogEntry(objects.draw_book, 0.52, 1.25),
    Subject.UMBRELLA: CatalogEntry(objects.draw_umbrella, 0.62, 1.15),
    Subject.LANTERN: CatalogEntry(objects.draw_lantern, 0.62, 0.75, Placement.AIR),
    Subject.TEAPOT: CatalogEntry(objects.draw_teapot, 0.5, 1.25),
    Subject.MAPLE: CatalogEntry(plants.draw_maple, 0.74, 1.05),
    Subject.CHERRY_TREE: CatalogEntry(plants.draw_cherry_tree, 0.74, 1.05),
    Subject.DRAGONFLY: CatalogEntry(creatures.draw_dragonfly, 0.7, 1.3, Placement.AIR),
    Subject.GUQIN: CatalogEntry(instruments.draw_guqin, 0.5, 1.8),
    Subject.EIFFEL_TOWER: CatalogEntry(landmarks.draw_eiffel_tower, 0.76, 0.8),
    Subject.GREAT_WALL: CatalogEntry(landmarks.draw_great_wall, 0.66, 1.5),
    Subject.WINDMILL: CatalogEntry(landmarks.draw_windmill, 0.66, 0.9),
    Subject.VILLAGE: CatalogEntry(landmarks.draw_village, 0.56, 1.5),
    Subject.WATERFALL: CatalogEntry(scenery.draw_waterfall, 0.76, 1.5),
    Subject.PAVILION: CatalogEntry(scenery.draw_pavilion, 0.58, 1.44),
    Subject.BUN: CatalogEntry(scenery.draw_bun, 0.42, 1.25),
    Subject.CANDIED_HAWS: CatalogEntry(scenery.draw_candied_haws, 0.78, 0.3),
    Subject.DRAGON_BOAT: CatalogEntry(scenery.draw_dragon_boat, 0.48, 2.05, Placement.WATER),
    Subject.TEMPLE_OF_HEAVEN: CatalogEntry(monuments.draw_temple_of_heaven, 0.66, 1.44),
    Subject.PEARL_TOWER: CatalogEntry(monuments.draw_pearl_tower, 0.74, 0.62),
    Subject.BIG_BEN: CatalogEntry(monuments.draw_big_ben, 0.6, 0.5),
    Subject.SUSPENSION_BRIDGE: CatalogEntry(monuments.draw_suspension_bridge, 0.42, 2.05, Placement.WATER),
    Subject.ROAD: CatalogEntry(monuments.draw_road, 0.62, 1.1),
    Subject.KENNEL: CatalogEntry(monuments.draw_kennel, 0.5, 1.35),
    Subject.SOFA: CatalogEntry(furniture.draw_sofa, 0.42, 1.9),
    Subject.VASE: CatalogEntry(furniture.draw_vase, 0.6, 0.68),
    Subject.GRANDFATHER_CLOCK: CatalogEntry(furniture.draw_grandfather_clock, 0.7, 0.48),
    Subject.CAGE: CatalogEntry(furniture.draw_cage, 0.66, 0.94),
    Subject.BOWL: CatalogEntry(furniture.draw_bowl, 0.36, 1.55),
    Subject.BASKET: CatalogEntry(furniture.draw_basket, 0.56, 1.3),
    Subject.FISHBOWL: CatalogEntry(furniture.draw_fishbowl, 0.5, 1.15),
    Subject.MACARON: CatalogEntry(small_things.draw_macaron, 0.42, 1.5),
    Subject.COLORED_PENCIL: CatalogEntry(small_things.draw_colored_pencil, 0.62, 0.24),
    Subject.DAISY: CatalogEntry(small_things.draw_daisies, 0.72, 1.1),
    Subject.DANDELION: CatalogEntry(small_things.draw_dandelion, 0.72, 0.95),
    Subject.WISTERIA: CatalogEntry(small_things.draw_wisteria, 0.72, 1.55, Placement.AIR),
    Subject.FIREFLY: CatalogEntry(small_things.draw_firefly, 0.5, 1.1, Placement.AIR),
    Subject.FISHERMAN: CatalogEntry(costumed_people.draw_fisherman, 0.6, 1.55),
    Subject.KNIGHT: CatalogEntry(costumed_people.draw_knight, 0.64, 0.98),
    Subject.LION_DANCE: CatalogEntry(costumed_people.draw_lion_dance, 0.58, 1.85),
    Subject.CRANE: CatalogEntry(birds_and_fruit.draw_crane, 0.66, 1.0),
    Subject.GULL: CatalogEntry(birds_and_fruit.draw_gull, 0.46, 1.65, Placement.AIR),
    Subject.STARFISH: CatalogEntry(birds_and_fruit.draw_starfish, 0.5, 1.05),
    Subject.PERSIMMON: CatalogEntry(birds_and_fruit.draw_persimmon, 0.46, 1.25),
    Subject.POMEGRANATE: CatalogEntry(birds_and_fruit.draw_pomegranate, 0.5, 0.95),
    Subject.IGLOO: CatalogEntry(birds_and_fruit.draw_igloo, 0.46, 1.75),
    Subject.LAVENDER: CatalogEntry(plants_and_landmarks.draw_lavender, 0.72, 0.95),
    Subject.LILY: CatalogEntry(plants_and_landmarks.draw_lilies, 0.74, 1.0),
    Subject.WILLOW: CatalogEntry(plants_and_landmarks.draw_willow, 0.74, 1.2),
    Subject.CLIFF: CatalogEntry(plants_and_landmarks.draw_cliff, 0.62, 1.3),
    Subject.GATE_TOWER: CatalogEntry(plants_and_landmarks.draw_gate_tower, 0.5, 2.0),
    Subject.COLOSSEUM: CatalogEntry(plants_and_landmarks.draw_colosseum, 0.46, 1.95),
    Subject.CHINESE_KNOT: CatalogEntry(plants_and_landmarks.draw_chinese_knot, 0.7, 0.85, Placement.AIR),
    Subject.HARP: CatalogEntry(plants_and_landmarks.draw_harp, 0.62, 0.9),
    Subject.PIPA: CatalogEntry(plants_and_landmarks.draw_pipa, 0.68, 0.55),
}
"""Every subject that stands in a setting; landscapes (city, mountains, sea ...) are settings themselves."""

_ICON_SHARE, _MAX_ICON_WIDTH = 0.62, 1.25
_AIRBORNE = ("face-", "emotion", "heart", "sky-weather", "transport-air", "animal-bug", "animal-marine", "animal-pond",
    "space-", "hand", "body-", "music", "light-ceiling", "light-lamp")  # fmt: skip
"""Groups of icons that do not stand on anything."""
_HANGING = frozenset(("balloon", "confetti-ball", "fireworks", "sparkles", "sparkler", "carp-streamer", "wind-chime",
    "christmas_ornaments", "kite", "light-bulb", "red-paper-lantern", "boomerang", "shuriken", "flying-disc",
    "chandelier", "party", "mirror-ball", "ceiling_fan", "pendant_lamp"))  # fmt: skip
"""Names of icons of what hangs or flies."""
FLYING = "flying_"
"""What the key of a drawing begins with that has another one in which it sits: of birds."""
_GROUNDED = frozenset(("ant", "beetle", "bug", "cockroach", "cricket", "scorpion", "spider", "worm", "centipede",
    "snail", "anthill", "grasshopper", "ant_family", "ant_group", "piano", "musical-keyboard", "drum", "long-drum",
    "amplifier", "crab", "lobster", "seal", "oyster", "spiral-shell", "rocket", "lady-beetle", "mantis", "coral",
    "coral_reef", "clam", "scallop", "sea_anemone", "hermit_crab", "sea_cucumber", "king_crab", "barnacle",
    "horseshoe_crab", "sea_urchin", "hourglass", "umbrella_on_ground", "night_crawler"))  # fmt: skip
"""Names of icons of what stands on the ground, though its group does not."""


_AIRBORNE_ACTIONS = frozenset(("fly", "seize"))


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a container, in shares of the container's height and width.

    `level` is the height of its rim, or of the bottom inside where `is_clear`: what is in it covers the wall.
    """

    level: float
    width: float
    is_clear: bool = False
    is_barred: bool = False
    """Whether its bars are in front of what is in it."""
    rise: float = 0.62
    """Height of what is seen through it, in its own."""
    is_flat: bool = False
    """Whether things lie on it: a plate."""


_OPENINGS: dict[str, Opening] = {
    Subject.VASE: Opening(0.97, 0.6),
    Subject.BASKET: Opening(0.5, 0.9),
    Subject.BOWL: Opening(0.6, 0.9),
    Subject.CAGE: Opening(0.1, 0.75, is_clear=True, is_barred=True),
    Subject.BOAT: Opening(0.16, 0.55, is_clear=True),
    Subject.DRAGON_BOAT: Opening(0.3, 0.4),
    Subject.PAVILION: Opening(0.1, 0.5, is_clear=True),
    Subject.COFFEE: Opening(0.52, 0.45),
    "icon/bathtub": Opening(0.5, 0.6),
    "icon/bucket": Opening(0.7, 0.7),
    "icon/own/canoe": Opening(0.5, 0.5),
    "icon/sailboat": Opening(0.24, 0.6, is_clear=True),
    "icon/shopping-cart": Opening(0.75, 0.6),
    "icon/basket": Opening(0.6, 0.8),
    "icon/jar": Opening(0.06, 0.7, is_clear=True),
    Subject.FISHBOWL: Opening(0.24, 0.66, is_clear=True),
    "icon/own/wheelbarrow": Opening(0.85, 0.6),
    "icon/own/cradle": Opening(0.6, 0.5),
    "icon/own/flower_pot": Opening(0.6, 0.7),
    "icon/own/planter": Opening(0.92, 0.7),
    "icon/own/wooden_barrel": Opening(0.96, 0.6),
    "icon/own/cauldron": Opening(0.76, 0.7),
    "icon/own/porcelain_vase": Opening(0.97, 0.4),
    "icon/own/plate": Opening(0.42, 0.74, is_flat=True),
    "icon/own/tray": Opening(0.42, 0.7, is_flat=True),
    "icon/own/wooden_crate": Opening(0.86, 0.84),
    "icon/own/open_box": Opening(0.98, 0.58),
    "icon/own/open_backpack": Opening(0.94, 0.68),
    "icon/own/empty_cup": Opening(0.97, 0.62),
    "icon/own/rowing_boat": Opening(0.66, 0.55),
    "icon/own/cave": Opening(0.02, 0.36, is_clear=True),
    "icon/own/empty_nest": Opening(0.45, 0.42, is_clear=True),
    "icon/own/window_frame": Opening(0.1, 0.62, is_clear=True, is_barred=True),
    "icon/own/curtain": Opening(0.0, 0.42, is_clear=True, is_barred=True),
    "icon/own/fence": Opening(0.0, 0.8, is_clear=True, is_barred=True, rise=1.8),
}
"""The containers that a figure can be drawn in."""


STANDING_BIRDS: dict[str, CatalogEntry] = {
    Subject.BIRD: CatalogEntry(partial(birds.draw_bird, has_twig=False), 0.5, 1.1),
    Subject.OWL: CatalogEntry(partial(birds.draw_owl, has_twig=False), 0.6, 0.75),
}
"""Entries of birds without the branch of their drawing, for those that are on something else."""
STREAM = "icon/own/stream"
LEAF = "icon/own/lotus_leaf"
GROUNDS = frozenset((Subject.ROAD, "icon/own/dirt_path", STREAM, LEAF))
"""Subjects that others stand on anywhere, not on their upper edge."""
BRIDGES = frozenset((Subject.BRIDGE, "icon/own/wooden_bridge"))
"""Subjects that others walk over, on their upper edge."""


def find_opening(subject: str) -> Opening | None:
    """Return the opening of a container; None for a subject that nothing can be drawn in."""
    return _OPENINGS.get(subject)


_SINGLES: dict[str, str] = {
    Subject.FISH: "icon/fish",
    Subject.TULIP: "icon/tulip",
    Subject.ROSE: "icon/rose",
    Subject.SUNFLOWER: "icon/sunflower",
    Subject.FLOWER: "icon/blossom",
    Subject.BLOSSOM: "icon/cherry-blossom",
    Subject.MUSHROOM: "icon/mushroom",
    Subject.BOOK: "icon/closed-book",
}
"""The icon of subjects whose drawing shows several of them, for requests with a count."""


_COMPOSED: dict[str, str] = {
    "icon/boy": "person/boy///",
    "icon/child": "person/boy///",
    "icon/girl": "person/girl///",
}
"""The whole figure of people of whom the icon has only the face."""


def find_entry(subject: str, count: int = 1) -> CatalogEntry | None:
    """Return the entry of a hand-drawn subject or an icon, of which there are *count*; None for a landscape."""
    subject = _COMPOSED.get(subject, subject)
    if count > 1 and subject in _SINGLES:
        return _build_icon_entry(_SINGLES[subject])
    if subject in CATALOG:
        return CATALOG[Subject(subject)]
    if is_person(subject):
        return _build_person_entry(subject)
    if is_action(subject):
        return _build_action_entry(subject)
    return _build_icon_entry(subject) if subject in load_icons() else None


@cache
def _build_person_entry(key: str) -> CatalogEntry:
    # Loaded with the first person: few images have one.
    from engines.painter.subjects.people.composition import draw_composition, draw_person

    drawing = draw_composition(key)
    return CatalogEntry(partial(draw_person, key), drawing.share, drawing.width)


@cache
def _build_action_entry(key: str) -> CatalogEntry:
    from engines.painter.subjects.actions.composition import draw_action, draw_action_drawing

    drawing = draw_action_drawing(key)
    stand = Placement.AIR if parse_action(key).name in _AIRBORNE_ACTIONS else Placement.GROUND
    return CatalogEntry(partial(draw_action, key), drawing.share, drawing.width, stand)


_PORTRAITS, _FOOT, _CUT = ("person-role", "person-fantasy", "person-gesture"), 0.04, 0.6
"""Groups of icons of which many show people down to the chest, the lowest part of a drawing, in its heights, and the
width of that from which the drawing ends there, in its widths: feet are narrower."""
_BUST_SHARE = 0.78


def is_bust(key: str) -> bool:
    """Return whether the icon *key* shows someone down to the chest: standing on the ground, it would be cut off."""
    icon = load_icons().get(key)
    if icon is None or not icon.group.startswith(_PORTRAITS):
        return False
    points = np.vstack([outline for _, outline in decode_drawing(key).areas])
    low = points[points[:, 1] < points[:, 1].min() + _FOOT, 0]
    return bool(np.ptp(low) > _CUT * np.ptp(points[:, 0]))


@cache
def _build_icon_entry(key: str) -> CatalogEntry:
    width = decode_drawing(key).width
    share = _ICON_SHARE * min(1.0, _MAX_ICON_WIDTH / max(width, 0.1))
    group = load_icons()[key].group
    stand = Placement.WATER if group.startswith(("transport-water", "water-")) else Placement.GROUND
    name = key.rpartition("/")[2]
    is_airborne = group.startswith(_AIRBORNE) and not group.startswith("musical-")
    if is_airborne or name in _HANGING or name.startswith(FLYING):
        stand = Placement.AIR
    if name in _GROUNDED:
        stand = Placement.GROUND
    if is_bust(key):
        return CatalogEntry(partial(draw_icon, key), _BUST_SHARE, width, Placement.FRAME)
    return CatalogEntry(partial(draw_icon, key), share, width, stand)


@cache
def record_areas(subject: str) -> tuple[tuple[str, Points], ...]:
    """Return the areas of any subject, far to near, its foot at the origin and its height 1, y up. Raises KeyError."""
    if subject.startswith(PREFIX):
        return decode_drawing(subject).areas
    entry = find_entry(subject)
    if entry is None:
        raise KeyError(subject)
    return record_drawing(entry.draw, subject)


use_subjects(record_areas)
