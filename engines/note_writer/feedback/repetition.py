"""Changes that request the same, joined to one: too long, make it shorter."""

import re
from collections.abc import Iterator
from dataclasses import replace

from engines.note_writer.feedback.changes import WORD_SEPARATOR, Change, Kind, Part
from engines.note_writer.feedback.emoji import wants_fewer
from engines.note_writer.feedback.pairs import join_replacements
from engines.note_writer.feedback.words import OF_EACH

LIMITS = (Kind.MAX_LENGTH, Kind.MIN_LENGTH, Kind.ABOUT_LENGTH, Kind.COUNT, Kind.MAX_LINES, Kind.MAX_SENTENCES)
_VAGUE = (
    Kind.SHORTEN,
    Kind.LENGTHEN,
    Kind.RENEW,
    Kind.KEEP,
    Kind.DROP,
    Kind.QUESTION,
    Kind.NO_QUESTION,
    Kind.NUMBER,
    Kind.NO_NUMBER,
    Kind.EMOJI,
    Kind.NO_EMOJI,
    Kind.NO_EXCLAMATION,
    Kind.LIST,
    Kind.RUNNING_TEXT,
    Kind.EVIDENCE,
    Kind.NO_SOURCES,
    Kind.REWRITE,
    Kind.TONE,
    Kind.LOWERCASE,
    Kind.UPPERCASE,
    Kind.NUMBERED,
    Kind.NO_YOU,
)
"""Kinds whose value is a word of the clause: two clauses of the same kind request the same."""
_HALF = re.compile(r"一半|减半|\bhalf\b", re.IGNORECASE)
_SHORTER = re.compile(r"再|更短|\bshorter|\bshorten", re.IGNORECASE)
"""Requests a shorter text, unlike a complaint on its length, which a limit answers."""


def merge(changes: Iterator[Change]) -> Iterator[Change]:
    """Yield *changes*; "too long, make it shorter" is one, and a limit takes precedence over a vaguer request."""
    listed = list(join_replacements(tuple(changes)))
    limits = {one.part: one for one in reversed(listed) if one.kind in LIMITS}
    merged, repeated = dict[tuple[Kind, Part, str], Change](), dict[tuple[Kind, Part, str], list[str]]()
    for one in listed:
        is_vague = one.part in limits and _is_answered(one, limits[one.part].kind) and not OF_EACH.search(one.text)
        # That a text is within a limit does not make it shorter, where the reviewer asks for that, too.
        is_vague = is_vague and not (
            one.kind is Kind.SHORTEN and limits[one.part].kind is Kind.MAX_LENGTH and _SHORTER.search(one.text)
        )
        key = _key(limits[one.part] if is_vague else one)
        if key in merged and wants_fewer(merged[key]) and not wants_fewer(one):
            # "Too many emoji, remove them": all of them.
            merged[key], one = one, merged[key]
        if is_vague or key in merged:
            repeated.setdefault(key, []).append(one.text)
        else:
            merged[key] = one
    for key, one in merged.items():
        yield replace(one, repeated=(*one.repeated, *repeated.get(key, ())))


def _is_answered(change: Change, limit: Kind) -> bool:
    """Return whether *limit* states how short, or how long, the vaguer *change* requests the text to be."""
    if change.kind is Kind.LENGTHEN:
        return limit not in (Kind.MAX_LENGTH, Kind.MAX_LINES, Kind.MAX_SENTENCES)
    if limit is Kind.COUNT and _HALF.search(change.text):
        return False
    return change.kind is Kind.SHORTEN and limit is not Kind.MIN_LENGTH


def _key(change: Change) -> tuple[Kind, Part, str]:
    return change.kind, change.part, "" if change.kind in _VAGUE else f"{change.value}{WORD_SEPARATOR}{change.other}"
