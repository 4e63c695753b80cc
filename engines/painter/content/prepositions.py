"""Prepositions: how a text relates a figure to the next one that it names."""

import re

from engines.painter.content.activity_words import LEANS
from engines.painter.content.looks import is_human
from engines.painter.content.mentions import BODY, Mention
from engines.painter.content.names import load_names
from engines.painter.content.postures import find_unmet_posture
from engines.painter.content.relations import EVENTS_ZH
from engines.painter.content.sections import CLAUSE, Attribute, Section, find_color
from engines.painter.content.words import AFTER_PLACE, POSITIONS, RELATIONS, Relation
from engines.painter.scene import LANDSCAPES
from engines.painter.subjects.actions.verbs import load_verbs
from engines.painter.subjects.catalog import BRIDGES, GROUNDS, Placement, find_entry
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.natural_sizes import find_natural_height
from engines.painter.subjects.nature import is_immovable, is_living
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_PART_ZH = re.compile("(?:枝头|枝|顶|身)?")
"""A part of the thing before the word of the place: 停在梅花枝上."""
_OTHER_PART = re.compile(
    r"'s (?:shoulder|arm|hand|lap|knee|mouth|leg|finger|nose|cheek|palm)s?\b|"
    r"的?(?:肩膀?|胳膊|手臂?|手心|腿|膝盖|嘴|怀)[上里中]"
)
"""A part of someone that nothing is put on."""
_ANOTHER_PLACE = re.compile("[上里下旁边中前后]|ing (?:an?|the|his|her|its) ")
"""Text between a preposition and the next subject by which that is not its object: 坐在藤椅上听收音机."""
_OWN_BODY = re.compile(rf" (?:his|her|its|their)(?: [a-z]+)? (?:{'|'.join(sorted(BODY))})\b")
"""Text after a preposition that is about a part of who is named before: "with a sword on his back"."""
_PUTS = re.compile(
    r"\b(?:put|plac|stick|lay|hang|pour|dropp|spread|paint|draw|writ|throw|pinn|glu"
    r"|spray|squirt|splash|sprinkl|toss|load|carv|hammer)(?:s|es|ing|ting) "
    r"(?:(?:an?|the|his|her|its|some) "
    r"|(?:water|paint|snow|sand|foam|tea|coffee|milk|wine|juice|soup|sugar|salt|flour|rice) )"
)
"""Text before a preposition that is about what someone puts somewhere: a nurse does not stand on the boy."""
_IN_AIR = re.compile(
    "angel|fairy|ghost|fly|flies|hover|soar|bird|plane|leap|jump|hop|float|drift|glid|hang|swing|[飞翔盘跳跃飘悬吊浮]"
)
_PLACE_ZH = re.compile("[\u4e00-\u9fff]{0,3}[里外中内下旁边前后口间角]")
"""Text after a thing of which a part, or what is next to it, is the place: it is not on the thing."""
_CROSSES = re.compile(
    r"(?:\b(?P<way>along|down|up|across|cross(?:es|ing)|over)(?: (?!and\b)[a-z-]+){0,3} |(?P<past>[走跑骑]?过|走上))$"
)
"""Text before a road or a bridge that someone is on."""
_VERB = re.compile(r"\b[a-z]+ $")
_BEARING = frozenset(("ride", "sit_on", "sleep_on", "lie_on", "jump_onto", "climb", "carry_head", "jump", "run", "fly",
    "swim", "walk"))  # fmt: skip
"""Actions after which "on" names what someone is on: who pulls on a rope is not on it."""
_SIDES = (Relation.LEFT, Relation.RIGHT)
_MAX_WORD = 40
_HEAVY = 4.0
"""Natural height in meters from which a thing that does not fly stays on the ground."""


