"""Towns: a skyline with its street, and a rooftop above it."""

import numpy as np

from services.executor.domain.painter.curves import smooth
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Pen, Plane, Tone
from services.executor.domain.painter.places.board import Board
from services.executor.domain.painter.places.sky import clouds, sky, sun_or_moon
from services.executor.domain.painter.subjects.vehicles import car


def city(board: Board) -> None:
    """Draw towers in three depths and a street before them."""
    dice = board.dice.named("city")
    sky(board)
    sun_or_moon(board, 0.12, y=board.horizon * 0.3)
    clouds(board, 2)
    base = board.horizon + 0.14
    _row(board, base, 0.34, 0.62, 0.72, Plane.FAR, dice)
    _row(board, base, 0.46, 0.92, 0.44, Plane.FAR, dice)
    _row(board, base + 0.03, 0.2, 0.62, 0.1, Plane.MIDDLE, dice, signs=True)
    _street(board, base + 0.02, dice)


def _row(
    board: Board, base: float, low: float, high: float, haze: float, plane: Plane, dice: Dice, signs: bool = False
) -> None:
    x = -dice.between(0.0, 0.1)
    previous = 0.0
    while x < board.width:
        width = dice.between(0.09, 0.2) * (1.15 if signs else 1.0)
        height = base * dice.between(low, high) * (1.0 if not signs else _valley(x + width / 2, board))
        if abs(height - previous) < 0.05:
            height *= 1.2
        previous = height
        tower(board, x, base, width, height, haze, plane, dice)
        if signs and dice.chance(0.75):
            _sign(
                board, x + width * dice.pick((0.02, 0.8)), base - height * dice.between(0.5, 0.8), height * 0.34, dice
            )
        x += width * dice.between(0.92, 1.06)


def _valley(x: float, board: Board) -> float:
    """Towers near the subject are lower, so that it stands free."""
    return 0.62 + 0.75 * min(1.0, abs(x - board.focus) / (0.5 * board.width))


def tower(
    board: Board, x: float, base: float, width: float, height: float, haze: float, plane: Plane, dice: Dice
) -> None:
    """Draw one building: body, shaded side, windows, something on the roof."""
    pen = board.pen(x, base, 1.0, plane, haze=haze)
    wall = dice.pick((DEEP.light(0.08), SECOND.dark(0.12), MAIN.dark(0.15), DEEP.light(0.22)))
    if board.night:
        wall = dice.pick((DEEP.light(0.05), DEEP.light(0.12), SECOND.dark(0.45), MAIN.dark(0.55)))
    form = dice.whole(0, 4)
    pen.box(0, 0, width, height, wall, solid=False, fade=wall.far(min(0.95, haze + 0.25)))
    pen.fill([(width * 0.74, 0), (width, 0), (width, height), (width * 0.74, height)], wall.dark(0.18), line=0)
    if form == 0:
        pen.box(width * 0.18, height, width * 0.8, height + 0.035, wall.dark(0.05))
        pen.stroke([(width * 0.5, height), (width * 0.5, height + 0.13)], 0.006, wall.dark(0.3), start=1, end=0.4)
        pen.oval(width * 0.5, height + 0.13, 0.006, 0.006, ACCENT, line=0, glow=1.0)
    elif form == 1:
        pen.fill([(0, height), (width, height), (width * 0.5, height + width * 0.75)], wall.light(0.08))
    elif form == 2:
        dome = smooth(
            [
                (0.0, height),
                (width * 0.14, height + width * 0.34),
                (width * 0.5, height + width * 0.5),
                (width * 0.86, height + width * 0.34),
                (width, height),
            ],
            corners=(0, 4),
        )
        pen.fill(dome, wall.light(0.1))
    elif form == 3:
        pen.box(width * 0.6, height, width * 0.9, height + 0.045, wall.dark(0.25), line=0.6)
        pen.fill(
            [(width * 0.56, height + 0.045), (width * 0.94, height + 0.045), (width * 0.75, height + 0.075)],
            wall.dark(0.35),
            line=0.6,
        )
    else:
        pen.box(-0.006, height - 0.012, width + 0.006, height + 0.012, wall.light(0.15), line=0.6)
    _windows(board, pen, width, height, haze, wall, dice)


def _windows(board: Board, pen: Pen, width: float, height: float, haze: float, wall: Tone, dice: Dice) -> None:
    columns, rows = max(2, int(width / 0.034)), max(3, int(height / 0.046))
    strips = dice.chance(0.3)
    for row in range(rows):
        y = height * (row + 0.42) / rows
        if strips:
            lit = board.night and dice.chance(0.6)
            pen.box(
                width * 0.1,
                y,
                width * 0.9,
                y + 0.016,
                LIGHT if lit else wall.light(0.3),
                line=0,
                glow=0.55 * (1 - haze) if lit else 0,
            )
            continue
        for column in range(columns):
            x = width * (column + 0.26) / columns
            lit = dice.chance(0.55 if board.night else 0.12)
            tone = dice.pick((LIGHT, LIGHT.light(0.2), ACCENT.light(0.2))) if lit and board.night else wall.light(0.34)
            pen.box(
                x,
                y,
                x + width * 0.48 / columns,
                y + 0.024,
                tone,
                line=0.25 if haze < 0.3 else 0,
                glow=0.7 * (1 - haze) if lit and board.night else 0,
            )


