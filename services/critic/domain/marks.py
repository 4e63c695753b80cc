"""The marks a picture gets: one per dimension, with the fault it names when the mark is low."""

from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True, slots=True)
class Mark:
    """How well a picture does in one dimension.

    Attributes:
        dimension: what is judged.
        value: 1 is as good as can be asked, 0.5 is where a picture stops being usable, 0 is the worst.
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
    """Return the mark of a quantity that should be at least *least*: 1 from there on, in proportion below."""
    return 1.0 if measured >= least else max(0.0, measured / least)


def stays_below(measured: float, most: float) -> float:
    """Return the mark of a quantity that should be at most *most*: 1 up to there, 0.5 at its double."""
    return 1.0 if measured <= most else max(0.0, most / measured)


def ramp(measured: float, worst: float, best: float) -> float:
    """Return where *measured* lies between *worst* (0) and *best* (1), which may be the smaller of the two."""
    return min(1.0, max(0.0, (measured - worst) / (best - worst)))
