"""Rooms: a wall and a floor with the furniture that distinguishes the room."""

from collections.abc import Callable, Mapping

import numpy as np

from engines.painter.backdrops.indoors import draw_table_top
from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import BRUSHED
from engines.painter.scene import Setting, Subject
from engines.painter.shapes import ACCENT, DEEP, GROUND, LIGHT, MAIN, PAPER, SECOND, WHITE, Layer, Pen, Role, Tone
from engines.painter.subjects.catalog import find_entry
from engines.painter.subjects.icons import PREFIX, load_icons

_ON_TABLE = ("food-", "drink", "dishware")
"""Groups of icons that stand on a table, also in a room."""
_FLOOR_LAMP = PREFIX + "own/floor_lamp"
_STEEL, _BOARD = Tone(Role.DEEP, tint="#8f98a3"), Tone(Role.SECOND, tint="#2f6b4f")


def draw_room(builder: SceneBuilder) -> None:
    """Draw the room of the scene; the furniture is what distinguishes it."""
    wall = PAPER if not builder.is_dark else DEEP.lighten(0.12)
    fade = wall.darken(0.08) if builder.medium not in BRUSHED else None
    builder.add_outline(builder.frame(builder.height + 0.02), wall, Layer.SKY, fade, line=0)
    floor = builder.horizon + 0.12 * builder.height
    if builder.scene.setting is Setting.BATHROOM:
        _draw_tiles(builder, wall.darken(0.1), floor)
    wood = GROUND.lighten(0.1) if builder.is_dark else LIGHT.darken(0.2)
    edge = np.array([(-0.05, floor), (builder.width + 0.05, floor)])
    builder.fill_below(edge, wood.lighten(0.1), Layer.FAR, wood.darken(0.08), line=1)
    rng = builder.rng.derive("room")
    shown = {figure.subject for figure in builder.scene.figures}
    sides = (builder.counterpoint, builder.width - builder.counterpoint)
    for (key, size), x in zip(FURNITURE[builder.scene.setting], sides, strict=False):
        if key in shown:
            continue
        begin = len(builder.shapes)
        pen = builder.create_pen(x, floor + 0.05, size, Layer.MIDDLE)
        if key in _BUILT_IN:
            _BUILT_IN[key](pen)
        elif (entry := find_entry(key)) is not None:
            entry.draw(pen, rng)
        if key == FURNITURE[builder.scene.setting][0][0] and not builder.distinctions:
            builder.distinctions.append((begin, len(builder.shapes)))
    icons = [load_icons().get(figure.subject) for figure in builder.scene.figures]
    if any(icon is not None and icon.group.startswith(_ON_TABLE) for icon in icons):
        draw_table_top(builder)


def _draw_tiles(builder: SceneBuilder, tone: Tone, floor: float) -> None:
    """Draw the joints of the tiles on the wall."""
    pen = builder.create_pen(0, 0, 1.0, Layer.SKY)
    for level in np.arange(0.0, floor, 0.11):
        pen.box(0, -float(level) - 0.004, builder.width, -float(level), tone, line=0)
    for across in np.arange(0.0, builder.width, 0.11):
        pen.box(float(across), -floor, float(across) + 0.004, 0, tone, line=0)


def _draw_cooker(pen: Pen) -> None:
    """Draw a kitchen unit: cupboards, a cooker with a pot on it, the hood and hanging pans above."""
    cupboard = MAIN.lighten(0.35)
    pen.box(-0.7, 0.0, 0.7, 0.5, cupboard, solid=True, line=0.8)
    pen.box(-0.76, 0.5, 0.76, 0.57, DEEP.lighten(0.3), line=0.8)
    for x in (-0.66, 0.36):
        pen.box(x, 0.05, x + 0.3, 0.45, cupboard.lighten(0.2), line=0.6)
        pen.oval(x + 0.24, 0.27, 0.022, 0.022, DEEP, line=0.4)
    pen.box(-0.3, 0.02, 0.3, 0.5, _STEEL, solid=True)
    pen.box(-0.22, 0.08, 0.22, 0.34, DEEP.darken(0.3), line=0.6)
    for x in (-0.2, -0.07, 0.07, 0.2):
        pen.oval(x, 0.43, 0.03, 0.03, WHITE, line=0.5)
    pen.box(-0.2, 0.57, 0.12, 0.78, ACCENT, radius=0.04, solid=True)
    pen.box(-0.24, 0.76, 0.16, 0.81, ACCENT.darken(0.25), line=0.6)
    pen.fill([(-0.34, 1.12), (0.34, 1.12), (0.16, 1.32), (-0.16, 1.32)], _STEEL, solid=True)
    pen.box(-0.1, 1.3, 0.1, 1.7, _STEEL.lighten(0.1), line=0.6)
    pen.box(-0.78, 1.3, -0.38, 1.33, DEEP, line=0.5)
    for x in (-0.68, -0.48):
        pen.box(x - 0.012, 1.08, x + 0.012, 1.3, DEEP, line=0.3)
        pen.oval(x, 1.04, 0.09, 0.09, DEEP.lighten(0.15), solid=True)


