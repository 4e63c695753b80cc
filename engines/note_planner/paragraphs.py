"""Finds the headings at the start of paragraphs."""

import re
from dataclasses import dataclass

from engines.language.characters import is_chinese
from engines.note_planner.text_width import strip_emoji
from services.common.text.width import measure_width

_NUMBERED = re.compile(
    r"^(?:#{1,6}\s+|【[^】\n]{1,30}】|[（(]?(?:[一二三四五六七八九十]{1,3}|\d{1,2})[、.)）．]\s*|"
    r"(?:step|day|part|no\.?)\s*\d{1,2}\b|第[一二三四五六七八九十\d]{1,3}[步天站章点]|\d\ufe0f?\u20e3)",
    re.IGNORECASE,
)
_NUMBERING = re.compile(
    r"^(?:#{1,6}\s+|[（(]?(?:[一二三四五六七八九十]{1,3}|\d{1,2})[、.)）．](?!\d)\s*|\d\ufe0f?\u20e3\s*|[*_>\-•·]+\s*)"
)
_SENTENCE_END = re.compile(r"[。！？!?…，,；;~～]$|(?<!\d)\.$")
_BEFORE_COLON = re.compile(r"^([^：:。，,！!？?；;\n]{2,40})[：:](?!//)(?=.)")
_MAX_HEADING_WIDTH = 32
"""Maximum width in halves of a Chinese character: 16 characters, or 32 letters."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading at the start of a paragraph, "" for none, and whether the paragraph consists only of it."""

    text: str
    is_alone: bool = False


def find_heading(paragraph: str) -> Heading:
    """Return the heading of *paragraph*: a short first line that is no sentence, or short words before a colon."""
    line, _, rest = paragraph.partition("\n")
    line = line.strip()
    if _is_heading(line, more=bool(rest.strip())):
        return Heading(_strip_numbering(line), is_alone=not rest.strip())
    titled = _BEFORE_COLON.match(_strip_numbering(line))
    if titled and measure_width(titled[1]) <= (_MAX_HEADING_WIDTH if is_chinese(titled[1]) else _MAX_HEADING_WIDTH + 8):
        return Heading(titled[1].strip())
    return Heading("")


def _is_heading(line: str, *, more: bool) -> bool:
    if not _strip_numbering(line) or measure_width(line) > _MAX_HEADING_WIDTH + 12:
        return False
    if _NUMBERED.match(strip_emoji(line)) and not _SENTENCE_END.search(line.rstrip("！!？?")):
        return True
    return (
        more
        and measure_width(_strip_numbering(line)) <= _MAX_HEADING_WIDTH
        and not _SENTENCE_END.search(line.rstrip("！!？?"))
    )


def _strip_numbering(line: str) -> str:
    """Return *line* without emoji, numbering and Markdown around it."""
    text = _NUMBERING.sub("", strip_emoji(_NUMBERING.sub("", line)))
    return text.strip(" \t*_#【】「」《》|｜-—:：")
