"""The ages of the persons that a text is about: advice for one age is none for another."""

import re

from engines.note_writer.feedback.counts import NUMBER, parse_count

_GROUPS = (
    re.compile(
        r"宝宝|婴儿|新生儿|月龄|[\d一二两三四五六七八九十]+个月大|(?<![十\d])[一1]岁|周岁|\bbab(?:y|ies)\b|\bnewborns?\b|\binfants?\b"
        r"|\bfirst birthday\b|\b(?:1|one)[- ]year[- ]olds?\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"幼儿|小孩|孩子|小朋友|儿童|[两二三四五六七八九]岁(?!月)|(?<!\d)[2-9]岁|小学|\btoddlers?\b|\bpreschool|\bkids?\b|\bchild(?:ren)?\b"
        r"|\b(?:[2-9]|two|three|four|five|six|seven|eight|nine|ten)[- ]year[- ]olds?\b",
        re.IGNORECASE,
    ),
    re.compile(r"青少年|青春期|初中|高中|\bteen\w*", re.IGNORECASE),
    re.compile(r"成人|成年人|\badults?\b", re.IGNORECASE),
)
_YEARS = re.compile(
    rf"{NUMBER}(?:岁|[- ]year[- ]olds?\b)|(?P<birthday>\d{{1,2}})(?:st|nd|rd|th) birthday|{NUMBER}周岁", re.IGNORECASE
)
_MAX_APART, _SHARE_APART, _MAX_CHILD = 1, 0.25, 12


def is_of_another_age(requested: str, title: str) -> bool:
    """Return whether *title* names only ages that *requested* does not name, if both name one.

    Children are compared by their years as well, where both texts have them: five is not three.
    """
    own, others = (
        frozenset(number for number, one in enumerate(_GROUPS) if one.search(text)) for text in (requested, title)
    )
    if own and others and not own & others:
        return True
    years, named = _list_years(requested), _list_years(title)
    return bool(years and named) and all(_differ(one, other) for one in years for other in named)


def _differ(one: int, other: int) -> bool:
    return abs(one - other) > max(_MAX_APART, _SHARE_APART * max(one, other))


def _list_years(text: str) -> frozenset[int]:
    years = (parse_count(next(filter(None, found.groups()))) for found in _YEARS.finditer(text))
    return frozenset(one for one in years if 0 < one <= _MAX_CHILD)
