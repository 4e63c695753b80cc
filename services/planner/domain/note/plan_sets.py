"""A set of pictures put together so that it holds: ids of its own, each picture at one paragraph there is.

Drafts, of the rules or of a model, know neither ids nor bindings: both are given here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from services.planner.domain.note.cover_words import fitted
from services.planner.domain.note.measure import bounded
from services.planner.domain.note.values import (
    MOST_PICTURES,
    Binding,
    ImagePlan,
    ImagePlans,
    Kind,
    PlannedText,
    Position,
)

SMALLEST_SIDE, LARGEST_SIDE = 64, 2_048
LONGEST_PROMPT, LONGEST_PURPOSE, LONGEST_SUBJECT, LONGEST_STYLE = 2_000, 300, 200, 100
MOST_COLOURS = 6
WIDEST_TEXT = 60
"""Of a text on a picture, in halves of a Chinese character; well below the 200 characters of the contract."""
MOST_TEXTS_ON_ONE = 4
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class DraftText:
    """A text that is to stand on the picture of its draft."""

    text: str
    position: Position
    kind: Kind


@dataclass(frozen=True, slots=True)
class Draft:
    """A picture before it has its place in the set; `size` is width and height in pixels."""

    paragraph: int
    purpose: str
    prompt: str
    subject: str
    style: str
    palette: tuple[str, ...]
    size: tuple[int, int]
    reference_asset_id: str = ""
    texts: tuple[DraftText, ...] = ()


def assembled(drafts: Sequence[Draft], paragraph_count: int) -> ImagePlans:
    """Return *drafts* as a set: at most 9, the first one first as the cover, the others in the order of the body.

    Each stands with one paragraph there is, the nearest to the one it asks for; with none where the body is empty.
    """
    ordered = [*drafts[:1], *sorted(drafts[1:MOST_PICTURES], key=lambda draft: draft.paragraph)]
    named = [(f"image-{number}", draft) for number, draft in enumerate(ordered, 1)]
    bindings = tuple(
        Binding(min(max(0, draft.paragraph), paragraph_count - 1), plan_id)
        for plan_id, draft in named
        if paragraph_count
    )
    texts = tuple(
        PlannedText(plan_id, shown, text.position, text.kind)
        for plan_id, draft in named
        for text in draft.texts[:MOST_TEXTS_ON_ONE]
        if (shown := fitted(text.text, WIDEST_TEXT))
    )
    return ImagePlans(tuple(_plan(plan_id, draft) for plan_id, draft in named), bindings, texts)


def colours(palette: Sequence[str]) -> tuple[str, ...]:
    """Return the first 6 colours "#rrggbb" of *palette*."""
    return tuple(dict.fromkeys(colour.lower() for colour in palette if _COLOUR.fullmatch(colour)))[:MOST_COLOURS]


def _plan(plan_id: str, draft: Draft) -> ImagePlan:
    width, height = (min(LARGEST_SIDE, max(SMALLEST_SIDE, side)) for side in draft.size)
    return ImagePlan(
        plan_id,
        bounded(draft.purpose, LONGEST_PURPOSE),
        bounded(draft.prompt, LONGEST_PROMPT),
        bounded(draft.subject, LONGEST_SUBJECT),
        bounded(draft.style, LONGEST_STYLE),
        colours(draft.palette),
        width,
        height,
        draft.reference_asset_id,
    )
