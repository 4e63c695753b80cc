"""Input and output of the note writer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.note_writer.occasions import is_solemn
from services.common.contract.feedback import FeedbackChange
from services.common.contract.note import Closeness, ContentType
from services.common.text.language import Language

_INTERESTED = re.compile(r"感兴趣|想了解|\binterested in\b")
"""Readers that are named after the topic."""
MAX_TITLE_LENGTH = 100
MAX_BODY_LENGTH = 10_000
MAX_TAGS = 30


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the sentences for it; each sentence is independent of the others."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A template of a note; its texts contain the placeholders {topic}, {audience}, {place} and {count}.

    `is_specific` if it is for specific topics.
    """

    titles: tuple[str, ...]
    openings: tuple[str, ...]
    sections: tuple[Section, ...]
    closings: tuple[str, ...]
    is_specific: bool = True


@dataclass(frozen=True, slots=True)
class Source:
    """A note or page of the research: its title, an excerpt, and its closeness to the request."""

    title: str
    excerpt: str
    closeness: Closeness = Closeness.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph: a heading ("" for none) and items joined by *separator*.

    `is_own` if it has the user's own sentences, which no register changes.
    """

    heading: str
    items: tuple[str, ...]
    separator: str = ""
    is_own: bool = field(default=False, compare=False)

    @property
    def text(self) -> str:
        """The paragraph as text."""
        text = self.separator.join(self.items)
        return "\n".join(part for part in (self.heading, text) if part)


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a note; `changes` are those that the feedback requests, `remarks` are for the user."""

    title: str
    blocks: tuple[Block, ...]
    tags: tuple[str, ...]
    changes: tuple[FeedbackChange, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def body(self) -> str:
        """The paragraphs, separated by empty lines."""
        return join_blocks(self.blocks)


@dataclass(frozen=True, slots=True)
class NoteRequest:
    """A note to write.

    Attributes:
        templates: matching templates, best first; empty for the built-in ones.
        known_tags: matching tags, best first.
        title_patterns: descriptions of successful titles.
        sources: texts that may be quoted.
        statements: what the user reports, in whole sentences.
        feedback, previous: the requested changes and the draft that they apply to; "" and None for the first draft.
        user_feedback: the feedback is a user's, so parts that it does not name must not change.
        seed: the same request with the same seed gives the same draft.

    """

    language: Language
    topic: str
    audience: str = ""
    tone: str = ""
    constraints: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    content_type: str = ""
    place: str = ""
    templates: tuple[Template, ...] = ()
    known_tags: tuple[str, ...] = ()
    title_patterns: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    statements: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    feedback: str = ""
    previous: Draft | None = field(default=None)
    seed: int = 0
    user_feedback: bool = True

    @property
    def whole(self) -> str:
        """Topic, readers that the user names, constraints and statements as one text."""
        return "\n".join((self.subject, *self.constraints, *self.statements))

    @property
    def subject(self) -> str:
        """The topic, with the readers that the user names."""
        return f"{self.topic}\n{self.audience}" if self.has_explicit_audience else self.topic

    @property
    def has_explicit_audience(self) -> bool:
        """Whether the audience is one that the user names, and does not follow from the topic."""
        audience, topic = self.audience.lower(), self.topic.lower()
        is_implied = topic in audience or audience in topic
        return bool(audience) and not is_implied and _INTERESTED.search(audience) is None

    @property
    def is_solemn(self) -> bool:
        """Whether the note is on a death, a grave illness or a separation."""
        return is_solemn("\n".join((self.topic, *self.statements)))

    @property
    def is_story(self) -> bool:
        """Whether the note states what the user reports, and nothing else."""
        return bool(self.statements) and self.content_type == ContentType.STORY


def join_blocks(blocks: Sequence[Block]) -> str:
    """Return *blocks* as one text, separated by empty lines."""
    return "\n\n".join(block.text for block in blocks)
