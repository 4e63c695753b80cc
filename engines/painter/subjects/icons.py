"""Subjects drawn from icons.

They are Fluent Emoji flat (Microsoft, MIT; icons.LICENSE.txt), and drawings of this project (`drawing_text`), whose
names win.

A line of the file has the key, the group of the Unicode emoji, the names and near words in both languages
(emojibase-data, MIT; names after Unicode CLDR), and the areas, far to near: '#rrggbb' without '#', then the outline
as base85 bytes x, y in 255ths of the frame.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from engines.painter.curves import Points
from engines.painter.rng import Rng
from engines.painter.shapes import MAIN, Pen, Tone
from engines.painter.subjects.drawing_text import load_drawing_texts, parse_areas

PREFIX = "icon/"
"""Keys of icons among the keys of subjects."""
_OWN = PREFIX + "own/"
"""Keys of the drawings of this project."""
_FILE = Path(__file__).parent / "icons.jsonl"
_PLATED = frozenset(PREFIX + key for key in ("fireworks", "sparkler", "shooting-star"))
"""Icons on a plate of night sky, their first area, which would hide the sky of the image."""
_COLOR_LENGTH = 6
_SOLID_AREA = 0.05
"""Share of the icon's frame from which an area has a volume of its own."""


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon: its key with the prefix, group, names, words near in meaning only to it, and encoded areas."""

    key: str
    group: str
    zh: tuple[str, ...]
    en: tuple[str, ...]
    similar: tuple[str, ...]
    shapes: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Areas in pen units with their colors, and the width at height 1."""

    areas: tuple[tuple[str, Points], ...]
    width: float


@cache
def load_icons() -> Mapping[str, Icon]:
    """Return all icons by key."""
    icons = {}
    for row in map(json.loads, _FILE.read_text(encoding="utf-8").splitlines()):
        key, zh, en, similar = PREFIX + row["key"], row["zh"], row["en"], row["similar"]
        icons[key] = Icon(key, row["group"], tuple(zh), tuple(en), tuple(similar), row["shapes"])
    for text in load_drawing_texts().values():
        if text.is_part:
            continue
        icons[_OWN + text.key] = Icon(_OWN + text.key, text.group, text.zh, text.en, (), "")
    return icons


@cache
def decode_drawing(key: str) -> Drawing:
    """Return the areas of an icon, its foot at the origin and its height 1."""
    if key.startswith(_OWN):
        areas = [(color, outline * (1.0, -1.0)) for color, outline in parse_areas(key.removeprefix(_OWN))]
    else:
        areas = _decode_outlines(load_icons()[key].shapes)
    if key in _PLATED:
        del areas[0]
    everything = np.vstack([outline for _, outline in areas])
    (left, top), (right, bottom) = everything.min(axis=0), everything.max(axis=0)
    height = max(bottom - top, 1e-3)
    placed = tuple(
        (color, np.column_stack([(o[:, 0] - (left + right) / 2) / height, (bottom - o[:, 1]) / height]))
        for color, o in areas
    )
    return Drawing(placed, float((right - left) / height))


def _decode_outlines(shapes: str) -> list[tuple[str, Points]]:
    """Return the areas of a line of the icon files, y down."""
    areas = []
    for token in shapes.split(" "):
        outline = np.frombuffer(base64.b85decode(token[_COLOR_LENGTH:]), dtype=np.uint8).reshape(-1, 2) / 255.0
        areas.append((f"#{token[:_COLOR_LENGTH]}", outline))
    return areas


def is_flower(subject: str) -> bool:
    """Return whether *subject* is an icon of a flower: a requested color is that of its petals."""
    icon = load_icons().get(subject)
    return icon is not None and icon.group == "plant-flower"


def draw_icon(key: str, pen: Pen, rng: Rng) -> None:
    """Draw the icon *key*; its colors follow the palette as far as the medium has colors of its own."""
    drawing = decode_drawing(key)
    turned = pen.at(0, 0, flip=_is_lateral(key) and rng.bernoulli(0.5))
    for color, outline in drawing.areas:
        solid = measure_area(outline) > _SOLID_AREA
        tone = Tone(MAIN.role, tint=color)
        turned.fill(outline, tone, fade=tone.darken(0.1) if solid else None, solid=solid, line=0.8 if solid else 0.45)


def measure_area(outline: Points) -> float:
    """Return the area of a polygon (shoelace formula)."""
    x, y = outline[:, 0], outline[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def _is_lateral(key: str) -> bool:
    return load_icons()[key].group.startswith(("animal-", "transport-"))
