"""Actors: whose deed the words of an activity state, where something that looks like a person is named next to them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.painter.content.looks import is_human
from engines.painter.content.mentions import Mention
from engines.painter.content.people import ShownPerson
from engines.painter.content.spans import Span
from engines.painter.scene import Subject
from engines.painter.subjects.icons import PREFIX
from engines.painter.subjects.nature import is_living

_FIGURES = frozenset(
    PREFIX + key
    for key in (
        "own/snowman", "snowman", "snowman-without-snow", "own/scarecrow", "own/garden_gnome", "teddy-bear", "robot",
        "own/nutcracker", "own/gingerbread_man", "own/doll", "nesting-dolls", "japanese-dolls",
    )
)  # fmt: skip
"""Figures that look as if they did something: a snowman with a broom."""
_DIRECTLY = re.compile(r"\s*(?:(?:who|that|which) )?(?:is |are )?|[也正在就]{0,2}")
"""Text between who does something and the words for it."""
_OWNED = re.compile(r"(?:'s?|的) ?(?:[a-z]+ )?")
"""Text between an owner and what is theirs: "grandma's cat"."""
_BEFORE_ZH = re.compile("的[大小]?")
"""Text between a Chinese deed and who does it."""


def give_to_nearer(
    text: str, subjects: Sequence[Mention], activities: Mapping[Mention, ShownPerson]
) -> dict[Mention, ShownPerson]:
    """Return *activities* without those of people whose words are about another one of *subjects*.

    In 男孩旁边的雪人拿着扫帚, the snowman has the broom. What they do and wear in addition remains.
    """
    own = {}
    for mention, shown in activities.items():
        others = [m for m in subjects if m is not mention]
        lost = [span for span in shown.spans if any(_is_about(text, mention, one, span) for one in others)]
        if len(lost) < len(shown.spans) or not lost:
            own[mention] = replace(shown, undrawn=shown.undrawn | frozenset(lost))
    return own


def _is_about(text: str, mention: Mention, other: Mention, span: Span) -> bool:
    """Return whether the words at *span* are about *other*, not about the person of *mention*."""
    is_figure = other.named in _FIGURES or other.named is Subject.ROBOT
    if is_human(str(other.named)) or not (is_figure or is_living(str(other.named))) or not is_human(str(mention.named)):
        return False
    if _BEFORE_ZH.fullmatch(text[span[1] : other.start]) is not None:
        return True
    is_between = mention.end <= other.start and other.end <= span[0]
    is_owned = is_between and _OWNED.fullmatch(text[mention.end : other.start]) is not None
    return is_between and (is_figure or is_owned) and _DIRECTLY.fullmatch(text[other.end : span[0]]) is not None
