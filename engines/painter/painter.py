"""Paint a request: parse, compose, render."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engines.painter.composer import compose
from engines.painter.composition import Composition
from engines.painter.default_look import choose_look
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.palette import build_color_scheme, from_hex, to_lab
from engines.painter.prompt_parser import parse_medium, parse_scene
from engines.painter.renderers import ON_PAPER, get_renderer
from engines.painter.rng import Rng
from engines.painter.scene import TimeOfDay
from engines.painter.texture import Field
from services.common.contract.image_chat import Medium

DEFAULT_MEDIUM = Medium.ANIME
"""The technique used where neither the look nor the prompt names one."""
_MAX_DARK_LIGHTNESS = 0.5
"""A ground below this OKLab lightness counts as dark."""


def ignore_progress(_: float) -> None:
    """Ignore the progress."""


def paint(request: PaintRequest, on_progress: Callable[[float], None] = ignore_progress) -> NDArray[np.uint8]:
    """Return the image, (height, width, 3) sRGB; the same request gives the same bytes.

    *on_progress* receives the progress, 0..1, in rising steps.
    """
    on_progress(0.0)
    composition, look = compose_request(request)
    on_progress(0.25)
    image = get_renderer(look.medium)(composition)
    on_progress(0.9)
    if look.strength != 1.0:
        plain = composition.rasterize(line=0.3).color
        image = plain + (image - plain) * np.float32(look.strength)
    pixels = to_uint8(image)
    on_progress(1.0)
    return pixels


def compose_request(request: PaintRequest) -> tuple[Composition, Look]:
    """Parse and compose *request*; return the composition and the look, derived from the prompt where none is given."""
    medium = request.look.medium if request.look else parse_medium(request.prompt) or DEFAULT_MEDIUM
    scene = parse_scene(request, medium)
    look = request.look or choose_look(medium, scene)
    unit = min(request.width, request.height)
    rng = Rng(request.seed, request.subject or request.prompt)
    palette = _put_lightest_first(look.palette) if medium is Medium.INK_WASH else look.palette
    is_dark = bool(to_lab(from_hex(palette[0]))[0] < _MAX_DARK_LIGHTNESS)
    shapes = compose(scene, medium, is_dark, request.width / unit, request.height / unit, rng, request.framing)
    color_scheme = build_color_scheme(palette, scene.time_of_day is TimeOfDay.NIGHT, medium in ON_PAPER)
    return Composition(shapes, color_scheme, request.width, request.height, rng.derive("medium")), look


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
