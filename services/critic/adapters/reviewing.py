"""What the worker processes compute: pictures as bytes in, a judgement or smaller pictures out.

Each function imports what it works with by itself: the service never needs it, and would take a second longer to start.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from services.critic.domain.expectations import Expectation, TaskType

if TYPE_CHECKING:
    from services.common.pictures.arrays import Mask, Pixels
    from services.critic.domain.judging import Judgement

# Brightness from which on a stored mask marks a pixel; stored masks are black and white.
MARKED = 128
# The longer side of a picture as a model is shown it, in pixels: what is paid for grows with its area.
SHOWN_SIDE = 768
# What Pillow raises for bytes that are no picture.
NO_PICTURE = (OSError, ValueError, SyntaxError)


@dataclass(frozen=True, slots=True)
class Case:
    """What is to be judged: stored pictures as PNG, b"" where there is none."""

    after: bytes
    before: bytes
    mask: bytes
    feather_px: int
    parameters: Mapping[str, float]
    expectation: Expectation


def judge(case: Case) -> "Judgement":
    """Return the judgement of *case*. Pure: the same case gives the same judgement."""
    judgement = _judge(case)
    return replace(judgement, dimensions=dict(judgement.dimensions))  # a read-only view cannot leave the worker


def shown(case: Case) -> tuple[bytes, ...]:
    """Return the pictures of *case* as a model is shown them: PNGs of at most `SHOWN_SIDE`, of an edit both.

    The one before comes first. There are none when the picture to be judged is none.
    """
    edited = case.expectation.task is not TaskType.TEXT_TO_IMAGE
    try:
        return tuple(_small(png) for png in ((case.before, case.after) if edited else (case.after,)))
    except NO_PICTURE:
        return ()


def _judge(case: Case) -> "Judgement":
    from services.critic.domain import judging

    try:
        after = _pixels(case.after)
    except NO_PICTURE:
        return judging.judge_undecodable(case.expectation)
    match case.expectation.task:
        case TaskType.INPAINTING:
            before, mask = _pixels(case.before), _mask(case.mask)
            return judging.judge_repaint(before, after, mask, case.feather_px, case.expectation)
        case TaskType.PARAMETER_ADJUSTMENT:
            return judging.judge_adjustment(_pixels(case.before), after, case.parameters, case.expectation)
        case TaskType.TEXT_TO_IMAGE:
            return judging.judge_generation(after, case.expectation)


def _pixels(png: bytes) -> "Pixels":
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def _small(png: bytes) -> bytes:
    from PIL import Image

    small = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        picture = image.convert("RGB")
    picture.thumbnail((SHOWN_SIDE, SHOWN_SIDE), Image.Resampling.LANCZOS)
    picture.save(small, "PNG")
    return small.getvalue()


def _mask(png: bytes) -> "Mask":
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("L")) >= MARKED
