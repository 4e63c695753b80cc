"""Water: sea, beach, pond, the world below."""

import numpy as np

from services.executor.domain.painter.commission import Medium
from services.executor.domain.painter.curves import Points
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import (
    ACCENT,
    AIR,
    DEEP,
    LIGHT,
    MAIN,
    SECOND,
    SKY,
    WHITE,
    Pen,
    Plane,
    Tone,
)
from services.executor.domain.painter.places.board import Board
from services.executor.domain.painter.places.sky import clouds, sky, sun_or_moon
from services.executor.domain.painter.scene import Subject
from services.executor.domain.painter.subjects.features import leaf


def water_tone(board: Board) -> Tone:
    """Return the colour of water: the cooler, deeper one."""
    return DEEP.light(0.2) if not board.dark else DEEP.light(0.1)


def sea(board: Board, beach: bool = False) -> None:
    """Draw the open sea: far line, swell after swell, the light's path on the water."""
    dice = board.dice.named("sea")
    sky(board)
    glade = board.away if any(figure.subject is not Subject.SEA for figure in board.scene.figures) else board.focus
    sun_or_moon(board, 0.11, x=glade, y=board.horizon * (0.6 if board.medium is not Medium.WOODBLOCK else 0.42))
    clouds(board, 4)
    if dice.chance(0.6):
        island = board.ridge(board.horizon - 0.02, 0.12, dice, 0.5, 5)
        shape = np.clip(1 - ((island[:, 0] - board.width + glade) / 0.42) ** 2, 0, 1)
        island[:, 1] = board.horizon + 0.01 - shape * (0.06 + 0.8 * np.abs(board.horizon - island[:, 1]))
        board.below(island, SECOND.far(0.6), Plane.FAR)
    tone = water_tone(board)
    flat = np.array([(-0.05, board.horizon), (board.width + 0.05, board.horizon)])
    board.below(flat, tone.far(0.55), Plane.FAR, tone.dark(0.12), line=0.5)
    _glade(board, glade, dice)
    rows = 7
    for row in range(rows):
        t = (row + 1) / rows
        y = board.horizon + (board.height - board.horizon) * (0.05 + 0.95 * t**1.55) - 0.035 * t
        if beach and t > 0.6:
            break
        _swell(board, y, t, tone, dice)
    if _only_sea(board) and (
        board.medium in (Medium.WOODBLOCK, Medium.INK_WASH) or "浪" in board.scene.words or "wave" in board.scene.words
    ):
        side = -1 if glade > board.width / 2 else 1
        great_wave(board, board.width * (0.5 - side * 0.3), board.height * 1.0, 0.5 * board.height, side < 0)


def _only_sea(board: Board) -> bool:
    return all(figure.subject is Subject.SEA for figure in board.scene.figures)


def _glade(board: Board, x: float, dice: Dice) -> None:
    tone = LIGHT.light(0.35)
    for number in range(15):
        t = number / 14
        y = board.horizon + 0.012 + (board.height - board.horizon) * 0.62 * t**1.3
        half = (0.035 + 0.1 * t) * dice.between(0.45, 1.2)
        pen = board.pen(x + dice.between(-0.05, 0.05) * t, y, 1.0, Plane.FAR)
        pen.stroke([(-half, 0), (0, 0.002), (half, 0)], 0.006 + 0.009 * t, tone, start=0.05, end=0.05, glow=0.4)


def _swell(board: Board, y: float, t: float, tone: Tone, dice: Dice) -> None:
    """Draw one row of waves with pointed crests and foam."""
    length, rise = 0.1 + 0.3 * t, 0.008 + 0.035 * t
    x = np.linspace(-0.05, board.width + 0.05, 240)
    phase = dice.between(0, 10)
    wave = (x / length + phase + 0.12 * np.sin(x * 5 + phase)) % 1.0
    crest = np.abs(np.sin(np.pi * wave)) ** 0.7
    uneven = 0.65 + 0.35 * np.sin(x * 2.3 / length * 0.37 + phase * 3)
    curve = np.column_stack([x, y + rise * (crest - 0.5) * uneven])
    plane = Plane.FAR if t < 0.35 else Plane.MIDDLE if t < 0.72 else Plane.NEAR
    shade = 0.08 + 0.16 * t
    board.below(curve, tone.light(0.22 - 0.1 * t).far(0.4 * (1 - t)), plane, tone.dark(shade), line=0.8)
    peaks = np.nonzero((curve[1:-1, 1] < curve[:-2, 1]) & (curve[1:-1, 1] <= curve[2:, 1]))[0] + 1
    for peak in peaks.tolist():
        px, py = curve[peak]
        reach = length * dice.between(0.22, 0.42)
        foam = board.pen(float(px), float(py), 1.0, plane)
        foam.stroke(
            [
                (-reach, -rise * 0.7),
                (-reach * 0.3, -rise * 0.12),
                (0, 0.0),
                (reach * 0.35, -rise * 0.16),
                (reach, -rise * 0.75),
            ],
            0.005 + 0.008 * t,
            WHITE,
            start=0.1,
            end=0.1,
        )
        if t > 0.3:
            foam.stroke(
                [(-reach * 0.5, -rise * 1.3), (0, -rise * 1.05), (reach * 0.6, -rise * 1.5)],
                0.004 + 0.004 * t,
                tone.light(0.42),
                start=0.1,
                end=0.1,
            )


