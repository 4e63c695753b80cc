"""Finds the styles that a text names, and what part of the text does so."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from services.planner.domain.phrase import EDGES, Phrase
from services.planner.domain.scanner import Found, Lexicon, words
from services.planner.domain.script import is_chinese, simplify
from services.planner.domain.styles_lexicon import (
    NO_STYLE,
    NOT_STYLE_AFTER,
    NOT_STYLE_BEFORE,
    NOT_STYLE_BEFORE_WORDS,
    STYLE_NAMES,
    WEAK_STYLE_NAMES,
)

_NAMES = Lexicon({name: name for name in STYLE_NAMES | WEAK_STYLE_NAMES})
_THINGS = Lexicon(dict.fromkeys(NOT_STYLE_BEFORE_WORDS, True))

_BEFORE = Lexicon(dict.fromkeys(words(
    "in|in a|in an|in the style of|in the style of a|in style of|as|as a|as an|use|done in|rendered in",
    "painted in|drawn in|made in|using|with the style of|like a",
    "用|以|采用|使用|按|用一种|风格|风格是|风格为|风格：|风格:|要|要用|最好是|画风|style:|style: ",
), True))  # fmt: skip
_AFTER = Lexicon(dict.fromkeys(words(
    "的风格的|的风格|的画风|的画法|风格的|风格|画风的|画风|风的|风|画法|效果的|效果|画的|画|质感的|质感|艺术",
    "的|-style|-styled| style| styled| style of| painting| paintings",
    " drawing| illustration| art| artwork| print| picture| image| rendering| render| aesthetic| style painting",
    " style illustration",
    " painting of| drawing of| illustration of| art of| picture of| image of| print of| rendering of",
    " render of| style painting of| of",
), True))  # fmt: skip
_MARKERS = words("风格|画风")
_STOPS = EDGES + "的"
_EMPTY_BEFORE_STYLE = re.compile(r"^(?:一|两|几)?[只张幅个位座朵条匹辆款种]")
_FREE_STYLE = re.compile(r"\b(?:in the (?:style|manner) of|in style of|à la) ([^,.;:!?，。；：！？]{1,60})")
_OF_STYLE = re.compile(r"([^\s,.;:!?，。]{2,20})(?:-style\b|-styled\b| style\b| aesthetic\b)")
_LONGEST_FREE_NAME = 8
_MOST_WORDS = 5


@dataclass(frozen=True, slots=True)
class StyleMark:
    """A style's name, and the part of the text that names it, with the words that tell it is a style."""

    start: int
    end: int
    name: str


def find_styles(phrase: Phrase) -> tuple[StyleMark, ...]:
    """Return the styles that *phrase* names, in order, without overlaps; neighbours are one style."""
    folded = phrase.folded
    marks: list[StyleMark] = []
    for found in _NAMES.all(folded):
        if mark := _known(phrase, folded, found, follows=bool(marks) and marks[-1].end == found.start):
            marks.append(mark)
    marks += [*_unknown_chinese(phrase, folded), *_unknown_english(phrase, folded)]
    return _merged(phrase, sorted(marks, key=lambda mark: (mark.start, -mark.end)))


def style_text(marks: tuple[StyleMark, ...]) -> str:
    """Return the names of *marks* as one text."""
    names = [mark.name for mark in marks]
    return ("，" if is_chinese("".join(names)) else ", ").join(dict.fromkeys(names))


def _known(phrase: Phrase, folded: str, found: Found[str], *, follows: bool) -> StyleMark | None:
    if _is_thing(folded, found):
        return None
    end = _end_with_suffix(folded, found.end)
    before = _BEFORE.before(folded, len(folded[: found.start].rstrip()))
    start = before.start if before else found.start
    if found.value in WEAK_STYLE_NAMES and not (before or follows) and not _stands_out(folded, found, end):
        return None
    return StyleMark(start, end, _name(phrase, found.start, found.end))


def _is_thing(folded: str, found: Found[str]) -> bool:
    """Return whether the name is part of a thing's name ("漫画书", "a neon sign") or what somebody does."""
    if folded[found.end : found.end + 1] in NOT_STYLE_BEFORE and found.end < len(folded):
        return True
    if found.start and folded[found.start - 1] in NOT_STYLE_AFTER:
        return True
    return _THINGS.at(folded, found.end + 1) is not None


