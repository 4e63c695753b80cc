"""Relations that a text states from the second of two figures to the first: 书上的猫, a bowl of oranges, "above it"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.painter.content.containers import PLANTED, PLANTER, find_open, is_counted
from engines.painter.content.mentions import Mention
from engines.painter.content.words import AFTER_PLACE, RELATIONS, Relation
from engines.painter.scene import Figure
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.catalog import find_opening
from engines.painter.subjects.nature import is_clothing
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_PLACED_ZH = re.compile(
    r"^(门口|门前|门外|边上|上面|上方|上空|背上|头上|上|下面|底下|下|里面|里|中|旁边|旁|前面|前|后面|后|之间|中间|左边|左侧|右边|右侧)"
    r"(?:的|有|是|挂着|[站坐趴停落蹲放摆躺挂睡卧藏游飘浮立走跑]着)"
)
EVENTS_ZH = "会节市赛礼典"
"""Last letters of events: 灯会上 is at it, not on it."""
_HOLDING = re.compile(r" (?:with|of|full of|filled with|holding) |(?:里|中)?(?:装着|插着|盛着|装满|插满|放着|养着|有)")
"""Text between a container and what is in it."""
_MEASURE_OF = re.compile(r" of (?:[a-z]+ )?$")
_SEVERAL = 3
_ON_BACK_ZH = re.compile(
    r"(?:(?:头|背)上)?[背驮顶]着(?:一?[个只朵条把座根]|一些)?[^,，。；、的和在]{0,3}的?|(?:头|背)上[站坐趴停落蹲放]着(?:一?[个只朵条把座根])?[^,，。；、的和在]{0,3}的?"
)
"""Text between an animal and what it has on its back."""
_HAS_EN = re.compile(r" (?:with|carrying|carries|balancing|has) ")
_PLACED_EN = re.compile(r" (?:is |are |hanging |sitting |resting |perched |balanced |standing |floating |flying )?")
_FIRST = re.compile(r" (?:(it|them|him|her)\b(?! [a-z]+ing)|(?:its|his|her|their) (backs?|heads?)\b)")
"""Words for the first figure after the preposition of the second."""
_DRAWN = (Relation.ON, Relation.ABOVE, Relation.UNDER, Relation.BEHIND, Relation.FRONT, Relation.INSIDE)


@dataclass(frozen=True, slots=True)
class BackRelation:
    """The relation of the second figure to the first, with its words at *start*..*end*."""

    relation: Relation
    start: int
    end: int


def find_place(text: str, figures: Sequence[tuple[Mention, Figure]]) -> list[tuple[int, int]]:
    """Return where the place of the second of *figures* at the first is named: 书店门口停着自行车."""
    if len(figures) < 2 or figures[0][1].relation is not None:
        return []
    first, second = figures[0][0], figures[1][0]
    place = _PLACED_ZH.match(text[first.end : second.start])
    return [(first.end + place.start(1), first.end + place.end(1))] if place is not None else []


def starts_place(text: str, end: int) -> bool:
    """Return whether the name that ends at *end* is followed by the place of what comes next: 船上有."""
    return _PLACED_ZH.match(text[end:]) is not None


def find_back_relation(text: str, subjects: Sequence[Mention], figures: Sequence[Figure]) -> BackRelation | None:
    """Return the relation of the second of *figures* to the first: "with an apple on its back", 背着一个蘑菇."""
    if len(subjects) < 2 or len(figures) < 2 or figures[0].relation is not None:
        return None
    first, second = subjects[:2]
    between = text[first.end : second.start]
    if _ON_BACK_ZH.fullmatch(between) and figures[1].count == 1 and not is_clothing(figures[1].subject):
        return BackRelation(Relation.ON, first.end, second.end)
    placed = _PLACED_EN.match(text, second.end)
    match = RELATIONS.match_at(text, placed.end()) if placed else None
    if match is None or match.value not in _DRAWN:
        return None
    own = _FIRST.match(text, match.end)
    if own is None or (own[2] and match.value is not Relation.ON):
        return None
    if match.value is Relation.ON and figures[1].count > 1:
        return None
    subject = str(figures[0].subject)
    if own[1] == "it" and is_action(subject) and parse_action(subject).item:
        return None  # On the sled that a bear pulls, not on the bear.
    has = _HAS_EN.match(between)
    return BackRelation(match.value, first.end if has and own[2] else match.start, own.end())


def reorder(text: str, subjects: Sequence[Mention], figures: list[Figure], back: BackRelation | None) -> list[Figure]:
    """Return *figures* with the second first if it relates to the first."""
    if len(subjects) < 2 or len(figures) < 2 or figures[0].relation is not None:
        return figures
    first, second, others = figures[0], figures[1], figures[2:]
    if back is not None:
        return [_relate(second, back.relation, text[back.start : back.end].strip()), first, *others]
    between = text[subjects[0].end : subjects[1].start]
    if _MEASURE_OF.match(between) or is_counted(text, subjects[0], subjects[1]):
        is_planted = first.subject == PLANTER and second.subject in PLANTED  # One plant grows in a pot.
        content = second if is_planted else replace(second, count=max(second.count, _SEVERAL))
        return [*_fill(content, first), *others]
    if _HOLDING.match(between) and first.count == 1 and find_opening(find_open(first.subject)) is not None:
        return [*_fill(second, first), *others]
    place = _PLACED_ZH.match(between)
    if place is None or (place[1] == "上" and text[subjects[0].end - 1] in EVENTS_ZH):
        return figures
    return [_relate(second, AFTER_PLACE[place[1]], place[1]), first, *others]


def _relate(figure: Figure, relation: Relation, words: str) -> Figure:
    part = ContentPart(PartKind.RELATION, words, PartOutcome.SHOWN)
    others = (one for one in figure.words if one.kind is not PartKind.RELATION)
    return replace(figure, relation=relation, words=(*others, part))


def _fill(content: Figure, container: Figure) -> tuple[Figure, Figure]:
    """Return *content* in *container*, which takes the relation to what follows: a basket of bread on a table."""
    moved = tuple(part for part in content.words if part.kind is PartKind.RELATION)
    inside = replace(
        content, relation=Relation.INSIDE, words=tuple(part for part in content.words if part not in moved)
    )
    return inside, replace(container, relation=content.relation, words=(*container.words, *moved))
