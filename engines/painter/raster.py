"""Rasterizer: color, lines, shape index and light of a list of shapes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.ndimage import distance_transform_edt

from engines.painter.curves import Points
from engines.painter.palette import ColorScheme
from engines.painter.rng import Rng
from engines.painter.shapes import Layer, Shape
from engines.painter.texture import Field, blur_coarsely, resize

_OVERSAMPLING = 2
_LIGHT_DIRECTION = np.array([-0.52, -0.62, 0.58], dtype=np.float32)
"""Direction of the light: from the upper left in front of the image (x right, y down, z towards the viewer)."""
_FORM_SIDE = 320
"""Short side in pixels of the coarse raster from which the soft light is computed."""


@dataclass(frozen=True)
class Raster:
    """A rasterized composition; every array is (height, width)."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    color_scheme: ColorScheme
    color: Field
    """(height, width, 3) sRGB 0..1 with gradients and anti-aliasing, without shading."""
    index: NDArray[np.int32]
    """The number of the visible shape at each pixel."""
    lines: Field
    """Visible outlines 0..1."""
    layers: Image.Image
    """The layer of each pixel, oversampled, mode L."""
    forms: NDArray[np.int32]
    """The number of the visible solid shape, coarse; 0 where nothing has volume."""

    @property
    def unit(self) -> int:
        """Pixels per frame unit."""
        return min(self.width, self.height)

    def lookup(self, values: Sequence[float]) -> Field:
        """Return the array with the value of the visible shape at each pixel."""
        return np.asarray(values, dtype=np.float32)[self.index]

    @cached_property
    def glow(self) -> Field:
        """Light that each pixel emits, 0..1."""
        return self.lookup([shape.glow for shape in self.shapes])

    @cached_property
    def subject_mask(self) -> Field:
        """Mask of the subject, 0..1, anti-aliased."""
        return self.at_or_before(Layer.SUBJECT) - self.at_or_before(Layer.FRONT)

    def at_or_before(self, layer: Layer) -> Field:
        """Return the anti-aliased mask of everything on *layer* or nearer."""
        mask = self.layers.point([255 if value >= layer else 0 for value in range(256)])
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
        """Shading of the forms: about -1 (away from the light) to 1 (towards it), 0 on flat ground."""
        height = blur_coarsely(self.relief, 2.2)
        down, right = np.gradient(height * np.float32(0.10 * min(self.forms.shape)))
        length = np.sqrt(right**2 + down**2 + 1.0)
        lit = (
            -right * _LIGHT_DIRECTION[0] - down * _LIGHT_DIRECTION[1] + _LIGHT_DIRECTION[2]
        ) / length - _LIGHT_DIRECTION[2]
        lit = np.where(self.forms > 0, lit, 0.0).astype(np.float32)
        return np.clip(resize(blur_coarsely(lit, 1.0), self.width, self.height), -1.0, 1.0)


