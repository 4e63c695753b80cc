"""The scene of an image: subjects, setting, time of day and weather. Pure values."""

from dataclasses import dataclass
from enum import StrEnum


class Subject(StrEnum):
    """A subject that the painter can draw."""

    CAT = "cat"
    DOG = "dog"
    TIGER = "tiger"
    FOX = "fox"
    PANDA = "panda"
    BEAR = "bear"
    RABBIT = "rabbit"
    HORSE = "horse"
    BIRD = "bird"
    OWL = "owl"
    FISH = "fish"
    WHALE = "whale"
    BUTTERFLY = "butterfly"
    DRAGON = "dragon"
    PERSON = "person"
    WOMAN = "woman"
    MAN = "man"
    ASTRONAUT = "astronaut"
    ROBOT = "robot"
    FLOWER = "flower"
    SUNFLOWER = "sunflower"
    ROSE = "rose"
    TULIP = "tulip"
    LOTUS = "lotus"
    BLOSSOM = "blossom"
    TREE = "tree"
    BAMBOO = "bamboo"
    CACTUS = "cactus"
    MUSHROOM = "mushroom"
    APPLE = "apple"
    HOUSE = "house"
    CASTLE = "castle"
    LIGHTHOUSE = "lighthouse"
    PAGODA = "pagoda"
    BRIDGE = "bridge"
    BOAT = "boat"
    CAR = "car"
    TRAIN = "train"
    ROCKET = "rocket"
    BALLOON = "balloon"
    COFFEE = "coffee"
    CAKE = "cake"
    BOOK = "book"
    UMBRELLA = "umbrella"
    LANTERN = "lantern"
    TEAPOT = "teapot"
    CITY = "city"
    MOUNTAINS = "mountains"
    SEA = "sea"
    FOREST = "forest"
    MOON = "moon"
    SUN = "sun"
    PLANET = "planet"


class Setting(StrEnum):
    """A setting that the painter can draw."""

    MEADOW = "meadow"
    GARDEN = "garden"
    FOREST = "forest"
    MOUNTAINS = "mountains"
    CITY = "city"
    ROOFTOP = "rooftop"
    SEA = "sea"
    BEACH = "beach"
    UNDERWATER = "underwater"
    POND = "pond"
    DESERT = "desert"
    SNOWFIELD = "snowfield"
    SPACE = "space"
    SKY = "sky"
    TABLE = "table"
    STUDIO = "studio"
    BAMBOO_GROVE = "bamboo_grove"
    ABSTRACT = "abstract"


class TimeOfDay(StrEnum):
    """The time of day, which determines the light."""

    DAY = "day"
    SUNSET = "sunset"
    NIGHT = "night"


class Weather(StrEnum):
    """What falls or drifts in the air."""

    CLEAR = "clear"
    RAIN = "rain"
    SNOW = "snow"
    PETALS = "petals"
    LEAVES = "leaves"
    STARS = "stars"
    FOG = "fog"


@dataclass(frozen=True, slots=True)
class Figure:
    """A subject and its count, 1..5."""

    subject: Subject
    count: int = 1


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything parsed from a prompt. Empty `figures` give an abstract image, seeded with `text`."""

    figures: tuple[Figure, ...]
    setting: Setting
    time_of_day: TimeOfDay
    weather: Weather
    text: str
