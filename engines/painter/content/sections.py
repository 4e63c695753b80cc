"""The text about one subject, and its attributes in it: a count, a color, a size, a position."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.language.scanner import Lexicon, Match
from engines.painter.content.counts import find_counts
from engines.painter.content.mentions import MEASURES_ZH, Mention
from engines.painter.content.names import load_names
from engines.painter.content.words import COLORS, CONTAINERS, POSITIONS, RELATIONS, Position
from engines.painter.scene import Setting
from engines.painter.subjects.icons import PREFIX

CLAUSE = re.compile(r"[,，;；、。.!！?？\n]")
_LINK_ZH = re.compile(
    r"^(?:[的色小大老胖瘦可爱个只条位座把张匹头辆艘朵棵株架间片群对双碗杯盘根块颗件枚盏口尊 ]|可爱的)*$"
)
_BETWEEN = re.compile("隔|夹")
"""Text after 中间 where it is the space between two things."""
_OF_PART = re.compile(
    "[ -](?:hair|ey|ear|tail|wing|beard|legg|nos|fac|lipp|skinn|furr|crest|beak|neck|foot|head|breast|belli"
    "|roof|rimm|tipp|topp)ed"
)
"""Text after a color of a part: a silver-haired girl."""
_OF_IMAGE = re.compile(
    r" of (?:the |this |an? )?(?:image|picture|frame|scene|canvas|page|photo|painting|drawing|poster|screen)\b"
)
_IN_IMAGE_ZH = re.compile(
    r"(?:^|[^\u4e00-\u9fff]|[在于的最正偏靠和与跟有是着了到往向从由]|[站坐放摆躺趴停挂蹲画]|画面|图片?|照片|屏幕|背景|构图|版面)$"
)
"""Text before a Chinese position in the image; after any other noun, it is one of that thing: 湖中间."""
_STATED = re.compile(r" *(?:(?:and |all |just |a |in |it is |its |it's )*|(?:要|是|全是|都是|整体|通体|全身)?)")
_LINKED = re.compile(" in (?:all |bright )?|(?:要|是|全是|都是|必须是|得是)")
"""Text between a thing and its color, in a clause of its own or after the name."""
_OTHER_THING = re.compile(r"\b(?:an?|the) [a-z]")
"""Text between them about something that nothing draws: the color is that one's."""
_STATED_END = re.compile(r"(?:的|色|的那种|的就好|系)? *(?:$|[,，;；、。.!！?？\n])| ones?\b *(?:$|[,;.!?\n])")
_LONGEST_PLACE = 3
_ONE_OF = re.compile("的?[那这]|的?一?个是")
"""Text after the position of one of several: 最中间那个是蓝色的."""
_OTHER_NOUN = re.compile(r"[,，;；][^,，;；]*\b(?:(?:an?|the|his|her|its|some|two|three) [a-z]|one\b|another\b)")
"""Text between a subject and a position with another thing whose position it is."""
_UNDRAWN_NOUN = re.compile(
    r"[,，;；] *(?:and )?(?![a-z]+(?:ing|ed|ly)\b|(?:is|are|set|seen|put|in|at|on|to|with|by|near|facing)\b)"
    r"[a-z][^,，;；]* $"
)
"""The same where nothing draws that thing: ", plant on the right", ", lots of empty space on the right"."""
_DIRECTION_ZH, _DIRECTION_EN = re.compile("[从往向朝对]着?$"), re.compile(r"(?:from|towards?|facing|looking) $")
"""Text before a place that something comes from or looks to: nothing is there."""
_ELSEWHERE_ZH = re.compile("[那这其][\u4e00-\u9fff]|[上里下旁中内外]")
"""Text between a place and a thing by which the place is that of another one: 左边那只里面长出一株小草."""
_IS_AT_ZH = re.compile(r"(?:[,，\s]|[,，\s]?[\u4e00-\u9fff]{0,3}(?P<at>[在于靠]))(?:(?:整个|这个)?(?:画面|图)的?)?")
"""Text between a thing and its place; 高楼中间 is a place between others."""
_MEASURED_ZH = re.compile(rf"$|[{MEASURES_ZH}]|[^\u4e00-\u9fff]")
_NUMERALS_ZH = frozenset("一二两俩三四五六七八九十")
_OF_PART_ZH = re.compile(rf"[{MEASURES_ZH}层]([\u4e00-\u9fff]{{1,3}})的")
"""A counted part before what has it."""
_OF_PART_EN = re.compile(r" (([a-z]+?)s?) of ")
"""A counted part, which the drawing does not follow: "three scoops of ice cream", not "three slices of bread"."""
_HAS_PARTS_ZH = re.compile("(?:[有带叠长][着了]?|[装堆插][着了])[一两二三四五六七八九十几]+$")
"""Text up to the number of what a thing has."""
_OF_GROUPS = re.compile(
    r" (?:rows|lines|columns|stacks|piles|heaps|layers|bunches|groups|herds|flocks) of |[排行列堆叠摞层群队]"
)
"""Text after a number of groups, of which each has several: "two rows of cabbages"."""
_DEGREE_ZH = tuple("很太真好挺")
"""Words before a predicate, which describes what is before it: 天很蓝云很大."""
_PAIR_WORDS = frozenset(["a pair of", "pair of", "一对", "一双"])
_PAIRS = frozenset(
    PREFIX + key
    for key in ("sunglasses", "glasses", "goggles", "scissors", "jeans", "shorts", "socks", "gloves", "own/chopsticks",
        "own/headphones", "ballet-shoes", "own/ice_skates", "own/rain_boots", "own/hands")
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
        Attribute(start + match.start, start + match.end, match.value)
        for match in find_counts(clause)
        if clause[match.end : match.end + 1] not in tuple("点些起样直切会下定")
        # The numerals in 三轮车 and 十二生肖 are parts of a name, not counts.
        and (clause[match.start] not in _NUMERALS_ZH or _MEASURED_ZH.match(clause, match.end))
        and not _counts_part(clause, match.end)
        and not _OF_GROUPS.match(clause, match.end)
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
            fits = fits and not _OF_PART.match(between)
        else:
            is_predicate = before[: match.start].endswith(_DEGREE_ZH) and "的" not in between
            fits = bool(_LINK_ZH.match(between)) and not is_predicate
        if fits:
            return Attribute(start + match.start, start + match.end, match.value)
    return None


def find_color(section: Section) -> Attribute | None:
    """Return the color of the subject: before its name, or stated after it ("a bus, yellow", "巴士是黄色的")."""
    return find_adjective(COLORS, section) or next(_list_stated_colors(section), None)


def _list_stated_colors(section: Section) -> Iterator[Attribute]:
    text, end = section.text, section.end
    starts = [section.mention.end, *(match.end() for match in CLAUSE.finditer(text, section.mention.end, end))]
    for start in starts:
        if _OTHER_THING.search(text, section.mention.end, start):
            return
        # Directly after the name it needs a word that links both.
        opening = (_STATED if start > section.mention.end else _LINKED).match(text, start)
        color = COLORS.match_at(text, opening.end()) if opening is not None else None
        if color is not None and _STATED_END.match(text, color.end):
            yield Attribute(color.start, color.end, color.value)


def find_position(section: Section) -> Attribute | None:
    """Return the position in the image before the subject ("左边一只猫") or after it ("a cat on the left")."""
    return next((one for one in _list_positions(section) if not _is_relative(section, one)), None)


def find_relative_position(section: Section) -> tuple[int, int] | None:
    """Return where the words for a position start and end that is not one in the image: "at the bottom of the sea"."""
    if find_position(section) is not None:
        return None
    return next(((one.start, one.end) for one in _list_positions(section)), None)


def _list_positions(section: Section) -> Iterator[Attribute]:
    text, mention = section.text, section.mention
    spans = [(section.clause_start, mention.start), (mention.end, section.clause_end)]
    spans += [(mention.end, len(text))] if section.end == len(text) else []
    for start, end in spans:
        for match in POSITIONS.find_all(text[start:end]):
            is_known_side = text[start + match.start].isascii() or end in (mention.start, len(text))
            if is_known_side and not _BETWEEN.match(text, start + match.end):
                yield Attribute(start + match.start, start + match.end, match.value)
                break


def _is_relative(section: Section, position: Attribute) -> bool:
    """Return whether *position* is one next to a thing, or that of another thing or of one of several."""
    text, mention = section.text, section.mention
    before = text[: position.start]
    if _DIRECTION_ZH.search(before) or _DIRECTION_EN.search(before):
        return True
    is_of_thing = text.startswith(" of ", position.end) and not _OF_IMAGE.match(text, position.end)
    if (is_of_thing and position.value is not Position.CENTER) or _ONE_OF.match(text, position.end):
        return True
    is_chinese = not text[position.start].isascii()
    if is_chinese and not _IN_IMAGE_ZH.search(before):
        return not (position.value is Position.CENTER and _follows_place(text, position.start))
    if position.start < mention.start:
        if is_chinese and _ELSEWHERE_ZH.search(text, position.end, mention.start):
            return True
        # Directly after another thing it is about that one: "a cat on the left and a dog".
        is_next = not text[section.start : position.start].strip()
        return is_next and section.start > 0 and not CLAUSE.match(text, section.start - 1)
    if not is_chinese:
        between = text[mention.end : position.start]
        return _OTHER_NOUN.search(between) is not None or _UNDRAWN_NOUN.search(between) is not None
    # In 鸢尾花 左上角一只蝴蝶, the position is that of what follows.
    is_at = _IS_AT_ZH.fullmatch(text, mention.end, position.start)
    ends = position.end == len(text) or CLAUSE.match(text, position.end) is not None
    return is_at is None or not (is_at["at"] or ends)


def _follows_place(text: str, at: int) -> bool:
    """Return whether a place that fills the image is named directly before *at*: 湖中间."""
    names = (load_names().match_at(text, start) for start in range(max(0, at - _LONGEST_PLACE), at))
    return any(isinstance(name.value, Setting) for name in names if name is not None and name.end == at)
