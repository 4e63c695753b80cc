"""What every medium is given, and the few steps they share."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from services.executor.domain.painter.canvas import Sheet, rasterize
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import DEEP, Part, Tone
from services.executor.domain.painter.palette import Scheme
from services.executor.domain.painter.texture import Field


@dataclass(frozen=True, slots=True)
class Stage:
    """A composed drawing with its colours, at the size it shall have in pixels."""

    parts: tuple[Part, ...]
    scheme: Scheme
    width: int
    height: int
    dice: Dice

    @property
    def unit(self) -> int:
        """Pixels per frame unit: the picture's short side."""
        return min(self.width, self.height)

    def sheet(self, line: float = 1.0, wobble: float = 0.0, parts: Sequence[Part] | None = None) -> Sheet:
        """Return the drawing rasterized; *line* scales outlines, *wobble* makes the hand unsteady."""
        drawn = self.parts if parts is None else parts
        return rasterize(drawn, self.scheme, self.width, self.height, line, wobble, self.dice.named("hand"))

    def colour(self, tone: Tone) -> NDArray[np.float32]:
        """Return a tone's sRGB colour 0..1, shape (3,)."""
        return self.scheme.colour(tone)


def over(below: Field, colour: NDArray[np.float32], amount: Field) -> Field:
    """Return the picture *below* (h, w, 3) covered with *colour* (3,) or (h, w, 3) by *amount* (h, w) 0..1."""
    return below + (colour - below) * amount[..., None]


def modelled(stage: Stage, sheet: Sheet, strength: float = 1.0) -> Field:
    """Return the colours with soft light and shade on the forms; shade leans towards the deep colour."""
    shade = stage.colour(DEEP) * np.float32(0.55)
    light = sheet.light * np.float32(strength)
    dark = np.clip(-light, 0.0, 1.0) * np.float32(0.85)
    bright = np.clip(light, 0.0, 1.0) * np.float32(0.62)
    lit = over(sheet.colour, shade, dark)
    return over(lit, np.ones(3, dtype=np.float32), bright * (0.35 + 0.65 * sheet.colour.mean(axis=2)))


def luminance(colour: Field) -> Field:
    """Return Rec. 601 luma of (h, w, 3) sRGB values."""
    result: Field = colour @ np.array([0.299, 0.587, 0.114], dtype=np.float32)
    return result


def warped(picture: Field, dx: Field, dy: Field) -> Field:
    """Return *picture* with each pixel taken from (x + dx, y + dy), in pixels, nearest."""
    height, width = dx.shape
    rows = np.clip(np.arange(height)[:, None] + dy, 0, height - 1).astype(np.intp)
    columns = np.clip(np.arange(width)[None, :] + dx, 0, width - 1).astype(np.intp)
    result: Field = picture[rows, columns]
    return result


def saturated(colour: Field, amount: float) -> Field:
    """Return (h, w, 3) colours with their chroma scaled by *amount*."""
    grey = luminance(colour)[..., None]
    return grey + (colour - grey) * np.float32(amount)
