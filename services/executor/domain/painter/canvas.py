"""From parts to rasters: colour, lines, which part lies where, and how light falls on the forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.ndimage import distance_transform_edt

from services.executor.domain.painter.curves import Points
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import Part, Plane
from services.executor.domain.painter.palette import Scheme
from services.executor.domain.painter.texture import Field, resized, smoothed

_OVERSAMPLING = 2
_LIGHT_FROM = np.array([-0.52, -0.62, 0.58], dtype=np.float32)
"""Towards the light: from the upper left, before the picture (x right, y down, z to the eye)."""
_FORM_SIDE = 320
"""Forms are measured on a raster whose short side is about this many pixels: light is soft."""


@dataclass(frozen=True)
class Sheet:
    """A rasterized drawing; every raster is (height, width)."""

    width: int
    height: int
    parts: tuple[Part, ...]
    scheme: Scheme
    colour: Field
    """(height, width, 3) sRGB 0..1, gradients and anti-aliasing done, no light yet."""
    index: NDArray[np.int32]
    """The number of the part seen at each pixel."""
    lines: Field
    """Outlines 0..1; hidden ones are gone."""
    planes: Image.Image
    """The plane of each pixel, oversampled, mode L."""
    forms: NDArray[np.int32]
    """The number of the solid part seen, coarse; 0 where nothing has volume."""

    @property
    def unit(self) -> int:
        """Pixels per frame unit."""
        return min(self.width, self.height)

    def lookup(self, values: Sequence[float]) -> Field:
        """Return the raster that shows each part's value."""
        return np.asarray(values, dtype=np.float32)[self.index]

    @cached_property
    def glow(self) -> Field:
        """How much each pixel shines by itself, 0..1."""
        return self.lookup([part.glow for part in self.parts])

    @cached_property
    def hero(self) -> Field:
        """1 where the subject is, with soft edges."""
        return self.at_or_before(Plane.HERO) - self.at_or_before(Plane.FRONT)

    def at_or_before(self, plane: Plane) -> Field:
        """Return the anti-aliased mask of all that lies on *plane* or nearer."""
        mask = self.planes.point([255 if value >= plane else 0 for value in range(256)])
        small = mask.resize((self.width, self.height), Image.Resampling.BOX)
        return np.asarray(small, dtype=np.float32) * np.float32(1 / 255)

    @cached_property
    def relief(self) -> Field:
        """The height of the forms, 0 at their edges to 1, coarse (size of `forms`)."""
        forms = self.forms
        edge = np.zeros(forms.shape, dtype=bool)
        edge[:, 1:] |= forms[:, 1:] != forms[:, :-1]
        edge[1:, :] |= forms[1:, :] != forms[:-1, :]
        if not edge.any():
            return np.zeros(forms.shape, dtype=np.float32)
        distance = distance_transform_edt(~edge).astype(np.float32) / min(forms.shape)
        t = np.clip(distance / np.float32(0.11), 0.0, 1.0)
        height = np.sqrt(np.clip(1.0 - (1.0 - t) ** 2, 0.0, 1.0))
        return np.where(forms > 0, height, 0.0).astype(np.float32)

    @cached_property
    def light(self) -> Field:
        """How the forms turn to the light: about -1 (away) to 1 (towards), 0 on flat ground."""
        height = smoothed(self.relief, 2.2)
        down, right = np.gradient(height * np.float32(0.10 * min(self.forms.shape)))
        length = np.sqrt(right**2 + down**2 + 1.0)
        lit = (-right * _LIGHT_FROM[0] - down * _LIGHT_FROM[1] + _LIGHT_FROM[2]) / length - _LIGHT_FROM[2]
        lit = np.where(self.forms > 0, lit, 0.0).astype(np.float32)
        return np.clip(resized(smoothed(lit, 1.0), self.width, self.height), -1.0, 1.0)


