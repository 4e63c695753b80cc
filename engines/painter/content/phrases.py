"""Phrases of a request: an action with its object, a preposition with the place that it names."""

import re
from collections.abc import Iterator, Sequence

from engines.painter.content.mentions import Mention
from engines.painter.content.words import POSITIONS, RELATIONS, Relation
from engines.painter.scene import LANDSCAPES, TimeOfDay, Weather
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

Span = tuple[int, int]
_MOTION = re.compile(r"(?:奔?跑|飞翔?)(?=[过在进出向]|$|[^\u4e00-\u9fff])")
_HAND_IN_HAND = re.compile(r"(?:拉着?手|手[拉牵]手|牵着?手)(?![\u4e00-\u9fff])")
"""Verbs after the thing, which the pose shows: 追着蝴蝶跑, 围着圣诞树手拉手."""
_MAX_PHRASE = 60
_OBJECT_EN = re.compile(
    r"(?: (?:up|down|out|off|of|from|at|to|against|around|along|across|through|with|on|in|into|over|under|behind|"
    r"beside|between|the|an?|his|her|its|their|one|some|[a-z]+ing)\b)*(?: [a-z'-]+){0,2}? ?"
)
"""Text between an English verb and its object: prepositions, a determiner and two adjectives."""
_OBJECT_ZH = re.compile(
    r"[着了过上下起到向在给]{0,2}(?:[一两二三四五六七八九十几]?[\u4e00-\u9fff]?)?[^,，。；、的和在]{0,4}的?"
)
_BREAK_EN = re.compile(r"\b(?:and|while|who|that|which|as)\b")
_MODIFIES = re.compile(r"(?:^|\b(?:an?|the|one|two|three|four|some|his|her|its|their|with|of|and|[a-z]+ly) )$")
_OWN_PLACE = re.compile(r" (?:(?:its|his|her|their)(?: [a-z]+){1,2}|(?:an? |the )?(?:[a-z]+ )?[a-z]+'s [a-z]+)")
"""A part of someone: "on its back", "on a pirate's shoulder"."""
_PRONOUN = re.compile(r" (?:it|them|him|her)\b(?! [a-z]+ing)")
_LINKS_EN = re.compile(r"\b(?:against|across|through|around|along|from|out of|off|outside|towards?|among)\b")
_NEAR_EN = re.compile(r"(?: (?!it\b|them\b|and\b|with\b|or\b)[a-z'-]+){0,3} ")
_PLACED_ZH = re.compile(r"(?:[着了]?[在到][^,，。；、]{1,7}?(?:上空|[上下里中内旁边前后间]))")
_QUALIFIERS_ZH = ("式", "代", "型", "状", "色", "的")
_POSED_ZH = tuple("停放挂摆开长飘漂游坐站躺趴落插装盛铺有蹲")
"""Verbs for where something is: 盘子里放着月饼."""
_FOLLOWS_ZH = re.compile("[追赶跟牵领拉带陪]着[^,，。；、]{0,12}$")
_MOVES_ZH = re.compile("(?:到处|一路|一起|往前|飞快地)?(?:奔?跑|走|飞|散步|跳)")
"""Text before and after a second one whose verb is that of the first."""


