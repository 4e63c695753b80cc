"""The ground a picture is composed on: its measures, its hour, and pens to draw with."""

from dataclasses import dataclass

import numpy as np

from services.executor.domain.painter.commission import Medium
from services.executor.domain.painter.curves import Points
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import Part, Pen, Plane, Tone
from services.executor.domain.painter.scene import Hour, Scene


@dataclass(frozen=True, slots=True)
class Board:
    """Where places and subjects are drawn. `width` and `height` in frame units, the shorter one is 1."""

    parts: list[Part]
    width: float
    height: float
    horizon: float
    focus: float
    """Where the subject stands, left to right."""
    scene: Scene
    medium: Medium
    dark: bool
    dice: Dice

    @property
    def night(self) -> bool:
        """Whether lamps are lit and stars may shine."""
        return self.scene.hour is Hour.NIGHT or self.dark

    @property
    def away(self) -> float:
        """A place in the half of the picture where the subject is not."""
        return self.width * (0.22 if self.focus > self.width / 2 else 0.78)

    def pen(self, x: float, y: float, size: float, plane: Plane, flip: bool = False, haze: float = 0.0) -> Pen:
        """Return a pen whose origin stands at (x, y) in frame units."""
        return Pen(self.parts, x, y, size, plane=plane, flip=flip, haze=haze)

    def area(
        self, points: Points, tone: Tone, plane: Plane, fade: Tone | None = None, line: float = 0.7, glow: float = 0.0
    ) -> None:
        """Draw an outline given in frame units."""
        self.parts.append(Part(points, tone, plane, fade, False, line, glow))

    def below(self, curve: Points, tone: Tone, plane: Plane, fade: Tone | None = None, line: float = 0.7) -> None:
        """Fill everything under a left-to-right *curve*, down to the lower edge."""
        foot = np.array([(self.width + 0.05, self.height + 0.05), (-0.05, self.height + 0.05)])
        self.area(np.vstack([curve, foot]), tone, plane, fade, line)

    def ridge(self, level: float, rise: float, dice: Dice, roughness: float = 0.5, detail: int = 6) -> Points:
        """Return a curve across the picture around the height *level*, rising and falling by about *rise*."""
        count = 160
        x = np.linspace(-0.05, self.width + 0.05, count)
        y = np.zeros(count)
        for octave in range(detail):
            frequency = 0.8 * 1.9**octave
            phase = dice.between(0, 2 * np.pi)
            y += np.sin(x * frequency * 2 * np.pi / 1.6 + phase) * roughness**octave
        return np.column_stack([x, level - rise * y * 0.5])
