"""Numbers in feedback: what is counted, and whether the number is a maximum."""

import re

from engines.language.parsers.measurements import parse_chinese_number
from engines.note_writer.feedback.changes import Change

_POINTS = re.compile(
    r"[点条招]|建议|要点|技巧|步|\b(?:points?|tips?|bullets?|items?|ideas?|steps?|things)\b", re.IGNORECASE
)
NUMBERS = {
    "one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5,
}  # fmt: skip
NUMBER = r"(\d+|[一二两三四五六七八九十]+|one|two|three|four|five|six|seven|eight|nine|ten|a single)"
"""Pattern of a number of things, for `parse_count`."""
_MAXIMUM = re.compile(
    r"最多|至多|不超过|以内|以下|够|除了"
    r"|\b(?:max(?:imum)?|at most|no more than|up to|tops|plenty|enough|except|but|(?:apart|aside) from|other than)\b",
    re.IGNORECASE,
)

_LENGTH_IN_WORDS = re.compile(r"(?<![这“\"「])(?:[一二两三四五六七八九十百]{2,}|十)(?=个?字)")


AT_MOST = "at most"
"""The second parameter of a change whose number is a maximum, although its clause does not state that."""


def is_maximum(change: Change) -> bool:
    """Return whether the number of *change* is a maximum."""
    return change.other == AT_MOST or _MAXIMUM.search(change.text) is not None


def is_of_line(change: Change) -> bool:
    """Return whether *change* names a line by what it states: 快递那条."""
    return re.search(r"[那这][条点]|\b(?:tip|point|bullet|line|item)\b", change.text, re.IGNORECASE) is not None


def counts_lines(change: Change) -> bool:
    """Return whether *change* counts points, which may be lines of a list as they are; 分成四点 divides the text."""
    return _POINTS.search(change.text) is not None and not re.search(r"分[成为]?|divide|split", change.text)


def parse_count(word: str) -> int:
    """Return the number that *word* names; -1 for the last."""
    if word.isdigit():
        return int(word)
    if word.lower().startswith(("最后", "末", "last")):
        return -1
    return NUMBERS.get(word.lower()) or parse_chinese_number(word.replace("两", "二")) or 0


def write_digits(clause: str) -> str:
    """Return *clause* with lengths in words as digits: 十五个字 as 15个字."""
    return _LENGTH_IN_WORDS.sub(lambda found: str(parse_count(found[0])), clause)
