"""Scores of an image: one per dimension, with the defect that a low score stands for."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Dimension(StrEnum):
    """A dimension in which images are scored."""

    DECODES = "decodes"
    SIZE = "size"
    NOT_BLANK = "not_blank"
    EXPOSURE = "exposure"
    CONTRAST = "contrast"
    SHARPNESS = "sharpness"
    COLORFULNESS = "colourfulness"
    NOISE = "noise"
    PALETTE = "palette"
    OUTSIDE_UNCHANGED = "outside_unchanged"
    INSIDE_CHANGED = "inside_changed"
    SEAM = "seam"
    DIRECTION = "direction"
    CONTENT = "kept"
    COMPOSITION = "composition"
    INTACT = "intact"


class Defect(StrEnum):
    """A defect of an image."""

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
    SEAM_VISIBLE = "seam_shows"
    UNMOVED = "unmoved"
    CONTENT_LOST = "content_lost"
    OTHER_IMAGE = "other_image"
    OTHER_HUES = "other_hues"
    COMPRESSED = "compressed"
    SCRAMBLED = "scrambled"
    PARTLY_EMPTY = "partly_empty"


# The score of a just acceptable value.
ACCEPTABLE: Final = 0.75


@dataclass(frozen=True, slots=True)
class Score:
    """The score of an image in one dimension.

    Attributes:
        dimension: the dimension.
        value: 1 is the best, `ACCEPTABLE` just acceptable, 0.5 no longer usable, 0 the worst.
        defect: the defect if *value* is low.
        details: a size, colors or parameters that the defect is about.

    """

    dimension: Dimension
    value: float
    defect: Defect
    details: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.value <= 1:
            raise ValueError(f"a score lies between 0 and 1, not at {self.value}")


def score_minimum(value: float, minimum: float) -> float:
    """Return the score of a quantity with a minimum: acceptable at *minimum*, 1 at its double, 0 at 0."""
    if value < minimum:
        return ACCEPTABLE * max(0.0, value / minimum)
    return min(1.0, ACCEPTABLE + (1 - ACCEPTABLE) * (value - minimum) / minimum)


def score_maximum(value: float, maximum: float) -> float:
    """Return the score of a quantity with a maximum: acceptable at *maximum*, 1 at its half, 0 at infinity."""
    return score_minimum(maximum, value) if value > 0 else 1.0


def score_ratio(value: float, target: float) -> float:
    """Return *value* divided by *target*, at most 1; 1 if the target is 0."""
    return 1.0 if value >= target else max(0.0, value / target)


def ramp(value: float, worst: float, best: float) -> float:
    """Return the position of *value* between *worst* (0) and *best* (1), which may be the smaller of the two."""
    return min(1.0, max(0.0, (value - worst) / (best - worst)))
