"""Backdrops of subjects: where each is at home if the request names no place."""

from engines.painter.scene import Setting, Subject
from engines.painter.subjects.actions.keys import ActionKey, is_action, parse_action
from engines.painter.subjects.icons import PREFIX, load_icons
from engines.painter.subjects.people.home import find_setting
from engines.painter.subjects.people.keys import is_person
from services.common.contract.image_chat import Medium

AT_NIGHT = frozenset(PREFIX + key for key in ("fireworks", "sparkler", "shooting-star", "milky-way"))
"""Icons of what is seen at night alone."""
_IN_WATER = ("-swimming", "-surfing", "-rowing-boat", "-playing-water-polo")
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
    **dict.fromkeys(
        ("icon/temaki/bench", "icon/own/swing", "icon/own/sandbox", "icon/own/skipping_rope"), Setting.GARDEN
    ),
    **dict.fromkeys(("icon/own/volcano_island", "icon/desert-island", "icon/own/harbor", "icon/own/pier"), Setting.SEA),
    **dict.fromkeys(("icon/own/street_lamp", "icon/own/zebra_crossing", "icon/own/train_station"), Setting.CITY),
    **dict.fromkeys(("icon/own/ice_skates", "icon/snowman", "icon/snowman-without-snow"), Setting.SNOWFIELD),
    **dict.fromkeys(("icon/own/rainforest", "icon/own/swamp"), Setting.FOREST),
    "icon/own/bakery_counter": Setting.LIVING_ROOM,
    "icon/own/shop_counter": Setting.LIVING_ROOM,
    "icon/own/theater_stage": Setting.STUDIO,
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
    if action.item in ("boat", "icon/canoe", "icon/sailboat"):
        return Setting.LAKE
    return Setting.CITY if icon is not None and icon.group.startswith(_CITY_GROUPS) else Setting.MEADOW


def choose_home(subject: str | None, medium: Medium) -> Setting:
    """Return the backdrop of *subject*, an abstract one for none."""
    if subject is None:
        return Setting.ABSTRACT
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
    if medium is Medium.NEON and home in (Setting.MEADOW, Setting.STUDIO, Setting.FOREST, Setting.BAMBOO_GROVE):
        return Setting.ROOFTOP if subject not in (Subject.PERSON, Subject.WOMAN, Subject.MAN) else Setting.CITY
    if medium is Medium.INK_WASH and home in (Setting.MEADOW, Setting.FOREST, Setting.STUDIO, Setting.CITY):
        return Setting.BAMBOO_GROVE if subject is not Subject.CITY else Setting.CITY
    return home
