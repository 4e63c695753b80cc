"""Recognizes numbers that are spoken: "ninety five", "one hundred twenty", "twelve eighty", "nine point five"."""

import re

_UNITS = {word: value for value, word in enumerate(
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))}  # fmt: skip
_TEENS = {word: value for value, word in enumerate(
    ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    10)}  # fmt: skip
_TENS = {word: value for value, word in enumerate(
    ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)}  # fmt: skip
_UNIT, _TEEN, _TEN = ("|".join(words) for words in (_UNITS, _TEENS, _TENS))
_NONZERO = "|".join(list(_UNITS)[1:])
_BELOW_100 = rf"(?:(?:{_TEN})(?:[ -](?:{_NONZERO}))?|{_TEEN}|{_NONZERO})"
_FROM_10 = rf"(?:(?:{_TEN})(?:[ -](?:{_NONZERO}))?|{_TEEN})"
_BELOW_1000 = rf"(?:(?:an?|{_BELOW_100}) hundred(?:(?: and)? {_BELOW_100})?|{_BELOW_100} {_FROM_10}|{_BELOW_100})"
_WHOLE = rf"(?:(?:an?|{_BELOW_1000}) thousand(?:(?: and)? {_BELOW_1000})?|{_BELOW_1000})"
_DIGITS = rf"(?: (?:{_UNIT}|oh)\b)+"
_NUMBER = re.compile(rf"(?:(?P<whole>{_WHOLE}|zero|oh) )?point(?P<digits>{_DIGITS})|(?P<alone>{_WHOLE})\b")
_PERCENT = re.compile(r" ?per ?cent\b")
_BY = re.compile(r" (?:by|times|x) ")
MIN_SIDE = 64
"""The smaller side of an image that "nine sixty by six forty" can mean."""


def match_number_words(folded: str, start: int) -> tuple[float, int] | None:
    """Return the number of several words that starts at *start*, and its end; None for a single word, a count."""
    match = _NUMBER.match(folded, start)
    if match is None or (start and (folded[start - 1].isalnum() or folded[start - 1] == "-")):
        return None
    percent = _PERCENT.match(folded, match.end())
    if match["digits"] is None:
        if not percent and (len(re.split("[ -]", match[0])) < 2 or match[0].startswith(("a ", "an "))):
            return None
        number = float(_parse(match[0]))
    else:
        digits = "".join(str(_UNITS.get(word, 0)) for word in match["digits"].split())
        number = float(f"{_parse(match['whole'] or 'zero')}.{digits}")
    return (number / 100, percent.end()) if percent else (number, match.end())


def match_spoken_size(folded: str, start: int) -> tuple[tuple[int, int], int] | None:
    """Return the width and height of "nine sixty by six forty" at *start*, and its end."""
    first = match_number_words(folded, start)
    by = _BY.match(folded, first[1]) if first else None
    second = match_number_words(folded, by.end()) if by else None
    if first is None or second is None or min(first[0], second[0]) < MIN_SIDE:
        return None
    return (int(first[0]), int(second[0])), second[1]


def _parse(text: str) -> int:
    words = [word for word in re.split("[ -]", text) if word != "and"]
    if "thousand" in words:
        at = words.index("thousand")
        return _parse_hundreds(words[:at]) * 1000 + _parse_hundreds(words[at + 1 :])
    return _parse_hundreds(words)


def _parse_hundreds(words: list[str]) -> int:
    if "hundred" in words:
        at = words.index("hundred")
        return _parse_hundreds(words[:at]) * 100 + _parse_hundreds(words[at + 1 :])
    total = 0
    for index, word in enumerate(words):
        if word in _TENS:
            total = (total * 100 if index else 0) + _TENS[word] * 10
        elif word in _TEENS:
            total = (total * 100 if index else 0) + _TEENS[word]
        else:
            total += _UNITS.get(word, 1)  # "a hundred"
    return total
