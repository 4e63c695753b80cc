"""Abstract images for unknown prompts: flowing bands around one focal form, different for every text."""

import numpy as np

from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import draw_cumulus, draw_sky
from engines.painter.curves import oval, ribbon
from engines.painter.rng import Rng
from engines.painter.shapes import ACCENT, AIR, DEEP, GROUND, LIGHT, MAIN, SECOND, WHITE, Layer

_TONES = (MAIN, SECOND, ACCENT, LIGHT, DEEP.lighten(0.15), GROUND, MAIN.lighten(0.3), SECOND.darken(0.2))


def draw_abstract(builder: SceneBuilder) -> None:
    """Draw the sky, a large disc above or at the middle, currents that flow around it, and a scatter of small forms."""
    rng = builder.rng.derive("abstract")
    draw_sky(builder)
    x, y = builder.focus, builder.height * rng.choice((0.36, 0.42, 0.5))
    _draw_rays_or_rings(builder, x, y, rng)
    _draw_currents(builder, y, rng)
    (_draw_facets, _draw_petals, _draw_orbits, _draw_steps)[rng.integer(0, 3)](builder, x, y, rng)
    for _ in range(rng.integer(10, 22)):
        size = rng.uniform(0.006, 0.022)
        builder.add_outline(
            oval(rng.uniform(0, builder.width), rng.uniform(0, builder.height), size, size),
            rng.choice(_TONES),
            Layer.FRONT,
            line=0.5,
            glow=0.3,
        )


def _draw_rays_or_rings(builder: SceneBuilder, x: float, y: float, rng: Rng) -> None:
    tones = [rng.choice(_TONES) for _ in range(3)]
    if rng.bernoulli(0.4):
        for number in range(18):
            angle = np.radians(number * 20 + rng.uniform(-2, 2))
            far = 2.5 * max(builder.width, builder.height)
            wedge = [
                (x, y),
                (x + far * np.cos(angle), y + far * np.sin(angle)),
                (x + far * np.cos(angle + 0.16), y + far * np.sin(angle + 0.16)),
            ]
            builder.add_outline(
                np.array(wedge), AIR.lighten(0.25) if number % 2 else LIGHT.with_haze(0.6), Layer.SKY, line=0
            )
    for number, radius in enumerate((0.44, 0.35, 0.27)):
        builder.add_outline(
            oval(x, y, radius, radius),
            tones[number].with_haze(0.42 - 0.16 * number),
            Layer.CLOUDS,
            line=0.6,
            fade=tones[number].lighten(0.2).with_haze(0.3),
            glow=0.15,
        )


