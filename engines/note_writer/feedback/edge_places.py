"""The place at the end of a text to add, which is no part of it: mention that guests are welcome at the end."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_writer.feedback.changes import Part

_END_EN, _START_EN = r"end|ending|bottom|close|closing", r"start|top|beginning|opening"
_PLACE_EN = rf"(?:(?:right |somewhere )?(?:at|in|near|towards) the (?:very )?(?P<{{0}}>{_END_EN}|{_START_EN})(?: of (?:it|this|the (?:note|post|text)))?)"
_PLACE_ZH = r"(?:(?:就|请)?(?:放|写|加|摆|搁)(?:在|到|进)?(?:全文|文章|整篇|正文)?的?最?(?P<{0}>后面?|末尾|文末|结尾|末段|开头|前面?|开篇)(?:那里|处|吧|就行|就好|就可以)*)"
_AT_END = re.compile(
    rf"(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bit),? {_PLACE_EN.format('en')}$|[，,]?{_PLACE_ZH.format('zh')}$",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"(?:(?:and |please |just )*(?:put|place|add) (?:it|that|this) )?{_PLACE_EN.format('en')}|{_PLACE_ZH.format('zh')}",
    re.IGNORECASE,
)
_IS_START = re.compile(rf"{_START_EN}|开|前", re.IGNORECASE)


def split_place(value: str) -> tuple[str, Part | None]:
    """Return *value* without the place at its end, and the part at that place, None without one."""
    found = _AT_END.search(value)
    return (value[: found.start()], _find_part(found)) if found else (value, None)


def parse_place(clause: str) -> Part | None:
    """Return the part at the place that is all of *clause*, None for another clause."""
    found = _ALONE.fullmatch(clause.strip())
    return _find_part(found) if found else None


def _find_part(found: re.Match[str]) -> Part:
    return Part.OPENING if _IS_START.search(found["en"] or found["zh"]) else Part.CLOSING
