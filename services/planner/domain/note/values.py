"""What the planner makes of a note, as values: the brief, the page, the plans of its pictures, advice on the route."""

from dataclasses import dataclass
from enum import StrEnum

from services.planner.domain.note.paragraphs import split_paragraphs

BUILTIN = "builtin"
LEAST_PICTURES, MOST_PICTURES = 1, 9
USUAL_PICTURES = 3
CLEAR = 0.5
"""Below this clarity a brief asks, where it has not asked before."""


class ContentType(StrEnum):
    """The kind of a note."""

    GUIDE = "guide"
    REVIEW = "review"
    TUTORIAL = "tutorial"
    LIST = "list"
    STORY = "story"
    RECOMMENDATION = "recommendation"


class Role(StrEnum):
    """What a part of the page is."""

    COVER = "cover"
    OPENING = "opening"
    SECTION = "section"
    CLOSING = "closing"


class Position(StrEnum):
    """Where a text stands on a picture."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class Kind(StrEnum):
    """How large a text on a picture is."""

    TITLE = "title"
    SUBTITLE = "subtitle"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose; `id` names it in an answer."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Clarification:
    """What should be asked. The same question has the same `key`, however it is worded."""

    key: str
    question: str
    options: tuple[Option, ...] = ()
    multiple: bool = False
    allow_custom: bool = True


@dataclass(frozen=True, slots=True)
class Clarified:
    """What a person answered to an earlier question."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Brief:
    """What a note is to be. `requirement_clarity` is 0 to 1; `picture_count` 1 to 9."""

    topic: str
    audience: str
    goal: str
    tone: str
    constraints: tuple[str, ...]
    keywords: tuple[str, ...]
    content_type: ContentType
    picture_count: int
    requirement_clarity: float
    clarification: Clarification | None = None
    engine: str = BUILTIN


@dataclass(frozen=True, slots=True)
class NoteText:
    """The text of a note; its paragraphs are parted by empty lines."""

    title: str
    body: str
    tags: tuple[str, ...] = ()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of the body, in order; those of a body of blanks are none."""
        return split_paragraphs(self.body)


@dataclass(frozen=True, slots=True)
class Reference:
    """What a reference picture shows and how. `palette` holds colours "#rrggbb", the largest first."""

    asset_id: str
    palette: tuple[str, ...] = ()
    brightness: float = 0.5
    aspect: str = ""
    composition: str = ""
    texts: tuple[str, ...] = ()
    meaning: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: the paragraphs it holds, counted from 0, and whether a picture belongs to it."""

    role: Role
    heading: str = ""
    paragraphs: tuple[int, ...] = ()
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """How the page is built: one cover first; every paragraph of the body in exactly one section, in order."""

    name: str
    cover_title: str
    cover_subtitle: str
    sections: tuple[Section, ...]
    style: str
    engine: str = BUILTIN


@dataclass(frozen=True, slots=True)
class ImagePlan:
    """A picture to be made, `width` x `height` pixels."""

    plan_id: str
    purpose: str
    prompt: str
    subject: str
    style: str
    palette: tuple[str, ...]
    width: int
    height: int
    reference_asset_id: str = ""


@dataclass(frozen=True, slots=True)
class Binding:
    """The paragraph, counted from 0, that a picture stands with."""

    paragraph: int
    plan_id: str


@dataclass(frozen=True, slots=True)
class PlannedText:
    """A text that is to stand on a picture."""

    plan_id: str
    text: str
    position: Position
    kind: Kind


@dataclass(frozen=True, slots=True)
class ImagePlans:
    """The pictures of a note before they are made, the cover first."""

    plans: tuple[ImagePlan, ...]
    bindings: tuple[Binding, ...]
    overlays: tuple[PlannedText, ...]
    clarification: Clarification | None = None
    engine: str = BUILTIN


@dataclass(frozen=True, slots=True)
class Advice:
    """Who should work next on a note; an empty agent for "as it would go anyway"."""

    agent: str
    reason: str
    requirement_clarity: float
    clarification: Clarification | None = None
    engine: str = BUILTIN
