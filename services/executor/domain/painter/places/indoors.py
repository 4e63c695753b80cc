"""Places without weather: a table by a window, a studio wall, space."""

import numpy as np

from services.executor.domain.painter.commission import Medium
from services.executor.domain.painter.curves import Points, oval
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import (
    ACCENT,
    AIR,
    DEEP,
    GROUND,
    LIGHT,
    MAIN,
    PAPER,
    SECOND,
    SKY,
    WHITE,
    Pen,
    Plane,
)
from services.executor.domain.painter.places.board import Board
from services.executor.domain.painter.places.sky import BRUSHED, moon_disc, stars
from services.executor.domain.painter.subjects.features import leaf


def table(board: Board) -> None:
    """Draw a wall with a window, a curtain and a table top."""
    wall = PAPER if not board.dark else DEEP.light(0.12)
    board.area(_frame(board), wall, Plane.SKY, wall.dark(0.08) if board.medium not in BRUSHED else None, line=0)
    side = board.away
    pen = board.pen(side, board.horizon * 0.86, 0.62, Plane.FAR)
    pen.box(-0.4, 0.0, 0.4, 1.0, WHITE.dark(0.05), line=0.8)
    pen.box(-0.36, 0.04, 0.36, 0.96, SKY.light(0.2) if not board.night else SKY, line=0.6, fade=AIR)
    hill = [(-0.36, 0.04), (-0.36, 0.28), (-0.1, 0.4), (0.12, 0.3), (0.36, 0.36), (0.36, 0.04)]
    pen.blob(hill, SECOND.far(0.5), corners=(0, 1, 4, 5), line=0.4)
    if board.night:
        moon_disc(pen.at(0.14, 0.74, 0.1))
    else:
        pen.oval(0.14, 0.72, 0.08, 0.08, LIGHT, line=0.5, glow=0.6)
    pen.box(-0.02, 0.04, 0.02, 0.96, WHITE.dark(0.05), line=0.4)
    pen.box(-0.36, 0.5, 0.36, 0.54, WHITE.dark(0.05), line=0.4)
    for edge in (-1, 1):
        drape = [
            (edge * 0.52, 1.08),
            (edge * 0.2, 1.08),
            (edge * 0.3, 0.7),
            (edge * 0.4, 0.35),
            (edge * 0.34, -0.12),
            (edge * 0.56, -0.12),
        ]
        pen.blob(drape, ACCENT.light(0.3), corners=(0, 1, 4, 5), fade=ACCENT.light(0.1))
        for x in (0.46, 0.4):
            pen.stroke(
                [(edge * x, 1.05), (edge * (x + 0.03), 0.5), (edge * (x + 0.02), -0.1)],
                0.014,
                ACCENT.dark(0.1),
                start=0.4,
                end=0.8,
            )
    _table_top(board)


def _table_top(board: Board) -> None:
    """Draw the boards of the table and the shadow on them."""
    dice = board.dice.named("table top")
    top = board.horizon + 0.12 * board.height
    edge_line = np.array([(-0.05, top), (board.width + 0.05, top)])
    wood = GROUND.light(0.1) if board.dark else LIGHT.dark(0.22)
    board.below(edge_line, wood.light(0.14), Plane.NEAR, wood.dark(0.08), line=1)
    for number in range(5):
        y = top + (board.height - top) * (number + 0.5) / 5
        grain = [
            (-0.05, y),
            (board.width * 0.3, y + dice.between(-0.01, 0.01)),
            (board.width * 0.7, y + dice.between(-0.01, 0.01)),
            (board.width + 0.05, y),
        ]
        ground = board.pen(0, 0, 1.0, Plane.NEAR)
        ground.stroke([(x, -y_) for x, y_ in grain], 0.004, wood.dark(0.25), start=0.6, end=0.6)
    shade = oval(board.focus, board.height * 0.9, 0.4, 0.035)
    board.area(shade, wood.dark(0.3), Plane.NEAR, line=0)


def studio(board: Board) -> None:
    """Draw a quiet backdrop for a portrait: a disc, arcs and sprigs in the palette's tones."""
    dice = board.dice.named("studio")
    wall = PAPER if not board.dark else DEEP.light(0.06)
    fade = None if board.medium in BRUSHED else (SECOND.far(0.62) if not board.dark else DEEP.light(0.3))
    board.area(_frame(board), wall, Plane.SKY, fade, line=0)
    outer, inner = dice.pick(
        (
            (LIGHT.dark(0.04), LIGHT.light(0.35)),
            (ACCENT.light(0.3), ACCENT.light(0.55)),
            (SECOND.far(0.5), LIGHT.light(0.3)),
        )
    )
    centre_y = max(board.height * 0.42, board.height - 0.64)
    if board.medium not in (Medium.INK_WASH, Medium.LINE_ART):
        board.area(
            oval(board.focus + dice.between(-0.06, 0.06), centre_y, 0.43, 0.43),
            outer,
            Plane.CLOUDS,
            outer.light(0.3),
            line=0.6,
            glow=0.3 if board.dark else 0,
        )
        board.area(
            oval(board.focus + dice.between(-0.06, 0.06), centre_y, 0.34, 0.34),
            inner,
            Plane.CLOUDS,
            line=0,
        )
    _sprigs(board, dice)


