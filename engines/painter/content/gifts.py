"""Gifts: someone who gives a thing to someone else, three names in one sentence."""

import re
from collections.abc import Sequence

from engines.painter.content.feasibility import is_feasible
from engines.painter.content.mentions import Mention
from engines.painter.content.people import ShownPerson, find_dressed
from engines.painter.content.words import COLORS
from engines.painter.subjects.actions.keys import ActionKey
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome
from services.common.text import segmentation

_THE = r"(?: (?:an?|the|his|her|their|some))?(?: [a-z'-]+){0,2} "
_ONE = "(?:了|上)?(?:[他她]的?)?(?:一?[个只条束朵本把张盒杯块颗件支份封])?[^,，。；、的给送]{0,4}的?"
_GIVES_EN = r"(?:giv(?:es|ing|e)|hand(?:s|ing)?|offer(?:s|ing)?|present(?:s|ing)?|pass(?:es|ing)?)"
_BEFORE_THING = re.compile(rf".*(?: {_GIVES_EN}{_THE}|把{_ONE}|[送递献赠]{_ONE})")
_TO_RECEIVER = re.compile(rf" to{_THE}|(?:[送递献交赠]|转)?给{_ONE}")
_BEFORE_RECEIVER = re.compile(rf".*(?: {_GIVES_EN}{_THE}|[送递献交赠]?给{_ONE})")
_TO_THING = re.compile(rf"{_THE}|(?:[送递献赠])?{_ONE}")
_MAX_GAP = 30
_GIVES_ZH = ("送", "递", "献", "赠", "了", "上", "送上", "递上", "献上")


def find_gift(text: str, subjects: Sequence[Mention], number: int) -> ShownPerson | None:
    """Return the subject *number* of *text* as one who gives the next one to the one after it, or the other way."""
    if number + 2 >= len(subjects):
        return None
    giver, first, second = subjects[number : number + 3]
    before, between = text[giver.end : first.start], text[first.end : second.start]
    if len(before) > _MAX_GAP:
        return None
    receiver_first = find_dressed(text, first) is not None
    thing, receiver = (second, first) if receiver_first else (first, second)
    patterns = (_BEFORE_RECEIVER, _TO_THING) if receiver_first else (_BEFORE_THING, _TO_RECEIVER)
    if receiver_first and _does_more(between):
        return None
    if not all(pattern.fullmatch(gap) for pattern, gap in zip(patterns, (before, between), strict=True)):
        return None
    gives, gets = find_dressed(text, giver), find_dressed(text, receiver)
    if gives is None or gets is None or _is_another(text, thing) or not is_feasible("give", thing.named):
        return None
    verb = re.search(rf" {_GIVES_EN}|[把送递献赠给]", before)
    span = giver.end + (verb.start() if verb else 0), second.end
    color = next(COLORS.find_all(between if thing is second else before), None)
    key = ActionKey("give", gives.key, str(thing.named), color.value if color else "", 1, gets.key)
    parts = [ContentPart(PartKind.SUBJECT, text[one.start : one.end], PartOutcome.SHOWN) for one in (thing, receiver)]
    return ShownPerson(str(key), (span,), color.value if color else "", None, frozenset(), tuple(parts))


def _does_more(between: str) -> bool:
    """Return whether the Chinese words *between* receiver and thing are another deed than giving: 给小孩打针."""
    return any(tag.startswith("v") and word not in _GIVES_ZH for word, tag in segmentation.tag_words(between))


def _is_another(text: str, thing: Mention) -> bool:
    """Return whether the drawing is of a similar thing; 送花 is a word that has the verb in it."""
    return thing.is_similar and text[thing.word_start : thing.start] not in tuple("送递献赠")
