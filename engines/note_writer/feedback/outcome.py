"""Outcome of a change: it is applied only if the revised draft shows it."""

import re
from collections.abc import Callable

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.context import BULLET
from engines.note_writer.feedback.scope import find_scope, split_paragraphs
from engines.note_writer.feedback.tags import parse_tags
from engines.note_writer.lengths import has_emoji
from engines.note_writer.values import Block, Draft

Shown = Callable[[Change, Draft, Draft], bool]
"""Returns whether the second of two drafts contains a change."""


def is_shown(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether *draft*, the revision of *previous*, contains *change*, as far as that can be verified."""
    shown = _SHOWN.get(change.kind)
    return shown is None or shown(change, previous, draft)


def select_text(draft: Draft, part: Part) -> str:
    """Return the text of *part*; the body is the whole text."""
    paragraphs = split_paragraphs(draft)
    match part:
        case Part.TITLE:
            return draft.title
        case Part.TAGS:
            return " ".join(draft.tags)
        case Part.OPENING:
            return _join(paragraphs.opening)
        case Part.CLOSING:
            return _join(paragraphs.closing)
        case Part.BODY:
            return draft.body


def _join(blocks: tuple[Block, ...]) -> str:
    return "\n".join(block.text for block in blocks)


def _fold(text: str) -> str:
    return re.sub(r"\s+", " ", text).lower()


def _contains(change: Change, previous: Draft, draft: Draft) -> bool:
    value, text = change.value, select_text(draft, change.part)
    if change.part is Part.TAGS:
        return all(tag in draft.tags for tag in parse_tags(value))
    return _fold(value) in _fold(text)


def _lacks(change: Change, previous: Draft, draft: Draft) -> bool:
    if change.part is Part.TAGS:
        return change.value.lower() not in (tag.lower() for tag in draft.tags)
    return change.value.lower() not in select_text(draft, change.part).lower()


def _differs(change: Change, previous: Draft, draft: Draft) -> bool:
    return select_text(previous, change.part) != select_text(draft, change.part)


def _is_shorter(change: Change, previous: Draft, draft: Draft) -> bool:
    return len(select_text(draft, change.part)) < len(select_text(previous, change.part))


def _is_longer(change: Change, previous: Draft, draft: Draft) -> bool:
    return len(select_text(draft, change.part)) > len(select_text(previous, change.part))


def _has_question(change: Change, previous: Draft, draft: Draft) -> bool:
    return re.search(r"[?？]", select_text(draft, change.part)) is not None


def _has_no_question(change: Change, previous: Draft, draft: Draft) -> bool:
    return not _has_question(change, previous, draft)


def _has_no_lists(change: Change, previous: Draft, draft: Draft) -> bool:
    return BULLET not in draft.body


def _select_shown(change: Change, draft: Draft) -> str:
    """Return the text of the part that *change* is about; for the body also the title."""
    text = select_text(draft, change.part)
    return f"{draft.title}{text}" if Part.TITLE in find_scope(change) else text


def _has_no_exclamation(change: Change, previous: Draft, draft: Draft) -> bool:
    return re.search(r"[!！]", _select_shown(change, draft)) is None


def _has_no_emoji(change: Change, previous: Draft, draft: Draft) -> bool:
    return not has_emoji(_select_shown(change, draft))


_SHOWN: dict[Kind, Shown] = {
    Kind.CONTAIN: _contains,
    Kind.ADD_TEXT: _contains,
    Kind.LACK: _lacks,
    Kind.RENEW: _differs,
    Kind.SHORTEN: _is_shorter,
    Kind.LENGTHEN: _is_longer,
    Kind.QUESTION: _has_question,
    Kind.NO_QUESTION: _has_no_question,
    Kind.RUNNING_TEXT: _has_no_lists,
    Kind.NO_EXCLAMATION: _has_no_exclamation,
    Kind.NO_EMOJI: _has_no_emoji,
}
"""Changes of kinds without an entry report by themselves whether they were applied."""
