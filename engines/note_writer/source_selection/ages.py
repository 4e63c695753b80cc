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
_MONTHS = re.compile(rf"{NUMBER}(?:个月(?:大|的?(?:宝宝|婴儿|孩子|娃))|月龄|[- ]months?[- ]olds?\b)", re.IGNORECASE)
_UNITS = {_YEARS: 0.25, _MONTHS: 0.2}
"""Share of the higher age by which two are still the same, at least one year or month."""
_MAX_APART, _MAX_CHILD = 1, 12


def is_of_another_age(requested: str, title: str) -> bool:
    """Return whether *title* names only ages that *requested* does not name, if both name one.

    Children are compared by their years or months as well, where both texts have them: five is not three.
    """
    own, others = (
        frozenset(number for number, one in enumerate(_GROUPS) if one.search(text)) for text in (requested, title)
    )
    if own and others and not own & others:
        return True
    return any(
        _are_others(_list_ages(unit, requested), _list_ages(unit, title), share) for unit, share in _UNITS.items()
    )


def _are_others(ages: frozenset[int], others: frozenset[int], share: float) -> bool:
    pairs = [(one, other) for one in ages for other in others]
    return bool(pairs) and all(abs(one - other) > max(_MAX_APART, share * max(one, other)) for one, other in pairs)


def _list_ages(unit: re.Pattern[str], text: str) -> frozenset[int]:
    ages = (parse_count(next(filter(None, found.groups()))) for found in unit.finditer(text))
    return frozenset(one for one in ages if 0 < one <= _MAX_CHILD)
