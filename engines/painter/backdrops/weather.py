"""Weather in front of the scene."""

from dataclasses import replace

import numpy as np

from engines.painter.backdrops.autumn_land import choose_leaf, is_autumn
from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import BRUSHED, is_stormy
from engines.painter.curves import oval
from engines.painter.scene import Weather
from engines.painter.shapes import ACCENT, AIR, DEEP, LIGHT, MAIN, SECOND, WHITE, Layer, Shape
from services.common.contract.image_chat import Medium

_COARSE = (Medium.MOSAIC, Medium.POINTILLISM, Medium.OIL, Medium.LOW_POLY, Medium.PIXEL, Medium.STAINED_GLASS)
"""Media whose grain hides thin strokes."""
_MAX_DISC = 0.6
"""Largest extent of what shines in the sky, in frame units: larger shapes are the sky itself."""
_FOG = {Layer.SKY: 0.9, Layer.CLOUDS: 0.94, Layer.FAR: 0.85, Layer.MIDDLE: 0.75, Layer.NEAR: 0.55}
"""Haze of what is in fog, by its depth."""
_WIDE_DROPS, _WIDEST_DROPS, _LARGE_FLAKES = 3.0, 5.0, 1.5


def draw_weather(builder: SceneBuilder) -> None:
    """Draw the weather of the scene over everything."""
    match builder.scene.weather:
        case Weather.RAIN:
            _draw_rain(builder)
        case Weather.SNOW:
            _draw_snow(builder)
        case Weather.PETALS:
            _draw_drift(builder, petals=True)
        case Weather.LEAVES:
            _draw_drift(builder, petals=False)
        case _:
            return


def _draw_rain(builder: SceneBuilder) -> None:
    rng = builder.rng.derive("rain")
    slant = rng.choice((-1, 1)) * rng.uniform(0.1, 0.2)
    # White is visible only on a dark sky.
    tone = WHITE.with_haze(0.35) if builder.is_night or is_stormy(builder) else DEEP.with_haze(0.2)
    line = 0.8 if builder.medium in BRUSHED else 0.0
    wide = _WIDEST_DROPS if builder.medium in _COARSE else 1.0 if builder.is_night else _WIDE_DROPS
    for _ in range(int(150 * builder.width * builder.height)):
        x, y = rng.uniform(-0.1, builder.width + 0.1), rng.uniform(-0.1, builder.height)
        length = rng.uniform(0.03, 0.1)
        left, right = x + slant * length - 0.0012 * wide, x + slant * length + 0.0022 * wide
        drop = np.array([(x, y), (right, y + length), (left, y + length)])
        builder.add_outline(drop, tone, Layer.FRONT, line=line, glow=0.12 if builder.is_night else 0)
    for _ in range(int(16 * builder.width)):
        x, y = rng.uniform(0, builder.width), rng.uniform(builder.height * 0.86, builder.height)
        pen = builder.create_pen(x, y, 1.0, Layer.FRONT)
        pen.stroke([(-0.02, 0), (0, -0.004), (0.02, 0)], 0.004, tone, start=0.2, end=0.2)


def _draw_snow(builder: SceneBuilder) -> None:
    rng = builder.rng.derive("snow")
    outline = 1.2 if builder.medium in BRUSHED else 0.0
    for number in range(int(120 * builder.width * builder.height)):
        size = (0.0025 + 0.0085 * rng.uniform(0, 1) ** 3) * (1.0 if builder.is_night else _LARGE_FLAKES)
        x, y = rng.uniform(0, builder.width), rng.uniform(0, builder.height)
        if number % 9 == 0:
            pen = builder.create_pen(x, y, size * 2.4, Layer.FRONT)
            for rotation in (0, 60, 120):
                arm = np.radians(rotation + 15)
                pen.stroke([(-np.cos(arm), -np.sin(arm)), (np.cos(arm), np.sin(arm))], 0.22, WHITE, start=0.6, end=0.6)
            continue
        builder.add_outline(oval(x, y, size, size, steps=14), WHITE, Layer.FRONT, line=outline, glow=0.2)


def _draw_drift(builder: SceneBuilder, petals: bool) -> None:
    rng = builder.rng.derive("drift")
    for _ in range(int(46 * builder.width * builder.height)):
        x, y = rng.uniform(0, builder.width), rng.uniform(0, builder.height)
        pen = builder.create_pen(x, y, rng.uniform(0.012, 0.03), Layer.FRONT).at(0, 0, tilt=rng.uniform(0, 360))
        if petals:
            tone = rng.choice((ACCENT.lighten(0.45), ACCENT.lighten(0.6), WHITE))
            pen.blob(
                [(0, -0.5), (0.42, 0.0), (0.2, 0.5), (0, 0.36), (-0.2, 0.5), (-0.42, 0.0)],
                tone,
                corners=(0, 3),
                line=0.4,
            )
        else:
            tone = choose_leaf(rng) if is_autumn(builder) else rng.choice((ACCENT, MAIN, LIGHT.darken(0.1), SECOND))
            pen.blob(
                [(0, -0.9), (0.4, -0.2), (0.28, 0.3), (0, 0.8), (-0.28, 0.3), (-0.4, -0.2)],
                tone,
                corners=(0, 3),
                line=0.5,
            )
            pen.stroke([(0, -1.1), (0, 0.6)], 0.09, tone.darken(0.3), start=1, end=0.2)


def draw_fog(builder: SceneBuilder) -> None:
    """Veil what is drawn so far, far things more than near ones, and draw banks of fog before it."""
    rng = builder.rng.derive("fog")
    is_ink = builder.medium is Medium.INK_WASH
    builder.shapes[:] = [_veil(shape, 0.5 if is_ink else 1.0) for shape in builder.shapes]
    for number in range(5):
        y = builder.horizon + 0.09 * (number - 1) + rng.uniform(-0.03, 0.03)
        x, length = rng.uniform(0, builder.width), rng.uniform(0.7, 1.2)
        builder.add_outline(oval(x, y, length / 2, 0.034), AIR.lighten(0.12), Layer.NEAR, line=0)
        if builder.medium in BRUSHED:
            builder.fog_banks.append(len(builder.shapes) - 1)


def _veil(shape: Shape, strength: float) -> Shape:
    """Return *shape* in fog, of *strength*, 0..1, over land: in ink, only land that is seen is in fog."""
    is_sky = shape.layer is Layer.SKY and np.ptp(shape.points, axis=0).max() > _MAX_DISC
    haze = 0.0 if is_sky else _FOG.get(shape.layer, 0.0) * (strength if shape.layer > Layer.CLOUDS else 1.0)
    fade = shape.fade.with_haze(max(shape.fade.haze, haze)) if shape.fade is not None else None
    return replace(
        shape, tone=shape.tone.with_haze(max(shape.tone.haze, haze)), fade=fade, line=shape.line * (1 - haze)
    )
