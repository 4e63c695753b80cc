"""Landforms that fill the image: rice terraces, a canyon."""

import numpy as np

from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import BRUSHED, draw_clouds, draw_sky, draw_sun_or_moon
from engines.painter.curves import Points
from engines.painter.rng import Rng
from engines.painter.scene import Subject, TimeOfDay
from engines.painter.shapes import GROUND, LIGHT, SECOND, Layer, Role, Tone
from engines.painter.subjects.buildings import draw_house
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.plants import draw_crown

_STEPS = 12
_BANK, _RICE, _WATER, _DUSK_WATER = "#4f7f35", "#a9cf5a", "#c9e4f4", "#f6c48a"
"""Colors of a terrace: its bank, its crop, and its water by day and at sunset, when it reflects the sky."""
_ROCK = ("#b5563a", "#c96a44", "#dd8a58", "#a8472f")
"""Colors of the layers of rock."""
_LAYERS = 6
_RIVER = "#5fa6b8"


def draw_terraces(builder: SceneBuilder) -> None:
    """Draw a hillside of flooded and planted terraces, whose banks follow its contours."""
    rng = builder.rng.derive("terraces")
    draw_sky(builder)
    draw_sun_or_moon(builder)
    draw_clouds(builder)
    for level, haze in ((-0.14, 0.7), (-0.06, 0.5)):
        builder.fill_below(builder.build_ridge(builder.horizon + level, 0.16, rng, 0.45, 4), SECOND.with_haze(haze),
            Layer.FAR)  # fmt: skip
    phase, top = rng.uniform(0, 2 * np.pi), builder.horizon - 0.08
    start = len(builder.shapes)
    for step in range(_STEPS):
        t = (step / _STEPS) ** 1.25
        level = top + (builder.height + 0.05 - top) * t
        rise = 0.03 + 0.1 * t
        edge = _build_contour(builder, level, rise, phase + 0.22 * step)
        bank = 0.012 + 0.022 * t
        is_flooded = step % 3 != 2
        builder.fill_below(edge, _color_step(builder, is_flooded), Layer.NEAR, line=0.5)
        low = _build_contour(
            builder, level + (builder.height - top) / _STEPS * (0.5 + 0.7 * t), rise, phase + 0.22 * step
        )
        foot = np.column_stack([low[:, 0], low[:, 1] + bank])
        builder.add_outline(np.vstack([low, foot[::-1]]), _choose(builder, _BANK), Layer.NEAR, line=0.6)
        if not is_flooded:
            _draw_tufts(builder, edge, 0.006 + 0.012 * t, rng)
    builder.distinctions.append((start, len(builder.shapes)))
    if builder.allows(Subject.HOUSE, Subject.TREE):
        x = builder.counterpoint
        draw_house(builder.create_pen(x, top + 0.1, 0.1, Layer.NEAR), rng)
        draw_crown(builder.create_pen(x - 0.1, top + 0.1, 1.0, Layer.NEAR), rng, 0, 0.03, 0.04, 0.04, SECOND)


def _build_contour(builder: SceneBuilder, level: float, rise: float, phase: float) -> Points:
    x = np.linspace(-0.05, builder.width + 0.05, 120)
    y = level + rise * (np.sin(2.9 * x + phase) + 0.35 * np.sin(7.3 * x + 2 * phase))
    return np.column_stack([x, y])


def _choose(builder: SceneBuilder, tint: str) -> Tone:
    is_plain = builder.medium in BRUSHED or builder.is_night
    return (
        Tone(GROUND.role, tint=tint)
        .darken(0.2 if is_plain else 0.0)
        .with_haze(0.35 if builder.medium in BRUSHED else 0)
    )


def _color_step(builder: SceneBuilder, is_flooded: bool) -> Tone:
    if not is_flooded:
        return _choose(builder, _RICE)
    if builder.medium in BRUSHED:
        return LIGHT.with_haze(0.9)
    is_dusk = builder.scene.time_of_day is TimeOfDay.SUNSET
    water = Tone(Role.AIR, tint=_DUSK_WATER if is_dusk else _WATER)
    return water.darken(0.45) if builder.is_night else water


