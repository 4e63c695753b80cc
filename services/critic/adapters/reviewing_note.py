"""What the worker processes compute of a note: its text judged, its pictures measured or made smaller.

As in `reviewing`, each function imports by itself what the service would take long to load and never needs.
"""

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from services.common.language import Language, Text
from services.critic.adapters.reviewing import NO_PICTURE, Case
from services.critic.domain.expectations import Expectation, TaskType
from services.critic.domain.note.gallery import NOTHING, Measured

if TYPE_CHECKING:
    from services.critic.domain.judging import Judgement
    from services.critic.domain.note.judgement import NoteJudgement
    from services.critic.domain.note.note import Note

# The longer side of a note's picture as a model is shown it: up to nine are shown at once.
SHOWN_SIDE = 512
_ANY_SIZE = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a note as PNG; *plain* is the same without texts. b"" for one that is not stored any more."""

    plan_id: str
    png: bytes
    plain: bytes


def judge_text(note: "Note", language: Language) -> "NoteJudgement":
    """Return the judgement of all but the pixels. Pure."""
    from services.critic.domain.note.judging import judge_text as judged

    return judged(note, language)


def measure_picture(picture: Picture) -> Measured:
    """Return how *picture* does by measuring.

    Its quality is that of the picture without texts: letters would fill an empty one.
    """
    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture.png)) as image:
            width, height = image.size
            digest = hashlib.sha256(image.convert("RGB").tobytes()).hexdigest()
        judged = _quality(picture.plain)
    except NO_PICTURE:
        return Measured(picture.plan_id, 0.0)
    return Measured(
        picture.plan_id,
        judged.score,
        width,
        height,
        digest,
        _unended(judged.feedback),
        judged.suggestions[0] if judged.suggestions else NOTHING,
    )


def shown_small(png: bytes) -> bytes:
    """Return *png* as a model is shown it; b"" where it is no picture."""
    from PIL import Image

    small = io.BytesIO()
    try:
        with Image.open(io.BytesIO(png)) as image:
            picture = image.convert("RGB")
    except NO_PICTURE:
        return b""
    picture.thumbnail((SHOWN_SIDE, SHOWN_SIDE), Image.Resampling.LANCZOS)
    picture.save(small, "PNG")
    return small.getvalue()


def _quality(png: bytes) -> "Judgement":
    """Return the judgement of *png* as a picture of any medium, else as one of those that are light or dark by nature.

    A plan names its style in words, which tell the medium of none but our own painter's.
    """
    from services.critic.adapters.reviewing import judge

    def judged(medium: str) -> "Judgement":
        expectation = Expectation(TaskType.TEXT_TO_IMAGE, _ANY_SIZE, _ANY_SIZE, medium=medium)
        return judge(Case(png, b"", b"", 0, _NO_PARAMETERS, expectation))

    first = judged("")
    if first.score >= _GOOD or first.score == 0.0:
        return first
    return max((first, *map(judged, _EXTREMES)), key=lambda one: one.score)


_NO_PARAMETERS: Mapping[str, float] = {}
# Ink on white paper, a wash that leaves most of it white, night.
_EXTREMES = ("line_art", "ink_wash", "neon")
# From here on no other medium needs to be tried.
_GOOD = 0.7


def _unended(sentence: Text) -> Text:
    return Text(sentence.zh.rstrip("。"), sentence.en.rstrip("."))
