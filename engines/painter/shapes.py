"""The display list: shapes with a tone each, built once and rendered by every medium.

Frame units: the image's short side is 1, x to the right, y down, the origin top left.
Pen units: the origin is at the foot of the subject, y up, its height about 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike

from engines.painter.curves import Points, brush_widths, oval, ribbon, rotate, rounded_box, spline


class Role(IntEnum):
    """Role of a color; the palette assigns the color."""

    SKY = 0
    AIR = 1
    GROUND = 2
    PAPER = 3
    DEEP = 4
    MAIN = 5
    SECOND = 6
    ACCENT = 7
    LIGHT = 8
    INK = 9
    WHITE = 10


class Layer(IntEnum):
    """Depth of a shape, from the sky to what falls in front of the subject."""

    SKY = 0
    CLOUDS = 1
    FAR = 2
    MIDDLE = 3
    NEAR = 4
    SUBJECT = 5
    FRONT = 6


@dataclass(frozen=True, slots=True)
class Tone:
    """A role's color, with shade (-1 ink .. 1 white) and haze (0 clear .. 1 air).

    `tint` is a color of its own, '#rrggbb', that the palette attracts; with `is_exact` it does not change.
    """

    role: Role
    shade: float = 0.0
    haze: float = 0.0
    tint: str = ""
    is_exact: bool = False

    def darken(self, amount: float) -> "Tone":
        """Return this tone, darker."""
        return replace(self, shade=max(-1.0, self.shade - amount))

    def lighten(self, amount: float) -> "Tone":
        """Return this tone, lighter."""
        return replace(self, shade=min(1.0, self.shade + amount))

    def with_haze(self, haze: float) -> "Tone":
        """Return this tone with *haze*."""
        return replace(self, haze=haze)


SKY, AIR, GROUND, PAPER, DEEP = (Tone(role) for role in (Role.SKY, Role.AIR, Role.GROUND, Role.PAPER, Role.DEEP))
MAIN, SECOND, ACCENT, LIGHT = (Tone(role) for role in (Role.MAIN, Role.SECOND, Role.ACCENT, Role.LIGHT))
INK, WHITE = Tone(Role.INK), Tone(Role.WHITE)


@dataclass(frozen=True, slots=True)
class Shape:
    """One filled outline in frame units.

    `fade`: the tone reached at the lower end of the shape, for gradients. `solid`: it has a volume of its own.
    `line`: outline weight, 0 for none. `glow`: 0..1, emitted light. `flat`: it has no volume, and hides that of what is
    behind it. `part`: the name of the part of a drawing that it shows, "" where nothing asks for it.
    """

    points: Points
    tone: Tone
    layer: Layer
    fade: Tone | None = None
    solid: bool = False
    line: float = 1.0
    glow: float = 0.0
    flat: bool = False
    part: str = ""


@dataclass(slots=True)
class Pen:
    """Draws in pen units at a position of the image and appends the shapes to a list."""

    shapes: list[Shape]
    x: float
    y: float
    size: float
    layer: Layer = Layer.SUBJECT
    flip: bool = False
    tilt: float = 0.0
    haze: float = 0.0
    line: float = 1.0
    stretch: float = field(default=1.0)

    def to_frame(self, points: ArrayLike) -> Points:
        """Return *points* in frame units."""
        local = np.asarray(points, dtype=float)
        if self.tilt:
            local = rotate(local, self.tilt)
        side = -self.size if self.flip else self.size
        return np.column_stack([self.x + local[:, 0] * side * self.stretch, self.y - local[:, 1] * self.size])

    def at(
        self, x: float, y: float, size: float = 1.0, flip: bool = False, tilt: float = 0.0, stretch: float = 1.0
    ) -> "Pen":
        """Return a pen for a part of the subject, its origin at (x, y) in this pen's units."""
        (place,) = self.to_frame([(x, y)])
        rotation = self.tilt + tilt
        return replace(
            self,
            x=float(place[0]),
            y=float(place[1]),
            size=self.size * size,
            flip=self.flip ^ flip,
            tilt=rotation,
            stretch=self.stretch * stretch,
        )

    def fill(
        self,
        points: ArrayLike,
        tone: Tone,
        *,
        fade: Tone | None = None,
        solid: bool = False,
        line: float = 1.0,
        glow: float = 0.0,
    ) -> None:
        """Draw a closed outline."""
        if self.haze:
            tone = tone.with_haze(max(tone.haze, self.haze))
            fade = fade.with_haze(max(fade.haze, self.haze)) if fade else None
        self.shapes.append(Shape(self.to_frame(points), tone, self.layer, fade, solid, line * self.line, glow))

    def blob(
        self,
        points: Sequence[tuple[float, float]],
        tone: Tone,
        *,
        corners: Sequence[int] = (),
        fade: Tone | None = None,
        solid: bool = False,
        line: float = 1.0,
        glow: float = 0.0,
    ) -> None:
        """Draw a closed spline through *points*, sharp at *corners*."""
        self.fill(spline(points, corners=corners), tone, fade=fade, solid=solid, line=line, glow=glow)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        tone: Tone,
        *,
        rotation: float = 0.0,
        fade: Tone | None = None,
        solid: bool = False,
        line: float = 1.0,
        glow: float = 0.0,
    ) -> None:
        """Draw an ellipse."""
        steps = 24 if max(rx, ry) * self.size < 0.03 else 48
        self.fill(oval(x, y, rx, ry, rotation, steps=steps), tone, fade=fade, solid=solid, line=line, glow=glow)

    def box(
        self,
        left: float,
        bottom: float,
        right: float,
        top: float,
        tone: Tone,
        *,
        radius: float = 0.0,
        fade: Tone | None = None,
        solid: bool = False,
        line: float = 1.0,
        glow: float = 0.0,
    ) -> None:
        """Draw a box, its corners rounded by *radius*."""
        points = (
            rounded_box(left, bottom, right, top, radius)
            if radius
            else np.array([(left, bottom), (right, bottom), (right, top), (left, top)])
        )
        self.fill(points, tone, fade=fade, solid=solid, line=line, glow=glow)

    def stroke(
        self,
        points: Sequence[tuple[float, float]] | Points,
        width: float,
        tone: Tone,
        *,
        start: float = 0.2,
        end: float = 0.1,
        solid: bool = False,
        line: float = 0.0,
        glow: float = 0.0,
        fade: Tone | None = None,
    ) -> None:
        """Draw a spline of *width*; *start* and *end* are the shares of the width at its ends."""
        path = spline(points, closed=False, steps=8)
        widths = brush_widths(len(path), width * start, width, width * end)
        self.fill(ribbon(path, widths), tone, solid=solid, line=line, glow=glow, fade=fade)
