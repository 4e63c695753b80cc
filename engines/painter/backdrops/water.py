"""Water: sea, beach, pond, underwater."""

import numpy as np

from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import draw_clouds, draw_sky, draw_sun_or_moon
from engines.painter.curves import Points
from engines.painter.rng import Rng
from engines.painter.scene import Subject
from engines.painter.shapes import (
    ACCENT,
    AIR,
    DEEP,
    LIGHT,
    MAIN,
    SECOND,
    SKY,
    WHITE,
    Layer,
    Pen,
    Tone,
)
from engines.painter.subjects.features import draw_leaf
from services.common.contract.image_chat import Medium


def choose_water_tone(builder: SceneBuilder) -> Tone:
    """Return the color of water: the cooler, deeper one."""
    return DEEP.lighten(0.2) if not builder.is_dark else DEEP.lighten(0.1)


def draw_sea(builder: SceneBuilder, beach: bool = False) -> None:
    """Draw the open sea: the horizon, rows of swell, and the path of light on the water."""
    rng = builder.rng.derive("sea")
    draw_sky(builder)
    glade = (
        builder.counterpoint
        if any(figure.subject != Subject.SEA for figure in builder.scene.figures)
        else builder.focus
    )
    draw_sun_or_moon(
        builder, 0.11, x=glade, y=builder.horizon * (0.6 if builder.medium is not Medium.WOODBLOCK else 0.42)
    )
    draw_clouds(builder, 4)
    if rng.bernoulli(0.6):
        island = builder.build_ridge(builder.horizon - 0.02, 0.12, rng, 0.5, 5)
        shape = np.clip(1 - ((island[:, 0] - builder.width + glade) / 0.42) ** 2, 0, 1)
        island[:, 1] = builder.horizon + 0.01 - shape * (0.06 + 0.8 * np.abs(builder.horizon - island[:, 1]))
        builder.fill_below(island, SECOND.with_haze(0.6), Layer.FAR)
    tone = choose_water_tone(builder)
    flat = np.array([(-0.05, builder.horizon), (builder.width + 0.05, builder.horizon)])
    start = len(builder.shapes)
    builder.fill_below(flat, tone.with_haze(0.55), Layer.FAR, tone.darken(0.12), line=0.5)
    _draw_glade(builder, glade, rng)
    rows = 7
    for row in range(rows):
        t = (row + 1) / rows
        y = builder.horizon + (builder.height - builder.horizon) * (0.05 + 0.95 * t**1.55) - 0.035 * t
        if beach and t > 0.6:
            break
        _draw_swell(builder, y, t, tone, rng)
    if not beach:
        builder.distinctions.append((start, len(builder.shapes)))
    if _has_only_sea(builder) and (
        builder.medium in (Medium.WOODBLOCK, Medium.INK_WASH)
        or "浪" in builder.scene.text
        or "wave" in builder.scene.text
    ):
        side = -1 if glade > builder.width / 2 else 1
        draw_great_wave(
            builder, builder.width * (0.5 - side * 0.3), builder.height * 1.0, 0.5 * builder.height, side < 0
        )


def _has_only_sea(builder: SceneBuilder) -> bool:
    return all(figure.subject == Subject.SEA for figure in builder.scene.figures)


def _draw_glade(builder: SceneBuilder, x: float, rng: Rng) -> None:
    tone = LIGHT.lighten(0.35)
    for number in range(15):
        t = number / 14
        y = builder.horizon + 0.012 + (builder.height - builder.horizon) * 0.62 * t**1.3
        half = (0.035 + 0.1 * t) * rng.uniform(0.45, 1.2)
        pen = builder.create_pen(x + rng.uniform(-0.05, 0.05) * t, y, 1.0, Layer.FAR)
        pen.stroke([(-half, 0), (0, 0.002), (half, 0)], 0.006 + 0.009 * t, tone, start=0.05, end=0.05, glow=0.4)


def _draw_swell(builder: SceneBuilder, y: float, t: float, tone: Tone, rng: Rng) -> None:
    """Draw one row of waves with pointed crests and foam."""
    length, rise = 0.1 + 0.3 * t, 0.008 + 0.035 * t
    x = np.linspace(-0.05, builder.width + 0.05, 240)
    phase = rng.uniform(0, 10)
    wave = (x / length + phase + 0.12 * np.sin(x * 5 + phase)) % 1.0
    crest = np.abs(np.sin(np.pi * wave)) ** 0.7
    uneven = 0.65 + 0.35 * np.sin(x * 2.3 / length * 0.37 + phase * 3)
    curve = np.column_stack([x, y + rise * (crest - 0.5) * uneven])
    layer = Layer.FAR if t < 0.35 else Layer.MIDDLE if t < 0.72 else Layer.NEAR
    shade = 0.08 + 0.16 * t
    builder.fill_below(
        curve, tone.lighten(0.22 - 0.1 * t).with_haze(0.4 * (1 - t)), layer, tone.darken(shade), line=0.8
    )
    peaks = np.nonzero((curve[1:-1, 1] < curve[:-2, 1]) & (curve[1:-1, 1] <= curve[2:, 1]))[0] + 1
    for peak in peaks.tolist():
        px, py = curve[peak]
        reach = length * rng.uniform(0.22, 0.42)
        foam = builder.create_pen(float(px), float(py), 1.0, layer)
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
                tone.lighten(0.42),
                start=0.1,
                end=0.1,
            )


