"""Schemas of a model's answers about notes.

An answer of a model is untrusted: it can only fill in these schemas. `note_results`
turns an answer into a valid brief, layout or set of images.
"""

from typing import Annotated, Literal

from pydantic import Field

from services.common.contract.note import ContentType, OverlayKind, OverlayPosition, SectionRole
from services.planner.domain.model_answer import MAX_REPLY_LENGTH, ModelAnswer

Line = Annotated[str, Field(max_length=400)]
Color = Annotated[str, Field(max_length=16, description='"#rrggbb"')]
Fraction = Annotated[float, Field(ge=0, le=1)]


class ClarificationQuestion(ModelAnswer):
    """A question to the user."""

    key: str = Field(max_length=64, description='a short name in English, for example "topic"')
    question: str = Field(max_length=300)
    options: list[Annotated[str, Field(max_length=60)]] = Field(default_factory=list, max_length=6)
    multiple: bool = False


class CompiledBrief(ModelAnswer):
    """What a note should become."""

    topic: str = Field(max_length=120)
    audience: str = Field("", max_length=200)
    goal: str = Field("", max_length=400)
    tone: str = Field("", max_length=120)
    constraints: list[Line] = Field(default_factory=list, max_length=20)
    keywords: list[Annotated[str, Field(max_length=60)]] = Field(default_factory=list, max_length=20)
    content_type: ContentType = ContentType.GUIDE
    image_count: int = Field(0, ge=0, le=9, description="0 if unspecified")
    requirement_clarity: Fraction = Field(description="how clear the request is")
    clarification: ClarificationQuestion | None = None
    reply: str = Field("", max_length=MAX_REPLY_LENGTH, description="one friendly sentence to the user")


class PlannedSection(ModelAnswer):
    """A section of the page."""

    role: SectionRole
    heading: str = Field("", max_length=200)
    paragraphs: list[Annotated[int, Field(ge=0, le=10_000)]] = Field(default_factory=list, max_length=1_000)
    has_image: bool = False


class PlannedLayout(ModelAnswer):
    """The layout of the page."""

    name: str = Field("", max_length=64)
    cover_title: str = Field("", max_length=200)
    cover_subtitle: str = Field("", max_length=200)
    sections: list[PlannedSection] = Field(max_length=100)
    style: str = Field("", max_length=400)
    reply: str = Field("", max_length=MAX_REPLY_LENGTH, description="one friendly sentence to the user")


class PlannedOverlay(ModelAnswer):
    """A text on an image."""

    text: str = Field(max_length=200)
    position: OverlayPosition = OverlayPosition.TOP
    kind: OverlayKind = OverlayKind.CAPTION


class PlannedImage(ModelAnswer):
    """An image to generate, and the paragraph that it belongs to."""

    paragraph: int = Field(ge=0, le=10_000)
    purpose: str = Field("", max_length=600)
    prompt: str = Field(min_length=1, max_length=2_000)
    subject: str = Field("", max_length=300)
    style: str = Field("", max_length=200)
    palette: list[Color] = Field(default_factory=list, max_length=12)
    aspect: Literal["3:4", "1:1", "4:3"] = "3:4"
    reference: int = Field(0, ge=0, le=9, description="the number of the reference image to resemble, 0 for none")
    texts: list[PlannedOverlay] = Field(default_factory=list, max_length=6)


class PlannedImages(ModelAnswer):
    """The images of a note, the cover first."""

    images: list[PlannedImage] = Field(min_length=1, max_length=12)
    clarification: ClarificationQuestion | None = None
    reply: str = Field("", max_length=MAX_REPLY_LENGTH, description="one friendly sentence to the user")


class RouteAdvice(ModelAnswer):
    """Which agent should work next on a note."""

    agent: str = Field("", max_length=64, description="one of the candidates; empty to continue")
    reason: str = Field("", max_length=600)
    requirement_clarity: Fraction = 1.0
    clarification: ClarificationQuestion | None = None
