"""Which function draws which subject, and how it stands in a picture."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import Pen
from services.executor.domain.painter.scene import Subject
from services.executor.domain.painter.subjects import (
    birds,
    buildings,
    cat,
    creatures,
    dog,
    dragon,
    flowers,
    plants,
    portrait,
    robot,
    still,
    vehicles,
)
from services.executor.domain.painter.subjects import bridge as bridges

Draw = Callable[[Pen, Dice], None]


class Stand(StrEnum):
    """How a subject is placed."""

    GROUND = "ground"
    FRAME = "frame"
    """Grows out of the lower edge: busts and sprays."""
    AIR = "air"
    WATER = "water"


@dataclass(frozen=True, slots=True)
class Entry:
    """`share`: the part of the picture's height it takes. `width`: its width at height 1."""

    draw: Draw
    share: float
    width: float
    stand: Stand = Stand.GROUND


CATALOGUE: dict[Subject, Entry] = {
    Subject.CAT: Entry(cat.cat, 0.64, 0.95),
    Subject.TIGER: Entry(cat.tiger, 0.64, 0.95),
    Subject.FOX: Entry(cat.fox, 0.62, 0.95),
    Subject.DOG: Entry(dog.dog, 0.62, 0.9),
    Subject.PANDA: Entry(dog.panda, 0.64, 0.8),
    Subject.BEAR: Entry(dog.bear, 0.64, 0.8),
    Subject.RABBIT: Entry(dog.rabbit, 0.6, 0.7),
    Subject.HORSE: Entry(creatures.horse, 0.6, 1.1),
    Subject.BIRD: Entry(birds.bird, 0.62, 1.35, Stand.AIR),
    Subject.OWL: Entry(birds.owl, 0.7, 1.3, Stand.AIR),
    Subject.FISH: Entry(creatures.fish, 0.86, 1.3, Stand.AIR),
    Subject.WHALE: Entry(creatures.whale, 0.56, 1.7, Stand.AIR),
    Subject.BUTTERFLY: Entry(creatures.butterfly, 0.68, 1.25, Stand.AIR),
    Subject.DRAGON: Entry(dragon.dragon, 0.78, 1.4, Stand.AIR),
    Subject.PERSON: Entry(portrait.person, 0.84, 0.95, Stand.FRAME),
    Subject.WOMAN: Entry(portrait.woman, 0.84, 0.95, Stand.FRAME),
    Subject.MAN: Entry(portrait.man, 0.84, 0.95, Stand.FRAME),
    Subject.ASTRONAUT: Entry(robot.astronaut, 0.68, 0.95, Stand.AIR),
    Subject.ROBOT: Entry(robot.robot, 0.7, 0.85),
    Subject.FLOWER: Entry(flowers.flower, 0.84, 1.05, Stand.FRAME),
    Subject.SUNFLOWER: Entry(flowers.sunflower, 0.84, 1.05, Stand.FRAME),
    Subject.ROSE: Entry(flowers.rose, 0.84, 1.05, Stand.FRAME),
    Subject.TULIP: Entry(flowers.tulip, 0.84, 1.05, Stand.FRAME),
    Subject.LOTUS: Entry(flowers.lotus, 0.72, 1.4, Stand.WATER),
    Subject.BLOSSOM: Entry(flowers.blossom_branch, 0.86, 1.15, Stand.AIR),
    Subject.TREE: Entry(plants.tree, 0.74, 1.05),
    Subject.BAMBOO: Entry(plants.bamboo, 0.95, 0.9),
    Subject.CACTUS: Entry(plants.cactus, 0.6, 0.7),
    Subject.MUSHROOM: Entry(plants.mushroom, 0.6, 1.15),
    Subject.APPLE: Entry(plants.apple, 0.5, 0.95),
    Subject.HOUSE: Entry(buildings.house, 0.5, 1.2),
    Subject.CASTLE: Entry(buildings.castle, 0.56, 1.05),
    Subject.LIGHTHOUSE: Entry(buildings.lighthouse, 0.68, 1.1),
    Subject.PAGODA: Entry(buildings.pagoda, 0.64, 0.8),
    Subject.BRIDGE: Entry(bridges.bridge, 0.42, 2.0, Stand.WATER),
    Subject.BOAT: Entry(vehicles.boat, 0.5, 1.1, Stand.WATER),
    Subject.CAR: Entry(vehicles.car, 0.5, 1.35),
    Subject.TRAIN: Entry(vehicles.train, 0.42, 1.9),
    Subject.ROCKET: Entry(vehicles.rocket, 0.72, 0.8, Stand.AIR),
    Subject.BALLOON: Entry(vehicles.balloon, 0.66, 1.2, Stand.AIR),
    Subject.COFFEE: Entry(still.coffee, 0.5, 1.3),
    Subject.CAKE: Entry(still.cake, 0.56, 1.15),
    Subject.BOOK: Entry(still.book, 0.52, 1.25),
    Subject.UMBRELLA: Entry(still.umbrella, 0.62, 1.15),
    Subject.LANTERN: Entry(still.lantern, 0.62, 1.2, Stand.AIR),
    Subject.TEAPOT: Entry(still.teapot, 0.48, 1.5),
}
"""Every subject that stands in a place; sceneries (city, mountains, sea ...) are places themselves."""
