"""Lines that clauses are about, which a shorter text does not lose: shorter, but more on the filter."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from collections.abc import Iterable, Iterator

from engines.language.characters import is_chinese
from engines.language.words import segment_words
from engines.note_writer.feedback.changes import Change, Kind
from engines.note_writer.feedback.context import BULLET
from engines.note_writer.feedback.coverage import strip_fillers
from engines.note_writer.feedback.postconditions import holds
from engines.note_writer.feedback.sections import drop_point, list_points
from engines.note_writer.values import Draft
from services.common.text.citation import ANY_SOURCE

REDUCES = frozenset((Kind.SHORTEN, Kind.MAX_LENGTH, Kind.MAX_SENTENCES, Kind.MAX_LINES, Kind.COUNT, Kind.ABOUT_LENGTH))
"""Kinds after which the text has fewer lines, and it does not matter which."""
_UNWANTED = frozenset((Kind.LACK, Kind.REMOVE_PART, Kind.DROP, Kind.NO_SOURCES, *REDUCES))
_REMOVES = re.compile(
    r"删|去掉|拿掉|砍|不要|别[写提说]|\b(?:drop|remove|delete|cut|lose|skip|ditch|scrap|no|without|less|don['’]t mention)\b",
    re.IGNORECASE,
)
_STEM = 5


def find_protected(changes: Iterable[Change], draft: Draft) -> frozenset[str]:
    """Return the lines of the lists, without their sources, that clauses name and do not want removed."""
    lines = [_bare(item) for block in draft.blocks for item in block.items if item.startswith(BULLET)]
    words = {word for one in changes if one.kind not in _UNWANTED and not _REMOVES.search(one.text)
             for word in _list_words(one.text)}  # fmt: skip
    # A word of every second line is one of the topic.
    distinctive = [word for word in words if 0 < sum(word in line.lower() for line in lines) <= max(1, len(lines) // 2)]
    return frozenset(line for line in lines if any(word in line.lower() for word in distinctive))


def shorten_around(draft: Draft, change: Change, protected: frozenset[str]) -> Draft | None:
    """Return the draft without lines that are not *protected*, from the end, until it shows *change*; None if it never does."""
    shorter: Draft | None = draft
    while shorter is not None and not holds(change, draft, shorter):
        points = list_points(shorter)
        spare = [number for number, (block, line) in enumerate(points, 1)
                 if _bare(shorter.blocks[block].items[line]) not in protected]  # fmt: skip
        shorter = drop_point(shorter, spare[-1]) if spare else None
    return shorter


def loses(before: Draft, after: Draft, protected: frozenset[str]) -> bool:
    """Return whether *after* lacks one of the lines *protected* of *before*."""
    left = {_bare(item) for block in after.blocks for item in block.items}
    return any(
        line not in left for block in before.blocks for item in block.items if (line := _bare(item)) in protected
    )


def _bare(item: str) -> str:
    return ANY_SOURCE.sub("", item.removeprefix(BULLET)).strip()


def _list_words(text: str) -> Iterator[str]:
    """Yield the words of a clause that may name a line, English ones without their ends."""
    rest = strip_fillers(text)
    if is_chinese(rest):
        yield from (word.strip() for word in segment_words(rest) if len(word.strip()) > 1)
    else:
        yield from (word[:_STEM] for word in rest.split() if len(word) >= _STEM - 1)