def extend_action(text: str, start: int, end: int, mentions: Sequence[Mention], used: Sequence[Span]) -> int:
    """Return the end of the object of the verb at *start*..*end*, or *end* if it has none that is known.

    A relation at one of *used* is drawn, and no part of what is not.

    An English participle after an article describes the noun: "a glowing jellyfish".
    """
    following = next((m for m in mentions if m.start >= end and m.is_subject), None)
    if text[start].isascii():
        is_verb = text[start:end].endswith(("ing", "s", "ed"))
        if following is None or not is_verb or _MODIFIES.search(text[:start]) or following.named in LANDSCAPES:
            return end
        between = text[end : following.start]
        if any(end <= a and b <= following.start and RELATIONS.match_at(text, a) for a, b in used):
            return end
        fits = _OBJECT_EN.fullmatch(between) and not _BREAK_EN.search(between)
        return following.end if fits and len(text[start : following.end]) <= _MAX_PHRASE else end
    placed = _PLACED_ZH.match(text, end)
    if placed is not None:
        is_drawn = any(end <= a and b <= placed.end() and text[a] in "在到" for a, b in used)
        return end if is_drawn else placed.end()
    if following is None or following.named in LANDSCAPES or text[start:end].endswith(_QUALIFIERS_ZH):
        return end
    between = text[end : following.start]
    has_owner = any(m.is_subject and m.end <= start for m in mentions)
    fits = _OBJECT_ZH.fullmatch(between) and (has_owner or not between.endswith("的"))
    return following.end if fits else end


def is_placement(text: str, start: int, end: int, taken: Sequence[Span]) -> bool:
    """Return whether the Chinese verb at *start*..*end* only states where something is, which is reported by itself."""
    if text[start:end].rstrip("着了满") not in _POSED_ZH:
        return False
    if text[end - 1] in "着了满" or text.startswith(("着", "了", "满"), end):
        return True
    placed = _PLACED_ZH.match(text, end)
    return any(a <= end < b or (placed and a < placed.end() and end < b) for a, b in taken)


def _qualifies(mention: Mention) -> bool:
    """Return whether *mention* is a time or weather, which may describe what follows: a foggy valley."""
    return isinstance(mention.named, TimeOfDay | Weather)


def find_relations(text: str, mentions: Sequence[Mention], used: Sequence[Span]) -> Iterator[ContentPart]:
    """Yield the English prepositions that no figure takes, each with its object; *used* are words that are drawn."""
    taken = [*used, *((match.start, match.end) for match in POSITIONS.find_all(text))]
    found = [(m.start, m.end) for m in RELATIONS.find_all(text) if m.value is not Relation.NEXT_TO]
    found += [match.span() for match in _LINKS_EN.finditer(text)]
    for start, end in sorted(found):
        if not text[start].isascii() or any(a < end and start < b for a, b in taken):
            continue
        own = _OWN_PLACE.match(text, end) or _PRONOUN.match(text, end)
        if own is not None and not any(start < b and a < own.end() for a, b in used):
            yield ContentPart(PartKind.RELATION, text[start : own.end()][:_MAX_PHRASE], PartOutcome.MISSING)
            continue
        if text[start:end] == "between":
            yield ContentPart(PartKind.RELATION, text[start:end], PartOutcome.MISSING)
            continue
        following = next((m for m in mentions if m.start >= end and m.named and not _qualifies(m)), None)
        if following is None or not following.is_subject:
            continue
        relation = RELATIONS.match_at(text, start)
        if following.named in LANDSCAPES and not (relation and relation.value is Relation.ABOVE):
            continue  # A landscape is around everything, but only some are above it.
        if any(m.end > start for m in mentions if m.start < start and m.is_subject):
            continue
        if _NEAR_EN.fullmatch(text[end : following.start]) and any(m.is_subject and m.end <= start for m in mentions):
            yield ContentPart(PartKind.RELATION, text[start : following.end][:_MAX_PHRASE], PartOutcome.MISSING)


def is_followed(text: str, start: int, end: int) -> bool:
    """Return whether the verb after the one at *start*..*end* is that of who follows or leads it: 厨师追着猫跑."""
    return _FOLLOWS_ZH.search(text[:start]) is not None and _MOVES_ZH.match(text, end) is not None


def find_end_of(text: str, item: Mention) -> int:
    """Return the end of the words about *item*, with the place after a Chinese name: 坐在石头上."""
    end = item.end + (1 if text.startswith("上", item.end) else 0)
    motion = _MOTION.match(text, end) or _HAND_IN_HAND.match(text, end)
    return motion.end() if motion is not None else end
