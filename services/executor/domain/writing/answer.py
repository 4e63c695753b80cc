"""The shape in which a model writes a note, and how its answer becomes a text that can be shown.

What a model writes is untrusted: it can fill in this shape and nothing else.
"""

import re
import unicodedata
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from services.executor.domain.writing.values import LONGEST_BODY, LONGEST_TITLE, MOST_TAGS

LONGEST_TAG = 40
LONGEST_REPLY = 200
LONGEST_QUESTION, LONGEST_OPTION, MOST_OPTIONS = 300, 80, 6
LONGEST_KEY = 64

_JOINERS = "\u200c\u200d"
_KEY = re.compile(r"[^a-z0-9]+")


class Asked(BaseModel):
    """One thing the writer would need to know, because the note would be wrong without it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str = Field(max_length=LONGEST_KEY, description="names what is asked, in English, for example season")
    question: str = Field(min_length=1, max_length=LONGEST_QUESTION)
    options: tuple[Annotated[str, Field(max_length=LONGEST_OPTION)], ...] = Field(
        (), max_length=MOST_OPTIONS, description="likely answers, if there are some"
    )


class WrittenNote(BaseModel):
    """A note. Lengths count Unicode code points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reply: str = Field("", max_length=LONGEST_REPLY, description="one sentence to the person: how the note is built")
    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    body: str = Field(min_length=1, max_length=LONGEST_BODY, description="paragraphs parted by one empty line")
    tags: tuple[Annotated[str, Field(max_length=LONGEST_TAG)], ...] = Field(
        (), max_length=MOST_TAGS, description="without the sign #"
    )
    clarification: Asked | None = Field(None, description="null unless something must be asked")

    @model_validator(mode="after")
    def _say_something(self) -> "WrittenNote":
        if not self.shown_title or not self.shown_body:
            raise ValueError("title and body must hold visible text")
        return self

    @property
    def shown_title(self) -> str:
        """The title on one line."""
        return one_line(self.title)

    @property
    def shown_body(self) -> str:
        """The body with its paragraphs parted by exactly one empty line."""
        lines = (one_line(line) for line in self.body.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    @property
    def shown_tags(self) -> tuple[str, ...]:
        """The tags, each once, without signs."""
        spelled = (one_line(tag).strip("#＃ ").strip() for tag in self.tags)
        return tuple({tag.lower(): tag for tag in reversed([tag for tag in spelled if tag])}.values())[::-1]


def question_key(asked: Asked) -> str:
    """Return the key of a question: lower case letters, digits, hyphens."""
    return _KEY.sub("-", asked.key.lower()).strip("-") or "writing"


def one_line(text: str) -> str:
    """Return *text* with single spaces, without what acts invisibly on its surroundings."""
    return " ".join(visible(text).split())


def visible(text: str) -> str:
    """Return *text* with its breaks and control characters made spaces, and invisible ones left out."""
    return "".join(map(_shown, text))


def _shown(letter: str) -> str:
    match unicodedata.category(letter):
        case "Cc" | "Zl" | "Zp":
            return " "
        case "Cf" | "Cs" | "Co" if letter not in _JOINERS:
            return ""
        case _:
            return letter
