"""Oil: strokes in three sizes that follow the forms, lit like thick paint."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, measure_luminance, scale_saturation, shade_forms
from engines.painter.raster import Raster
from engines.painter.rng import Rng
from engines.painter.shapes import DEEP, LIGHT
from engines.painter.texture import Field, blur_coarsely, generate_clouds, generate_grain, generate_vignette, resize

_LAYERS = (
    (0.024, 0.021, 4.2, 0.0),
    (0.0105, 0.0105, 4.0, 0.14),
    (0.0052, 0.0058, 3.6, 0.34),
    (0.0026, 0.0034, 3.2, 0.62),
)
"""Per layer: half width and distance of strokes (of the short side), ratio of length to width, minimum detail."""


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=0.5)
    model = scale_saturation(shade_forms(composition, raster, 1.25), 1.14)
    model = blend_over(model, composition.color(DEEP.darken(0.3)), raster.lines * np.float32(0.35))
    model = blend_over(model, composition.color(LIGHT), raster.glow * np.float32(0.12))
    angle = compute_flow(composition, raster, model)
    detail = _compute_detail(raster, model)
    paint, thickness = _lay_strokes(composition, model, angle, detail)
    bristle = _generate_bristles(composition, angle)
    return _light_relief(composition, paint, thickness + np.float32(0.55) * bristle)


def compute_flow(composition: Composition, raster: Raster, model: Field) -> Field:
    """Return the direction of the brush at each pixel in radians: along edges, else along smooth noise."""
    coarse = max(1, composition.unit // 256)
    size = (max(2, composition.width // coarse), max(2, composition.height // coarse))
    gray = np.asarray(Image.fromarray(measure_luminance(model)).resize(size, Image.Resampling.BOX))
    form = resize(raster.relief, *size)
    down, right = (np.asarray(slope, dtype=np.float32) for slope in np.gradient(blur_coarsely(gray + 0.5 * form, 1.3)))
    xx, yy, xy = (blur_coarsely(field, 3.0) for field in (right * right, down * down, right * down))
    current = (generate_clouds(composition.rng.derive("current"), *size, 110, 2) - 0.5) * np.float32(2.6) + np.float32(
        0.35
    )
    calm = np.float32(0.0006)
    double = np.arctan2(2 * xy + calm * np.sin(2 * current + np.pi), xx - yy + calm * np.cos(2 * current + np.pi))
    half = np.float32(0.5)
    along_x = resize(np.cos(double).astype(np.float32), composition.width, composition.height)
    along_y = resize(np.sin(double).astype(np.float32), composition.width, composition.height)
    result: Field = np.arctan2(along_y, along_x) * half + np.float32(np.pi / 2)
    return result


def _compute_detail(raster: Raster, model: Field) -> Field:
    gray = measure_luminance(model)
    change = np.abs(gray - blur_coarsely(gray, max(1.0, raster.unit * 0.008)))
    return np.clip(blur_coarsely(change, max(1.0, raster.unit * 0.004)) * 7 + 0.28 * raster.subject_mask, 0, 1)


def _lay_strokes(composition: Composition, model: Field, angle: Field, detail: Field) -> tuple[Field, Field]:
    """Lay strokes from broad to fine; return the paint (h, w, 3) and its thickness (h, w) 0..1."""
    canvas = Image.fromarray(
        np.dstack([(np.clip(model, 0, 1) * 255).astype(np.uint8), np.full(angle.shape, 90, np.uint8)]), "RGBA"
    )
    draw = ImageDraw.Draw(canvas)
    for number, (half, gap, slim, least) in enumerate(_LAYERS):
        rng = composition.rng.derive(f"layer {number}")
        x, y = _choose_positions(composition, gap, rng)
        if least:
            chosen = detail[y.astype(int), x.astype(int)] > least * rng.uniforms(len(x), 0.5, 1.5)
            x, y = x[chosen], y[chosen]
        wide = np.maximum(0.7, half * composition.unit * rng.uniforms(len(x), 0.7, 1.2))
        outlines = _build_outlines(x, y, wide, wide * slim, angle)
        fills = _choose_fills(model, x, y, rng)
        for outline, fill in zip(outlines.tolist(), fills.tolist(), strict=True):
            draw.polygon(outline, fill=(fill[0], fill[1], fill[2], fill[3]))
    laid = np.asarray(canvas, dtype=np.float32) * np.float32(1 / 255)
    return laid[..., :3], laid[..., 3]


def _choose_positions(
    composition: Composition, gap: float, rng: Rng
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return jittered positions of strokes in pixels, in a random order."""
    pitch = max(1.6, gap * composition.unit)
    columns, rows = int(composition.width / pitch) + 1, int(composition.height / pitch) + 1
    grid_x, grid_y = np.meshgrid(np.arange(columns), np.arange(rows))
    x = (grid_x.ravel() + rng.uniforms(columns * rows)) * pitch
    y = (grid_y.ravel() + rng.uniforms(columns * rows)) * pitch
    order = rng.generator.permutation(columns * rows)
    return np.clip(x[order], 0, composition.width - 1), np.clip(y[order], 0, composition.height - 1)


