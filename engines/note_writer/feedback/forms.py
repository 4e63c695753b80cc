"""Changes of the form of a text: numbers, case, salutation, headings, sentences. Each with its postcondition."""

import re
from dataclasses import replace

from engines.language.characters import is_chinese
from engines.note_writer.feedback.changes import WORD_SEPARATOR, Change, Kind, Part
from engines.note_writer.feedback.context import BULLET, Context
from engines.note_writer.feedback.counts import parse_count
from engines.note_writer.feedback.names import list_words
from engines.note_writer.feedback.scope import list_lines, split_paragraphs
from engines.note_writer.feedback.sections import find_section, list_points, move
from engines.note_writer.lengths import Length, Unit, remove_emoji, split_sentences
from engines.note_writer.sources import name_sources
from engines.note_writer.truncation import measure_blocks, truncate_blocks
from engines.note_writer.values import MAX_TITLE_LENGTH, Block, Draft
from services.common.text.citation import ANY_SOURCE
from services.common.text.language import Language

_NUMBER = re.compile(r"^\d+(?:、|\. )")
_ADDRESSED = re.compile(r"[你您]们?")
_OBJECT_OF = "帮给和跟对让把被为陪教替请等送劝问"
"""Words before a pronoun without which the sentence is not complete."""
_HEADINGS = {
    "具体怎么做": ("做法", "怎么做", "具体做法", "具体怎么做", "具体该怎么做"),
    "还要知道": ("补充", "要知道", "还要知道", "另外要知道", "另外还要知道"),
}
"""Headings of the frame in other lengths."""


