"""Mosaic: small stones laid along the contours, with grout between them."""

import numpy as np
from numpy.typing import NDArray

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, scale_saturation, shade_forms
from engines.painter.media.oil import compute_flow
from engines.painter.shapes import INK, PAPER
from engines.painter.texture import Field, blur_coarsely, generate_grain, smoothstep

_STONE = 0.0108
"""Pitch of the stones, as a share of the short side."""


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=0.9)
    model = scale_saturation(shade_forms(composition, raster, 1.0), 1.18)
    model = blend_over(model, composition.color(INK), raster.lines * (0.2 + 0.42 * raster.subject_mask))
    angle = compute_flow(composition, raster, model)
    stone, gap, tilt_x, tilt_y = _lay_tiles(composition, angle)
    rng = composition.rng.derive("stones")
    count = int(stone.max()) + 1
    sums = np.stack([np.bincount(stone.ravel(), model[..., c].ravel(), count) for c in range(3)], axis=1)
    mean = sums / np.maximum(1, np.bincount(stone.ravel(), minlength=count))[:, None]
    mean = mean + rng.generator.normal(0, 0.035, (count, 1)) + rng.generator.normal(0, 0.012, (count, 3))
    facing = rng.generator.normal(0, 0.10, (2, count)).astype(np.float32)
    glance = facing[0][stone] * tilt_x + facing[1][stone] * tilt_y
    image = np.clip(mean, 0, 1).astype(np.float32)[stone]
    pits = (
        blur_coarsely(
            generate_grain(composition.rng.derive("pits"), composition.width, composition.height),
            max(0.6, composition.unit * 0.001),
        )
        * 0.05
    )
    image = image * (1.0 + glance * 1.3 + pits)[..., None]
    edge = smoothstep(0.03, 0.2, gap)
    image = image * (0.88 + 0.16 * smoothstep(0.1, 0.45, gap))[..., None]
    grout = composition.color(INK) * np.float32(0.6) + composition.color(PAPER) * np.float32(0.3)
    return blend_over(image, grout, 1.0 - edge)


def _lay_tiles(composition: Composition, angle: Field) -> tuple[NDArray[np.intp], Field, Field, Field]:
    """Return per pixel: its stone, the distance to the stone's edge (of the pitch), its position on the stone.

    Stones are cells of a jittered grid under the chessboard metric turned with the flow: squarish, bent in rows.
    """
    pitch = max(4.0, _STONE * composition.unit)
    columns, rows = int(composition.width / pitch) + 3, int(composition.height / pitch) + 3
    rng = composition.rng.derive("grid")
    jitter = rng.generator.uniform(-0.2, 0.2, (2, rows, columns)).astype(np.float32)
    site_x = (np.arange(columns)[None, :] - 0.5 + jitter[0]) * pitch
    site_y = (np.arange(rows)[:, None] - 0.5 + jitter[1]) * pitch
    rotation = angle[
        np.clip(site_y, 0, composition.height - 1).astype(int), np.clip(site_x, 0, composition.width - 1).astype(int)
    ]
    cosine, sine = np.cos(rotation).astype(np.float32), np.sin(rotation).astype(np.float32)
    x = np.arange(composition.width, dtype=np.float32)[None, :]
    y = np.arange(composition.height, dtype=np.float32)[:, None]
    cell_x, cell_y = (x / np.float32(pitch) + 0.5).astype(np.intp), (y / np.float32(pitch) + 0.5).astype(np.intp)
    shape = (composition.height, composition.width)
    best, second = np.full(shape, 1e9, np.float32), np.full(shape, 1e9, np.float32)
    stone = np.zeros(shape, np.intp)
    for down in (0, 1, -1):
        for right in (0, 1, -1):
            number = np.clip(cell_y + down, 0, rows - 1) * columns + np.clip(cell_x + right, 0, columns - 1)
            dx, dy = x - site_x.ravel()[number], y - site_y.ravel()[number]
            c, s = cosine.ravel()[number], sine.ravel()[number]
            distance = np.maximum(np.abs(dx * c + dy * s), np.abs(dy * c - dx * s))
            nearer = distance < best
            second = np.where(nearer, best, np.minimum(second, distance))
            stone = np.where(nearer, number, stone)
            best = np.where(nearer, distance, best)
    tilt_x = (x - site_x.ravel()[stone]) / np.float32(pitch)
    tilt_y = (y - site_y.ravel()[stone]) / np.float32(pitch)
    return stone, (second - best) / np.float32(pitch), tilt_x, tilt_y
