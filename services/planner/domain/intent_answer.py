"""Schema of a model's answer about a message of an image chat, and its conversion to an intent.

An answer of a model is untrusted: its input contains texts of users. Whatever they made it write, it can only fill in
this schema, and the consequences of a mask or of a missing image are decided here.
"""

import re
from dataclasses import replace
from typing import Annotated, Self

from pydantic import Field, model_validator

from engines.language.intents import NO_IMAGE_CONFIDENCE
from engines.language.masked_area import parse_masked_area
from engines.language.parameters import NO_PARAMETERS, Parameters
from engines.language.phrase import parse_phrase
from engines.language.traditional_chinese import simplify
from services.common.contract.image_chat import Action, Intent
from services.common.contract.requests import ParseIntent
from services.common.contract.session import LastResult
from services.common.text.quotation import shorten
from services.common.text.sanitization import sanitize, sanitize_line
from services.planner.domain.model_answer import MAX_REPLY_LENGTH, ModelAnswer

MAX_SUBJECT_LENGTH, MAX_STYLE_LENGTH, MAX_PROMPT_LENGTH = 200, 100, 2_000
MAX_RAW_LENGTH = 4_000
MAX_REASONING_LENGTH = 300
MIN_MASK_CONFIDENCE = 0.9
MIN_CONFIDENCE = 0.5
"""Below it an intent is unknown."""
MIN_SIDE, MAX_SIDE = 64, 2_048
_COMMAS = re.compile(r"[，,、](?:\s*[，,、])+")

Level = Annotated[float | None, Field(ge=-1, le=1)]
CropFraction = Annotated[float | None, Field(ge=0, lt=1)]
Switch = Annotated[int | None, Field(ge=0, le=1)]
Ratio = Annotated[float | None, Field(ge=0.1, le=10)]
Side = Annotated[int | None, Field(ge=MIN_SIDE, le=MAX_SIDE)]


class ParameterChanges(ModelAnswer):
    """Changes of an image; null for none. The names are those of services.common.text.parameters."""

    brightness: Level = None
    contrast: Level = None
    saturation: Level = None
    warmth: Level = Field(None, description="negative is colder, positive warmer")
    sharpness: Level = Field(None, description="negative is blurred, positive sharper")
    style_strength: Level = Field(None, description="more or less of the style that the image has")
    width: Side = Field(None, description="pixels")
    height: Side = Field(None, description="pixels")
    aspect_ratio: Ratio = Field(None, description="width over height, cropped to")
    scale: Ratio = Field(None, description="factor of both sides")
    rotate: float | None = Field(None, ge=-360, le=360, description="degrees, positive is clockwise")
    flip_horizontal: Switch = Field(None, description="1 mirrors left and right")
    flip_vertical: Switch = Field(None, description="1 mirrors top and bottom")
    crop_left: CropFraction = Field(None, description="part of the width cut off")
    crop_top: CropFraction = Field(None, description="part of the height cut off")
    crop_right: CropFraction = Field(None, description="part of the width cut off")
    crop_bottom: CropFraction = Field(None, description="part of the height cut off")

    @model_validator(mode="after")
    def _validate_crop(self) -> Self:
        for one, other in (("crop_left", "crop_right"), ("crop_top", "crop_bottom")):
            if (getattr(self, one) or 0) + (getattr(self, other) or 0) >= 1:
                raise ValueError(f"{one} + {other} must be below 1")
        return self

    @property
    def effective(self) -> Parameters:
        """Changes that are neither null nor 0."""
        return {name: float(value) for name, value in self if value}


