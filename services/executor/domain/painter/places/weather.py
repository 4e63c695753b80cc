"""What falls or drifts before the eye."""

import numpy as np

from services.executor.domain.painter.curves import oval
from services.executor.domain.painter.drawing import ACCENT, AIR, LIGHT, MAIN, SECOND, WHITE, Plane
from services.executor.domain.painter.places.board import Board
from services.executor.domain.painter.scene import Weather


def weather(board: Board) -> None:
    """Draw the weather of the scene over everything."""
    match board.scene.weather:
        case Weather.RAIN:
            _rain(board)
        case Weather.SNOW:
            _snow(board)
        case Weather.PETALS:
            _drift(board, petals=True)
        case Weather.LEAVES:
            _drift(board, petals=False)
        case Weather.FOG:
            _fog(board)
        case _:
            return


def _rain(board: Board) -> None:
    dice = board.dice.named("rain")
    slant = dice.pick((-1, 1)) * dice.between(0.1, 0.2)
    for _ in range(int(150 * board.width * board.height)):
        x, y = dice.between(-0.1, board.width + 0.1), dice.between(-0.1, board.height)
        length = dice.between(0.03, 0.1)
        drop = np.array([(x, y), (x + slant * length + 0.0022, y + length), (x + slant * length - 0.0012, y + length)])
        board.area(drop, WHITE.far(0.35), Plane.FRONT, line=0, glow=0.12)
    for _ in range(int(16 * board.width)):
        x, y = dice.between(0, board.width), dice.between(board.height * 0.86, board.height)
        pen = board.pen(x, y, 1.0, Plane.FRONT)
        pen.stroke([(-0.02, 0), (0, -0.004), (0.02, 0)], 0.004, WHITE.far(0.2), start=0.2, end=0.2)


def _snow(board: Board) -> None:
    dice = board.dice.named("snow")
    for number in range(int(120 * board.width * board.height)):
        size = 0.0025 + 0.0085 * dice.between(0, 1) ** 3
        x, y = dice.between(0, board.width), dice.between(0, board.height)
        if number % 9 == 0:
            pen = board.pen(x, y, size * 2.4, Plane.FRONT)
            for turn in (0, 60, 120):
                arm = np.radians(turn + 15)
                pen.stroke([(-np.cos(arm), -np.sin(arm)), (np.cos(arm), np.sin(arm))], 0.22, WHITE, start=0.6, end=0.6)
            continue
        board.area(oval(x, y, size, size, steps=14), WHITE, Plane.FRONT, line=0, glow=0.2)


def _drift(board: Board, petals: bool) -> None:
    dice = board.dice.named("drift")
    for _ in range(int(46 * board.width * board.height)):
        x, y = dice.between(0, board.width), dice.between(0, board.height)
        pen = board.pen(x, y, dice.between(0.012, 0.03), Plane.FRONT).at(0, 0, tilt=dice.between(0, 360))
        if petals:
            tone = dice.pick((ACCENT.light(0.45), ACCENT.light(0.6), WHITE))
            pen.blob(
                [(0, -0.5), (0.42, 0.0), (0.2, 0.5), (0, 0.36), (-0.2, 0.5), (-0.42, 0.0)],
                tone,
                corners=(0, 3),
                line=0.4,
            )
        else:
            tone = dice.pick((ACCENT, MAIN, LIGHT.dark(0.1), SECOND))
            pen.blob(
                [(0, -0.9), (0.4, -0.2), (0.28, 0.3), (0, 0.8), (-0.28, 0.3), (-0.4, -0.2)],
                tone,
                corners=(0, 3),
                line=0.5,
            )
            pen.stroke([(0, -1.1), (0, 0.6)], 0.09, tone.dark(0.3), start=1, end=0.2)


def _fog(board: Board) -> None:
    dice = board.dice.named("fog")
    for number in range(7):
        y = board.horizon + 0.1 * (number - 3) + dice.between(-0.03, 0.03)
        x, length = dice.between(0, board.width), dice.between(0.35, 0.8)
        board.area(oval(x, y, length / 2, 0.018), AIR.light(0.2), Plane.MIDDLE, line=0)
