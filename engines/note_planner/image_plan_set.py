"""Assembles drafts of images into a valid set: with ids, and each image bound to an existing paragraph.

Drafts, of the rules or of a model, have neither ids nor bindings.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.note_planner.cover_text import fit_line
from engines.note_planner.limits import MAX_IMAGES
from engines.note_planner.text_width import truncate
from services.common.contract.note import (
    ImagePlan,
    ImagePlanSet,
    OverlayKind,
    OverlayPosition,
    ParagraphImageBinding,
    PlannedText,
)
from services.common.images.color_codes import is_color

MIN_SIDE, MAX_SIDE = 64, 2_048
MAX_PROMPT_LENGTH, MAX_PURPOSE_LENGTH, MAX_SUBJECT_LENGTH, MAX_STYLE_LENGTH = 2_000, 300, 200, 100
MAX_COLORS = 6
MAX_TEXT_WIDTH = 60
"""Width of a text on an image, in halves of a Chinese character; well below the 200 characters of the contract."""
MAX_TEXTS_PER_IMAGE = 4


@dataclass(frozen=True, slots=True)
class DraftText:
    """A text on the image of its draft."""

    text: str
    position: OverlayPosition
    kind: OverlayKind


@dataclass(frozen=True, slots=True)
class Draft:
    """An image before it is added to the set; `size` is width and height in pixels."""

    paragraph: int
    purpose: str
    prompt: str
    subject: str
    style: str
    palette: tuple[str, ...]
    size: tuple[int, int]
    reference_asset_id: str = ""
    texts: tuple[DraftText, ...] = ()


def assemble(drafts: Sequence[Draft], paragraph_count: int) -> ImagePlanSet:
    """Return *drafts* as a set: at most 9, the first as the cover, the others in the order of the body.

    Each is bound to the existing paragraph that is nearest to its own; to none if the body is empty.
    """
    ordered = [*drafts[:1], *sorted(drafts[1:MAX_IMAGES], key=lambda draft: draft.paragraph)]
    with_ids = [(f"image-{number}", draft) for number, draft in enumerate(ordered, 1)]
    bindings = tuple(
        ParagraphImageBinding(min(max(0, draft.paragraph), paragraph_count - 1), plan_id)
        for plan_id, draft in with_ids
        if paragraph_count
    )
    overlays = tuple(
        PlannedText(plan_id, line, text.position, text.kind)
        for plan_id, draft in with_ids
        for text in draft.texts[:MAX_TEXTS_PER_IMAGE]
        if (line := fit_line(text.text, MAX_TEXT_WIDTH))
    )
    return ImagePlanSet(tuple(_to_plan(plan_id, draft) for plan_id, draft in with_ids), bindings, overlays)


def normalize_palette(palette: Sequence[str]) -> tuple[str, ...]:
    """Return the first 6 colors "#rrggbb" of *palette*."""
    return tuple(dict.fromkeys(color.lower() for color in palette if is_color(color)))[:MAX_COLORS]


def _to_plan(plan_id: str, draft: Draft) -> ImagePlan:
    width, height = (min(MAX_SIDE, max(MIN_SIDE, side)) for side in draft.size)
    return ImagePlan(
        plan_id,
        truncate(draft.purpose, MAX_PURPOSE_LENGTH),
        truncate(draft.prompt, MAX_PROMPT_LENGTH),
        truncate(draft.subject, MAX_SUBJECT_LENGTH),
        truncate(draft.style, MAX_STYLE_LENGTH),
        normalize_palette(draft.palette),
        width,
        height,
        draft.reference_asset_id,
    )