class ParsedIntent(ModelAnswer):
    """What a message of an image chat requests."""

    # Truncated rather than rejected: a long reason is no reason to ask the model again.
    reasoning: str = Field("", description="why, in one sentence to the user")
    action: Action
    subject: str = Field("", max_length=MAX_SUBJECT_LENGTH, description="what the image shows: no style, no verb")
    style: str = Field("", max_length=MAX_STYLE_LENGTH, description="the style as the user named it; empty for none")
    confidence: float = Field(ge=0, le=1, description="how sure you are of the action")
    prompt: str = Field("", max_length=MAX_PROMPT_LENGTH, description="all that the image shows, complete in itself")
    parameters: ParameterChanges = ParameterChanges()
    reply: str = Field("", max_length=MAX_REPLY_LENGTH, description="one friendly sentence to the user")


def to_intent(answer: ParsedIntent, request: ParseIntent, raw: str) -> Intent:
    """Return the intent of *answer* to *request*; *raw* is the text of the model.

    A mask forces a repaint with a confidence of at least 0.9. A repaint without a mask stays a repaint: requesting the
    mask is up to the caller. An adjustment without changes, or without an image, is unknown.
    """
    intent = _decide(answer, request, sanitize(raw[:MAX_RAW_LENGTH]))
    return replace(intent, reasoning=shorten(answer.reasoning, MAX_REASONING_LENGTH))


def _decide(answer: ParsedIntent, request: ParseIntent, raw: str) -> Intent:
    if request.has_mask:
        confidence = max(MIN_MASK_CONFIDENCE, answer.confidence)
        return _build_repaint(answer, confidence, raw, _choose_area_prompt(answer, request))
    if answer.action is Action.UNKNOWN or answer.confidence < MIN_CONFIDENCE:
        return _build_unknown(answer, raw)
    match answer.action:
        case Action.INPAINTING:
            return _build_repaint(answer, answer.confidence, raw, sanitize_line(answer.prompt))
        case Action.ADJUST_PARAMETERS:
            return _build_adjustment(answer, request, raw)
        case Action.GENERATE_IMAGE:
            return _build_generation(answer, request, raw)


def _build_repaint(answer: ParsedIntent, confidence: float, raw: str, prompt: str) -> Intent:
    subject, style = _sanitize_name(answer.subject), _sanitize_name(answer.style)
    return Intent(Action.INPAINTING, subject, style, confidence, raw, NO_PARAMETERS, prompt)


def _choose_area_prompt(answer: ParsedIntent, request: ParseIntent) -> str:
    """Return what the masked area should show, according to the rules where the model did not see a repaint."""
    prompt = sanitize_line(answer.prompt)
    if prompt or answer.action is Action.INPAINTING:
        return prompt
    return parse_masked_area(parse_phrase(request.text)).prompt


def _build_adjustment(answer: ParsedIntent, request: ParseIntent, raw: str) -> Intent:
    parameters = answer.parameters.effective
    if not parameters or (request.last_result is None and not request.has_image):
        return _build_unknown(answer, raw)
    # An adjustment does not change what the image shows, whatever the model answers.
    last = request.last_result or LastResult("", "", "", "", 0, 0, 0)
    return Intent(Action.ADJUST_PARAMETERS, last.subject, last.style, answer.confidence, raw, parameters, last.prompt)


def _build_generation(answer: ParsedIntent, request: ParseIntent, raw: str) -> Intent:
    prompt = sanitize_line(answer.prompt) or parse_phrase(request.text).text
    if not prompt:
        return _build_unknown(answer, raw)
    size = {name: value for name, value in answer.parameters.effective.items() if name in ("width", "height")}
    subject, style = _sanitize_name(answer.subject), _sanitize_name(answer.style)
    return Intent(Action.GENERATE_IMAGE, subject, style, answer.confidence, raw, size or NO_PARAMETERS, prompt)


def _build_unknown(answer: ParsedIntent, raw: str) -> Intent:
    return Intent(Action.UNKNOWN, "", "", min(answer.confidence, NO_IMAGE_CONFIDENCE), raw)


def _sanitize_name(text: str) -> str:
    return _COMMAS.sub(lambda commas: commas[0][0], simplify(sanitize_line(text))).strip(" ，,、")
