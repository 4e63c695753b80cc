"""The scene of an image: subjects, setting, time of day and weather. Pure values."""

from dataclasses import dataclass
from enum import StrEnum

from engines.painter.content.words import Position, Relation
from services.common.contract.image_chat import ContentPart


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
    MAPLE = "maple"
    CHERRY_TREE = "cherry_tree"
    DRAGONFLY = "dragonfly"
    GUQIN = "guqin"
    EIFFEL_TOWER = "eiffel_tower"
    GREAT_WALL = "great_wall"
    WINDMILL = "windmill"
    VILLAGE = "village"
    WATERFALL = "waterfall"
    PAVILION = "pavilion"
    BUN = "bun"
    CANDIED_HAWS = "candied_haws"
    DRAGON_BOAT = "dragon_boat"
    TEMPLE_OF_HEAVEN = "temple_of_heaven"
    PEARL_TOWER = "pearl_tower"
    BIG_BEN = "big_ben"
    SUSPENSION_BRIDGE = "suspension_bridge"
    ROAD = "road"
    KENNEL = "kennel"
    SOFA = "sofa"
    VASE = "vase"
    GRANDFATHER_CLOCK = "grandfather_clock"
    CAGE = "cage"
    BOWL = "bowl"
    BASKET = "basket"
    FISHBOWL = "fishbowl"
    MACARON = "macaron"
    COLORED_PENCIL = "colored_pencil"
    DAISY = "daisy"
    DANDELION = "dandelion"
    WISTERIA = "wisteria"
    FIREFLY = "firefly"
    FISHERMAN = "fisherman"
    KNIGHT = "knight"
    LION_DANCE = "lion_dance"
    CRANE = "crane"
    GULL = "gull"
    STARFISH = "starfish"
    PERSIMMON = "persimmon"
    POMEGRANATE = "pomegranate"
    IGLOO = "igloo"
    LAVENDER = "lavender"
    LILY = "lily"
    WILLOW = "willow"
    CLIFF = "cliff"
    GATE_TOWER = "gate_tower"
    COLOSSEUM = "colosseum"
    CHINESE_KNOT = "chinese_knot"
    HARP = "harp"
    PIPA = "pipa"
    CITY = "city"
    MOUNTAINS = "mountains"
    SEA = "sea"
    FOREST = "forest"
    MOON = "moon"
    SUN = "sun"
    PLANET = "planet"


LANDSCAPES = (
    Subject.CITY,
    Subject.MOUNTAINS,
    Subject.SEA,
    Subject.FOREST,
    Subject.MOON,
    Subject.SUN,
    Subject.PLANET,
)
"""Subjects that fill the image without others, and become the setting of another subject."""


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
    LAKE = "lake"
    FIELD = "field"
    NORTHERN_LIGHTS = "northern_lights"
    HILLSIDE = "hillside"
    TERRACES = "terraces"
    CANYON = "canyon"
    KITCHEN = "kitchen"
    BEDROOM = "bedroom"
    BATHROOM = "bathroom"
    LIVING_ROOM = "living_room"
    CLASSROOM = "classroom"
    LIBRARY = "library"
    ABSTRACT = "abstract"


class TimeOfDay(StrEnum):
    """The time of day, which determines the light."""

    DAY = "day"
    SUNSET = "sunset"
    NIGHT = "night"


class Weather(StrEnum):
    """The weather: particles in the air, stars, or none."""

    CLEAR = "clear"
    RAIN = "rain"
    SNOW = "snow"
    PETALS = "petals"
    LEAVES = "leaves"
    STARS = "stars"
    FOG = "fog"


class Attachment(StrEnum):
    """How a figure has another one with it."""

    WORN = "worn"
    IN_HAND = "in_hand"
    AT_MOUTH = "at_mouth"


@dataclass(frozen=True, slots=True)
class Attached:
    """A figure that another one wears or holds."""

    figure: "Figure"
    how: Attachment


@dataclass(frozen=True, slots=True)
class Figure:
    """A subject with its attributes.

    Attributes:
        subject: a `Subject`, or the key of an icon.
        count: 1 to 12.
        color: '#rrggbb', "" for the usual one.
        size: 1 for large, -1 for small, -2 for tiny.
        position: its position; None leaves it to the composition.
        relation: its relation to the next figure; None for next to it.
        words: the requested words of its attributes, for the report.
        attached: what it wears and holds, each copy of it.

    """

    subject: str
    count: int = 1
    color: str = ""
    size: int = 0
    position: Position | None = None
    relation: Relation | None = None
    words: tuple[ContentPart, ...] = ()
    attached: tuple[Attached, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything parsed from a prompt. Empty `figures` give an abstract image, seeded with `text`.

    `sky_color` is the requested color of the sky, '#rrggbb' or ""; where `is_plain`, of the whole
    background. `parts` are the requested parts other than
    those of the figures, with their outcome. `excluded` are the subjects that must not be in the image.
    `landscapes` are the requested ones, whether they are figures or surround them.
    """

    figures: tuple[Figure, ...]
    setting: Setting
    time_of_day: TimeOfDay
    weather: Weather
    text: str
    sky_color: str = ""
    is_plain: bool = False
    parts: tuple[ContentPart, ...] = ()
    excluded: frozenset[str] = frozenset()
    landscapes: tuple[Figure, ...] = ()
    is_bare: bool = False
    """Whether nothing is around the figures."""
