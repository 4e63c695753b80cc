"""What a picture was asked to be, and what each medium may look like."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

_HEX_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


class TaskType(StrEnum):
    """What the executor was asked to do."""

    TEXT_TO_IMAGE = "text_to_image"
    INPAINTING = "inpainting"
    PARAMETER_ADJUSTMENT = "parameter_adjustment"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the picture was asked to be.

    Attributes:
        task: what the executor was asked to do.
        width: pixels asked for; 0 when none were: then an edit keeps the size it starts from, or what it asks for.
        height: as *width*.
        palette: the style's colours as '#rrggbb', ground first; empty when no style sets them.
        medium: key of the style's medium; '' or a medium not in the table is judged leniently.
        strength: how strongly the style was asked for, from 0 (not at all) over 1 (as usual) to 1.5; up to 1 the
            palette counts in this proportion.

    Raises:
        ValueError: a negative size, a strength outside 0..1.5, or a colour that is not '#rrggbb'.

    """

    task: TaskType
    width: int
    height: int
    palette: tuple[str, ...] = ()
    medium: str = ""
    strength: float = 1.0

    def __post_init__(self) -> None:
        if self.width < 0 or self.height < 0:
            raise ValueError(f"a picture cannot have {self.width} x {self.height} pixels")
        if not 0 <= self.strength <= 1.5:
            raise ValueError(f"strength lies between 0 and 1.5, not at {self.strength}")
        for colour in self.palette:
            parse_hex(colour)

    @property
    def traits(self) -> "Traits":
        """What the medium may look like."""
        return MEDIA.get(self.medium, ANY_MEDIUM)


def parse_hex(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255, of '#rrggbb'; ValueError for anything else."""
    if _HEX_COLOUR.fullmatch(colour) is None:
        raise ValueError(f"a colour is written '#rrggbb', not {colour!r}")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:], 16)


@dataclass(frozen=True, slots=True)
class Traits:
    """What good pictures of one medium have at least or at most; the measures are those of `Measurements`.

    Attributes:
        darkest: least mean luma.
        brightest: greatest mean luma.
        blown: greatest share of pixels with a channel at its end (white paper, pure colours).
        black: greatest share of pixels clipped to black (night, ink).
        contrast: least standard deviation of luma.
        sharpness: least fourth-power mean gradient.
        dullest: least colourfulness.
        gaudiest: greatest colourfulness.
        occupied: least share of the picture that is not ground.
        grain: greatest pixel noise.

    """

    darkest: float
    brightest: float
    blown: float
    black: float
    contrast: float
    sharpness: float
    dullest: float
    gaudiest: float
    occupied: float
    grain: float


# Columns in the order of `Traits`. Calibrated on 212 paintings of 512 x 512 in 106 styles of these media, up to eight
# of each medium looked at: a least value is about 0.5 to 0.8 of the least that a good painting had, a greatest value
# stands about as far beyond the greatest. Checked on 106 more of 1024 x 1024, which all passed. White paper, night
# black and strong colours have more room where painters of another hand use more of them than those paintings did.
ANY_MEDIUM: Final = Traits(0.12, 0.88, 0.50, 0.50, 0.07, 0.055, 0.0, 150.0, 0.10, 0.04)

MEDIA: Final[Mapping[str, Traits]] = MappingProxyType(
    {
        "neon": Traits(0.08, 0.65, 0.50, 0.70, 0.08, 0.070, 13.0, 150.0, 0.10, 0.03),
        "ink_wash": Traits(0.35, 0.93, 0.95, 0.30, 0.07, 0.075, 0.0, 50.0, 0.06, 0.03),
        "watercolor": Traits(0.30, 0.97, 0.90, 0.20, 0.05, 0.055, 10.0, 100.0, 0.10, 0.03),
        "oil": Traits(0.08, 0.88, 0.40, 0.40, 0.09, 0.100, 9.0, 130.0, 0.15, 0.04),
        "pixel": Traits(0.12, 0.85, 0.60, 0.60, 0.10, 0.120, 20.0, 130.0, 0.15, 0.05),
        "flat": Traits(0.12, 0.93, 0.60, 0.50, 0.05, 0.070, 5.0, 120.0, 0.08, 0.03),
        "line_art": Traits(0.20, 0.99, 0.995, 0.50, 0.06, 0.080, 0.0, 60.0, 0.02, 0.03),
        "anime": Traits(0.25, 0.90, 0.40, 0.30, 0.06, 0.090, 17.0, 120.0, 0.12, 0.03),
        "crayon": Traits(0.20, 0.90, 0.60, 0.50, 0.09, 0.120, 3.0, 100.0, 0.15, 0.06),
        "paper_cut": Traits(0.20, 0.93, 0.60, 0.50, 0.08, 0.080, 15.0, 110.0, 0.12, 0.03),
        "mosaic": Traits(0.10, 0.80, 0.30, 0.40, 0.08, 0.100, 15.0, 115.0, 0.15, 0.05),
        "woodblock": Traits(0.18, 0.88, 0.60, 0.50, 0.09, 0.130, 12.0, 110.0, 0.12, 0.03),
        "photo": Traits(0.10, 0.86, 0.35, 0.50, 0.08, 0.050, 0.0, 110.0, 0.15, 0.04),
        "low_poly": Traits(0.25, 0.94, 0.60, 0.30, 0.08, 0.075, 10.0, 115.0, 0.15, 0.03),
        "pointillism": Traits(0.25, 0.90, 0.60, 0.30, 0.07, 0.100, 25.0, 120.0, 0.15, 0.06),
        "pop_art": Traits(0.12, 0.85, 0.70, 0.50, 0.12, 0.150, 25.0, 160.0, 0.20, 0.05),
    }
)
