"""Outcomes of changes, measured on the text before and after all of them."""

import re

from engines.language.characters import is_chinese
from engines.note_writer.feedback import edges
from engines.note_writer.feedback.changes import WORD_SEPARATOR, Change, Kind, Part
from engines.note_writer.feedback.content import is_aside
from engines.note_writer.feedback.literal import is_literal, is_quoted, list_forms
from engines.note_writer.feedback.names import exceeds_word, list_names, list_words, mentions, split_names
from engines.note_writer.feedback.postconditions import find_retained_name, holds, select_text
from engines.note_writer.feedback.scope import find_scope
from engines.note_writer.feedback.tags import list_unwanted
from engines.note_writer.feedback.verification import (
    can_be_so,
    has_too_few_emoji,
    has_unread_number,
    is_guess,
    is_indirect_question,
    is_slight,
    lacks_quoted,
    misses_part,
    only_praises,
    requests_nothing,
)
from engines.note_writer.values import Draft
from services.common.contract.feedback import ChangeOutcome

_OF_A_MODEL = frozenset((Kind.TONE, Kind.AUDIENCE, Kind.ADDRESS))
"""Kinds of which the built-in writer can only change the opening and the closing."""
_REMOVES = frozenset((Kind.LACK, Kind.CORRECT, Kind.REPLACE, Kind.REMOVE_PART))
_STATES = frozenset(
    (
        *(Kind.LACK, Kind.CORRECT, Kind.REPLACE, Kind.QUESTION, Kind.NO_QUESTION, Kind.NO_EMOJI, Kind.NO_EXCLAMATION),
        *(Kind.NO_PUNCTUATION, Kind.NO_SOURCES, Kind.NO_NUMBER, Kind.MAX_LENGTH, Kind.MIN_LENGTH, Kind.MAX_LINES),
        *(Kind.MAX_SENTENCES, Kind.COUNT, Kind.LIST, Kind.RUNNING_TEXT, Kind.NUMBERED, Kind.LOWERCASE, Kind.UPPERCASE),
        *(Kind.DETAILS, Kind.PRONOUN),
    )
)
"""Kinds of what a text is or lacks, so that a draft that already is so needs no change."""
_BANS = re.compile(r"不要|别(?![人的处家])|不用|\b(?:don['’]t|stop|never|the word|hate|cringe)\b", re.IGNORECASE)
NEW = 0.8
"""The least share of new lines in a text that was written again."""


def find_outcome(change: Change, previous: Draft, draft: Draft, *, applied: bool) -> ChangeOutcome:
    """Return the outcome of *change*; *applied* if its postcondition holds in *draft*, the revision of *previous*."""
    if change.kind is Kind.UNKNOWN or requests_nothing(change):
        return ChangeOutcome.NOT_UNDERSTOOD
    if change.kind is Kind.KEEP and find_retained_name(change) and not holds(change, previous, previous):
        # What is to stay is not there.
        return ChangeOutcome.NOT_UNDERSTOOD
    if change.kind is Kind.KEEP and lacks_quoted(change, previous):
        return ChangeOutcome.NOT_UNDERSTOOD
    outcome = _find_outcome(change, previous, draft, applied=applied)
    is_so = can_be_so(change) and not has_unread_number(change) and not is_indirect_question(change, draft)
    if outcome is ChangeOutcome.ALREADY_SO and not is_so:
        return ChangeOutcome.NOT_UNDERSTOOD
    is_in_part = (
        has_unread_number(change)
        or is_guess(change)
        or has_too_few_emoji(change, previous, draft)
        or misses_part(change, previous, draft)
        or is_indirect_question(change, draft)
        or is_slight(change, previous, draft)
        or is_aside(change, previous, draft)
    )
    return ChangeOutcome.PARTLY if outcome is ChangeOutcome.DONE and is_in_part else outcome


def _find_outcome(change: Change, previous: Draft, draft: Draft, *, applied: bool) -> ChangeOutcome:
    if change.kind is Kind.LACK and not is_literal(change):
        return ChangeOutcome.NOT_POSSIBLE
    if is_absent(change, previous):
        return ChangeOutcome.ALREADY_SO
    if not applied:
        return ChangeOutcome.NOT_POSSIBLE
    outcome = _measure(change, previous, draft)
    if change.is_partial and outcome is ChangeOutcome.ALREADY_SO:
        return ChangeOutcome.NOT_UNDERSTOOD
    return ChangeOutcome.PARTLY if change.is_partial and outcome is ChangeOutcome.DONE else outcome


