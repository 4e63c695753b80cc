"""Open country: meadow, hills, mountains, forest, desert, snow."""

import re
from dataclasses import replace

import numpy as np

from engines.painter.backdrops.autumn_land import (
    choose_leaf,
    color_ground,
    draw_autumn_tree,
    draw_fallen_leaf,
    is_autumn,
)
from engines.painter.backdrops.discs import find_center, is_requested
from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.sky import BRUSHED, draw_clouds, draw_sky, draw_sun_or_moon
from engines.painter.curves import Points
from engines.painter.rng import Rng
from engines.painter.scene import Setting, Subject, Weather
from engines.painter.shapes import ACCENT, DEEP, GROUND, LIGHT, MAIN, SECOND, WHITE, Layer, Role, Tone
from engines.painter.subjects.features import draw_grass_tuft
from engines.painter.subjects.plants import draw_bamboo, draw_cactus, draw_conifer, draw_crown
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

_FENCED = re.compile("花园|庭院|garden")
_GRASS = "#86b052"
"""The color of a grassland in summer."""
_CLEARING = 0.17
"""Half the width of the gap between the trees of a forest in which a requested sun or moon is seen."""
_FALLEN = ("icon/fallen-leaf", "icon/leaf-fluttering-in-wind", Weather.LEAVES)
"""Names of leaves: without them, none lie on the ground."""
_FLOWERS = (Subject.FLOWER, Subject.BLOSSOM, Subject.ROSE, Subject.TULIP, Subject.SUNFLOWER)


def draw_meadow(builder: SceneBuilder, flowers: int = 26) -> None:
    """Draw rolling hills under the sky, trees at the back, grass and flowers in front."""
    rng = builder.rng.derive("meadow")
    ground = _choose_ground(builder)
    draw_sky(builder)
    draw_sun_or_moon(builder)
    draw_clouds(builder)
    builder.fill_below(
        builder.build_ridge(builder.horizon - 0.07, 0.14, rng, 0.42, 4), ground.with_haze(0.68), Layer.FAR
    )
    builder.fill_below(
        builder.build_ridge(builder.horizon - 0.01, 0.1, rng, 0.35, 3),
        ground.with_haze(0.42),
        Layer.FAR,
        ground.with_haze(0.55),
    )
    for _ in range(7 if builder.allows(Subject.TREE) else 0):
        x, size = rng.uniform(0, builder.width), rng.uniform(0.03, 0.06)
        pen = builder.create_pen(x, builder.horizon + 0.03, 1.0, Layer.MIDDLE, haze=0.3)
        leaves = choose_leaf(rng) if is_autumn(builder) else SECOND.darken(0.1)
        draw_crown(pen, rng, 0, size * 0.7, size, size * 0.8, leaves)
    builder.fill_below(
        builder.build_ridge(builder.horizon + 0.06, 0.07, rng, 0.3, 3),
        ground.lighten(0.08),
        Layer.MIDDLE,
        ground.darken(0.05),
    )
    near = builder.build_ridge(builder.horizon + 0.2 * (builder.height - builder.horizon) + 0.06, 0.05, rng, 0.3, 3)
    builder.fill_below(near, ground.darken(0.06), Layer.NEAR, ground.darken(0.26))
    scatter_flowers(builder, rng, flowers)


def _choose_ground(builder: SceneBuilder) -> Tone:
    """Return the tone of the land: that of grass where a grassland is requested, by day and in a colored medium."""
    scene = builder.scene
    if is_autumn(builder):
        return color_ground()
    is_requested = scene.setting is Setting.MEADOW and _is_requested(builder)
    is_green = scene.weather not in (Weather.SNOW, Weather.LEAVES) and builder.medium not in BRUSHED
    return replace(GROUND, tint=_GRASS, is_exact=True) if is_requested and is_green and not builder.is_night else GROUND


def _is_requested(builder: SceneBuilder) -> bool:
    """Return whether the text names a place that is drawn."""
    parts = builder.scene.parts
    return any(part.kind is PartKind.SETTING and part.outcome is not PartOutcome.MISSING for part in parts)


