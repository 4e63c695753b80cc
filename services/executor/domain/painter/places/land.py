"""Open country: meadow, hills, mountains, forest, desert, snow."""

import numpy as np

from services.executor.domain.painter.commission import Medium
from services.executor.domain.painter.curves import Points
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import ACCENT, DEEP, GROUND, LIGHT, MAIN, SECOND, WHITE, Plane, Role, Tone
from services.executor.domain.painter.places.board import Board
from services.executor.domain.painter.places.sky import clouds, sky, sun_or_moon
from services.executor.domain.painter.subjects.features import grass_tuft
from services.executor.domain.painter.subjects.plants import cactus, conifer, crown


def meadow(board: Board, flowers: int = 26) -> None:
    """Draw rolling hills under the sky, trees at the back, grass and flowers in front."""
    dice = board.dice.named("meadow")
    sky(board)
    sun_or_moon(board)
    clouds(board)
    board.below(board.ridge(board.horizon - 0.07, 0.14, dice, 0.42, 4), GROUND.far(0.68), Plane.FAR)
    board.below(board.ridge(board.horizon - 0.01, 0.1, dice, 0.35, 3), GROUND.far(0.42), Plane.FAR, GROUND.far(0.55))
    for _ in range(7):
        x, size = dice.between(0, board.width), dice.between(0.03, 0.06)
        pen = board.pen(x, board.horizon + 0.03, 1.0, Plane.MIDDLE, haze=0.3)
        crown(pen, dice, 0, size * 0.7, size, size * 0.8, SECOND.dark(0.1))
    board.below(
        board.ridge(board.horizon + 0.06, 0.07, dice, 0.3, 3), GROUND.light(0.08), Plane.MIDDLE, GROUND.dark(0.05)
    )
    near = board.ridge(board.horizon + 0.2 * (board.height - board.horizon) + 0.06, 0.05, dice, 0.3, 3)
    board.below(near, GROUND.dark(0.06), Plane.NEAR, GROUND.dark(0.26))
    scatter_flowers(board, dice, flowers)


def garden(board: Board) -> None:
    """Draw a meadow rich in flowers."""
    meadow(board, flowers=80)


def scatter_flowers(board: Board, dice: Dice, count: int) -> None:
    """Strew grass and small flowers over the near ground, larger towards the eye."""
    top = board.horizon + 0.16
    depths = np.sort(dice.many(int(count * max(1.0, board.width)), 0.0, 1.0) ** 0.8)
    for depth in depths.tolist():
        x, y = dice.between(0, board.width), top + depth * (board.height - top + 0.03)
        size = 0.010 + 0.022 * depth
        pen = board.pen(x, y, size, Plane.NEAR)
        if dice.chance(0.45):
            grass_tuft(pen, 0, 0, 1.7, GROUND.dark(0.3) if not board.dark else GROUND.light(0.25))
            continue
        tone = dice.pick((ACCENT, LIGHT, WHITE, MAIN.light(0.3)))
        pen.stroke([(0, -1.4), (0.1, -0.6), (0, 0)], 0.16, SECOND.dark(0.25), start=1, end=1)
        for turn in range(5):
            angle = np.radians(turn * 72 + 18)
            pen.oval(0.5 * np.cos(angle), 0.5 * np.sin(angle), 0.42, 0.42, tone, line=0.3)
        pen.oval(0, 0, 0.3, 0.3, LIGHT.dark(0.1) if tone is not LIGHT else ACCENT, line=0)


def mountains(board: Board, lake: bool = False) -> None:
    """Draw chains of mountains, snow on the high ones, firs before them."""
    dice = board.dice.named("mountains")
    sky(board)
    sun_or_moon(board)
    clouds(board, 3)
    base = board.horizon + 0.08
    board.below(board.ridge(base - 0.22, 0.16, dice, 0.55, 6), SECOND.far(0.8), Plane.FAR)
    high = base * 0.78
    peak = board.away if lake else board.width - board.focus * 0.85
    for x, size, haze in (
        (peak - 0.42, 0.62, 0.5),
        (peak + 0.46, 0.7, 0.42),
        (peak + 0.02, 1.0, 0.22),
        (peak - 0.8, 0.6, 0.26),
        (peak + 0.95, 0.62, 0.3),
    ):
        _peak(board, x + dice.between(-0.05, 0.05), base + 0.02, high * size, haze, dice)
    board.below(board.ridge(base + 0.02, 0.09, dice, 0.5, 5), SECOND.far(0.45), Plane.MIDDLE, SECOND.far(0.6))
    _fir_line(board, base + 0.07, 0.09, 0.34, dice, 26)
    board.below(board.ridge(base + 0.075, 0.03, dice, 0.4, 3), SECOND.dark(0.05).far(0.25), Plane.MIDDLE, GROUND)
    near = board.ridge(base + 0.19, 0.06, dice, 0.35, 3)
    board.below(near, GROUND.dark(0.12), Plane.NEAR, GROUND.dark(0.34))
    _fir_line(board, base + 0.27, 0.3, 0.0, dice, 5, edges=True)