def rasterize(
    parts: Sequence[Part],
    scheme: Scheme,
    width: int,
    height: int,
    line: float = 1.0,
    wobble: float = 0.0,
    dice: Dice | None = None,
) -> Sheet:
    """Return *parts*, far to near, as a sheet of *width* x *height* pixels.

    *line* scales the outlines (1: 0.4 % of the short side); *wobble* moves outlines by up to that part of the short
    side, as an unsteady hand does, with chance from *dice*.
    """
    unit = min(width, height)
    scale = _OVERSAMPLING
    easel = _Easel(width, height, max(1, unit // _FORM_SIDE), scheme.colours([part.tone for part in parts]))
    for number, part in enumerate(parts):
        points = part.points if not wobble or dice is None else _unsteady(part.points, wobble, dice)
        stroke = part.line * line * 0.004 * unit * scale
        easel.draw(number, part, points * unit, stroke)
    index = np.asarray(easel.index, dtype=np.int32)
    small = easel.colour.resize((width, height), Image.Resampling.BOX)
    colour = np.asarray(small, dtype=np.float32) * np.float32(1 / 255)
    colour = _graded(colour, index, parts, scheme, unit)
    lines = np.asarray(easel.lines.resize((width, height), Image.Resampling.BOX), dtype=np.float32) / np.float32(255)
    return Sheet(width, height, tuple(parts), scheme, colour, index, lines, easel.planes, np.asarray(easel.forms))


class _Easel:
    """The rasters while they are drawn."""

    def __init__(self, width: int, height: int, coarse: int, colours: NDArray[np.float64]) -> None:
        big = (width * _OVERSAMPLING, height * _OVERSAMPLING)
        self.coarse = coarse
        self.fills = [(row[0], row[1], row[2]) for row in (colours * 255 + 0.5).astype(int).tolist()]
        self.colour, self.lines, self.planes = Image.new("RGB", big), Image.new("L", big), Image.new("L", big)
        self.index = Image.new("I", (width, height))
        self.forms = Image.new("I", (max(1, width // coarse), max(1, height // coarse)))
        rasters = (self.colour, self.planes, self.lines, self.index, self.forms)
        self._colour, self._planes, self._lines, self._index, self._forms = map(ImageDraw.Draw, rasters)

    def draw(self, number: int, part: Part, points: Points, stroke: float) -> None:
        """Draw one part over what is there; *points* in pixels of the final picture, *stroke* oversampled."""
        big = (points * _OVERSAMPLING).ravel().tolist()
        if len(big) < 6:
            return
        self._colour.polygon(big, fill=self.fills[number])
        self._planes.polygon(big, fill=int(part.plane))
        self._lines.polygon(big, fill=0)
        if stroke > 0.3:
            ring = [*big, big[0], big[1], big[2], big[3]]
            self._lines.line(ring, fill=255, width=max(1, round(stroke)), joint="curve" if stroke > 4 else None)
        self._index.polygon(points.ravel().tolist(), fill=number)
        if part.solid or part.plane < Plane.HERO:
            coarse = (points / self.coarse).ravel().tolist()
            self._forms.polygon(coarse, fill=number + 1 if part.solid else 0)


def _unsteady(points: Points, amount: float, dice: Dice) -> Points:
    count = len(points)
    knots = max(4, count // 6)
    drift = dice.generator.normal(0.0, amount * 0.5, (knots, 2))
    where = np.linspace(0, knots, count, endpoint=False)
    wrapped = np.vstack([drift, drift[:1]])
    moved = [np.interp(where, np.arange(knots + 1), wrapped[:, axis]) for axis in (0, 1)]
    return points + np.column_stack(moved)


def _graded(colour: Field, index: NDArray[np.int32], parts: Sequence[Part], scheme: Scheme, unit: int) -> Field:
    """Add each part's gradient from its tone at the top to its fade at the bottom."""
    graded = [number for number, part in enumerate(parts) if part.fade is not None]
    if not graded:
        return colour
    count = len(parts)
    change = np.zeros((count, 3), dtype=np.float32)
    top, span = np.zeros(count, dtype=np.float32), np.ones(count, dtype=np.float32)
    fades = scheme.colours([parts[number].fade or parts[number].tone for number in graded])
    tones = scheme.colours([parts[number].tone for number in graded])
    change[graded] = fades - tones
    for number in graded:
        low, high = parts[number].points[:, 1].min(), parts[number].points[:, 1].max()
        top[number], span[number] = low * unit, max(1e-6, (high - low) * unit)
    rows = np.arange(colour.shape[0], dtype=np.float32)[:, None]
    t = np.clip((rows - top[index]) / span[index], 0.0, 1.0)
    t = t * t * (np.float32(3) - np.float32(2) * t)
    result: Field = np.clip(colour + change[index] * t[..., None], 0.0, 1.0)
    return result