def draw_great_wave(builder: SceneBuilder, x: float, y: float, size: float, flip: bool) -> None:
    """Draw a breaking wave with claws of foam."""
    pen = builder.create_pen(x, y, size, Layer.NEAR, flip=flip)
    tone = choose_water_tone(builder)
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
    pen.blob(body, tone, corners=(0, 6, 15), solid=True, fade=tone.darken(0.32), line=1.2)
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
        pen.stroke(band, 0.034, WHITE.with_haze(0.15) if number % 2 else tone.lighten(0.45), start=0.25, end=0.1)
    _draw_foam(builder, pen)


def _draw_foam(builder: SceneBuilder, pen: Pen) -> None:
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
    rng = builder.rng.derive("spray")
    for _ in range(34):
        size = rng.uniform(0.006, 0.017)
        pen.oval(rng.uniform(0.3, 1.0), rng.uniform(0.86, 1.2), size, size, WHITE, line=0.3)
    for px, py in ((0.18, 0.03), (0.42, 0.0), (0.62, -0.03), (0.02, 0.12)):
        pen.oval(px, py, 0.09, 0.035, WHITE, line=0.5)


def draw_beach(builder: SceneBuilder) -> None:
    """Draw the sea behind a sandy shore with shells."""
    draw_sea(builder, beach=True)
    rng = builder.rng.derive("beach")
    shore = builder.build_ridge(builder.horizon + 0.62 * (builder.height - builder.horizon), 0.05, rng, 0.3, 3)
    start = len(builder.shapes)
    builder.fill_below(shore + np.array([0, -0.028]), WHITE, Layer.NEAR)
    builder.fill_below(shore, LIGHT.darken(0.12), Layer.NEAR, LIGHT.lighten(0.15))
    builder.distinctions.append((start, len(builder.shapes)))
    for _ in range(26):
        x, y = rng.uniform(0, builder.width), rng.uniform(float(shore[:, 1].max()), builder.height)
        builder.create_pen(x, y, 0.006, Layer.NEAR).oval(
            0, 0, rng.uniform(0.5, 1.3), 0.45, rng.choice((LIGHT.darken(0.25), WHITE, ACCENT.lighten(0.3))), line=0.2
        )


def draw_pond(builder: SceneBuilder) -> None:
    """Draw still water seen from above, with ripples and floating leaves."""
    rng = builder.rng.derive("pond")
    tone = choose_water_tone(builder)
    frame = builder.frame(builder.height + 0.02)
    brushed = builder.medium in (Medium.INK_WASH, Medium.LINE_ART)
    builder.add_outline(
        frame, AIR if brushed else tone.lighten(0.3), Layer.SKY, None if brushed else tone.darken(0.05), line=0
    )
    for _ in range(9):
        x, y, reach = rng.uniform(0, builder.width), rng.uniform(0, builder.height), rng.uniform(0.06, 0.2)
        pen = builder.create_pen(x, y, 1.0, Layer.FAR)
        for lift in (0.0, 0.022):
            pen.stroke(
                [(-reach, lift), (-reach * 0.3, lift + 0.012), (reach * 0.4, lift - 0.008), (reach, lift + 0.006)],
                0.007,
                tone.lighten(0.55),
                start=0.1,
                end=0.1,
            )
    corner_x, corner_y = builder.counterpoint, builder.height * rng.choice((0.13, 0.87))
    for dx, dy, size in ((0.0, 0.0, 0.15), (0.19, 0.05, 0.1), (-0.16, 0.06, 0.11), (0.05, -0.13, 0.08)):
        _draw_lily_pad(builder, corner_x + dx, corner_y + dy, size, rng.uniform(0, 360))
    _draw_lily_pad(builder, builder.width - corner_x, builder.height - corner_y, 0.09, rng.uniform(0, 360))
    if builder.allows(Subject.LOTUS, Subject.FLOWER) and not _has(builder, Subject.LOTUS, "icon/lotus"):
        _draw_lily(builder, corner_x, corner_y)


