"""What the planner is given and what it answers: a wish and the intent behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

Parameters = Mapping[str, float]
"""What an adjustment changes, by name.

- `brightness`, `contrast`, `saturation`, `warmth`, `sharpness`, `style_strength`: -1..1, 0 changes nothing.
- `rotate`: degrees, positive is clockwise.
- `crop_left`, `crop_top`, `crop_right`, `crop_bottom`: the fraction of width or height that is cut off, 0..1.
- `width`, `height`: pixels.
"""

NOTHING: Parameters = MappingProxyType({})


class Action(StrEnum):
    """What a person wants done."""

    GENERATE_IMAGE = "generate_image"
    INPAINTING = "inpainting"
    ADJUST_PARAMETERS = "adjust_parameters"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Message:
    """One earlier message of the session."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class LastResult:
    """The session's last picture and what it was made from.

    `prompt` is the intent's own prompt, before retrieval added to it; `width` and `height` are pixels, 0 if unknown.
    """

    asset_id: str
    prompt: str
    subject: str
    style: str
    seed: int
    width: int
    height: int
    parameters: Parameters = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person said, and what it was said about.

    `messages` are the last five of the session, oldest first; the current text may be among them.
    """

    text: str
    has_mask: bool = False
    has_image: bool = False
    messages: tuple[Message, ...] = ()
    last: LastResult | None = None


@dataclass(frozen=True, slots=True)
class Intent:
    """What a wish asks for.

    Attributes:
        subject: what the picture (or the repainted area) should show; simplified characters, no style, no verb.
        style: the style as it was written, simplified characters; empty if none was named.
        confidence: 0..1; below 0.5 the action is always `UNKNOWN`.
        raw_response: what the parser said, for engineers; the rules name the rule that decided.
        parameters: filled for adjustments; for a generation only `width` and `height`, where the text names a size.
        prompt: what a painter should paint; empty for a repaint that only removes something, which means
            "fill the area so that it fits its surroundings".
        degraded: a model should have answered and these rules stood in for it.

    """

    action: Action
    subject: str = ""
    style: str = ""
    confidence: float = 0.0
    raw_response: str = ""
    parameters: Parameters = field(default_factory=lambda: NOTHING)
    prompt: str = ""
    degraded: bool = False