def find_relation(section: Section, following: Mention) -> Attribute | None:
    """Return how the figure of *section* relates to the one of *following*."""
    text, start = section.text, section.mention.end
    between = _hide_stated_color(section, text[start : following.start])
    crossing = _find_crossing(section, following)
    if crossing is not None:
        return crossing
    part = _PART_ZH.match(text, following.end)
    end = part.end() if part else following.end
    tail = text[end : end + 2]
    place = AFTER_PLACE.get(tail) or AFTER_PLACE.get(tail[:1])
    if place is Relation.ON and text[end - 1] in EVENTS_ZH:
        place = None  # 灯会上, 集市上: at it, not on it.
    found = [
        match
        for match in RELATIONS.find_all(between)
        if (match.value in _SIDES or not _is_position(between, match.start))
        # What leans on a thing does not stand on top of it; nothing draws or measures that it leans.
        and not LEANS.search(between[: match.start])
        and not _PUTS.search(between[: match.start])
        and not (match.value is Relation.ON and _is_object(between[: match.start]))
        and load_names().match_at(between[match.end :].strip(), 0) is None
        and not _ANOTHER_PLACE.search(between, match.end)
        and not _OWN_BODY.match(between, match.end)
    ]
    clause = CLAUSE.split(between)[-1]
    if place is not None and ("在" in clause or any(match.value is not Relation.NEXT_TO for match in found)):
        end += 2 if tail in AFTER_PLACE else 1
        first = following.start if following.word_start < 0 else following.word_start
        first -= text[first - 1] in "在于到"
        return Attribute(max(start, first), end, place)
    if CLAUSE.search(between) or not found or found[-1].value is Relation.NEXT_TO:
        return None
    relation = found[-1].value
    if between[: found[-1].end].endswith("在") and _PLACE_ZH.match(text, end):
        return None  # 站在城堡大厅里, 趴在门边: where in or at the thing is not drawn.
    named = str(section.mention.named)
    if relation is Relation.ABOVE and not _flies(named, between):
        if following.named in BRIDGES:
            relation = Relation.ON  # Who does not fly goes over a bridge on it.
        elif is_living(named) or (following.named in LANDSCAPES and _is_heavy(named)):
            # What someone holds is over another one, or goes there; a cliff above a valley does not float.
            return None
    return Attribute(start + found[-1].start, start + found[-1].end, relation)


def _hide_stated_color(section: Section, between: str) -> str:
    """Return *between*, the text after the subject, with spaces for its color there: "dice, green, on a wall"."""
    color, start = find_color(section), section.mention.end
    if color is None or color.start < start:
        return between
    before, after = between[: color.start - start], between[color.end - start :]
    opening, closing = re.search(r"[,，、 ]*$", before), re.match(r"[色的]{0,2} *[,，]?", after)
    shown, rest = before[: opening.start()] if opening else before, after[closing.end() :] if closing else after
    return shown + " " * (len(between) - len(shown) - len(rest)) + rest


def _find_crossing(section: Section, following: Mention) -> Attribute | None:
    """Return "on" for who goes over a bridge or along a road: 走过木桥, "riding along a dirt road"."""
    if following.named not in (*BRIDGES, *GROUNDS):
        return None
    text, first = section.text, section.mention.end
    crosses = _CROSSES.search(text[first : following.start])
    if crosses is None or CLAUSE.search(text, first + crosses.start(), following.start):
        return None
    start, end = crosses.span("way" if crosses["way"] else "past")
    if _IN_AIR.search(text, first, first + end) or (
        crosses["way"] == "over" and _flies(str(section.mention.named), "")
    ):
        return None
    return Attribute(first + start, first + end, Relation.ON)


def describe_relation(section: Section, relation: Attribute, following: Mention) -> ContentPart:
    """Return the part for *relation* to *following*; no drawing puts a parrot on a shoulder.

    A posture that the drawing does not have is no part of it.
    """
    text = section.text
    other = _OTHER_PART.match(text, following.end)
    if other is not None:
        words = text[relation.start : other.end()].strip()
        return ContentPart(PartKind.RELATION, words[:_MAX_WORD], PartOutcome.MISSING)
    words = text[relation.start : relation.end].strip()
    named = str(section.mention.named)
    posture = "" if is_human(named) else find_unmet_posture(words, named)
    words = words.removeprefix(posture).strip() or words
    return ContentPart(PartKind.RELATION, words[:_MAX_WORD], PartOutcome.SHOWN)


def _is_position(between: str, at: int) -> bool:
    return any(position.start <= at < position.end for position in POSITIONS.find_all(between))


def _is_object(before: str) -> bool:
    """Return whether the verb at the end of *before* is one whose "on" names its object."""
    verb = _VERB.search(before)
    match = load_verbs().match_at(before, verb.start()) if verb is not None else None
    return match is not None and not any(one.action in _BEARING for one in match.value)


def _is_heavy(named: str) -> bool:
    """Return whether what is *named* is a part of the land, or a building."""
    height = None if named in LANDSCAPES else find_natural_height(named)
    return is_immovable(named) or (height is not None and height >= _HEAVY)


def _flies(named: str, words: str) -> bool:
    """Return whether what is *named* is in the air, by its drawing or by the *words* after it."""
    entry, icon = find_entry(named), load_icons().get(named)
    is_bird = icon is not None and icon.group == "animal-bird"
    is_in_air = is_bird or (entry is not None and entry.stand is Placement.AIR)
    return is_in_air or _IN_AIR.search(f"{named} {words}") is not None