def _peak(board: Board, x: float, base: float, height: float, haze: float, dice: Dice) -> None:
    """Draw one mountain: outline, shaded right flank, snow."""
    half = height * dice.between(0.62, 0.8)
    count = 14
    left = _flank(x - half, base, x, base - height, count, dice)
    right = _flank(x, base - height, x + half, base, count, dice)
    brushed = board.medium is Medium.INK_WASH
    tone, plane = DEEP.light(0.04 if brushed else 0.2).far(haze * 0.85), Plane.FAR
    foot = Tone(Role.AIR) if brushed else SECOND.far(min(0.9, haze + 0.25))
    board.area(np.vstack([left, right[1:]]), tone, plane, fade=foot)
    spine = _flank(x, base - height, x + half * dice.between(-0.1, 0.2), base, count, dice, 0.06)
    board.area(
        np.vstack([right, spine[::-1]]), tone.dark(0.24), plane, fade=foot if brushed else foot.dark(0.12), line=0
    )
    if brushed:
        _texture_strokes(board, x, base, height, half, dice)
        return
    depth = int(count * 0.5)
    lower = []
    left_end, right_end = left[-depth], right[depth - 1]
    for number in range(1, 8):
        t = number / 8
        drop = (0.09 if number % 2 else -0.03) * height * dice.between(0.6, 1.2)
        lower.append(right_end + (left_end - right_end) * t + np.array([0, drop]))
    snow = np.vstack([left[-depth:], right[1:depth], np.array(lower)])
    board.area(snow, WHITE.far(haze * 0.35), plane, line=0.5)
    shadow = [right[0], *right[1:depth], lower[0], lower[1], lower[2], spine[3], spine[1]]
    board.area(np.array(shadow), DEEP.light(0.62).far(haze * 0.7), plane, line=0)


def _texture_strokes(board: Board, x: float, base: float, height: float, half: float, dice: Dice) -> None:
    """Draw the brush painter's texture strokes down a mountain's sides (cun)."""
    pen = board.pen(x, base, 1.0, Plane.FAR)
    for _ in range(34):
        t = dice.between(0.02, 0.62)
        px = dice.between(-0.92, 0.92) * t * half
        top, length = height * (1 - t), height * dice.between(0.06, 0.17)
        lean = px * 0.5 + dice.between(-0.012, 0.012)
        path = [(px, top), (px + lean * 0.3, top - length * 0.5), (px + lean * 0.5, top - length)]
        pen.stroke(path, 0.011 * dice.between(0.5, 1.4), DEEP.far(0.1 + 0.75 * t), start=0.9, end=0.1)


def _flank(x0: float, y0: float, x1: float, y1: float, count: int, dice: Dice, rough: float = 0.035) -> Points:
    t = np.linspace(0, 1, count)
    jag = dice.generator.normal(0, rough * abs(y1 - y0), count) * np.sin(t * np.pi) ** 0.5
    return np.column_stack([x0 + (x1 - x0) * t + jag * 0.6, y0 + (y1 - y0) * t + jag])


def _fir_line(board: Board, y: float, size: float, haze: float, dice: Dice, count: int, edges: bool = False) -> None:
    snow = board.scene.place.value == "snowfield"
    for number in range(max(2, int(count * board.width))):
        x = dice.between(-0.02, board.width + 0.02)
        if edges:
            side = dice.between(-0.03, 0.2) * board.width
            x = side if number % 2 else board.width - side
        height = size * dice.between(0.7, 1.25)
        plane = Plane.NEAR if edges else Plane.MIDDLE
        tone = SECOND.dark(dice.between(0.12, 0.3)) if board.medium is not Medium.INK_WASH else DEEP.light(0.05)
        conifer(
            board.pen(
                x,
                y + dice.between(0, 0.02),
                height,
                plane,
                haze=haze * (1.4 if board.medium is Medium.INK_WASH else 1.0),
            ),
            tone,
            snow,
            5 if edges else 3,
        )


def forest(board: Board) -> None:
    """Draw trunks and firs in several depths, light falling between them."""
    dice = board.dice.named("forest")
    sky(board)
    sun_or_moon(board, 0.1, y=board.horizon * 0.45)
    for haze, size, count, level in ((0.78, 0.42, 16, -0.02), (0.55, 0.6, 11, 0.02), (0.3, 0.8, 7, 0.07)):
        board.below(board.ridge(board.horizon + level - 0.01, 0.03, dice, 0.4, 3), GROUND.far(haze), Plane.FAR)
        for number in range(max(3, int(count * board.width))):
            x = (number + dice.between(0.1, 0.9)) * board.width / max(3, int(count * board.width))
            if haze < 0.4 and abs(x - board.focus) < 0.2:
                continue
            pen = board.pen(
                x,
                board.horizon + level + 0.03,
                size * dice.between(0.8, 1.2),
                Plane.FAR if haze > 0.5 else Plane.MIDDLE,
                haze=haze,
            )
            conifer(pen, SECOND.dark(0.12))
    board.below(board.ridge(board.horizon + 0.1, 0.04, dice, 0.4, 3), GROUND, Plane.NEAR, GROUND.dark(0.3))
    for x in (dice.between(-0.02, 0.06), board.width - dice.between(-0.02, 0.06)):
        _trunk(board, x, dice)
    scatter_flowers(board, dice, 36)


