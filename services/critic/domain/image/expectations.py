"""Expectations of an image, and the usual ranges of each medium."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome, TaskType
from services.common.contract.requests import ReviewImage
from services.common.images.color_codes import parse_color

# The only engine that receives the colors and the technique of a style; others receive a description of the style.
BUILTIN: Final = "builtin"
# The weight of the palette for engines that did not receive it, and next to requested colors: the worst palette costs a
# good image a part of its score, but never returns it.
DESCRIBED_STRENGTH: Final = 0.3


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is expected of an image.

    Attributes:
        task: the task of the executor.
        width: requested pixels; 0 if unspecified: then an edit has the size of its original or of its parameters.
        height: as *width*.
        palette: the colors of the style as '#rrggbb', background first; empty if the style has none.
        medium: key of the style's medium; '' or an unknown medium has the widest ranges.
        strength: strength of the style, from 0 over 1 (usual) to 1.5; up to 1 the palette counts in this proportion.

    Raises:
        ValueError: a negative size, a strength outside 0..1.5, or a color that is not '#rrggbb'.

    """

    task: TaskType
    width: int
    height: int
    palette: tuple[str, ...] = ()
    medium: str = ""
    strength: float = 1.0

    def __post_init__(self) -> None:
        if self.width < 0 or self.height < 0:
            raise ValueError(f"an image cannot have {self.width} x {self.height} pixels")
        if not 0 <= self.strength <= 1.5:
            raise ValueError(f"strength lies between 0 and 1.5, not at {self.strength}")
        for color in self.palette:
            parse_color(color)

    @property
    def traits(self) -> "Traits":
        """The usual ranges of the medium."""
        return MEDIA.get(self.medium, ANY_MEDIUM)


def get_task(request: ReviewImage) -> TaskType:
    """Return the task to review; an unexpected one counts as a new image."""
    task = request.result.task_type
    return task if task in (TaskType.INPAINTING, TaskType.PARAMETER_ADJUSTMENT) else TaskType.TEXT_TO_IMAGE


def is_edit(request: ReviewImage) -> bool:
    """Return whether the image to review was derived from another."""
    return get_task(request) is not TaskType.TEXT_TO_IMAGE


def has_mask(request: ReviewImage) -> bool:
    """Return whether the image to review was repainted or adjusted inside a mask."""
    task = get_task(request)
    return task is TaskType.INPAINTING or (task is TaskType.PARAMETER_ADJUSTMENT and bool(request.mask_asset_id))


def is_content_unknown(request: ReviewImage) -> bool:
    """Return whether a content was requested, and the engine does not report what it drew."""
    is_painted = get_task(request) is not TaskType.PARAMETER_ADJUSTMENT
    return is_painted and bool(request.prompt.strip()) and not request.result.content


def build_expectation(request: ReviewImage) -> Expectation:
    """Return the expectation for the image of *request*; the medium counts only for the engine that received it."""
    received = request.result.model in ("", BUILTIN)
    look = request.look
    return Expectation(
        task=get_task(request),
        width=request.width,
        height=request.height,
        palette=look.palette if look else (),
        medium=look.medium if look and received else "",
        strength=weigh_palette(request.result.content) if received else DESCRIBED_STRENGTH,
    )


def weigh_palette(content: Sequence[ContentPart]) -> float:
    """Return how much the style's palette counts: less where the image respects colors that the request names."""
    has_own = any(part.kind is PartKind.COLOR and part.outcome is PartOutcome.SHOWN for part in content)
    return DESCRIBED_STRENGTH if has_own else 1.0


@dataclass(frozen=True, slots=True)
class Traits:
    """Usual ranges of good images in one medium; the metrics are those of `Measurements`.

    Attributes:
        darkest: minimum mean luma.
        brightest: maximum mean luma.
        blown: maximum share of pixels with a channel at its end (white paper, pure colors).
        black: maximum share of pixels clipped to black (night, ink).
        contrast: minimum standard deviation of luma.
        sharpness: minimum fourth-power mean gradient.
        dullest: minimum colorfulness.
        gaudiest: maximum colorfulness.
        occupied: minimum share of the image that is not background.
        grain: maximum pixel noise.

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
# of each medium inspected: a minimum is about 0.5 to 0.8 of the lowest value of a good painting, a maximum is about as
# far above the highest. Verified on 106 more of 1024 x 1024, which all passed. The ranges are wider for white paper,
# night black and strong colors, since other painters may use more of them than those paintings did.
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
        "mosaic": Traits(0.10, 0.80, 0.30, 0.40, 0.08, 0.100, 15.0, 115.0, 0.15, 0.065),
        "woodblock": Traits(0.18, 0.88, 0.60, 0.50, 0.09, 0.130, 12.0, 110.0, 0.12, 0.03),
        "photo": Traits(0.10, 0.86, 0.35, 0.50, 0.08, 0.050, 0.0, 110.0, 0.15, 0.04),
        "low_poly": Traits(0.25, 0.94, 0.60, 0.30, 0.08, 0.075, 10.0, 115.0, 0.15, 0.03),
        "pointillism": Traits(0.25, 0.90, 0.60, 0.30, 0.07, 0.100, 25.0, 120.0, 0.15, 0.06),
        "stained_glass": Traits(0.08, 0.75, 0.50, 0.60, 0.08, 0.100, 15.0, 130.0, 0.15, 0.05),
        "pop_art": Traits(0.12, 0.85, 0.70, 0.50, 0.12, 0.150, 25.0, 160.0, 0.20, 0.05),
    }
)
