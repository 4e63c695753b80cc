"""From a scene to parts: horizon, focus, surroundings, subjects, weather."""

from collections.abc import Callable

import numpy as np

from services.executor.domain.painter.commission import Medium
from services.executor.domain.painter.curves import oval
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import DEEP, GROUND, LIGHT, SECOND, Part, Plane
from services.executor.domain.painter.places import abstract, indoors, land, sky, town, water, weather
from services.executor.domain.painter.places.board import Board
from services.executor.domain.painter.scene import Figure, Place, Scene, Subject
from services.executor.domain.painter.subjects.buildings import pagoda
from services.executor.domain.painter.subjects.catalogue import CATALOGUE, Entry, Stand
from services.executor.domain.painter.subjects.features import SIDES
from services.executor.domain.painter.subjects.plants import bamboo, conifer
from services.executor.domain.painter.subjects.vehicles import boat

_PLACES: dict[Place, Callable[[Board], None]] = {
    Place.MEADOW: land.meadow,
    Place.GARDEN: land.garden,
    Place.FOREST: land.forest,
    Place.MOUNTAINS: land.mountains,
    Place.CITY: town.city,
    Place.ROOFTOP: town.rooftop,
    Place.SEA: water.sea,
    Place.BEACH: water.beach,
    Place.UNDERWATER: water.underwater,
    Place.POND: water.pond,
    Place.DESERT: land.desert,
    Place.SNOWFIELD: land.snowfield,
    Place.SPACE: indoors.space,
    Place.SKY: sky.open_sky,
    Place.TABLE: indoors.table,
    Place.STUDIO: indoors.studio,
    Place.BAMBOO_GROVE: land.bamboo_grove,
    Place.ABSTRACT: abstract.abstract,
}


def compose(scene: Scene, medium: Medium, dark: bool, width: float, height: float, dice: Dice) -> tuple[Part, ...]:
    """Return the parts of the picture, far to near; *width* and *height* in frame units, the shorter is 1."""
    layout = dice.named("layout")
    side = layout.pick(SIDES)
    share = layout.between(0.03, 0.17) if len(scene.figures) < 2 and not _crowd(scene) else 0.0
    board = Board(
        parts=[],
        width=width,
        height=height,
        horizon=height * layout.between(0.5, 0.64),
        focus=width * (0.5 + side * share),
        scene=scene,
        medium=medium,
        dark=dark,
        dice=dice,
    )
    _PLACES[scene.place](board)
    if medium is Medium.INK_WASH and scene.place in (Place.BAMBOO_GROVE, Place.MEADOW, Place.STUDIO, Place.SKY):
        _bamboo_spray(board)
    for figure in scene.figures:
        if figure.subject not in CATALOGUE:
            _scenery(board, figure.subject)
    _stand(board, [figure for figure in scene.figures if figure.subject in CATALOGUE])
    weather.weather(board)
    return tuple(board.parts)


def _crowd(scene: Scene) -> bool:
    return any(figure.count > 1 for figure in scene.figures)


def _stand(board: Board, figures: list[Figure]) -> None:
    """Place every figure, the group side by side around the focus."""
    each = [CATALOGUE[figure.subject] for figure in figures for _ in range(min(5, figure.count))]
    if not each:
        return
    room = board.width * 0.96
    height = min(entry.share for entry in each) * board.height
    height = min(height, room / sum(entry.width for entry in each) * (1.0 if len(each) == 1 else 1.12), 1.15)
    total = sum(entry.width for entry in each) * height
    centre = (
        min(max(board.focus, total / 2 + 0.02), board.width - total / 2 - 0.02)
        if total < board.width
        else board.width / 2
    )
    left = centre - total / 2
    for number, entry in enumerate(each):
        dice = board.dice.named(f"figure {number}")
        size = height * (dice.between(0.9, 1.1) if len(each) == 1 else dice.between(0.86, 1.04))
        middle = left + entry.width * height / 2
        _figure(board, entry, middle, size, dice, lift=0.03 * (number % 2))
        left += entry.width * height


