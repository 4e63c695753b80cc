"""The parts of a draft that a change may alter. Only this module reverts its effects on other parts."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re
from dataclasses import dataclass, replace

from engines.note_writer.feedback.changes import Change, Kind, Part
from engines.note_writer.feedback.context import BULLET
from engines.note_writer.feedback.retention import opening
from engines.note_writer.feedback.words import ADVERB, find_described_part
from engines.note_writer.lengths import split_sentences
from engines.note_writer.values import Block, Draft
from services.common.text.citation import ANY_SOURCE

_TEXT = frozenset((Part.OPENING, Part.BODY, Part.CLOSING))
_TITLE_AND_TEXT = _TEXT | {Part.TITLE}
_SCOPES = {
    **dict.fromkeys(
        (
            Kind.TONE,
            Kind.ADDRESS,
            Kind.EMOJI,
            Kind.NO_EMOJI,
            Kind.NO_EXCLAMATION,
            Kind.NO_SOURCES,
            Kind.LOWERCASE,
            Kind.NO_YOU,
            Kind.NO_QUESTION,
            Kind.NO_PUNCTUATION,
        ),
        _TITLE_AND_TEXT,
    ),
    **dict.fromkeys((Kind.LACK, Kind.REPLACE, Kind.CORRECT), _TITLE_AND_TEXT | {Part.TAGS}),
    **dict.fromkeys(
        (
            Kind.SHORTEN,
            Kind.LENGTHEN,
            Kind.MAX_LENGTH,
            Kind.MIN_LENGTH,
            Kind.ABOUT_LENGTH,
            Kind.MAX_SENTENCES,
            Kind.MAX_LINES,
        ),
        _TEXT,
    ),
    Kind.REWRITE: _TITLE_AND_TEXT | {Part.TAGS},
    Kind.AUDIENCE: frozenset((Part.OPENING,)),
    Kind.KEEP: frozenset[Part](),
    **dict.fromkeys((Kind.ADD_TEXT, Kind.CONTAIN, Kind.WARN), frozenset((Part.BODY, Part.CLOSING))),
    # The last paragraph is a part to a user who counts paragraphs.
    Kind.REMOVE_PART: frozenset((Part.BODY, Part.CLOSING)),
}
"""The parts that a change of the body alters, by kind; only the sections for kinds not listed."""
_NAMES_BODY = re.compile(r"正文|内容|\b(?:body|the text)\b", re.IGNORECASE)
_COUNTS_SECTIONS = (Kind.REMOVE_PART, Kind.SWAP, Kind.ORDER, Kind.FIRST_PART, Kind.LAST_PART, Kind.DROP, Kind.KEEP, Kind.FIRST_POINT,
                    Kind.SET_POINT, Kind.AFTER, Kind.NUMBERED)  # fmt: skip
"""Kinds for which the number of a section is the object of the change, not its position."""
_EACH = re.compile(
    r"^(?:and )?(?:each|every one)\b|\beach (?:one )?(?:under|at most|max|no more|less|below|up to)\b|^(?:每个?|各)(?:不|别|最|控|限)"
    r"|每一?(?:[条点段节句]|个(?:部分|点|小节))|一句话?(?:别|不要|不能|不许|不超过|控制在)|中间|之间|\b(?:each|every) (?:\w+ )?(?:tip|point|section|paragraph|part|step|item|bullet|line|sentence|one)\b|\b(?:no|any) sentences? (?:over|longer|above|of more)\b|\bsentences (?:under|below|shorter than|of at most)\b|\bmiddle\b|\bbetween\b|\bper (?:tip|point|section|paragraph|line|sentence|bullet|item)\b",
    re.IGNORECASE,
)
_EACH_LINE = (Kind.NUMBERED, Kind.HEADING_LENGTH, Kind.LIST, Kind.RUNNING_TEXT, Kind.NO_EMOJI, Kind.EMOJI, Kind.LACK)
"""Kinds that apply to each line anyway."""

_EACH_START = re.compile(
    r"每一?[段条节个]|\b(?:each|every) (?:tip|point|section|paragraph|line|bullet)\b", re.IGNORECASE
)
_OF_WHOLE = (Kind.SHORTEN, Kind.LENGTHEN, Kind.MAX_LENGTH, Kind.MIN_LENGTH, Kind.ABOUT_LENGTH, Kind.COUNT, Kind.MAX_SENTENCES,
             Kind.MAX_LINES, Kind.TONE, Kind.REWRITE, Kind.RUNNING_TEXT, Kind.LIST)  # fmt: skip
"""Kinds that apply to all of the text, and not to a part that a clause describes: 合同那段只要三句."""
_OF_HEADINGS = re.compile(r"小标题|\b(?:sub)?headings?\b", re.IGNORECASE)
_PUNCTUATION = (Kind.NO_EMOJI, Kind.NO_EXCLAMATION, Kind.NO_PUNCTUATION)
_IN_LINES = re.compile(
    r"[条点]里|列表里|\b(?:in|from|on) (?:all |any |each |every )?(?:of )?(?:the |my |your )?(?:bullet(?: point)?|point|tip|item|list)s?\b",
    re.IGNORECASE,
)
"""The lines of the lists as the place of marks."""


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """The blocks of a draft: the opening and the closing, () if there is none, and the blocks between them."""

    opening: tuple[Block, ...]
    sections: tuple[Block, ...]
    closing: tuple[Block, ...]


def split_paragraphs(draft: Draft, reference: "Paragraphs | None" = None) -> Paragraphs:
    """Return the paragraphs of *draft*; a last paragraph that is the closing of *reference* is never the opening."""
    blocks, closing = draft.blocks, tuple[Block, ...]()
    if reference is not None and reference.closing and blocks[-1:] == reference.closing:
        blocks, closing = blocks[:-1], blocks[-1:]
    first = blocks[:1] if opening(replace(draft, blocks=blocks)) else ()
    rest = blocks[len(first) :]
    if not closing and rest and not rest[-1].heading:
        rest, closing = rest[:-1], rest[-1:]
    return Paragraphs(first, rest, closing)


def find_changed_parts(before: Draft, after: Draft) -> set[Part]:
    """Return the parts in which two drafts differ; the body means the sections."""
    one = split_paragraphs(before)
    other = split_paragraphs(after, one)
    differs = {
        Part.TITLE: before.title != after.title,
        Part.TAGS: before.tags != after.tags,
        Part.OPENING: one.opening != other.opening,
        Part.BODY: one.sections != other.sections,
        Part.CLOSING: one.closing != other.closing,
    }
    return {part for part, is_changed in differs.items() if is_changed}


def restore(draft: Draft, previous: Draft, parts: set[Part] | frozenset[Part]) -> Draft:
    """Return *draft* with *parts* as they are in *previous*."""
    before = split_paragraphs(previous)
    after = split_paragraphs(draft, before)
    blocks = (
        *(before.opening if Part.OPENING in parts else after.opening),
        *(before.sections if Part.BODY in parts else after.sections),
        *(before.closing if Part.CLOSING in parts else after.closing),
    )
    return replace(
        draft,
        title=previous.title if Part.TITLE in parts else draft.title,
        tags=previous.tags if Part.TAGS in parts else draft.tags,
        blocks=blocks or draft.blocks,
    )


def find_scope(change: Change) -> frozenset[Part]:
    """Return the parts that *change* may alter."""
    if change.part is not Part.BODY and change.kind is not Kind.KEEP:
        return frozenset((change.part,))
    scope = _SCOPES.get(change.kind, frozenset((Part.BODY,)))
    return scope - {Part.TITLE, Part.TAGS} if _NAMES_BODY.search(change.text) else scope


def list_lines(draft: Draft) -> list[str]:
    """Return the headings and lines of *draft*, without the names of sources, which move with their lines."""
    return [ANY_SOURCE.sub("", line) for block in draft.blocks for line in (block.heading, *block.items) if line]


_ADDS = (Kind.LENGTHEN, Kind.MIN_LENGTH, Kind.CONTAIN, Kind.ADD_TEXT, Kind.WARN, Kind.EVIDENCE)
_REMOVES = (Kind.SHORTEN, Kind.MAX_LENGTH, Kind.LACK, Kind.REMOVE_PART, Kind.DROP)


def exceeds_kind(change: Change, before: Draft, after: Draft) -> bool:
    """Return whether *after* differs from *before* in ways that *change* does not request.

    What adds text changes no line, and what removes text adds none; no change of the tone alters a cited line.
    """
    if change.part is not Part.BODY:
        return change.part in (Part.OPENING, Part.CLOSING) and _EACH_START.search(change.text) is not None
    one, other = list_lines(before), list_lines(after)
    if change.kind in _ADDS:
        doubles = any(other.count(line) > max(1, one.count(line)) for line in set(other))
        return doubles or not set(one) <= set(other)
    if change.kind in _REMOVES and len(change.value) != 1 and not ADVERB.fullmatch(change.value):
        if change.kind is Kind.LACK:
            other = [ANY_SOURCE.sub("", item) for block in split_paragraphs(after).sections for item in block.items]
        text = "\n".join(one)
        return any(line not in text and not _is_cut_from(line, one) for line in other)
    if change.kind is Kind.TONE:
        cited = [[item for block in draft.blocks for item in block.items if ANY_SOURCE.search(item)]
                 for draft in (before, after)]  # fmt: skip
        return cited[0] != cited[1]
    return False


def is_torn(before: Draft, after: Draft) -> bool:
    """Return whether *after* has a new line that is cut off, or lacks all lists of *before*, unless these are lines now."""
    old = {item for block in before.blocks for item in block.items}
    new = [item for block in after.blocks for item in block.items]
    is_cut = any(item.endswith("…") and item not in old for item in new)
    had_lists = any(item.startswith(BULLET) for item in old)
    return is_cut or (had_lists and not any(block.heading for block in after.blocks))


def _is_cut_from(line: str, lines: list[str]) -> bool:
    """Return whether *line* is one of *lines* without some of its sentences."""
    sentences = split_sentences(line.strip("…"))
    return any(all(sentence.strip("• ") in one for sentence in sentences) for one in lines)


def is_too_narrow(change: Change) -> bool:
    """Return whether *change* is about parts of sections to which no change can be confined: each tip."""
    if change.part is not Part.BODY:
        return False
    is_of_headings = change.kind in (Kind.TONE, Kind.NUMBERED) and _OF_HEADINGS.search(change.text) is not None
    is_of_part = is_of_headings or (change.kind in _OF_WHOLE and find_described_part(change.text) != "")
    return is_of_part or (change.kind not in _EACH_LINE and _EACH.search(change.text) is not None)


def confine(before: Draft, after: Draft, change: Change, section: int) -> Draft | None:
    """Return *after* with all parts that *change* is not about as in *before*.

    Args:
        before: the draft that the change was applied to.
        after: the result.
        change: the change.
        section: the number of the section that its text names, 0 for none and -1 for the last.

    Returns:
        None if the change cannot be confined to its section.

    """
    if is_in_lines(change):
        return _confine_to_lines(before, after)
    if section and change.part is Part.BODY and change.kind not in _COUNTS_SECTIONS:
        return _confine_to_section(before, after, section)
    return restore(after, before, frozenset(Part) - find_scope(change))


def is_in_lines(change: Change) -> bool:
    """Return whether *change* removes marks only from the lines of the lists."""
    return change.kind in _PUNCTUATION and change.part is Part.BODY and _IN_LINES.search(change.text) is not None


def _confine_to_lines(before: Draft, after: Draft) -> Draft | None:
    if [len(block.items) for block in before.blocks] != [len(block.items) for block in after.blocks]:
        return None
    blocks = (
        replace(old, items=tuple(new_item if old_item.startswith(BULLET) else old_item
                                 for old_item, new_item in zip(old.items, new.items, strict=True)))
        for old, new in zip(before.blocks, after.blocks, strict=True)
    )  # fmt: skip
    return replace(before, blocks=tuple(blocks))


def _confine_to_section(before: Draft, after: Draft, section: int) -> Draft | None:
    numbers = [index for index, block in enumerate(before.blocks) if block.heading]
    position = section - 1 if section > 0 else len(numbers) - 1
    if not 0 <= position < len(numbers) or len(after.blocks) != len(before.blocks):
        return None
    index = numbers[position]
    return replace(before, blocks=(*before.blocks[:index], after.blocks[index], *before.blocks[index + 1 :]))
