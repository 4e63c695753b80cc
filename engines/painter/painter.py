"""Paint a request: parse, compose, render."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.painter.composer import compose
from engines.painter.composition import Composition
from engines.painter.content.report import build_report
from engines.painter.default_look import choose_look
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.palette import build_color_scheme, from_hex, to_lab
from engines.painter.prompt_parser import parse_medium, parse_scene
from engines.painter.renderers import ON_PAPER, get_renderer
from engines.painter.rng import Rng
from engines.painter.scene import TimeOfDay
from engines.painter.texture import Field
from services.common.contract.image_chat import ContentPart, Medium

DEFAULT_MEDIUM = Medium.ANIME
"""The technique used where neither the look nor the prompt names one."""
_FIDELITY = {
    Medium.INK_WASH: 0.08,
    Medium.LINE_ART: 0.05,
    Medium.NEON: 0.5,
    Medium.WOODBLOCK: 0.45,
    Medium.PAPER_CUT: 0.55,
    Medium.POP_ART: 0.55,
}
"""How much of their own color icons have in media with few colors."""
_MAX_DARK_LIGHTNESS = 0.5
"""A ground below this OKLab lightness counts as dark."""


def ignore_progress(_: float) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True)
class Painting:
    """An image, (height, width, 3) sRGB, and the report of what it shows of the request."""

    pixels: NDArray[np.uint8]
    content: tuple[ContentPart, ...]


def paint(request: PaintRequest, on_progress: Callable[[float], None] = ignore_progress) -> NDArray[np.uint8]:
    """Return the pixels of `paint_with_report`."""
    return paint_with_report(request, on_progress).pixels


def paint_with_report(request: PaintRequest, on_progress: Callable[[float], None] = ignore_progress) -> Painting:
    """Return the image and its report; the same request gives the same bytes.

    *on_progress* receives the progress, 0..1, in rising steps.
    """
    on_progress(0.0)
    composition, look, content = compose_request(request)
    on_progress(0.25)
    image = get_renderer(look.medium)(composition)
    on_progress(0.9)
    if look.strength != 1.0:
        plain = composition.rasterize(line=0.3).color
        image = plain + (image - plain) * np.float32(look.strength)
    pixels = to_uint8(image)
    on_progress(1.0)
    return Painting(pixels, content)


def compose_request(request: PaintRequest) -> tuple[Composition, Look, tuple[ContentPart, ...]]:
    """Parse and compose *request*; return the composition, the look and the report of the content.

    The look is derived from the prompt where none is given.
    """
    medium = request.look.medium if request.look else parse_medium(request.prompt) or DEFAULT_MEDIUM
    scene = parse_scene(request, medium)
    look = request.look or choose_look(medium, scene)
    unit = min(request.width, request.height)
    rng = Rng(request.seed, request.subject or request.prompt)
    palette = _put_lightest_first(look.palette) if medium is Medium.INK_WASH else look.palette
    if scene.sky_color and medium not in ON_PAPER:
        palette = (scene.sky_color, *palette[1:])
    is_dark = bool(to_lab(from_hex(palette[0]))[0] < _MAX_DARK_LIGHTNESS)
    shapes, colored = compose(scene, medium, is_dark, request.width / unit, request.height / unit, rng, request.framing)
    color_scheme = build_color_scheme(
        palette, scene.time_of_day is TimeOfDay.NIGHT, medium in ON_PAPER, _FIDELITY.get(medium, 0.8)
    )
    composition = Composition(shapes, color_scheme, request.width, request.height, rng.derive("medium"))
    return composition, look, build_report(scene, medium, colored)


def _put_lightest_first(palette: tuple[str, ...]) -> tuple[str, ...]:
    """Return *palette* with its lightest color first if the first is dark: ink is visible only on light paper."""
    lightness = [float(to_lab(from_hex(color))[0]) for color in palette]
    if lightness[0] >= _MAX_DARK_LIGHTNESS:
        return palette
    lightest = lightness.index(max(lightness))
    others = [color for number, color in enumerate(palette) if number not in (0, lightest)]
    return (palette[lightest], palette[0], *others)


def to_uint8(image: Field) -> NDArray[np.uint8]:
    """Return values 0..1 as bytes 0..255."""
    return (np.clip(image, 0.0, 1.0) * np.float32(255) + np.float32(0.5)).astype(np.uint8)
