"""Shortening of blocks to a maximum length, one sentence at a time."""

from dataclasses import replace

from engines.language.words import take_words
from engines.note_writer.lengths import Length, Unit
from engines.note_writer.values import Block, join_blocks


def measure_blocks(blocks: tuple[Block, ...], unit: Unit) -> Length:
    """Return the length of *blocks*."""
    return Length(Length(0, unit).measure(join_blocks(blocks)), unit)


def truncate_blocks(blocks: tuple[Block, ...], max_length: Length) -> tuple[Block, ...]:
    """Return *blocks* in at most *max_length*.

    The longest sections lose sentences first, then whole sections from the end are removed, the opening last.
    """
    while max_length.measure(join_blocks(blocks)) > max_length.count:
        fewer = _drop_one(blocks)
        if fewer == blocks:
            return _truncate_sentence(blocks, max_length)
        blocks = fewer
    return blocks


def _drop_one(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return *blocks* without one sentence or block; unchanged if one sentence is left."""
    fullest = max(range(len(blocks)), key=lambda index: (len(blocks[index].items), index), default=-1)
    if fullest >= 0 and len(blocks[fullest].items) > 1:
        shorter = replace(blocks[fullest], items=blocks[fullest].items[:-1])
        return (*blocks[:fullest], shorter, *blocks[fullest + 1 :])
    sections = [index for index, block in enumerate(blocks) if block.heading]
    if len(blocks) > 2 or (sections and len(blocks) > 1):
        index = sections[-1] if sections else len(blocks) - 2
        return (*blocks[:index], *blocks[index + 1 :])
    return blocks[:1]


def _truncate_sentence(blocks: tuple[Block, ...], max_length: Length) -> tuple[Block, ...]:
    """Return the remaining sentence, truncated to *max_length*."""
    text = join_blocks(blocks)
    if max_length.unit is Unit.WORDS:
        return (Block("", (" ".join(text.split()[: max_length.count]),)),)
    return (Block("", (f"{take_words(text, max_length.count - 1, max_length.measure)}…",)),)
