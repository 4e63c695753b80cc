"""Postconditions of changes: a change is done only if a reader of both drafts would agree that it is.

A change of a kind without a postcondition reports by itself whether it was applied.
"""

import re
from collections.abc import Callable

from engines.language.characters import is_chinese
from engines.note_writer.feedback import content, edges, emoji, forms, surface
from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.context import BULLET
from engines.note_writer.feedback.counts import counts_lines, is_maximum
from engines.note_writer.feedback.enumerations import has_details
from engines.note_writer.feedback.names import list_names, list_words, mentions, split_names
from engines.note_writer.feedback.operations import OPERATIONS
from engines.note_writer.feedback.pronouns import lacks_pronoun
from engines.note_writer.feedback.rules import ORDINAL_SECTION
from engines.note_writer.feedback.scope import find_scope, is_in_lines, list_lines, split_paragraphs
from engines.note_writer.feedback.sections import lacks_parts
from engines.note_writer.feedback.tags import has_no_numbered, list_unwanted, parse_tags
from engines.note_writer.feedback.tones import has_tone, list_own_words
from engines.note_writer.feedback.words import OF_EACH, counts_spaces, find_described_part
from engines.note_writer.lengths import Length, Unit, has_emoji, parse_unit
from engines.note_writer.values import Block, Draft
from services.common.text.citation import ANY_SOURCE, NAMED_SOURCE
from services.common.text.language import Language

Postcondition = Callable[[Change, Draft, Draft], bool]
"""Returns whether the second of two drafts shows a change of the first."""

SHORTER, HALF, LONGER, NEW = 0.92, 0.7, 1.08, 0.3
"""Lengths of the revised text relative to the previous one; the least share of new sentences in another text."""
_TOLERANCE = 0.2


