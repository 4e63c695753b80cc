"""Backdrops of subjects: where each is at home if the request names no place."""

from collections.abc import Sequence

from engines.painter.scene import Setting, Subject
from engines.painter.subjects.actions.keys import ActionKey, is_action, parse_action
from engines.painter.subjects.catalog import Placement, find_entry
from engines.painter.subjects.icons import PREFIX, load_icons
from engines.painter.subjects.natural_sizes import find_natural_height
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.home import find_setting
from engines.painter.subjects.people.keys import is_person
from services.common.contract.image_chat import Medium

AT_NIGHT = frozenset(
    PREFIX + key
    for key in ("fireworks", "sparkler", "shooting-star", "milky-way", "own/falling_star", "own/starry_night_city")
)
"""Icons of what is seen at night alone."""
_IN_WATER = (
    "-swimming", "_swimming", "-surfing", "-rowing-boat", "_rowing_boat", "-playing-water-polo", "_playing_water_polo",
)  # fmt: skip
"""Endings of the keys of people in the water."""
_HOME_SUBJECTS = {
    Setting.UNDERWATER: (Subject.WHALE,),
    Setting.POND: (Subject.FISH, Subject.LOTUS),
    Setting.MOUNTAINS: (
        Subject.MOUNTAINS,
        Subject.MOON,
        Subject.PAGODA,
        Subject.CASTLE,
        Subject.TRAIN,
        Subject.WATERFALL,
    ),
    Setting.LAKE: (Subject.CRANE, Subject.WILLOW, Subject.DRAGON_BOAT, Subject.PAVILION, Subject.FISHERMAN),
    Setting.LIVING_ROOM: (Subject.SOFA, Subject.GRANDFATHER_CLOCK, Subject.CAGE),
    Setting.SEA: (Subject.BOAT, Subject.LIGHTHOUSE, Subject.SEA, Subject.SUN),
    Setting.SKY: (Subject.BALLOON, Subject.DRAGON, Subject.BIRD, Subject.OWL, Subject.BUTTERFLY, Subject.BLOSSOM),
    Setting.SPACE: (Subject.ROCKET, Subject.ASTRONAUT, Subject.PLANET),
    Setting.TABLE: (
        Subject.COFFEE,
        Subject.CAKE,
        Subject.BOOK,
        Subject.APPLE,
        Subject.TEAPOT,
        Subject.BUN,
        Subject.CANDIED_HAWS,
        Subject.MACARON,
        Subject.COLORED_PENCIL,
        Subject.BOWL,
        Subject.PERSIMMON,
        Subject.POMEGRANATE,
        Subject.BASKET,
        Subject.VASE,
        Subject.FISHBOWL,
    ),
    Setting.STUDIO: (
        Subject.PERSON,
        Subject.WOMAN,
        Subject.MAN,
        Subject.FLOWER,
        Subject.SUNFLOWER,
        Subject.ROSE,
        Subject.TULIP,
    ),
    Setting.DESERT: (Subject.CACTUS,),
    Setting.SNOWFIELD: (Subject.IGLOO,),
    Setting.BEACH: (Subject.GULL, Subject.STARFISH),
    Setting.FOREST: (Subject.MUSHROOM, Subject.FOREST, Subject.FOX, Subject.BEAR),
    Setting.CITY: (
        Subject.CITY,
        Subject.BIG_BEN,
        Subject.PEARL_TOWER,
        Subject.CAR,
        Subject.ROBOT,
        Subject.UMBRELLA,
        Subject.LANTERN,
    ),
    Setting.BAMBOO_GROVE: (Subject.BAMBOO, Subject.PANDA),
}
_HOME_GROUPS = (
    (("animal-marine",), Setting.UNDERWATER),
    (("animal-pond",), Setting.POND),
    (("water-",), Setting.LAKE),
    (("room-",), Setting.LIVING_ROOM),
    (("space-",), Setting.SPACE),
    (("food-", "drink", "dishware", "book-", "writing", "office", "computer", "phone", "household"), Setting.TABLE),
    (("face-", "emotion", "heart", "hand", "body-", "clothing", "musical-", "game", "event", "award"), Setting.STUDIO),
    (
        ("light-", "mail", "lock", "tool", "science", "medical", "other-object", "arts-", "sound", "music"),
        Setting.STUDIO,
    ),
    (("transport-ground", "place-building"), Setting.CITY),
    (("place-desert",), Setting.DESERT),
    (("place-snow",), Setting.SNOWFIELD),
    (("place-mountain",), Setting.MOUNTAINS),
    (("transport-water",), Setting.SEA),
    (("transport-air", "sky-weather"), Setting.SKY),
)  # fmt: skip
"""The backdrops of icons, by the start of their group."""


