"""What the agents of a note make, each as its message in protos/reflow/v1/creations.proto says."""

from dataclasses import dataclass
from enum import StrEnum

from services.orchestrator.domain.questions import Option, Selection
from services.orchestrator.domain.values import ImageResult, Verdict


@dataclass(frozen=True, slots=True)
class NoteInput:
    """What a person asks of a note. `answer_within` in seconds; a `picture_count` of 0 lets the planner choose."""

    text: str
    reference_asset_ids: tuple[str, ...] = ()
    layout_preference: str = ""
    skip_content_approval: bool = False
    skip_image_plans_approval: bool = False
    skip_clarification: bool = False
    answer_within: float | None = None
    picture_count: int = 0
    preferred_model: str = ""
    seed: int | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Clarification:
    """What an agent would like to know. The same question has the same key."""

    key: str
    question: str
    options: tuple[Option, ...] = ()
    selection: Selection = Selection.SINGLE
    allow_custom: bool = True


@dataclass(frozen=True, slots=True)
class Clarified:
    """What a person answered to a clarification."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Brief:
    """What the note is to be. `requirement_clarity` from 0 to 1."""

    topic: str
    audience: str = ""
    goal: str = ""
    tone: str = ""
    constraints: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    content_type: str = "guide"
    picture_count: int = 3
    requirement_clarity: float = 1.0
    clarification: Clarification | None = None
    engine: str = "builtin"
    degraded: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceSource:
    """A note of the library, or a page of the web."""

    title: str
    note_key: str = ""
    url: str = ""
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class TagMovement:
    """How a tag moved: notes with it now, and growth against the period before."""

    tag: str
    notes: int
    growth: float


@dataclass(frozen=True, slots=True)
class TemplateSection:
    """One section of a template."""

    heading: str
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteTemplate:
    """A form that notes of a kind have."""

    key: str
    revision: int = 1
    locale: str = "zh"
    name: str = ""
    content_type: str = ""
    topics: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    sections: tuple[TemplateSection, ...] = ()
    closings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptVersion:
    """A prompt as it was when a note was made with it; version 0 is the agent's own."""

    name: str
    version: int
    text: str


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """What is known that bears on a brief."""

    trends: tuple[TagMovement, ...] = ()
    title_patterns: tuple[str, ...] = ()
    example_titles: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: tuple[EvidenceSource, ...] = ()
    templates: tuple[NoteTemplate, ...] = ()
    writer_prompt: PromptVersion | None = None
    web_search: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceAnalysis:
    """What a reference picture shows and how. Brightness from 0 to 1, sizes in pixels, colours "#rrggbb"."""

    asset_id: str
    palette: tuple[str, ...] = ()
    brightness: float = 0.0
    width: int = 0
    height: int = 0
    aspect: str = ""
    composition: str = ""
    texts: tuple[str, ...] = ()
    meaning: str = ""
    style: str = ""
    engine: str = "builtin"
    degraded: bool = False


@dataclass(frozen=True, slots=True)
class ReferenceAnalyses:
    """What the reference pictures show, in the order they were given."""

    references: tuple[ReferenceAnalysis, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteContent:
    """The text of a note: paragraphs parted by an empty line, tags without '#'."""

    title: str
    body: str
    tags: tuple[str, ...] = ()
    draft: bool = False
    engine: str = "builtin"
    degraded: bool = False
    clarification: Clarification | None = None

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of the body."""
        return tuple(part.strip() for part in self.body.split("\n\n") if part.strip())


@dataclass(frozen=True, slots=True)
class LayoutSection:
    """A part of the page; paragraphs counted from 0."""

    role: str
    heading: str = ""
    paragraphs: tuple[int, ...] = ()
    picture: bool = False


@dataclass(frozen=True, slots=True)
class LayoutSpec:
    """How the page is built."""

    name: str
    cover_title: str = ""
    cover_subtitle: str = ""
    sections: tuple[LayoutSection, ...] = ()
    style: str = ""
    engine: str = "builtin"
    degraded: bool = False


@dataclass(frozen=True, slots=True)
class ImagePlan:
    """A picture to be made. Width and height in pixels, colours "#rrggbb"."""

    plan_id: str
    purpose: str
    prompt: str
    subject: str = ""
    style: str = ""
    palette: tuple[str, ...] = ()
    width: int = 768
    height: int = 1024
    reference_asset_id: str = ""


@dataclass(frozen=True, slots=True)
class ParagraphImageBinding:
    """Which paragraph, counted from 0, a picture stands with."""

    paragraph: int
    plan_id: str


class OverlayPosition(StrEnum):
    """Where on a picture a text stands."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class OverlayKind(StrEnum):
    """How large a text on a picture is."""

    TITLE = "title"
    SUBTITLE = "subtitle"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class PlannedText:
    """A text that is to stand on a picture."""

    plan_id: str
    text: str
    position: OverlayPosition = OverlayPosition.TOP
    kind: OverlayKind = OverlayKind.TITLE


@dataclass(frozen=True, slots=True)
class ImagePlanSet:
    """The pictures of a note, before they are made; the first is the cover."""

    plans: tuple[ImagePlan, ...]
    bindings: tuple[ParagraphImageBinding, ...] = ()
    overlays: tuple[PlannedText, ...] = ()
    clarification: Clarification | None = None
    engine: str = "builtin"
    degraded: bool = False


class Backing(StrEnum):
    """What was laid under a text."""

    NONE = "none"
    PLATE = "plate"
    SCRIM = "scrim"


@dataclass(frozen=True, slots=True)
class DrawnText:
    """How a text came to stand on a picture: size in pixels, contrast by WCAG 2.2."""

    size: int
    lines: tuple[str, ...]
    colour: str
    backing: Backing
    contrast: float
    left_out: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class NoteImage:
    """A picture of a note; `plain_asset_id` is the same without texts."""

    plan_id: str
    image: ImageResult
    plain_asset_id: str = ""
    texts: tuple[DrawnText, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """Where a model would have the work go on: an agent, or "" for as it would go anyway."""

    agent: str = ""
    reason: str = ""
    requirement_clarity: float = 1.0
    clarification: Clarification | None = None
    engine: str = "builtin"


@dataclass(frozen=True, slots=True)
class ComposedNote:
    """A note as it stands. `missing` are the pictures that were planned and could not be made."""

    content: NoteContent | None = None
    images: tuple[NoteImage, ...] = ()
    bindings: tuple[ParagraphImageBinding, ...] = ()
    layout: LayoutSpec | None = None
    verdict: Verdict | None = None
    missing: tuple[ImagePlan, ...] = ()
    remarks: tuple[str, ...] = ()
