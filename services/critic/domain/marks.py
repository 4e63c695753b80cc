"""The marks a picture gets: one per dimension, with the fault it names when the mark is low."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Dimension(StrEnum):
    """One thing a picture is judged by."""

    DECODES = "decodes"
    SIZE = "size"
    NOT_BLANK = "not_blank"
    EXPOSURE = "exposure"
    CONTRAST = "contrast"
    SHARPNESS = "sharpness"
    COLOURFULNESS = "colourfulness"
    NOISE = "noise"
    PALETTE = "palette"
    OUTSIDE_UNCHANGED = "outside_unchanged"
    INSIDE_CHANGED = "inside_changed"
    SEAM = "seam"
    DIRECTION = "direction"
    KEPT = "kept"


class Fault(StrEnum):
    """What can be wrong with a picture."""

    UNDECODABLE = "undecodable"
    WRONG_SIZE = "wrong_size"
    BLANK = "blank"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    FLAT = "flat"
    BLURRED = "blurred"
    DULL = "dull"
    GAUDY = "gaudy"
    NOISY = "noisy"
    OFF_PALETTE = "off_palette"
    LEAKED = "leaked"
    IGNORED = "ignored"
    SEAM_SHOWS = "seam_shows"
    UNMOVED = "unmoved"
    CONTENT_LOST = "content_lost"


# The mark of what is just as good as it must be.
ENOUGH: Final = 0.75


@dataclass(frozen=True, slots=True)
class Mark:
    """How well a picture does in one dimension.

    Attributes:
        dimension: what is judged.
        value: 1 is as good as can be asked, `ENOUGH` just as good as it must be, 0.5 no longer usable, 0 is the worst.
        fault: what is wrong when *value* is low.
        about: what the fault is about where its name alone does not say it: a size, colours, parameters.

    """

    dimension: Dimension
    value: float
    fault: Fault
    about: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.value <= 1:
            raise ValueError(f"a mark lies between 0 and 1, not at {self.value}")


def reaches(measured: float, least: float) -> float:
    """Return the mark of a quantity that should be at least *least*: enough there, 1 at its double, 0 at 0."""
    if measured < least:
        return ENOUGH * max(0.0, measured / least)
    return min(1.0, ENOUGH + (1 - ENOUGH) * (measured - least) / least)


def stays_below(measured: float, most: float) -> float:
    """Return the mark of a quantity that should be at most *most*: enough there, 1 at its half, 0 at infinity."""
    return reaches(most, measured) if measured > 0 else 1.0


def in_proportion(measured: float, wanted: float) -> float:
    """Return *measured* over *wanted*, at most 1; 1 where nothing is wanted."""
    return 1.0 if measured >= wanted else max(0.0, measured / wanted)


def ramp(measured: float, worst: float, best: float) -> float:
    """Return where *measured* lies between *worst* (0) and *best* (1), which may be the smaller of the two."""
    return min(1.0, max(0.0, (measured - worst) / (best - worst)))