def great_wave(board: Board, x: float, y: float, size: float, flip: bool) -> None:
    """Draw a breaking wave with claws of foam."""
    pen = board.pen(x, y, size, Plane.NEAR, flip=flip)
    tone = water_tone(board)
    body = [
        (-1.2, -0.2),
        (-1.05, 0.28),
        (-0.74, 0.66),
        (-0.3, 0.9),
        (0.12, 0.93),
        (0.4, 0.78),
        (0.47, 0.58),
        (0.36, 0.62),
        (0.2, 0.66),
        (0.02, 0.58),
        (-0.1, 0.42),
        (-0.12, 0.24),
        (0.0, 0.08),
        (0.3, -0.02),
        (0.8, -0.05),
        (0.8, -0.2),
    ]
    pen.blob(body, tone, corners=(0, 6, 15), solid=True, fade=tone.dark(0.32), line=1.2)
    for number in range(7):
        t = number / 7
        start = (-0.1 + 0.2 * t - 0.12, 0.7 + 0.16 * t * (1 - t))
        band = [
            (-0.95 + 0.13 * number, -0.2),
            (-0.78 + 0.1 * number, 0.2),
            (-0.5 + 0.07 * number, 0.5 + 0.02 * number),
            start,
            (0.2 + 0.02 * number, 0.86 - 0.025 * number),
        ]
        pen.stroke(band, 0.034, WHITE.far(0.15) if number % 2 else tone.light(0.45), start=0.25, end=0.1)
    _foam(board, pen)


def _foam(board: Board, pen: Pen) -> None:
    """Draw the crest, its claws and the spray."""
    crest = [
        (-0.82, 0.62),
        (-0.35, 0.93),
        (0.12, 0.99),
        (0.44, 0.84),
        (0.56, 0.6),
        (0.5, 0.52),
        (0.42, 0.58),
        (0.36, 0.5),
        (0.3, 0.62),
        (0.22, 0.56),
        (0.17, 0.7),
        (0.08, 0.64),
        (0.05, 0.77),
        (-0.06, 0.74),
        (-0.1, 0.83),
        (-0.4, 0.82),
    ]
    pen.blob(crest, WHITE, corners=(0, 5, 7, 9, 11, 13), solid=True, line=1.0)
    for px, py, tilt in (
        (0.56, 0.56, -95),
        (0.47, 0.5, -110),
        (0.33, 0.48, -100),
        (0.2, 0.52, -115),
        (0.06, 0.6, -110),
        (0.57, 0.7, -40),
        (0.5, 0.84, -10),
    ):
        claw = pen.at(px, py, 0.1, tilt=tilt)
        claw.stroke([(-0.3, 0.1), (0.5, 0.18), (1.0, -0.25)], 0.42, WHITE, start=0.8, end=0.15, line=0.7)
    dice = board.dice.named("spray")
    for _ in range(34):
        size = dice.between(0.006, 0.017)
        pen.oval(dice.between(0.3, 1.0), dice.between(0.86, 1.2), size, size, WHITE, line=0.3)
    for px, py in ((0.18, 0.03), (0.42, 0.0), (0.62, -0.03), (0.02, 0.12)):
        pen.oval(px, py, 0.09, 0.035, WHITE, line=0.5)


def beach(board: Board) -> None:
    """Draw the sea behind a sandy shore with shells."""
    sea(board, beach=True)
    dice = board.dice.named("beach")
    shore = board.ridge(board.horizon + 0.62 * (board.height - board.horizon), 0.05, dice, 0.3, 3)
    board.below(shore + np.array([0, -0.028]), WHITE, Plane.NEAR)
    board.below(shore, LIGHT.dark(0.12), Plane.NEAR, LIGHT.light(0.15))
    for _ in range(26):
        x, y = dice.between(0, board.width), dice.between(float(shore[:, 1].max()), board.height)
        board.pen(x, y, 0.006, Plane.NEAR).oval(
            0, 0, dice.between(0.5, 1.3), 0.45, dice.pick((LIGHT.dark(0.25), WHITE, ACCENT.light(0.3))), line=0.2
        )


