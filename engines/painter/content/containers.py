"""Chinese containers that count what is in them: 一盘葡萄 is grapes on a plate, 一箱苹果 is a crate of apples."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from engines.painter.content.mentions import Mention
from engines.painter.content.words import Relation
from engines.painter.scene import Figure, Subject
from engines.painter.subjects.icons import PREFIX, load_icons
from engines.painter.subjects.nature import is_living
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

PLANTER = PREFIX + "own/planter"
_POT = PREFIX + "own/soup_pot"
_POTS_EN = re.compile(r" of (?:[a-z]+ ){0,2}$")
PLANTED = (Subject.CACTUS, Subject.SUNFLOWER, Subject.ROSE, Subject.TULIP, Subject.FLOWER, Subject.LOTUS)
_CONTAINERS = {
    "篮": Subject.BASKET,
    "筐": Subject.BASKET,
    "箱": PREFIX + "own/wooden_crate",
    "盘": PREFIX + "own/plate",
    "碟": PREFIX + "own/plate",
    "桶": PREFIX + "bucket",
    "缸": Subject.FISHBOWL,
    "盆": PLANTER,
}
_COUNTED = re.compile(
    rf"(?:[一两二三四五六七八九十几]|满满一)个?[大小]?([{''.join(_CONTAINERS)}]子?)(?:满满|新鲜|装满|刚?切[开好]|刚?洗[净好]|刚?摘)?的?[红黄橙绿青蓝紫粉白黑金银]?色?的?[大小]?$"
)
_GOODS = ("food-fruit", "food-vegetable", "food-sweet", "plant-flower", "animal-marine", "food-marine")
"""Groups of icons of single things; a dish is drawn with what it is in."""
_GOODS_SUBJECTS = (
    Subject.APPLE,
    Subject.FISH,
    Subject.PERSIMMON,
    Subject.POMEGRANATE,
    Subject.MUSHROOM,
    Subject.MACARON,
)
_OTHER_GOODS = frozenset(PREFIX + key for key in ("egg", "book", "orange-book"))
_OPEN = {
    PREFIX + "package": PREFIX + "own/open_box",
    PREFIX + "backpack": PREFIX + "own/open_backpack",
    PREFIX + "own/filled_backpack": PREFIX + "own/open_backpack",
    PREFIX + "own/teacup": PREFIX + "own/empty_cup",
    PREFIX + "own/sampan": PREFIX + "own/rowing_boat",
}
"""The open drawing of what is closed, full or occupied in its usual one, for what is in it."""
_SEEN_THROUGH = {PREFIX + "window": PREFIX + "own/window_frame"}
"""The drawing of what one sees through, for what is behind it."""
_NEAR_BELOW = {
    PREFIX + "own/winding_river": PREFIX + "own/stream",
    PREFIX + "skateboard": PREFIX + "own/flat_skateboard",
}
"""The drawing that lies flat and is seen from near, for what is on it."""
_VESSELS = (Subject.BOAT, *(PREFIX + key for key in ("own/rowing_boat", "own/sampan", "own/canoe", "sailboat")))
"""Boats that people sit in, also where they are "on" them."""
_FISH = (Subject.FISH, *(PREFIX + key for key in ("fish", "own/tropical_fish", "blowfish", "turtle", "own/koi")))
_STORES = "篮筐箱"
"""Containers that also count animals and things of any kind."""


def insert_containers(text: str, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return *mentions* with the containers that count one of them, each before what is in it."""
    completed: list[Mention] = []
    for number, mention in enumerate(mentions):
        following = mentions[number + 1] if number + 1 < len(mentions) else None
        if mention.named == _POT and following is not None and _is_planted(str(following.named)):
            is_pot = _POTS_EN.fullmatch(text[mention.end : following.start]) is not None
            mention = replace(mention, named=PLANTER) if is_pot else mention
        start = mention.start if mention.word_start < 0 else mention.word_start
        match = _COUNTED.search(text[:start])
        if match is not None and _is_contained(mention, match[1]):
            previous = completed[-1] if completed else None
            if previous is not None and previous.start >= match.start():
                completed.pop()
            completed.append(Mention(match.start(1), match.end(1), _CONTAINERS[match[1][0]]))
        completed.append(mention)
    return tuple(completed)


def _is_planted(named: str) -> bool:
    """Return whether what is *named* grows in a pot, and is drawn without one."""
    icon = load_icons().get(named)
    return named in PLANTED or (icon is not None and icon.group == "plant-flower")


def is_counted(text: str, container: Mention, content: Mention) -> bool:
    """Return whether *container* counts *content*, which follows it."""
    match = _COUNTED.search(text[: content.start])
    return match is not None and match.span(1) == (container.start, container.end)


def _is_contained(mention: Mention, measure: str) -> bool:
    if not mention.is_subject:
        return False
    named = str(mention.named)
    icon = load_icons().get(named)
    if measure[0] == "盆":
        return _is_planted(named)
    if named in _GOODS_SUBJECTS or named in _OTHER_GOODS or (icon is not None and icon.group.startswith(_GOODS)):
        return True
    return measure[0] in _STORES and is_living(named)


def find_open(subject: str) -> str:
    """Return the drawing of *subject* in which something can be seen."""
    return _OPEN.get(subject, subject)


def open_container(figures: list[Figure]) -> list[Figure]:
    """Return *figures* with the drawing of the second one in which the first can be seen in, on or behind it."""
    if len(figures) < 2:
        return figures
    first, second, others = figures[0], figures[1], figures[2:]
    subject = second.subject
    if first.relation is Relation.ON and subject in _VESSELS and is_living(first.subject):
        first = replace(first, relation=Relation.INSIDE)
    match first.relation:
        case Relation.INSIDE if subject in (Subject.BOWL, PREFIX + "jar") and first.subject in _FISH:
            subject = Subject.FISHBOWL  # In a bowl of clay they are a meal.
        case Relation.INSIDE:
            subject = find_open(subject)
        case Relation.BEHIND:
            subject = _SEEN_THROUGH.get(subject, subject)
        case Relation.ON:
            subject = _NEAR_BELOW.get(subject, subject)
    return [first, replace(second, subject=subject), *others]


def find_unfilled(text: str, subjects: Sequence[Mention]) -> list[ContentPart]:
    """Return what a container after the first of *subjects* counts, which is drawn next to it: 渔夫把一筐鱼搬上船."""
    return [
        ContentPart(PartKind.RELATION, text[container.start : content.end], PartOutcome.MISSING)
        for container, content in itertools.pairwise(subjects[1:])
        if is_counted(text, container, content)
    ]
