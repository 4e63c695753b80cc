"""Checks whether a note differs from the others: the library's titles, and the earlier notes of its session."""

import re
from collections.abc import Iterator
from typing import Final

from services.common.text.citation import ANY_SOURCE
from services.critic.domain.note import texts
from services.critic.domain.note.checks.lengths import split_sentences
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.findings import MODERATE, Finding, quote
from services.critic.domain.note.note import ReviewedNote

MAX_REPEATED: Final = 0.5
"""The share of sentences that an earlier note may have in common with a new one."""
_LETTERS: Final = re.compile(r"[\W_]+")


def check_variety(note: ReviewedNote) -> Iterator[Finding]:
    """Yield a title that another note has, and a body that an earlier note of the session mostly has."""
    title = note.content.title
    earlier = [one.partition("\n") for one in note.earlier_texts]
    if any(_is_same(title, other) for other in (*note.evidence.example_titles, *(first for first, _, _ in earlier))):
        yield Finding(NoteDimension.CONTENT, MODERATE, texts.TITLE_TAKEN, {"title": quote(title)})
    own = {text for sentence in split_sentences(note.content.body) if (text := _strip(sentence))}
    for first, _, body in earlier:
        share = len(own & set(map(_strip, split_sentences(body)))) / len(own) if own else 0.0
        if share > MAX_REPEATED:
            values = {"share": f"{share:.0%}", "title": quote(first)}
            yield Finding(NoteDimension.CONTENT, MODERATE, texts.EARLIER_REPEATED, values)
            return


def _strip(text: str) -> str:
    """Return the letters of *text*, without its source."""
    return _LETTERS.sub("", ANY_SOURCE.sub("", text).casefold())


def _is_same(one: str, other: str) -> bool:
    return bool(one.strip()) and _strip(one) == _strip(other)