def _draw_currents(builder: SceneBuilder, level: float, rng: Rng) -> None:
    t = np.linspace(-0.1, builder.width + 0.1, 70)
    swing, frequency = rng.uniform(0.06, 0.2), rng.uniform(0.5, 1.2)
    for number in range(9):
        share = number / 8
        base = level + (builder.height - level + 0.12) * (0.1 + 0.9 * share)
        phase = rng.uniform(-0.6, 0.6) + number * 0.55
        wave = base + swing * (1.1 - 0.5 * share) * np.sin(t / builder.width * frequency * 2 * np.pi + phase)
        tone = _TONES[(number + rng.integer(0, 1)) % len(_TONES)]
        layer = (Layer.FAR, Layer.MIDDLE, Layer.NEAR)[min(2, number // 3)]
        builder.fill_below(
            np.column_stack([t, wave]),
            tone.with_haze(0.45 * (1 - share)),
            layer,
            tone.darken(0.22).with_haze(0.2 * (1 - share)),
        )
        edge = ribbon(np.column_stack([t, wave + 0.012]), 0.007 + 0.004 * np.sin(t * 9))
        builder.add_outline(edge, WHITE.with_haze(0.15), layer, line=0)


def _draw_facets(builder: SceneBuilder, x: float, y: float, rng: Rng) -> None:
    """Draw a crystal: facets around an off-center point."""
    count = rng.integer(6, 9)
    angle = np.sort(np.linspace(0, 2 * np.pi, count, endpoint=False) + rng.uniforms(count, -0.2, 0.2))
    radius = rng.uniforms(count, 0.18, 0.3)
    rim = np.column_stack([x + radius * np.cos(angle), y + radius * 1.15 * np.sin(angle)])
    heart = np.array([x - 0.03, y - 0.05])
    for number in range(count):
        following = (number + 1) % count
        tone = (MAIN, SECOND, ACCENT)[number % 3]
        light = 0.35 * np.cos(angle[number] + 2.2)
        builder.add_outline(
            np.array([heart, rim[number], rim[following]]),
            tone.lighten(light) if light > 0 else tone.darken(-light),
            Layer.SUBJECT,
        )
        middle = (rim[number] + rim[following] + heart) / 3
        builder.add_outline(np.array([heart, middle, rim[following]]), tone.lighten(0.3), Layer.SUBJECT, line=0.5)


def _draw_petals(builder: SceneBuilder, x: float, y: float, rng: Rng) -> None:
    """Draw a mandala of petals."""
    count = rng.integer(6, 11)
    for ring, (reach, width) in enumerate(((0.31, 0.1), (0.22, 0.085), (0.13, 0.06))):
        for number in range(count):
            pen = builder.create_pen(x, y, 1.0, Layer.SUBJECT).at(0, 0, tilt=360 * (number + 0.5 * (ring % 2)) / count)
            tone = (MAIN, ACCENT, LIGHT)[ring].darken(0.1 * (number % 2))
            pen.blob(
                [(0.02, 0), (reach * 0.55, width * 0.6), (reach, 0), (reach * 0.55, -width * 0.6)],
                tone,
                corners=(2,),
                solid=True,
            )
    builder.add_outline(oval(x, y, 0.05, 0.05), LIGHT.lighten(0.3), Layer.SUBJECT, glow=0.6)


def _draw_orbits(builder: SceneBuilder, x: float, y: float, rng: Rng) -> None:
    """Draw a sphere with orbits and moons."""
    pen = builder.create_pen(x, y, 1.0, Layer.SUBJECT)
    for number in range(3):
        tilt, squash = rng.uniform(-40, 40), rng.uniform(0.25, 0.5)
        reach = 0.26 + 0.075 * number
        path = oval(0, 0, reach, reach * squash, tilt, 0, 359, 80)
        pen.stroke(path, 0.008, WHITE.darken(0.1), start=1, end=1, glow=0.4)
        spot = path[rng.integer(0, 60)]
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
        pen.stroke([(-0.15, level), (0, level - 0.04), (0.15, level)], 0.014, MAIN.lighten(0.35), start=0.2, end=0.2)


def _draw_steps(builder: SceneBuilder, x: float, y: float, rng: Rng) -> None:
    """Draw floating slabs that climb towards a small sun, with clouds between."""
    side = rng.choice((-1, 1))
    for number in range(6):
        px, py = x + side * (0.3 - 0.11 * number), y + 0.26 - 0.095 * number
        pen = builder.create_pen(px, py, 0.14 - 0.01 * number, Layer.SUBJECT)
        tone = (MAIN, SECOND, ACCENT)[number % 3]
        pen.fill([(-1, 0), (0, -0.42), (1, 0), (0, 0.42)], tone.lighten(0.25))
        pen.fill([(-1, 0), (0, -0.42), (0, -0.85), (-1, -0.42)], tone)
        pen.fill([(1, 0), (0, -0.42), (0, -0.85), (1, -0.42)], tone.darken(0.25))
    builder.add_outline(oval(x - side * 0.3, y - 0.34, 0.07, 0.07), LIGHT, Layer.SUBJECT, fade=ACCENT, glow=0.8)
    draw_cumulus(builder, x + side * 0.3, y - 0.02, 0.12, WHITE, AIR, Layer.SUBJECT)
