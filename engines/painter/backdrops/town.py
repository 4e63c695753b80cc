"""Towns: a skyline with its street, and a rooftop above it."""

import numpy as np

from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import draw_clouds, draw_sky, draw_sun_or_moon
from engines.painter.curves import spline
from engines.painter.rng import Rng
from engines.painter.scene import Subject
from engines.painter.shapes import ACCENT, DEEP, INK, LIGHT, MAIN, SECOND, WHITE, Layer, Pen, Tone
from engines.painter.subjects.vehicles import draw_car


def draw_city(builder: SceneBuilder) -> None:
    """Draw towers in three depths and a street in front of them."""
    rng = builder.rng.derive("city")
    draw_sky(builder)
    draw_sun_or_moon(builder, 0.12, y=builder.horizon * 0.3)
    draw_clouds(builder, 2)
    base = builder.horizon + 0.14
    _draw_row(builder, base, 0.34, 0.62, 0.72, Layer.FAR, rng)
    _draw_row(builder, base, 0.46, 0.92, 0.44, Layer.FAR, rng)
    _draw_row(builder, base + 0.03, 0.2, 0.62, 0.1, Layer.MIDDLE, rng, signs=True)
    _draw_street(builder, base + 0.02, rng)


def _draw_row(
    builder: SceneBuilder,
    base: float,
    low: float,
    high: float,
    haze: float,
    layer: Layer,
    rng: Rng,
    signs: bool = False,
) -> None:
    x = -rng.uniform(0.0, 0.1)
    previous = 0.0
    while x < builder.width:
        width = rng.uniform(0.09, 0.2) * (1.15 if signs else 1.0)
        height = base * rng.uniform(low, high) * (1.0 if not signs else _lower_near_subject(x + width / 2, builder))
        if abs(height - previous) < 0.05:
            height *= 1.2
        previous = height
        draw_tower(builder, x, base, width, height, haze, layer, rng)
        if signs and rng.bernoulli(0.75):
            _draw_sign(
                builder, x + width * rng.choice((0.02, 0.8)), base - height * rng.uniform(0.5, 0.8), height * 0.34, rng
            )
        x += width * rng.uniform(0.92, 1.06)


def _lower_near_subject(x: float, builder: SceneBuilder) -> float:
    """Return the height of a tower at *x*: lower near the subject, so that the subject stands free."""
    return 0.62 + 0.75 * min(1.0, abs(x - builder.focus) / (0.5 * builder.width))


def draw_tower(
    builder: SceneBuilder, x: float, base: float, width: float, height: float, haze: float, layer: Layer, rng: Rng
) -> None:
    """Draw one building: body, shaded side, windows, something on the roof."""
    pen = builder.create_pen(x, base, 1.0, layer, haze=haze)
    wall = rng.choice((DEEP.lighten(0.08), SECOND.darken(0.12), MAIN.darken(0.15), DEEP.lighten(0.22)))
    if builder.is_night:
        wall = rng.choice((DEEP.lighten(0.05), DEEP.lighten(0.12), SECOND.darken(0.45), MAIN.darken(0.55)))
    form = rng.integer(0, 4)
    pen.box(0, 0, width, height, wall, solid=False, fade=wall.with_haze(min(0.95, haze + 0.25)))
    pen.fill([(width * 0.74, 0), (width, 0), (width, height), (width * 0.74, height)], wall.darken(0.18), line=0)
    if form == 0:
        pen.box(width * 0.18, height, width * 0.8, height + 0.035, wall.darken(0.05))
        pen.stroke([(width * 0.5, height), (width * 0.5, height + 0.13)], 0.006, wall.darken(0.3), start=1, end=0.4)
        pen.oval(width * 0.5, height + 0.13, 0.006, 0.006, ACCENT, line=0, glow=1.0)
    elif form == 1:
        pen.fill([(0, height), (width, height), (width * 0.5, height + width * 0.75)], wall.lighten(0.08))
    elif form == 2:
        dome = spline(
            [
                (0.0, height),
                (width * 0.14, height + width * 0.34),
                (width * 0.5, height + width * 0.5),
                (width * 0.86, height + width * 0.34),
                (width, height),
            ],
            corners=(0, 4),
        )
        pen.fill(dome, wall.lighten(0.1))
    elif form == 3:
        pen.box(width * 0.6, height, width * 0.9, height + 0.045, wall.darken(0.25), line=0.6)
        pen.fill(
            [(width * 0.56, height + 0.045), (width * 0.94, height + 0.045), (width * 0.75, height + 0.075)],
            wall.darken(0.35),
            line=0.6,
        )
    else:
        pen.box(-0.006, height - 0.012, width + 0.006, height + 0.012, wall.lighten(0.15), line=0.6)
    _draw_windows(builder, pen, width, height, haze, wall, rng)


