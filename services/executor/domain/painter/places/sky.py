"""The sky: gradient, stars, sun or moon, clouds."""

import numpy as np

from services.executor.domain.painter.commission import Medium
from services.executor.domain.painter.curves import Points, oval
from services.executor.domain.painter.drawing import ACCENT, AIR, DEEP, LIGHT, PAPER, SKY, WHITE, Pen, Plane, Tone
from services.executor.domain.painter.places.board import Board
from services.executor.domain.painter.scene import Hour, Subject, Weather

BRUSHED = (Medium.INK_WASH, Medium.LINE_ART)
"""Media that leave the sky as bare paper."""


def sky(board: Board) -> None:
    """Draw the sky down to below the horizon, with what shines in it."""
    low = AIR
    if board.scene.hour is Hour.SUNSET and board.medium not in BRUSHED:
        low = ACCENT.light(0.35)
    if board.medium in BRUSHED:
        board.area(_frame(board, board.height), PAPER, Plane.SKY, line=0)
    else:
        board.area(_frame(board, board.height), low, Plane.SKY, line=0)
        board.area(_frame(board, board.horizon + 0.05), SKY, Plane.SKY, fade=low, line=0)
    if board.night or board.scene.weather is Weather.STARS:
        stars(board)


def _frame(board: Board, low: float) -> Points:
    return np.array([(-0.02, -0.02), (board.width + 0.02, -0.02), (board.width + 0.02, low), (-0.02, low)])


def stars(board: Board, density: float = 60.0, low: float | None = None) -> None:
    """Scatter stars, a few of them with rays."""
    if board.medium in BRUSHED:
        return
    dice = board.dice.named("stars")
    bottom = board.horizon * 0.9 if low is None else low
    for number in range(int(density * board.width * max(0.3, bottom))):
        x, y = dice.between(0, board.width), dice.between(0, bottom)
        size = 0.0016 + 0.0028 * dice.between(0, 1) ** 3
        pen = board.pen(x, y, 1.0, Plane.SKY)
        pen.oval(0, 0, size, size, WHITE, line=0, glow=0.9)
        if number % 14 == 0:
            ray = size * 4.5
            cross = [(ray, 0), (size * 0.5, size * 0.5), (0, ray), (-size * 0.5, size * 0.5)]
            cross += [(-x_, -y_) for x_, y_ in cross]
            pen.fill(cross, LIGHT.light(0.4), line=0, glow=1.0)


def sun_or_moon(board: Board, size: float = 0.085, x: float | None = None, y: float | None = None) -> None:
    """Draw the sun by day, the moon by night, with a halo."""
    if board.scene.figures and board.scene.figures[0].subject is Subject.MOON:
        return
    dice = board.dice.named("sun")
    x = board.away + dice.between(-0.06, 0.06) if x is None else x
    sunset = board.scene.hour is Hour.SUNSET
    if y is None:
        y = board.horizon * dice.between(0.72, 0.86) if sunset else board.horizon * dice.between(0.2, 0.42)
    halo = LIGHT if board.night else LIGHT.light(0.3)
    pen = board.pen(x, y, size * (1.35 if sunset else 1.0), Plane.SKY)
    if board.medium not in (*BRUSHED, Medium.WOODBLOCK):
        for radius, haze in ((1.9, 0.86), (1.45, 0.72)):
            pen.oval(0, 0, radius, radius, halo.far(haze), line=0, glow=0.12)
    if board.night:
        moon_disc(pen.at(0, 0))
        return
    red = board.medium in (Medium.WOODBLOCK, Medium.INK_WASH) or sunset
    pen.oval(
        0,
        0,
        1.0,
        1.0,
        ACCENT if red else LIGHT.light(0.1),
        line=0.8,
        glow=0.8,
        fade=ACCENT.light(0.25) if red else None,
    )


def moon_disc(pen: Pen) -> None:
    """Draw a moon of radius 1 with its seas and craters."""
    pen.oval(0, 0, 1, 1, LIGHT.light(0.35), line=0.8, glow=0.75, fade=LIGHT.light(0.1))
    sea = LIGHT.dark(0.13)
    for points in (
        [(-0.5, 0.3), (-0.2, 0.6), (0.05, 0.5), (0.0, 0.2), (-0.25, 0.1), (-0.3, -0.1), (-0.55, 0.0)],
        [(0.2, 0.5), (0.5, 0.55), (0.6, 0.25), (0.4, 0.1), (0.2, 0.25)],
        [(0.25, -0.05), (0.55, -0.1), (0.5, -0.4), (0.2, -0.35)],
        [(-0.5, -0.3), (-0.2, -0.25), (-0.05, -0.5), (-0.3, -0.65)],
    ):
        pen.blob(points, sea, line=0, glow=0.5)
    for x, y, radius in (
        (0.08, -0.72, 0.11),
        (-0.68, 0.36, 0.08),
        (0.72, 0.0, 0.07),
        (0.3, 0.76, 0.07),
        (-0.2, -0.02, 0.05),
        (0.5, -0.62, 0.09),
    ):
        pen.oval(x, y, radius, radius, LIGHT.dark(0.2), line=0, glow=0.4)
        pen.oval(x + radius * 0.2, y - radius * 0.2, radius * 0.75, radius * 0.75, LIGHT.light(0.2), line=0, glow=0.5)


