"""Changes of the sections of a draft."""

import itertools
import re
from dataclasses import replace

from engines.note_writer.expansion import collect_sections, insert_before_closing
from engines.note_writer.feedback.changes import WORD_SEPARATOR, Change, Kind, Part
from engines.note_writer.feedback.context import BULLET, Context
from engines.note_writer.feedback.counts import counts_lines, is_maximum, parse_count
from engines.note_writer.feedback.rules import ORDINAL_SECTION
from engines.note_writer.feedback.scope import list_lines
from engines.note_writer.lengths import remove_emoji, split_sentences
from engines.note_writer.quotations import find_quotation_about
from engines.note_writer.sources import name_sources
from engines.note_writer.values import Block, Draft
from services.common.text.citation import ANY_SOURCE
from services.common.text.language import Language


def _sections(draft: Draft) -> list[int]:
    return [index for index, block in enumerate(draft.blocks) if block.heading]


def remove_part(draft: Draft, change: Change, context: Context | None = None) -> Draft | None:
    """Return the draft without one section or line, or several lines; the last paragraph may be the closing."""
    if WORD_SEPARATOR in change.value:
        numbers = {parse_count(one) for one in change.value.split(WORD_SEPARATOR)}
        positions = sorted(len(list_points(draft)) if one == -1 else one for one in numbers)
        rest: Draft | None = draft
        for position in reversed(positions):
            rest = drop_point(rest, position) if rest is not None else None
        return rest
    sections, number = _sections(draft), parse_count(change.value)
    if number == -1 and re.search(r"段|paragraph", change.text) and not draft.blocks[-1].heading:
        return _drop(draft, len(draft.blocks) - 1)
    if _POINT.search(change.text) and list_points(draft):
        return drop_point(draft, number)
    index = len(sections) - 1 if number == -1 else number - 1
    if not 0 <= index < len(sections) or len(sections) == 1:
        return drop_point(draft, number) if _POINT.search(change.text) else None
    return _drop(draft, sections[index])


def lacks_parts(change: Change, previous: Draft, draft: Draft) -> bool:
    """Return whether the lines that *change* names in *previous* are gone."""
    rest = remove_part(previous, change)
    if rest is None:
        return False
    removed = set(list_lines(previous)) - set(list_lines(rest))
    return bool(removed) and removed.isdisjoint(list_lines(draft))


_POINT = re.compile(r"[点条]|\b(?:points?|tips?|items?|bullets?)\b", re.IGNORECASE)
"""Names of a line of a list, which are those of a section only in a text without lists."""


def list_points(draft: Draft) -> list[tuple[int, int]]:
    """Return the positions of the lines of the lists: block and line."""
    return [
        (index, line)
        for index in _sections(draft)
        for line, item in enumerate(draft.blocks[index].items)
        if item.startswith(BULLET)
    ]


def drop_point(draft: Draft, number: int) -> Draft | None:
    """Return the draft without one line of its lists; -1 is the last one."""
    points = list_points(draft)
    number = len(points) if number == -1 else number
    if not 1 <= number <= len(points) or len(points) == 1:
        return None
    block, line = points[number - 1]
    items = draft.blocks[block].items
    if len(items) == 1:
        return _drop(draft, block)
    shorter = replace(draft.blocks[block], items=name_sources(items, (*items[:line], *items[line + 1 :])))
    return replace(draft, blocks=(*draft.blocks[:block], shorter, *draft.blocks[block + 1 :]))