def number_lines(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with a number before each line of its sections."""
    number, blocks = 0, list[Block]()
    for block in draft.blocks:
        items = list[str]()
        for item in block.items if block.heading else ():
            number += 1
            prefix = f"{number}、" if context.language is Language.CHINESE else f"{number}. "
            items.append(prefix + _NUMBER.sub("", item.removeprefix(BULLET)))
        blocks.append(replace(block, items=tuple(items), separator="\n") if items else block)
    return replace(draft, blocks=tuple(blocks)) if number else None


def is_numbered(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether each line of the sections has a number."""
    lines = [item for block in draft.blocks if block.heading for item in block.items]
    return bool(lines) and all(map(_NUMBER.search, lines))


def lower(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft in lower case, except the names of its sources; only its title if the change is about that."""
    if change.part is Part.TITLE:
        return replace(draft, title=draft.title.lower())
    blocks = (
        replace(block, heading=block.heading.lower(), items=tuple(map(_lower, block.items))) for block in draft.blocks
    )
    return replace(draft, title=draft.title.lower(), blocks=tuple(blocks))


def _lower(text: str) -> str:
    end, parts = 0, list[str]()
    for found in ANY_SOURCE.finditer(text):
        parts += [text[end : found.start()].lower(), found[0]]
        end = found.end()
    return "".join((*parts, text[end:].lower()))


def is_lower(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the title, or all of the text, has no capital letter outside of the names of sources."""
    text = draft.title if change.part is Part.TITLE else f"{draft.title}\n{ANY_SOURCE.sub('', draft.body)}"
    return text == text.lower()


def greet(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with a salutation before its opening."""
    paragraphs, words = split_paragraphs(draft), change.value.strip(" ,，:：!！")
    if not words or not paragraphs.opening:
        return None
    first = paragraphs.opening[0]
    prefix = "，" if context.language is Language.CHINESE else ", "
    items = (f"{words}{prefix}{first.items[0]}", *first.items[1:])
    return replace(draft, blocks=(replace(first, items=items), *draft.blocks[1:]))


def is_greeting(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text starts with the salutation."""
    return draft.body.startswith(change.value.strip(" ,，:：!！"))


def resize_headings(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with headings of the requested number of characters; None for one without such a form."""
    count, blocks = parse_count(change.value), list[Block]()
    for block in draft.blocks:
        bare = remove_emoji(block.heading).strip()
        if bare and len(bare) != count:
            other = next((one for one in _HEADINGS.get(bare, ()) if len(one) == count), "")
            if not other:
                return None
            block = replace(block, heading=block.heading.replace(bare, other))
        blocks.append(block)
    return replace(draft, blocks=tuple(blocks))


def has_headings_of_length(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether there are headings, and each has the requested number of characters."""
    headings = [remove_emoji(block.heading).strip() for block in draft.blocks if block.heading]
    return bool(headings) and all(len(one) == parse_count(change.value) for one in headings)


def limit_sentences(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with at most the requested number of sentences: the longest text that has no more."""
    most, blocks = parse_count(change.value), draft.blocks
    if most < 1 or not blocks:
        return None
    for count in range(measure_blocks(blocks, Unit.CHARACTERS).count, 0, -1):
        if count_sentences(blocks) <= most:
            break
        blocks = truncate_blocks(blocks, Length(count, Unit.CHARACTERS))
    return None if blocks[-1].text.endswith("…") else replace(draft, blocks=blocks)


def has_few_sentences(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text has no more than the requested number of sentences."""
    return count_sentences(draft.blocks) <= parse_count(change.value)


def count_sentences(blocks: tuple[Block, ...]) -> int:
    """Return the number of sentences of *blocks*, without their headings."""
    return sum(len(split_sentences(item)) for block in blocks for item in block.items)


def drop_address(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return a Chinese draft without the subject 你, which its sentences do not need; None where they do."""
    if has_no_you(change, draft, draft):
        return draft
    blocks = (replace(block, items=tuple(map(_drop_you, block.items))) for block in draft.blocks)
    revised = replace(draft, title=_drop_you(draft.title), blocks=tuple(blocks))
    return revised if context.language is Language.CHINESE and has_no_you(change, draft, revised) else None


def _drop_you(text: str) -> str:
    if ANY_SOURCE.search(text):
        return text
    text = re.sub(r"[你您]们?的", "自己的", text)
    return re.sub(rf"(?<![{_OBJECT_OF}])[你您]们?(?=[\u4e00-\u9fff])", "", text)


def has_no_you(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text addresses no reader, or not by the one pronoun that the clause names."""
    pattern = re.compile(change.value) if change.value in ("你", "您") else _ADDRESSED
    return pattern.search(ANY_SOURCE.sub("", f"{draft.title}\n{draft.body}")) is None


def add_title_words(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the words of the change at the end of its title."""
    words = [word for word in change.value.split(WORD_SEPARATOR) if word.lower() not in draft.title.lower()]
    if not words:
        return draft
    chinese = is_chinese(draft.title)
    title = f"{draft.title}{'｜' if chinese else ' | '}{('、' if chinese else ', ').join(words)}"
    return replace(draft, title=title) if len(title) <= MAX_TITLE_LENGTH else None


def has_title_words(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the title has all words of the change."""
    return all(word.lower() in draft.title.lower() for word in change.value.split(WORD_SEPARATOR))


def move_point_first(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with one line of its lists before the others, each with its source."""
    points, number = list_points(draft), parse_count(change.value)
    number = len(points) if number == -1 else number
    if not 1 <= number <= len(points):
        return None
    lines = [draft.blocks[block].items[line] for block, line in points]
    lines.insert(0, lines.pop(number - 1))
    return _set_points(draft, dict(zip(points, lines, strict=True)))


def move_part_first(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the section of that name first, or with the line that has all words of the name."""
    moved = move(draft, change, context)
    if moved is not None and is_part_first(change, draft, moved):
        return moved
    words = list_words(change.value)
    points = list_points(draft)
    lines = [draft.blocks[block].items[line] for block, line in points]
    found = [index for index, line in enumerate(lines) if words and all(word in line.lower() for word in words)]
    if len(found) != 1:
        return None
    lines.insert(0, lines.pop(found[0]))
    return _set_points(draft, dict(zip(points, lines, strict=True)))


def is_part_first(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the first heading, or the line under it, has the words of the change, and no line is lost."""
    blocks, words = [block for block in draft.blocks if block.heading], list_words(change.value)
    first = f"{blocks[0].heading} {blocks[0].items[0]}".lower() if blocks else ""
    return sorted(list_lines(previous)) == sorted(list_lines(draft)) and all(word in first for word in words)


def _set_points(draft: Draft, lines: dict[tuple[int, int], str]) -> Draft:
    """Return the draft with other lines in its lists; each line names its source where that moved."""
    before = tuple(item for block in draft.blocks for item in block.items)
    blocks = list[Block]()
    for index, block in enumerate(draft.blocks):
        items = tuple(lines.get((index, line), item) for line, item in enumerate(block.items))
        blocks.append(replace(block, items=name_sources(before, items) if items != block.items else items))
    return replace(draft, blocks=tuple(blocks))


def is_first_point(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the named line is the first one, and no line is lost."""
    before, after = ([ANY_SOURCE.sub("", one.blocks[block].items[line]) for block, line in list_points(one)]
                     for one in (previous, draft))  # fmt: skip
    number = parse_count(change.value)
    index = len(before) - 1 if number == -1 else number - 1
    return 0 <= index < len(before) and after[:1] == [before[index]] and sorted(before) == sorted(after)


def set_point(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the reviewer's text as one line of its lists."""
    points, number = list_points(draft), parse_count(change.other)
    number = len(points) if number == -1 else number
    if not 1 <= number <= len(points):
        return None
    lines = {points[number - 1]: f"{BULLET}{change.value}"}
    return _set_points(draft, lines)


def has_point(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the text has the line of the reviewer."""
    return f"{BULLET}{change.value}" in list_lines(draft)


def place(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with the section *value* right before the section *other*, or right after it."""
    one, other = find_section(draft, change.value), find_section(draft, change.other)
    if one is None or other is None or one == other:
        return None
    moved, reference = draft.blocks[one], draft.blocks[other]
    rest = [block for block in draft.blocks if block is not moved]
    rest.insert(rest.index(reference) + (change.kind is Kind.AFTER), moved)
    return replace(draft, blocks=tuple(rest))


def is_placed(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the sections are in the requested order next to each other, and none is lost."""
    one, other = find_section(draft, change.value), find_section(draft, change.other)
    if one is None or other is None or sorted(list_lines(previous)) != sorted(list_lines(draft)):
        return False
    return one - other == (1 if change.kind is Kind.AFTER else -1)
