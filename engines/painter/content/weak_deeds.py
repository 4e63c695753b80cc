"""Deeds whose drawings strangers do not reliably recognize: the report does not state them as shown.

Found by painting 498 requests of two authors, two to four for each drawing, in 16 techniques, and by what judges
recognized in them: of the following ones, at most half showed the deed. They saw the thing next to who acts (a finished
snowman), above the head or at the cheek (an ice cream), or hands without what they hold (a comb).
"""

import re

from engines.painter.subjects.actions.keys import ActionKey
from engines.painter.subjects.nature import is_immovable
from engines.painter.subjects.people.keys import is_person

_WEAK_ACTIONS = frozenset(
    (
        "carry_head", "carry_shoulder", "drink", "groom", "hold_in_mouth", "jump_onto", "lie_on", "pick", "seize",
        "surround",
    )
)  # fmt: skip
_GRASS = "icon/own/grass"
_WEAK_OF_ANIMALS = frozenset(("eat", "reach"))
_WEAK_ACTIVITIES = frozenset(
    (
        "cast_net", "chop", "coffee", "cook", "eat_ice_cream", "erhu", "go", "guqin", "hold_teddy", "jump", "latte",
        "make_dumplings", "phone", "pick_tea", "sandcastle", "sew", "sleep_desk", "snowman", "wash_clothes",
    )
)  # fmt: skip
_OVERSTATED = re.compile(
    r"\b(?:huge|giant|gigantic|enormous|massive|oversized|tiny|miniature|long|tall)\b|巨|超大|特大|迷你|长梯|长长|长的",
    re.IGNORECASE,
)
"""Sizes of a thing that its place in the hands does not leave."""


def is_weak_action(action: ActionKey) -> bool:
    """Return whether the drawing of *action* does not reliably show it."""
    if not is_person(action.actor) and action.name in _WEAK_OF_ANIMALS and action.item != _GRASS:
        return True
    return action.name in _WEAK_ACTIONS or (action.name == "hug" and is_immovable(action.item))


def is_weak_activity(key: str) -> bool:
    """Return whether the drawing of the activity of a person with *key* does not reliably show it."""
    return key in _WEAK_ACTIVITIES


def overstates(words: str) -> bool:
    """Return whether *words* of a deed state a size of its thing."""
    return _OVERSTATED.search(words) is not None