def _build_outlines(
    x: NDArray[np.float64], y: NDArray[np.float64], half: NDArray[np.float64], length: NDArray[np.float64], angle: Field
) -> NDArray[np.float64]:
    """Return each stroke's outline, shape (n, 20): a spine bent along the flow, blunt, tapered at the end."""
    height, width = angle.shape
    spine = np.zeros((5, 2, len(x)))
    spine[2] = x, y
    for first, direction in ((2, -1), (2, 1)):
        place, heading = np.array([x, y]), None
        for hop in range(1, 3):
            rotation = angle[np.clip(place[1], 0, height - 1).astype(int), np.clip(place[0], 0, width - 1).astype(int)]
            move = np.array([np.cos(rotation), np.sin(rotation)])
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


def _choose_fills(model: Field, x: NDArray[np.float64], y: NDArray[np.float64], rng: Rng) -> NDArray[np.uint8]:
    """Return color and thickness of each stroke, slightly different from the model, as with mixed paint."""
    color = model[y.astype(int), x.astype(int)].astype(np.float64)
    color = color + rng.generator.normal(0, 0.026, (len(x), 1)) + rng.generator.normal(0, 0.018, (len(x), 3))
    thick = rng.uniforms(len(x), 0.2, 0.95)[:, None]
    result: NDArray[np.uint8] = (np.clip(np.hstack([color, thick]), 0, 1) * 255).astype(np.uint8)
    return result


def _generate_bristles(composition: Composition, angle: Field) -> Field:
    """Return furrows along the flow: noise smeared along it (line integral convolution), 0..1."""
    half = (
        (max(2, composition.width // 2), max(2, composition.height // 2))
        if composition.unit > 400
        else (composition.width, composition.height)
    )
    rough = generate_grain(composition.rng.derive("bristle"), *half)
    rotation = angle[:: max(1, composition.height // half[1]), :: max(1, composition.width // half[0])][
        : half[1], : half[0]
    ]
    cosine, sine = np.cos(rotation), np.sin(rotation)
    rows, columns = np.mgrid[0 : rotation.shape[0], 0 : rotation.shape[1]].astype(np.float32)
    total = np.zeros(rotation.shape, dtype=np.float32)
    for hop in range(-6, 7):
        source_y = np.clip(rows + sine * hop, 0, half[1] - 1).astype(np.intp)
        source_x = np.clip(columns + cosine * hop, 0, half[0] - 1).astype(np.intp)
        total += rough[source_y, source_x]
    result: Field = np.clip(
        resize(total / np.float32(13), composition.width, composition.height) * np.float32(1.5) + 0.5, 0, 1
    )
    return result


def _light_relief(composition: Composition, paint: Field, height: Field) -> Field:
    """Light the paint's relief from the upper left."""
    body = blur_coarsely(height, max(0.6, composition.unit * 0.0009))
    slope = np.zeros_like(body)
    slope[1:-1, 1:-1] = (body[2:, 2:] - body[:-2, :-2]) * np.float32(0.62 * min(1.0, (composition.unit / 800) ** 0.6))
    slope = np.clip(slope, -0.28, 0.28)
    image = paint * (1.0 + slope * np.float32(1.15))[..., None] + np.clip(slope, 0, 1)[..., None] * np.float32(0.14)
    result: Field = image * (1.0 - 0.2 * generate_vignette(composition.width, composition.height))[..., None]
    return result