def _draw_tufts(builder: SceneBuilder, edge: Points, size: float, rng: Rng) -> None:
    """Draw the rice along the upper edge of a planted terrace."""
    for x, y in edge[::3]:
        pen = builder.create_pen(float(x), float(y) + 1.6 * size, size * rng.uniform(0.8, 1.2), Layer.NEAR)
        pen.stroke([(-0.3, 0), (0, 1.0), (0.1, 1.6)], 0.35, _choose(builder, _BANK).lighten(0.12), start=1, end=0.4)


def draw_canyon(builder: SceneBuilder) -> None:
    """Draw walls of layered rock on both sides of a river that winds towards the horizon."""
    rng = builder.rng.derive("canyon")
    draw_sky(builder)
    draw_sun_or_moon(builder, 0.08, y=builder.horizon * 0.35)
    draw_clouds(builder, 2)
    mesa = _rock(builder, 2).with_haze(0.5)
    for x, width in ((0.2, 0.26), (0.62, 0.3)):
        left, y = x * builder.width, builder.horizon - 0.07
        block = [(left, y + 0.2), (left + 0.03, y), (left + width - 0.03, y), (left + width, y + 0.2)]
        builder.add_outline(np.array(block), mesa, Layer.FAR)
    start = len(builder.shapes)
    flat = np.array([(-0.05, builder.horizon + 0.06), (builder.width + 0.05, builder.horizon + 0.06)])
    builder.fill_below(flat, _rock(builder, 2).with_haze(0.25), Layer.MIDDLE, _rock(builder, 1))
    _draw_river(builder)
    for side in SIDES:
        for depth, (reach, top) in enumerate(((0.38, -0.04), (0.24, -0.2))):
            _draw_wall(builder, side, reach * builder.width, builder.horizon + top, 0.3 - 0.3 * depth, rng)
    builder.distinctions.append((start, len(builder.shapes)))


def _rock(builder: SceneBuilder, layer: int) -> Tone:
    tone = Tone(Role.MAIN, tint=_ROCK[layer % len(_ROCK)])
    return tone.darken(0.4) if builder.is_night else tone


def _draw_river(builder: SceneBuilder) -> None:
    """Draw the river, wider towards the viewer."""
    t = np.linspace(0, 1, 50)
    y = builder.horizon + 0.06 + (builder.height - builder.horizon) * t
    middle = builder.width * (0.5 + 0.1 * np.sin(5.5 * t) * (0.4 + t))
    half = 0.012 + 0.13 * t**1.6
    outline = np.vstack([np.column_stack([middle - half, y]), np.column_stack([middle + half, y])[::-1]])
    builder.add_outline(outline, Tone(Role.DEEP, tint=_RIVER), Layer.MIDDLE)


def _draw_wall(builder: SceneBuilder, side: int, reach: float, top: float, haze: float, rng: Rng) -> None:
    """Draw a wall that steps down towards the river, layer by layer."""
    edge = -0.05 if side < 0 else builder.width + 0.05
    bottom = builder.height + 0.05
    for layer in range(_LAYERS):
        low, high = top + (bottom - top) * layer / _LAYERS, top + (bottom - top) * (layer + 1) / _LAYERS
        inner = reach * (0.62 + 0.5 * layer / _LAYERS) * rng.uniform(0.93, 1.07)
        x = inner if side < 0 else builder.width - inner
        shift = 0.03 * side
        block = [(edge, low), (x + shift, low), (x, low + 0.3 * (high - low)), (x - shift, high), (edge, high)]
        tone = _rock(builder, layer).with_haze(haze)
        builder.add_outline(np.array(block), tone, Layer.NEAR, fade=tone.darken(0.12))
        for share in (0.4, 0.75):
            y = low + share * (high - low)
            crack = np.array([(edge, y), (x, y - 0.008), (x, y + 0.006), (edge, y + 0.014)])
            builder.add_outline(crack, tone.darken(0.28), Layer.NEAR, line=0)
