"""Paint a commission: read, compose, render."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from services.executor.domain.painter.commission import Commission, Look, Medium
from services.executor.domain.painter.composing import compose
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.media.stage import Stage
from services.executor.domain.painter.palette import from_hex, scheme_of, to_lab
from services.executor.domain.painter.reading import read_medium, read_scene
from services.executor.domain.painter.renderers import ON_PAPER, look_of, renderer
from services.executor.domain.painter.scene import Hour
from services.executor.domain.painter.texture import Field

DEFAULT_MEDIUM = Medium.ANIME
"""What is painted with when neither a look nor the words name a technique."""
_DARK = 0.5
"""Below this OKLab lightness a ground counts as dark."""


def silent(_: float) -> None:
    """Report progress to nobody."""


def paint(commission: Commission, report: Callable[[float], None] = silent) -> NDArray[np.uint8]:
    """Return the picture, (height, width, 3) sRGB; the same commission gives the same bytes.

    *report* is told the progress, 0..1, in rising steps.
    """
    report(0.0)
    stage, look = staged(commission)
    report(0.25)
    picture = renderer(look.medium)(stage)
    report(0.9)
    if look.strength != 1.0:
        plain = stage.sheet(line=0.3).colour
        picture = plain + (picture - plain) * np.float32(look.strength)
    finished = to_bytes(picture)
    report(1.0)
    return finished


def staged(commission: Commission) -> tuple[Stage, Look]:
    """Read *commission* and compose it, with the look it asked for or the one its words ask for."""
    medium = commission.look.medium if commission.look else read_medium(commission.prompt) or DEFAULT_MEDIUM
    scene = read_scene(commission, medium)
    look = commission.look or look_of(medium, scene)
    unit = min(commission.width, commission.height)
    dice = Dice(commission.seed, commission.subject or commission.prompt)
    palette = _on_light_ground(look.palette) if medium is Medium.INK_WASH else look.palette
    dark = bool(to_lab(from_hex(palette[0]))[0] < _DARK)
    parts = compose(scene, medium, dark, commission.width / unit, commission.height / unit, dice)
    scheme = scheme_of(palette, scene.hour is Hour.NIGHT, medium in ON_PAPER)
    return Stage(parts, scheme, commission.width, commission.height, dice.named("medium")), look


def _on_light_ground(palette: tuple[str, ...]) -> tuple[str, ...]:
    """Return *palette* with its lightest colour first if the first is dark: ink needs light paper to be seen."""
    lightness = [float(to_lab(from_hex(colour))[0]) for colour in palette]
    if lightness[0] >= _DARK:
        return palette
    lightest = lightness.index(max(lightness))
    others = [colour for number, colour in enumerate(palette) if number not in (0, lightest)]
    return (palette[lightest], palette[0], *others)


def to_bytes(picture: Field) -> NDArray[np.uint8]:
    """Return 0..1 as 0..255."""
    return (np.clip(picture, 0.0, 1.0) * np.float32(255) + np.float32(0.5)).astype(np.uint8)
