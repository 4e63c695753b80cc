"""Open country with one thing to look at: a lake, a field of one crop, northern lights."""

import re
from dataclasses import replace

import numpy as np

from engines.painter.backdrops.land import draw_mountains
from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import BRUSHED, draw_clouds, draw_sky, draw_sun_or_moon
from engines.painter.backdrops.water import choose_water_tone
from engines.painter.content.banks import LOTUS_POND, is_at_bank
from engines.painter.content.words import Relation
from engines.painter.rng import Rng
from engines.painter.scene import Subject, TimeOfDay
from engines.painter.shapes import DEEP, GROUND, LIGHT, SECOND, WHITE, Layer, Pen, Tone
from engines.painter.subjects.catalog import Placement, find_entry
from engines.painter.subjects.flowers import draw_lotus
from engines.painter.subjects.icons import load_icons

_CROPS = {
    "#8d5fc0": ("薰衣草", "lavender"),
    "#f2c91f": ("油菜", "rapeseed", "canola"),
    "#e0ab35": ("麦", "wheat", "barley"),
    "#8fb53f": ("稻", "rice", "水田"),
    "#4f9a4a": ("茶", "tea"),
    "#d8453e": ("罂粟", "poppy", "poppies"),
    "#e56aa0": ("郁金香", "tulip"),
    "#edb52a": ("向日葵", "sunflower"),
    "#c9a94e": ("玉米", "corn"),
}
"""The color of a field in bloom or before the harvest, and the words for its crop."""
_BLOOMS = {"#f2c91f": (0, ""), "#edb52a": (11, "#5d3518"), "#d8453e": (5, "#2a1a20"), "#e56aa0": (3, "")}
"""Crops that are known by their heads, with the petals and the color of the middle of each."""
_CLUSTER = ((-0.75, -0.2), (0.0, -0.45), (0.75, -0.2), (-0.4, 0.4), (0.4, 0.4), (0.0, 0.95))
"""Middles of the blossoms in a cluster: many that are small, not one head."""
_BLOOM_LEAVES, _LOTUS = "#5f9446", "#f0a3bd"
_WATER = "#5f9cc4"
"""The color of a lake by day."""
_RIVER = re.compile(r"河(?![马豚蚌])|江(?!南)|溪|\b(?:rivers?|streams?|creeks?)\b")
_LOTUSES = (
    (0.12, 0.35, 0.12),
    (0.88, 0.3, 0.11),
    (0.3, 0.55, 0.13),
    (0.72, 0.6, 0.14),
    (0.08, 0.9, 0.18),
    (0.92, 0.95, 0.19),
)
"""Place on the water, in shares of its width and depth, and size of the lotuses of a pond."""
_ABOARD = (Relation.ON, Relation.INSIDE)
_ROWS, _TUFTS, _HEAD_ROWS = 15, 26, 9
_LIGHTS = ("#4be3a0", "#7ff0c8", "#6fb7f2", "#b184f0")
"""Colors of northern lights: oxygen low, nitrogen high."""


def draw_lake(builder: SceneBuilder) -> None:
    """Draw a lake before mountains, with their reflection, and a shore for what stands on the ground."""
    rng = builder.rng.derive("lake")
    draw_mountains(builder, lake=True)
    is_colored = builder.medium not in BRUSHED and builder.scene.time_of_day is not TimeOfDay.NIGHT
    water = Tone(DEEP.role, tint=_WATER) if is_colored else choose_water_tone(builder)
    shore = builder.horizon + 0.1
    border = np.array([(-0.05, shore), (builder.width + 0.05, shore)])
    is_brushed = builder.medium in BRUSHED
    if _RIVER.search(builder.scene.text):
        # The bank on the other side.
        bank = builder.build_ridge(shore - 0.035, 0.02, rng.derive("bank"), 0.4, 4)
        builder.fill_below(bank, GROUND.darken(0.04), Layer.MIDDLE, GROUND.darken(0.18))
    tone = water.with_haze(0.25) if is_brushed else water.lighten(0.12)
    ripple = DEEP if is_brushed else WHITE.with_haze(0.2)
    start = len(builder.shapes)
    top, low = (tone.with_haze(0.5), tone) if is_brushed else (tone.with_haze(0.2), tone.darken(0.12))
    builder.fill_below(border, top, Layer.NEAR, low, line=0.5)
    # On paper, only ripples distinguish water from land.
    count, line = (34, 0.7) if is_brushed else (16, 0.0)
    for number in range(count):
        t = (number + 1) / count
        y, reach = shore + (builder.height - shore) * t**1.3, (0.05 + 0.2 * t) * rng.uniform(0.6, 1.3)
        pen = builder.create_pen(rng.uniform(0, builder.width), y, 1.0, Layer.NEAR)
        points = [(-reach, 0), (-0.4 * reach, -0.006), (0, 0.006), (0.5 * reach, -0.006), (reach, 0.0)]
        pen.stroke(points if is_brushed else points[::2], 0.004 + 0.007 * t, ripple, start=0.1, end=0.1, line=line)
    builder.distinctions.append((start, len(builder.shapes)))
    is_bank = is_at_bank(builder.scene.text)
    has_ground = is_bank or _has_ground_figure(builder)
    if LOTUS_POND.search(builder.scene.text):
        _draw_lotuses(builder, shore, rng)
    if has_ground or _RIVER.search(builder.scene.text):
        # A river has a bank on this side, too; boats are before it.
        level = 0.81 if is_bank else 0.85 if has_ground else 0.89
        near = builder.build_ridge(builder.height * level, 0.05, rng, 0.3, 3)
        builder.fill_below(near, GROUND.darken(0.08), Layer.NEAR, GROUND.darken(0.28))
        if not has_ground:
            _draw_reeds(builder, rng)


