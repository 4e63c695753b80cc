"""Clauses that are only a number: how many of the things are to stay of which the clause before wants fewer."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.counts import AT_MOST, NUMBER, parse_count
from engines.note_writer.feedback.emoji import wants_fewer

_NUMBER = re.compile(
    r"^(?:像|比如|大概|就|只)*(?:最多|留|保留|剩)?[下着]?(?P<zh>[一二两三四五六七八九\d]+)个?(?:就?[好行够]了?|左右|以内)?$"
    r"|^(?:(?:like|maybe|say|just|only|keep|leave|all but|max(?:imum)?(?: of)?|at most|no more than|up to) )*"
    rf"{NUMBER}(?:(?: or |-){NUMBER})?"
    r"(?: (?:of them|is enough|is plenty|are enough|is fine|will do|(?:at )?(?:the )?most|max|tops))*$",
    re.IGNORECASE,
)
_REACH = 2
"""Clauses after the one that wants fewer, among which is its number."""
_LEAST_LENGTH = 15
"""Below it, a number without a unit limits no text, but things that the comment does not name."""


_BARE = (Kind.UNKNOWN, Kind.COUNT, Kind.MAX_LENGTH)
_SEVERAL = re.compile("[一二两三四五六七八九]{2,}")
"""两三个: the smaller one."""


def join_numbers(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield *changes*, those that are only a number with what they count.

    One that wants fewer emoji or tags has the number that a clause after it names alone; after one that wants other
    tags, such a number is how many. A small number that follows neither is not understood.
    """
    listed = list(changes)
    joined = set[int]()
    for index, change in enumerate(listed):
        if index in joined:
            continue
        is_tags = change.part is Part.TAGS and change.kind in (Kind.SHORTEN, Kind.DROP)
        is_renewed = change.part is Part.TAGS and change.kind in (Kind.RENEW, Kind.UNKNOWN, Kind.NEEDS_MODEL)
        for position, other in enumerate(listed[index + 1 : index + 1 + _REACH], index + 1):
            most = _find_bare_number(other)
            if is_renewed and 0 < most < _LEAST_LENGTH:
                listed[position] = Change(other.text, Kind.COUNT, Part.TAGS, str(most), AT_MOST)
                break
            if most and (is_tags or wants_fewer(change)):
                joined.add(position)
                change = _limit(change, other, most, is_tags=is_tags)
                break
        is_small = change.kind is Kind.MAX_LENGTH and 0 < _find_bare_number(change) < _LEAST_LENGTH
        yield Change(change.text, Kind.UNKNOWN, value=change.text) if is_small else change


def _find_bare_number(change: Change) -> int:
    """Return the number of a *change* that names no unit, else 0."""
    if change.kind not in _BARE:
        return 0
    found = _NUMBER.match(re.sub(r"^(?:and|but|so) ", "", change.text.strip()))
    named = next(filter(None, found.groups()), "") if found else ""
    return parse_count(named[0] if _SEVERAL.fullmatch(named) else named)


def _limit(change: Change, number: Change, most: int, *, is_tags: bool) -> Change:
    repeated = (*change.repeated, number.text)
    if is_tags:
        return replace(change, kind=Kind.COUNT, value=str(most), other=AT_MOST, repeated=repeated)
    return replace(change, other=str(most), repeated=repeated)
