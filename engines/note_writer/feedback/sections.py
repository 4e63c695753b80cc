"""Changes of the sections of a draft."""

from dataclasses import replace

from engines.note_writer.expansion import insert_before_closing
from engines.note_writer.feedback.changes import Change, Kind
from engines.note_writer.feedback.context import BULLET, Context
from engines.note_writer.feedback.parser import parse_count
from engines.note_writer.quotations import find_quotation_about
from engines.note_writer.values import Block, Draft
from services.common.text.language import Language


def _sections(draft: Draft) -> list[int]:
    return [index for index, block in enumerate(draft.blocks) if block.heading]


def remove_part(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft without one section."""
    sections, number = _sections(draft), parse_count(change.value)
    index = len(sections) - 1 if number == -1 else number - 1
    if not 0 <= index < len(sections) or len(sections) == 1:
        return None
    return replace(draft, blocks=(*draft.blocks[: sections[index]], *draft.blocks[sections[index] + 1 :]))


def count_parts(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with its first sections."""
    sections, count = _sections(draft), int(change.value or 0)
    if count < 1 or len(sections) < count:
        return None
    dropped = set(sections[count:])
    return replace(draft, blocks=tuple(block for index, block in enumerate(draft.blocks) if index not in dropped))


def move(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with a section first or last."""
    index = _find_section(draft, change.value)
    if index is None:
        return None
    rest = [block for number, block in enumerate(draft.blocks) if number != index]
    headed = [number for number, block in enumerate(rest) if block.heading] or [len(rest) - 1]
    at = headed[0] if change.kind is Kind.FIRST_PART else headed[-1] + 1
    return replace(draft, blocks=(*rest[:at], draft.blocks[index], *rest[at:]))


def order(draft: Draft, change: Change, context: Context) -> Draft | None:
    """Return the draft with one section before another."""
    first, then = _find_section(draft, change.value), _find_section(draft, change.other)
    if first is None or then is None or first == then:
        return None
    blocks = list(draft.blocks)
    if first > then:
        blocks.insert(then, blocks.pop(first))
    return replace(draft, blocks=tuple(blocks))


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


def _find_section(draft: Draft, word: str) -> int | None:
    """Return the section whose heading has *word* or a word of the same meaning, else whose text has it."""
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
    """Put a heading above the sentences that mention it; without any, there is nothing to head."""
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
