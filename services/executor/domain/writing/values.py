"""What the writer is given and what it makes: values only."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from services.common.language import Language

LONGEST_TITLE = 100
LONGEST_BODY = 10_000
MOST_TAGS = 30


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and what can be said under it: each sentence stands by itself."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A frame for notes; its texts hold {topic}, {audience}, {place} and {count} to fill in."""

    titles: tuple[str, ...]
    openings: tuple[str, ...]
    sections: tuple[Section, ...]
    closings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A note or page that was found: its title and what it says."""

    title: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph: a heading, "" for none, and its items, which *joint* holds together."""

    heading: str
    items: tuple[str, ...]
    joint: str = ""

    @property
    def text(self) -> str:
        """The paragraph as it is read."""
        said = self.joint.join(self.items)
        return "\n".join(part for part in (self.heading, said) if part)


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a note."""

    title: str
    blocks: tuple[Block, ...]
    tags: tuple[str, ...]

    @property
    def body(self) -> str:
        """The paragraphs, parted by an empty line."""
        return body_of(self.blocks)


@dataclass(frozen=True, slots=True)
class Assignment:
    """A note to be written.

    Attributes:
        forms: frames that fit, best first; empty for the writer's own stock.
        known_tags: tags that fit, best first.
        title_patterns: how titles that did well are made, in words.
        sources: what may be quoted.
        feedback, before: what is wanted otherwise and the text that is meant; "" and None the first time.
        seed: the same assignment with the same seed gives the same draft.

    """

    language: Language
    topic: str
    audience: str = ""
    tone: str = ""
    constraints: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    content_type: str = ""
    place: str = ""
    forms: tuple[Form, ...] = ()
    known_tags: tuple[str, ...] = ()
    title_patterns: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    answers: tuple[str, ...] = ()
    feedback: str = ""
    before: Draft | None = field(default=None)
    seed: int = 0


def body_of(blocks: Sequence[Block]) -> str:
    """Return *blocks* as one text, parted by an empty line."""
    return "\n\n".join(block.text for block in blocks)
