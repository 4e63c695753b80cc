"""Intents by kind: of a new image, of a changed one, and unknown ones."""

from dataclasses import replace

from engines.language.changes import Change, apply_change, compose_prompt
from engines.language.parameters import NO_PARAMETERS, Parameters
from engines.language.parsers.scenes import Scene, extract_size
from engines.language.phrase import Phrase
from services.common.contract.image_chat import Action, Control, Intent
from services.common.contract.session import LastResult
from services.common.text.parameters import RESTYLE

NO_IMAGE_CONFIDENCE = 0.4
"""Confidence of a follow-up or an adjustment without an image: below 0.5, so that the user receives examples."""


def build_revision(base: LastResult, change: Change, rule: str) -> Intent:
    """Return the intent to paint *base* again with *change*, in the same size if *change* has none."""
    subject, style, prompt = apply_change(base, change)
    size = build_size(change.size) if change.size else keep_size(base)
    return Intent(Action.GENERATE_IMAGE, subject, style, 0.85, f"rules: {rule}", size, prompt)


def build_size(size: tuple[int, int]) -> Parameters:
    """Return *size*, width and height, as parameters."""
    width, height = size
    return {"width": float(width), "height": float(height)}


def keep_size(base: LastResult) -> Parameters:
    """Return the size of the last image, for a new one that continues it."""
    return {"width": float(base.width), "height": float(base.height)} if base.width and base.height else NO_PARAMETERS


def build_generation(scene: Scene, prompt: str, confidence: float, rule: str) -> Intent:
    """Return the intent of a new image of *scene*."""
    size = build_size(scene.size) if scene.size else NO_PARAMETERS
    if scene.size and (rest := extract_size(Phrase(prompt)))[1] == scene.size:
        prompt = rest[0].text  # an image does not show "9:16"
    return Intent(Action.GENERATE_IMAGE, scene.subject, scene.style, confidence, f"rules: {rule}", size, prompt)


def build_adjustment(last_result: LastResult | None, parameters: Parameters, rule: str) -> Intent:
    """Return the intent to change the pixels of *last_result* by *parameters*."""
    subject, style, prompt = (
        (last_result.subject, last_result.style, last_result.prompt) if last_result else ("", "", "")
    )
    return Intent(Action.ADJUST_PARAMETERS, subject, style, 0.9, f"rules: {rule}", parameters, prompt)


def build_change_of_given(last_result: LastResult | None, change: Change) -> Intent | None:
    """Return the intent to change an image whose content no prompt describes, an upload; None for no change.

    Its pixels are rendered in another style, or an area of it is repainted.
    """
    if change.style and not (change.subject or change.addition):
        return replace(build_adjustment(last_result, {RESTYLE: 1.0}, "restyle of a given image"), style=change.style)
    subject = change.subject or change.addition
    if not subject:
        return None
    prompt = compose_prompt(subject, change.style)
    return Intent(
        Action.INPAINTING, subject, change.style, 0.6, "rules: change of a given image", NO_PARAMETERS, prompt
    )


def build_imageless(rule: str) -> Intent:
    """Return the unknown intent of a request to change an image if there is no image; `control` marks it."""
    return replace(build_unknown(rule, NO_IMAGE_CONFIDENCE), control=Control.PARAMETERS)


def build_unknown(rule: str, confidence: float) -> Intent:
    """Return the unknown intent of a text without a known request; *confidence* is below 0.5."""
    return Intent(Action.UNKNOWN, "", "", confidence, f"rules: {rule}")
