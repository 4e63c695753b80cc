"""The text about one subject, and its attributes in it: a count, a color, a size, a position."""

import re
from dataclasses import dataclass, replace

from engines.language.scanner import Lexicon, Match
from engines.painter.content.mentions import MEASURES_ZH, Mention
from engines.painter.content.words import COUNTS, POSITIONS, RELATIONS
from engines.painter.subjects.icons import PREFIX

CLAUSE = re.compile(r"[,，;；、。.!！?？\n]")
_LINK_ZH = re.compile(
    r"^(?:[的色小大老胖瘦可爱个只条位座把张匹头辆艘朵棵株架间片群对双碗杯盘根块颗件枚盏口尊 ]|可爱的)*$"
)
_BETWEEN = re.compile("隔|夹")
"""Text after 中间 where it is the space between two things."""
_MEASURED_ZH = re.compile(rf"$|[{MEASURES_ZH}]|[^\u4e00-\u9fff]")
_NUMERALS_ZH = frozenset("一二两俩三四五六七八九十")
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
    if counted is None or section.mention.named not in _PAIRS:
        return counted
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
    ]
    return max(found, key=lambda one: one.start, default=None)


def find_adjective(lexicon: Lexicon[str] | Lexicon[int], section: Section) -> Attribute | None:
    """Return the last word of *lexicon* that belongs to the noun: only adjectives lie between."""
    start, before = section.clause_start, section.text[section.clause_start : section.mention.start]
    found: list[Match[str] | Match[int]] = list(lexicon.find_all(before))
    for match in reversed(found):
        between = before[match.end :]
        if before[match.start].isascii():
            fits = len(between.split()) <= 2 and not any(True for _ in RELATIONS.find_all(between))
        else:
            fits = bool(_LINK_ZH.match(between))
        if fits:
            return Attribute(start + match.start, start + match.end, match.value)
    return None


def find_position(section: Section) -> Attribute | None:
    """Return the position before the subject ("左边一只猫") or after it in its clause ("a cat on the left")."""
    for start, end in ((section.clause_start, section.mention.start), (section.mention.end, section.clause_end)):
        found = POSITIONS.find_all(section.text[start:end])
        match = next((one for one in found if not _BETWEEN.match(section.text, start + one.end)), None)
        if match is not None and (section.text[start + match.start].isascii() or end == section.mention.start):
            return Attribute(start + match.start, start + match.end, match.value)
    if section.end < len(section.text):
        return None
    match = next(POSITIONS.find_all(section.text[section.mention.end :]), None)
    if match is None or _BETWEEN.match(section.text, section.mention.end + match.end):
        return None
    return Attribute(section.mention.end + match.start, section.mention.end + match.end, match.value)
