"""A text that exists already, taken apart: headings, items, sentences."""

import re

from services.common.language import Language
from services.executor.domain.writing.measuring import Length, Unit, sentences, without_emoji
from services.executor.domain.writing.values import Block

# A first line that is longer is a sentence without its full stop rather than a heading.
LONGEST_HEADING = {Language.CHINESE: Length(24, Unit.CHARACTERS), Language.ENGLISH: Length(9, Unit.WORDS)}
_ENDED = "。！？!?.…，,；;"


def blocks_of(body: str, language: Language) -> tuple[Block, ...]:
    """Return the paragraphs of *body*, which empty lines part."""
    parts = (part.strip() for part in re.split(r"\n[^\S\n]*\n", body.replace("\r\n", "\n")))
    return tuple(_block(part, language) for part in parts if part)


def _block(paragraph: str, language: Language) -> Block:
    first, _, rest = paragraph.partition("\n")
    heading = first.strip() if rest.strip() and _is_heading(first, language) else ""
    said = rest if heading else paragraph
    lines = [line.strip() for line in said.split("\n") if line.strip()]
    if len(lines) > 1:
        return Block(heading, tuple(lines), "\n")
    return Block(heading, sentences(said), "" if language is Language.CHINESE else " ")


def _is_heading(line: str, language: Language) -> bool:
    bare = without_emoji(line).strip()
    longest = LONGEST_HEADING[language]
    return bool(bare) and bare[-1] not in _ENDED and longest.of(bare) <= longest.count
