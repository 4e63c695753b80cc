"""Input and step results of the note workflow. They mirror protos/reflow/v1/note_workflow.proto."""

from dataclasses import dataclass
from enum import Enum, StrEnum

from services.common.contract.feedback import FeedbackChange
from services.common.contract.image_chat import ImageResult, Verdict
from services.common.contract.prompts import PromptVersion
from services.common.contract.questions import Option, Selection

USER_ENGINE = "person"
"""The `engine` of a result that the user wrote or modified."""


class ContentType(StrEnum):
    """Kind of a note. `Brief.content_type` is one of these values."""

    GUIDE = "guide"
    REVIEW = "review"
    TUTORIAL = "tutorial"
    LIST = "list"
    STORY = "story"
    RECOMMENDATION = "recommendation"


class SectionRole(StrEnum):
    """Role of a section on the page. `LayoutSection.role` is one of these values."""

    COVER = "cover"
    OPENING = "opening"
    SECTION = "section"
    CLOSING = "closing"


class ReferencePurpose(StrEnum):
    """What a reference image is for."""

    STYLE = "style"
    COMPOSITION = "composition"
    SUBJECT = "subject"
    PALETTE = "palette"


@dataclass(frozen=True, slots=True)
class ReferenceInput:
    """A reference image, with its description by the user."""

    asset_id: str
    purpose: ReferencePurpose | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class NoteInput:
    """Input of the note workflow. `answer_within` in seconds; with an `image_count` of 0 the planner chooses.

    `reference_inputs` describe some of the images `reference_asset_ids`. Without `max_iterations` the limit of the
    deployment applies; without a `content_type` the planner chooses.
    """

    text: str
    reference_asset_ids: tuple[str, ...] = ()
    layout_preference: str = ""
    skip_content_approval: bool = False
    skip_image_plans_approval: bool = False
    skip_clarification: bool = False
    answer_within: float | None = None
    image_count: int = 0
    preferred_model: str = ""
    seed: int | None = None
    fresh: bool = False
    reference_inputs: tuple[ReferenceInput, ...] = ()
    max_iterations: int | None = None
    content_type: str = ""

    def find_reference(self, asset_id: str) -> ReferenceInput | None:
        """Return the description of the image *asset_id*, None without one."""
        return next((one for one in self.reference_inputs if one.asset_id == asset_id), None)


@dataclass(frozen=True, slots=True)
class Clarification:
    """A question of an agent to the user. The same question has the same key."""

    key: str
    question: str
    options: tuple[Option, ...] = ()
    selection: Selection = Selection.SINGLE
    allow_custom: bool = True


@dataclass(frozen=True, slots=True)
class ClarificationAnswer:
    """A user's answer to a clarification."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Brief:
    """The requirements of a note. `requirement_clarity` from 0 to 1, `statements` what the user reports."""

    topic: str
    audience: str = ""
    goal: str = ""
    tone: str = ""
    constraints: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    content_type: str = "guide"
    image_count: int = 3
    requirement_clarity: float = 1.0
    clarification: Clarification | None = None
    engine: str = "builtin"
    degraded: bool = False
    statements: tuple[str, ...] = ()


class Closeness(Enum):
    """How close the title and tags of a source are to the request."""

    UNSPECIFIED = 0
    DISTANT = 1
    RELATED = 2
    CLOSE = 3


@dataclass(frozen=True, slots=True)
class EvidenceSource:
    """A note of the library, or a web page."""

    title: str
    note_key: str = ""
    url: str = ""
    excerpt: str = ""
    closeness: Closeness = Closeness.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class TagGrowth:
    """Growth of a tag: number of notes with it now, and growth against the previous period."""

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
    """A template for notes of one content type."""

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
class EvidencePack:
    """Evidence that the research returned for a brief."""

    trends: tuple[TagGrowth, ...] = ()
    title_patterns: tuple[str, ...] = ()
    example_titles: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sources: tuple[EvidenceSource, ...] = ()
    templates: tuple[NoteTemplate, ...] = ()
    writer_prompt: PromptVersion | None = None
    web_search: str = ""
    clarification: Clarification | None = None


@dataclass(frozen=True, slots=True)
class TemplateSet:
    """The templates for a note, best first."""

    templates: tuple[NoteTemplate, ...] = ()


@dataclass(frozen=True, slots=True)
class ReferenceAnalysis:
    """Analysis of one reference image. Brightness from 0 to 1, sizes in pixels, colors "#rrggbb"."""

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
    """Analyses of the reference images, in the order of the request."""

    references: tuple[ReferenceAnalysis, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteContent:
    """The text of a note: paragraphs separated by an empty line, tags without '#'."""

    title: str
    body: str
    tags: tuple[str, ...] = ()
    draft: bool = False
    engine: str = "builtin"
    degraded: bool = False
    clarification: Clarification | None = None
    changes: tuple[FeedbackChange, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs of the body."""
        return tuple(part.strip() for part in self.body.split("\n\n") if part.strip())


