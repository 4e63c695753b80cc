"""A note of the library: a social post and how it was received; and reading one from outside."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from services.rag.domain.names import normalize_name
from services.rag.domain.reading import Fields, Kind, parse_lines

MAX_TITLE = 100
MAX_BODY = 2_000
MAX_TAGS = 10
MAX_TAG = 30
MAX_TOPIC = 20
MAX_COUNT = 1_000_000_000
MAX_IMPORT = 500
"""Notes in one import; it is one message, and so many of the longest stay below its limit of 4 MiB."""
COMMENT_WEIGHT = 4
"""Likes a comment is worth: the weighting that creators on Xiaohongshu use among themselves (like 1, collect 1,
comment 4). It is nobody's official figure; it only orders notes."""

NOTE = Kind("notes", "笔记", "篇", "note", "spring_outing")

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Note:
    """One social post.

    Attributes:
        key: stable name in a scope: lower case letters, digits, underscores.
        title, body: its text; the body may have several lines.
        tags: 1 to 10, without the #.
        topic: what it is about, one for each note.
        published: the day it was published.
        likes, collects, comments: how it was received.

    """

    key: str
    title: str
    body: str
    tags: tuple[str, ...]
    topic: str
    published: date
    likes: int
    collects: int
    comments: int

    @property
    def names(self) -> tuple[str, ...]:
        """Return title and tags, normalised for exact look-up, without repeats."""
        names = (normalize_name(name) for name in (self.title, *self.tags))
        return tuple(dict.fromkeys(name for name in names if name))

    @property
    def embedded_text(self) -> str:
        """Return what is embedded: title, tags and topic, which found more than with the body (docs/notes.md)."""
        return " ".join((self.title, *self.tags, self.topic))

    @property
    def engagement(self) -> int:
        """Return how well it was received, as one number."""
        return engagement(self.likes, self.collects, self.comments)

    def as_mapping(self) -> dict[str, object]:
        """Return the record as it is stored, exported and read back by `parse_note`."""
        return {
            "key": self.key,
            "title": self.title,
            "body": self.body,
            "tags": list(self.tags),
            "topic": self.topic,
            "published": self.published.isoformat(),
            "likes": self.likes,
            "collects": self.collects,
            "comments": self.comments,
        }


def engagement(likes: int, collects: int, comments: int) -> int:
    """Return likes + collects + 4 x comments. Linear, so sums of notes can be given too."""
    return likes + collects + COMMENT_WEIGHT * comments


def parse_notes(lines: Iterable[str]) -> tuple[Note, ...]:
    """Return the notes of a JSON Lines file, one object a line; blank lines are passed over.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT naming the line and the field: not JSON, not a note, a key given twice,
            nothing to import, or more than `MAX_IMPORT` notes.

    """
    return parse_lines(lines, NOTE, lambda mapping, line: parse_note(mapping, line=line), MAX_IMPORT)


def parse_note(mapping: Mapping[str, object], *, line: int | None = None) -> Note:
    """Return the note *mapping* describes; *line* is where it stood, for the error's text.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT with `field` set (`notes[LINE].FIELD`, or FIELD without a line).

    """
    fields = Fields(NOTE, mapping, line)
    fields.only(_FIELDS)
    note = Note(
        key=fields.key(),
        title=fields.text("title", MAX_TITLE),
        body=fields.text("body", MAX_BODY, lines=True),
        tags=_tags(fields),
        topic=fields.text("topic", MAX_TOPIC),
        published=parse_day(fields, "published"),
        likes=fields.number("likes", MAX_COUNT),
        collects=fields.number("collects", MAX_COUNT),
        comments=fields.number("comments", MAX_COUNT),
    )
    for field, value, zh, en in (
        ("title", note.title, "请写标题", "give a title"),
        ("body", note.body, "请写正文", "give its text"),
        ("topic", note.topic, "请写主题，如 旅行", "give a topic, such as 旅行"),
    ):
        if not value:
            fields.refuse(field, zh, en)
    return note


def parse_day(fields: Fields, field: str) -> date:
    """Return the day that *field* names as YYYY-MM-DD. Raises INVALID_INPUT_FORMAT."""
    text = fields.text(field, 10)
    day = _day(text)
    if day is None:
        fields.refuse(field, f"“{text}”不是日期，请写成 2026-04-11", f'"{text}" is no day; write it as 2026-04-11')
    return day


_FIELDS = frozenset(Note.__dataclass_fields__)


def _tags(fields: Fields) -> tuple[str, ...]:
    """Return the tags without their #, each once whatever its spelling."""
    tags: dict[str, str] = {}
    for written in fields.texts("tags", MAX_TAGS, MAX_TAG):
        tag = written.strip("#＃ ")
        spelling = normalize_name(tag)
        if not spelling:
            fields.refuse("tags", f"“{written}”不能作标签", f'"{written}" cannot be a tag')
        tags.setdefault(spelling, tag)
    if not tags:
        fields.refuse("tags", "请给出标签，如 春游", "give at least one tag, such as 春游")
    return tuple(tags.values())


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
