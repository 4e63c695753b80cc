"""Changes of the surface of a whole text: its lines, questions and punctuation marks. Each with its postcondition."""

import re
from dataclasses import replace

from engines.note_writer.feedback import edges, titles
from engines.note_writer.feedback.changes import Change, Part
from engines.note_writer.feedback.context import BULLET, Context
from engines.note_writer.feedback.counts import parse_count
from engines.note_writer.feedback.scope import split_paragraphs
from engines.note_writer.lengths import split_sentences
from engines.note_writer.sources import name_sources
from engines.note_writer.values import Block, Draft
from services.common.text.citation import ANY_SOURCE
from services.common.text.language import Language

_QUESTION = re.compile(r"[?？]")


def limit_lines(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft in at most the requested number of lines: its opening, then the lines of its lists, in order."""
    most, paragraphs = parse_count(change.value), split_paragraphs(draft)
    if most < 1 or has_few_lines(change, draft, draft):
        return draft if most else None
    points = [item.removeprefix(BULLET) for block in paragraphs.sections for item in block.items]
    first, last = ([item for block in blocks for item in block.items]
                   for blocks in (paragraphs.opening, paragraphs.closing))  # fmt: skip
    lines = (*(first if most > 1 or not points else ()), *points, *last)[:most]
    named = name_sources([item.removeprefix(BULLET) for block in draft.blocks for item in block.items], lines)
    return replace(draft, blocks=(Block("", named, "\n"),))


def has_few_lines(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text has no more lines than requested; empty ones are not counted."""
    return sum(bool(line.strip()) for line in draft.body.splitlines()) <= parse_count(change.value)


def remove_questions(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft without questions in its title, opening and closing; None if a section has one."""
    for part in (Part.OPENING, Part.CLOSING):
        revised = edges.no_question_in(part)(draft, change, context)
        draft = draft if revised is None else revised
    if _QUESTION.search(draft.title):
        draft = replace(draft, title=titles.do_not_ask(draft.title, change, context.request, draft))
    return draft if has_no_questions(change, draft, draft) else None


def has_no_questions(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the title and the text have no question, except in the names of sources."""
    return _QUESTION.search(ANY_SOURCE.sub("", f"{draft.title}\n{draft.body}")) is None


def remove_punctuation(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft without the punctuation mark, a pattern; names of sources stay as they are.

    A dash within a sentence becomes a comma, and one of a range ("25–30 minutes") its word.
    """
    is_chinese = context.language is Language.CHINESE
    comma, to = ("，", "到") if is_chinese else (", ", " to ")

    def convert(text: str) -> str:
        parts = re.split(f"({ANY_SOURCE.pattern})", text)
        return "".join(one if number % 2 else convert_own(one) for number, one in enumerate(parts))

    def convert_own(text: str) -> str:
        text = re.sub(rf"(?<=\d)\s*(?:{change.value})+\s*(?=\d)", to, text)
        text = re.sub(rf"(?<=\w)\s*(?:{change.value})+\s*(?=\w)", comma, text)
        return re.sub(rf"\s*(?:{change.value})+", "", text)

    blocks = (replace(one, heading=convert(one.heading), items=tuple(map(convert, one.items))) for one in draft.blocks)
    return replace(draft, title=convert(draft.title), blocks=tuple(blocks))


def limit_edge(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the first sentences of its opening or closing, as many as requested."""
    index = 0 if change.part is Part.OPENING else -1
    if has_short_edge(change, draft, draft):
        return draft
    separator = "" if context.language is Language.CHINESE else " "
    sentences = [one for item in draft.blocks[index].items for one in split_sentences(item)]
    blocks = list(draft.blocks)
    blocks[index] = Block("", (separator.join(sentences[: parse_count(change.value)]),))
    return replace(draft, blocks=tuple(blocks))


def has_short_edge(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the opening or closing has no more sentences than requested."""
    paragraphs = split_paragraphs(draft)
    blocks = paragraphs.opening if change.part is Part.OPENING else paragraphs.closing
    return sum(len(split_sentences(item)) for block in blocks for item in block.items) <= parse_count(change.value)


def shorten_edge(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with half of the sentences of its opening or closing, None for one sentence."""
    paragraphs = split_paragraphs(draft)
    blocks = paragraphs.opening if change.part is Part.OPENING else paragraphs.closing
    count = sum(len(split_sentences(item)) for block in blocks for item in block.items)
    return limit_edge(draft, replace(change, value=str((count + 1) // 2)), context) if count > 1 else None


def upper_title(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft with its title in capital letters."""
    return replace(draft, title=draft.title.upper())


def has_upper_title(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the title has letters with a case, all of them capitals."""
    return draft.title.isupper()


def lower_tags(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft with its tags in lower case."""
    return replace(draft, tags=tuple(dict.fromkeys(tag.lower() for tag in draft.tags)))


def has_lower_tags(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether no tag has a capital letter."""
    return all(tag == tag.lower() for tag in draft.tags)
