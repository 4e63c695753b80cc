"""Oil: strokes in three sizes that follow the forms, lit like thick paint."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from services.executor.domain.painter.canvas import Sheet
from services.executor.domain.painter.dice import Dice
from services.executor.domain.painter.drawing import DEEP, LIGHT
from services.executor.domain.painter.media.stage import Stage, luminance, modelled, over, saturated
from services.executor.domain.painter.texture import Field, clouds, grain, resized, smoothed, vignette

_LAYERS = ((0.024, 0.021, 4.2, 0.0), (0.0105, 0.0105, 4.0, 0.14), (0.0052, 0.0058, 3.6, 0.34))
"""Per layer: half width of a stroke, distance between strokes (of the short side), length to width, least detail."""


def render(stage: Stage) -> Field:
    """Return the picture, (height, width, 3) sRGB 0..1."""
    sheet = stage.sheet(line=0.5)
    model = saturated(modelled(stage, sheet, 1.25), 1.14)
    model = over(model, stage.colour(DEEP.dark(0.3)), sheet.lines * np.float32(0.35))
    model = over(model, stage.colour(LIGHT), sheet.glow * np.float32(0.12))
    angle = flow(stage, sheet, model)
    detail = _detail(sheet, model)
    paint, thickness = _strokes(stage, model, angle, detail)
    bristle = _bristles(stage, angle)
    return _lit(stage, paint, thickness + np.float32(0.55) * bristle)


def flow(stage: Stage, sheet: Sheet, model: Field) -> Field:
    """Return the direction of the brush at each pixel in radians: along edges, else with a slow current."""
    coarse = max(1, stage.unit // 256)
    size = (max(2, stage.width // coarse), max(2, stage.height // coarse))
    grey = np.asarray(Image.fromarray(luminance(model)).resize(size, Image.Resampling.BOX))
    form = resized(sheet.relief, *size)
    down, right = (np.asarray(slope, dtype=np.float32) for slope in np.gradient(smoothed(grey + 0.5 * form, 1.3)))
    xx, yy, xy = (smoothed(field, 3.0) for field in (right * right, down * down, right * down))
    current = (clouds(stage.dice.named("current"), *size, 110, 2) - 0.5) * np.float32(2.6) + np.float32(0.35)
    calm = np.float32(0.0006)
    double = np.arctan2(2 * xy + calm * np.sin(2 * current + np.pi), xx - yy + calm * np.cos(2 * current + np.pi))
    turn = np.float32(0.5)
    along_x = resized(np.cos(double).astype(np.float32), stage.width, stage.height)
    along_y = resized(np.sin(double).astype(np.float32), stage.width, stage.height)
    result: Field = np.arctan2(along_y, along_x) * turn + np.float32(np.pi / 2)
    return result


def _detail(sheet: Sheet, model: Field) -> Field:
    grey = luminance(model)
    change = np.abs(grey - smoothed(grey, max(1.0, sheet.unit * 0.008)))
    return np.clip(smoothed(change, max(1.0, sheet.unit * 0.004)) * 7 + 0.28 * sheet.hero, 0, 1)


def _strokes(stage: Stage, model: Field, angle: Field, detail: Field) -> tuple[Field, Field]:
    """Lay strokes from broad to fine; return the paint (h, w, 3) and its thickness (h, w) 0..1."""
    canvas = Image.fromarray(
        np.dstack([(np.clip(model, 0, 1) * 255).astype(np.uint8), np.full(angle.shape, 90, np.uint8)]), "RGBA"
    )
    draw = ImageDraw.Draw(canvas)
    for number, (half, gap, slim, least) in enumerate(_LAYERS):
        dice = stage.dice.named(f"layer {number}")
        x, y = _places(stage, gap, dice)
        if least:
            chosen = detail[y.astype(int), x.astype(int)] > least * dice.many(len(x), 0.5, 1.5)
            x, y = x[chosen], y[chosen]
        wide = np.maximum(0.7, half * stage.unit * dice.many(len(x), 0.7, 1.2))
        outlines = _outlines(x, y, wide, wide * slim, angle)
        fills = _fills(model, x, y, dice)
        for outline, fill in zip(outlines.tolist(), fills.tolist(), strict=True):
            draw.polygon(outline, fill=(fill[0], fill[1], fill[2], fill[3]))
    laid = np.asarray(canvas, dtype=np.float32) * np.float32(1 / 255)
    return laid[..., :3], laid[..., 3]


def _places(stage: Stage, gap: float, dice: Dice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return jittered places of strokes in pixels, in a random order."""
    pitch = max(1.6, gap * stage.unit)
    columns, rows = int(stage.width / pitch) + 1, int(stage.height / pitch) + 1
    grid_x, grid_y = np.meshgrid(np.arange(columns), np.arange(rows))
    x = (grid_x.ravel() + dice.many(columns * rows)) * pitch
    y = (grid_y.ravel() + dice.many(columns * rows)) * pitch
    order = dice.generator.permutation(columns * rows)
    return np.clip(x[order], 0, stage.width - 1), np.clip(y[order], 0, stage.height - 1)


