"""Watercolor: washes that dry darker at their edges, bleed, granulate, and leave white paper."""

import numpy as np

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, scale_saturation, warp
from engines.painter.raster import Raster
from engines.painter.shapes import DEEP, INK, WHITE
from engines.painter.texture import Field, blur, blur_coarsely, blur_color, generate_clouds, generate_grain, smoothstep


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=0.55, wobble=0.0022)
    unit, width, height = composition.unit, composition.width, composition.height
    rng = composition.rng
    relief = _generate_paper(composition)
    white = np.clip(composition.color(WHITE) * np.float32(1.03), 0, 1)
    dx = (generate_clouds(rng.derive("x"), width, height, unit * 0.05, 4) - 0.5) * unit * 0.03
    dy = (generate_clouds(rng.derive("y"), width, height, unit * 0.05, 4) - 0.5) * unit * 0.03
    lit = blend_over(raster.color, composition.color(DEEP), np.clip(-raster.light, 0, 1) * np.float32(0.36))
    lit = blend_over(lit, white, np.clip(raster.light, 0, 1) * np.float32(0.6))
    bled = warp(blur_color(lit, unit * 0.012), dx * 1.6, dy * 1.6)
    crisp = warp(lit, dx * 0.28, dy * 0.28)
    wet = generate_clouds(rng.derive("wet"), width, height, unit * 0.35, 3)
    image = blend_over(crisp, bled, smoothstep(0.42, 0.66, wet) * (1.0 - 0.62 * raster.subject_mask))
    pigment = _compute_pigment(composition, raster, image, relief)
    image = scale_saturation(white - (white - image) * pigment[..., None], 1.12)
    pencil = blur(raster.lines, 0.5) * (0.16 + 0.22 * raster.subject_mask) * (0.5 + 0.9 * np.clip(relief, 0, 1))
    image = blend_over(image, composition.color(INK), np.clip(pencil, 0, 0.6))
    image = blend_over(image, white, _generate_deckle(composition))
    result: Field = image * (1.0 + 0.035 * (relief - 0.5))[..., None]
    return result


def _generate_paper(composition: Composition) -> Field:
    """Return the height of cold-pressed paper, about 0..1."""
    fine = blur_coarsely(
        generate_grain(composition.rng.derive("tooth"), composition.width, composition.height),
        max(0.8, composition.unit * 0.0013),
    )
    coarse = blur_coarsely(
        generate_grain(composition.rng.derive("felt"), composition.width, composition.height),
        max(1.2, composition.unit * 0.0034),
    )
    rough = fine / (fine.std() + 1e-6) * 0.6 + coarse / (coarse.std() + 1e-6) * 0.5
    result: Field = np.clip(0.5 + 0.28 * rough, 0, 1)
    return result


def _compute_pigment(composition: Composition, raster: Raster, image: Field, relief: Field) -> Field:
    """Return how densely the paint dried: pools, blooms, dark rims, grains in the paper's hollows."""
    unit = composition.unit
    pools = 0.62 + 0.72 * generate_clouds(
        composition.rng.derive("pools"), composition.width, composition.height, unit * 0.22, 5
    )
    bloom = generate_clouds(composition.rng.derive("bloom"), composition.width, composition.height, unit * 0.3, 4)
    ring = np.exp(-(((bloom - 0.56) / 0.012) ** 2)) * 0.22 - smoothstep(0.565, 0.64, bloom) * 0.2
    mean = image.mean(axis=2)
    rim = np.clip(blur_coarsely(mean, unit * 0.006) - mean, 0, 1) * 1.5
    edge = np.clip(blur(raster.lines, unit * 0.0025) * 0.32, 0, 0.3)
    granules = (0.5 - relief) * 0.3
    result: Field = np.clip(pools + ring + rim + edge + granules, 0.12, 1.5)
    return result


def _generate_deckle(composition: Composition) -> Field:
    """Return 1 on the margin that the brush left white, with an irregular wet edge."""
    x = np.minimum(np.arange(composition.width), np.arange(composition.width)[::-1])[None, :].astype(np.float32)
    y = np.minimum(np.arange(composition.height), np.arange(composition.height)[::-1])[:, None].astype(np.float32)
    border = np.minimum(x, y) / np.float32(composition.unit)
    ragged = generate_clouds(
        composition.rng.derive("margin"), composition.width, composition.height, composition.unit * 0.14, 5
    )
    reach = 0.012 + 0.075 * (ragged - 0.3)
    return 1.0 - smoothstep(-0.004, 0.006, border - reach)