def _sign(board: Board, x: float, y: float, height: float, dice: Dice) -> None:
    """Draw an upright shop sign with strokes that stand for writing."""
    height = min(0.3, max(0.1, height))
    width = height * 0.26
    pen = board.pen(x, y, 1.0, Plane.MIDDLE)
    tone = dice.pick((ACCENT, LIGHT, MAIN, SECOND))
    pen.box(0, 0, width, height, INK.light(0.1) if board.night else tone, radius=width * 0.15, line=1.0, glow=0.15)
    frame = width * 0.1
    ink = tone if board.night else WHITE
    glow = 1.0 if board.night else 0.0
    for start, end in (
        ((frame, frame), (frame, height - frame)),
        ((width - frame, frame), (width - frame, height - frame)),
    ):
        pen.stroke([start, end], width * 0.09, ink, start=1, end=1, glow=glow)
    glyphs = max(2, int(height / width))
    for number in range(glyphs):
        _glyph(pen, width * 0.24, height * (number + 0.16) / glyphs, width * 0.52, ink, glow, dice)


def _glyph(pen: Pen, x: float, y: float, size: float, tone: Tone, glow: float, dice: Dice) -> None:
    for _ in range(3):
        level = y + size * dice.between(0.1, 0.95)
        pen.stroke(
            [(x, level), (x + size, level + size * dice.between(-0.05, 0.05))],
            size * 0.14,
            tone,
            start=1,
            end=0.8,
            glow=glow,
        )
    for _ in range(2):
        place = x + size * dice.between(0.15, 0.85)
        pen.stroke(
            [(place, y + size), (place + size * dice.between(-0.25, 0.25), y)],
            size * 0.14,
            tone,
            start=1,
            end=0.7,
            glow=glow,
        )


def _street(board: Board, base: float, dice: Dice) -> None:
    ground = DEEP.light(0.16) if not board.night else DEEP.dark(0.15)
    flat = np.array([(-0.05, base), (board.width + 0.05, base)])
    board.below(flat, ground.light(0.1), Plane.NEAR, ground.dark(0.22))
    board.below(flat + np.array([0, 0.032]), ground, Plane.NEAR, ground.dark(0.3))
    middle = board.width / 2
    for side in (-1, 1):
        for step in range(5):
            top, low = base + 0.06 + 0.09 * step**1.2, base + 0.1 + 0.1 * step**1.25
            spread = 0.12
            points = [
                (middle + side * spread * (top - base) * 4, top),
                (middle + side * (spread * (top - base) * 4 + 0.012 + 0.01 * step), top),
            ]
            points += [
                (middle + side * (spread * (low - base) * 4 + 0.02 + 0.012 * step), low),
                (middle + side * spread * (low - base) * 4, low),
            ]
            board.area(
                np.array(points),
                WHITE.dark(0.25) if not board.night else LIGHT.dark(0.25),
                Plane.NEAR,
                line=0,
                glow=0.05,
            )
    for x in np.arange(0.08, board.width, 0.3):
        _lamp(board, float(x) + dice.between(-0.03, 0.03), base + 0.045)
    if not board.scene.figures or board.scene.figures[0].subject.value == "city":
        side = dice.chance(0.5)
        car(
            board.pen(
                board.width * dice.between(0.3, 0.7), base + 0.62 * (board.height - base), 0.26, Plane.HERO, flip=side
            ),
            dice,
        )


def _lamp(board: Board, x: float, y: float) -> None:
    pen = board.pen(x, y, 0.24, Plane.NEAR)
    pen.stroke([(0, 0), (0, 0.6), (0.02, 0.92), (0.14, 0.98)], 0.028, INK.light(0.12), start=1.4, end=0.6)
    pen.oval(0.16, 0.95, 0.05, 0.028, LIGHT.light(0.3), line=0.5, glow=1.0 if board.night else 0.1)


def rooftop(board: Board) -> None:
    """Draw the skyline from above and the edge of a roof to stand on."""
    dice = board.dice.named("rooftop")
    sky(board)
    sun_or_moon(
        board,
        0.15,
        x=board.width - board.focus if abs(board.focus - board.width / 2) > 0.08 else board.away,
        y=board.horizon * 0.36,
    )
    base = board.height * 0.92
    _row(board, base, 0.42, 0.78, 0.74, Plane.FAR, dice)
    _row(board, base, 0.34, 0.8, 0.46, Plane.FAR, dice)
    _row(board, base, 0.26, 0.66, 0.14, Plane.MIDDLE, dice, signs=True)
    top = board.height * 0.84
    edge = np.array([(-0.05, top), (board.width + 0.05, top)])
    board.below(edge, DEEP.light(0.2), Plane.NEAR, DEEP.dark(0.1), line=1)
    board.below(edge + np.array([0, 0.04]), DEEP.light(0.06), Plane.NEAR, DEEP.dark(0.35), line=1)
    pen = board.pen(0, board.height, 1.0, Plane.NEAR)
    rows = max(2, int((board.height - top - 0.04) / 0.032))
    for row in range(rows):
        y = row * 0.032
        for x in np.arange(-0.1 + 0.05 * (row % 2), board.width, 0.1):
            pen.box(
                float(x),
                y,
                float(x) + 0.094,
                y + 0.027,
                DEEP.light(dice.between(0.0, 0.12)),
                line=0.4,
                fade=DEEP.dark(0.2),
            )
    far = board.width - board.focus
    tank = board.pen(far, top + 0.005, 0.2, Plane.NEAR)
    for x in (-0.28, 0.0, 0.28):
        tank.stroke([(x, 0), (x * 0.9, 0.5)], 0.06, INK.light(0.12), start=1, end=1)
    tank.box(-0.36, 0.42, 0.36, 1.0, SECOND.dark(0.4), solid=True, fade=SECOND.dark(0.6))
    tank.fill([(-0.42, 1.0), (0.42, 1.0), (0.0, 1.26)], SECOND.dark(0.55), solid=True)
    for y in (0.56, 0.84):
        tank.stroke([(-0.36, y), (0, y - 0.03), (0.36, y)], 0.03, INK.light(0.15), start=1, end=1)