def cumulus(
    board: Board, x: float, y: float, size: float, tone: Tone, shade: Tone, plane: Plane = Plane.CLOUDS
) -> None:
    """Draw a heaped cloud with a flat base at *y* and lit lobes on top."""
    dice = board.dice.named(f"cloud {x:.3f} {y:.3f}")
    lobes = [(-0.72, 0.1, 0.24), (-0.36, 0.24, 0.36), (0.1, 0.36, 0.44), (0.52, 0.2, 0.32), (0.84, 0.08, 0.2)]
    base = [(px + dice.between(-0.06, 0.06), py, radius * dice.between(0.88, 1.1)) for px, py, radius in lobes]
    pen = board.pen(x, y, size, plane)
    pen.fill(_cloud_outline(base), tone, fade=shade, line=0.7)
    for px, py, radius in base[1:4]:
        arc = oval(px - radius * 0.05, py, radius * 0.72, radius * 0.72, 0, 60, 170, 14)
        pen.stroke(arc, 0.028, shade, start=0.1, end=0.1)


def _cloud_outline(lobes: list[tuple[float, float, float]]) -> Points:
    x = np.linspace(lobes[0][0] - lobes[0][2], lobes[-1][0] + lobes[-1][2], 90)
    top = np.zeros(len(x))
    for px, py, radius in lobes:
        inside = np.clip(radius**2 - (x - px) ** 2, 0, None)
        top = np.maximum(top, np.where(inside > 0, py + np.sqrt(inside), 0))
    base = -0.045 * np.sin(np.linspace(0, np.pi, len(x)))
    return np.vstack([np.column_stack([x, top]), np.column_stack([x, base])[::-1]])


def streak(
    board: Board, x: float, y: float, length: float, thick: float, tone: Tone, plane: Plane = Plane.CLOUDS
) -> None:
    """Draw a stratus: two or three rounded bars one upon the other."""
    pen = board.pen(x, y, 1.0, plane)
    for dx, dy, share in ((0.0, 0.0, 1.0), (0.16 * length, thick * 0.8, 0.6), (-0.2 * length, -thick * 0.75, 0.5)):
        half = length * share / 2
        pen.box(dx - half, dy - thick / 2, dx + half, dy + thick / 2, tone, radius=thick / 2, line=0.6)


def clouds(board: Board, count: int = 3) -> None:
    """Draw the day's clouds in the manner of the medium."""
    dice = board.dice.named("clouds")
    if board.medium in BRUSHED:
        return
    for number in range(count):
        x, y = dice.between(0, board.width), board.horizon * dice.between(0.14, 0.8)
        if board.night or board.scene.hour is Hour.SUNSET or board.medium in (Medium.WOODBLOCK, Medium.FLAT):
            tone = SKY.light(0.14).far(0.35) if board.night else WHITE.far(0.25)
            streak(board, x, y, dice.between(0.22, 0.45), dice.between(0.022, 0.036), tone)
        else:
            size = dice.between(0.13, 0.26) * (1.25 if number == 0 else 0.9)
            cumulus(board, x, max(y, size * 0.8), size, WHITE, AIR.light(0.1))


def open_sky(board: Board) -> None:
    """Draw the sky from high up: heaped clouds below, far hills."""
    dice = board.dice.named("open sky")
    sky(board)
    sun_or_moon(board, 0.12, y=board.height * 0.2)
    if board.medium in BRUSHED:
        return
    for row, (haze, size) in enumerate(((0.4, 0.16), (0.2, 0.22), (0.0, 0.3))):
        for number in range(max(2, int(3 * board.width))):
            x = (number + dice.between(0.1, 0.9)) * board.width / max(2, int(3 * board.width))
            y = board.height * (0.74 + 0.13 * row) + dice.between(-0.03, 0.03)
            plane = (Plane.CLOUDS, Plane.FAR, Plane.MIDDLE)[row]
            body = WHITE if not board.night else DEEP.light(0.3)
            cumulus(board, x, y, size, body.far(haze), AIR.far(0.5) if not board.night else DEEP.light(0.12), plane)