def _outlines(
    x: NDArray[np.float64], y: NDArray[np.float64], half: NDArray[np.float64], length: NDArray[np.float64], angle: Field
) -> NDArray[np.float64]:
    """Return each stroke's outline, shape (n, 20): a spine bent along the flow, blunt, tapered at the end."""
    height, width = angle.shape
    spine = np.zeros((5, 2, len(x)))
    spine[2] = x, y
    for first, direction in ((2, -1), (2, 1)):
        place, heading = np.array([x, y]), None
        for hop in range(1, 3):
            turn = angle[np.clip(place[1], 0, height - 1).astype(int), np.clip(place[0], 0, width - 1).astype(int)]
            move = np.array([np.cos(turn), np.sin(turn)])
            if heading is not None:
                move *= np.where((move * heading).sum(axis=0) < 0, -1, 1)
            else:
                move *= direction
            heading = move
            place = place + move * length / 4
            spine[first + direction * hop] = place
    along: NDArray[np.float64] = np.asarray(np.gradient(spine, axis=0))
    along /= np.maximum(1e-9, np.hypot(along[:, 0], along[:, 1]))[:, None]
    across = (
        np.stack([-along[:, 1], along[:, 0]], axis=1) * (half * np.array([0.55, 0.95, 1.0, 0.9, 0.4])[:, None])[:, None]
    )
    ring = np.concatenate([spine + across, (spine - across)[::-1]])
    return ring.transpose(2, 0, 1).reshape(len(x), 20)


def _fills(model: Field, x: NDArray[np.float64], y: NDArray[np.float64], dice: Dice) -> NDArray[np.uint8]:
    """Return colour and thickness of each stroke, a little off the model as mixed paint is."""
    colour = model[y.astype(int), x.astype(int)].astype(np.float64)
    colour = colour + dice.generator.normal(0, 0.026, (len(x), 1)) + dice.generator.normal(0, 0.018, (len(x), 3))
    thick = dice.many(len(x), 0.2, 0.95)[:, None]
    result: NDArray[np.uint8] = (np.clip(np.hstack([colour, thick]), 0, 1) * 255).astype(np.uint8)
    return result


def _bristles(stage: Stage, angle: Field) -> Field:
    """Return furrows along the flow: noise smeared along it (line integral convolution), 0..1."""
    half = (max(2, stage.width // 2), max(2, stage.height // 2)) if stage.unit > 400 else (stage.width, stage.height)
    rough = grain(stage.dice.named("bristle"), *half)
    turn = angle[:: max(1, stage.height // half[1]), :: max(1, stage.width // half[0])][: half[1], : half[0]]
    cosine, sine = np.cos(turn), np.sin(turn)
    rows, columns = np.mgrid[0 : turn.shape[0], 0 : turn.shape[1]].astype(np.float32)
    total = np.zeros(turn.shape, dtype=np.float32)
    for hop in range(-6, 7):
        source_y = np.clip(rows + sine * hop, 0, half[1] - 1).astype(np.intp)
        source_x = np.clip(columns + cosine * hop, 0, half[0] - 1).astype(np.intp)
        total += rough[source_y, source_x]
    result: Field = np.clip(resized(total / np.float32(13), stage.width, stage.height) * np.float32(1.5) + 0.5, 0, 1)
    return result


def _lit(stage: Stage, paint: Field, height: Field) -> Field:
    """Light the paint's relief from the upper left."""
    body = smoothed(height, max(0.6, stage.unit * 0.0009))
    slope = np.zeros_like(body)
    slope[1:-1, 1:-1] = (body[2:, 2:] - body[:-2, :-2]) * np.float32(0.62 * min(1.0, (stage.unit / 800) ** 0.6))
    slope = np.clip(slope, -0.28, 0.28)
    picture = paint * (1.0 + slope * np.float32(1.15))[..., None] + np.clip(slope, 0, 1)[..., None] * np.float32(0.14)
    result: Field = picture * (1.0 - 0.2 * vignette(stage.width, stage.height))[..., None]
    return result