def _has(builder: SceneBuilder, *subjects: str) -> bool:
    """Return whether the request names one of *subjects*: the backdrop must not add to their count."""
    return any(figure.subject in subjects for figure in builder.scene.figures)


def _draw_lily(builder: SceneBuilder, corner_x: float, corner_y: float) -> None:
    bloom = builder.create_pen(corner_x + 0.05, corner_y + 0.02, 0.085, Layer.MIDDLE)
    for ring, size in ((0, 1.0), (30, 0.68)):
        for rotation in range(0, 360, 45):
            petal = bloom.at(0, 0, size, tilt=rotation + ring)
            petal.blob(
                [(0, 0), (0.5, 0.24), (1, 0), (0.5, -0.24)],
                WHITE if ring else ACCENT.lighten(0.45),
                corners=(0, 2),
                line=0.6,
            )
    bloom.oval(0, 0, 0.2, 0.2, LIGHT, line=0.4)


def _draw_lily_pad(builder: SceneBuilder, x: float, y: float, size: float, rotation: float) -> None:
    pen = builder.create_pen(x, y, size, Layer.MIDDLE)
    angle = np.radians(np.linspace(rotation + 14, rotation + 346, 40))
    rim: Points = np.vstack([np.zeros((1, 2)), np.column_stack([np.cos(angle), np.sin(angle)])])
    pen.fill(rim, SECOND.darken(0.06), solid=True, fade=SECOND.lighten(0.1))
    for vein_number in range(8):
        vein = np.radians(rotation + 35 + vein_number * 41.5)
        pen.stroke(
            [(0, 0), (0.5 * np.cos(vein), 0.5 * np.sin(vein)), (0.93 * np.cos(vein), 0.93 * np.sin(vein))],
            0.035,
            SECOND.lighten(0.3),
            start=1,
            end=0.2,
        )


def draw_underwater(builder: SceneBuilder) -> None:
    """Draw the scene below the surface: shafts of light, weeds, corals, bubbles."""
    rng = builder.rng.derive("underwater")
    frame = builder.frame(builder.height + 0.02)
    builder.add_outline(frame, AIR if not builder.is_dark else SKY.lighten(0.2), Layer.SKY, DEEP, line=0)
    for _ in range(5):
        x, lean, wide = rng.uniform(0, builder.width), rng.uniform(-0.3, 0.3), rng.uniform(0.03, 0.09)
        shaft = np.array(
            [
                (x, -0.02),
                (x + wide, -0.02),
                (x + wide * 2.6 + lean, builder.height * 0.8),
                (x - wide + lean, builder.height * 0.8),
            ]
        )
        builder.add_outline(shaft, WHITE.with_haze(0.72), Layer.SKY, DEEP.lighten(0.1), line=0)
    builder.fill_below(builder.build_ridge(builder.height * 0.78, 0.14, rng, 0.5, 4), DEEP.with_haze(0.35), Layer.FAR)
    builder.fill_below(
        builder.build_ridge(builder.height * 0.9, 0.05, rng, 0.4, 3), LIGHT.darken(0.2), Layer.MIDDLE, LIGHT.darken(0.4)
    )
    for number in range(max(6, int(10 * builder.width))):
        x, height = rng.uniform(0, builder.width), rng.uniform(0.14, 0.4)
        if abs(x - builder.focus) < 0.16:
            height *= 0.4
        pen = builder.create_pen(x, builder.height * rng.uniform(0.93, 1.0), height, Layer.NEAR)
        tone = rng.choice((SECOND, SECOND.darken(0.2), ACCENT.darken(0.1), MAIN.darken(0.2)))
        if number % 2:
            pen.stroke([(0, 0), (0.12, 0.3), (-0.1, 0.6), (0.08, 1.0)], 0.1, tone, start=1, end=0.1, line=0.7)
            for k in range(6):
                draw_leaf(pen, 0.03 * (-1) ** k, 0.12 + 0.13 * k, 0.26, 40 if k % 2 else 140, tone, 0.4)
        else:
            for tilt in (-46, -22, 0, 22, 46):
                pen.at(0, 0, 0.7, tilt=tilt).stroke(
                    [(0, 0), (0.02, 0.5), (0, 0.9)], 0.1, tone, start=0.8, end=0.7, line=0.7
                )
    for _ in range(22):
        size = rng.uniform(0.005, 0.02)
        pen = builder.create_pen(rng.uniform(0, builder.width), rng.uniform(0, builder.height * 0.9), size, Layer.NEAR)
        pen.oval(0, 0, 1, 1, WHITE.with_haze(0.6), line=0.5)
        pen.oval(-0.3, 0.35, 0.3, 0.3, WHITE, line=0)
