"""Schema of a note written by a language model, and the cleaning of its text.

Model output is untrusted: it can set only these fields.
"""

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engines.note_writer.values import MAX_BODY_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH
from services.common.text.sanitization import sanitize_line

MAX_TAG_LENGTH = 40
MAX_REPLY_LENGTH = 200
MAX_QUESTION_LENGTH, MAX_OPTION_LENGTH, MAX_OPTIONS = 300, 80, 6
MAX_KEY_LENGTH = 64

_KEY = re.compile(r"[^a-z0-9]+")


class DraftQuestion(BaseModel):
    """A question to the user without whose answer the note would be wrong."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str = Field(
        max_length=MAX_KEY_LENGTH, description="names the topic of the question, in English, for example season"
    )
    question: str = Field(min_length=1, max_length=MAX_QUESTION_LENGTH)
    options: tuple[Annotated[str, Field(max_length=MAX_OPTION_LENGTH)], ...] = Field(
        (), max_length=MAX_OPTIONS, description="likely answers, if there are some"
    )


class ModelDraft(BaseModel):
    """A note. Lengths count Unicode code points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reply: str = Field(
        "", max_length=MAX_REPLY_LENGTH, description="one sentence to the user: how the note is structured"
    )
    title: str = Field(min_length=1, max_length=MAX_TITLE_LENGTH)
    body: str = Field(min_length=1, max_length=MAX_BODY_LENGTH, description="paragraphs separated by one empty line")
    tags: tuple[Annotated[str, Field(max_length=MAX_TAG_LENGTH)], ...] = Field(
        (), max_length=MAX_TAGS, description="without the sign #"
    )
    clarification: DraftQuestion | None = Field(None, description="null unless a question is necessary")

    @model_validator(mode="after")
    def _require_visible_text(self) -> "ModelDraft":
        if not self.display_title or not self.display_body:
            raise ValueError("title and body must contain visible text")
        return self

    @property
    def display_title(self) -> str:
        """The title on one line."""
        return sanitize_line(self.title)

    @property
    def display_body(self) -> str:
        """The body with exactly one empty line between paragraphs."""
        lines = (sanitize_line(line) for line in self.body.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    @property
    def display_tags(self) -> tuple[str, ...]:
        """The distinct tags, without the sign #."""
        tags = (sanitize_line(tag).strip("#＃ ").strip() for tag in self.tags)
        return tuple({tag.lower(): tag for tag in reversed([tag for tag in tags if tag])}.values())[::-1]


def normalize_key(key: str) -> str:
    """Return *key* in lower case letters, digits and hyphens."""
    return _KEY.sub("-", key.lower()).strip("-") or "writing"
