"""The sky: gradient, stars, sun or moon, clouds."""

import re
from dataclasses import replace

import numpy as np

from engines.painter.backdrops.scene_builder import Disc, SceneBuilder
from engines.painter.content.words import NOON, Position
from engines.painter.curves import Points, oval
from engines.painter.rng import Rng
from engines.painter.scene import Setting, Subject, TimeOfDay, Weather
from engines.painter.shapes import ACCENT, AIR, DEEP, LIGHT, PAPER, SKY, WHITE, Layer, Pen, Tone
from services.common.contract.image_chat import Medium

PLACES = {
    Position.LEFT: (0.2, 0.3), Position.RIGHT: (0.8, 0.3), Position.CENTER: (0.5, 0.3), Position.TOP: (0.5, 0.16),
    Position.BOTTOM: (0.5, 0.84), Position.TOP_LEFT: (0.17, 0.16), Position.TOP_RIGHT: (0.83, 0.16),
    Position.BOTTOM_LEFT: (0.17, 0.84), Position.BOTTOM_RIGHT: (0.83, 0.84),
}  # fmt: skip
"""Position of the sun or the moon for each requested position, as fractions of the frame."""
_STORM = re.compile("storm|暴[风雨雪]|雷雨")
_STORM_SKY, _STORM_CLOUD = "#4f5a69", "#7d8794"
"""Colors of the daytime sky in a storm and of its clouds."""
_OVERCAST = {Weather.RAIN: "#8f9bab", Weather.SNOW: "#a9b4c3"}
"""Color of the daytime sky in rain or snow."""
_NOON_PLACE, _NOON_SKY = 0.14, ("#7fb6e6", "#d3e7f5")
"""The place of the sun at noon, in shares of the frame's height, and the sky then, high and low."""
_DUSK, _LOW_SUN = "#f59a5e", "#ee6a2c"
"""The sky at the horizon and the sun at sunset, as far as the palette allows."""
_RAY = replace(LIGHT, tint="#f3b02f")
"""The sun on a dark sky."""
_NIGHT = ("#14244d", "#33477d")
"""The sky at night, high and low, as far as a light palette allows."""
_STAR = "icon/star"
_REQUESTED_STARS = 2.6
_SHINING_ICONS = frozenset(f"icon/{key}" for key in ("sun", "sun-with-face", "full-moon", "full-moon-face",
    "new-moon-face", "crescent-moon", "first-quarter-moon", "first-quarter-moon-face", "last-quarter-moon",
    "last-quarter-moon-face", "waxing-crescent-moon", "waning-crescent-moon", "waxing-gibbous-moon",
    "waning-gibbous-moon", "own/sunrise_scene", "own/sunset", "own/overcast"))  # fmt: skip
"""Icons of the sun and the moon: the sky has no other one next to them."""
INK_STAR_LINE = 1.4
"""Width of the outline of a star on paper, by which it is found again."""
BRUSHED = (Medium.INK_WASH, Medium.LINE_ART)
"""Media that leave the sky as bare paper."""


def draw_sky(builder: SceneBuilder) -> None:
    """Draw the sky down to below the horizon, with stars, sun or moon."""
    low = AIR
    if builder.scene.time_of_day is TimeOfDay.SUNSET and builder.medium not in BRUSHED:
        low = replace(ACCENT, tint=_DUSK)
    high = SKY
    if builder.scene.weather in _OVERCAST and not builder.is_night:
        tint = _STORM_SKY if is_stormy(builder) else _OVERCAST[builder.scene.weather]
        high, low = (replace(tone, tint=tint) for tone in (SKY, AIR))
    elif is_noon(builder):
        high, low = (replace(tone, tint=tint) for tone, tint in zip((SKY, AIR), _NOON_SKY, strict=True))
    if builder.scene.time_of_day is TimeOfDay.NIGHT and not builder.is_dark:
        high, low = (replace(tone, tint=tint) for tone, tint in zip((SKY, AIR), _NIGHT, strict=True))
    if builder.medium in BRUSHED:
        builder.add_outline(builder.frame(builder.height), PAPER, Layer.SKY, line=0)
    else:
        builder.add_outline(builder.frame(builder.height), low, Layer.SKY, line=0)
        builder.add_outline(builder.frame(builder.horizon + 0.05), high, Layer.SKY, fade=low, line=0)
    if builder.is_night or builder.scene.weather is Weather.STARS:
        draw_stars(builder)