def _draw_lotuses(builder: SceneBuilder, shore: float, rng: Rng) -> None:
    """Draw lotuses on the water, at both sides of the figures; without them, it is no lotus pond."""
    if any(figure.subject == Subject.LOTUS for figure in builder.scene.figures):
        return  # They are counted.
    start = len(builder.shapes)
    low = builder.height * 0.84
    for across, down, size in _LOTUSES:
        pen = builder.create_pen(builder.width * across, shore + (low - shore) * down, size, Layer.NEAR)
        draw_lotus(pen, rng)
    for number in range(start, len(builder.shapes)):
        shape = builder.shapes[number]
        tint = _BLOOM_LEAVES if shape.tone.role is SECOND.role else _LOTUS
        fade = replace(shape.fade, tint=tint) if shape.fade is not None else None
        builder.shapes[number] = replace(shape, tone=replace(shape.tone, tint=tint), fade=fade)
    builder.distinctions.append((start, len(builder.shapes)))


def _draw_reeds(builder: SceneBuilder, rng: Rng) -> None:
    """Draw reeds on the bank at both sides."""
    for number in range(14):
        x = rng.uniform(0.0, 0.2) * builder.width
        x = x if number % 2 else builder.width - x
        height = rng.uniform(0.06, 0.13)
        pen = builder.create_pen(x, builder.height * 0.97, height, Layer.NEAR)
        pen.stroke([(0, 0), (0.05, 0.5), (0.14, 1.0)], 0.05, GROUND.darken(0.35), start=1, end=0.3)
        pen.oval(0.15, 1.0, 0.05, 0.16, DEEP, line=0.3)


def _has_ground_figure(builder: SceneBuilder) -> bool:
    """Return whether a figure needs ground below it: birds swim, and some are in a boat."""
    figures = builder.scene.figures
    for figure, other in zip(figures, (*figures[1:], None), strict=False):
        below = find_entry(other.subject, other.count) if other is not None else None
        if figure.relation in _ABOARD and below is not None and below.stand is Placement.WATER:
            continue
        entry, icon = find_entry(figure.subject, figure.count), load_icons().get(figure.subject)
        is_bird = icon is not None and icon.group == "animal-bird"
        if entry is not None and entry.stand in (Placement.GROUND, Placement.FRAME) and not is_bird:
            return True
    return False


def draw_field(builder: SceneBuilder) -> None:
    """Draw a field in rows that meet at the horizon, in the color of its crop."""
    rng = builder.rng.derive("field")
    draw_sky(builder)
    draw_sun_or_moon(builder)
    draw_clouds(builder)
    ridge = builder.build_ridge(builder.horizon - 0.05, 0.12, rng, 0.42, 4)
    builder.fill_below(ridge, SECOND.with_haze(0.55), Layer.FAR)
    color = _find_crop(builder)
    crop = _build_crop_tone(builder, _BLOOM_LEAVES if color in _BLOOMS else color)
    top = builder.horizon + 0.02
    builder.fill_below(
        np.array([(-0.05, top), (builder.width + 0.05, top)]), crop.with_haze(0.25), Layer.MIDDLE, crop.darken(0.08)
    )
    vanishing = builder.width - builder.focus
    reach = 2.6 * builder.width
    for row in range(_ROWS):
        left = vanishing + reach * (row / _ROWS - 0.5)
        _draw_row(builder, (vanishing, top), left, reach / _ROWS * 0.5, crop, rng)
    if color in _BLOOMS:
        _draw_heads(builder, top, color, rng)


def _draw_heads(builder: SceneBuilder, top: float, color: str, rng: Rng) -> None:
    """Draw the heads of a crop of flowers in color *color*, '#rrggbb', larger towards the lower edge."""
    low = builder.height + 0.02
    petals, middle = _BLOOMS[color]
    tone = _build_crop_tone(builder, color)
    disc = _build_crop_tone(builder, middle) if middle else None
    for row in range(_HEAD_ROWS):
        t = ((row + 1) / _HEAD_ROWS) ** 2
        size, across = 0.01 + 0.05 * t, (0.05 + 0.13 * t) if petals else 0.04 + 0.1 * t
        offset = rng.uniform(0, across)
        for number in range(-1, int(builder.width / across) + 2):
            place = offset + (number + rng.uniform(-0.15, 0.15)) * across
            pen = builder.create_pen(place, top + (low - top) * t + rng.uniform(-0.1, 0.1) * size, size, Layer.NEAR)
            _draw_head(pen, petals, tone.lighten(0.12) if number % 2 else tone, disc)


