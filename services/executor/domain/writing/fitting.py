"""Paragraphs brought down to a length, a sentence at a time."""

from dataclasses import replace

from services.executor.domain.writing.measuring import Length, Unit
from services.executor.domain.writing.values import Block, body_of


def own_length(blocks: tuple[Block, ...], unit: Unit) -> Length:
    """Return how long *blocks* are."""
    return Length(Length(0, unit).of(body_of(blocks)), unit)


def fitted_to(blocks: tuple[Block, ...], most: Length) -> tuple[Block, ...]:
    """Return *blocks* in at most *most*: the fullest sections give first, then the last of them, the opening last."""
    while most.of(body_of(blocks)) > most.count:
        fewer = _less(blocks)
        if fewer == blocks:
            return _cut(blocks, most)
        blocks = fewer
    return blocks


def _less(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return *blocks* with a sentence or a paragraph less; as they are where one sentence is left."""
    fullest = max(range(len(blocks)), key=lambda place: (len(blocks[place].items), place), default=-1)
    if fullest >= 0 and len(blocks[fullest].items) > 1:
        shorter = replace(blocks[fullest], items=blocks[fullest].items[:-1])
        return (*blocks[:fullest], shorter, *blocks[fullest + 1 :])
    sections = [place for place, block in enumerate(blocks) if block.heading]
    if len(blocks) > 2 or (sections and len(blocks) > 1):
        place = sections[-1] if sections else len(blocks) - 2
        return (*blocks[:place], *blocks[place + 1 :])
    return blocks[:1]


def _cut(blocks: tuple[Block, ...], most: Length) -> tuple[Block, ...]:
    """Return the one sentence that is left, cut where the length ends."""
    text = body_of(blocks)
    if most.unit is Unit.WORDS:
        return (Block("", (" ".join(text.split()[: most.count]),)),)
    kept, room = list[str](), most.count - 1
    for sign in text:
        room -= not sign.isspace()
        if room < 0:
            break
        kept.append(sign)
    return (Block("", ("".join(kept).rstrip() + "…",)),)
