"""What the drawing of a subject includes: it is not drawn again, and shown with it."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.painter.content.words import Relation
from engines.painter.scene import Figure, Subject
from engines.painter.subjects.catalog import STANDING_BIRDS
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.natural_sizes import find_natural_height
from engines.painter.subjects.nature import SLENDER
from engines.painter.subjects.people.activities import load_activities
from engines.painter.subjects.people.keys import is_person, parse_key
from engines.painter.subjects.people.roles import load_roles
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_BRANCHES = ("branch", "a branch", "tree branch", "树枝", "枝头", "枝")
_WITH_BRANCHES = (Subject.TREE, Subject.BLOSSOM, Subject.CHERRY_TREE, Subject.WILLOW, Subject.MAPLE, Subject.BAMBOO)
BRANCH = "icon/own/tree_branch"
_PERCHED = (
    "magpie", "kingfisher", "toucan", "chameleon", "robin", "cardinal", "blue_jay", "sparrow", "thrush", "nightingale",
    "titmouse", "oriole", "falcon", "hoopoe",
)  # fmt: skip
"""Drawings of animals on a branch."""
_BLOSSOMING_BRANCH = (Subject.BLOSSOM, "icon/own/plum_blossom")
_TREE_HEIGHT = 2.0
"""Natural height in meters from which a plant is a tree."""
_ONE = re.compile(r"(?:\b(?:an?|one|the) (?:[a-z]+ )?|一[\u4e00-\u9fff]?)$")
_INCLUDED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (Subject.BIRD, Subject.OWL, *(f"icon/own/{one}" for one in _PERCHED)),
        _BRANCHES,
    ),
    Subject.HOUSE: ("chimney", "烟囱", "炊烟"),
    Subject.PANDA: ("bamboo", "竹子"),
}


def is_plant(subject: str) -> bool:
    """Return whether a branch belongs to *subject*."""
    icon = load_icons().get(subject)
    return subject in _WITH_BRANCHES or (icon is not None and icon.group.startswith("plant"))


def is_tree(subject: str) -> bool:
    """Return whether *subject* is a tree, not a branch in bloom."""
    height = find_natural_height(subject)
    is_tall = height is not None and height >= _TREE_HEIGHT
    return is_plant(subject) and is_tall and subject not in _BLOSSOMING_BRANCH


def sits_on_branch(subject: str, *, is_alone: bool) -> bool:
    """Return whether the drawing of *subject* has a branch below it, so that it sits on nothing else, nor on a tree.

    Some birds have one only where they are drawn as when they are alone.
    """
    has_branch = is_alone or subject not in STANDING_BIRDS
    return has_branch and _INCLUDED.get(subject) == _BRANCHES


_BUILDINGS = ("place-building", "place-rural", "place-religious")
_HOUSES = re.compile("(?:_house|_hut|_shop|_store|treehouse|teahouse|bakery|cafe|yurt|restaurant)$")
_PARTS_OF_BUILDINGS = ("icon/window", "icon/door")
_LEAVES = ("icon/leaf-fluttering-in-wind", "icon/fallen-leaf", "icon/own/leaf", "icon/own/ginkgo_leaf")
PARTS = frozenset((*_PARTS_OF_BUILDINGS, *_LEAVES, "icon/wheel", "icon/own/wheel"))
"""Things that are parts of others."""
_SHELL, _WITH_SHELLS = (
    "icon/spiral-shell",
    ("icon/snail", "icon/turtle", "icon/own/tortoise", "icon/own/sea_turtle", "icon/own/hermit_crab"),
)
_CAKES = (Subject.CAKE, "icon/birthday-cake")


def find_whole(part: str, figures: Sequence[Figure]) -> int | None:
    """Return which of *figures* has *part* in its drawing: the house of a window, the cake of candles."""
    for number, figure in enumerate(figures):
        icon = load_icons().get(figure.subject)
        is_house = (
            figure.subject in (Subject.HOUSE, Subject.VILLAGE, Subject.CASTLE)
            or _HOUSES.search(figure.subject) is not None
        )
        is_building = is_house or (icon is not None and icon.group.startswith(_BUILDINGS))
        is_shell = part == _SHELL and figure.subject in _WITH_SHELLS
        is_part = (
            is_shell or (part in _PARTS_OF_BUILDINGS and is_building) or (part in _LEAVES and figure.subject in SLENDER)
        )
        if is_part or (part == "icon/candle" and figure.subject in _CAKES):
            return number
    return None


def drop_parts(figures: Sequence[Figure]) -> list[Figure]:
    """Return *figures* without the parts that the drawings of others have; nothing else of these parts is shown."""
    merged = list(figures)
    for part in figures:
        whole = find_whole(str(part.subject), merged)
        if whole is not None and part.subject == _SHELL and part.relation is not None:
            # A snail with a shell on a mushroom is on it itself.
            shown = (PartKind.SUBJECT, PartKind.RELATION)
            words = (one if one.kind in shown else replace(one, outcome=PartOutcome.MISSING) for one in part.words)
            merged[whole] = replace(merged[whole], relation=part.relation, words=(*merged[whole].words, *words))
            merged.remove(part)
            continue
        is_related = any(one.relation not in (None, Relation.NEXT_TO) for one in figures)
        if whole is None or part not in merged or is_related or part.attached:
            continue
        words = (
            one if one.kind is PartKind.SUBJECT else replace(one, outcome=PartOutcome.MISSING) for one in part.words
        )
        merged[whole] = replace(merged[whole], words=(*merged[whole].words, *words))
        merged.remove(part)
    return merged


def find_in_drawings(part: ContentPart, drawn: Collection[str]) -> ContentPart:
    """Return *part* as shown if a drawing of another subject includes it: an owl sits on a branch."""
    is_included = any(part.requested in _INCLUDED.get(subject, ()) for subject in drawn)
    is_lost = part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.MISSING
    return replace(part, outcome=PartOutcome.SHOWN) if is_lost and is_included else part


def has_own(subject: str, names: Sequence[str]) -> bool:
    """Return whether the drawing of *subject* includes what has one of *names*: a branch, the sheep of a shepherd."""
    parts = _INCLUDED.get(subject, ())
    if is_person(subject):
        person = parse_key(subject)
        role = load_roles().get(person.role)
        found = (role, *(load_activities().get(key) for key in person.activities))
        named = (name for row in found if row is not None for name, _ in row.parts)
        parts = (*named, *person.activities, *(re.split("[=#]", one)[0] for one in person.extras))
    return any(name in parts for name in names)


def drop_included(figures: Sequence[Figure]) -> list[Figure]:
    """Return *figures* without what the first one is on in its own drawing; it has the words of both."""
    if len(figures) < 2 or figures[0].relation is not Relation.ON:
        return list(figures)
    first, second, others = figures[0], figures[1], figures[2:]
    words = [part.requested for part in second.words if part.kind is PartKind.SUBJECT]
    own = _INCLUDED.get(str(first.subject), ())
    is_other_branch = second.subject == BRANCH and own == _BRANCHES
    if len(second.words) > 1 or not (is_other_branch or any(word in own for word in words)):
        return list(figures)
    named = (
        replace(part, substitute=_BRANCHES[3 if is_chinese(part.requested) else 0])
        if part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.SUBSTITUTED
        else part
        for part in second.words
    )
    return [replace(first, relation=second.relation, words=(*_inherit(first, second), *named)), *others]


def _inherit(figure: Figure, branch: Figure) -> tuple[ContentPart, ...]:
    """Return the words of *figure* with its relation as substituted where it is on another kind of *branch*."""
    is_other = any(part.outcome is PartOutcome.SUBSTITUTED for part in branch.words)
    return tuple(
        replace(part, outcome=PartOutcome.SUBSTITUTED) if is_other and part.kind is PartKind.RELATION else part
        for part in figure.words
    )


def is_same(figure: Figure, other: Figure) -> bool:
    """Return whether *figure* only names *other* again: a red and a green apple, or a man and two men, are several."""
    has_own = figure.count > 1 or figure.color not in ("", other.color) or figure.size not in (0, other.size)
    return figure.subject == other.subject and not has_own


def add_name(figure: Figure, other: Figure) -> Figure:
    """Return *figure* with the name by which *other* is the same one."""
    names = (part for part in other.words if part.kind is PartKind.SUBJECT and part not in figure.words)
    return replace(figure, words=(*figure.words, *names))


def is_bare(text: str, start: int, figure: Figure, other: Figure) -> bool:
    """Return whether *figure*, named at *start* of *text*, is counted as *other* only: 骑骆驼 ... 两头骆驼."""
    has_own = figure.color or figure.size or figure.attached or figure.relation or _ONE.search(text[:start])
    return figure.subject == other.subject and figure.count == 1 and other.count > 1 and not has_own
