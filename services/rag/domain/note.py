"""A note of the library: a social post with its engagement; parsing and serialization."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from services.rag.domain.names import normalize_name
from services.rag.domain.record_parser import Fields, RecordKind, parse_lines

MAX_TITLE = 100
MAX_BODY = 2_000
MAX_TAGS = 10
MAX_TAG = 30
MAX_TOPIC = 20
MAX_COUNT = 1_000_000_000
MAX_QUESTIONS = 8
MAX_QUESTION = 80
MAX_IMPORT = 250
"""Maximum notes in one import, which is one message: with the longest notes it stays below the limit of 4 MiB."""
COMMENT_WEIGHT = 4
"""Weight of a comment in likes: the informal weighting of creators on Xiaohongshu (like 1, collect 1,
comment 4). The platform publishes no formula; the weight only affects the order of notes."""

NOTE = RecordKind("notes", "笔记", "篇", "note", "spring_outing")

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Note:
    """One social post.

    Attributes:
        key: stable name in a scope: lower case letters, digits, underscores.
        title, body: its text; the body may have several lines.
        tags: 1 to 10, without the #.
        topic: its topic, one for each note.
        published: the day it was published.
        likes, collects, comments: its engagement.
        questions: what users request that it answers, in their words.
        unanswered: what they request about the same, and it does not answer.

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
    questions: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Title and tags, normalized for exact look-up, without duplicates."""
        names = (normalize_name(name) for name in (self.title, *self.tags))
        return tuple(dict.fromkeys(name for name in names if name))

    @property
    def embedded_text(self) -> str:
        """The embedded text: title, tags and topic; recall is better than with the body (docs/notes/library.md)."""
        return " ".join((self.title, *self.tags, self.topic))

    @property
    def engagement(self) -> int:
        """Weighted sum of likes, collects and comments."""
        return compute_engagement(self.likes, self.collects, self.comments)

    def to_record(self) -> dict[str, object]:
        """Return the record that is stored and exported, and that `parse_note` reads."""
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
            "questions": list(self.questions),
            "unanswered": list(self.unanswered),
        }


def compute_engagement(likes: int, collects: int, comments: int) -> int:
    """Return likes + collects + 4 x comments. Linear, so it applies to sums over notes too."""
    return likes + collects + COMMENT_WEIGHT * comments


def parse_notes(lines: Iterable[str]) -> tuple[Note, ...]:
    """Return the notes of a JSON Lines file, one object a line; blank lines are skipped.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT naming the line and the field: not JSON, not a note, a key given twice,
            nothing to import, or more than `MAX_IMPORT` notes.

    """
    return parse_lines(lines, NOTE, lambda mapping, line: parse_note(mapping, line=line), MAX_IMPORT)


def parse_note(mapping: Mapping[str, object], *, line: int | None = None) -> Note:
    """Return the note in *mapping*; *line* is its line in a file, for error messages.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT with `field` set (`notes[LINE].FIELD`, or FIELD without a line).

    """
    fields = Fields(NOTE, mapping, line)
    fields.reject_unknown(_FIELDS)
    note = Note(
        key=fields.key(),
        title=fields.text("title", MAX_TITLE),
        body=fields.text("body", MAX_BODY, lines=True),
        tags=_parse_tags(fields),
        topic=fields.text("topic", MAX_TOPIC),
        published=parse_day(fields, "published"),
        likes=fields.number("likes", MAX_COUNT),
        collects=fields.number("collects", MAX_COUNT),
        comments=fields.number("comments", MAX_COUNT),
        questions=fields.texts("questions", MAX_QUESTIONS, MAX_QUESTION),
        unanswered=fields.texts("unanswered", MAX_QUESTIONS, MAX_QUESTION),
    )
    for field, value, zh, en in (
        ("title", note.title, "请写标题", "give a title"),
        ("body", note.body, "请写正文", "give its text"),
        ("topic", note.topic, "请写主题，如 旅行", "give a topic, such as 旅行"),
    ):
        if not value:
            fields.reject(field, zh, en)
    return note


def select_known(record: Mapping[str, object]) -> Mapping[str, object]:
    """Return the fields of a stored *record* that this version knows: a newer version may have stored others."""
    return {name: value for name, value in record.items() if name in _FIELDS}


def parse_day(fields: Fields, field: str) -> date:
    """Return the date in *field*, written YYYY-MM-DD. Raises INVALID_INPUT_FORMAT."""
    text = fields.text(field, 10)
    day = _parse_date(text)
    if day is None:
        fields.reject(field, f"“{text}”不是日期，请写成 2026-04-11", f'"{text}" is not a date; write it as 2026-04-11')
    return day


def strip_tag(text: str) -> str:
    """Return a tag without # and spaces around it."""
    return text.strip("#＃ ")


_FIELDS = frozenset(Note.__dataclass_fields__)


def _parse_tags(fields: Fields) -> tuple[str, ...]:
    """Return the tags without #; two that normalize to the same name are one."""
    tags: dict[str, str] = {}
    for text in fields.texts("tags", MAX_TAGS, MAX_TAG):
        tag = strip_tag(text)
        name = normalize_name(tag)
        if not name:
            fields.reject("tags", f"“{text}”不能作标签", f'"{text}" cannot be a tag')
        tags.setdefault(name, tag)
    if not tags:
        fields.reject("tags", "请给出标签，如 春游", "give at least one tag, such as 春游")
    return tuple(tags.values())


def _parse_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
