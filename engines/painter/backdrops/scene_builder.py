"""Builder of a scene: dimensions, light, and the pens that draw it."""

from dataclasses import dataclass, field

import numpy as np

from engines.painter.curves import Points
from engines.painter.rng import Rng
from engines.painter.scene import Scene, Subject, TimeOfDay
from engines.painter.shapes import Layer, Pen, Shape, Tone
from services.common.contract.image_chat import Medium


@dataclass(frozen=True, slots=True)
class Disc:
    """The sun or the moon, *subject*, in the sky: its light from shape `start`, its own ones from `body` to `end`."""

    subject: Subject
    start: int
    body: int
    end: int


@dataclass(frozen=True, slots=True)
class SceneBuilder:
    """Collects the shapes of a scene. `width` and `height` are in frame units; the shorter one is 1."""

    shapes: list[Shape]
    width: float
    height: float
    horizon: float
    focus: float
    """Horizontal position of the subject."""
    scene: Scene
    medium: Medium
    is_dark: bool
    rng: Rng
    distinctions: list[tuple[int, int]] = field(default_factory=list)
    """Start and end of the shapes that distinguish the setting: without them, it is another place."""
    fog_banks: list[int] = field(default_factory=list)
    """Shapes that show fog where the sky is bare paper."""
    discs: list[Disc] = field(default_factory=list)

    @property
    def is_night(self) -> bool:
        """Whether lamps are lit and stars shine."""
        return self.scene.time_of_day is TimeOfDay.NIGHT or self.is_dark

    @property
    def counterpoint(self) -> float:
        """Horizontal position in the half of the image without the subject."""
        return self.width * (0.22 if self.focus > self.width / 2 else 0.78)

    def allows(self, *subjects: str) -> bool:
        """Return whether the request excludes none of *subjects*."""
        return not self.scene.excluded.intersection(subjects)

    def create_pen(self, x: float, y: float, size: float, layer: Layer, flip: bool = False, haze: float = 0.0) -> Pen:
        """Return a pen with its origin at (x, y) in frame units."""
        return Pen(self.shapes, x, y, size, layer=layer, flip=flip, haze=haze)

    def add_outline(
        self, points: Points, tone: Tone, layer: Layer, fade: Tone | None = None, line: float = 0.7, glow: float = 0.0
    ) -> None:
        """Draw an outline given in frame units."""
        self.shapes.append(Shape(points, tone, layer, fade, False, line, glow))

    def frame(self, bottom: float) -> Points:
        """Return the outline of the image from its top down to *bottom*."""
        return np.array([(-0.02, -0.02), (self.width + 0.02, -0.02), (self.width + 0.02, bottom), (-0.02, bottom)])

    def fill_below(self, curve: Points, tone: Tone, layer: Layer, fade: Tone | None = None, line: float = 0.7) -> None:
        """Fill everything under a left-to-right *curve*, down to the lower edge."""
        foot = np.array([(self.width + 0.05, self.height + 0.05), (-0.05, self.height + 0.05)])
        self.add_outline(np.vstack([curve, foot]), tone, layer, fade, line)

    def build_ridge(self, level: float, rise: float, rng: Rng, roughness: float = 0.5, detail: int = 6) -> Points:
        """Return a curve across the image around the height *level*, rising and falling by about *rise*."""
        count = 160
        x = np.linspace(-0.05, self.width + 0.05, count)
        y = np.zeros(count)
        for octave in range(detail):
            frequency = 0.8 * 1.9**octave
            phase = rng.uniform(0, 2 * np.pi)
            y += np.sin(x * frequency * 2 * np.pi / 1.6 + phase) * roughness**octave
        return np.column_stack([x, level - rise * y * 0.5])
