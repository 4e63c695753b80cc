"""A body as paragraphs, and the headings that some of them begin with."""

import re
from dataclasses import dataclass

from services.planner.domain.note.measure import width, without_emoji
from services.planner.domain.script import is_chinese

_MARKED = re.compile(
    r"^(?:#{1,6}\s+|【[^】\n]{1,30}】|[（(]?(?:[一二三四五六七八九十]{1,3}|\d{1,2})[、.)）．]\s*|"
    r"(?:step|day|part|no\.?)\s*\d{1,2}\b|第[一二三四五六七八九十\d]{1,3}[步天站章点]|\d\ufe0f?\u20e3)",
    re.IGNORECASE,
)
_MARKS = re.compile(
    r"^(?:#{1,6}\s+|[（(]?(?:[一二三四五六七八九十]{1,3}|\d{1,2})[、.)）．](?!\d)\s*|\d\ufe0f?\u20e3\s*|[*_>\-•·]+\s*)"
)
_ENDS_A_SENTENCE = re.compile(r"[。！？!?…，,；;~～]$|(?<!\d)\.$")
_TITLED = re.compile(r"^([^：:。，,！!？?；;\n]{2,40})[：:](?!//)(?=.)")
_LONGEST_HEADING = 32
"""In halves of a Chinese character: 16 of them, or 32 letters."""


@dataclass(frozen=True, slots=True)
class Headed:
    """The heading that a paragraph begins with, "" for none, and whether the paragraph is nothing else."""

    heading: str
    alone: bool = False


def split_paragraphs(body: str) -> tuple[str, ...]:
    """Return the paragraphs of *body*: what stands between its empty lines, trimmed, none of them empty."""
    return tuple(part.strip() for part in body.split("\n\n") if part.strip())


def headed(paragraph: str) -> Headed:
    """Return the heading of *paragraph*: a short first line that is no sentence, or short words before a colon."""
    line, _, rest = paragraph.partition("\n")
    line = line.strip()
    if _is_heading(line, more=bool(rest.strip())):
        return Headed(_bare(line), alone=not rest.strip())
    titled = _TITLED.match(_bare(line))
    if titled and width(titled[1]) <= (_LONGEST_HEADING if is_chinese(titled[1]) else _LONGEST_HEADING + 8):
        return Headed(titled[1].strip())
    return Headed("")


def _is_heading(line: str, *, more: bool) -> bool:
    if not _bare(line) or width(line) > _LONGEST_HEADING + 12:
        return False
    if _MARKED.match(without_emoji(line)) and not _ENDS_A_SENTENCE.search(line.rstrip("！!？?")):
        return True
    return more and width(_bare(line)) <= _LONGEST_HEADING and not _ENDS_A_SENTENCE.search(line.rstrip("！!？?"))


def _bare(line: str) -> str:
    """Return *line* without emoji, numbering and marks around it."""
    text = _MARKS.sub("", without_emoji(_MARKS.sub("", line)))
    return text.strip(" \t*_#【】「」《》|｜-—:：")