def _draw_windows(
    builder: SceneBuilder, pen: Pen, width: float, height: float, haze: float, wall: Tone, rng: Rng
) -> None:
    columns, rows = max(2, int(width / 0.034)), max(3, int(height / 0.046))
    strips = rng.bernoulli(0.3)
    for row in range(rows):
        y = height * (row + 0.42) / rows
        if strips:
            lit = builder.is_night and rng.bernoulli(0.6)
            pen.box(
                width * 0.1,
                y,
                width * 0.9,
                y + 0.016,
                LIGHT if lit else wall.lighten(0.3),
                line=0,
                glow=0.55 * (1 - haze) if lit else 0,
            )
            continue
        for column in range(columns):
            x = width * (column + 0.26) / columns
            lit = rng.bernoulli(0.55 if builder.is_night else 0.12)
            tone = (
                rng.choice((LIGHT, LIGHT.lighten(0.2), ACCENT.lighten(0.2)))
                if lit and builder.is_night
                else wall.lighten(0.34)
            )
            pen.box(
                x,
                y,
                x + width * 0.48 / columns,
                y + 0.024,
                tone,
                line=0.25 if haze < 0.3 else 0,
                glow=0.7 * (1 - haze) if lit and builder.is_night else 0,
            )


def _draw_sign(builder: SceneBuilder, x: float, y: float, height: float, rng: Rng) -> None:
    """Draw an upright shop sign with strokes that imitate writing."""
    height = min(0.3, max(0.1, height))
    width = height * 0.26
    pen = builder.create_pen(x, y, 1.0, Layer.MIDDLE)
    tone = rng.choice((ACCENT, LIGHT, MAIN, SECOND))
    pen.box(
        0, 0, width, height, INK.lighten(0.1) if builder.is_night else tone, radius=width * 0.15, line=1.0, glow=0.15
    )
    frame = width * 0.1
    ink = tone if builder.is_night else WHITE
    glow = 1.0 if builder.is_night else 0.0
    for start, end in (
        ((frame, frame), (frame, height - frame)),
        ((width - frame, frame), (width - frame, height - frame)),
    ):
        pen.stroke([start, end], width * 0.09, ink, start=1, end=1, glow=glow)
    glyphs = max(2, int(height / width))
    for number in range(glyphs):
        _draw_glyph(pen, width * 0.24, height * (number + 0.16) / glyphs, width * 0.52, ink, glow, rng)


def _draw_glyph(pen: Pen, x: float, y: float, size: float, tone: Tone, glow: float, rng: Rng) -> None:
    for _ in range(3):
        level = y + size * rng.uniform(0.1, 0.95)
        pen.stroke(
            [(x, level), (x + size, level + size * rng.uniform(-0.05, 0.05))],
            size * 0.14,
            tone,
            start=1,
            end=0.8,
            glow=glow,
        )
    for _ in range(2):
        place = x + size * rng.uniform(0.15, 0.85)
        pen.stroke(
            [(place, y + size), (place + size * rng.uniform(-0.25, 0.25), y)],
            size * 0.14,
            tone,
            start=1,
            end=0.7,
            glow=glow,
        )


