"""Numbers in feedback: what is counted, and whether the number is a maximum."""

import re

from engines.note_writer.feedback.changes import Change

_POINTS = re.compile(
    r"[点条招]|建议|要点|技巧|步|\b(?:points?|tips?|bullets?|items?|ideas?|steps?|things)\b", re.IGNORECASE
)
_MAXIMUM = re.compile(
    r"最多|至多|不超过|以内|以下|\b(?:max(?:imum)?|at most|no more than|up to|tops|plenty|enough)\b|够", re.IGNORECASE
)


def is_maximum(change: Change) -> bool:
    """Return whether the number of *change* is a maximum."""
    return _MAXIMUM.search(change.text) is not None


def counts_lines(change: Change) -> bool:
    """Return whether *change* counts points, which may be lines of a list as they are; 分成四点 divides the text."""
    return _POINTS.search(change.text) is not None and not re.search(r"分[成为]?|divide|split", change.text)