def is_noon(builder: SceneBuilder) -> bool:
    """Return whether the time of day is noon."""
    is_day = builder.scene.time_of_day is TimeOfDay.DAY and not builder.is_dark
    return is_day and not builder.scene.sky_color and NOON.search(builder.scene.text) is not None


def is_stormy(builder: SceneBuilder) -> bool:
    """Return whether the weather that falls is a storm."""
    return builder.scene.weather in _OVERCAST and _STORM.search(builder.scene.text) is not None


def draw_stars(builder: SceneBuilder, density: float = 60.0, low: float | None = None) -> None:
    """Scatter stars, a few of them with rays."""
    if any(figure.subject == _STAR for figure in builder.scene.figures) or Weather.STARS in builder.scene.excluded:
        return  # They are counted, or nobody should see them.
    rng = builder.rng.derive("stars")
    bottom = builder.horizon * 0.9 if low is None else low
    if builder.medium in BRUSHED:
        _draw_inked_stars(builder, rng, bottom)
        return
    # Requested stars are larger: cells and strokes hide small ones.
    scale = _REQUESTED_STARS if builder.scene.weather is Weather.STARS else 1.0
    for number in range(int(density * builder.width * max(0.3, bottom))):
        x, y = rng.uniform(0, builder.width), rng.uniform(0, bottom)
        size = scale * (0.0016 + 0.0028 * rng.uniform(0, 1) ** 3)
        pen = builder.create_pen(x, y, 1.0, Layer.SKY)
        pen.oval(0, 0, size, size, WHITE, line=0, glow=0.9)
        if number % (5 if scale > 1 else 14) == 0:
            ray = size * 4.5
            cross = [(ray, 0), (size * 0.5, size * 0.5), (0, ray), (-size * 0.5, size * 0.5)]
            cross += [(-x_, -y_) for x_, y_ in cross]
            pen.fill(cross, LIGHT.lighten(0.4), line=0, glow=1.0)


def _draw_inked_stars(builder: SceneBuilder, rng: Rng, bottom: float) -> None:
    """Draw a few stars with four points in ink: white stars would not be visible on paper."""
    for _ in range(int(16 * builder.width)):
        x, y, size = rng.uniform(0.04, builder.width - 0.04), rng.uniform(0.04, bottom), rng.uniform(0.01, 0.022)
        pen = builder.create_pen(x, y, size, Layer.MIDDLE)
        pen.fill(
            [(1, 0), (0.22, 0.22), (0, 1), (-0.22, 0.22), (-1, 0), (-0.22, -0.22), (0, -1), (0.22, -0.22)],
            DEEP.lighten(0.15),
            line=INK_STAR_LINE,
        )


def draw_sun_or_moon(
    builder: SceneBuilder, size: float = 0.085, x: float | None = None, y: float | None = None
) -> None:
    """Draw the sun by day, the moon by night, with a halo."""
    if any(figure.subject == Subject.MOON or figure.subject in _SHINING_ICONS for figure in builder.scene.figures):
        return
    shining = find_shining(builder)
    if not builder.allows(shining):
        return
    is_overcast = builder.scene.weather in _OVERCAST and not builder.is_night
    if is_overcast and not any(figure.subject is shining for figure in builder.scene.landscapes):
        return
    rng = builder.rng.derive("sun")
    place = _find_requested_place(builder)
    if place is not None:
        x, y = place
    x = builder.counterpoint + rng.uniform(-0.06, 0.06) if x is None else x
    sunset = builder.scene.time_of_day is TimeOfDay.SUNSET
    if place is None and is_noon(builder) and shining is Subject.SUN:
        y = _NOON_PLACE * builder.height
    if y is None:
        y = builder.horizon * rng.uniform(0.72, 0.86) if sunset else builder.horizon * rng.uniform(0.2, 0.42)
    halo = LIGHT if builder.is_night else LIGHT.lighten(0.3)
    start = len(builder.shapes)
    pen = builder.create_pen(x, y, size * (1.35 if sunset else 1.0), Layer.SKY)
    if builder.medium not in (*BRUSHED, Medium.WOODBLOCK):
        for radius, haze in ((1.9, 0.86), (1.45, 0.72)):
            pen.oval(0, 0, radius, radius, halo.with_haze(haze), line=0, glow=0.12)
    if shining is Subject.SUN and builder.is_dark:
        _draw_rays(pen)
    body = len(builder.shapes)
    _draw_disc(builder, pen, shining)
    builder.discs.append(Disc(shining, start, body, len(builder.shapes)))


