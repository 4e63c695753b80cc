"""A text made longer by what can still be said, never by saying it twice."""

from dataclasses import replace

from services.executor.domain.writing.composing import material_of, own_form
from services.executor.domain.writing.measuring import Length, sentences, without_emoji
from services.executor.domain.writing.stock import stock_form
from services.executor.domain.writing.values import Assignment, Block, body_of
from services.executor.domain.writing.wishes import Wishes


def lengthened(assignment: Assignment, blocks: tuple[Block, ...], wishes: Wishes, wanted: Length) -> tuple[Block, ...]:
    """Return *blocks* with more of what their sections can say, then further sections, up to *wanted*.

    What nothing more is known for stays shorter: it is not filled up with words.
    """
    for addition in _additions(assignment, blocks, wishes):
        body = body_of(blocks)
        if wanted.of(body) >= wanted.count:
            break
        fresh = tuple(item for item in addition.items if not _said(item, body))
        blocks = _added(blocks, replace(addition, items=fresh), wanted) if fresh else blocks
    return blocks


def _additions(assignment: Assignment, blocks: tuple[Block, ...], wishes: Wishes) -> tuple[Block, ...]:
    """Return the sections of the form, then those of the writer's own; those the text has already come first."""
    forms = (None, own_form(assignment), stock_form(assignment.language, ""))
    written_in = [assignment if form is None else replace(assignment, forms=(form,), before=None) for form in forms]
    sections = [section for each in written_in for section in material_of(each, wishes).sections]
    return tuple(sorted(sections, key=lambda section: _place_of(section, blocks) is None))


def _added(blocks: tuple[Block, ...], addition: Block, wanted: Length) -> tuple[Block, ...]:
    """Return *blocks* with the items of *addition* up to *wanted*: in the section of its heading, else as a new one."""
    place = _place_of(addition, blocks)
    for count in range(1, len(addition.items) + 1):
        some = replace(addition, items=addition.items[:count])
        if place is None:
            grown = before_closing(blocks, (some,))
        else:
            there = blocks[place]
            items = (*there.items, *(_as_in(there, item) for item in some.items))
            grown = (*blocks[:place], replace(there, items=items), *blocks[place + 1 :])
        if wanted.of(body_of(grown)) >= wanted.count:
            break
    return grown


def _place_of(section: Block, blocks: tuple[Block, ...]) -> int | None:
    """Return where the section of the same heading stands, None where there is none."""
    name = without_emoji(section.heading)
    return next((place for place, block in enumerate(blocks) if name and without_emoji(block.heading) == name), None)


def _as_in(block: Block, item: str) -> str:
    """Return *item* as a line of *block*, or as a sentence of it."""
    bare = item.removeprefix("• ")
    return f"• {bare}" if block.joint == "\n" and any(each.startswith("• ") for each in block.items) else bare


def _said(item: str, body: str) -> bool:
    said = without_emoji(item.removeprefix("• ")).rstrip("。！!.～")
    return bool(said) and all(sentence.rstrip("。！!.～") in body for sentence in sentences(said))


def before_closing(blocks: tuple[Block, ...], added: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return *blocks* and *added*, which stand before the last paragraph where that is a closing one."""
    if len(blocks) > 1 and not blocks[-1].heading:
        return (*blocks[:-1], *added, blocks[-1])
    return (*blocks, *added)
