"""Whom a clause of a wish names as the readers, Chinese and English."""

import re
from collections.abc import Iterator

from services.planner.domain.note.brief_lexicon import READER_ENDS, READERS
from services.planner.domain.phrase import Phrase
from services.planner.domain.script import is_chinese

LONGEST_READERS = 16
_LEAD = r"(?:写给|面向|针对|目标读者是|目标人群是|目标用户是|读者是|受众是|送给|适合|给|为|替)"
_CERTAIN = ("写给", "面向", "针对", "目标", "读者", "受众")
_FOR_READERS = re.compile(rf"{_LEAD}(?=([^，。；,;、\s]{{1,{LONGEST_READERS + 4}}}))")
_AFTER_READERS = re.compile(r"(?:的|看的|看|读|准备的|参考|阅读|必看)")
_FOR_READERS_END = re.compile(
    r"(?:写给|面向|针对|目标读者是|目标人群是|读者是|受众是|适合|给)([^，。；,;、的\s]{2,14})$"
    r"|(?:写给|面向|针对|目标读者是|目标人群是|读者是|受众是)([^，。；,;、\s]{2,20})$"
)
# "给带孩子的家长写一篇": whom something is made for, before the word for making it.
_MADE_FOR = re.compile(
    r"(?:给|为|替)(?!我(?![妈爸奶爷姐妹哥弟的朋闺老男女])|你|大家)\s?([^，。；,;、]{1,16}?)\s?"
    r"(?=(?:写|推荐|做一|做个|做份|出一|出个|来一|来个|整理|准备一|介绍|分享|安利|种草|盘点|总结|列|讲))"
)
_MUST_SEE = re.compile(r"([^，。；,;、的\s]{2,6})(?:必看|专属|专用)")
_FOR_ENGLISH = re.compile(
    r"(?:,? ?\b(?:aimed at|targeting|intended for|written for|meant for|suitable for|for)) "
    r"((?:[\w'’-]+ ){0,4}[\w'’-]+)$"
)
_FOR_ENGLISH_ABOUT = re.compile(r"\bfor ((?:[\w'’-]+ ){0,3}[\w'’-]+)(?= (?:about|on|who want) )")
_BEGINNERS = re.compile(r"\b(beginner|newbie|parent|student|traveller|traveler|runner|renter)['’]?s?['’]? (?=guide\b)")
_TYPE = re.compile(r"[ei][ns][tf][jp]")
"""A type of personality by its four letters, as people call themselves."""
_NO_READERS = re.compile(r"写|推荐|^送|^(?:我|你|自己|每个人|一个人)$")


def is_reader(name: str) -> bool:
    """Return whether *name* calls a group of readers."""
    folded = Phrase(name.strip()).folded
    if not folded or _NO_READERS.search(folded):
        return False
    if _TYPE.fullmatch(folded):
        return True
    if is_chinese(folded):
        return folded in READERS or folded.removesuffix("们") in READERS or folded.endswith(READER_ENDS)
    last = folded.split()[-1]
    return folded in READERS or last in READERS


def named_readers(clause: Phrase) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the places of *clause* that name readers, the likeliest first, each with the name."""
    if is_chinese(clause.folded):
        yield from _made_for(clause)
        yield from _for_readers(clause)
        return
    for pattern in (_FOR_ENGLISH, _FOR_ENGLISH_ABOUT):
        match = pattern.search(clause.folded)
        if match and is_reader(match[1]):
            yield match.span(), clause.written[match.start(1) : match.end(1)]
    if match := _BEGINNERS.search(clause.folded):
        yield match.span(), f"{match[1]}s"


def _made_for(clause: Phrase) -> Iterator[tuple[tuple[int, int], str]]:
    for match in _MADE_FOR.finditer(clause.folded):
        if is_reader(match[1]):
            yield match.span(), clause.written[match.start(1) : match.end(1)]


def _for_readers(clause: Phrase) -> Iterator[tuple[tuple[int, int], str]]:
    folded = clause.folded
    for match in _FOR_READERS_END.finditer(folded):
        group = 1 if match[1] else 2
        if is_reader(match[group]) or (match[1] and match[0].startswith(_CERTAIN)):
            yield match.span(), clause.written[match.start(group) : match.end(group)]
    for match in _FOR_READERS.finditer(folded):
        if found := _longest(match[1], certain=match[0].startswith(_CERTAIN)):
            length, after = found
            start = match.end()
            yield (match.start(), start + length + after), clause.written[start : start + length]
    for match in _MUST_SEE.finditer(folded):
        if match[1] in READERS:
            yield match.span(), clause.written[match.start(1) : match.end(1)]


def _longest(following: str, *, certain: bool) -> tuple[int, int] | None:
    """Return the length of the longest name of readers that *following* begins with, and of the word after it.

    Readers may be told at length ("带孩子的家长的"); what is *certain* to be readers ends at the first such word.
    """
    ends = list(_AFTER_READERS.finditer(following))
    for end in reversed(ends):
        name = following[: end.start()]
        if 0 < len(name) <= LONGEST_READERS and is_reader(name):
            return len(name), len(end[0])
    if certain and ends and ends[0].start():
        return ends[0].start(), len(ends[0][0])
    return None