def find_shining(builder: SceneBuilder) -> Subject:
    """Return what shines in the sky: the moon by night, and in a dark look unless the sun is requested."""
    is_night = builder.scene.time_of_day is TimeOfDay.NIGHT
    wants_sun = any(figure.subject is Subject.SUN for figure in builder.scene.landscapes)
    return Subject.MOON if is_night or (builder.is_dark and not wants_sun) else Subject.SUN


def _draw_rays(pen: Pen) -> None:
    """Draw rays around a disc of radius 1: on a dark sky, a sun without them is a moon."""
    for angle in np.arange(0, 2 * np.pi, np.pi / 6):
        across = np.array([-np.sin(angle), np.cos(angle)]) * 0.16
        along = np.array([np.cos(angle), np.sin(angle)])
        pen.fill([tuple(1.15 * along + across), tuple(1.75 * along), tuple(1.15 * along - across)], _RAY, line=0.5)


def _draw_disc(builder: SceneBuilder, pen: Pen, shining: Subject) -> None:
    """Draw the disc of *shining* with radius 1."""
    color = find_requested_color(builder)
    if shining is Subject.MOON:
        draw_moon_disc(pen.at(0, 0), color or LIGHT)
        return
    if color is not None:
        pen.oval(0, 0, 1.0, 1.0, color, line=0.8, glow=0.4)
        return
    sunset = builder.scene.time_of_day is TimeOfDay.SUNSET
    if builder.is_dark and not sunset:
        pen.oval(0, 0, 1.0, 1.0, _RAY, line=0.8, glow=0.4)
        return
    red = builder.medium in (Medium.WOODBLOCK, Medium.INK_WASH) or sunset
    # The accent of some palettes is green.
    low = replace(ACCENT, tint=_LOW_SUN) if sunset and builder.medium not in BRUSHED else ACCENT
    pen.oval(
        0,
        0,
        1.0,
        1.0,
        low if red else LIGHT.lighten(0.1),
        line=0.8,
        glow=0.8,
        fade=low.lighten(0.25) if red else None,
    )


def _find_requested_place(builder: SceneBuilder) -> tuple[float, float] | None:
    """Return the requested position of the sun or the moon."""
    for figure in builder.scene.landscapes:
        if figure.subject in (Subject.SUN, Subject.MOON) and figure.position is not None:
            across, down = PLACES[figure.position]
            return builder.width * across, builder.height * down
    return None


def find_requested_color(builder: SceneBuilder) -> Tone | None:
    """Return the requested color of the sun or the moon."""
    shining = find_shining(builder)
    colors = [figure.color for figure in builder.scene.landscapes if figure.subject is shining and figure.color]
    return Tone(LIGHT.role, tint=colors[0], is_exact=True) if colors else None


def draw_moon_disc(pen: Pen, tone: Tone = LIGHT) -> None:
    """Draw a moon of radius 1 in *tone* with its seas and craters."""
    disc = tone if tone.is_exact else tone.lighten(0.35)
    pen.oval(
        0,
        0,
        1,
        1,
        disc,
        line=0.8,
        glow=0.4 if tone.is_exact else 0.75,
        fade=None if tone.is_exact else tone.lighten(0.1),
    )
    sea = tone.darken(0.13)
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
        pen.oval(x, y, radius, radius, tone.darken(0.2), line=0, glow=0.4)
        pen.oval(x + radius * 0.2, y - radius * 0.2, radius * 0.75, radius * 0.75, tone.lighten(0.2), line=0, glow=0.5)


def draw_cumulus(
    builder: SceneBuilder, x: float, y: float, size: float, tone: Tone, shade: Tone, layer: Layer = Layer.CLOUDS
) -> None:
    """Draw a heaped cloud with a flat base at *y* and lit lobes on top."""
    rng = builder.rng.derive(f"cloud {x:.3f} {y:.3f}")
    lobes = [(-0.72, 0.1, 0.24), (-0.36, 0.24, 0.36), (0.1, 0.36, 0.44), (0.52, 0.2, 0.32), (0.84, 0.08, 0.2)]
    base = [(px + rng.uniform(-0.06, 0.06), py, radius * rng.uniform(0.88, 1.1)) for px, py, radius in lobes]
    pen = builder.create_pen(x, y, size, layer)
    pen.fill(_build_cloud_outline(base), tone, fade=shade, line=0.7)
    for px, py, radius in base[1:4]:
        arc = oval(px - radius * 0.05, py, radius * 0.72, radius * 0.72, 0, 60, 170, 14)
        pen.stroke(arc, 0.028, shade, start=0.1, end=0.1)


