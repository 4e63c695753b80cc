"""Texts drawn on a stored image: the request of OverlayText, and its response."""

from dataclasses import dataclass

from services.common.contract.image_chat import ImageResult
from services.common.contract.note import DrawnText


@dataclass(frozen=True, slots=True)
class TextBox:
    """A part of an image, in fractions of its width and height."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class RequestedText:
    """A text to draw. Choices are numbers of the contract's enums: 0 is the default, and the executor rejects others.

    `least_size` and `most_size` are fractions of the image's shorter side, 0 for the default.
    """

    text: str
    box: TextBox
    align: int = 0
    anchor: int = 0
    color: str = ""
    backing: int = 0
    weight: int = 0
    least_size: float = 0.0
    most_size: float = 0.0
    shorten: bool = False


@dataclass(frozen=True, slots=True)
class OverlayText:
    """Executor: draw texts on an image."""

    image_asset_id: str
    overlays: tuple[RequestedText, ...]


@dataclass(frozen=True, slots=True)
class OverlayTextResponse:
    """The image, and how each text was drawn, in the order of the request."""

    result: ImageResult
    texts: tuple[DrawnText, ...]
