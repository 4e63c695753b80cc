"""Woodblock print: key block lines, flat plates slightly out of register, graded bands, the wood's grain."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over
from engines.painter.media.ink_wash import choose_seal_color, draw_stamp
from engines.painter.shapes import DEEP, INK, PAPER, Layer
from engines.painter.texture import (
    Field,
    blur,
    blur_coarsely,
    generate_clouds,
    generate_grain,
    generate_noise,
    smoothstep,
)


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=1.75)
    unit, width, height = composition.unit, composition.width, composition.height
    shift = max(1, round(unit * 0.0015))
    plates = np.roll(raster.color, (shift, -shift), (0, 1))
    plates = blend_over(
        plates, composition.color(DEEP), smoothstep(0.12, 0.2, -np.roll(raster.light, shift, 0)) * np.float32(0.3)
    )
    wood = _generate_wood_grain(composition)
    paper = (
        composition.color(PAPER)
        if not composition.color_scheme.is_dark
        else composition.color(PAPER) * np.float32(0.6) + np.float32(0.35)
    )
    image = blend_over(plates, np.broadcast_to(paper, plates.shape), np.clip(0.10 + 0.3 * (wood - 0.5), 0, 0.3))
    image = _add_bokashi(composition, image, raster.at_or_before(Layer.CLOUDS))
    worn = 0.9 - 0.35 * smoothstep(0.7, 0.92, wood)
    key = composition.color(INK) * np.float32(0.75) + composition.color(DEEP) * np.float32(0.25)
    line = smoothstep(0.3, 0.62, blur(raster.lines, unit * 0.0006)) * worn
    image = blend_over(image, key, np.clip(line * (0.72 + 0.28 * raster.subject_mask), 0, 0.96))
    fibre = blur_coarsely(generate_grain(composition.rng.derive("fibre"), width, height), max(0.6, unit * 0.001)) * 0.02
    image = image * (1.0 + fibre)[..., None]
    return _add_margin(composition, image, paper)


def _generate_wood_grain(composition: Composition) -> Field:
    """Return the wood's grain: long lines bent around knots, 0..1."""
    unit = composition.unit
    bend = (
        generate_clouds(composition.rng.derive("bend"), composition.width, composition.height, unit * 0.6, 2)
        * unit
        * 0.16
    )
    y = np.arange(composition.height, dtype=np.float32)[:, None] + bend
    rings = 0.5 + 0.5 * np.sin(y / np.float32(max(1.5, unit * 0.0065)) * 2.0)
    streak = generate_noise(
        composition.rng.derive("streak"), composition.width, composition.height, unit * 0.25, max(1.5, unit * 0.0025)
    )
    return 0.55 * rings + 0.45 * streak


def _add_bokashi(composition: Composition, image: Field, near: Field) -> Field:
    """Wipe a dark band into the top of the sky, and a fainter one into the foot of the image."""
    y = np.linspace(0, 1, composition.height, dtype=np.float32)[:, None]
    top = np.broadcast_to(np.exp(-((y / 0.16) ** 2)), near.shape) * (1.0 - near) * 0.82
    foot = np.broadcast_to(np.exp(-(((1 - y) / 0.1) ** 2)), near.shape) * 0.3
    return blend_over(image, composition.color(DEEP.darken(0.1)), np.maximum(top, foot))


def _add_margin(composition: Composition, image: Field, paper: Field) -> Field:
    """Leave the paper's margin, draw its border line, press the artist's cartouche unless the request excludes it."""
    unit = composition.unit
    x = np.minimum(np.arange(composition.width), np.arange(composition.width)[::-1])[None, :]
    y = np.minimum(np.arange(composition.height), np.arange(composition.height)[::-1])[:, None]
    border = np.minimum(x, y) / unit
    image = blend_over(image, composition.color(INK), ((border < 0.034) & (border >= 0.0295)).astype(np.float32))
    image = blend_over(image, paper, (border < 0.0295).astype(np.float32))
    side = max(5, round(unit * 0.055))
    seal = draw_stamp(side, composition.rng.derive("seal"))
    top = left = round(unit * 0.065)
    for number in range(2 if composition.has_stamp else 0):
        area = (slice(top + number * (side + 2), top + number * (side + 2) + side), slice(left, left + side))
        if number == 0 or composition.height > 3 * side:
            image[area] = blend_over(
                image[area],
                choose_seal_color(composition),
                seal[: image[area].shape[0], : image[area].shape[1]] * np.float32(0.92),
            )
    return image