def _draw_blackboard(pen: Pen) -> None:
    """Draw a blackboard with writing in chalk, and a ledge."""
    pen.box(-0.62, 0.55, 0.62, 1.25, Tone(Role.DEEP, tint="#8a5f3a"), line=0.9)
    pen.box(-0.57, 0.6, 0.57, 1.2, _BOARD, line=0.5)
    for y, half in ((1.08, 0.42), (0.96, 0.3), (0.84, 0.38), (0.72, 0.22)):
        pen.box(-0.48, y, -0.48 + 2 * half, y + 0.022, WHITE, line=0)
    pen.box(-0.5, 0.51, 0.5, 0.56, Tone(Role.DEEP, tint="#6b4728"), line=0.6)


def _draw_bookshelf(pen: Pen) -> None:
    """Draw a tall bookcase full of books."""
    wood = Tone(Role.DEEP, tint="#7a4f2c")
    pen.box(-0.42, 0.0, 0.42, 1.5, wood, solid=True)
    tones = (MAIN, SECOND, ACCENT, LIGHT, DEEP.lighten(0.3))
    for row in range(4):
        low = 0.07 + 0.36 * row
        pen.box(-0.37, low, 0.37, low + 0.31, wood.darken(0.5), line=0.5)
        x = -0.36
        for number in range(9):
            wide = 0.058 + 0.02 * ((number * 7 + row * 3) % 3)
            tall = 0.2 + 0.03 * ((number * 5 + row) % 4)
            if x + wide < 0.37:
                pen.box(x, low, x + wide, low + tall, tones[(number + row) % 5], line=0.5)
            x += wide + 0.006


def _draw_floor_lamp(pen: Pen) -> None:
    """Draw a lamp with a shade on a pole."""
    pen.oval(0, 0.02, 0.16, 0.03, DEEP, line=0.6)
    pen.box(-0.018, 0.02, 0.018, 0.8, DEEP, line=0.5)
    pen.fill([(-0.2, 0.72), (0.2, 0.72), (0.13, 1.0), (-0.13, 1.0)], LIGHT.lighten(0.2), solid=True, glow=0.3)


_BUILT_IN: Mapping[str, Callable[[Pen], None]] = {
    "cooker": _draw_cooker,
    "blackboard": _draw_blackboard,
    "bookshelf": _draw_bookshelf,
    _FLOOR_LAMP: _draw_floor_lamp,
}
FURNITURE: Mapping[Setting, tuple[tuple[str, float], ...]] = {
    Setting.KITCHEN: (("cooker", 0.44), (PREFIX + "own/fridge", 0.6)),
    Setting.BEDROOM: ((PREFIX + "bed", 0.4), (PREFIX + "own/wardrobe", 0.62)),
    Setting.BATHROOM: ((PREFIX + "bathtub", 0.42), (PREFIX + "toilet", 0.34)),
    Setting.LIVING_ROOM: ((Subject.SOFA, 0.3), (_FLOOR_LAMP, 0.55)),
    Setting.CLASSROOM: (("blackboard", 0.56),),
    Setting.LIBRARY: (("bookshelf", 0.5), ("bookshelf", 0.5)),
}
"""The furniture of each room with its height, the first, without which it is no such room, away from the subject."""