def holds(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether *draft*, the revision of *previous*, shows *change*."""
    condition = _OF_PART.get((change.kind, change.part)) or _OF_KIND.get(change.kind)
    return condition is None or condition(change, previous, draft)


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


def _select_shown(change: Change, draft: Draft) -> str:
    """Return the text of the part that *change* is about; for the body also the title."""
    if is_in_lines(change):
        return "\n".join(item for block in draft.blocks for item in block.items if item.startswith(BULLET))
    text = select_text(draft, change.part)
    return f"{draft.title}\n{text}" if Part.TITLE in find_scope(change) else text


def _has_no_punctuation(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the part lacks the punctuation mark, except in the names of sources."""
    return re.search(change.value, ANY_SOURCE.sub("", _select_shown(change, draft))) is None


def _contains(change: Change, previous: Draft, draft: Draft) -> bool:
    value, text = change.value, select_text(draft, change.part)
    if change.part is Part.TAGS:
        return all(tag in draft.tags for tag in parse_tags(value))
    if change.part is not Part.BODY:
        return _fold(value) in _fold(text)
    # A heading in the words of the reviewer, over a sentence on something else, states nothing about them.
    lines = _fold("\n".join(item for block in draft.blocks for item in block.items))
    aside = content.find_aside(value, Language.CHINESE if is_chinese(value) else Language.ENGLISH)
    has_aside = bool(aside) and _fold(aside) in lines
    return _fold(value) in lines or has_aside or all(word in lines for word in list_words(value))


def find_retained_name(change: Change) -> str:
    """Return the words by which a clause, or what it refers to, names what stays; "" for none."""
    stated = (change.text, *change.reasons) if change.kind is Kind.KEEP else ()
    return change.other or next(filter(None, map(find_described_part, stated)), "")


def _retains(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the lines of a part that the clause names by its subject are there, and as they were."""
    name, words = find_retained_name(change), list_words(find_retained_name(change))
    lines = [item for block in previous.blocks for item in block.items if all(word in item.lower() for word in words)]
    body = ANY_SOURCE.sub("", draft.body)
    return not name or (bool(lines) and all(ANY_SOURCE.sub("", line) in body for line in lines))


def _lacks(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the word is gone, and neither the opening nor the closing with it."""
    if change.part is Part.TAGS:
        return {one.lower() for one in list_unwanted(change)}.isdisjoint(tag.lower() for tag in draft.tags)
    before, after = split_paragraphs(previous), split_paragraphs(draft)
    is_whole = bool(before.opening) <= bool(after.opening) and bool(before.closing) <= bool(after.closing)
    text = _select_shown(change, draft)
    words = (name for word in split_names(change.value, previous.body) for name in list_names(word, previous.body))
    return is_whole and not any(mentions(text, word) for word in words)


def _is_corrected(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the right word is in the text and the wrong one is not, except in the names of sources."""
    text, wrong, right = (
        ANY_SOURCE.sub("", _select_shown(change, draft)).lower(),
        change.value.lower(),
        change.other.lower(),
    )
    return right in text and (wrong in right or wrong not in text)


def _is_reworded(change: Change, previous: Draft, draft: Draft) -> bool:
    before, after = (select_text(one, change.part) for one in (previous, draft))
    if re.search(r"表情|emoji|正式|formal|serious", change.text, re.IGNORECASE):
        return before != after
    return re.sub(r"[\W_]+", "", before) != re.sub(r"[\W_]+", "", after)


def _is_shorter(change: Change, previous: Draft, draft: Draft) -> bool:
    before, after = (len(select_text(one, change.part)) for one in (previous, draft))
    if change.part is not Part.BODY or ORDINAL_SECTION.search(change.text):
        return after < before
    if OF_EACH.search(change.text):
        return False
    share = HALF if re.search(r"一半|减半|\bhalf\b", change.text) else SHORTER
    return after <= share * before


def _is_longer(change: Change, previous: Draft, draft: Draft) -> bool:
    before, after = (len(select_text(one, change.part)) for one in (previous, draft))
    return after >= LONGER * before and not OF_EACH.search(change.text)


def _measure(change: Change, draft: Draft) -> int:
    return Length(0, parse_unit(change.text, draft.body)).measure(draft.body)


def _is_at_most(change: Change, previous: Draft, draft: Draft) -> bool:
    if change.part is Part.TITLE:
        is_in_words = parse_unit(change.text, "字") is Unit.WORDS
        return (len(draft.title.split()) if is_in_words else len(draft.title)) <= int(change.value)
    if counts_spaces(change.text):
        return len(draft.body) <= int(change.value)
    return _measure(change, draft) <= int(change.value)


def _is_at_least(change: Change, previous: Draft, draft: Draft) -> bool:
    return _measure(change, draft) >= int(change.value)


def _is_about(change: Change, previous: Draft, draft: Draft) -> bool:
    return abs(_measure(change, draft) - int(change.value)) <= _TOLERANCE * int(change.value)


def _has_count(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the sections are as many as requested, or the lines of the lists where points are."""
    sections = sum(bool(block.heading) for block in draft.blocks)
    points = sum(item.startswith(BULLET) for block in draft.blocks for item in block.items)
    count = points if counts_lines(change) and points else sections
    return int(change.value) == count or (is_maximum(change) and 0 < count <= int(change.value))


def _has_tag_count(change: Change, previous: Draft, draft: Draft) -> bool:
    count = int(change.value)
    return len(draft.tags) == count or (is_maximum(change) and 0 < len(draft.tags) < count)


def _has_no_old_tags(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether there is no tag, or where the others are unwanted, none of those before."""
    is_of_others = re.search(r"别的|其[他它余]|剩下|\b(?:others?|rest)\b", change.text, re.IGNORECASE)
    return not draft.tags or (is_of_others is not None and set(draft.tags).isdisjoint(previous.tags))


def _has_question(change: Change, previous: Draft, draft: Draft) -> bool:
    if change.part is Part.CLOSING:
        return edges.has_question_at_end(draft)
    return re.search(r"[?？]", select_text(draft, change.part)) is not None


def _has_no_question(change: Change, previous: Draft, draft: Draft) -> bool:
    return not _has_question(change, previous, draft)


def _is_list(change: Change, previous: Draft, draft: Draft) -> bool:
    items = [item for block in draft.blocks if block.heading for item in block.items]
    return len(items) > 1 and all(item.startswith(BULLET) for item in items)


def _has_no_lists(change: Change, previous: Draft, draft: Draft) -> bool:
    return BULLET not in draft.body


def _has_no_exclamation(change: Change, previous: Draft, draft: Draft) -> bool:
    return re.search(r"[!！]", _select_shown(change, draft)) is None


def _has_no_emoji(change: Change, previous: Draft, draft: Draft) -> bool:
    return emoji.lacks(change, previous, draft, _select_shown(change, draft))


def _has_other_order(change: Change, previous: Draft, draft: Draft) -> bool:
    before, after = list_lines(previous), list_lines(draft)
    return sorted(before) == sorted(after) and (before != after or change.kind is not Kind.SWAP)


def _has_new_quotations(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether there are more cited lines, or cited ones at all where only their sources are requested."""
    before, after = (len(ANY_SOURCE.findall(one.body)) for one in (previous, draft))
    requests_sources = re.search(
        r"来源|出处|\b(?:sources?|cit|references?|come from|says who)", change.text, re.IGNORECASE
    )
    return after > before or (requests_sources is not None and NAMED_SOURCE.search(draft.body) is not None)


_DIGIT = re.compile(
    r"[\d一二两三四五六七八九十]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE
)


def _count_emoji(draft: Draft) -> int:
    return sum(has_emoji(letter) for letter in f"{draft.title}{draft.body}")


def _is_dropped(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the opening or closing, or one of its sentences, is gone."""
    text = select_text(previous, change.part)
    return bool(text) and text not in draft.body


def _is_new_text(change: Change, previous: Draft, draft: Draft) -> bool:
    before, after = (set(list_own_words(one)) for one in (previous, draft))
    return previous.title != draft.title and len(after - before) >= NEW * len(after) > 0


def _has_text(change: Change, previous: Draft, draft: Draft) -> bool:
    return _fold(change.value) in _fold(select_text(draft, change.part))


_OF_PART: dict[tuple[Kind, Part], Postcondition] = {
    **dict.fromkeys(((Kind.TONE, part) for part in (Part.TITLE, Part.OPENING, Part.CLOSING)), _is_reworded),
    (Kind.COUNT, Part.TAGS): _has_tag_count,
    (Kind.SHORTEN, Part.TAGS): lambda change, previous, draft: len(draft.tags) < len(previous.tags),
    (Kind.LENGTHEN, Part.TAGS): lambda change, previous, draft: len(draft.tags) > len(previous.tags),
    (Kind.REMOVE_PART, Part.TAGS): has_no_numbered,
    (Kind.UPPERCASE, Part.TITLE): surface.has_upper_title,
    (Kind.LOWERCASE, Part.TAGS): surface.has_lower_tags,
    **dict.fromkeys(((Kind.MAX_SENTENCES, one) for one in (Part.OPENING, Part.CLOSING)), surface.has_short_edge),
    (Kind.NO_QUESTION, Part.BODY): surface.has_no_questions,
    **dict.fromkeys(((Kind.DROP, one) for one in (Part.OPENING, Part.CLOSING)), _is_dropped),
    (Kind.DROP, Part.TAGS): _has_no_old_tags,
    (Kind.RENEW, Part.TAGS): lambda change, previous, draft: set(draft.tags) != set(previous.tags),
    (Kind.SET, Part.TAGS): lambda change, previous, draft: bool(draft.tags),
}
_OF_KIND: dict[Kind, Postcondition] = {
    Kind.SET: _has_text,
    Kind.KEEP: _retains,
    Kind.CONTAIN: _contains,
    Kind.ADD_TEXT: _contains,
    Kind.WARN: content.has_warning,
    Kind.LACK: _lacks,
    Kind.REPLACE: _is_corrected,
    Kind.CORRECT: _is_corrected,
    Kind.RENEW: _is_reworded,
    Kind.SHORTEN: _is_shorter,
    Kind.LENGTHEN: _is_longer,
    Kind.MAX_LENGTH: _is_at_most,
    Kind.MIN_LENGTH: _is_at_least,
    Kind.ABOUT_LENGTH: _is_about,
    Kind.COUNT: _has_count,
    Kind.QUESTION: _has_question,
    Kind.NO_QUESTION: _has_no_question,
    Kind.LIST: _is_list,
    Kind.RUNNING_TEXT: _has_no_lists,
    Kind.NO_EXCLAMATION: _has_no_exclamation,
    Kind.NO_EMOJI: _has_no_emoji,
    Kind.SWAP: _has_other_order,
    Kind.FIRST_PART: forms.is_part_first,
    Kind.LAST_PART: _has_other_order,
    Kind.REMOVE_PART: lacks_parts,
    Kind.NO_PUNCTUATION: _has_no_punctuation,
    Kind.MAX_LINES: surface.has_few_lines,
    Kind.NUMBER: lambda change, previous, draft: _DIGIT.search(draft.title) is not None,
    Kind.NO_NUMBER: lambda change, previous, draft: _DIGIT.search(draft.title) is None,
    Kind.HEADING: lambda change, previous, draft: any(change.value in one.heading for one in draft.blocks),
    Kind.EMOJI: lambda change, previous, draft: _count_emoji(draft) > _count_emoji(previous),
    Kind.NO_SOURCES: lambda change, previous, draft: ANY_SOURCE.search(draft.body) is None,
    Kind.EVIDENCE: _has_new_quotations,
    Kind.REWRITE: _is_new_text,
    Kind.TONE: has_tone,
    Kind.DETAILS: has_details,
    Kind.PRONOUN: lacks_pronoun,
    **{one.kind: one.holds for one in OPERATIONS if one.holds is not None},
}
MEASURED = frozenset((*_OF_KIND,)) - {Kind.KEEP, Kind.RENEW, Kind.REWRITE, Kind.SWAP, Kind.REMOVE_PART}
"""Kinds that the draft alone shows to be done, also by another change."""
