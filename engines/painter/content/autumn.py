"""Autumn: trees that lose their leaves have other colors than green."""

import re
from dataclasses import replace

from engines.painter.content.included import is_tree
from engines.painter.scene import Scene, Subject
from engines.painter.shapes import Shape, Tone

_AUTUMN = re.compile("秋|autumn")
_EVERGREEN = re.compile(
    "pine|fir|spruce|cedar|cypress|conifer|evergreen|palm|bamboo|cactus|christmas|olive|orange|lemon|coconut|mangrove"
)
LEAVES = ("#d9822b", "#e0a526", "#c4572a")
"""Colors of leaves in autumn, by the lightness of the green that they replace."""
_DARK, _LIGHT = 0.36, 0.56


def is_deciduous(subject: str) -> bool:
    """Return whether *subject* is a tree that loses its leaves in autumn."""
    return is_tree(subject) and subject != Subject.BAMBOO and _EVERGREEN.search(subject) is None


def names_autumn(scene: Scene) -> bool:
    """Return whether *scene* is one in autumn."""
    return _AUTUMN.search(scene.text) is not None


def color_leaves(shape: Shape) -> Shape:
    """Return *shape* of a tree with the colors of autumn for green ones."""
    fade = _color(shape.fade) if shape.fade is not None else None
    return replace(shape, tone=_color(shape.tone), fade=fade)


def _color(tone: Tone) -> Tone:
    if not tone.tint or tone.is_exact:
        return tone
    red, green, blue = (int(tone.tint[at : at + 2], 16) / 255 for at in (1, 3, 5))
    if not (green > red and green > blue):
        return tone
    level = 0.3 * red + 0.6 * green + 0.1 * blue
    return replace(tone, tint=LEAVES[2 if level < _DARK else 1 if level > _LIGHT else 0])
