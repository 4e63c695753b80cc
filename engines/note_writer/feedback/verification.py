"""Verification of what is reported on a clause, by its words and the two drafts alone, whichever rule read it."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.moods import Mood, read_mood
from engines.note_writer.values import Draft

_REPLACES = frozenset((Kind.CORRECT, Kind.REPLACE))
"""Kinds of which a statement is the request: it is a tap, not a faucet."""
_ASKS = frozenset((Kind.UNKNOWN, Kind.KEEP, Kind.CONTAIN, Kind.EVIDENCE, Kind.NEEDS_MODEL, *_REPLACES))
"""Kinds that a remark or a question may request: I have two children, where is it from."""
_DEGREE = re.compile(r"那么|这么|太|过于|\b(?:so|too|that|less|as) (?!that\b)\w", re.IGNORECASE)
"""Asks for less of a quality, which the absence of its name does not show."""
_COUNTABLE = frozenset((Kind.NO_EXCLAMATION, Kind.NO_EMOJI, Kind.NO_PUNCTUATION, Kind.COUNT, Kind.MAX_LENGTH))
_MORE = re.compile(
    r"[再多]\S{0,2}多|多[写加来补讲说个出]|更[长多细]|详细|[加补添]上?\d|\b(?:more|longer|extra|another|further|expand|elaborate)\b(?! than)",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"少|短|删|砍|减|精简|简洁|以内|不超过|\b(?:less|fewer|shorter|cut|trim|under|max|at most|drop|remove|no more|not more|up to|only|just)\b",
    re.IGNORECASE,
)


def requests_nothing(change: Change) -> bool:
    """Return whether the clause only tells of somebody, or depends on a condition, so that it changes nothing."""
    mood = read_mood(change.text)
    return mood is Mood.CONDITION or (mood is Mood.REMARK and change.kind not in _ASKS)


def contradicts(change: Change, before: Draft, after: Draft) -> bool:
    """Return whether *after* differs from *before* in the opposite direction of what the clause requests."""
    asks_for_more = _MORE.search(change.text) is not None and not _LESS.search(change.text)
    is_of_text = change.part in (Part.BODY, Part.OPENING, Part.CLOSING)
    return asks_for_more and is_of_text and len(after.body) < len(before.body)


def can_be_so(change: Change) -> bool:
    """Return whether the clause wishes for something that may be true of a draft: no complaint, no question, no degree."""
    if change.kind in _REPLACES:
        return True
    mood = read_mood(change.text)
    is_of_degree = change.kind not in _COUNTABLE and _DEGREE.search(change.text) is not None
    return not is_of_degree and (mood is Mood.WISH or change.kind in _COUNTABLE)