_HOMES = {
    **dict.fromkeys(("icon/own/bench", "icon/own/swing", "icon/own/sandbox", "icon/own/skipping_rope"), Setting.GARDEN),
    **dict.fromkeys(("icon/own/volcano_island", "icon/desert-island", "icon/own/harbor", "icon/own/pier"), Setting.SEA),
    **dict.fromkeys(("icon/own/street_lamp", "icon/own/zebra_crossing", "icon/own/train_station"), Setting.CITY),
    **dict.fromkeys(("icon/own/ice_skates", "icon/own/skier"), Setting.SNOWFIELD),
    **dict.fromkeys(("icon/snowman", "icon/own/snowman", "icon/snowman-without-snow"), Setting.SNOWFIELD),
    **dict.fromkeys(("icon/own/rainforest", "icon/own/swamp"), Setting.FOREST),
    "icon/own/bakery_counter": Setting.LIVING_ROOM,
    "icon/own/shop_counter": Setting.LIVING_ROOM,
    "icon/own/theater_stage": Setting.STUDIO,
    "icon/own/office_worker": Setting.STUDIO,
    **dict.fromkeys(("icon/own/getting_massage", "icon/own/getting_face_massage"), Setting.STUDIO),
}
"""The backdrops of icons whose group has another one."""


_ACTION_HOMES = {"fly": Setting.SKY, "seize": Setting.SKY, "swim": Setting.LAKE, "cut": Setting.STUDIO,
    "draw": Setting.STUDIO}  # fmt: skip
_CITY_GROUPS = ("transport-ground", "place-building")


def _choose_home_of_action(action: ActionKey) -> Setting:
    """Return the backdrop of who acts: that of the action, the role or the thing."""
    icon = load_icons().get(action.item)
    if action.name in _ACTION_HOMES:
        return _ACTION_HOMES[action.name]
    if action.item in ("boat", "icon/own/canoe", "icon/sailboat"):
        return Setting.LAKE
    return Setting.CITY if icon is not None and icon.group.startswith(_CITY_GROUPS) else Setting.MEADOW


def choose_home(subject: str | None, medium: Medium) -> Setting:
    """Return the backdrop of *subject*, an abstract one for none."""
    return Setting.ABSTRACT if subject is None else _adapt(_find_home(subject), subject, medium)


def _find_home(subject: str) -> Setting:
    """Return where *subject* is at home in most media."""
    icon = load_icons().get(subject)
    if subject in _HOMES:
        home = _HOMES[subject]
    elif is_action(subject):
        home = _choose_home_of_action(parse_action(subject))
    elif is_person(subject):
        home = Setting(find_setting(subject))
    elif icon is not None:
        home = next((home for groups, home in _HOME_GROUPS if icon.group.startswith(groups)), Setting.MEADOW)
        if subject.endswith(_IN_WATER):
            home = Setting.SEA
        elif subject in AT_NIGHT:
            home = Setting.CITY
    else:
        home = next((setting for setting, subjects in _HOME_SUBJECTS.items() if subject in subjects), Setting.MEADOW)
    return home


