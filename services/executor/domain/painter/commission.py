"""What is asked of the painter: values only."""

import re
from dataclasses import dataclass
from enum import StrEnum

_HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Medium(StrEnum):
    """A technique the painter masters."""

    NEON = "neon"
    INK_WASH = "ink_wash"
    WATERCOLOR = "watercolor"
    OIL = "oil"
    PIXEL = "pixel"
    FLAT = "flat"
    LINE_ART = "line_art"
    ANIME = "anime"
    CRAYON = "crayon"
    PAPER_CUT = "paper_cut"
    MOSAIC = "mosaic"
    WOODBLOCK = "woodblock"
    PHOTO = "photo"
    LOW_POLY = "low_poly"
    POINTILLISM = "pointillism"
    POP_ART = "pop_art"


@dataclass(frozen=True, slots=True)
class Look:
    """A medium with its colours.

    `palette` holds 4 to 6 colours '#rrggbb' by role: ground, deep shadow, main subject, second subject, accents.
    `strength` 0..1.5 says how far the technique is carried; 0 leaves plain coloured shapes.
    Raises ValueError when the palette is not of that form.
    """

    medium: Medium
    palette: tuple[str, ...]
    strength: float = 1.0

    def __post_init__(self) -> None:
        if not 4 <= len(self.palette) <= 6 or not all(_HEX_COLOUR.fullmatch(colour) for colour in self.palette):
            raise ValueError(f"a palette is 4 to 6 colours '#rrggbb', not {self.palette!r}")


@dataclass(frozen=True, slots=True)
class Commission:
    """One picture to paint: `width` and `height` in pixels, `look` None leaves the look to the prompt."""

    prompt: str
    subject: str
    look: Look | None
    width: int
    height: int
    seed: int

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"a picture needs at least one pixel, not {self.width} x {self.height}")