def pond(board: Board) -> None:
    """Draw still water seen from above, with ripples and floating leaves."""
    dice = board.dice.named("pond")
    tone = water_tone(board)
    frame = np.array(
        [
            (-0.02, -0.02),
            (board.width + 0.02, -0.02),
            (board.width + 0.02, board.height + 0.02),
            (-0.02, board.height + 0.02),
        ]
    )
    brushed = board.medium in (Medium.INK_WASH, Medium.LINE_ART)
    board.area(frame, AIR if brushed else tone.light(0.3), Plane.SKY, None if brushed else tone.dark(0.05), line=0)
    for _ in range(9):
        x, y, reach = dice.between(0, board.width), dice.between(0, board.height), dice.between(0.06, 0.2)
        pen = board.pen(x, y, 1.0, Plane.FAR)
        for lift in (0.0, 0.022):
            pen.stroke(
                [(-reach, lift), (-reach * 0.3, lift + 0.012), (reach * 0.4, lift - 0.008), (reach, lift + 0.006)],
                0.007,
                tone.light(0.55),
                start=0.1,
                end=0.1,
            )
    corner_x, corner_y = board.away, board.height * dice.pick((0.13, 0.87))
    for dx, dy, size in ((0.0, 0.0, 0.15), (0.19, 0.05, 0.1), (-0.16, 0.06, 0.11), (0.05, -0.13, 0.08)):
        _lily_pad(board, corner_x + dx, corner_y + dy, size, dice.between(0, 360))
    _lily_pad(board, board.width - corner_x, board.height - corner_y, 0.09, dice.between(0, 360))
    bloom = board.pen(corner_x + 0.05, corner_y + 0.02, 0.085, Plane.MIDDLE)
    for ring, size in ((0, 1.0), (30, 0.68)):
        for turn in range(0, 360, 45):
            petal = bloom.at(0, 0, size, tilt=turn + ring)
            petal.blob(
                [(0, 0), (0.5, 0.24), (1, 0), (0.5, -0.24)],
                WHITE if ring else ACCENT.light(0.45),
                corners=(0, 2),
                line=0.6,
            )
    bloom.oval(0, 0, 0.2, 0.2, LIGHT, line=0.4)


def _lily_pad(board: Board, x: float, y: float, size: float, turn: float) -> None:
    pen = board.pen(x, y, size, Plane.MIDDLE)
    angle = np.radians(np.linspace(turn + 14, turn + 346, 40))
    rim: Points = np.vstack([np.zeros((1, 2)), np.column_stack([np.cos(angle), np.sin(angle)])])
    pen.fill(rim, SECOND.dark(0.06), solid=True, fade=SECOND.light(0.1))
    for part in range(8):
        vein = np.radians(turn + 35 + part * 41.5)
        pen.stroke(
            [(0, 0), (0.5 * np.cos(vein), 0.5 * np.sin(vein)), (0.93 * np.cos(vein), 0.93 * np.sin(vein))],
            0.035,
            SECOND.light(0.3),
            start=1,
            end=0.2,
        )


def underwater(board: Board) -> None:
    """Draw the world below the surface: shafts of light, weeds, corals, bubbles."""
    dice = board.dice.named("underwater")
    frame = np.array(
        [
            (-0.02, -0.02),
            (board.width + 0.02, -0.02),
            (board.width + 0.02, board.height + 0.02),
            (-0.02, board.height + 0.02),
        ]
    )
    board.area(frame, AIR if not board.dark else SKY.light(0.2), Plane.SKY, DEEP, line=0)
    for _ in range(5):
        x, lean, wide = dice.between(0, board.width), dice.between(-0.3, 0.3), dice.between(0.03, 0.09)
        shaft = np.array(
            [
                (x, -0.02),
                (x + wide, -0.02),
                (x + wide * 2.6 + lean, board.height * 0.8),
                (x - wide + lean, board.height * 0.8),
            ]
        )
        board.area(shaft, WHITE.far(0.72), Plane.SKY, DEEP.light(0.1), line=0)
    board.below(board.ridge(board.height * 0.78, 0.14, dice, 0.5, 4), DEEP.far(0.35), Plane.FAR)
    board.below(board.ridge(board.height * 0.9, 0.05, dice, 0.4, 3), LIGHT.dark(0.2), Plane.MIDDLE, LIGHT.dark(0.4))
    for number in range(max(6, int(10 * board.width))):
        x, height = dice.between(0, board.width), dice.between(0.14, 0.4)
        if abs(x - board.focus) < 0.16:
            height *= 0.4
        pen = board.pen(x, board.height * dice.between(0.93, 1.0), height, Plane.NEAR)
        tone = dice.pick((SECOND, SECOND.dark(0.2), ACCENT.dark(0.1), MAIN.dark(0.2)))
        if number % 2:
            pen.stroke([(0, 0), (0.12, 0.3), (-0.1, 0.6), (0.08, 1.0)], 0.1, tone, start=1, end=0.1, line=0.7)
            for k in range(6):
                leaf(pen, 0.03 * (-1) ** k, 0.12 + 0.13 * k, 0.26, 40 if k % 2 else 140, tone, 0.4)
        else:
            for tilt in (-46, -22, 0, 22, 46):
                pen.at(0, 0, 0.7, tilt=tilt).stroke(
                    [(0, 0), (0.02, 0.5), (0, 0.9)], 0.1, tone, start=0.8, end=0.7, line=0.7
                )
    for _ in range(22):
        size = dice.between(0.005, 0.02)
        pen = board.pen(dice.between(0, board.width), dice.between(0, board.height * 0.9), size, Plane.NEAR)
        pen.oval(0, 0, 1, 1, WHITE.far(0.6), line=0.5)
        pen.oval(-0.3, 0.35, 0.3, 0.3, WHITE, line=0)
