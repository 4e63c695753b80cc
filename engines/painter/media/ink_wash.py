"""Ink wash: brush contours, pools of diluted ink on bare paper, and a red seal."""

import numpy as np
from PIL import Image, ImageDraw

from engines.color.spaces import from_oklab
from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, measure_luminance, warp
from engines.painter.palette import measure_chroma
from engines.painter.raster import Raster
from engines.painter.rng import Rng
from engines.painter.shapes import INK, PAPER, Layer
from engines.painter.texture import Field, blur, blur_coarsely, generate_clouds, generate_noise, smoothstep


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=1.9, wobble=0.0035)
    rng, unit = composition.rng, composition.unit
    fibre = generate_noise(rng.derive("fibre"), composition.width, composition.height, unit * 0.02, unit * 0.003)
    paper = composition.color(PAPER)
    ground = (
        paper
        * (
            0.965
            + 0.05 * generate_clouds(rng.derive("paper"), composition.width, composition.height, unit * 0.5, 5)
            + 0.025 * (fibre - 0.5)
        )[..., None]
    )
    wash = _compute_wash(composition, raster)
    brush = _draw_contours(composition, raster)
    vivid = smoothstep(0.22, 0.45, raster.color.max(axis=2) - raster.color.min(axis=2))
    ink = np.broadcast_to(composition.color(INK), raster.color.shape)
    tint = blend_over(ink, raster.color * np.float32(0.85), 0.25 + 0.7 * vivid)
    wash = wash * (1.0 + 0.5 * vivid)
    image = blend_over(ground, tint, np.clip(wash, 0, 0.9))
    image = blend_over(image, composition.color(INK), np.maximum(brush, _find_dark_spots(raster)))
    return _press_seal(composition, image) if composition.has_stamp else image


def _compute_wash(composition: Composition, raster: Raster) -> Field:
    """Return the density of diluted ink at each pixel: the drawing's darkness, bled and pooled."""
    unit, rng = composition.unit, composition.rng
    paper = float(measure_luminance(composition.color(PAPER)[None, None])[0, 0])
    dark = np.clip((paper - measure_luminance(raster.color)) / paper, 0, 1)
    far = 1.0 - raster.at_or_before(Layer.SUBJECT)
    dx = (
        (generate_clouds(rng.derive("bleed x"), composition.width, composition.height, unit * 0.03, 3) - 0.5)
        * unit
        * 0.022
    )
    dy = (
        (generate_clouds(rng.derive("bleed y"), composition.width, composition.height, unit * 0.03, 3) - 0.5)
        * unit
        * 0.022
    )
    bled = warp(blur(dark, unit * 0.0035), dx, dy)
    soft = blur_coarsely(bled, unit * 0.012)
    pool = 0.55 + 0.9 * generate_clouds(rng.derive("pool"), composition.width, composition.height, unit * 0.16, 4)
    edge = np.clip(bled - soft, 0, 1) * 0.9
    body = bled * (1 - far) + (0.6 * soft + 0.4 * bled) * far * 1.05
    shade = np.clip(-raster.light, 0, 1) * 0.42
    result: Field = (body * 0.8 + shade * raster.subject_mask) * pool + edge * 0.6
    return result


def _draw_contours(composition: Composition, raster: Raster) -> Field:
    """Return the brush contours: wet and dry, thick and thin; distant shapes have none."""
    unit, rng = composition.unit, composition.rng
    near = raster.at_or_before(Layer.NEAR)
    pressure = generate_clouds(rng.derive("pressure"), composition.width, composition.height, unit * 0.09, 3)
    dry = generate_noise(rng.derive("dry"), composition.width, composition.height, unit * 0.006, unit * 0.003)
    line = blur(raster.lines, unit * 0.0014)
    weight = smoothstep(0.62 - 0.55 * 0.5, 0.9, line + (pressure - 0.5) * 1.1)
    broken = 1.0 - smoothstep(0.55, 0.8, dry + (pressure - 0.5) * 1.2) * 0.55
    return np.clip(
        weight
        * broken
        * (0.12 + 0.8 * np.maximum(near * 0.5 + 0.14 * raster.at_or_before(Layer.FAR), raster.subject_mask)),
        0,
        0.95,
    )


def _press_seal(composition: Composition, image: Field) -> Field:
    """Press a red seal into the lighter of the two lower corners."""
    side = max(6, round(composition.unit * 0.085))
    margin = max(2, round(composition.unit * 0.05))
    right = composition.width - margin - side
    top = composition.height - margin - side
    corners = [(right, top), (margin, top)]
    left, top = max(
        corners, key=lambda place: float(image[place[1] : place[1] + side, place[0] : place[0] + side].mean())
    )
    stamp = draw_stamp(side, composition.rng.derive("seal"))
    area = (slice(top, top + side), slice(left, left + side))
    sealed = image.copy()
    wear = 0.86 + 0.14 * composition.rng.derive("wear").generator.random(stamp.shape, dtype=np.float32)
    sealed[area] = blend_over(image[area], choose_seal_color(composition), stamp * wear)
    return sealed


def _find_dark_spots(raster: Raster) -> Field:
    """Return the subject's darkest small features (pupils, noses, hair), painted with full ink."""
    return smoothstep(0.24, 0.16, measure_luminance(raster.color)) * raster.subject_mask * np.float32(0.82)


def choose_seal_color(composition: Composition) -> Field:
    """Return the palette's most colorful warm color, else cinnabar."""
    warm = [lab for lab in composition.color_scheme.palette if lab[1] > 0.06 and measure_chroma(lab) > 0.09]
    if not warm:
        return np.array([0.71, 0.2, 0.15], dtype=np.float32)
    return from_oklab(max(warm, key=measure_chroma)).astype(np.float32)


def draw_stamp(side: int, rng: Rng) -> Field:
    """Return a square seal, 1 where it prints, with strokes of carved characters left blank."""
    big = side * 4
    image = Image.new("L", (big, big))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, big - 1, big - 1), radius=big // 9, fill=255)
    width = max(1, big // 17)
    for column in (0, 1):
        for row in (0, 1):
            left, top = big * (0.14 + 0.40 * column), big * (0.13 + 0.40 * row)
            cell = big * 0.31
            for level in (0.05, 0.5, 0.95):
                if rng.bernoulli(0.85):
                    draw.line((left, top + cell * level, left + cell, top + cell * level), fill=0, width=width)
            for place in (0.05, 0.5, 0.95):
                if rng.bernoulli(0.6):
                    low, high = rng.choice(((0.0, 0.5), (0.5, 1.0), (0.0, 1.0)))
                    draw.line(
                        (left + cell * place, top + cell * low, left + cell * place, top + cell * high),
                        fill=0,
                        width=width,
                    )
    return np.asarray(image.resize((side, side), Image.Resampling.BOX), dtype=np.float32) / np.float32(255)