def _figure(board: Board, entry: Entry, x: float, size: float, dice: Dice, lift: float) -> None:
    if entry.stand is Stand.AIR:
        y = board.height * 0.5 + size * 0.5 + lift - 0.02
    elif entry.stand is Stand.FRAME:
        y = board.height + 0.004 if board.height <= 1.4 else board.height * 0.5 + size * 0.62
        y = max(y, board.height) if entry.share > 0.8 and size < board.height * 0.7 else y
    elif entry.stand is Stand.WATER:
        y = max(board.horizon + 0.16, board.height * 0.84) - lift
    else:
        y = _floor(board) - lift
        shadow = DEEP.dark(0.2) if board.dark else GROUND.dark(0.42)
        if board.medium not in (Medium.INK_WASH, Medium.LINE_ART):
            board.area(
                oval(x + 0.03 * size, y + 0.004, 0.42 * size * min(1.3, entry.width), 0.035 * size + 0.004),
                shadow,
                Plane.NEAR,
                line=0,
            )
    entry.draw(board.pen(x, y, size, Plane.HERO), dice)


def _floor(board: Board) -> float:
    if board.scene.place is Place.ROOFTOP:
        return board.height * 0.845
    return max(board.horizon + 0.14, board.height * 0.9)


def _scenery(board: Board, subject: Subject) -> None:
    """Add the accent that makes a mere landscape a picture."""
    dice = board.dice.named("accent")
    if subject in (Subject.SEA, Subject.SUN):
        boat(board.pen(board.away, board.horizon + 0.1, 0.2, Plane.MIDDLE), dice)
    elif subject is Subject.MOON:
        _moonrise(board, dice)
    elif subject is Subject.MOUNTAINS and dice.chance(0.5):
        pagoda(
            board.pen(board.focus, board.horizon + 0.3 * (board.height - board.horizon) + 0.1, 0.22, Plane.NEAR), dice
        )
    elif subject is Subject.PLANET:
        indoors.planet(board, board.focus, board.height * 0.52, 0.24, True)


def _moonrise(board: Board, dice: Dice) -> None:
    """Draw a great moon over the land, a fir and birds before it."""
    y = board.height * 0.36
    pen = board.pen(board.focus, y, 0.27, Plane.CLOUDS)
    if board.medium is Medium.INK_WASH:
        pen.oval(0, 0, 1.7, 1.7, DEEP.far(0.72), line=0)
    if board.medium not in sky.BRUSHED:
        for radius, haze in ((1.5, 0.88), (1.25, 0.74)):
            pen.oval(0, 0, radius, radius, LIGHT.far(haze), line=0, glow=0.1)
    sky.moon_disc(pen)
    for number in range(3):
        bar_x = board.focus + (0.2 if number % 2 else -0.16)
        sky.streak(board, bar_x, y + 0.06 + 0.07 * number, 0.3, 0.024, SECOND.far(0.55))
    for number in range(4):
        bird_x = board.width - board.focus + 0.07 * number - 0.1
        bird = board.pen(bird_x, y + 0.12 + 0.03 * (number % 3) - 0.02 * number, 0.05, Plane.MIDDLE)
        bird.stroke(
            [(-0.6, 0.22), (-0.25, 0.3), (0, 0), (0.25, 0.3), (0.6, 0.22)], 0.13, DEEP.dark(0.4), start=0.2, end=0.2
        )
    low = board.ridge(board.height * 0.84, 0.07, dice, 0.4, 4)
    board.below(low, DEEP.dark(0.25), Plane.NEAR, DEEP.dark(0.5))
    for x, size in ((board.away, 0.5), (board.away + 0.13, 0.34), (board.away - 0.15, 0.4)):
        conifer(board.pen(x, board.height * 0.87, size, Plane.NEAR), DEEP.dark(0.3))


def _bamboo_spray(board: Board) -> None:
    """Draw bamboo at the edge away from the subject, cut by the frame."""
    dice = board.dice.named("spray")
    edge = board.width * (0.06 if board.away < board.width / 2 else 0.94)
    bamboo(
        board.pen(
            edge,
            board.height * 1.02,
            0.62 * min(board.height, 1.2),
            Plane.MIDDLE,
            flip=bool(np.sign(edge - board.width / 2) > 0),
            haze=0.35,
        ),
        dice,
    )
