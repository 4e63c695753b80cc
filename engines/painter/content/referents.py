"""Referents: which drawing a later, more general noun stands for, and which ones a number counts with it.

赛龙舟，两条船 are two dragon boats, and the bowl of 一碗拉面，黄色的碗 is the one that the noodles are in.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from engines.painter.content.included import has_own
from engines.painter.content.mentions import Mention
from engines.painter.content.names import load_names
from engines.painter.content.words import Relation
from engines.painter.scene import Figure, Subject
from engines.painter.subjects.contents import load_contents
from engines.painter.subjects.nature import is_living
from services.common.contract.image_chat import PartKind

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


def find_referent(text: str, mention: Mention, figure: Figure, others: Sequence[tuple[Mention, Figure]]) -> int | None:
    """Return which of *others*, all named before, *figure* is; None if it is another thing."""
    is_counted = figure.count > 1 or _COUNTED.search(text[: mention.start]) is not None
    for number, (earlier, other) in enumerate(others):
        between = text[earlier.end : mention.start]
        if _ANOTHER.search(between):
            continue
        if other.subject in _EVENTS and names_kind(str(figure.subject), str(other.subject)):
            return number
        has_own = other.color or other.attached or figure.attached or figure.relation
        if is_counted or not _CLAUSE.search(between) or has_own or is_living(str(other.subject)):
            continue
        if shows_vessel(str(other.subject), str(figure.subject)) or figure.subject == other.subject:
            return number
    return None


def describe_referent(figure: Figure, general: Figure) -> Figure:
    """Return *figure* with the attributes that the text gives it as *general*."""
    return replace(
        figure,
        count=max(figure.count, general.count),
        color=general.color or figure.color,
        size=general.size or figure.size,
        position=general.position or figure.position,
        relation=general.relation if general.relation is Relation.SIDE_BY_SIDE else figure.relation,
        words=(*figure.words, *(one for one in general.words if one not in figure.words)),
    )


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
        figure.subject in load_contents().get(str(other.subject), ())
        or (not _differs(figure, other) and _is_counted_with(str(figure.subject), str(other.subject)))
        for other in figures
        if other is not figure
    )


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
