"""Stained glass: panes of one color each, bound by lead, with the sun behind them."""

import numpy as np
from numpy.typing import NDArray

from engines.painter.composition import Composition
from engines.painter.media.effects import blend_over, scale_saturation, shade_forms
from engines.painter.raster import Raster
from engines.painter.shapes import INK
from engines.painter.texture import Field, blur, generate_clouds, generate_grain, smoothstep

_PANE, _SMALL_PANE = 0.13, 0.115
"""Pitch of the panes of the background and of the figures, of the short side."""
_LEAD = 0.0042
"""Half the width of the lead, as a share of the short side."""
_MIN_LEADED = 0.02
"""Minimum side of a pane with lead around it, of the short side; smaller ones, as eyes, are painted or lead."""
_MIN_GLOW = 0.44
"""Minimum value of the strongest channel of a pane: dark glass transmits light, too."""
_MAX_SAME_COLOR = 0.16
"""Largest difference of sRGB between neighboring areas that one pane may span."""


def render(composition: Composition) -> Field:
    """Return the image, (height, width, 3) sRGB 0..1."""
    raster = composition.rasterize(line=1.8)
    unit = composition.unit
    model = scale_saturation(shade_forms(composition, raster, 0.35), 1.45)
    panes = _cut_panes(composition, raster)
    count = int(panes.max()) + 1
    size = np.maximum(1, np.bincount(panes.ravel(), minlength=count))
    sums = np.stack([np.bincount(panes.ravel(), model[..., c].ravel(), count) for c in range(3)], axis=1)
    rng = composition.rng.derive("glass")
    tone = rng.generator.normal(0, 0.045, (count, 1))
    colors = _let_light_through(sums / size[:, None])
    glass = np.clip(colors + tone, 0, 1).astype(np.float32)[panes]
    # A part of the drawing shows through, so that eyes and small details remain visible, as if painted on the glass.
    image = blend_over(glass, model, np.clip(raster.subject_mask * 0.7 + 0.12, 0, 1))
    streaks = generate_clouds(rng, composition.width, composition.height, unit * 0.06, 3) - np.float32(0.5)
    grain = blur(generate_grain(rng.derive("seeds"), composition.width, composition.height), unit * 0.002)
    image = image * (_shine(composition) * (1.0 + 0.22 * streaks + 0.05 * grain))[..., None]
    lead = _draw_lead(panes, size >= (_MIN_LEADED * unit) ** 2, unit)
    outline = smoothstep(0.2, 0.6, raster.lines) * (0.25 + 0.7 * raster.subject_mask)
    rim = np.clip(blur(lead, unit * 0.006) - lead, 0, 1)
    image = image * (1.0 - 0.35 * rim)[..., None]
    return blend_over(image, composition.color(INK) * np.float32(0.35), np.maximum(lead, outline))


def _let_light_through(colors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the colors of panes with the dark ones lit, in their own hue; black stays lead."""
    strongest = colors.max(axis=1, keepdims=True)
    gray = strongest - colors.min(axis=1, keepdims=True)
    lit = np.clip(gray / 0.06, 0, 1) * _MIN_GLOW + (1 - np.clip(gray / 0.06, 0, 1)) * strongest
    result: NDArray[np.float64] = colors * np.maximum(1.0, lit / np.maximum(strongest, 0.02))
    return result


def _cut_panes(composition: Composition, raster: Raster) -> NDArray[np.intp]:
    """Return the number of the pane at each pixel: cells of a jittered grid, cut where the drawing changes color."""
    hero = raster.subject_mask > 0.5
    coarse = _number_cells(composition, _PANE, "panes")
    fine = _number_cells(composition, _SMALL_PANE, "small panes")
    cells = np.where(hero, coarse.max() + 1 + fine, coarse)
    steps = np.round(raster.color / np.float32(_MAX_SAME_COLOR)).astype(np.int64)
    areas = (steps[..., 0] * 16 + steps[..., 1]) * 16 + steps[..., 2]
    _, panes = np.unique(cells * 4096 + areas, return_inverse=True)
    result: NDArray[np.intp] = panes.reshape(cells.shape)
    return result


def _number_cells(composition: Composition, share: float, name: str) -> NDArray[np.int64]:
    """Return the number of the nearest site of a jittered grid at each pixel."""
    pitch = max(6.0, share * composition.unit)
    columns, rows = int(composition.width / pitch) + 3, int(composition.height / pitch) + 3
    jitter = composition.rng.derive(name).generator.uniform(-0.42, 0.42, (2, rows, columns)).astype(np.float32)
    site_x = (np.arange(columns, dtype=np.float32)[None, :] - 0.5 + jitter[0]) * np.float32(pitch)
    site_y = (np.arange(rows, dtype=np.float32)[:, None] - 0.5 + jitter[1]) * np.float32(pitch)
    x = np.arange(composition.width, dtype=np.float32)[None, :]
    y = np.arange(composition.height, dtype=np.float32)[:, None]
    cell_x, cell_y = (x / np.float32(pitch) + 0.5).astype(np.int64), (y / np.float32(pitch) + 0.5).astype(np.int64)
    best = np.full((composition.height, composition.width), 1e12, np.float32)
    nearest = np.zeros(best.shape, np.int64)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            number = np.clip(cell_y + down, 0, rows - 1) * columns + np.clip(cell_x + right, 0, columns - 1)
            distance = (x - site_x.ravel()[number]) ** 2 + (y - site_y.ravel()[number]) ** 2
            nearer = distance < best
            nearest = np.where(nearer, number, nearest)
            best = np.where(nearer, distance, best)
    return nearest


def _draw_lead(panes: NDArray[np.intp], is_leaded: NDArray[np.bool_], unit: int) -> Field:
    """Return the lead between panes, 0..1; a pane that is not leaded has none around it."""
    edge = np.zeros(panes.shape, dtype=np.float32)
    leaded = is_leaded[panes]
    across = (panes[:, 1:] != panes[:, :-1]) & leaded[:, 1:] & leaded[:, :-1]
    down = (panes[1:] != panes[:-1]) & leaded[1:] & leaded[:-1]
    edge[:, 1:] += across
    edge[:, :-1] += across
    edge[1:] += down
    edge[:-1] += down
    spread = blur(np.minimum(edge, 1.0), max(0.7, unit * _LEAD))
    return smoothstep(0.16, 0.34, spread)


def _shine(composition: Composition) -> Field:
    """Return the light of the sun behind the glass: brightest above the middle, darker at the frame."""
    x = np.linspace(-1, 1, composition.width, dtype=np.float32)[None, :]
    y = np.linspace(-0.8, 1.2, composition.height, dtype=np.float32)[:, None]
    result: Field = np.float32(1.36) - np.float32(0.42) * np.clip(np.sqrt(x * x + y * y), 0, 1.3)
    return result