def _adapt(home: Setting, subject: str, medium: Medium) -> Setting:
    """Return the backdrop that *medium* shows for *home*: neon shines in towns, ink flows in groves."""
    if medium is Medium.NEON and home in (Setting.MEADOW, Setting.STUDIO, Setting.FOREST, Setting.BAMBOO_GROVE):
        return Setting.ROOFTOP if subject not in (Subject.PERSON, Subject.WOMAN, Subject.MAN) else Setting.CITY
    if medium is Medium.INK_WASH and home in (Setting.MEADOW, Setting.FOREST, Setting.STUDIO, Setting.CITY):
        return Setting.BAMBOO_GROVE if subject is not Subject.CITY else Setting.CITY
    return home


_ANYWHERE = (Setting.MEADOW, Setting.STUDIO, Setting.CITY, Setting.FOREST, Setting.BAMBOO_GROVE)
"""Backdrops of what is at home in many places."""
_OPEN_AIR = (Setting.DESERT, Setting.SNOWFIELD, Setting.BEACH, Setting.SEA, Setting.LAKE, Setting.GARDEN, Setting.CITY)
_INDOORS = (Setting.LIVING_ROOM,)
_MAX_ON_TABLE = 0.8
"""Height in meters of the largest thing that stands on a table."""


def choose_common_home(main: str | None, others: Sequence[str], medium: Medium) -> Setting:
    """Return the backdrop of *main* with *others*: none of them is out of place in it."""
    return Setting.ABSTRACT if main is None else _adapt(_join_homes(main, others), main, medium)


def _join_homes(main: str, others: Sequence[str]) -> Setting:
    home = _find_home(main)
    homes = [(_find_home(other), other) for other in others]
    if home is Setting.UNDERWATER:
        # A ship next to an octopus is on the water, not in it.
        return home if all(place is home or _is_diving(other) for place, other in homes) else Setting.SEA
    if home is Setting.TABLE:
        return next((place for place, other in homes if place is not home and not _fits_table(other)), home)
    if home is Setting.SKY:
        return next((place for place, other in homes if place is not Setting.TABLE and not _flies(other)), home)
    if home not in _ANYWHERE:
        return home
    if any(place is Setting.UNDERWATER for place, _ in homes):
        return Setting.BEACH if _stands(main) else Setting.SEA
    joined = next((place for place, other in homes if _moves(home, place, other)), home)
    # On a shore, both who walks and what floats have their place.
    return Setting.LAKE if joined is Setting.SEA and _stands(main) else joined


def _moves(home: Setting, place: Setting, other: str) -> bool:
    """Return whether *other*, at home in *place*, is out of place in *home*, where most others are at home."""
    if home is Setting.STUDIO:
        return place in (*_INDOORS, *_OPEN_AIR) or (place is Setting.MEADOW and not _fits_table(other))
    return place in _OPEN_AIR and place is not home


def _fits_table(subject: str) -> bool:
    """Return whether *subject* is a thing, or an animal as small as one."""
    meters = find_natural_height(subject)
    return meters is None or meters <= _MAX_ON_TABLE


def _stands(subject: str) -> bool:
    entry = find_entry(subject)
    return entry is not None and entry.stand in (Placement.GROUND, Placement.FRAME)


def _flies(subject: str) -> bool:
    entry = find_entry(subject)
    return entry is not None and entry.stand is Placement.AIR


def _is_diving(subject: str) -> bool:
    """Return whether *subject* is a person or what may lie on the bottom of the sea: no house and no ship."""
    meters = find_natural_height(subject)
    return is_living(subject) or meters is None or meters <= _MAX_ON_TABLE


def needs_bank(subjects: Sequence[str]) -> bool:
    """Return whether one of *subjects* stands on the ground next to a pond: an animal or a person, no bird, no frog."""
    return any(is_living(one) and _stands(one) and not _lives_on_ponds(one) for one in subjects)


def _lives_on_ponds(subject: str) -> bool:
    icon = load_icons().get(subject)
    swims = icon is not None and icon.group in ("animal-bird", "animal-amphibian", "animal-reptile")
    return swims or _find_home(subject) in (Setting.POND, Setting.LAKE, Setting.SEA, Setting.UNDERWATER)
