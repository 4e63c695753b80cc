"""Input and step results of the image chat workflow."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from services.common.contract.assets import Asset


class Action(StrEnum):
    """The requested action on an image."""

    GENERATE_IMAGE = "generate_image"
    INPAINTING = "inpainting"
    ADJUST_PARAMETERS = "adjust_parameters"
    UNKNOWN = "unknown"


class Restore(StrEnum):
    """An earlier image of a session to restore."""

    UNSPECIFIED = ""
    UNDO = "undo"
    REDO = "redo"
    FIRST = "first"
    ORIGINAL = "original"


class Control(StrEnum):
    """The control that is displayed to a user who did not name a change."""

    UNSPECIFIED = ""
    PARAMETERS = "parameters"
    AREA = "area"


class TaskType(StrEnum):
    """Kind of task that created an image."""

    TEXT_TO_IMAGE = "text_to_image"
    INPAINTING = "inpainting"
    PARAMETER_ADJUSTMENT = "parameter_adjustment"
    TEXT_OVERLAY = "text_overlay"
    GRAPH_OUTPUT = "graph_output"


class Medium(StrEnum):
    """A rendering technique of the built-in painter. `Look.medium` is one of these values."""

    NEON = "neon"
    INK_WASH = "ink_wash"
    WATERCOLOR = "watercolor"
    OIL = "oil"
    PIXEL = "pixel"
    FLAT = "flat"
    LINE_ART = "line_art"
    ANIME = "anime"
    CRAYON = "crayon"
    PAPER_CUT = "paper_cut"
    MOSAIC = "mosaic"
    WOODBLOCK = "woodblock"
    PHOTO = "photo"
    LOW_POLY = "low_poly"
    POINTILLISM = "pointillism"
    POP_ART = "pop_art"
    STAINED_GLASS = "stained_glass"


@dataclass(frozen=True, slots=True)
class ImageChatInput:
    """Input of the image chat workflow. Width and height in pixels, 0 for the default."""

    text: str
    image_asset_id: str = ""
    mask_asset_id: str = ""
    preferred_model: str = ""
    width: int = 0
    height: int = 0
    seed: int | None = None
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """A parsed request. Confidence from 0 to 1. `reasoning` explains this interpretation to users.

    `restores` names an earlier image instead of a change. `choices` are requests to offer, with `control`, if a message
    refers to the last image without naming a change; `control` alone, if there is no image to change.
    """

    action: Action
    subject: str
    style: str
    confidence: float
    raw_response: str = ""
    parameters: Mapping[str, float] = field(default_factory=dict)
    prompt: str = ""
    engine: str = "builtin"
    degraded: bool = False
    reasoning: str = ""
    restores: Restore = Restore.UNSPECIFIED
    choices: tuple[str, ...] = ()
    control: Control = Control.UNSPECIFIED


@dataclass(frozen=True, slots=True)
class Look:
    """Rendering of a style: a medium and "#rrggbb" colors by role."""

    medium: str
    palette: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RetrievedStyle:
    """A matching style. Similarity from 0 to 1."""

    key: str
    style: str
    prompt: str
    similarity: float
    look: Look


@dataclass(frozen=True, slots=True)
class EnhancedPrompt:
    """A prompt enhanced with the styles retrieved for it."""

    original: str
    retrieved: tuple[RetrievedStyle, ...]
    final: str

    @property
    def look(self) -> Look | None:
        """The rendering of the best style, None without a match."""
        return self.retrieved[0].look if self.retrieved else None


class PartKind(StrEnum):
    """Kind of a requested part of an image."""

    SUBJECT = "subject"
    COLOR = "color"
    COUNT = "count"
    POSITION = "position"
    RELATION = "relation"
    SETTING = "setting"
    CONDITION = "condition"
    ACTION = "action"
    EXCLUSION = "exclusion"


class PartOutcome(StrEnum):
    """Whether an image shows a requested part."""

    SHOWN = "shown"
    SUBSTITUTED = "substituted"
    UNCLEAR = "unclear"
    """Drawn, but hard to recognize."""
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class ContentPart:
    """A requested part of an image, in the words of the request, and whether the image shows it."""

    kind: PartKind
    requested: str
    outcome: PartOutcome
    substitute: str = ""


class ReferenceUse(StrEnum):
    """What an engine uses of a reference image: its pixels, or these measured properties."""

    PIXELS = "pixels"
    PALETTE = "palette"
    BRIGHTNESS = "brightness"
    COMPOSITION = "composition"


@dataclass(frozen=True, slots=True)
class ImageResult:
    """A generated image and the parameters that created it.

    `content` is the engine's report about the requested parts; empty where the engine does not report them. `sketch` is
    a PNG of what the engine composed, in a few cells of flat color; empty where it has none.
    """

    asset: Asset
    task_type: TaskType
    model: str
    seed: int
    prompt: str
    parameters: Mapping[str, float] = field(default_factory=dict)
    elapsed_ms: int = 0
    reference_uses: tuple[ReferenceUse, ...] = ()
    content: tuple[ContentPart, ...] = ()
    sketch: bytes = b""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Outcome of a review. Scores from 0 to 1; `judged` is False when the reviewer was not available."""

    passed: bool
    score: float
    dimensions: Mapping[str, float] = field(default_factory=dict)
    feedback: str = ""
    suggestions: tuple[str, ...] = ()
    return_to: str = ""
    keep: tuple[str, ...] = ()
    judged: bool = True
