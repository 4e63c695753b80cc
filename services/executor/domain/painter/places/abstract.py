"""For words nobody taught the painter: flowing bands around one focal form, another picture for every word."""

import numpy as np

from services.executor.domain.painter.curves import oval, ribbon
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import ACCENT, AIR, DEEP, GROUND, LIGHT, MAIN, SECOND, WHITE, Plane
from services.executor.domain.painter.places.board import Board
from services.executor.domain.painter.places.sky import cumulus, sky

_TONES = (MAIN, SECOND, ACCENT, LIGHT, DEEP.light(0.15), GROUND, MAIN.light(0.3), SECOND.dark(0.2))


def abstract(board: Board) -> None:
    """Draw sky, a great disc at a third, currents that flow around it, and a scatter of small forms."""
    dice = board.dice.named("abstract")
    sky(board)
    x, y = board.focus, board.height * dice.pick((0.36, 0.42, 0.5))
    _rays_or_rings(board, x, y, dice)
    _currents(board, y, dice)
    (_facets, _petals, _orbits, _steps)[dice.whole(0, 3)](board, x, y, dice)
    for _ in range(dice.whole(10, 22)):
        size = dice.between(0.006, 0.022)
        board.area(
            oval(dice.between(0, board.width), dice.between(0, board.height), size, size),
            dice.pick(_TONES),
            Plane.FRONT,
            line=0.5,
            glow=0.3,
        )


def _rays_or_rings(board: Board, x: float, y: float, dice: Dice) -> None:
    tones = [dice.pick(_TONES) for _ in range(3)]
    if dice.chance(0.4):
        for number in range(18):
            angle = np.radians(number * 20 + dice.between(-2, 2))
            far = 2.5 * max(board.width, board.height)
            wedge = [
                (x, y),
                (x + far * np.cos(angle), y + far * np.sin(angle)),
                (x + far * np.cos(angle + 0.16), y + far * np.sin(angle + 0.16)),
            ]
            board.area(np.array(wedge), AIR.light(0.25) if number % 2 else LIGHT.far(0.6), Plane.SKY, line=0)
    for number, radius in enumerate((0.44, 0.35, 0.27)):
        board.area(
            oval(x, y, radius, radius),
            tones[number].far(0.42 - 0.16 * number),
            Plane.CLOUDS,
            line=0.6,
            fade=tones[number].light(0.2).far(0.3),
            glow=0.15,
        )


def _currents(board: Board, level: float, dice: Dice) -> None:
    t = np.linspace(-0.1, board.width + 0.1, 70)
    swing, frequency = dice.between(0.06, 0.2), dice.between(0.5, 1.2)
    for number in range(9):
        share = number / 8
        base = level + (board.height - level + 0.12) * (0.1 + 0.9 * share)
        phase = dice.between(-0.6, 0.6) + number * 0.55
        wave = base + swing * (1.1 - 0.5 * share) * np.sin(t / board.width * frequency * 2 * np.pi + phase)
        tone = _TONES[(number + dice.whole(0, 1)) % len(_TONES)]
        plane = (Plane.FAR, Plane.MIDDLE, Plane.NEAR)[min(2, number // 3)]
        board.below(
            np.column_stack([t, wave]), tone.far(0.45 * (1 - share)), plane, tone.dark(0.22).far(0.2 * (1 - share))
        )
        edge = ribbon(np.column_stack([t, wave + 0.012]), 0.007 + 0.004 * np.sin(t * 9))
        board.area(edge, WHITE.far(0.15), plane, line=0)


def _facets(board: Board, x: float, y: float, dice: Dice) -> None:
    """Draw a crystal: facets around an off-centre point."""
    count = dice.whole(6, 9)
    angle = np.sort(np.linspace(0, 2 * np.pi, count, endpoint=False) + dice.many(count, -0.2, 0.2))
    radius = dice.many(count, 0.18, 0.3)
    rim = np.column_stack([x + radius * np.cos(angle), y + radius * 1.15 * np.sin(angle)])
    heart = np.array([x - 0.03, y - 0.05])
    for number in range(count):
        following = (number + 1) % count
        tone = (MAIN, SECOND, ACCENT)[number % 3]
        light = 0.35 * np.cos(angle[number] + 2.2)
        board.area(
            np.array([heart, rim[number], rim[following]]),
            tone.light(light) if light > 0 else tone.dark(-light),
            Plane.HERO,
        )
        middle = (rim[number] + rim[following] + heart) / 3
        board.area(np.array([heart, middle, rim[following]]), tone.light(0.3), Plane.HERO, line=0.5)


def _petals(board: Board, x: float, y: float, dice: Dice) -> None:
    """Draw a mandala of petals."""
    count = dice.whole(6, 11)
    for ring, (reach, width) in enumerate(((0.31, 0.1), (0.22, 0.085), (0.13, 0.06))):
        for number in range(count):
            pen = board.pen(x, y, 1.0, Plane.HERO).at(0, 0, tilt=360 * (number + 0.5 * (ring % 2)) / count)
            tone = (MAIN, ACCENT, LIGHT)[ring].dark(0.1 * (number % 2))
            pen.blob(
                [(0.02, 0), (reach * 0.55, width * 0.6), (reach, 0), (reach * 0.55, -width * 0.6)],
                tone,
                corners=(2,),
                solid=True,
            )
    board.area(oval(x, y, 0.05, 0.05), LIGHT.light(0.3), Plane.HERO, glow=0.6)


def _orbits(board: Board, x: float, y: float, dice: Dice) -> None:
    """Draw a sphere with orbits and moons."""
    pen = board.pen(x, y, 1.0, Plane.HERO)
    for number in range(3):
        tilt, squash = dice.between(-40, 40), dice.between(0.25, 0.5)
        reach = 0.26 + 0.075 * number
        path = oval(0, 0, reach, reach * squash, tilt, 0, 359, 80)
        pen.stroke(path, 0.008, WHITE.dark(0.1), start=1, end=1, glow=0.4)
        spot = path[dice.whole(0, 60)]
        pen.oval(
            float(spot[0]),
            float(spot[1]),
            0.03 - 0.005 * number,
            0.03 - 0.005 * number,
            (ACCENT, LIGHT, SECOND)[number],
            solid=True,
            glow=0.3,
        )
    pen.oval(0, 0, 0.17, 0.17, MAIN, solid=True, fade=DEEP)
    for level in (-0.06, 0.0, 0.06):
        pen.stroke([(-0.15, level), (0, level - 0.04), (0.15, level)], 0.014, MAIN.light(0.35), start=0.2, end=0.2)


def _steps(board: Board, x: float, y: float, dice: Dice) -> None:
    """Draw floating slabs that climb towards a small sun, with clouds between."""
    side = dice.pick((-1, 1))
    for number in range(6):
        px, py = x + side * (0.3 - 0.11 * number), y + 0.26 - 0.095 * number
        pen = board.pen(px, py, 0.14 - 0.01 * number, Plane.HERO)
        tone = (MAIN, SECOND, ACCENT)[number % 3]
        pen.fill([(-1, 0), (0, -0.42), (1, 0), (0, 0.42)], tone.light(0.25))
        pen.fill([(-1, 0), (0, -0.42), (0, -0.85), (-1, -0.42)], tone)
        pen.fill([(1, 0), (0, -0.42), (0, -0.85), (1, -0.42)], tone.dark(0.25))
    board.area(oval(x - side * 0.3, y - 0.34, 0.07, 0.07), LIGHT, Plane.HERO, fade=ACCENT, glow=0.8)
    cumulus(board, x + side * 0.3, y - 0.02, 0.12, WHITE, AIR, Plane.HERO)