def drop_edge(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft without its opening or closing paragraph."""
    index = 0 if change.part is Part.OPENING else len(draft.blocks) - 1
    if len(draft.blocks) < 2 or draft.blocks[index].heading:
        return None
    if re.search(r"句|sentence|\bline\b", change.text):
        item = draft.blocks[index].text
        sentences = split_sentences(item)
        rest = sentences[1:] if change.part is Part.OPENING else sentences[:-1]
        if rest:
            text = ("" if context.language is Language.CHINESE else " ").join(rest)
            return replace(draft, blocks=(*draft.blocks[:index], Block("", (text,)), *draft.blocks[index + 1 :]))
    return _drop(draft, index)


def _drop(draft: Draft, index: int) -> Draft | None:
    rest = (*draft.blocks[:index], *draft.blocks[index + 1 :])
    return replace(draft, blocks=rest) if rest else None


def swap(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with two sections in each other's place."""
    sections, points = _sections(draft), list_points(draft)
    if _POINT.search(change.text) and points and change.value.endswith(("后", "last")):
        return _swap_points(draft, len(points) - 1, len(points))
    if _POINT.search(change.text) and points:
        one, two = (1, 2) if change.value.startswith(("前", "first")) and not change.other else (
            parse_count(change.value), parse_count(change.other))  # fmt: skip
        numbers = [len(points) if number == -1 else number for number in (one, two)]
        return _swap_points(draft, numbers[0], numbers[1]) if numbers[0] != numbers[1] else None
    is_first_two = change.value in ("前两", "first two") or (not change.value and len(sections) == 2)
    first, second = (1, 2) if is_first_two else (parse_count(change.value), parse_count(change.other))
    indexes = [len(sections) - 1 if number == -1 else number - 1 for number in (first, second)]
    if first == second:
        return None
    if not all(0 <= index < len(sections) for index in indexes):
        return _swap_points(draft, first, second) if _POINT.search(change.text) else None
    blocks, (one, other) = list(draft.blocks), [sections[index] for index in indexes]
    blocks[one], blocks[other] = blocks[other], blocks[one]
    return replace(draft, blocks=tuple(blocks))


def _swap_points(draft: Draft, first: int, second: int) -> Draft | None:
    """Return the draft with two lines of its lists in each other's place, each with its source."""
    points = list_points(draft)
    if not all(1 <= number <= len(points) for number in (first, second)):
        return None
    (one, line), (other, other_line) = points[first - 1], points[second - 1]
    items = [list(block.items) for block in draft.blocks]
    items[one][line], items[other][other_line] = items[other][other_line], items[one][line]
    before = tuple(item for block in draft.blocks for item in block.items)
    blocks = (
        replace(block, items=name_sources(before, own)) if index in (one, other) else block
        for index, (block, own) in enumerate(zip(draft.blocks, items, strict=True))
    )
    return replace(draft, blocks=tuple(blocks))


def count_parts(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with *count* sections: its first ones, or with additional ones of the template."""
    sections, count = _sections(draft), int(change.value or 0)
    if count < 1:
        return None
    if counts_lines(change) and list_points(draft):
        return _count_points(draft, count, is_limit=is_maximum(change))
    if len(sections) == count or (is_maximum(change) and len(sections) <= count):
        return draft
    if len(sections) < count and any(ANY_SOURCE.search(one.text) for one in draft.blocks):
        # General sections among cited ones are nothing that the reviewer requests.
        return _divide(draft, count, context)
    if len(sections) < count:
        present = {remove_emoji(draft.blocks[index].heading) for index in sections}
        spare = collect_sections(context.request, draft.blocks, context.requirements)
        missing = [one for one in spare if remove_emoji(one.heading) not in present][: count - len(sections)]
        if len(sections) + len(missing) < count:
            return _divide(draft, count, context)
        added = tuple(replace(one, items=one.items[:2]) for one in missing)
        return replace(draft, blocks=insert_before_closing(draft.blocks, added))
    dropped = set(sections[count:])
    return replace(draft, blocks=tuple(block for index, block in enumerate(draft.blocks) if index not in dropped))


def _count_points(draft: Draft, count: int, *, is_limit: bool) -> Draft | None:
    """Return the draft with the first *count* lines of its lists, None with fewer."""
    if len(list_points(draft)) < count:
        return draft if is_limit else None
    shorter: Draft | None = draft
    while shorter is not None and len(list_points(shorter)) > count:
        shorter = drop_point(shorter, -1)
    return shorter


def _divide(draft: Draft, count: int, context: Context) -> Draft | None:
    """Return the draft with the lines of its lists in *count* sections, None with fewer lines or other sections."""
    sections = _sections(draft)
    lines = [draft.blocks[block].items[line] for block, line in list_points(draft)]
    if not sections or len(lines) < count or sections != [*range(sections[0], sections[-1] + 1)]:
        return None
    bounds = [round(number * len(lines) / count) for number in range(count + 1)]
    heading = "📌 第{}部分" if context.language is Language.CHINESE else "📌 Part {}"
    divided = tuple(
        Block(heading.format(number), tuple(lines[start:end]), "\n")
        for number, (start, end) in enumerate(itertools.pairwise(bounds), 1)
    )
    return replace(draft, blocks=(*draft.blocks[: sections[0]], *divided, *draft.blocks[sections[-1] + 1 :]))


def find_ordinal(text: str) -> int:
    """Return the number of the section that *text* names, -1 for the last and 0 for none."""
    found = ORDINAL_SECTION.search(text)
    return parse_count(next(group for group in found.groups() if group)) if found else 0


def shorten_part(draft: Draft, change: Change) -> Draft | None:
    """Return the draft with half of the sentences of one section."""
    sections, number = _sections(draft), find_ordinal(change.text)
    index = len(sections) - 1 if number == -1 else number - 1
    if not 0 <= index < len(sections):
        return None
    block = draft.blocks[sections[index]]
    if len(block.items) < 2:
        return None
    shorter = replace(block, items=block.items[: len(block.items) // 2])
    return replace(draft, blocks=(*draft.blocks[: sections[index]], shorter, *draft.blocks[sections[index] + 1 :]))


def move(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with a section first or last."""
    index = find_section(draft, change.value)
    named = [one for one in draft.blocks if one.heading and change.value.lower() in one.text.lower()]
    if index is None or len(named) > 1:
        return None
    rest = [block for number, block in enumerate(draft.blocks) if number != index]
    headed = [number for number, block in enumerate(rest) if block.heading] or [len(rest) - 1]
    at = headed[0] if change.kind is Kind.FIRST_PART else headed[-1] + 1
    return replace(draft, blocks=(*rest[:at], draft.blocks[index], *rest[at:]))


_MEANINGS: tuple[frozenset[str], ...] = (
    frozenset(
        (
            "注意",
            "坑",
            "别",
            "避",
            "忽略",
            "错",
            "提醒",
            "不要急",
            "mistake",
            "avoid",
            "careful",
            "miss",
            "wrong",
            "watch",
            "overlook",
            "trouble",
        )
    ),
    frozenset(("准备", "开始前", "动手之前", "before", "ready", "prepare")),
)


_SECTION_WORDS = re.compile(
    r"^(?:the|that|your|my|那个?|把) ?|[“”\"'‘’「」]"
    r"| (?:section|part|bit|paragraph|stuff|one|tips?)$|(?:那|这)?一?(?:部分|段|节|块|个)$",
    re.IGNORECASE,
)
"""Words next to the name of a section."""


def find_section(draft: Draft, word: str) -> int | None:
    """Return the section with *word* or a synonym in its heading, else in its text."""
    word = _SECTION_WORDS.sub("", word.strip()).strip() or word
    if number := find_ordinal(word):
        numbered = _sections(draft)[number - 1 if number > 0 else -1 :][:1]
        return numbered[0] if numbered else None
    stem = word.lower().removesuffix("s").removesuffix("事项")
    names = next((group for group in _MEANINGS if any(one in stem or stem in one for one in group)), frozenset((stem,)))
    sections = _sections(draft)
    for texts in ([block.heading.lower() for block in draft.blocks], [block.text.lower() for block in draft.blocks]):
        for group in (frozenset((stem,)), names):
            found = next((i for i in sections if any(name in texts[i] for name in group)), None)
            if found is not None:
                return found
    return None


def add_heading(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Add a section with the word as its heading and a quotation about it; None without a quotation."""
    word = change.value
    quotation = find_quotation_about(word, context.request)
    if quotation is None:
        return None
    return replace(
        draft,
        blocks=insert_before_closing(
            draft.blocks, (Block(f"📌 {word}", (f"{BULLET}{quotation.format(context.language)}",), "\n"),)
        ),
    )


def to_list(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft with its sections as lists."""
    blocks = (
        replace(block, items=tuple(f"{BULLET}{item.removeprefix(BULLET)}" for item in block.items), separator="\n")
        if block.heading
        else block
        for block in draft.blocks
    )
    return replace(draft, blocks=tuple(blocks))


def to_running_text(draft: Draft, change: Change, context: Context) -> Draft:
    """Return the draft without lists."""
    separator = "" if context.language is Language.CHINESE else " "
    blocks = (
        replace(block, items=tuple(item.removeprefix(BULLET) for item in block.items), separator=separator)
        for block in draft.blocks
    )
    return replace(draft, blocks=tuple(blocks))
