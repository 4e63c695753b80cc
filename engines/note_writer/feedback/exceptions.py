"""Parts that a clause excepts from what it requests, or from the clause before: everywhere except the title."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.counts import NUMBER, parse_count

_PART_ZH, _PART_EN = r"标题|题目|标签|话题|开头|结尾", r"title|headline|(?:hash)?tags|opening|intro|ending|closing"
_WITHIN = re.compile(
    rf"(?:[,，] ?| |^)(?:except|apart from|aside from|other than|but not|excluding|(?<=everything )but|(?<=anything )but|(?<=all )but)(?: for)?(?: in| on)? (?:the |my )?(?:{_PART_EN})$"
    rf"|^除了?(?:{_PART_ZH})(?:以外|之外|外)?[，,]?(?=[都全其别])|(?:{_PART_ZH})(?:里|上)?除外$",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"^除了?(?:{_PART_ZH})(?:以外|之外|外)?$|^(?:但是?|不过)?(?:{_PART_ZH})(?:里面?|上|中|就|也)*(?:除外|(?:别|不要|不用|不)(?:再)?(?:加|放|动|改|换))了?$"
    rf"|^(?:but |and |just |only )*(?:not|except|but)(?: for)?(?: in| on)? (?:the |my )?(?:{_PART_EN})$",
    re.IGNORECASE,
)
_ALL_BUT = re.compile(r"(?<=everything) but$", re.IGNORECASE)
_NAMES = (
    (Part.TITLE, re.compile(r"标题|题目|title|headline", re.IGNORECASE)),
    (Part.TAGS, re.compile(r"标签|话题|tags", re.IGNORECASE)),
    (Part.OPENING, re.compile(r"开头|opening|intro", re.IGNORECASE)),
    (Part.CLOSING, re.compile(r"结尾|ending|closing", re.IGNORECASE)),
)


def split_exception(clause: str) -> tuple[str, ...]:
    """Return *clause*, or its request and its exception."""
    found = _WITHIN.search(clause)
    if found is None or _ALONE.match(clause.strip()):
        return (clause,)
    rest = _ALL_BUT.sub("", f"{clause[: found.start()]}{clause[found.end() :]}".strip(" ,，"))
    return tuple(part for part in (rest, found[0].strip(" ,，")) if part)


def find_excepted_part(clause: str) -> Part | None:
    """Return the part that *clause* excepts, None if it is not an exception alone."""
    is_exception = _ALONE.match(clause) or ((found := _WITHIN.search(clause)) and found[0].strip(" ,，") == clause)
    return next((part for part, pattern in _NAMES if pattern.search(clause)), None) if is_exception else None


_REMAINING = re.compile(
    rf"\b(?:all|every|each|any)\b[^,]*\b(?:hash)?tags?\b[^,]*\b(?:except|but|apart from|aside from|other than|bar|save)(?: for)? (?:the (?:first|top|best) |just |only )?{NUMBER}(?: of (?:them|those))?(?: (?:can|should|must) go)?$"
    rf"|\b(?:leave|keep)(?: me)?(?: only| just)? (?:the (?:first|best) )?{NUMBER} (?:hash)?tags?$"
    rf"|(?:只|就|仅)(?:留|要|保留|剩|用)(?:下|着)?前?{NUMBER}个(?:标签|话题)|(?:标签|话题)[^，]{{0,6}}(?:留|保留|剩)下?前?{NUMBER}个"
    rf"|除了?前?{NUMBER}个(?:以外|之外|外)?[^，]{{0,8}}(?:标签|话题)[^，]{{0,6}}(?:删|去|不要|拿)",
    re.IGNORECASE,
)
"""Removes the tags except for a number of them, or retains that number: all hashtags except two."""


def parse_remaining_tags(text: str, clause: str) -> Change | None:
    """Return the change of the number of tags, where *clause* removes all except for a number of them."""
    found = _REMAINING.search(clause)
    if found is None:
        return None
    return Change(text, Kind.COUNT, Part.TAGS, str(parse_count(next(filter(None, found.groups())))))
