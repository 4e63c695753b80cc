"""Computations of the worker processes for notes: assessment of the text, measurement and downscaling of images.

As in `image_computations`, each function itself imports libraries that the service process does not need.
"""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.common.contract.image_chat import TaskType
from services.common.text.language import Language, Text
from services.critic.adapters.image_computations import DECODING_ERRORS, ImageCase, assess_image, downscale
from services.critic.domain.image.expectations import Expectation
from services.critic.domain.note.images import NO_TEXT, MeasuredImage

if TYPE_CHECKING:
    from services.critic.domain.image.assessment import Assessment
    from services.critic.domain.note.assessment import NoteAssessment
    from services.critic.domain.note.note import ReviewedNote

# Longer side in pixels of images for a model, which receives up to nine of them.
MAX_SIDE = 512
_ANY_SIZE = 0
_NO_PARAMETERS: Mapping[str, float] = {}
# Media that are usually light or dark: ink on white paper, a wash that leaves most of it white, night.
_EXTREMES = ("line_art", "ink_wash", "neon")
# From this score on no other medium is evaluated.
_GOOD = 0.7


@dataclass(frozen=True, slots=True)
class StoredImage:
    """An image of a note as PNG; *plain* is the same without texts. b"" if it is no longer stored."""

    plan_id: str
    png: bytes
    plain: bytes


def assess_note_text(note: "ReviewedNote", language: Language) -> "NoteAssessment":
    """Return the assessment of everything but the pixels. Pure."""
    from services.critic.domain.note.text_assessment import assess_text

    return assess_text(note, language)


def measure_image(stored: StoredImage) -> MeasuredImage:
    """Return the measurement of *stored*.

    Its quality is that of the image without texts: letters would hide that it is empty.
    """
    from PIL import Image

    try:
        with Image.open(io.BytesIO(stored.png)) as image:
            width, height = image.size
            digest = hashlib.sha256(image.convert("RGB").tobytes()).hexdigest()
        assessment = _assess_quality(stored.plain)
    except DECODING_ERRORS:
        return MeasuredImage(stored.plan_id, 0.0)
    return MeasuredImage(
        stored.plan_id,
        assessment.score,
        width,
        height,
        digest,
        _strip_full_stop(assessment.feedback),
        assessment.suggestions[0] if assessment.suggestions else NO_TEXT,
    )


def downscale_image(png: bytes) -> bytes:
    """Return *png* downscaled for a model; b"" if it is not an image."""
    try:
        return downscale(png, MAX_SIDE)
    except DECODING_ERRORS:
        return b""


def _assess_quality(png: bytes) -> "Assessment":
    """Return the assessment of *png* as an image of any medium, else as one of a medium that is usually light or dark.

    A plan describes its style in words, which do not determine the medium.
    """

    def assess(medium: str) -> "Assessment":
        expectation = Expectation(TaskType.TEXT_TO_IMAGE, _ANY_SIZE, _ANY_SIZE, medium=medium)
        return assess_image(ImageCase(png, b"", b"", 0, _NO_PARAMETERS, expectation))

    first = assess("")
    if first.score >= _GOOD or first.score == 0.0:
        return first
    return max((first, *map(assess, _EXTREMES)), key=lambda one: one.score)


def _strip_full_stop(sentence: Text) -> Text:
    return Text(sentence.zh.rstrip("。"), sentence.en.rstrip("."))
