"""The shape a model must answer in, and how such an answer becomes an intent.

What a model writes is untrusted: people's words and earlier messages stand beside our instructions. Whatever it was
talked into, it can only fill in this shape, and what follows from a mask or a missing picture is decided here.
"""

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from services.planner.domain.intent import NOTHING, Action, Intent, LastResult, Parameters, Wish
from services.planner.domain.masked import masked
from services.planner.domain.phrase import read
from services.planner.domain.rules import NO_PICTURE_YET
from services.planner.domain.script import simplify
from services.planner.domain.spoken import one_line, visible

LONGEST_SUBJECT, LONGEST_STYLE, LONGEST_PROMPT, LONGEST_REPLY = 200, 100, 2_000, 200
LONGEST_RAW = 4_000
SURE_OF_A_MASK = 0.9
LEAST_KNOWN = 0.5
"""Below it an intent is unknown."""
SMALLEST_SIDE, LARGEST_SIDE = 64, 2_048

Level = Annotated[float | None, Field(ge=-1, le=1)]
Cut = Annotated[float | None, Field(ge=0, lt=1)]
Side = Annotated[int | None, Field(ge=SMALLEST_SIDE, le=LARGEST_SIDE)]


class Changes(BaseModel):
    """What changes on a picture; null for what stays. The names are those of services.common.parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    brightness: Level = None
    contrast: Level = None
    saturation: Level = None
    warmth: Level = Field(None, description="negative is colder, positive warmer")
    sharpness: Level = Field(None, description="negative is blurred, positive sharper")
    style_strength: Level = Field(None, description="more or less of the style the picture has")
    width: Side = Field(None, description="pixels")
    height: Side = Field(None, description="pixels")
    rotate: float | None = Field(None, ge=-360, le=360, description="degrees, positive is clockwise")
    crop_left: Cut = Field(None, description="part of the width cut off")
    crop_top: Cut = Field(None, description="part of the height cut off")
    crop_right: Cut = Field(None, description="part of the width cut off")
    crop_bottom: Cut = Field(None, description="part of the height cut off")

    @model_validator(mode="after")
    def _leave_something(self) -> Self:
        for one, other in (("crop_left", "crop_right"), ("crop_top", "crop_bottom")):
            if (getattr(self, one) or 0) + (getattr(self, other) or 0) >= 1:
                raise ValueError(f"{one} + {other} must be below 1")
        return self

    @property
    def named(self) -> Parameters:
        """Those that change something: neither null nor 0."""
        return {name: float(value) for name, value in self if value}


class ParsedIntent(BaseModel):
    """What a message of an image chat asks for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    action: Action
    subject: str = Field("", max_length=LONGEST_SUBJECT, description="what the picture shows: no style, no verb")
    style: str = Field("", max_length=LONGEST_STYLE, description="the style as the person named it; empty for none")
    confidence: float = Field(ge=0, le=1, description="how sure you are of the action")
    prompt: str = Field("", max_length=LONGEST_PROMPT, description="all that is to be painted, complete in itself")
    parameters: Changes = Changes()
    reply: str = Field("", max_length=LONGEST_REPLY, description="one friendly sentence to the person")

    @model_validator(mode="before")
    @classmethod
    def _null_says_nothing(cls, given: Any) -> Any:
        return {name: value for name, value in given.items() if value is not None} if isinstance(given, dict) else given


def to_intent(answer: ParsedIntent, wish: Wish, raw: str) -> Intent:
    """Return the intent that *answer* to *wish* means; *raw* is what the model wrote.

    A mask forces a repaint with a confidence of at least 0.9; a repaint without a mask is still a repaint: asking for
    the mask is the caller's business. An adjustment of nothing, or of no picture, is unknown.
    """
    told = visible(raw[:LONGEST_RAW])
    if wish.has_mask:
        return _repaint(answer, max(SURE_OF_A_MASK, answer.confidence), told, _of_the_area(answer, wish))
    if answer.action is Action.UNKNOWN or answer.confidence < LEAST_KNOWN:
        return _unknown(answer, told)
    match answer.action:
        case Action.INPAINTING:
            return _repaint(answer, answer.confidence, told, one_line(answer.prompt))
        case Action.ADJUST_PARAMETERS:
            return _adjustment(answer, wish, told)
        case Action.GENERATE_IMAGE:
            return _generation(answer, wish, told)


def _repaint(answer: ParsedIntent, confidence: float, raw: str, prompt: str) -> Intent:
    return Intent(Action.INPAINTING, _name(answer.subject), _name(answer.style), confidence, raw, prompt=prompt)


def _of_the_area(answer: ParsedIntent, wish: Wish) -> str:
    """Return what the marked area becomes; where the model saw no repaint, what the rules read in the wish."""
    prompt = one_line(answer.prompt)
    return prompt if prompt or answer.action is Action.INPAINTING else masked(read(wish.text)).prompt


def _adjustment(answer: ParsedIntent, wish: Wish, raw: str) -> Intent:
    parameters = answer.parameters.named
    if not parameters or (wish.last is None and not wish.has_image):
        return _unknown(answer, raw)
    # What the picture shows does not change with its brightness, whatever the model says of it.
    shown = wish.last or LastResult("", "", "", "", 0, 0, 0)
    return Intent(
        Action.ADJUST_PARAMETERS, shown.subject, shown.style, answer.confidence, raw, parameters, shown.prompt
    )


def _generation(answer: ParsedIntent, wish: Wish, raw: str) -> Intent:
    prompt = one_line(answer.prompt) or read(wish.text).written
    if not prompt:
        return _unknown(answer, raw)
    size = {name: value for name, value in answer.parameters.named.items() if name in ("width", "height")}
    subject, style = _name(answer.subject), _name(answer.style)
    return Intent(Action.GENERATE_IMAGE, subject, style, answer.confidence, raw, size or NOTHING, prompt)


def _unknown(answer: ParsedIntent, raw: str) -> Intent:
    return Intent(Action.UNKNOWN, confidence=min(answer.confidence, NO_PICTURE_YET), raw_response=raw)


def _name(text: str) -> str:
    return simplify(one_line(text))
