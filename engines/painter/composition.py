"""A composed drawing with its colors and its size, ready to be rendered in a medium."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.painter.palette import ColorScheme
from engines.painter.raster import Raster, rasterize
from engines.painter.rng import Rng
from engines.painter.shapes import Shape, Tone


@dataclass(frozen=True, slots=True)
class Composition:
    """A composed drawing with its colors and its size in pixels; `has_stamp` if its medium may press the artist's."""

    shapes: tuple[Shape, ...]
    color_scheme: ColorScheme
    width: int
    height: int
    rng: Rng
    has_stamp: bool = True

    @property
    def unit(self) -> int:
        """Pixels per frame unit: the image's short side."""
        return min(self.width, self.height)

    def rasterize(self, line: float = 1.0, wobble: float = 0.0, shapes: Sequence[Shape] | None = None) -> Raster:
        """Return the drawing rasterized; *line* scales outlines, *wobble* displaces them at random."""
        drawn = self.shapes if shapes is None else shapes
        return rasterize(drawn, self.color_scheme, self.width, self.height, line, wobble, self.rng.derive("hand"))

    def color(self, tone: Tone) -> NDArray[np.float32]:
        """Return a tone's sRGB color 0..1, shape (3,)."""
        return self.color_scheme.color(tone)
