"""Numbers of things in a text: a number with a unit of size, age, time or technique counts none."""

import re
from collections.abc import Iterator

from engines.language.scanner import Match
from engines.painter.content.words import COUNTS

_DIGITS = re.compile(r"(?<![a-z\d.:/])(?<!\d,)\d{1,3}(?![.,:/]?\d)")
_UNIT = re.compile(
    r"[ -]?(?:[dgkmp]|fps|[cmk]m|px|x|bits?|am|pm)(?![a-z])"
    r"|[ -](?:years?|months?|weeks?|days?|hours?|minutes?|met(?:er|re)s?|foot|feet|inch(?:es)?|miles?)(?![a-z]| of )"
    r"|[ -](?:dimensions?|dimensional|point perspective|o'?clock)\b"
    r"|(?<=\d)'?s(?![a-z])| ?[×%°]"
    r"| ?(?:维|次元|周?岁|年(?![轻糕画])|世纪|个月|月(?![亮饼牙光])|日(?![本历])|号|点(?:钟|多|半)?(?!心)|小时|分钟"
    r"|[厘毫分]?米(?![饭粉粒])|公里|倍|位(?=机|像素|风格|色)|比特)"
)
"""Text after a number that counts no things: the 3 of 3D and the 4 of 4K name a technique."""


_BODY_PARTS = re.compile(
    r" (?:legs?|foot|feet|hands?|arms?|wings?|paws?|knees?)(?![a-z])"
    r"|[只条个双]?(?:手|腿|脚|爪)(?![机表套链镯])"
)
_BY = re.compile(r"(?:\b(?:on|with|in|using|raising|lifting) |[用以靠抬举]|单)$")
"""Text around a number of limbs that someone stands on or does something with."""


def counts_limbs(text: str, start: int, end: int) -> bool:
    """Return whether the number at *start*..*end* counts limbs: "standing on one leg"."""
    return _BODY_PARTS.match(text, end) is not None and _BY.search(text[:start]) is not None


def has_unit(text: str, end: int) -> bool:
    """Return whether the number up to *end* has a unit: it counts no things."""
    return _UNIT.match(text, end) is not None


def find_counts(text: str) -> Iterator[Match[int]]:
    """Yield the numbers of things in *text*, in lower case, in words and in digits."""
    for digits in _DIGITS.finditer(text):
        if not (has_unit(text, digits.end()) or counts_limbs(text, *digits.span())):
            yield Match(digits.start(), digits.end(), max(1, int(digits[0])))
    for match in COUNTS.find_all(text):
        is_other = has_unit(text, match.end) or counts_limbs(text, match.start, match.end)
        if not text[match.start].isdigit() and not is_other:
            yield match


def counts_several(text: str) -> bool:
    """Return whether *text* has a number of things above one."""
    return any(match.value > 1 for match in find_counts(text))
