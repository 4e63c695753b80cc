"""The size of a new image: which sizes can be generated, and which are offered instead of an invalid one."""

from math import isfinite

from services.common.contract.image_chat import Action
from services.common.text.language import Text
from services.orchestrator.domain.image_chat.state import ImageChatState

DEFAULT_SIDE = 1024
# A size that the user's text names is rejected beyond these limits, as one in a request field is.
MIN_SIDE, MAX_SIDE = 64, 2048
_LARGE = ((2048, 1152), (2048, 2048), (1152, 2048))
_SMALL = ((768, 512), (512, 512), (512, 768))
"""Sizes to offer: wide, square, high."""
_AGAIN = Text("画{subject}，{width}x{height}", "draw {subject}, {width}x{height}")
_STYLED = Text("{style}风格的{subject}", "{subject} in {style} style")
_ANYTHING = Text("随便什么", "something beautiful")
_SQUARE = 1.2
"""Sides whose ratio is below count as a square."""


def image_size(state: ImageChatState) -> tuple[int, int]:
    """Return the size of a new image in pixels: from the request, else from the parsed text, else the default.

    One side of the request alone gives an image in the ratio of the text, or a square one.
    """
    parsed = state.intent.parameters if state.intent else {}
    width, height = (parsed.get(name, float(DEFAULT_SIDE)) for name in ("width", "height"))
    given = state.input.width, state.input.height
    if not any(given):
        return int(width), int(height)
    return given[0] or _scale_side(given[1], width, height), given[1] or _scale_side(given[0], height, width)


def _scale_side(side: int, this: float, other: float) -> int:
    """Return the side that is to *side* as *this* is to *other*, within the limits."""
    ratio = this / other if this > 0 and other > 0 else 1.0
    return round(min(max(side * ratio, MIN_SIDE), MAX_SIDE)) if isfinite(ratio) else side


def list_named_sides(state: ImageChatState) -> tuple[float, ...]:
    """Return the sides that the text decides: none where the request has one, since the text then gives the ratio."""
    parsed = state.intent.parameters if state.intent else {}
    if state.input.width or state.input.height:
        return ()
    return tuple(parsed.get(name, float(DEFAULT_SIDE)) for name in ("width", "height"))


def list_size_requests(state: ImageChatState) -> tuple[str, ...]:
    """Return the request of *state* in sizes that can be painted, the requested shape first.

    None if its size can be, and for an edit, which keeps the size of its image. Each names the subject and the style,
    so that the user types nothing again.
    """
    intent, sides = state.intent, list_named_sides(state)
    if intent is None or intent.action is not Action.GENERATE_IMAGE:
        return ()
    if all(MIN_SIDE <= side <= MAX_SIDE for side in sides):
        return ()
    sizes = _LARGE if any(side > MAX_SIDE for side in sides) else _SMALL
    width, height = (intent.parameters.get(name, float(DEFAULT_SIDE)) for name in ("width", "height"))
    is_wide, is_high = width > height * _SQUARE, height > width * _SQUARE
    shape = 0 if is_wide else 2 if is_high else 1
    subject = intent.subject or _ANYTHING.pick(state.language)
    if intent.style:
        subject = _STYLED.pick(state.language).format(style=intent.style, subject=subject)
    ordered = (sizes[shape], *(size for size in sizes if size != sizes[shape]))
    return tuple(_AGAIN.pick(state.language).format(subject=subject, width=w, height=h) for w, h in ordered)
