"""Places without weather: a table by a window, a studio wall, space."""

import numpy as np

from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import BRUSHED, draw_moon_disc, draw_stars
from engines.painter.curves import oval
from engines.painter.rng import Rng
from engines.painter.scene import Subject
from engines.painter.shapes import (
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
    Layer,
    Pen,
    Tone,
)
from engines.painter.subjects.catalog import Placement, find_entry
from engines.painter.subjects.features import draw_leaf

_LIP = 0.016
"""Height of the far edge of a table, which separates it from the wall."""
_FLOOR = 0.42
"""Upper edge of the floor of a studio, in shares of the height below the horizon."""
_WINDOW = 0.88
"""Middle of the window, in shares of the frame's width."""


def draw_table(builder: SceneBuilder) -> None:
    """Draw a wall with a window, a curtain and a table top."""
    wall = PAPER if not builder.is_dark else DEEP.lighten(0.12)
    builder.add_outline(
        builder.frame(builder.height + 0.02),
        wall,
        Layer.SKY,
        wall.darken(0.08) if builder.medium not in BRUSHED else None,
        line=0,
    )
    # Partly outside the frame: the curtain would grow out of what stands on the table.
    side = builder.width * (_WINDOW if builder.focus <= builder.width / 2 else 1 - _WINDOW)
    pen = builder.create_pen(side, builder.horizon * 0.8, 0.54, Layer.FAR)
    pen.box(-0.4, 0.0, 0.4, 1.0, WHITE.darken(0.05), line=0.8)
    pen.box(-0.36, 0.04, 0.36, 0.96, SKY.lighten(0.2) if not builder.is_night else SKY, line=0.6, fade=AIR)
    hill = [(-0.36, 0.04), (-0.36, 0.28), (-0.1, 0.4), (0.12, 0.3), (0.36, 0.36), (0.36, 0.04)]
    pen.blob(hill, SECOND.with_haze(0.5), corners=(0, 1, 4, 5), line=0.4)
    if builder.is_night:
        draw_moon_disc(pen.at(0.14, 0.74, 0.1))
    else:
        pen.oval(0.14, 0.72, 0.08, 0.08, LIGHT, line=0.5, glow=0.6)
    pen.box(-0.02, 0.04, 0.02, 0.96, WHITE.darken(0.05), line=0.4)
    pen.box(-0.36, 0.5, 0.36, 0.54, WHITE.darken(0.05), line=0.4)
    for edge in (-1, 1):
        drape = [
            (edge * 0.52, 1.08),
            (edge * 0.2, 1.08),
            (edge * 0.3, 0.7),
            (edge * 0.4, 0.35),
            (edge * 0.34, -0.12),
            (edge * 0.56, -0.12),
        ]
        pen.blob(drape, ACCENT.lighten(0.3), corners=(0, 1, 4, 5), fade=ACCENT.lighten(0.1))
        for x in (0.46, 0.4):
            pen.stroke(
                [(edge * x, 1.05), (edge * (x + 0.03), 0.5), (edge * (x + 0.02), -0.1)],
                0.014,
                ACCENT.darken(0.1),
                start=0.4,
                end=0.8,
            )
    draw_table_top(builder)


def draw_table_top(builder: SceneBuilder) -> None:
    """Draw the boards of the table."""
    rng = builder.rng.derive("table top")
    top = builder.horizon + 0.12 * builder.height
    edge_line = np.array([(-0.05, top), (builder.width + 0.05, top)])
    wood = GROUND.lighten(0.1) if builder.is_dark else LIGHT.darken(0.22)
    start = len(builder.shapes)
    builder.fill_below(edge_line, wood.lighten(0.14), Layer.NEAR, wood.darken(0.08), line=1)
    lip = np.array([(-0.05, top), (builder.width + 0.05, top), (builder.width + 0.05, top + _LIP), (-0.05, top + _LIP)])
    builder.add_outline(lip, wood.darken(0.2), Layer.NEAR, line=0)
    for number in range(5):
        y = top + (builder.height - top) * (number + 0.5) / 5
        grain = [
            (-0.05, y),
            (builder.width * 0.3, y + rng.uniform(-0.01, 0.01)),
            (builder.width * 0.7, y + rng.uniform(-0.01, 0.01)),
            (builder.width + 0.05, y),
        ]
        ground = builder.create_pen(0, 0, 1.0, Layer.NEAR)
        ground.stroke([(x, -y_) for x, y_ in grain], 0.004, wood.darken(0.25), start=0.6, end=0.6)
    builder.distinctions.append((start, len(builder.shapes)))