def draw_garden(builder: SceneBuilder) -> None:
    """Draw a meadow rich in flowers, before a fence where it is a garden."""
    draw_meadow(builder, flowers=80)
    if not _FENCED.search(builder.scene.text):
        return
    start, level = len(builder.shapes), builder.horizon + 0.17
    pen = builder.create_pen(0, level, 1.0, Layer.MIDDLE)
    for height in (0.035, 0.085):
        pen.box(-0.05, height, builder.width + 0.05, height + 0.014, WHITE.darken(0.12), line=0.5)
    for x in np.arange(0.0, builder.width, 0.05):
        pen.fill([(x, 0), (x, 0.1), (x + 0.014, 0.125), (x + 0.028, 0.1), (x + 0.028, 0)], WHITE, line=0.6)
    builder.distinctions.append((start, len(builder.shapes)))


def draw_hillside(builder: SceneBuilder) -> None:
    """Draw a slope that rises across the image, with trees on it, under the sky."""
    rng = builder.rng.derive("hillside")
    draw_sky(builder)
    draw_sun_or_moon(builder)
    draw_clouds(builder)
    builder.fill_below(builder.build_ridge(builder.horizon, 0.1, rng, 0.4, 4), GROUND.with_haze(0.6), Layer.FAR)
    t = np.linspace(0.0, 1.0, 40)
    across = -0.05 + t * (builder.width + 0.1)
    rise = t if builder.focus < builder.width / 2 else 1 - t
    for low, high, tone, layer in (
        (0.66, 0.26, GROUND.lighten(0.14), Layer.MIDDLE),
        (0.84, 0.56, GROUND.darken(0.08), Layer.NEAR),
    ):
        curve = np.column_stack([across, builder.height * (low - (low - high) * rise**1.3)])
        start = len(builder.shapes)
        builder.fill_below(curve, tone, layer, tone.darken(0.16))
        if layer is Layer.MIDDLE:
            builder.distinctions.append((start, start + 1))
            for place in (6, 14, 25, 33) if builder.allows(Subject.TREE) else ():
                pen = builder.create_pen(float(curve[place, 0]), float(curve[place, 1]) + 0.02, 1.0, layer, haze=0.15)
                leaves = choose_leaf(rng) if is_autumn(builder) else SECOND.darken(0.1)
                draw_crown(pen, rng, 0, 0.05, 0.06, 0.06, leaves)
    scatter_flowers(builder, rng, 18)


def scatter_flowers(builder: SceneBuilder, rng: Rng, count: int) -> None:
    """Scatter grass and small flowers over the near ground, larger towards the viewer."""
    top = builder.horizon + 0.16
    depths = np.sort(rng.uniforms(int(count * max(1.0, builder.width)), 0.0, 1.0) ** 0.8)
    for depth in depths.tolist():
        x, y = rng.uniform(0, builder.width), top + depth * (builder.height - top + 0.03)
        size = 0.010 + 0.022 * depth
        pen = builder.create_pen(x, y, size, Layer.NEAR)
        if is_autumn(builder) and builder.allows(*_FALLEN):
            draw_fallen_leaf(pen, rng)
            continue
        if rng.bernoulli(0.45) or not builder.allows(*_FLOWERS):
            draw_grass_tuft(pen, 0, 0, 1.7, GROUND.darken(0.3) if not builder.is_dark else GROUND.lighten(0.25))
            continue
        tone = rng.choice((ACCENT, LIGHT, WHITE, MAIN.lighten(0.3)))
        pen.stroke([(0, -1.4), (0.1, -0.6), (0, 0)], 0.16, SECOND.darken(0.25), start=1, end=1)
        for petal in range(5):
            angle = np.radians(petal * 72 + 18)
            pen.oval(0.5 * np.cos(angle), 0.5 * np.sin(angle), 0.42, 0.42, tone, line=0.3)
        pen.oval(0, 0, 0.3, 0.3, LIGHT.darken(0.1) if tone is not LIGHT else ACCENT, line=0)