def _draw_head(pen: Pen, petals: int, tone: Tone, middle: Tone | None) -> None:
    """Draw a head of radius 1: a rim of *petals* around a disc in *middle*, a cup, or small blossoms in a cluster."""
    if not petals:
        for number, (x, y) in enumerate(_CLUSTER):
            pen.oval(x, y, 0.42, 0.42, tone.darken(0.1) if number % 2 else tone, line=0.3)
        return
    if middle is None:
        pen.fill(
            [(-0.6, 0.7), (-0.3, 0.35), (0, 0.8), (0.3, 0.35), (0.6, 0.7), (0.5, -0.5), (0, -0.8), (-0.5, -0.5)], tone
        )
        return
    angle = np.linspace(0, 2 * np.pi, 2 * petals, endpoint=False)
    radius = np.where(np.arange(2 * petals) % 2, 0.72, 1.05)
    pen.fill(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), tone, line=0.5)
    pen.oval(0, 0, 0.46, 0.46, middle, line=0.5)


def _draw_row(
    builder: SceneBuilder, start: tuple[float, float], foot: float, width: float, crop: Tone, rng: Rng
) -> None:
    """Draw the furrow from *start* to *foot* at the lower edge, and the tufts of the crop next to it."""
    (x, y), low = start, builder.height + 0.03
    furrow = np.array([(x, y), (foot, low), (foot + width, low)])
    builder.add_outline(furrow, crop.darken(0.3), Layer.NEAR, line=0.2)
    for number in range(_TUFTS):
        t = ((number + 0.5) / _TUFTS) ** 1.5
        across = x + (foot + width * rng.uniform(1.0, 2.0) - x) * t
        if not -0.05 < across < builder.width + 0.05:
            continue
        size = (0.006 + 0.022 * t) * rng.uniform(0.8, 1.2)
        pen = builder.create_pen(across, y + (low - y) * t, size, Layer.NEAR)
        tone = crop.lighten(0.22) if number % 2 else crop.darken(0.06)
        pen.oval(0, 1.0, 0.5, 1.3, tone, line=0.3)


def _find_crop(builder: SceneBuilder) -> str:
    """Return the color of the crop that the text names, '#rrggbb'."""
    text = builder.scene.text
    return next((color for color, words in _CROPS.items() if any(word in text for word in words)), "#a9b84a")


def _build_crop_tone(builder: SceneBuilder, color: str) -> Tone:
    return Tone(GROUND.role, tint=color, is_exact=builder.medium not in BRUSHED and not builder.is_night)


def draw_northern_lights(builder: SceneBuilder) -> None:
    """Draw curtains of light over the mountains at night."""
    rng = builder.rng.derive("lights")
    start = len(builder.shapes)
    draw_mountains(builder)
    land, builder.shapes[start:] = builder.shapes[start:], []
    sky = [shape for shape in land if shape.layer <= Layer.SKY]
    builder.shapes.extend(sky)
    for number, color in enumerate((*_LIGHTS, *_LIGHTS[:2])):
        tone = replace(LIGHT, tint=color, is_exact=builder.medium not in BRUSHED)
        _draw_curtain(builder, builder.horizon * (0.3 + 0.1 * number), tone if not is_paper(builder) else DEEP, rng)
    builder.shapes.extend(shape for shape in land if shape.layer > Layer.CLOUDS)


def is_paper(builder: SceneBuilder) -> bool:
    """Return whether the sky is bare paper, on which light is drawn as ink."""
    return builder.medium in BRUSHED


def _draw_curtain(builder: SceneBuilder, foot: float, tone: Tone, rng: Rng) -> None:
    """Draw a band of rays that waves across the sky, its lower edge around *foot*."""
    x = np.linspace(-0.05, builder.width + 0.05, 60)
    phase = rng.uniform(0, 2 * np.pi)
    wave = 0.07 * np.sin(3.2 * x + phase) + 0.03 * np.sin(8.0 * x + 2 * phase)
    height = builder.horizon * rng.uniform(0.16, 0.3)
    rays = height * (0.7 + 0.3 * np.sin(31 * x + phase) * np.sin(13 * x))
    low, high = np.column_stack([x, foot + wave]), np.column_stack([x, foot + wave - rays])
    haze = 0.75 if is_paper(builder) else 0.0
    builder.add_outline(
        np.vstack([high, low[::-1]]), tone.darken(0.45).with_haze(haze), Layer.SKY,
        fade=tone.with_haze(haze), line=0.15, glow=0.0 if is_paper(builder) else 0.35,
    )  # fmt: skip
