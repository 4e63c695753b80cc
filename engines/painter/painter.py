"""Paint a request: parse, compose, render."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engines.color.spaces import from_code, to_oklab
from engines.painter.composer import Drawing, Frame, compose
from engines.painter.composition import Composition
from engines.painter.content.exclusions import excludes_stamp
from engines.painter.content.inspection import Inspection
from engines.painter.content.landscapes import isolate_discs
from engines.painter.content.media import parse_medium
from engines.painter.content.report import build_report
from engines.painter.default_look import DEFAULT_MEDIUM, choose_look
from engines.painter.halo import add_halos
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.palette import build_color_scheme
from engines.painter.prompt_parser import names_time, parse_scene
from engines.painter.renderers import ON_PAPER, get_renderer
from engines.painter.rng import Rng
from engines.painter.scene import Scene, TimeOfDay
from engines.painter.texture import Field
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome

_FIDELITY = {
    Medium.INK_WASH: 0.08,
    Medium.LINE_ART: 0.05,
    Medium.NEON: 0.5,
    Medium.WOODBLOCK: 0.45,
    Medium.PAPER_CUT: 0.55,
    Medium.POP_ART: 0.55,
}
"""Share of their own color that icons retain in media with few colors."""
_LARGER, _LESS_TEXTURE, _LESS_FIDELITY = 1.25, 0.6, 0.3
"""Changes of a revision: the size of the subject, the strength of the technique, the own color of icons."""
_SKETCH_SIDE, _CELL = 24, 4
"""Cells of the sketch along the short side, and pixels along the side of a cell from which its color is averaged."""
_DRAWN_WITH_LINES = (Medium.LINE_ART, Medium.NEON)
"""Media in which lines separate figures from their ground."""
_COARSE = (Medium.MOSAIC, Medium.LOW_POLY, Medium.PIXEL, Medium.STAINED_GLASS, Medium.POINTILLISM)
"""Media that paint in cells."""
_MAX_DARK_LIGHTNESS = 0.5
"""A ground below this OKLab lightness counts as dark."""


def ignore_progress(_: float) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True)
class Painting:
    """An image, (height, width, 3) sRGB, and the report of the requested parts that it shows.

    `sketch` is the composition before the technique: a few cells of flat color, with an opaque alpha on figures; None
    without a composition.
    """

    pixels: NDArray[np.uint8]
    content: tuple[ContentPart, ...]
    sketch: NDArray[np.uint8] | None = None


def paint(request: PaintRequest, on_progress: Callable[[float], None] = ignore_progress) -> NDArray[np.uint8]:
    """Return the pixels of `paint_with_report`."""
    return paint_with_report(request, on_progress).pixels


def paint_with_report(request: PaintRequest, on_progress: Callable[[float], None] = ignore_progress) -> Painting:
    """Return the image and its report; the same request gives the same bytes.

    *on_progress* receives the progress, 0..1, in rising steps.
    """
    on_progress(0.0)
    composed = compose_request(request)
    composition, look = composed.composition, composed.look
    on_progress(0.25)
    image = get_renderer(look.medium)(composition)
    on_progress(0.9)
    strength = look.strength * (_LESS_TEXTURE if request.revision.less_texture else 1.0)
    if strength != 1.0:
        plain = composition.rasterize(line=0.3).color
        image = plain + (image - plain) * np.float32(strength)
    pixels = to_uint8(image)
    content = build_report(composed.scene, inspect(composed, pixels))
    on_progress(1.0)
    return Painting(pixels, content, draw_sketch(composition, look.medium))


def inspect(composed: "ComposedRequest", pixels: NDArray[np.uint8]) -> Inspection:
    """Return the inspection of the image *pixels* of *composed*."""
    tones = [shape.tone for shape in composed.drawing.shapes]
    has_colors = composed.look.medium not in _DRAWN_WITH_LINES
    colors = composed.composition.color_scheme.lab(tones) if has_colors else None
    return Inspection(composed.drawing, pixels, colors, composed.look.medium in _COARSE)


@dataclass(frozen=True, slots=True)
class ComposedRequest:
    """A request that is parsed and composed, ready to be rendered in its look."""

    scene: Scene
    drawing: Drawing
    composition: Composition
    look: Look


def compose_request(request: PaintRequest) -> ComposedRequest:
    """Parse and compose *request*; without a requested look, derive it from the prompt."""
    medium = request.look.medium if request.look else parse_medium(request.prompt) or DEFAULT_MEDIUM
    scene = parse_scene(request, medium)
    scene = isolate_discs(scene) if request.is_area else scene
    look = request.look or choose_look(medium, scene)
    unit = min(request.width, request.height)
    rng = Rng(request.seed, request.subject or request.prompt)
    palette = _put_lightest_first(look.palette) if medium is Medium.INK_WASH else look.palette
    if scene.sky_color and medium not in ON_PAPER:
        palette = (scene.sky_color, *palette[1:])
    is_dark = bool(to_oklab(from_code(palette[0]))[0] < _MAX_DARK_LIGHTNESS)
    frame = Frame(request.width / unit, request.height / unit, _LARGER if request.revision.larger_subject else 1.0)
    drawing = compose(scene, medium, is_dark, frame, rng, request.framing)
    fidelity = _FIDELITY.get(medium, 0.8) * (_LESS_FIDELITY if request.revision.closer_to_palette else 1.0)
    color_scheme = build_color_scheme(palette, scene.time_of_day is TimeOfDay.NIGHT, medium in ON_PAPER, fidelity)
    if medium not in _DRAWN_WITH_LINES:
        drawing = add_halos(drawing, color_scheme)
    composition = Composition(
        drawing.shapes,
        color_scheme,
        request.width,
        request.height,
        rng.derive("medium"),
        has_stamp=not excludes_stamp(request.prompt),
    )
    return ComposedRequest(_correct_time(scene, is_dark), drawing, composition, look)


def _correct_time(scene: Scene, is_dark: bool) -> Scene:
    """Return *scene* with its time of day as missing if the look is always dark."""
    if not is_dark or scene.time_of_day is TimeOfDay.NIGHT:
        return scene
    parts = tuple(
        replace(part, outcome=PartOutcome.MISSING)
        if part.kind is PartKind.CONDITION and names_time(part.requested)
        else part
        for part in scene.parts
    )
    return replace(scene, parts=parts)


def _put_lightest_first(palette: tuple[str, ...]) -> tuple[str, ...]:
    """Return *palette* with its lightest color first if the first is dark: ink is visible only on light paper."""
    lightness = [float(to_oklab(from_code(color))[0]) for color in palette]
    if lightness[0] >= _MAX_DARK_LIGHTNESS:
        return palette
    lightest = lightness.index(max(lightness))
    others = [color for number, color in enumerate(palette) if number not in (0, lightest)]
    return (palette[lightest], palette[0], *others)


def draw_sketch(composition: Composition, medium: Medium) -> NDArray[np.uint8]:
    """Return *composition* in cells of flat color, with an opaque alpha where a figure fills the cell."""
    width, height = (round(_SKETCH_SIDE * side / composition.unit) for side in (composition.width, composition.height))
    small = replace(composition, width=_CELL * width, height=_CELL * height)
    raster = small.rasterize(line=1.0)
    color = raster.color
    if medium is Medium.LINE_ART:
        color = np.repeat(np.float32(1) - raster.lines[..., None], 3, axis=2)
    cells = np.dstack([color, raster.subject_mask]).reshape(height, _CELL, width, _CELL, 4).mean(axis=(1, 3))
    return to_uint8(cells)


def to_uint8(image: Field) -> NDArray[np.uint8]:
    """Return values 0..1 as bytes 0..255."""
    return (np.clip(image, 0.0, 1.0) * np.float32(255) + np.float32(0.5)).astype(np.uint8)