def _stands_out(folded: str, found: Found[str], end: int) -> bool:
    """Return whether a weak name is marked as a style, stands before a noun, or stands alone between commas."""
    if end > found.end and folded[found.end : end] not in ("的", "of"):
        return True
    follower = folded[found.end : found.end + 2].strip()
    opens = found.start == 0 or folded[found.start - 1] in EDGES or folded[found.start - 1] in "画的张幅个只"
    return opens and (not follower or follower[0].isalpha() or follower[0] in EDGES)


def _end_with_suffix(folded: str, end: int) -> int:
    suffix = _AFTER.at(folded, end)
    if suffix is None:
        return end
    if folded[suffix.end : suffix.end + 1] in tuple("一两三个只") and folded[end : suffix.end] == "画":
        return end  # "用水彩画一只猫": here 画 is the verb
    following = _AFTER.at(folded, suffix.end)
    return following.end if following and folded[suffix.end : following.end] in ("的", " of") else suffix.end


def _unknown_chinese(phrase: Phrase, folded: str) -> Iterator[StyleMark]:
    """Yield the styles that only the word after them tells: "宫崎峻风格", "外婆画风"."""
    for marker in _MARKERS:
        end = folded.find(marker)
        while end > 0:
            if mark := _before_marker(phrase, folded, end, end + len(marker)):
                yield mark
            end = folded.find(marker, end + len(marker))


def _before_marker(phrase: Phrase, folded: str, end: int, after: int) -> StyleMark | None:
    start = end
    while start > 0 and folded[start - 1] not in _STOPS and end - start <= _LONGEST_FREE_NAME:
        start -= 1
    run = folded[start:end]
    measure = _EMPTY_BEFORE_STYLE.match(run)
    start += measure.end() if measure else 0
    before = _BEFORE.at(folded, start)
    named = before.end if before and before.end < end else start
    name = folded[named:end]
    if not name or name in NO_STYLE or not is_chinese(name) or end - named > _LONGEST_FREE_NAME:
        return None
    if _NAMES.before(folded, end) is not None:
        return None
    after += 1 if folded[after : after + 1] == "的" else 0
    return StyleMark(start, after, _name(phrase, named, end))


def _unknown_english(phrase: Phrase, folded: str) -> Iterator[StyleMark]:
    """Yield the styles that only the words around them tell: "in the style of X", "in X style", "X-style"."""
    for match in _FREE_STYLE.finditer(folded):
        yield StyleMark(match.start(), match.end(), _name(phrase, match.start(1), match.end(1)))
    for match in _OF_STYLE.finditer(folded):
        if mark := _around_style(phrase, folded, match):
            yield mark


def _around_style(phrase: Phrase, folded: str, match: re.Match[str]) -> StyleMark | None:
    start, end = match.span(1)
    near = max(0, start - 60)
    opening = folded.rfind(" in ", near, start)
    begin = opening + 1 if opening >= 0 else (0 if folded.startswith("in ") and near == 0 else -1)
    if begin >= 0:
        inside = folded[begin + 3 : end]
        if len(inside.split()) <= _MOST_WORDS and not any(stop in inside for stop in ",.;:"):
            lead = len(inside) - len(re.sub(r"^(?:a|an|the) ", "", inside))
            name = inside[lead:]
            return None if name in NO_STYLE else StyleMark(begin, match.end(), _name(phrase, begin + 3 + lead, end))
    if folded[start:end] in NO_STYLE or is_chinese(folded[start:end]):
        return None
    return StyleMark(start, match.end(), _name(phrase, start, end))


def _name(phrase: Phrase, start: int, end: int) -> str:
    return simplify(phrase.written[start:end]).strip(EDGES)


def _merged(phrase: Phrase, marks: list[StyleMark]) -> tuple[StyleMark, ...]:
    merged: list[StyleMark] = []
    for mark in marks:
        previous = merged[-1] if merged else None
        if previous and mark.start < previous.end:
            if mark.end > previous.end or len(mark.name) > len(previous.name):
                longer = max(previous, mark, key=lambda one: len(one.name))
                merged[-1] = StyleMark(min(previous.start, mark.start), max(previous.end, mark.end), longer.name)
        elif previous and _touch(phrase, previous.end, mark.start):
            between = "" if previous.end == mark.start and is_chinese(mark.name) else " "
            merged[-1] = StyleMark(previous.start, mark.end, previous.name + between + mark.name)
        else:
            merged.append(mark)
    return tuple(merged)


def _touch(phrase: Phrase, end: int, start: int) -> bool:
    return start == end or phrase.written[end:start] == " "
