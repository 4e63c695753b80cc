"""What was measured of a reference picture."""

from dataclasses import dataclass

from services.rag.domain.references.composition import Composition


@dataclass(frozen=True, slots=True)
class Measured:
    """What is measured of one picture.

    Attributes:
        width: in pixels.
        height: in pixels.
        aspect: the nearest common ratio, for example "3:4".
        palette: three to six main colours "#rrggbb", the largest first; fewer where there are fewer.
        brightness: mean CIE 1976 lightness L* over 100: 0 for black, 1 for white, 0.5 for what looks half as light.
        composition: where its weight lies.

    """

    width: int
    height: int
    aspect: str
    palette: tuple[str, ...]
    brightness: float
    composition: Composition