def draw_mountains(builder: SceneBuilder, lake: bool = False) -> None:
    """Draw mountain ranges, with snow on the high peaks and firs in front."""
    rng = builder.rng.derive("mountains")
    draw_sky(builder)
    draw_sun_or_moon(builder)
    draw_clouds(builder, 3)
    base = builder.horizon + 0.08
    builder.fill_below(builder.build_ridge(base - 0.22, 0.16, rng, 0.55, 6), SECOND.with_haze(0.8), Layer.FAR)
    high = base * 0.78
    peak = builder.counterpoint if lake else builder.width - builder.focus * 0.85
    for x, size, haze in (
        (peak - 0.42, 0.62, 0.5),
        (peak + 0.46, 0.7, 0.42),
        (peak + 0.02, 1.0, 0.22),
        (peak - 0.8, 0.6, 0.26),
        (peak + 0.95, 0.62, 0.3),
    ):
        _draw_peak(builder, x + rng.uniform(-0.05, 0.05), base + 0.02, high * size, haze, rng)
    builder.fill_below(
        builder.build_ridge(base + 0.02, 0.09, rng, 0.5, 5), SECOND.with_haze(0.45), Layer.MIDDLE, SECOND.with_haze(0.6)
    )
    _draw_fir_line(builder, base + 0.07, 0.09, 0.34, rng, 26)
    builder.fill_below(
        builder.build_ridge(base + 0.075, 0.03, rng, 0.4, 3), SECOND.darken(0.05).with_haze(0.25), Layer.MIDDLE, GROUND
    )
    near = builder.build_ridge(base + 0.19, 0.06, rng, 0.35, 3)
    ground = _choose_ground(builder)
    builder.fill_below(near, ground.darken(0.12), Layer.NEAR, ground.darken(0.34))
    _draw_fir_line(builder, base + 0.27, 0.3, 0.0, rng, 5, edges=True)


def _draw_peak(builder: SceneBuilder, x: float, base: float, height: float, haze: float, rng: Rng) -> None:
    """Draw one mountain: outline, shaded right flank, snow."""
    half = height * rng.uniform(0.62, 0.8)
    count = 14
    left = _build_flank(x - half, base, x, base - height, count, rng)
    right = _build_flank(x, base - height, x + half, base, count, rng)
    brushed = builder.medium is Medium.INK_WASH
    tone, layer = DEEP.lighten(0.04 if brushed else 0.2).with_haze(haze * 0.85), Layer.FAR
    foot = Tone(Role.AIR) if brushed else SECOND.with_haze(min(0.9, haze + 0.25))
    if builder.medium is Medium.LOW_POLY:
        # Facets in the color of the haze would not be visible among those of the sky.
        tone = DEEP.lighten(0.12).with_haze(haze * 0.5)
        foot = tone.lighten(0.2)
    builder.add_outline(np.vstack([left, right[1:]]), tone, layer, fade=foot)
    spine = _build_flank(x, base - height, x + half * rng.uniform(-0.1, 0.2), base, count, rng, 0.06)
    builder.add_outline(
        np.vstack([right, spine[::-1]]), tone.darken(0.24), layer, fade=foot if brushed else foot.darken(0.12), line=0
    )
    if brushed:
        _draw_texture_strokes(builder, x, base, height, half, rng)
        return
    depth = int(count * 0.5)
    lower = []
    left_end, right_end = left[-depth], right[depth - 1]
    for number in range(1, 8):
        t = number / 8
        drop = (0.09 if number % 2 else -0.03) * height * rng.uniform(0.6, 1.2)
        lower.append(right_end + (left_end - right_end) * t + np.array([0, drop]))
    snow = np.vstack([left[-depth:], right[1:depth], np.array(lower)])
    builder.add_outline(snow, WHITE.with_haze(haze * 0.35), layer, line=0.5)
    shadow = [right[0], *right[1:depth], lower[0], lower[1], lower[2], spine[3], spine[1]]
    builder.add_outline(np.array(shadow), DEEP.lighten(0.62).with_haze(haze * 0.7), layer, line=0)


def _draw_texture_strokes(builder: SceneBuilder, x: float, base: float, height: float, half: float, rng: Rng) -> None:
    """Draw the brush painter's texture strokes down a mountain's sides (cun)."""
    pen = builder.create_pen(x, base, 1.0, Layer.FAR)
    for _ in range(34):
        t = rng.uniform(0.02, 0.62)
        px = rng.uniform(-0.92, 0.92) * t * half
        top, length = height * (1 - t), height * rng.uniform(0.06, 0.17)
        lean = px * 0.5 + rng.uniform(-0.012, 0.012)
        path = [(px, top), (px + lean * 0.3, top - length * 0.5), (px + lean * 0.5, top - length)]
        pen.stroke(path, 0.011 * rng.uniform(0.5, 1.4), DEEP.with_haze(0.1 + 0.75 * t), start=0.9, end=0.1)