def draw_studio(builder: SceneBuilder) -> None:
    """Draw a quiet backdrop in the palette's tones: a disc, with sprigs around a portrait, a floor below a thing."""
    if builder.scene.is_plain and builder.medium not in BRUSHED:
        plain = Tone(PAPER.role, tint=builder.scene.sky_color, is_exact=True)
        floor = plain.lighten(0.22) if builder.is_dark else plain.darken(0.14)
        builder.add_outline(builder.frame(builder.height + 0.02), plain, Layer.SKY, fade=floor, line=0)
        builder.add_outline(oval(builder.focus, builder.height * 0.9, 0.4, 0.05), floor, Layer.NEAR, line=0)
        return
    rng = builder.rng.derive("studio")
    wall = PAPER if not builder.is_dark else DEEP.lighten(0.06)
    fade = None if builder.medium in BRUSHED else (SECOND.with_haze(0.62) if not builder.is_dark else DEEP.lighten(0.3))
    builder.add_outline(builder.frame(builder.height + 0.02), wall, Layer.SKY, fade, line=0)
    if builder.scene.is_bare:
        return
    stands = [entry.stand for figure in builder.scene.figures if (entry := find_entry(figure.subject, figure.count))]
    # Leaves would pass for parts of what does not grow out of the lower edge, a bright disc at night for the moon.
    is_portrait = stands in ([], [Placement.FRAME])
    outer, inner = rng.choice(
        (
            (LIGHT.darken(0.04), LIGHT.lighten(0.35)),
            (ACCENT.lighten(0.3), ACCENT.lighten(0.55)),
            (SECOND.with_haze(0.5), LIGHT.lighten(0.3)),
        )
    )
    if builder.is_dark and not is_portrait:
        outer, inner = DEEP.lighten(0.16), DEEP.lighten(0.22)
    center_y = max(builder.height * 0.42, builder.height - 0.64)
    # The disc would pass for the sun or the moon.
    if builder.medium not in BRUSHED and builder.allows(Subject.SUN, Subject.MOON):
        builder.add_outline(
            oval(builder.focus + rng.uniform(-0.06, 0.06), center_y, 0.43, 0.43),
            outer,
            Layer.CLOUDS,
            outer.lighten(0.3),
            line=0.6,
            glow=0.3 if builder.is_dark and is_portrait else 0,
        )
        builder.add_outline(
            oval(builder.focus + rng.uniform(-0.06, 0.06), center_y, 0.34, 0.34),
            inner,
            Layer.CLOUDS,
            line=0,
        )
    is_alone = sum(figure.count for figure in builder.scene.figures) <= 1
    if is_portrait and is_alone:
        # Several figures reach the sides, where leaves would be behind them.
        _draw_sprigs(builder, rng)
    elif Placement.GROUND in stands:
        _draw_floor(builder, wall)


def _draw_floor(builder: SceneBuilder, wall: Tone) -> None:
    """Draw a floor for what stands or lies on it."""
    top = builder.horizon + _FLOOR * (builder.height - builder.horizon)
    edge = np.array([(-0.05, top), (builder.width + 0.05, top)])
    tone = wall.lighten(0.1) if builder.is_dark else GROUND.with_haze(0.3)
    is_brushed = builder.medium in BRUSHED
    builder.fill_below(edge, wall.darken(0.06) if is_brushed else tone, Layer.NEAR, tone.darken(0.12), line=0.4)


