"""Expansion of a draft with unused sentences, never with repetitions."""

from dataclasses import replace

from engines.note_writer.composition import collect_material, select_own_template
from engines.note_writer.lengths import Length, remove_emoji, split_sentences
from engines.note_writer.parsers.requirements import Requirements
from engines.note_writer.quotations import build_quotation_blocks, select_quotations
from engines.note_writer.values import Block, NoteRequest, join_blocks
from services.common.text.citation import ANY_SOURCE

_MOST_QUOTATIONS = 12


def expand(
    request: NoteRequest,
    blocks: tuple[Block, ...],
    requirements: Requirements,
    target: Length,
    *,
    on_topic: bool = False,
) -> tuple[Block, ...]:
    """Return *blocks* with more sentences in their sections, then with further sections, up to *target*.

    The result is shorter if no unused sentences are left. With *on_topic* only sources give new sections: one of a
    template on food has nothing on a coffee that was cited.
    """
    for addition in collect_sections(request, blocks, requirements):
        if on_topic and _find_section(addition, blocks) is None and not ANY_SOURCE.search(addition.text):
            continue
        body = join_blocks(blocks)
        if target.measure(body) >= target.count:
            break
        fresh = tuple(item for item in addition.items if not _is_contained(item, body))
        blocks = _add_items(blocks, replace(addition, items=fresh), target) if fresh else blocks
    return blocks


def collect_sections(request: NoteRequest, blocks: tuple[Block, ...], requirements: Requirements) -> tuple[Block, ...]:
    """Return further facts, then sections of the template and of the theme; those that *blocks* already have first."""
    materials = (
        collect_material(request, requirements),
        collect_material(replace(request, previous=None), requirements, select_own_template(request)),
    )
    further = [one for one in select_quotations(request, _MOST_QUOTATIONS) if one.sentence not in join_blocks(blocks)]
    sections = [
        *build_quotation_blocks(further, request.language),
        *(section for material in materials for section in material.sections),
    ]
    return tuple(sorted(sections, key=lambda section: _find_section(section, blocks) is None))


def _add_items(blocks: tuple[Block, ...], addition: Block, target: Length) -> tuple[Block, ...]:
    """Return *blocks* with items of *addition* up to *target*, in the section of its heading or in a new one."""
    index = _find_section(addition, blocks)
    for count in range(1, len(addition.items) + 1):
        some = replace(addition, items=addition.items[:count])
        if index is None:
            grown = insert_before_closing(blocks, (some,))
        else:
            section = blocks[index]
            items = (*section.items, *(_format_item(section, item) for item in some.items))
            grown = (*blocks[:index], replace(section, items=items), *blocks[index + 1 :])
        if target.measure(join_blocks(grown)) >= target.count:
            break
    return grown


def _find_section(section: Block, blocks: tuple[Block, ...]) -> int | None:
    """Return the index of the block with the heading of *section*, None if there is none."""
    name = remove_emoji(section.heading)
    return next((index for index, block in enumerate(blocks) if name and remove_emoji(block.heading) == name), None)


def _format_item(block: Block, item: str) -> str:
    """Return *item* as a line or as a sentence of *block*."""
    bare = item.removeprefix("• ")
    return f"• {bare}" if block.separator == "\n" and any(each.startswith("• ") for each in block.items) else bare


def _is_contained(item: str, body: str) -> bool:
    text = remove_emoji(item.removeprefix("• ")).rstrip("。！!.～")
    return bool(text) and all(sentence.rstrip("。！!.～") in body for sentence in split_sentences(text))


def insert_before_closing(blocks: tuple[Block, ...], added: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return *blocks* with *added* before the closing paragraph, if any, else at the end."""
    if len(blocks) > 1 and not blocks[-1].heading:
        return (*blocks[:-1], *added, blocks[-1])
    return (*blocks, *added)
