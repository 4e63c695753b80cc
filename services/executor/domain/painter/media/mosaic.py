"""Mosaic: small stones laid along the contours, with grout between them."""

import numpy as np
from numpy.typing import NDArray

from services.executor.domain.painter.drawing import INK, PAPER
from services.executor.domain.painter.media.oil import flow
from services.executor.domain.painter.media.stage import Stage, modelled, over, saturated
from services.executor.domain.painter.texture import Field, grain, smoothed, step

_STONE = 0.0108
"""Pitch of the stones, of the short side."""


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.9)
    model = saturated(modelled(stage, sheet, 1.0), 1.18)
    model = over(model, stage.colour(INK), sheet.lines * (0.2 + 0.42 * sheet.hero))
    angle = flow(stage, sheet, model)
    stone, gap, tilt_x, tilt_y = _lay(stage, angle)
    dice = stage.dice.named("stones")
    count = int(stone.max()) + 1
    sums = np.stack([np.bincount(stone.ravel(), model[..., c].ravel(), count) for c in range(3)], axis=1)
    mean = sums / np.maximum(1, np.bincount(stone.ravel(), minlength=count))[:, None]
    mean = mean + dice.generator.normal(0, 0.035, (count, 1)) + dice.generator.normal(0, 0.012, (count, 3))
    facing = dice.generator.normal(0, 0.10, (2, count)).astype(np.float32)
    glance = facing[0][stone] * tilt_x + facing[1][stone] * tilt_y
    picture = np.clip(mean, 0, 1).astype(np.float32)[stone]
    pits = smoothed(grain(stage.dice.named("pits"), stage.width, stage.height), max(0.6, stage.unit * 0.001)) * 0.05
    picture = picture * (1.0 + glance * 1.3 + pits)[..., None]
    edge = step(0.03, 0.2, gap)
    picture = picture * (0.88 + 0.16 * step(0.1, 0.45, gap))[..., None]
    grout = stage.colour(INK) * np.float32(0.6) + stage.colour(PAPER) * np.float32(0.3)
    return over(picture, grout, 1.0 - edge)


def _lay(stage: Stage, angle: Field) -> tuple[NDArray[np.intp], Field, Field, Field]:
    """Return per pixel: its stone, the distance to the stone's edge (of the pitch), its place on the stone.

    Stones are cells of a jittered grid under the chessboard metric turned with the flow: squarish, bent in rows.
    """
    pitch = max(4.0, _STONE * stage.unit)
    columns, rows = int(stage.width / pitch) + 3, int(stage.height / pitch) + 3
    dice = stage.dice.named("grid")
    jitter = dice.generator.uniform(-0.2, 0.2, (2, rows, columns)).astype(np.float32)
    site_x = (np.arange(columns)[None, :] - 0.5 + jitter[0]) * pitch
    site_y = (np.arange(rows)[:, None] - 0.5 + jitter[1]) * pitch
    turn = angle[np.clip(site_y, 0, stage.height - 1).astype(int), np.clip(site_x, 0, stage.width - 1).astype(int)]
    cosine, sine = np.cos(turn).astype(np.float32), np.sin(turn).astype(np.float32)
    x = np.arange(stage.width, dtype=np.float32)[None, :]
    y = np.arange(stage.height, dtype=np.float32)[:, None]
    cell_x, cell_y = (x / np.float32(pitch) + 0.5).astype(np.intp), (y / np.float32(pitch) + 0.5).astype(np.intp)
    shape = (stage.height, stage.width)
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