def _trunk(board: Board, x: float, dice: Dice) -> None:
    pen = board.pen(x, board.height * 0.97, board.height, Plane.NEAR)
    trunk = [
        (-0.09, -0.02),
        (-0.05, 0.1),
        (-0.045, 0.6),
        (-0.06, 1.05),
        (0.06, 1.05),
        (0.042, 0.6),
        (0.055, 0.1),
        (0.11, -0.02),
    ]
    pen.blob(trunk, DEEP, corners=(0, 3, 4, 7), solid=True)
    for _ in range(8):
        y, dx = dice.between(0.05, 0.85), dice.between(-0.03, 0.03)
        pen.stroke([(dx, y), (dx + 0.006, y + 0.06), (dx, y + 0.13)], 0.007, DEEP.dark(0.4), start=0.2, end=0.2)


def desert(board: Board) -> None:
    """Draw dunes with shaded lee sides and cacti."""
    dice = board.dice.named("desert")
    sky(board)
    sun_or_moon(board, 0.11)
    sand = LIGHT
    for level, haze, shade in ((-0.08, 0.55, 0.0), (0.0, 0.3, 0.04), (0.1, 0.1, 0.1), (0.24, 0.0, 0.16)):
        plane = Plane.FAR if haze > 0.4 else Plane.MIDDLE if haze else Plane.NEAR
        curve = board.ridge(board.horizon + level, 0.13 if haze else 0.08, dice, 0.28, 2)
        board.below(curve, sand.dark(shade).far(haze), plane, sand.dark(shade + 0.12).far(haze))
        top = int(np.argmin(curve[20:140, 1])) + 20
        lee = curve[top : min(top + 46, 159)]
        sweep = np.column_stack([lee[::-1, 0] - 0.02, lee[::-1, 1] + np.linspace(0.0, 0.16, len(lee)) * (1.0 - haze)])
        board.area(np.vstack([lee, sweep]), MAIN.dark(0.12 + shade).far(max(haze, 0.25)), plane, line=0)
    if board.scene.figures and board.scene.figures[0].subject.value == "cactus":
        return
    for x, y, size in (
        (board.away, board.horizon + 0.16, 0.2),
        (board.width - board.away * 0.4, board.horizon + 0.08, 0.1),
    ):
        cactus(board.pen(x, y, size, Plane.MIDDLE), dice)


def snowfield(board: Board) -> None:
    """Draw snowy hills with snow-laden firs."""
    dice = board.dice.named("snow")
    sky(board)
    sun_or_moon(board)
    board.below(board.ridge(board.horizon - 0.1, 0.18, dice, 0.5, 5), SECOND.light(0.3).far(0.6), Plane.FAR)
    board.below(board.ridge(board.horizon, 0.08, dice, 0.35, 3), WHITE.far(0.3), Plane.FAR)
    _fir_line(board, board.horizon + 0.05, 0.17, 0.3, dice, 12)
    board.below(board.ridge(board.horizon + 0.06, 0.06, dice, 0.3, 3), WHITE, Plane.MIDDLE, WHITE.far(0.35))
    _fir_line(board, board.horizon + 0.16, 0.36, 0.0, dice, 5, edges=True)
    board.below(board.ridge(board.horizon + 0.17, 0.06, dice, 0.3, 3), WHITE, Plane.NEAR, DEEP.light(0.72))


def bamboo_grove(board: Board) -> None:
    """Draw misty hills and a few stems of bamboo at one side: the brush painter's garden."""
    dice = board.dice.named("bamboo")
    sky(board)
    sun_or_moon(board, 0.09, y=board.height * 0.2)
    for level, haze in ((-0.18, 0.86), (-0.06, 0.76)):
        board.below(
            board.ridge(board.horizon + level, 0.2, dice, 0.5, 5), DEEP.far(haze), Plane.FAR, DEEP.far(1.0), line=0.4
        )
    ground = board.ridge(board.horizon + 0.22, 0.03, dice, 0.4, 3)
    board.below(
        ground,
        GROUND.far(0.62),
        Plane.MIDDLE,
        GROUND.far(0.95),
        line=0.5 if board.medium is not Medium.INK_WASH else 0.0,
    )
