"""Referents: which drawing a later, more general noun stands for, and which ones a number counts with it.

赛龙舟，两条船 are two dragon boats, and the bowl of 一碗拉面，黄色的碗 is the one that the noodles are in.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from engines.language.characters import is_chinese
from engines.painter.content.headwear import wears_hat
from engines.painter.content.included import has_own
from engines.painter.content.looks import is_human
from engines.painter.content.mentions import Mention
from engines.painter.content.names import get_display_name, load_names
from engines.painter.content.words import Relation
from engines.painter.scene import Figure, Subject
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.anchors import HATS
from engines.painter.subjects.contents import SOMEONE, find_empty, load_contents
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.keys import is_person, parse_key
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_EVENTS = (Subject.LION_DANCE, Subject.DRAGON_BOAT)
"""Drawings of an event, which show one of what takes part in it: those of the text are these."""
_VESSELS: dict[str, re.Pattern[str]] = {
    Subject.BOWL: re.compile(r"\bbowls? of |一碗"),
    Subject.COFFEE: re.compile(r"\bcups? of |一杯"),
}
"""Containers, and names of drawings by which a drawing shows one: "bowl of ramen"."""
_ANOTHER = re.compile(r"(?:另|其他|其它|别的|还有|和|与|跟|\b(?:another|other|and|more|second)\b)[^,，。;；]*$")
_COUNTED = re.compile(r"(?:\b(?:an?|one) (?:[a-z]+ ){0,2}|[一两二三四五六七八九十几\d][^,，。;；]{0,6})$")
"""Text before a thing that is one of its own."""
_CLAUSE = re.compile("[,，;；。.]")
_HAVING = re.compile(
    r"^,? (?:(?:is |are )?(?:with|has|having|topped|crowned|carrying|full of"
    r"|covered (?:in|with)|decorated with|on (?:it|top))\b)"
    r"|[上里中](?:面|边)?[^,，。]{0,5}$|[上里中](?:面|边)?(?:有|坐着|站着|放着|载着|挂着|带着)|^[带有]"
)
"""Text between a thing and what is on it: a tree "with" a star, 船上五个人."""
_ANY_TREES = (Subject.TREE, "icon/deciduous-tree")
"""Trees of no kind: those that have fruit on them bear it."""
_OARS = ("icon/own/oar", "icon/own/paddle_oar")
_MAX_DEED = 3
"""Letters between people and an event that they are in: 在, 正在."""
_IN_EVENT = re.compile(r" (?:are )?(?:rowing|paddling|racing|in|on|performing|doing)(?: in| on)?(?: an?| the| their)? ")
_AGAIN = re.compile(
    r" ?[,，:：] ?(?:一共|共|总共|正好|有)?[a-z\d一二两三四五六七八九十]+[ 个只颗朵条个枚]*(?:[a-z]+ )?"
)
"""Text between a plural and its number."""
_ON_TOP = re.compile(r" (?:on top|at the top)\b(?! of)")
_ASIDE = re.compile(
    r"\b(?:beside|besides|near|next|behind|under|around|another|other|more)\b|旁|边上|前面|后面|下面|另|其他|别的"
)
_ASIDE_AFTER = re.compile(
    r" (?:next to|beside|near|in front of|behind|around|under|by|on (?:the )?(?:grass|ground|floor|table))\b"
)
"""Text that puts the second thing elsewhere."""


def find_referent(text: str, mention: Mention, figure: Figure, others: Sequence[tuple[Mention, Figure]]) -> int | None:
    """Return which of *others*, all named before, *figure* is; None if it is another thing."""
    is_counted = figure.count > 1 or _COUNTED.search(text[: mention.start]) is not None
    for number, (earlier, other) in enumerate(others):
        between = text[earlier.end : mention.start]
        if _is_on(text, mention, figure, other, between) or _is_item(figure, other, is_counted=is_counted):
            return number
        if _ANOTHER.search(between):
            continue
        if other.subject in _EVENTS and names_kind(str(figure.subject), str(other.subject)):
            return number
        if not is_counted and _is_described_again(text, mention, figure, other, between):
            return number
        has_own = other.color or other.attached or figure.attached or figure.relation
        if figure.subject == other.subject and _is_counted_again(between, figure, other):
            return number
        if is_counted or not _CLAUSE.search(between) or has_own or is_living(str(other.subject)):
            continue
        if shows_vessel(str(other.subject), str(figure.subject)) or figure.subject == other.subject:
            return number
    return None


def find_crew(text: str, mention: Mention, figure: Figure, others: Sequence[tuple[Mention, Figure]]) -> int | None:
    """Return which of *others* are the people in the drawing of an event that is named right after them: 两个人舞狮."""
    if figure.subject not in _EVENTS or not others:
        return None
    earlier, other = others[-1]
    start = mention.start if mention.word_start < 0 else mention.word_start
    is_plain = other.subject == SOMEONE and not (other.color or other.attached or other.relation)
    is_next = start - earlier.end <= _MAX_DEED or _IN_EVENT.fullmatch(text[earlier.end : mention.start]) is not None
    return len(others) - 1 if is_plain and is_next else None


def _is_item(figure: Figure, other: Figure, *, is_counted: bool) -> bool:
    """Return whether *figure* is the thing that *other* does something with: the donkey that she rides."""
    is_plain = not (is_counted or figure.color or figure.size or figure.attached)
    return is_plain and is_action(str(other.subject)) and parse_action(str(other.subject)).item == figure.subject


def _is_seen_on(figure: Figure, other: Figure) -> bool:
    """Return whether *figure* is large enough on the drawing of *other*: a cow of a farm and a car of a street are not.

    Of what someone has in the drawing of a role, one is enough: a shepherd with five sheep has them next to him.
    """
    subject = str(figure.subject)
    if is_human(subject):
        return other.subject in (*_EVENTS, "icon/own/sampan", "icon/own/sedan_chair")
    icon = load_icons().get(subject)
    is_vehicle = icon is not None and icon.group.startswith("transport-") and subject not in _OARS
    is_several = figure.count > 1 and is_person(str(other.subject))
    return not (is_living(subject) or is_vehicle or is_several or subject in (Subject.CAR, Subject.BOAT, Subject.HOUSE))


def _is_counted_again(between: str, figure: Figure, other: Figure) -> bool:
    """Return whether *figure* only counts the several of *other*: "a bowl of lemons, four lemons"."""
    is_counted = any(part.kind is PartKind.COUNT for part in other.words)
    is_plain = not (figure.color or figure.size or figure.relation or figure.attached or is_counted)
    return is_plain and figure.count > 1 and other.count > 1 and _AGAIN.fullmatch(between) is not None


def _is_described_again(text: str, mention: Mention, figure: Figure, other: Figure, between: str) -> bool:
    """Return whether a clause of its own only gives *other*, an animal or a person, its color: 小猫在睡觉，灰色的猫."""
    is_single = other.count == figure.count == 1 and is_living(str(other.subject)) and not other.color
    is_kind = figure.subject == other.subject or names_kind(str(figure.subject), str(other.subject))
    is_clause = _CLAUSE.search(between) is not None and _CLAUSE.match(f"{text[mention.end :].strip()},") is not None
    is_plain = bool(figure.color) and not (figure.size or figure.position or figure.relation or figure.attached)
    return is_single and is_kind and is_clause and is_plain and not is_action(str(other.subject))


def _is_on(text: str, mention: Mention, figure: Figure, other: Figure, between: str) -> bool:
    """Return whether *figure* is what the drawing of *other*, named before, has on it: the star of a Christmas tree."""
    if count_on(str(other.subject), str(figure.subject)) is None or figure.attached or figure.size:
        return False
    if not _is_seen_on(figure, other):
        return False
    if is_person(str(figure.subject)) and (parse_key(str(figure.subject)).extras or is_action(str(figure.subject))):
        return False
    is_stated = _HAVING.search(between) or _ON_TOP.match(text, mention.end)
    return bool(is_stated) and not _ASIDE.search(between) and not _ASIDE_AFTER.match(text, mention.end)


def describe_referent(figure: Figure, general: Figure) -> Figure:
    """Return *figure* with the attributes that the text gives it as *general*."""
    number = count_on(str(figure.subject), str(general.subject))
    if number is not None:
        return replace(figure, words=(*figure.words, *_describe_on(general, number)))
    return replace(
        figure,
        count=general.count
        if figure.subject == general.subject and general.count > 1
        else max(figure.count, general.count),
        color=general.color or figure.color,
        size=general.size or figure.size,
        position=general.position or figure.position,
        relation=general.relation if general.relation is Relation.SIDE_BY_SIDE else figure.relation,
        words=(*figure.words, *(one for one in general.words if one not in figure.words)),
    )


def _describe_on(figure: Figure, number: int) -> Iterator[ContentPart]:
    """Yield the words of *figure*, *number* of which another drawing has on it."""
    for part in figure.words:
        is_met = part.kind is PartKind.SUBJECT or (part.kind is PartKind.COUNT and number == figure.count)
        if is_met and part.outcome is PartOutcome.SUBSTITUTED and not part.substitute:
            part = replace(part, substitute=get_display_name(str(figure.subject), is_chinese(part.requested)))
        yield part if is_met else replace(part, outcome=PartOutcome.MISSING)


def drop_carried(figures: Sequence[Figure]) -> list[Figure]:
    """Return *figures* without the first one if the second has it on itself: candles on a cake, apples on a tree."""
    if len(figures) < 2 or figures[0].relation is not Relation.ON or figures[0].attached or figures[0].color:
        return list(figures)
    first, second, others = figures[0], figures[1], figures[2:]
    if second.subject in _ANY_TREES:
        bearing = (key for key, on in load_contents().items() if key.endswith("_tree") and first.subject in on)
        second = replace(second, subject=next(bearing, second.subject))
    number = count_on(str(second.subject), str(first.subject))
    if number is None or is_human(str(first.subject)) or is_living(str(first.subject)):
        return list(figures)
    on = (part for part in first.words if part.kind is PartKind.RELATION)
    words = (one for one in _describe_on(first, number) if one.kind is not PartKind.RELATION)
    return [replace(second, words=(*second.words, *words, *on)), *others]


def lose_count(figures: Sequence[Figure], number: int) -> bool:
    """Return whether others than the figure *number* are counted with it.

    Apples hang on a tree next to three, and each owl has a branch of its own.
    """
    figure = figures[number]
    if not any(part.kind is PartKind.COUNT for part in figure.words):
        return False
    names = [part.requested for part in figure.words if part.kind is PartKind.SUBJECT]
    names += list_own_names(str(figure.subject))
    others = (other for other in figures if other is not figure)
    if any(has_own(str(other.subject), names) for other in others):
        return True
    return any(
        count_on(str(other.subject), str(figure.subject)) is not None
        or (not _differs(figure, other) and _is_counted_with(str(figure.subject), str(other.subject)))
        for other in figures
        if other is not figure
    )


def count_on(drawing: str, subject: str) -> int | None:
    """Return how many of *subject* the drawing of another one has on it, 0 if nobody counts them; None without any."""
    if is_action(drawing):
        item = parse_action(drawing).item
        return 1 if item == subject else None
    if has_own(drawing, list_own_names(subject)) or (subject in HATS and wears_hat(drawing)):
        return 0
    things = load_contents().get(drawing, {})
    if is_human(subject):
        return things.get(SOMEONE)
    return next((things[thing] for thing in things if thing == subject or names_kind(subject, thing)), None)


def shows_excluded(drawing: str, excluded: str) -> bool:
    """Return whether the drawing has on it what the text excludes, in the image without people if it excludes them."""
    is_left_out = is_human(excluded) and find_empty(drawing) != drawing
    return not is_left_out and count_on(drawing, excluded) is not None


def _differs(figure: Figure, other: Figure) -> bool:
    """Return whether the text gives them another color or size: three boats and a large one are no four boats."""
    return figure.color != other.color or figure.size != other.size


def _is_counted_with(general: str, particular: str) -> bool:
    """Return whether who counts things called *general* counts *particular*: a sea horse is no horse."""
    is_kind = general == particular or names_kind(general, particular)
    return (particular in (*_EVENTS, general) or not is_living(general)) and is_kind


@cache
def names_kind(general: str, particular: str) -> bool:
    """Return whether what is called *particular* is also called *general*, the last word of its name: 龙船 and 船."""
    if general == particular:
        return False
    heads, names = list_own_names(general), list_own_names(particular)
    return any(
        name != head and name.endswith(f" {head}" if head.isascii() else head) for name in names for head in heads
    )


@cache
def shows_vessel(subject: str, vessel: str) -> bool:
    """Return whether the drawing of *subject* is in a *vessel* of its own."""
    pattern = _VESSELS.get(vessel)
    return pattern is not None and any(pattern.search(name) for name in list_own_names(subject))


def is_served(subject: str) -> bool:
    """Return whether the drawing of *subject* is a dish in a vessel, whose color is that of the vessel."""
    return subject not in _VESSELS and any(shows_vessel(subject, vessel) for vessel in _VESSELS)


@cache
def _group_names() -> dict[str, tuple[str, ...]]:
    names = load_names()
    grouped: dict[str, list[str]] = {}
    for word in names.list_words():
        match = names.match_at(word, 0)
        if match is not None and match.end == len(word):
            grouped.setdefault(str(match.value), []).append(word)
    return {key: tuple(words) for key, words in grouped.items()}


def list_own_names(subject: str) -> tuple[str, ...]:
    """Return the names of *subject* in both languages."""
    return _group_names().get(subject, ())