def _measure(change: Change, previous: Draft, draft: Draft) -> ChangeOutcome:
    """Return the outcome of an applied *change*, if it explains its clause."""
    if change.kind is Kind.KEEP:
        return ChangeOutcome.ALREADY_SO if only_praises(change) else ChangeOutcome.DONE
    if change.kind is Kind.ADDRESS:
        # That the text addresses someone is no proof of the voice that the reviewer wants.
        return ChangeOutcome.NOT_POSSIBLE
    is_same = all(select_text(previous, part) == select_text(draft, part) for part in find_scope(change))
    if is_same or _was_so(change, previous, draft):
        is_proven = change.kind is not Kind.LACK or _lacks_forms(change, draft)
        return ChangeOutcome.ALREADY_SO if is_proven else ChangeOutcome.NOT_POSSIBLE
    if change.kind is Kind.REWRITE:
        return ChangeOutcome.DONE if _count_new(previous, draft) >= NEW else ChangeOutcome.PARTLY
    # The names of sources are as they are.
    is_rest = change.kind is Kind.LOWERCASE and (text := select_text(draft, change.part)) != text.lower()
    return ChangeOutcome.PARTLY if is_rest or change.kind in _OF_A_MODEL else ChangeOutcome.DONE


def _was_so(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text before is as *change* requests: without the word, the mark, within the limit."""
    if change.kind is Kind.CONTAIN and change.part is Part.BODY:
        was_there, is_there = (one.body.lower().count(change.value.lower()) for one in (previous, draft))
        return 0 < is_there <= was_there
    if (change.kind, change.part) == (Kind.QUESTION, Part.CLOSING) and edges.wants_another_question(change):
        return False
    if (change.kind, change.part) == (Kind.LACK, Part.BODY) and any(
        mentions(tag, change.value) for tag in previous.tags
    ):
        return False
    return change.kind in _STATES and holds(change, previous, previous)


def _lacks_forms(change: Change, draft: Draft) -> bool:
    text = "\n".join((draft.title, draft.body, *draft.tags)).lower()
    if change.part is not Part.BODY:
        text = select_text(draft, change.part).lower()
    names = split_names(change.value, text)
    is_here = any(mentions(text, form) for name in names for form in list_forms(name.lower()))
    return not is_here and (is_chinese(change.value) or all(_lacks_words(name.lower(), text) for name in names))


def is_absent(change: Change, draft: Draft) -> bool:
    """Return whether *draft* has no word of what *change* removes or replaces, so that nothing is to be done."""
    if change.kind not in _REMOVES or not change.value or change.kind is Kind.REMOVE_PART:
        return False
    if change.kind is Kind.LACK and change.part is Part.TAGS and WORD_SEPARATOR in change.value:
        return not any(one.lower() in tag.lower() for one in list_unwanted(change) for tag in draft.tags)
    text = "\n".join((draft.title, draft.body, *draft.tags)).lower()
    is_ban = change.kind is Kind.LACK or _BANS.search(change.text) is not None
    if change.other and (not is_ban or change.other.lower() in text):
        # Not X but Y: Y is not there either.
        return False
    is_long = exceeds_word(change.value) and (is_chinese(change.value) or change.kind is not Kind.LACK)
    if is_long and (not is_quoted(change.text) or change.kind is Kind.CORRECT):
        return False
    names = split_names(change.value, text)
    if any(mentions(text, synonym) for name in names for synonym in list_names(name, text)):
        return False
    return all(_lacks_words(form, text) for name in names for form in list_forms(name))


def _lacks_words(name: str, text: str) -> bool:
    words = list_words(name)
    return bool(words) and name not in text and not any(word in text for word in words)


def _count_new(previous: Draft, draft: Draft) -> float:
    before = {item.lower() for block in previous.blocks for item in block.items}
    items = [item.lower() for block in draft.blocks for item in block.items]
    return sum(item not in before for item in items) / max(1, len(items))