def _draw_sprigs(builder: SceneBuilder, rng: Rng) -> None:
    """Draw leafy sprigs that grow in from both sides."""
    for edge in (-1, 1):
        base_x = 0.0 if edge < 0 else builder.width
        for number in range(3):
            tilt = 62 - 24 * number + rng.uniform(-6, 6)
            sprig = builder.create_pen(
                base_x - edge * 0.02,
                builder.height * (0.98 - 0.07 * number),
                0.62 - 0.12 * number,
                Layer.FAR,
                flip=edge > 0,
            )
            branch = sprig.at(0, 0, tilt=tilt)
            tone = (SECOND.darken(0.06), GROUND.darken(0.16), SECOND.lighten(0.2))[number].with_haze(0.15)
            branch.stroke([(0, 0), (0.5, 0.06), (0.96, 0.0)], 0.016, tone.darken(0.2), start=1, end=0.3)
            for step in range(7):
                along = 0.2 + step * 0.115
                for up in (1, -1):
                    draw_leaf(
                        branch,
                        along,
                        0.05 * np.sin(along * 3),
                        0.2 * (1.15 - 0.55 * along),
                        up * (52 - 18 * along),
                        tone,
                        0.4,
                    )


def draw_space(builder: SceneBuilder) -> None:
    """Draw outer space: stars, nebula, planets."""
    rng = builder.rng.derive("space")
    deep = DEEP if builder.medium not in BRUSHED else PAPER
    builder.add_outline(
        builder.frame(builder.height + 0.02),
        deep.darken(0.45) if builder.medium not in BRUSHED else PAPER,
        Layer.SKY,
        deep.darken(0.1) if builder.medium not in BRUSHED else None,
        line=0,
    )
    for number in range(5):
        bend = rng.uniform(-0.2, 0.2)
        y = builder.height * (0.2 + 0.15 * number)
        t = np.linspace(-0.1, builder.width + 0.1, 30)
        path = np.column_stack([t, -(y + bend * np.sin(t * 3 + number) - 0.25 * t)])
        tone = (ACCENT, SECOND, MAIN, DEEP.lighten(0.3), SECOND)[number].darken(0.3)
        builder.create_pen(0, 0, 1.0, Layer.SKY).stroke(path, 0.1 + 0.06 * (number % 2), tone, start=0.1, end=0.1)
    draw_stars(builder, 150.0, builder.height)
    draw_planet(builder, builder.counterpoint, builder.height * rng.uniform(0.2, 0.32), 0.14, True)
    draw_planet(
        builder, builder.width - builder.counterpoint * 0.6, builder.height * rng.uniform(0.66, 0.8), 0.06, False
    )
    for _ in range(3):
        x, y = rng.uniform(0.1, builder.width), rng.uniform(0.05, builder.height * 0.5)
        pen = builder.create_pen(x, y, 1.0, Layer.CLOUDS)
        pen.stroke([(0, 0), (0.08, 0.04), (0.18, 0.085)], 0.008, WHITE, start=1.4, end=0.05, glow=0.8)


def draw_planet(builder: SceneBuilder, x: float, y: float, size: float, ringed: bool) -> None:
    """Draw a banded planet, perhaps with a ring, unless none may be seen."""
    if not builder.allows(Subject.PLANET):
        return
    pen = builder.create_pen(x, y, size, Layer.CLOUDS)
    tilted = pen.at(0, 0, tilt=-18)
    tone = MAIN if ringed else SECOND
    if ringed:
        _draw_ring(tilted, 0, 180)
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
        tilted.blob([(px * 0.985, py) for px, py in band], tone.lighten(shade), corners=(0, 2, 3, 5), line=0)
    tilted.oval(0.3, -0.3, 0.2, 0.1, ACCENT, line=0)
    shade_points = np.vstack([oval(0, 0, 1, 1, 0, -120, 60, 30), oval(-0.28, 0.2, 0.98, 0.98, 0, 50, -110, 30)])
    tilted.fill(shade_points, tone.darken(0.42), line=0)
    if ringed:
        _draw_ring(tilted, 180, 360)


def _draw_ring(pen: Pen, start: float, end: float) -> None:
    for radius, width, tone in ((1.75, 0.2, LIGHT), (1.45, 0.16, ACCENT.lighten(0.3))):
        outer, inner = (
            oval(0, 0, radius + width / 2, (radius + width / 2) * 0.26, 0, start, end + 0.01, 50),
            oval(0, 0, radius - width / 2, (radius - width / 2) * 0.26, 0, end, start, 50),
        )
        pen.fill(np.vstack([outer, inner]), tone, line=0.4, glow=0.15)