def _build_flank(x0: float, y0: float, x1: float, y1: float, count: int, rng: Rng, rough: float = 0.035) -> Points:
    t = np.linspace(0, 1, count)
    jag = rng.generator.normal(0, rough * abs(y1 - y0), count) * np.sin(t * np.pi) ** 0.5
    return np.column_stack([x0 + (x1 - x0) * t + jag * 0.6, y0 + (y1 - y0) * t + jag])


def _draw_fir_line(
    builder: SceneBuilder, y: float, size: float, haze: float, rng: Rng, count: int, edges: bool = False
) -> None:
    snow = builder.scene.setting.value == "snowfield"
    for number in range(max(2, int(count * builder.width))):
        x = rng.uniform(-0.02, builder.width + 0.02)
        if edges:
            side = rng.uniform(-0.03, 0.2) * builder.width
            x = side if number % 2 else builder.width - side
        height = size * rng.uniform(0.7, 1.25)
        layer = Layer.NEAR if edges else Layer.MIDDLE
        tone = SECOND.darken(rng.uniform(0.12, 0.3)) if builder.medium is not Medium.INK_WASH else DEEP.lighten(0.05)
        draw_conifer(
            builder.create_pen(
                x,
                y + rng.uniform(0, 0.02),
                height,
                layer,
                haze=haze * (1.4 if builder.medium is Medium.INK_WASH else 1.0),
            ),
            tone,
            snow,
            5 if edges else 3,
        )


def draw_forest(builder: SceneBuilder) -> None:
    """Draw trunks and firs in several depths, light falling between them."""
    rng = builder.rng.derive("forest")
    draw_sky(builder)
    draw_sun_or_moon(builder, 0.1, y=builder.horizon * 0.45)
    clearing = next((find_center(builder, disc) for disc in builder.discs if is_requested(builder, disc)), np.inf)
    for haze, size, count, level in ((0.78, 0.42, 16, -0.02), (0.55, 0.6, 11, 0.02), (0.3, 0.8, 7, 0.07)):
        builder.fill_below(
            builder.build_ridge(builder.horizon + level - 0.01, 0.03, rng, 0.4, 3),
            _choose_ground(builder).with_haze(haze),
            Layer.FAR,
        )
        for number in range(max(3, int(count * builder.width))):
            x = (number + rng.uniform(0.1, 0.9)) * builder.width / max(3, int(count * builder.width))
            if (haze < 0.4 and abs(x - builder.focus) < 0.2) or abs(x - clearing) < _CLEARING:
                continue
            pen = builder.create_pen(
                x,
                builder.horizon + level + 0.03,
                size * rng.uniform(0.8, 1.2),
                Layer.FAR if haze > 0.5 else Layer.MIDDLE,
                haze=haze,
            )
            if is_autumn(builder):
                draw_autumn_tree(pen, rng)
            else:
                draw_conifer(pen, SECOND.darken(0.12))
    ground = _choose_ground(builder)
    near = builder.build_ridge(builder.horizon + 0.1, 0.04, rng, 0.4, 3)
    builder.fill_below(near, ground, Layer.NEAR, ground.darken(0.3))
    for x in (rng.uniform(-0.02, 0.06), builder.width - rng.uniform(-0.02, 0.06)):
        _draw_trunk(builder, x, rng)
    scatter_flowers(builder, rng, 36)


def _draw_trunk(builder: SceneBuilder, x: float, rng: Rng) -> None:
    pen = builder.create_pen(x, builder.height * 0.97, builder.height, Layer.NEAR)
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
        y, dx = rng.uniform(0.05, 0.85), rng.uniform(-0.03, 0.03)
        pen.stroke([(dx, y), (dx + 0.006, y + 0.06), (dx, y + 0.13)], 0.007, DEEP.darken(0.4), start=0.2, end=0.2)


