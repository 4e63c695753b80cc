"""Recognizes amounts relative to the current value: "twice as wide", 减少四分之一."""

import re
from dataclasses import dataclass

from engines.graph_planner.grammar.words import Verb
from engines.language.parsers.measurements import parse_chinese_number

_ZH = "[一二两三四五六七八九十]"
_NUMBER = r"\d+(?:\.\d+)?"
_TIMES_EN = {"double": 2.0, "twice": 2.0, "two times": 2.0, "triple": 3.0, "thrice": 3.0, "quadruple": 4.0, "half": 0.5}
_COUNTS_EN = {word: float(value) for value, word in enumerate(
    ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2)}  # fmt: skip
_PARTS_EN = {"half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fifth": 1 / 5, "tenth": 1 / 10}
_AMOUNTS = "(?: (?:many|much|strong|high|big|large|long))?"
_NOW = "(?:(?:原来|现在|原先|之前|目前|当前|本来|原有)的?)?"
_PATTERNS: tuple[tuple[re.Pattern[str], Verb | None], ...] = (
    (re.compile(rf"(?P<word>twice|double|thrice|triple|half) as\b{_AMOUNTS}"), Verb.SCALE),
    (
        re.compile(rf"(?P<count>{_NUMBER}|{'|'.join(_COUNTS_EN)}) times (?:(?=the |what |its )|as\b{_AMOUNTS})"),
        Verb.SCALE,
    ),
    (
        re.compile(
            r"(?P<word>double|triple|quadruple)(?:d|s|ing)?\b(?: up\b)?|(?P<twice>doubling|tripling|twice\b(?= the ))"
        ),
        Verb.SCALE,
    ),
    (re.compile(r"(?P<half>halve[ds]?|halving|(?:in|by) half|cut (?:in|by) half)\b"), Verb.SCALE),
    (re.compile(r"(?P<half>half)(?: of\b| (?=the |its |that ))"), Verb.SCALE),
    (re.compile(rf"(?:a|one) (?P<part>{'|'.join(_PARTS_EN)})\b(?: of\b)?"), None),
    (re.compile(r"(?:the )?same\b(?: (?:number|amount) of)?(?=[^,.;]* as )"), Verb.SCALE),
    (re.compile(rf"by (?P<count>{_NUMBER})\b(?<=(?P<by>.))"), None),
    (re.compile("(?P<half>减半|砍半|折半|对半砍)"), Verb.SCALE),
    (re.compile(f"翻(?P<fold>{_ZH}|[2-9])?[倍番]|(?P<twice>加倍)"), Verb.SCALE),
    (re.compile(rf"(?:再)?(?P<operator>乘以?|除以) ?(?P<count>{_NUMBER}|{_ZH})(?!\d)"), Verb.SCALE),
    (re.compile(rf"{_NOW}(?P<count>{_NUMBER}|{_ZH}) ?倍(?!数|率)"), None),
    (re.compile(f"{_NOW}(?P<half>一半)"), None),
    (re.compile(f"{_NOW}(?P<under>{_ZH})分之(?P<over>{_ZH})"), None),
    (re.compile("(?P<same>一样|相同)(?:多|大|高|宽|强)?"), Verb.SCALE),
)
_DIVISION = re.compile(r"\b(?P<verb>multiply|divide)\b(?=[^,.;\d]+\bby \d)")
_MULTIPLIED = re.compile(r"\b(?P<verb>multiply|divide)\b[^,.;\d]+$")
_MORE = "(?:再|更|要|得)?"
_BEFORE_PART = rf"(?=了?(?:{_ZH}倍|一半|{_ZH}分之{_ZH}|\d+(?:\.\d+)?%|百分之))"
_RAISES = re.compile(f"{_MORE}(?:多|大|高|强|亮|宽|长|重|浓|糊)(?:上|出)?{_BEFORE_PART}")
_LOWERS = re.compile(f"{_MORE}(?:少|小|低|弱|暗|窄|矮|短|轻|淡)(?:掉|去)?{_BEFORE_PART}")


@dataclass(frozen=True, slots=True)
class Relation:
    """An amount in the text up to `end`: `number` times the current value; None for only a verb."""

    end: int
    number: float | None
    word: Verb | None


def match_relation(folded: str, start: int) -> Relation | None:
    """Return the relative amount that starts at *start*, or a word that states its direction."""
    if start and folded[start].isascii() and folded[start - 1].isascii() and folded[start - 1].isalnum():
        return None
    for pattern, direction in ((_RAISES, Verb.INCREASE), (_LOWERS, Verb.DECREASE)):
        if match := pattern.match(folded, start):
            return Relation(match.end(), None, direction)
    if match := _DIVISION.match(folded, start):
        return Relation(match.end(), None, Verb.SCALE)
    for pattern, verb in _PATTERNS:
        match = pattern.match(folded, start)
        if match is None:
            continue
        if "by" in pattern.groupindex:
            before = _MULTIPLIED.search(folded, 0, start)
            if before is None:
                continue
            count = float(match["count"])
            number = count if before["verb"] == "multiply" else 1 / count if count else None
            return Relation(match.end(), number, Verb.SCALE) if number is not None else None
        number = _read(match.groupdict())
        return Relation(match.end(), number, verb) if number is not None else None
    return None


def _read(groups: dict[str, str | None]) -> float | None:
    if word := groups.get("word"):
        return _TIMES_EN[word]
    if count := groups.get("count"):
        number = _count(count)
        if (groups.get("operator") or "").startswith("除"):
            return 1 / number if number else None
        return number
    if part := groups.get("part"):
        return _PARTS_EN[part]
    if groups.get("under"):
        return _count(groups["over"] or "") / _count(groups["under"] or "")
    if groups.get("half"):
        return 0.5
    if "fold" in groups:
        return max(2.0, _count(groups["fold"] or "一")) if groups["twice"] is None else 2.0
    if twice := groups.get("twice"):
        return 3.0 if twice == "tripling" else 2.0
    return 1.0


def _count(text: str) -> float:
    return _COUNTS_EN.get(text) or (float(text) if text[0].isdigit() else float(parse_chinese_number(text)))