def rasterize(
    shapes: Sequence[Shape],
    color_scheme: ColorScheme,
    width: int,
    height: int,
    line: float = 1.0,
    wobble: float = 0.0,
    rng: Rng | None = None,
) -> Raster:
    """Return *shapes*, far to near, as a raster of *width* x *height* pixels.

    *line* scales the outlines (1: 0.4 % of the short side); *wobble* moves outlines at random by up to that share of
    the short side, as an unsteady hand does.
    """
    unit = min(width, height)
    scale = _OVERSAMPLING
    canvas = _Canvas(width, height, max(1, unit // _FORM_SIDE), color_scheme.colors([shape.tone for shape in shapes]))
    for number, shape in enumerate(shapes):
        points = shape.points if not wobble or rng is None else _add_wobble(shape.points, wobble, rng)
        stroke = shape.line * line * 0.004 * unit * scale
        canvas.draw(number, shape, points * unit, stroke)
    index = np.asarray(canvas.index, dtype=np.int32)
    small = canvas.color.resize((width, height), Image.Resampling.BOX)
    color = np.asarray(small, dtype=np.float32) * np.float32(1 / 255)
    color = _apply_gradients(color, index, shapes, color_scheme, unit)
    lines = np.asarray(canvas.lines.resize((width, height), Image.Resampling.BOX), dtype=np.float32) / np.float32(255)
    return Raster(
        width, height, tuple(shapes), color_scheme, color, index, lines, canvas.layers, np.asarray(canvas.forms)
    )


class _Canvas:
    """The arrays of a raster while shapes are drawn on them."""

    def __init__(self, width: int, height: int, coarse: int, colors: NDArray[np.float64]) -> None:
        big = (width * _OVERSAMPLING, height * _OVERSAMPLING)
        self.coarse = coarse
        self.fills = [(row[0], row[1], row[2]) for row in (colors * 255 + 0.5).astype(int).tolist()]
        self.color, self.lines, self.layers = Image.new("RGB", big), Image.new("L", big), Image.new("L", big)
        self.index = Image.new("I", (width, height))
        self.forms = Image.new("I", (max(1, width // coarse), max(1, height // coarse)))
        rasters = (self.color, self.layers, self.lines, self.index, self.forms)
        self._color, self._layers, self._lines, self._index, self._forms = map(ImageDraw.Draw, rasters)

    def draw(self, number: int, shape: Shape, points: Points, stroke: float) -> None:
        """Draw one shape over the earlier ones; *points* in pixels of the final image, *stroke* oversampled."""
        big = (points * _OVERSAMPLING).ravel().tolist()
        if len(big) < 6:
            return
        self._color.polygon(big, fill=self.fills[number])
        self._layers.polygon(big, fill=int(shape.layer))
        self._lines.polygon(big, fill=0)
        if stroke > 0.3:
            ring = [*big, big[0], big[1], big[2], big[3]]
            self._lines.line(ring, fill=255, width=max(1, round(stroke)), joint="curve" if stroke > 4 else None)
        self._index.polygon(points.ravel().tolist(), fill=number)
        if shape.solid or shape.flat or shape.layer < Layer.SUBJECT:
            coarse = (points / self.coarse).ravel().tolist()
            self._forms.polygon(coarse, fill=number + 1 if shape.solid else 0)


def _add_wobble(points: Points, amount: float, rng: Rng) -> Points:
    count = len(points)
    knots = max(4, count // 6)
    drift = rng.generator.normal(0.0, amount * 0.5, (knots, 2))
    where = np.linspace(0, knots, count, endpoint=False)
    wrapped = np.vstack([drift, drift[:1]])
    moved = [np.interp(where, np.arange(knots + 1), wrapped[:, axis]) for axis in (0, 1)]
    return points + np.column_stack(moved)


def _apply_gradients(
    color: Field, index: NDArray[np.int32], shapes: Sequence[Shape], color_scheme: ColorScheme, unit: int
) -> Field:
    """Add each shape's gradient from its tone at the top to its fade at the bottom."""
    graded = [number for number, shape in enumerate(shapes) if shape.fade is not None]
    if not graded:
        return color
    count = len(shapes)
    change = np.zeros((count, 3), dtype=np.float32)
    top, span = np.zeros(count, dtype=np.float32), np.ones(count, dtype=np.float32)
    fades = color_scheme.colors([shapes[number].fade or shapes[number].tone for number in graded])
    tones = color_scheme.colors([shapes[number].tone for number in graded])
    change[graded] = fades - tones
    for number in graded:
        low, high = shapes[number].points[:, 1].min(), shapes[number].points[:, 1].max()
        top[number], span[number] = low * unit, max(1e-6, (high - low) * unit)
    rows = np.arange(color.shape[0], dtype=np.float32)[:, None]
    t = np.clip((rows - top[index]) / span[index], 0.0, 1.0)
    t = t * t * (np.float32(3) - np.float32(2) * t)
    result: Field = np.clip(color + change[index] * t[..., None], 0.0, 1.0)
    return result
