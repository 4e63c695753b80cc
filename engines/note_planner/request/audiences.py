"""Finds the audience that a clause of a request names, in Chinese and English."""

import re
from collections.abc import Iterator

from engines.language.characters import is_chinese
from engines.language.phrase import Phrase
from engines.note_planner.request.lexicon import AUDIENCE_SUFFIXES, AUDIENCES

MAX_LENGTH = 16
_LEAD = r"(?:写给|面向|针对|目标读者是|目标人群是|目标用户是|读者是|受众是|送给|适合|给|为|替)"
_CERTAIN = ("写给", "面向", "针对", "目标", "读者", "受众")
_FOR_AUDIENCE = re.compile(rf"{_LEAD}(?=([^，。；,;、\s]{{1,{MAX_LENGTH + 4}}}))")
_AFTER_AUDIENCE = re.compile(r"(?:的|看的|看|读|准备的|参考|阅读|必看)")
_FOR_AUDIENCE_END = re.compile(
    r"(?:写给|面向|针对|目标读者是|目标人群是|读者是|受众是|适合|给)([^，。；,;、的\s]{2,14})$"
    r"|(?:写给|面向|针对|目标读者是|目标人群是|读者是|受众是)([^，。；,;、\s]{2,20})$"
)
# "给带孩子的家长写一篇": the audience, before the verb.
_BEFORE_VERB = re.compile(
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
_PERSONALITY_TYPE = re.compile(r"[ei][ns][tf][jp]")
"""A personality type by its four letters (INFP)."""
_NO_AUDIENCE = re.compile(r"写|推荐|它|什么|哪|就[^业职]|^送|^(?:我|你|自己|每个人|一个人)$")


def is_audience(name: str) -> bool:
    """Return whether *name* is a group of readers."""
    folded = Phrase(name.strip()).folded
    if not folded or _NO_AUDIENCE.search(folded):
        return False
    if _PERSONALITY_TYPE.fullmatch(folded):
        return True
    if is_chinese(folded):
        return folded in AUDIENCES or folded.removesuffix("们") in AUDIENCES or folded.endswith(AUDIENCE_SUFFIXES)
    last = folded.split()[-1]
    return folded in AUDIENCES or last in AUDIENCES


def find_audiences(clause: Phrase) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield span and name of each audience in *clause*, most likely first."""
    if is_chinese(clause.folded):
        yield from _find_before_verb(clause)
        yield from _find_for_audience(clause)
        return
    for pattern in (_FOR_ENGLISH, _FOR_ENGLISH_ABOUT):
        match = pattern.search(clause.folded)
        if match and is_audience(match[1]):
            yield match.span(), clause.text[match.start(1) : match.end(1)]
    if match := _BEGINNERS.search(clause.folded):
        yield match.span(), f"{match[1]}s"


def _find_before_verb(clause: Phrase) -> Iterator[tuple[tuple[int, int], str]]:
    for match in _BEFORE_VERB.finditer(clause.folded):
        if is_audience(match[1]):
            yield match.span(), clause.text[match.start(1) : match.end(1)]


def _find_for_audience(clause: Phrase) -> Iterator[tuple[tuple[int, int], str]]:
    folded = clause.folded
    for match in _FOR_AUDIENCE_END.finditer(folded):
        group = 1 if match[1] else 2
        if is_audience(match[group]) or (match[1] and match[0].startswith(_CERTAIN)):
            yield match.span(), clause.text[match.start(group) : match.end(group)]
    for match in _FOR_AUDIENCE.finditer(folded):
        if longest := _match_longest(match[1], certain=match[0].startswith(_CERTAIN)):
            length, after = longest
            start = match.end()
            yield (match.start(), start + length + after), clause.text[start : start + length]
    for match in _MUST_SEE.finditer(folded):
        if match[1] in AUDIENCES:
            yield match.span(), clause.text[match.start(1) : match.end(1)]


def _match_longest(following: str, *, certain: bool) -> tuple[int, int] | None:
    """Return the length of the longest audience at the start of *following*, and of the word after it.

    An audience may have several words ("带孩子的家长的"); with *certain*, it ends at the first such word.
    """
    ends = list(_AFTER_AUDIENCE.finditer(following))
    for end in reversed(ends):
        name = following[: end.start()]
        if 0 < len(name) <= MAX_LENGTH and is_audience(name):
            return len(name), len(end[0])
    if certain and ends and ends[0].start():
        return ends[0].start(), len(ends[0][0])
    return None