def _build_cloud_outline(lobes: list[tuple[float, float, float]]) -> Points:
    x = np.linspace(lobes[0][0] - lobes[0][2], lobes[-1][0] + lobes[-1][2], 90)
    top = np.zeros(len(x))
    for px, py, radius in lobes:
        inside = np.clip(radius**2 - (x - px) ** 2, 0, None)
        top = np.maximum(top, np.where(inside > 0, py + np.sqrt(inside), 0))
    base = -0.045 * np.sin(np.linspace(0, np.pi, len(x)))
    return np.vstack([np.column_stack([x, top]), np.column_stack([x, base])[::-1]])


def draw_streak(
    builder: SceneBuilder, x: float, y: float, length: float, thick: float, tone: Tone, layer: Layer = Layer.CLOUDS
) -> None:
    """Draw a stratus: two or three stacked, rounded bars."""
    pen = builder.create_pen(x, y, 1.0, layer)
    for dx, dy, share in ((0.0, 0.0, 1.0), (0.16 * length, thick * 0.8, 0.6), (-0.2 * length, -thick * 0.75, 0.5)):
        half = length * share / 2
        pen.box(dx - half, dy - thick / 2, dx + half, dy + thick / 2, tone, radius=thick / 2, line=0.6)


_CLOUD_NAMES = frozenset((Setting.SKY, "icon/cloud"))
"""What a request for no clouds excludes."""


def draw_clouds(builder: SceneBuilder, count: int = 3) -> None:
    """Draw daytime clouds in the style of the medium."""
    rng = builder.rng.derive("clouds")
    if builder.medium in BRUSHED or _are_figures(builder) or builder.scene.excluded & _CLOUD_NAMES:
        return
    for number in range(count):
        x, y = rng.uniform(0, builder.width), builder.horizon * rng.uniform(0.14, 0.8)
        if (
            builder.is_night
            or builder.scene.time_of_day is TimeOfDay.SUNSET
            or builder.medium in (Medium.WOODBLOCK, Medium.FLAT)
        ):
            tone = SKY.lighten(0.14).with_haze(0.35) if builder.is_night else WHITE.with_haze(0.25)
            tone = Tone(DEEP.role, tint=_STORM_CLOUD) if is_stormy(builder) and not builder.is_night else tone
            draw_streak(builder, x, y, rng.uniform(0.22, 0.45), rng.uniform(0.022, 0.036), tone)
        else:
            size = rng.uniform(0.13, 0.26) * (1.25 if number == 0 else 0.9)
            body, shade = (Tone(DEEP.role, tint=_STORM_CLOUD),) * 2 if is_stormy(builder) else (WHITE, AIR.lighten(0.1))
            draw_cumulus(builder, x, max(y, size * 0.8), size, body, shade)


def _are_figures(builder: SceneBuilder) -> bool:
    """Return whether the clouds of the image are requested ones, which may be counted."""
    return any(figure.subject in _CLOUD_NAMES for figure in builder.scene.figures)


def draw_open_sky(builder: SceneBuilder) -> None:
    """Draw the sky from high up: heaped clouds below, far hills."""
    rng = builder.rng.derive("open sky")
    draw_sky(builder)
    draw_sun_or_moon(builder, 0.12, y=builder.height * 0.2)
    if builder.medium in BRUSHED or _are_figures(builder):
        return
    for row, (haze, size) in enumerate(((0.4, 0.16), (0.2, 0.22), (0.0, 0.3))):
        for number in range(max(2, int(3 * builder.width))):
            x = (number + rng.uniform(0.1, 0.9)) * builder.width / max(2, int(3 * builder.width))
            y = builder.height * (0.74 + 0.13 * row) + rng.uniform(-0.03, 0.03)
            layer = (Layer.CLOUDS, Layer.FAR, Layer.MIDDLE)[row]
            body = WHITE if not builder.is_night else DEEP.lighten(0.3)
            draw_cumulus(
                builder,
                x,
                y,
                size,
                body.with_haze(haze),
                AIR.with_haze(0.5) if not builder.is_night else DEEP.lighten(0.12),
                layer,
            )
