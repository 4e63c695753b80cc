"""Figures of people and of animals that act like them: the drawing of what they do and wear, and its words."""

import re
from dataclasses import replace

from engines.painter.content.actions import MAX_TOGETHER, is_shared
from engines.painter.content.animal_activities import color_fur_of_key
from engines.painter.content.people import ShownPerson
from engines.painter.scene import Figure
from engines.painter.subjects.actions.keys import parse_action
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_MAX_WORD = 40
_RIDES = re.compile("rid(?:es|ing)|骑")


def show_activity(figure: Figure, shown: ShownPerson, text: str) -> Figure:
    """Return *figure* as the drawing of the person with what it does and wears."""
    done = [
        ContentPart(
            PartKind.ACTION,
            text[start:end][:_MAX_WORD],
            PartOutcome.MISSING if (start, end) in shown.undrawn else PartOutcome.SHOWN,
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
    if 1 < figure.count <= MAX_TOGETHER and is_shared(key):
        key = str(replace(parse_action(key), number=figure.count))
        figure = replace(figure, count=1)
    return replace(figure, subject=key, color=color, relation=relation, words=(*words, *done))


def _has_words(text: str, words: str) -> bool:
    """Return whether *text* has *words*, in English as whole words: "pigeons" has no "on"."""
    return bool(re.search(rf"(?<![a-z]){re.escape(words)}(?![a-z])", text))


def unseat(part: ContentPart) -> ContentPart:
    """Return *part* as missing if a person rides: people are drawn standing on what is no horse or scooter."""
    rides = part.kind is PartKind.RELATION and _RIDES.match(part.requested) is not None
    return replace(part, outcome=PartOutcome.MISSING) if rides else part
