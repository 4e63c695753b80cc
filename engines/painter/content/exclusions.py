"""What an image must not show: the names that a negation applies to."""

import re
from collections.abc import Sequence

from engines.painter.content.absence import find_absent
from engines.painter.content.mentions import Mention
from engines.painter.content.words import NEGATIONS

_CLAUSE = re.compile(r"[,，;；、。.!！?？\n]")
_CONJUNCTION = re.compile(r"\s*(?:[、,，]|和|或|与|跟|及|以及|and|or|&)?\s*(?:a|an|any|the)?\s*$")


_STAMP = re.compile(r"(?:印章|红章|印泥|落款|盖章|钤印)|\b(?:seal|stamp|chop|cartouche|signature)s?\b", re.IGNORECASE)
"""The mark of an artist, which some media press on their images."""


def excludes_stamp(text: str) -> bool:
    """Return whether a negation of *text* applies to the mark of the artist."""
    stops = (_CLAUSE.search(text, negation.end) for negation in NEGATIONS.find_all(text.lower()))
    ends = (stop.start() if stop else len(text) for stop in stops)
    starts = (negation.end for negation in NEGATIONS.find_all(text.lower()))
    return any(_STAMP.search(text, start, end) for start, end in zip(starts, ends, strict=True))


def find_excluded(text: str, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return the names that a negation applies to: the next one, and those joined to it."""
    absent = list(find_absent(text, mentions))
    excluded = [mention for mention, _ in absent]
    ends = {end for _, end in absent}
    for negation in NEGATIONS.find_all(text):
        if negation.end in ends:
            continue  # 一只猫也没有的院子: the courtyard is drawn.
        stop = _CLAUSE.search(text, negation.end)
        end = stop.start() if stop else len(text)
        previous = None
        for mention in (m for m in mentions if negation.end <= m.start < end):
            if previous is not None and not _CONJUNCTION.match(text[previous.end : mention.start]):
                break
            excluded.append(mention)
            previous = mention
    return tuple(excluded)
