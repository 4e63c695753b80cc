"""Demands in the user's prompt and the constraints of a brief: lengths, required words, banned words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

_DIGITS: Final = {character: number for number, character in enumerate("零一二三四五六七八九")} | {"两": 2}
_NUMBER: Final = (
    r"(\d{1,5}|[一二两三四五六七八九]百[一二三四五六七八九]?十?|[一二两三四五六七八九]?千|"
    r"[一二两三四五六七八九]?十[一二三四五六七八九]?)"
)
_OF_TITLE: Final = re.compile(r"(?:标题|题目|title)[^，。；,.;]{0,8}$", re.IGNORECASE)
_MAX_WORDS: Final = re.compile(
    r"(?:不超过|不要超过|别超过|不得超过|最多|至多|(?<!不)少于|控制在|under|at most|no more than|within|up to|"
    r"maximum(?: of)?|max)\s*$",
    re.IGNORECASE,
)
_MIN_WORDS: Final = re.compile(
    r"(?:至少|不少于|不低于|(?<![不要别得])超过|多于|at least|no less than|more than|over|minimum(?: of)?)\s*$",
    re.IGNORECASE,
)
_LENGTH: Final = re.compile(
    rf"{_NUMBER}\s*(?:个)?(?:汉)?字(?P<most>符?(?:以内|之内|内|以下))?(?P<least>符?以上)?|"
    r"(\d{1,5})[\s-]*(?P<unit>words?|characters?)\b",
    re.IGNORECASE,
)
# Not "more than" and "over 300 words", which are lengths, nor a degree ("不要太长"), which bans no word.
_BANNED_ZH: Final = re.compile(
    r"(?:不要|不能|不得|不许|不准|禁止|避免|请勿|切勿|别)(?:再|有|出现|提到|提及|提|写到|写|使用|用|加入|加|包含|带)*"
    r"(?!太|过|很|那么|这么|超|少|多|只|像|把|让|说|是|成|去|得)([^，。；、！!,.;\s“”\"]{2,8})"
)
_BANNED_EN: Final = re.compile(
    r"\b(?:without|avoid|don'?t (?:mention|use|include|write about)|do not (?:mention|use|include|write about)|"
    r"never mention|no(?! (?:more|less|fewer|longer|need)))\s+(?:any |the |using )?([a-z][a-z' -]{2,24}?)"
    r"(?=[,.;!]| and | or | in | please|$)",
    re.IGNORECASE | re.MULTILINE,
)
_REQUIRED_ZH: Final = re.compile(
    r"(?<!不)(?<!没)(?:必须|一定要|务必|记得|需要|要)(?:有|提到|提及|写到|写上|写明|包含|包括|介绍|说明)"
    r"([^，。；、！!,.;\s]{2,12})"
)
_REQUIRED_EN: Final = re.compile(
    r"(?<!don't )(?<!not )(?<!never )\b(?:mention|include)\s+(?:the |a |an )?([a-z][a-z' -]{2,30}?)(?=[,.;!]| and |$)",
    re.IGNORECASE | re.MULTILINE,
)
_TAIL: Final = re.compile(r"(?:的|了|等|词|词语|字样|之类|内容|信息|部分)+$")
_EMOJI: Final = re.compile(r"表情|emoji", re.IGNORECASE)
# Text directly before a word that is only mentioned as absent.
_DENIED: Final = re.compile(
    r"(?:不用|不必|不需|不|没有|没|无|别|免|非|no |without |not )[^，。；,.;]{0,2}$", re.IGNORECASE
)
_AROUND_A_DENIAL: Final = 10
_HUNDRED, _THOUSAND = 100, 1000
# Tolerances of "about 300" and of a limit, since methods of counting differ.
_ABOUT: Final = 0.25
_COUNTING: Final = 0.1
# A bare smaller number ("四字标题", "三个字") is not the length of a body.
_MIN_BODY: Final = 50


class Part(StrEnum):
    """The part of the note that a length is about."""

    TITLE = "title"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Length:
    """A demanded length; *minimum* and *maximum* include a tolerance for counting."""

    part: Part
    minimum: float
    maximum: float
    stated: int
    characters: bool = False


def find_lengths(demands: Iterable[str]) -> tuple[Length, ...]:
    """Return the lengths that *demands* state: "300字以内", "标题不超过 18 字", "at least 200 words".

    Each number counts once, as in the first demand with it: a brief may repeat the demand of a prompt about the title
    without naming the title.
    """
    first = dict[int, Length]()
    for demand in demands:
        for one in _parse_lengths(demand):
            first.setdefault(one.stated, one)
    return tuple(first.values())


def find_banned_words(demands: Iterable[str]) -> tuple[str, ...]:
    """Return the banned words: "不要提价格" bans 价格. Degrees ("不要太长") ban no word."""
    found = (match for demand in demands for match in (*_BANNED_ZH.findall(demand), *_BANNED_EN.findall(demand)))
    parts = (part for one in found for part in re.split(r"[和与或]| or | and ", one))
    return _clean(part for part in parts if not _EMOJI.search(part))


def bans_emoji(demands: Iterable[str]) -> bool:
    """Return whether emoji are banned."""
    found = (match for demand in demands for match in (*_BANNED_ZH.findall(demand), *_BANNED_EN.findall(demand)))
    return any(_EMOJI.search(one) for one in found)


def find_required_words(demands: Iterable[str]) -> tuple[str, ...]:
    """Return the required words: "必须提到停车" requires 停车."""
    found = (one for demand in demands for one in (*_REQUIRED_ZH.findall(demand), *_REQUIRED_EN.findall(demand)))
    return _clean(one for one in found if not _LENGTH.search(one))


def states_word(text: str, word: str) -> bool:
    """Return whether *text* contains *word* without negation: 没有广告 does not state 广告."""
    normalized, normalized_word = text.casefold(), word.casefold()
    segments = normalized.split(normalized_word)
    return any(not _DENIED.search(before[-_AROUND_A_DENIAL:]) for before, _ in pairwise(segments))


def _parse_lengths(demand: str) -> Iterator[Length]:
    for match in _LENGTH.finditer(demand):
        before = demand[: match.start()]
        number = _parse_number(match[1] or match[4])
        part = Part.TITLE if _OF_TITLE.search(before) else Part.BODY
        minimum, maximum = number * (1 - _ABOUT), number * (1 + _ABOUT)
        if match["most"] or _MAX_WORDS.search(before):
            minimum, maximum = 0.0, number * (1 + (_COUNTING if part is Part.BODY else 0.0))
        elif match["least"] or _MIN_WORDS.search(before):
            minimum, maximum = number * (1 - _COUNTING), float("inf")
        elif part is Part.BODY and number < _MIN_BODY:
            continue
        yield Length(part, minimum, maximum, number, (match["unit"] or "").casefold().startswith("char"))


def _parse_number(written: str) -> int:
    if written.isdigit():
        return int(written)
    total, digit = 0, 0
    for character in written:
        match character:
            case "千" | "百" | "十":
                total += (digit or 1) * {"千": _THOUSAND, "百": _HUNDRED, "十": 10}[character]
                digit = 0
            case _:
                digit = _DIGITS[character]
    return total + digit


def _clean(found: Iterable[str]) -> tuple[str, ...]:
    words = (_TAIL.sub("", one.strip()).strip() for one in found)
    return tuple(dict.fromkeys(word for word in words if len(word) > 1))
