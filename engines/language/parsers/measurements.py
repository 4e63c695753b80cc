"""Parses numbers with their units in Chinese and English: "20%", "九十度", "512x512", "两倍"."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from engines.language.lexicons.meanings import Pixels, Ratio


class Unit(Enum):
    """Unit of a number."""

    FRACTION = auto()
    """A fraction; written in percent."""
    DEGREES = auto()
    TIMES = auto()
    PIXELS = auto()
    PLAIN = auto()


@dataclass(frozen=True, slots=True)
class Number:
    """A number at `start`..`end` of a text; `is_signed` if it has a + or -."""

    start: int
    end: int
    value: float
    unit: Unit
    is_signed: bool = False
    is_ratio: bool = False
    """Written with a stroke ("3/4"): a fraction, or the ratio of two sides."""


_DIGITS = {letter: value for value, letter in enumerate("零一二三四五六七八九")} | {"两": 2, "半": 0}
_CHINESE_NUMBER = "[零一二两三四五六七八九十百]{1,7}"
_SIZE = re.compile(r"(\d{2,5}) ?(?:[x×*乘]|by\b) ?(\d{2,5})(?!\d)(?: ?(?:px\b|pixels?\b|像素))?")
_RATIO, _MOST_RATIO = re.compile(r"([1-9]\d?) ?[:：比] ?([1-9]\d?)(?!\d)"), 4
_NUMBER = re.compile(
    r"([+-]|负|minus )? ?(\d{1,6}(?:\.\d{1,4})?) ?"
    r"(%|percent\b|per cent\b|°|度|degrees?\b|deg\b|倍|times\b|x\b|像素|pixels?\b|px\b)?"
)
_CHINESE_PERCENT = re.compile(f"百分之({_CHINESE_NUMBER})")
_POINTS = re.compile(rf"(\d{{1,3}}|{_CHINESE_NUMBER}) ?(?:个(?:百分)?点(?!儿)|百分点)")
"""Points of a percentage."""
_CHINESE_UNIT = re.compile(f"({_CHINESE_NUMBER})(度|倍|成(?![为正方]))")

_CHINESE_FRACTION = re.compile(f"({_CHINESE_NUMBER}|\\d{{1,2}})分之({_CHINESE_NUMBER}|\\d{{1,2}})")
_FRACTION = re.compile(r"(\d)/(\d{1,2})(?!\d)")
_PARTS = {"third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_NUMERATORS = {"": 1, "one": 1, "two": 2, "three": 3}
_ENGLISH_FRACTION = re.compile(
    r"(?:\b(one|two|three)[ -]|(?<=\ba )|(?<=\bby )|(?<=\bone )|(?<=\bone-)"
    r"|(?<=\bleft )|(?<=\bright )|(?<=\btop )|(?<=\bbottom )|(?<=\bupper )|(?<=\blower ))"
    rf"({'|'.join(_PARTS)})s?\b"
)
"""A fraction needs its number, or a side: "the third one" is no fraction."""
_ENGLISH = {
    "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_ROTATIONS = {"quarter": 90.0, "quarter of a": 90.0, "half": 180.0, "full": 360.0}
_ENGLISH_ROTATION = re.compile(rf"\b(?:a )?({'|'.join(_ROTATIONS)})[ -]?(?:turn|circle)\b")
_ENGLISH_PERCENT = re.compile(rf"\b({'|'.join(_ENGLISH)})[ -](percent|per cent|degrees?)\b")

_UNITS = {
    "%": Unit.FRACTION, "percent": Unit.FRACTION, "per cent": Unit.FRACTION, "成": Unit.FRACTION,
    "°": Unit.DEGREES, "度": Unit.DEGREES, "degree": Unit.DEGREES, "degrees": Unit.DEGREES, "deg": Unit.DEGREES,
    "倍": Unit.TIMES, "times": Unit.TIMES, "x": Unit.TIMES,
    "像素": Unit.PIXELS, "pixel": Unit.PIXELS, "pixels": Unit.PIXELS, "px": Unit.PIXELS,
}  # fmt: skip


def match_size(folded: str, start: int) -> tuple[Pixels, int] | None:
    """Return the size at *start* ("512x512") and its end, or None."""
    match = _SIZE.match(folded, start)
    return (Pixels(int(match[1]), int(match[2])), match.end()) if match else None


def match_ratio(folded: str, start: int) -> tuple[Ratio, int] | None:
    """Return the ratio of two sides at *start* ("3:1", "5比7") and its end, or None."""
    match = _RATIO.match(folded, start)
    wide, high = (int(match[1]), int(match[2])) if match else (0, 0)
    return (Ratio(wide / high), match.end()) if match and max(wide, high) <= _MOST_RATIO * min(wide, high) else None


def match_number(folded: str, start: int) -> Number | None:
    """Return the number at *start* with its unit, or None; percentages become fractions."""
    if fraction := _match_fraction(folded, start):
        return fraction
    if match := _POINTS.match(folded, start):
        points = float(match[1]) if match[1].isdecimal() else float(parse_chinese_number(match[1]))
        return Number(start, match.end(), points / 100, Unit.FRACTION)
    if match := _NUMBER.match(folded, start):
        unit = _UNITS.get(match[3] or "", Unit.PLAIN)
        value = float(match[2]) * (-1 if match[1] in ("-", "负", "minus ") else 1)
        value = value / 100 if unit is Unit.FRACTION else value
        return Number(start, match.end(), value, unit, bool(match[1]))
    if match := _ENGLISH_PERCENT.match(folded, start):
        unit = _UNITS[match[2]]
        return Number(start, match.end(), _ENGLISH[match[1]] / (100 if unit is Unit.FRACTION else 1), unit)
    if match := _CHINESE_PERCENT.match(folded, start):
        return Number(start, match.end(), parse_chinese_number(match[1]) / 100, Unit.FRACTION)
    if match := _CHINESE_UNIT.match(folded, start):
        value = parse_chinese_number(match[1])
        unit = _UNITS[match[2]]
        return Number(start, match.end(), value / 10 if unit is Unit.FRACTION else value, unit)
    return None


def _match_fraction(folded: str, start: int) -> Number | None:
    """Return the part of a turn or of a whole at *start* ("quarter turn", "三分之一", "1/3", "two thirds")."""
    if match := _ENGLISH_ROTATION.match(folded, start):
        return Number(start, match.end(), _ROTATIONS[match[1]], Unit.DEGREES)
    if match := _ENGLISH_FRACTION.match(folded, start):
        return Number(start, match.end(), _NUMERATORS[match[1] or ""] / _PARTS[match[2]], Unit.FRACTION)
    match = _FRACTION.match(folded, start)
    parts = (int(match[1]), int(match[2])) if match else (0, 0)
    if match is None and (match := _CHINESE_FRACTION.match(folded, start)):
        whole, part = (int(text) if text.isdigit() else parse_chinese_number(text) for text in match.groups())
        parts = (part, whole)
    if not match or not parts[1]:
        return None
    return Number(start, match.end(), parts[0] / parts[1], Unit.FRACTION, is_ratio=match.re is _FRACTION)


def parse_chinese_number(text: str) -> int:
    """Return the value of a Chinese number below a thousand ("九十", "一百二十").

    >>> parse_chinese_number("一百二十五")
    125
    """
    total, digit = 0, 0
    for letter in text:
        if letter in _DIGITS:
            digit = _DIGITS[letter]
        else:
            total += (digit or 1) * (100 if letter == "百" else 10)
            digit = 0
    return total + digit
