"""Which things an action can be drawn with."""

import re

from engines.painter.content.names import Named
from engines.painter.subjects.actions.items import load_item
from engines.painter.subjects.actions.verbs import Who
from engines.painter.subjects.anchors import OVERHEAD, find_anchor
from engines.painter.subjects.catalog import find_entry
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.nature import is_immovable, is_living
from engines.painter.subjects.people.animal_bodies import load_animal_looks
from engines.painter.subjects.people.keys import is_person
from engines.painter.subjects.surfaces import find_surface

_WEAPON = re.compile("sword|knife|dagger|pistol|gun|bow|katana|saber|curtain")
_PRICKLY = frozenset(("hedgehog",))
_LIVING = frozenset(("lead", "feed", "pet", "groom", "milk", "fight", "play"))
_WITH_PEOPLE = frozenset(("fight", "groom", "pet"))
_PLANTS = ("plant-", "food-vegetable", "food-fruit", "tree")
_PLANT_SUBJECTS = frozenset(("tree", "maple", "cherry_tree", "willow", "bamboo", "cactus", "sunflower", "rose", "tulip",
    "flower", "blossom", "lotus", "daisy", "lavender", "lily", "dandelion", "apple", "mushroom"))  # fmt: skip
_FOOD = ("food-", "drink")
_SMALL = frozenset(("throw", "kick", "catch", "carry", "hang", "carry_head", "reach", "hold_in_mouth", "seize"))
_TAKES = frozenset(("carry", "lift", "hug", "hold_in_mouth"))
"""Actions with a thing that is not over the head: an umbrella or a balloon is up at its stick or its string."""
_MAX_SMALL, _MIN_MOUNT, _MAX_HURDLE, _MAX_PICKED = 0.62, 0.3, 1.0, 0.42
_RIDDEN = frozenset(("icon/own/bicycle", "icon/motorcycle", "icon/motor-scooter", "icon/own/unicycle", "icon/sled",
    "icon/tractor", "icon/kick-scooter", "boat", "icon/own/canoe", "icon/sailboat", "icon/own/bamboo_raft",
    "icon/own/tricycle", "icon/own/dirt_bike", "icon/own/quad_bike", "icon/own/snowmobile"))  # fmt: skip
_CLIMBED = frozenset(("icon/ladder", "icon/own/fence", "icon/own/brick_wall", "icon/rock", "cliff", "bamboo"))
_SEATS = frozenset(("icon/rock", "icon/wood", "icon/cloud", "icon/own/tree_stump", "icon/own/stool", "icon/suitcase",
    "icon/own/fence", "icon/own/brick_wall"))  # fmt: skip
_LYING = frozenset(("icon/own/bench", "sofa", "icon/couch-and-lamp", "icon/bed", "icon/own/hammock", "icon/own/rug",
    "icon/cloud", "icon/rock"))  # fmt: skip
_PAINTED = frozenset(("icon/own/fence", "icon/own/brick_wall", "icon/chair", "icon/door", "boat", "icon/own/canoe"))
_MILKED = frozenset(
    ("icon/cow", "icon/goat", "icon/ewe", "icon/cow-face", "icon/water-buffalo", "icon/own/water_buffalo", "icon/camel")
)
_TROUGHS = frozenset(("bowl", "icon/bucket", "icon/own/wooden_barrel"))
_ENTERED = frozenset(("icon/own/puddle", "icon/bathtub", "icon/own/swimming_pool", "icon/fallen-leaf"))
_MIN_SURROUNDED = 0.35
_WIDE, _WIDE_IN_HAND = 2.4, 5.0
"""Width at height 1 from which a drawing is a strip, of which nothing takes hold, on the ground and in hand."""


def is_feasible(action: str, subject: Named) -> bool:
    """Return whether *action* can be drawn with the thing *subject*."""
    key = str(subject)
    if find_entry(key) is None or key.startswith("icon/own/sleeping"):
        return False
    icon, item = load_icons().get(key), load_item(key)
    group = icon.group if icon is not None else ""
    is_herd = key.endswith(("_group", "_family"))
    is_alive = is_living(key) or is_herd or "snowman" in key
    is_plant = group.startswith(_PLANTS) or key in _PLANT_SUBJECTS
    if action != "jump_in" and not is_herd and item.width > (_WIDE_IN_HAND if action in _SMALL else _WIDE):
        return False
    if group.startswith(("face-", "emotion", "heart", "hand", "body-")):
        return False
    if action in _TAKES and key in OVERHEAD:
        return False
    if action in _LIVING:
        is_milk = action == "milk" and key not in _MILKED
        return is_alive and not is_milk and (action in _WITH_PEOPLE or not is_person(key))
    if action in _SMALL:
        return item.height <= _MAX_SMALL and not is_immovable(key) and not (is_person(key) and action != "carry")
    match action:
        case "ride":
            mount = is_alive and item.height > _MIN_MOUNT and not is_person(key) and not group.startswith("person")
            return key in _RIDDEN or mount
        case "sit_on":
            has_surface = find_surface(key) is not None and key not in _RIDDEN and "plate" not in key
            return has_surface or key in _SEATS
        case "sleep_on" | "lie_on":
            return key in _LYING
        case "give":
            return item.height <= _MAX_SMALL and not is_immovable(key)
        case "climb":
            return key in _CLIMBED or (is_plant and item.height > 1.0)
        case "water" | "plant":
            return is_plant
        case "dig":
            return not is_alive and item.height <= _MAX_SMALL
        case "pick":
            is_small = item.height <= _MAX_PICKED and not is_immovable(key) and not is_alive
            return is_plant or is_small or group.startswith("animal-marine")
        case "cut":
            return not is_alive and (is_plant or group.startswith(_FOOD) or key == "icon/wood" or "paper" in key)
        case "drink":
            return group.startswith("dishware") or key in _TROUGHS
        case "eat":
            return is_plant or group.startswith(_FOOD)
        case "paint":
            return key in _PAINTED or (is_immovable(key) and not is_plant)
        case "fix":
            return not is_alive and not is_plant and not group.startswith(_FOOD)
        case "sell":
            return not is_immovable(key) and not is_person(key)
        case "jump_in":
            return key in _ENTERED
        case "jump_onto":
            return not is_alive and not is_immovable(key)
        case "tell":
            return is_person(key) or is_alive
        case "draw":
            return not _WEAPON.search(key)  # A samurai draws his sword from its sheath.
        case "surround":
            return item.height > _MIN_SURROUNDED
        case "jump_over":
            return item.height <= _MAX_HURDLE
        case _:
            return True


def has_shoulders(actor: str, who: Who) -> bool:
    """Return whether *actor*, as *who*, carries things upright: no animal on four legs, none with spines."""
    look = load_animal_looks().get(actor)
    return who in (Who.ANY, Who.UPRIGHT, Who.PERSON) and (look is None or look.key not in _PRICKLY)


def faces_viewer(subject: str) -> bool:
    """Return whether the drawing of *subject* shows its face from the front: a thing at its side is in no mouth."""
    anchor = find_anchor(subject)
    return anchor is not None and not anchor.is_lateral and subject not in load_animal_looks()
