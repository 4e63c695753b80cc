"""Figures of people and of animals that act like them: the drawing of what they do and wear, and its words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.painter.content.actions import MAX_TOGETHER, is_shared
from engines.painter.content.animal_activities import color_fur_of_key
from engines.painter.content.mentions import MEASURES_ZH, Mention
from engines.painter.content.people import ShownPerson
from engines.painter.content.qualifiers import split_action
from engines.painter.content.words import Relation
from engines.painter.scene import LANDSCAPES, Figure
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.catalog import BRIDGES, GROUNDS
from engines.painter.subjects.people.keys import is_person, parse_key
from engines.painter.subjects.people.model import Kind
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_MAX_WORD = 40
_SHARED = re.compile(r"\b(?:one|the same|a single)\b|同一|一[把张条辆艘本]")
"""Words for one thing that several share."""
_FOOTWEAR = re.compile("skate(?!board)|skis|shoe|boot|sandal|sock|glove")
_RIDES = re.compile("rid(?:es|ing)|骑|sit(?:s|ting)|坐")
_OBJECT = re.compile(
    r"(?: (?:over|into|onto|around|up|down|to|at|for|from|through|across|against|towards?|past))?"
    r" (?:an?|the|his|her|its|their|some|two|three|four|five)(?: [a-z]+)? "
    rf"|[着过向到上进](?:[一两三四五几]?[{MEASURES_ZH}])?[^,，。；、的]{{0,3}}"
)
"""Text between the words for what someone does and its object."""
_PLAYERS, _MAX_AROUND = 2, 8
_PAIRS: Mapping[Kind, str] = {
    Kind.MAN: "two_men", Kind.WOMAN: "two_women", Kind.OLD_MAN: "two_old_men", Kind.OLD_WOMAN: "two_old_women",
}  # fmt: skip
"""The group of two who play at one board; it hides the faces of children."""
_COVERBS_ZH = tuple("给把替帮向")
_TOGETHER = re.compile(
    r"[和跟与同](?:一?[只个头位名])?[大小老]?| and (?:an? |the |its |her |his |two |three )?(?:[a-z]+ )?"
)
"""Text between two who do the same."""
_PLURAL_DEED = re.compile(
    r"(?:一起|都|正在|正|在)|,? (?:are |both |who are |that are )?(?=[a-z]+ing\b)(?!wearing|holding)"
)
"""Text between the second of two and what both do."""


def join_objects(
    text: str, subjects: Sequence[Mention], activities: Mapping[Mention, ShownPerson]
) -> dict[Mention, ShownPerson]:
    """Return *activities*, each with the objects that stand as figures of their own, whom it does not touch."""
    joined = {}
    for mention, shown in activities.items():
        before = next((m for m in reversed(subjects) if m.end <= mention.start), None)
        own = activities.get(before) if before is not None else None
        is_alone = before is not None and not (own is not None and set(own.spans) & set(shown.spans))
        joined[mention] = _join_object(text, subjects, mention, shown, before if is_alone else None)
    return joined


def _join_object(
    text: str, subjects: Sequence[Mention], actor: Mention, shown: ShownPerson, before: Mention | None
) -> ShownPerson:
    """Return *shown* of *actor* with its objects; *before* is who is named before, and does something else."""
    joined, undrawn = [], set(shown.undrawn)
    for start, end in shown.spans:
        following = next((m for m in subjects if m != actor and m.start >= end), None)
        is_thing = following is not None and following.named not in (*LANDSCAPES, *BRIDGES, *GROUNDS)
        is_thing = is_thing and not (text[start].isascii() and " " in text[start:end])
        is_fed = is_thing and following is not None and text[start] in _COVERBS_ZH and following.start == end
        if is_thing and following is not None and (is_fed or _OBJECT.fullmatch(text[end : following.start])):
            undrawn.add((start, following.end))
            joined.append((start, following.end))
        elif before is not None and _is_done_together(text, before, actor, start):
            undrawn.add((start, end))
            joined.append((start, end))
        else:
            joined.append((start, end))
    return replace(shown, spans=tuple(joined), undrawn=frozenset(undrawn))


def _is_done_together(text: str, before: Mention, actor: Mention, start: int) -> bool:
    """Return whether what *actor* does, at *start*, is what *before* does, too: "a dog and a girl dancing"."""
    if not _TOGETHER.fullmatch(text[before.end : actor.start]):
        return False
    deed = _PLURAL_DEED.match(text, actor.end)
    return deed is not None and deed.end() == start


def show_activity(figure: Figure, shown: ShownPerson, text: str) -> Figure:
    """Return *figure* as the drawing of the person with what it does and wears."""
    similar = [part.requested for part in shown.items if part.outcome is PartOutcome.SUBSTITUTED]
    done = [
        ContentPart(
            PartKind.ACTION,
            text[start:end][:_MAX_WORD],
            PartOutcome.MISSING
            if (start, end) in shown.undrawn
            else PartOutcome.SUBSTITUTED
            if any(words in text[start:end] for words in similar)
            else PartOutcome.SHOWN,
        )
        for start, end in shown.spans
    ]
    words = [
        part
        for part in figure.words
        if part.kind is not PartKind.RELATION or not any(_has_words(one.requested, part.requested) for one in done)
    ]
    if shown.color_at is not None and not figure.color:
        start, end = shown.color_at
        words.append(ContentPart(PartKind.COLOR, text[start:end], PartOutcome.SHOWN))
    color = figure.color or shown.color
    words += shown.items
    relation = figure.relation if any(part.kind is PartKind.RELATION for part in words) else None
    words = [unseat(part) for part in words]
    key = color_fur_of_key(shown.key, figure.color) if figure.color else shown.key
    if 1 < figure.count <= find_most(key) and is_shared(key):
        key = str(replace(parse_action(key), number=figure.count))
        figure = replace(figure, count=1)
    if figure.count == _PLAYERS and (board := _share_board(key)):
        key, figure = board, replace(figure, count=1)
    if figure.count > 1 and is_shared(key):
        # Each copy would have a tree of its own.
        done = [replace(one, outcome=PartOutcome.MISSING) for one in done]
    if figure.count > 1:
        # Each copy has a thing of its own.
        done = [replace(one, outcome=PartOutcome.MISSING) if _SHARED.search(one.requested) else one for one in done]
    done = [one for part in done for one in split_action(part, words)]
    return replace(figure, subject=key, color=color, relation=relation, words=(*words, *done))


def find_most(key: str) -> int:
    """Return how many do what *key* shows together: a ring of people has more of them than a cart."""
    return _MAX_AROUND if is_action(key) and parse_action(key).name == "surround" else MAX_TOGETHER


def _share_board(key: str) -> str:
    """Return the two people of *key* at one board game; "" where each has something of its own."""
    person = parse_key(key) if is_person(key) else None
    if person is None or person.role or person.kind not in _PAIRS or person.activities != ("go",):
        return ""
    return str(replace(person, role=_PAIRS[person.kind]))


def _has_words(text: str, words: str) -> bool:
    """Return whether *text* has *words*, in English as whole words: "pigeons" has no "on"."""
    return bool(re.search(rf"(?<![a-z]){re.escape(words)}(?![a-z])", text))


def unseat(part: ContentPart) -> ContentPart:
    """Return *part* as missing if a person rides or sits: people are drawn standing on what is no horse or seat."""
    rides = part.kind is PartKind.RELATION and _RIDES.match(part.requested) is not None
    return replace(part, outcome=PartOutcome.MISSING) if rides else part


def stand_aside(figure: Figure, following: Mention | None) -> Figure:
    """Return *figure* next to what nobody stands on: shoes and skates, and what someone rides who is drawn standing."""
    if figure.relation is not Relation.ON or following is None:
        return figure
    hangs = "laundry_line" in str(following.named)
    is_worn = _FOOTWEAR.search(str(following.named)) is not None
    is_unseated = any(_RIDES.match(part.requested) and part.outcome is PartOutcome.MISSING for part in figure.words)
    if not (is_worn or is_unseated or hangs):
        return figure
    words = (
        replace(part, outcome=PartOutcome.MISSING) if part.kind is PartKind.RELATION else part for part in figure.words
    )
    return replace(figure, relation=figure.relation if hangs else None, words=tuple(words))
