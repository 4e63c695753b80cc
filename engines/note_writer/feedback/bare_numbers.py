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


def join_numbers(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield *changes*; one that wants fewer emoji or other tags with the number that a clause after it names alone."""
    listed = list(changes)
    joined = set[int]()
    for index, change in enumerate(listed):
        if index in joined:
            continue
        is_tags = change.part is Part.TAGS and change.kind in (Kind.SHORTEN, Kind.DROP)
        is_counted = change.part is Part.TAGS and change.kind in (Kind.RENEW, Kind.UNKNOWN, Kind.NEEDS_MODEL)
        following = listed[index + 1 : index + 1 + _REACH] if is_tags or wants_fewer(change) else []
        for position, other in enumerate(following, index + 1):
            if other.kind in _BARE and (most := _find_number(other.text)):
                joined.add(position)
                change = _limit(change, other, most, is_tags=is_tags)
                break
        if is_counted:
            number = next((one for one in listed[index + 1 : index + 1 + _REACH] if _is_bare(one)), None)
            if number is not None:
                listed[listed.index(number)] = Change(
                    number.text, Kind.COUNT, Part.TAGS, str(_find_number(number.text)), AT_MOST
                )
        is_small = change.kind is Kind.MAX_LENGTH and _is_bare(change) and _find_number(change.text) < _LEAST_LENGTH
        yield Change(change.text, Kind.UNKNOWN, value=change.text) if is_small else change


_BARE = (Kind.UNKNOWN, Kind.COUNT, Kind.MAX_LENGTH)


def _is_bare(change: Change) -> bool:
    """Return whether *change* is a number that names no unit."""
    return change.kind in _BARE and _find_number(change.text) > 0


def _find_number(text: str) -> int:
    found = _NUMBER.match(re.sub(r"^(?:and|but|so) ", "", text.strip()))
    named = next(filter(None, found.groups()), "") if found else ""
    # 两三个: the smaller one.
    return parse_count(named[0] if named and not named.isascii() else named)


def _limit(change: Change, number: Change, most: int, *, is_tags: bool) -> Change:
    repeated = (*change.repeated, number.text)
    if is_tags:
        return replace(change, kind=Kind.COUNT, value=str(most), other=AT_MOST, repeated=repeated)
    return replace(change, other=str(most), repeated=repeated)