@dataclass(frozen=True, slots=True)
class LayoutSection:
    """A section of the page; paragraphs are counted from 0."""

    role: str
    heading: str = ""
    paragraphs: tuple[int, ...] = ()
    has_image: bool = False


@dataclass(frozen=True, slots=True)
class LayoutSpec:
    """The layout of the page."""

    name: str
    cover_title: str = ""
    cover_subtitle: str = ""
    sections: tuple[LayoutSection, ...] = ()
    style: str = ""
    engine: str = "builtin"
    degraded: bool = False


@dataclass(frozen=True, slots=True)
class ImagePlan:
    """A planned image. Width and height in pixels, colors "#rrggbb"."""

    plan_id: str
    purpose: str
    prompt: str
    subject: str = ""
    style: str = ""
    palette: tuple[str, ...] = ()
    width: int = 768
    height: int = 1024
    reference_asset_id: str = ""
    reference_purpose: str = ""


@dataclass(frozen=True, slots=True)
class ParagraphImageBinding:
    """Binds an image to a paragraph, counted from 0."""

    paragraph: int
    plan_id: str


class OverlayPosition(StrEnum):
    """Position of a text on an image."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class OverlayKind(StrEnum):
    """Size class of a text on an image."""

    TITLE = "title"
    SUBTITLE = "subtitle"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class PlannedText:
    """A planned text overlay."""

    plan_id: str
    text: str
    position: OverlayPosition = OverlayPosition.TOP
    kind: OverlayKind = OverlayKind.TITLE


@dataclass(frozen=True, slots=True)
class ImagePlanSet:
    """The planned images of a note; the first is the cover."""

    plans: tuple[ImagePlan, ...]
    bindings: tuple[ParagraphImageBinding, ...] = ()
    overlays: tuple[PlannedText, ...] = ()
    clarification: Clarification | None = None
    engine: str = "builtin"
    degraded: bool = False
    changes: tuple[FeedbackChange, ...] = ()


class Backing(StrEnum):
    """Backing behind a text."""

    NONE = "none"
    PLATE = "plate"
    SCRIM = "scrim"


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A text as drawn on an image: size in pixels, contrast by WCAG 2.2."""

    size: int
    lines: tuple[str, ...]
    color: str
    backing: Backing
    contrast: float
    left_out: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class NoteImage:
    """An image of a note; `plain_asset_id` is the same image without texts."""

    plan_id: str
    image: ImageResult
    plain_asset_id: str = ""
    texts: tuple[DrawnText, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """A model's advice on the next agent; "" to keep the default order."""

    agent: str = ""
    reason: str = ""
    requirement_clarity: float = 1.0
    clarification: Clarification | None = None
    engine: str = "builtin"


@dataclass(frozen=True, slots=True)
class ComposedNote:
    """A composed note. `missing` are the planned images that could not be generated."""

    content: NoteContent | None = None
    images: tuple[NoteImage, ...] = ()
    bindings: tuple[ParagraphImageBinding, ...] = ()
    layout: LayoutSpec | None = None
    verdict: Verdict | None = None
    missing: tuple[ImagePlan, ...] = ()
    remarks: tuple[str, ...] = ()