def _sprigs(board: Board, dice: Dice) -> None:
    """Draw leafy sprigs that grow in from both sides."""
    for edge in (-1, 1):
        base_x = 0.0 if edge < 0 else board.width
        for number in range(3):
            tilt = 62 - 24 * number + dice.between(-6, 6)
            sprig = board.pen(
                base_x - edge * 0.02,
                board.height * (0.98 - 0.07 * number),
                0.62 - 0.12 * number,
                Plane.FAR,
                flip=edge > 0,
            )
            branch = sprig.at(0, 0, tilt=tilt)
            tone = (SECOND.dark(0.06), GROUND.dark(0.16), SECOND.light(0.2))[number].far(0.15)
            branch.stroke([(0, 0), (0.5, 0.06), (0.96, 0.0)], 0.016, tone.dark(0.2), start=1, end=0.3)
            for step in range(7):
                along = 0.2 + step * 0.115
                for up in (1, -1):
                    leaf(
                        branch,
                        along,
                        0.05 * np.sin(along * 3),
                        0.2 * (1.15 - 0.55 * along),
                        up * (52 - 18 * along),
                        tone,
                        0.4,
                    )


def space(board: Board) -> None:
    """Draw the dark between the worlds: stars, nebula, planets."""
    dice = board.dice.named("space")
    deep = DEEP if board.medium not in BRUSHED else PAPER
    board.area(
        _frame(board),
        deep.dark(0.45) if board.medium not in BRUSHED else PAPER,
        Plane.SKY,
        deep.dark(0.1) if board.medium not in BRUSHED else None,
        line=0,
    )
    for number in range(5):
        bend = dice.between(-0.2, 0.2)
        y = board.height * (0.2 + 0.15 * number)
        t = np.linspace(-0.1, board.width + 0.1, 30)
        path = np.column_stack([t, -(y + bend * np.sin(t * 3 + number) - 0.25 * t)])
        tone = (ACCENT, SECOND, MAIN, DEEP.light(0.3), SECOND)[number].dark(0.3)
        board.pen(0, 0, 1.0, Plane.SKY).stroke(path, 0.1 + 0.06 * (number % 2), tone, start=0.1, end=0.1)
    stars(board, 150.0, board.height)
    planet(board, board.away, board.height * dice.between(0.2, 0.32), 0.14, True)
    planet(board, board.width - board.away * 0.6, board.height * dice.between(0.66, 0.8), 0.06, False)
    for _ in range(3):
        x, y = dice.between(0.1, board.width), dice.between(0.05, board.height * 0.5)
        pen = board.pen(x, y, 1.0, Plane.CLOUDS)
        pen.stroke([(0, 0), (0.08, 0.04), (0.18, 0.085)], 0.008, WHITE, start=1.4, end=0.05, glow=0.8)


def planet(board: Board, x: float, y: float, size: float, ringed: bool) -> None:
    """Draw a banded planet, perhaps with a ring."""
    pen = board.pen(x, y, size, Plane.CLOUDS)
    tilted = pen.at(0, 0, tilt=-18)
    tone = MAIN if ringed else SECOND
    if ringed:
        _ring(tilted, 0, 180)
    tilted.oval(0, 0, 1, 1, tone, solid=True)
    for level, thick, shade in (
        (0.62, 0.14, 0.2),
        (0.28, 0.2, 0.34),
        (-0.1, 0.16, 0.14),
        (-0.45, 0.22, 0.3),
        (-0.75, 0.1, 0.1),
    ):
        reach = float(np.sqrt(max(0.0, 1 - level**2)))
        low = float(np.sqrt(max(0.0, 1 - (level - thick) ** 2)))
        band = [
            (-reach, level),
            (0, level - 0.07),
            (reach, level),
            (low, level - thick),
            (0, level - thick - 0.07),
            (-low, level - thick),
        ]
        tilted.blob([(px * 0.985, py) for px, py in band], tone.light(shade), corners=(0, 2, 3, 5), line=0)
    tilted.oval(0.3, -0.3, 0.2, 0.1, ACCENT, line=0)
    shade_points = np.vstack([oval(0, 0, 1, 1, 0, -120, 60, 30), oval(-0.28, 0.2, 0.98, 0.98, 0, 50, -110, 30)])
    tilted.fill(shade_points, tone.dark(0.42), line=0)
    if ringed:
        _ring(tilted, 180, 360)


def _ring(pen: Pen, start: float, end: float) -> None:
    for radius, width, tone in ((1.75, 0.2, LIGHT), (1.45, 0.16, ACCENT.light(0.3))):
        outer, inner = (
            oval(0, 0, radius + width / 2, (radius + width / 2) * 0.26, 0, start, end + 0.01, 50),
            oval(0, 0, radius - width / 2, (radius - width / 2) * 0.26, 0, end, start, 50),
        )
        pen.fill(np.vstack([outer, inner]), tone, line=0.4, glow=0.15)


def _frame(board: Board) -> Points:
    return np.array(
        [
            (-0.02, -0.02),
            (board.width + 0.02, -0.02),
            (board.width + 0.02, board.height + 0.02),
            (-0.02, board.height + 0.02),
        ]
    )
