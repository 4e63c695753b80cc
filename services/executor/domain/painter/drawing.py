"""The display list: parts with a tone each, drawn once and rendered by every medium.

Frame units: the picture's short side is 1, x to the right, y down, the origin top left.
Pen units: the origin is where the thing stands, y up, its height about 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike

from services.executor.domain.painter.curves import Points, oval, ribbon, rounded_box, smooth, swell, turned


class Role(IntEnum):
    """What a colour is for; the palette decides which colour that is."""

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


class Plane(IntEnum):
    """How near a part is, from the sky to what falls before the eye."""

    SKY = 0
    CLOUDS = 1
    FAR = 2
    MIDDLE = 3
    NEAR = 4
    HERO = 5
    FRONT = 6


@dataclass(frozen=True, slots=True)
class Tone:
    """A role's colour, shaded (-1 ink .. 1 white) and lost in haze (0 clear .. 1 air)."""

    role: Role
    shade: float = 0.0
    haze: float = 0.0

    def dark(self, amount: float) -> "Tone":
        """Return this tone, darker."""
        return replace(self, shade=max(-1.0, self.shade - amount))

    def light(self, amount: float) -> "Tone":
        """Return this tone, lighter."""
        return replace(self, shade=min(1.0, self.shade + amount))

    def far(self, haze: float) -> "Tone":
        """Return this tone as seen through the air."""
        return replace(self, haze=haze)


SKY, AIR, GROUND, PAPER, DEEP = (Tone(role) for role in (Role.SKY, Role.AIR, Role.GROUND, Role.PAPER, Role.DEEP))
MAIN, SECOND, ACCENT, LIGHT = (Tone(role) for role in (Role.MAIN, Role.SECOND, Role.ACCENT, Role.LIGHT))
INK, WHITE = Tone(Role.INK), Tone(Role.WHITE)


@dataclass(frozen=True, slots=True)
class Part:
    """One filled outline in frame units.

    `fade`: the tone reached at the lower end of the part, for gradients. `solid`: it has a volume of its own.
    `line`: outline weight, 0 for none. `glow`: 0..1, how much it shines by itself.
    """

    points: Points
    tone: Tone
    plane: Plane
    fade: Tone | None = None
    solid: bool = False
    line: float = 1.0
    glow: float = 0.0


@dataclass(slots=True)
class Pen:
    """Draws in pen units at a place of the picture and appends the parts to a list."""

    parts: list[Part]
    x: float
    y: float
    size: float
    plane: Plane = Plane.HERO
    flip: bool = False
    tilt: float = 0.0
    haze: float = 0.0
    line: float = 1.0
    stretch: float = field(default=1.0)

    def placed(self, points: ArrayLike) -> Points:
        """Return *points* in frame units."""
        local = np.asarray(points, dtype=float)
        if self.tilt:
            local = turned(local, self.tilt)
        side = -self.size if self.flip else self.size
        return np.column_stack([self.x + local[:, 0] * side * self.stretch, self.y - local[:, 1] * self.size])

    def at(
        self, x: float, y: float, size: float = 1.0, flip: bool = False, tilt: float = 0.0, stretch: float = 1.0
    ) -> "Pen":
        """Return a pen for a part of this thing, its origin at (x, y) in this pen's units."""
        (place,) = self.placed([(x, y)])
        turn = self.tilt + tilt
        return replace(
            self,
            x=float(place[0]),
            y=float(place[1]),
            size=self.size * size,
            flip=self.flip ^ flip,
            tilt=turn,
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
            tone = tone.far(max(tone.haze, self.haze))
            fade = fade.far(max(fade.haze, self.haze)) if fade else None
        self.parts.append(Part(self.placed(points), tone, self.plane, fade, solid, line * self.line, glow))

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
        self.fill(smooth(points, corners=corners), tone, fade=fade, solid=solid, line=line, glow=glow)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        tone: Tone,
        *,
        turn: float = 0.0,
        fade: Tone | None = None,
        solid: bool = False,
        line: float = 1.0,
        glow: float = 0.0,
    ) -> None:
        """Draw an ellipse."""
        steps = 24 if max(rx, ry) * self.size < 0.03 else 48
        self.fill(oval(x, y, rx, ry, turn, steps=steps), tone, fade=fade, solid=solid, line=line, glow=glow)

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
        """Draw a spline of *width* that begins and ends with these parts of its width."""
        path = smooth(points, closed=False, steps=8)
        widths = swell(len(path), width * start, width, width * end)
        self.fill(ribbon(path, widths), tone, solid=solid, line=line, glow=glow, fade=fade)
