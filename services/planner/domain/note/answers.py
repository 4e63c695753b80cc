"""The shapes a model must answer in about notes, and what such answers come to.

What a model writes is untrusted: whatever it was talked into, it can only fill in these shapes, and what must hold of a
brief, a page and a set of pictures is made to hold here.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from services.planner.domain.note.values import ContentType, Kind, Position, Role

LONGEST_REPLY = 200
Line = Annotated[str, Field(max_length=400)]
Colour = Annotated[str, Field(max_length=16, description='"#rrggbb"')]
Share = Annotated[float, Field(ge=0, le=1)]


class _Answer(BaseModel):
    """An answer: frozen, nothing beside its fields, and null says nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _null_says_nothing(cls, given: Any) -> Any:
        return {name: value for name, value in given.items() if value is not None} if isinstance(given, dict) else given


class AskedBack(_Answer):
    """What the model would like to know first."""

    key: str = Field(max_length=64, description='a short name in English, for example "topic"')
    question: str = Field(max_length=300)
    options: list[Annotated[str, Field(max_length=60)]] = Field(default_factory=list, max_length=6)
    multiple: bool = False


class CompiledBrief(_Answer):
    """What a note is to be."""

    topic: str = Field(max_length=120)
    audience: str = Field("", max_length=200)
    goal: str = Field("", max_length=400)
    tone: str = Field("", max_length=120)
    constraints: list[Line] = Field(default_factory=list, max_length=20)
    keywords: list[Annotated[str, Field(max_length=60)]] = Field(default_factory=list, max_length=20)
    content_type: ContentType = ContentType.GUIDE
    picture_count: int = Field(0, ge=0, le=9, description="0 when nobody says")
    requirement_clarity: Share = Field(description="how clear the wish is")
    clarification: AskedBack | None = None
    reply: str = Field("", max_length=LONGEST_REPLY, description="one friendly sentence to the person")


class PlannedSection(_Answer):
    """A part of the page."""

    role: Role
    heading: str = Field("", max_length=200)
    paragraphs: list[Annotated[int, Field(ge=0, le=10_000)]] = Field(default_factory=list, max_length=1_000)
    picture: bool = False


class PlannedLayout(_Answer):
    """How the page is built."""

    name: str = Field("", max_length=64)
    cover_title: str = Field("", max_length=200)
    cover_subtitle: str = Field("", max_length=200)
    sections: list[PlannedSection] = Field(max_length=100)
    style: str = Field("", max_length=400)
    reply: str = Field("", max_length=LONGEST_REPLY, description="one friendly sentence to the person")


class PlannedOverlay(_Answer):
    """A text on a picture."""

    text: str = Field(max_length=200)
    position: Position = Position.TOP
    kind: Kind = Kind.CAPTION


class PlannedPicture(_Answer):
    """A picture to be made, and the paragraph it stands with."""

    paragraph: int = Field(ge=0, le=10_000)
    purpose: str = Field("", max_length=600)
    prompt: str = Field(min_length=1, max_length=2_000)
    subject: str = Field("", max_length=300)
    style: str = Field("", max_length=200)
    palette: list[Colour] = Field(default_factory=list, max_length=12)
    aspect: Literal["3:4", "1:1", "4:3"] = "3:4"
    reference: int = Field(0, ge=0, le=9, description="the number of the reference picture to resemble, 0 for none")
    texts: list[PlannedOverlay] = Field(default_factory=list, max_length=6)


class PlannedPictures(_Answer):
    """The pictures of a note, the cover first."""

    pictures: list[PlannedPicture] = Field(min_length=1, max_length=12)
    clarification: AskedBack | None = None
    reply: str = Field("", max_length=LONGEST_REPLY, description="one friendly sentence to the person")


class RouteAdvice(_Answer):
    """Who should work next on a note."""

    agent: str = Field("", max_length=64, description="one of the candidates; empty to go on")
    reason: str = Field("", max_length=600)
    requirement_clarity: Share = 1.0
    clarification: AskedBack | None = None