def draw_desert(builder: SceneBuilder) -> None:
    """Draw dunes with shaded lee sides and cacti."""
    rng = builder.rng.derive("desert")
    draw_sky(builder)
    draw_sun_or_moon(builder, 0.11)
    sand = LIGHT
    for level, haze, shade in ((-0.08, 0.55, 0.0), (0.0, 0.3, 0.04), (0.1, 0.1, 0.1), (0.24, 0.0, 0.16)):
        layer = Layer.FAR if haze > 0.4 else Layer.MIDDLE if haze else Layer.NEAR
        curve = builder.build_ridge(builder.horizon + level, 0.13 if haze else 0.08, rng, 0.28, 2)
        builder.fill_below(curve, sand.darken(shade).with_haze(haze), layer, sand.darken(shade + 0.12).with_haze(haze))
        top = int(np.argmin(curve[20:140, 1])) + 20
        lee = curve[top : min(top + 46, 159)]
        sweep = np.column_stack([lee[::-1, 0] - 0.02, lee[::-1, 1] + np.linspace(0.0, 0.16, len(lee)) * (1.0 - haze)])
        builder.add_outline(np.vstack([lee, sweep]), sand.darken(shade + 0.14).with_haze(haze), layer, line=0)
    has_cactus = any(figure.subject in (Subject.CACTUS, "icon/cactus") for figure in builder.scene.figures)
    if has_cactus or not builder.allows(Subject.CACTUS):
        return
    for x, y, size in (
        (builder.counterpoint, builder.horizon + 0.16, 0.2),
        (builder.width - builder.counterpoint * 0.4, builder.horizon + 0.08, 0.1),
    ):
        draw_cactus(builder.create_pen(x, y, size, Layer.MIDDLE), rng)


def draw_snowfield(builder: SceneBuilder) -> None:
    """Draw snowy hills with snow-laden firs."""
    rng = builder.rng.derive("snow")
    draw_sky(builder)
    draw_sun_or_moon(builder)
    builder.fill_below(
        builder.build_ridge(builder.horizon - 0.1, 0.18, rng, 0.5, 5), SECOND.lighten(0.3).with_haze(0.6), Layer.FAR
    )
    builder.fill_below(builder.build_ridge(builder.horizon, 0.08, rng, 0.35, 3), WHITE.with_haze(0.3), Layer.FAR)
    _draw_fir_line(builder, builder.horizon + 0.05, 0.17, 0.3, rng, 12)
    builder.fill_below(
        builder.build_ridge(builder.horizon + 0.06, 0.06, rng, 0.3, 3), WHITE, Layer.MIDDLE, WHITE.with_haze(0.35)
    )
    _draw_fir_line(builder, builder.horizon + 0.16, 0.36, 0.0, rng, 5, edges=True)
    builder.fill_below(
        builder.build_ridge(builder.horizon + 0.17, 0.06, rng, 0.3, 3), WHITE, Layer.NEAR, DEEP.lighten(0.72)
    )


def draw_bamboo_grove(builder: SceneBuilder) -> None:
    """Draw misty hills and a few stems of bamboo at one side: the brush painter's garden."""
    rng = builder.rng.derive("bamboo")
    draw_sky(builder)
    draw_sun_or_moon(builder, 0.09, y=builder.height * 0.2)
    for level, haze in ((-0.18, 0.86), (-0.06, 0.76)):
        builder.fill_below(
            builder.build_ridge(builder.horizon + level, 0.2, rng, 0.5, 5),
            DEEP.with_haze(haze),
            Layer.FAR,
            DEEP.with_haze(1.0),
            line=0.4,
        )
    if (builder.medium is not Medium.INK_WASH or _is_requested(builder)) and builder.allows(Subject.BAMBOO):
        _draw_stems(builder, rng)
    ground = builder.build_ridge(builder.horizon + 0.22, 0.03, rng, 0.4, 3)
    builder.fill_below(
        ground,
        GROUND.with_haze(0.62),
        Layer.MIDDLE,
        GROUND.with_haze(0.95),
        line=0.5 if builder.medium is not Medium.INK_WASH else 0.0,
    )


def _draw_stems(builder: SceneBuilder, rng: Rng) -> None:
    """Draw rows of bamboo in three depths; only the farthest stands behind the subject."""
    # Ink has one color: only its depth separates the rows.
    hazes = (0.84, 0.52, 0.0) if builder.medium is Medium.INK_WASH else (0.6, 0.35, 0.0)
    rows = ((0.62, 5, 0.1), (0.86, 4, 0.18), (1.12, 3, 0.26))
    for haze, (size, count, level) in zip(hazes, rows, strict=True):
        for number in range(max(3, round(count * builder.width))):
            x = (number + rng.uniform(0.2, 0.8)) * builder.width / max(3, round(count * builder.width))
            if haze < 0.55 and abs(x - builder.focus) < 0.24:
                continue
            pen = builder.create_pen(
                x, builder.horizon + level, size * rng.uniform(0.9, 1.1), Layer.FAR if haze else Layer.MIDDLE, haze=haze
            )
            draw_bamboo(pen, rng)