def _draw_street(builder: SceneBuilder, base: float, rng: Rng) -> None:
    ground = DEEP.lighten(0.16) if not builder.is_night else DEEP.darken(0.15)
    flat = np.array([(-0.05, base), (builder.width + 0.05, base)])
    start = len(builder.shapes)
    builder.fill_below(flat, ground.lighten(0.1), Layer.NEAR, ground.darken(0.22))
    builder.fill_below(flat + np.array([0, 0.032]), ground, Layer.NEAR, ground.darken(0.3))
    middle = builder.width / 2
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
            builder.add_outline(
                np.array(points),
                WHITE.darken(0.25) if not builder.is_night else LIGHT.darken(0.25),
                Layer.NEAR,
                line=0,
                glow=0.05,
            )
    builder.distinctions.append((start, len(builder.shapes)))
    for x in np.arange(0.08, builder.width, 0.3):
        _draw_lamp(builder, float(x) + rng.uniform(-0.03, 0.03), base + 0.045)
    has_only_city = not builder.scene.figures or builder.scene.figures[0].subject == Subject.CITY
    if has_only_city and builder.allows(Subject.CAR):
        side = rng.bernoulli(0.5)
        draw_car(
            builder.create_pen(
                builder.width * rng.uniform(0.3, 0.7),
                base + 0.62 * (builder.height - base),
                0.26,
                Layer.SUBJECT,
                flip=side,
            ),
            rng,
        )


def _draw_lamp(builder: SceneBuilder, x: float, y: float) -> None:
    pen = builder.create_pen(x, y, 0.24, Layer.NEAR)
    pen.stroke([(0, 0), (0, 0.6), (0.02, 0.92), (0.14, 0.98)], 0.028, INK.lighten(0.12), start=1.4, end=0.6)
    pen.oval(0.16, 0.95, 0.05, 0.028, LIGHT.lighten(0.3), line=0.5, glow=1.0 if builder.is_night else 0.1)


def draw_rooftop(builder: SceneBuilder) -> None:
    """Draw the skyline from above and the edge of a roof to stand on."""
    rng = builder.rng.derive("rooftop")
    draw_sky(builder)
    draw_sun_or_moon(
        builder,
        0.15,
        x=builder.width - builder.focus if abs(builder.focus - builder.width / 2) > 0.08 else builder.counterpoint,
        y=builder.horizon * 0.36,
    )
    base = builder.height * 0.92
    _draw_row(builder, base, 0.42, 0.78, 0.74, Layer.FAR, rng)
    _draw_row(builder, base, 0.34, 0.8, 0.46, Layer.FAR, rng)
    _draw_row(builder, base, 0.26, 0.66, 0.14, Layer.MIDDLE, rng, signs=True)
    top = builder.height * 0.84
    edge = np.array([(-0.05, top), (builder.width + 0.05, top)])
    start = len(builder.shapes)
    builder.fill_below(edge, DEEP.lighten(0.2), Layer.NEAR, DEEP.darken(0.1), line=1)
    builder.fill_below(edge + np.array([0, 0.04]), DEEP.lighten(0.06), Layer.NEAR, DEEP.darken(0.35), line=1)
    pen = builder.create_pen(0, builder.height, 1.0, Layer.NEAR)
    rows = max(2, int((builder.height - top - 0.04) / 0.032))
    for row in range(rows):
        y = row * 0.032
        for x in np.arange(-0.1 + 0.05 * (row % 2), builder.width, 0.1):
            pen.box(
                float(x),
                y,
                float(x) + 0.094,
                y + 0.027,
                DEEP.lighten(rng.uniform(0.0, 0.12)),
                line=0.4,
                fade=DEEP.darken(0.2),
            )
    builder.distinctions.append((start, len(builder.shapes)))
    far = builder.width - builder.focus
    tank = builder.create_pen(far, top + 0.005, 0.2, Layer.NEAR)
    for x in (-0.28, 0.0, 0.28):
        tank.stroke([(x, 0), (x * 0.9, 0.5)], 0.06, INK.lighten(0.12), start=1, end=1)
    tank.box(-0.36, 0.42, 0.36, 1.0, SECOND.darken(0.4), solid=True, fade=SECOND.darken(0.6))
    tank.fill([(-0.42, 1.0), (0.42, 1.0), (0.0, 1.26)], SECOND.darken(0.55), solid=True)
    for y in (0.56, 0.84):
        tank.stroke([(-0.36, y), (0, y - 0.03), (0.36, y)], 0.03, INK.lighten(0.15), start=1, end=1)
