"""The text about one subject, and its attributes in it: a count, a color, a size, a position."""

import re
from dataclasses import dataclass, replace

from engines.language.scanner import Lexicon, Match
from engines.painter.content.mentions import MEASURES_ZH, Mention
from engines.painter.content.words import COLORS, CONTAINERS, COUNTS, POSITIONS, RELATIONS, Position
from engines.painter.subjects.icons import PREFIX

CLAUSE = re.compile(r"[,，;；、。.!！?？\n]")
_LINK_ZH = re.compile(
    r"^(?:[的色小大老胖瘦可爱个只条位座把张匹头辆艘朵棵株架间片群对双碗杯盘根块颗件枚盏口尊 ]|可爱的)*$"
)
_BETWEEN = re.compile("隔|夹")
"""Text after 中间 where it is the space between two things."""
_DIRECTION_ZH, _DIRECTION_EN = re.compile("[从往向朝对]着?$"), re.compile(r"(?:from|towards?|facing|looking) $")
"""Text before a place that something comes from or looks to: nothing is there."""
_ELSEWHERE_ZH = re.compile("[那这其][\u4e00-\u9fff]|[上里下旁中内外]")
"""Text between a place and a thing by which the place is that of another one: 左边那只里面长出一株小草."""
_IS_AT_ZH = re.compile(r"(?:[,，\s]|[,，\s]?[\u4e00-\u9fff]{0,3}(?P<at>[在于靠]))(?:(?:整个|这个)?(?:画面|图)的?)?")
"""Text between a thing and its place; 高楼中间 is a place between others."""
_OF_ANOTHER = re.compile(r" of (?!(?:the |this |an? )?(?:image|picture|frame|page|canvas|scene|painting|drawing)\b)")
"""Text after a side that is the side of another thing."""
_MEASURED_ZH = re.compile(rf"$|[{MEASURES_ZH}]|[^\u4e00-\u9fff]")
_NUMERALS_ZH = frozenset("一二两俩三四五六七八九十")
_OF_PART_ZH = re.compile(rf"[{MEASURES_ZH}层]([\u4e00-\u9fff]{{1,3}})的")
"""A counted part before what has it."""
_OF_PART_EN = re.compile(r" (([a-z]+?)s?) of ")
"""A counted part, which the drawing does not follow: "three scoops of ice cream", not "three slices of bread"."""
_HAS_PARTS_ZH = re.compile("(?:[有带叠长][着了]?|[装堆插][着了])[一两二三四五六七八九十几]+$")
"""Text up to the number of what a thing has."""
_DEGREE_ZH = tuple("很太真好挺")
"""Words before a predicate, which describes what is before it: 天很蓝云很大."""
_PAIR_WORDS = frozenset(["a pair of", "pair of", "一对", "一双"])
_PAIRS = frozenset(
    PREFIX + key
    for key in ("sunglasses", "glasses", "goggles", "scissors", "jeans", "shorts", "socks", "gloves", "chopsticks",
        "headphone", "ballet-shoes", "own/ice_skates", "own/rain_boots")
)  # fmt: skip
"""Icons that show a pair: its name counts as one, and six socks are three of them."""
_OF_PAIRS = re.compile("[双对]|[ -]pairs? of")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A value with its position in the text."""

    start: int
    end: int
    value: object


@dataclass(frozen=True, slots=True)
class Section:
    """The text that belongs to one subject: *start* to *end*."""

    text: str
    mention: Mention
    start: int
    end: int

    @property
    def clause_start(self) -> int:
        """Start of the clause that the subject is in."""
        before = self.text[self.start : self.mention.start]
        return self.start + max((match.end() for match in CLAUSE.finditer(before)), default=0)

    @property
    def clause_end(self) -> int:
        """End of the clause that the subject is in."""
        match = re.compile(rf"{CLAUSE.pattern}| and ").search(self.text, self.mention.end, self.end)
        return match.start() if match else self.end


def find_count(section: Section) -> Attribute | None:
    """Return the count nearest before the subject; a plain "a" or 一 is none. A pair of glasses is one thing."""
    counted = _find_number(section)
    if counted is None:
        return None
    if section.mention.named not in _PAIRS:
        are_pairs = _OF_PAIRS.match(section.text, counted.end) and isinstance(counted.value, int)
        return replace(counted, value=2 * int(str(counted.value))) if are_pairs else counted
    if section.text[counted.start : counted.end] in _PAIR_WORDS:
        return replace(counted, value=1)
    number = counted.value
    if not isinstance(number, int) or number % 2 or _OF_PAIRS.match(section.text, counted.end):
        return counted
    return replace(counted, value=number // 2)


def _find_number(section: Section) -> Attribute | None:
    start, clause = section.clause_start, section.text[section.clause_start : section.mention.start]
    found = [
        Attribute(start + match.start(), start + match.end(), max(1, int(match[1])))
        for match in re.finditer(r"(?<![\d.])(\d{1,3})(?![\d.]| ?[dk:x×%岁])", clause)
    ]
    found += [
        Attribute(start + match.start, start + match.end, match.value)
        for match in COUNTS.find_all(clause)
        if clause[match.end : match.end + 1] not in tuple("点些起样直切会下定")
        # The numerals in 三轮车 and 十二生肖 are parts of a name, not counts.
        and (clause[match.start] not in _NUMERALS_ZH or _MEASURED_ZH.match(clause, match.end))
        and not _counts_part(clause, match.end)
    ]
    return max(found, key=lambda one: one.start, default=None)


def _counts_part(clause: str, end: int) -> bool:
    """Return whether the number up to *end* counts a part of the thing: 四个球的冰淇淋, "a three-tier cake"."""
    part_en = _OF_PART_EN.match(clause, end)
    if clause[end : end + 1] == "-" or (part_en and part_en[1] not in CONTAINERS and part_en[2] not in CONTAINERS):
        return True
    part = _OF_PART_ZH.match(clause, end)
    has_parts = _HAS_PARTS_ZH.search(clause[:end]) is not None
    return part is not None and has_parts and COLORS.match_at(part[1], 0) is None


def find_adjective(lexicon: Lexicon[str] | Lexicon[int], section: Section) -> Attribute | None:
    """Return the last word of *lexicon* that belongs to the noun: only adjectives lie between."""
    start, before = section.clause_start, section.text[section.clause_start : section.mention.start]
    found: list[Match[str] | Match[int]] = list(lexicon.find_all(before))
    for match in reversed(found):
        between = before[match.end :]
        if before[match.start].isascii():
            fits = len(between.split()) <= 2 and not any(True for _ in RELATIONS.find_all(between))
        else:
            is_predicate = before[: match.start].endswith(_DEGREE_ZH) and "的" not in between
            fits = bool(_LINK_ZH.match(between)) and not is_predicate
        if fits:
            return Attribute(start + match.start, start + match.end, match.value)
    return None


def find_position(section: Section) -> Attribute | None:
    """Return the position before the subject ("左边一只猫") or after it ("a cat on the left", 猫在左边)."""
    text, mention = section.text, section.mention
    start = section.clause_start
    start += max((match.end() for match in re.finditer(r"\band ", text[start : mention.start])), default=0)
    last = len(text) if section.end == len(text) else section.clause_end
    for at, end in ((start, mention.start), (mention.end, section.clause_end), (mention.end, last)):
        for match in POSITIONS.find_all(text[at:end]):
            found = Attribute(at + match.start, at + match.end, match.value)
            if _is_place_of(section, found, is_before=end == mention.start):
                return found
    return None


def _is_place_of(section: Section, place: Attribute, *, is_before: bool) -> bool:
    """Return whether *place*, before the subject or after it, is the place of the subject itself."""
    text, mention = section.text, section.mention
    if text[place.start].isascii():
        is_side = place.value not in (Position.CENTER, Position.TOP, Position.BOTTOM)
        is_other = is_side and _OF_ANOTHER.match(text, place.end) is not None
        is_far = not is_before and place.start >= section.clause_end
        return not (is_other or is_far or _DIRECTION_EN.search(text[: place.start]))
    if _BETWEEN.match(text, place.end) or _DIRECTION_ZH.search(text[: place.start]):
        return False
    if is_before:
        return _ELSEWHERE_ZH.search(text, place.end, mention.start) is None
    is_at = _IS_AT_ZH.fullmatch(text, mention.end, place.start)
    # In 鸢尾花 左上角一只蝴蝶, the place is that of what follows.
    ends = place.end == len(text) or CLAUSE.match(text, place.end) is not None
    return is_at is not None and (bool(is_at["at"]) or ends)
