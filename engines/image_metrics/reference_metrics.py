"""Metrics of a reference image."""

from dataclasses import dataclass

from engines.image_metrics.composition import Composition


@dataclass(frozen=True, slots=True)
class ReferenceMetrics:
    """Metrics of one image.

    Attributes:
        width: in pixels.
        height: in pixels.
        aspect: the nearest common aspect ratio, for example "3:4".
        palette: up to six main colors "#rrggbb", by share.
        brightness: mean CIE 1976 lightness L* over 100: 0 for black, 1 for white, 0.5 for middle gray.
        composition: distribution of visual weight.

    """

    width: int
    height: int
    aspect: str
    palette: tuple[str, ...]
    brightness: float
    composition: Composition
