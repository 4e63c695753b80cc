"""Parser of an existing text: headings, list items, sentences."""

import re

from engines.note_writer.lengths import Length, Unit, remove_emoji, split_sentences
from engines.note_writer.values import Block
from services.common.text.language import Language

# A longer first line is a sentence without its full stop rather than a heading.
MAX_HEADING_LENGTH = {Language.CHINESE: Length(24, Unit.CHARACTERS), Language.ENGLISH: Length(9, Unit.WORDS)}
_SENTENCE_ENDS = "。！？!?.…，,；;"


def parse_blocks(body: str, language: Language) -> tuple[Block, ...]:
    """Return the paragraphs of *body*, which are separated by empty lines."""
    parts = (part.strip() for part in re.split(r"\n[^\S\n]*\n", body.replace("\r\n", "\n")))
    return tuple(_parse_block(part, language) for part in parts if part)


def _parse_block(paragraph: str, language: Language) -> Block:
    first, _, rest = paragraph.partition("\n")
    heading = first.strip() if rest.strip() and _is_heading(first, language) else ""
    text = rest if heading else paragraph
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) > 1:
        return Block(heading, tuple(lines), "\n")
    return Block(heading, split_sentences(text), "" if language is Language.CHINESE else " ")


def _is_heading(line: str, language: Language) -> bool:
    bare = remove_emoji(line).strip()
    longest = MAX_HEADING_LENGTH[language]
    return bool(bare) and bare[-1] not in _SENTENCE_ENDS and longest.measure(bare) <= longest.count
