"""The main colours of a picture."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from skimage.color import lab2rgb

Lab = NDArray[np.float64]
"""CIELAB (lightness 0..100, green-red, blue-yellow), the last axis 3."""

MOST_COLOURS: Final = 6
# Cells that colours are counted in, so wide in CIELAB: about two steps that an eye just tells apart.
_CELL: Final = 4.0
_CLUSTERS: Final = 12
_ROUNDS: Final = 12
# Clusters nearer than this are one colour to people; a colour stands for what lies this near to its commonest cell.
_SAME: Final = 18.0
_NEAR: Final = 10.0
# What covers less of the picture is no main colour.
_LEAST_SHARE: Final = 0.012


def main_colours(lab: Lab) -> tuple[str, ...]:
    """Return the main colours of *lab*, at most six as "#rrggbb", the largest first; fewer where there are fewer.

    Clustered by k-means in CIELAB over counted cells, from the commonest colour and those farthest from the ones
    chosen before: the same picture always has the same palette.
    """
    colours, _ = clusters(lab)
    rgb = np.clip(np.round(lab2rgb(colours[None])[0] * 255), 0, 255).astype(int)
    return tuple(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in rgb[:MOST_COLOURS])


def clusters(lab: Lab) -> tuple[Lab, NDArray[np.float64]]:
    """Return the colours of *lab*, shape (n, 3), and the share of each, largest first; at least one."""
    cells, weights = _counted(lab.reshape(-1, 3))
    centres = _settled(cells, weights, _spread(cells, weights))
    chosen = _distinct(centres, _shares(_nearest(cells, centres), weights, len(centres)))
    labels = _nearest(cells, chosen)
    shares = _shares(labels, weights, len(chosen))
    kept = [index for index in np.argsort(-shares, kind="stable") if shares[index] >= _LEAST_SHARE or shares.size == 1]
    colours = [_commonest(cells[labels == index], weights[labels == index]) for index in kept]
    return np.array(colours), shares[kept]


def _counted(points: Lab) -> tuple[Lab, NDArray[np.float64]]:
    """Return the mean colour of each cell that has pixels, and its share of them."""
    grid = np.floor(points / _CELL).astype(np.int64)
    _, cell, count = np.unique(grid, axis=0, return_inverse=True, return_counts=True)
    cell = cell.reshape(-1)
    means = np.stack([np.bincount(cell, points[:, axis]) for axis in range(3)], axis=1) / count[:, None]
    return means, count / len(points)


def _spread(cells: Lab, weights: NDArray[np.float64]) -> Lab:
    """Return where the clusters begin: the commonest cell, then the one of most weight times squared distance."""
    chosen = [int(weights.argmax())]
    distance = _squared(cells, cells[chosen[0]])
    while len(chosen) < min(_CLUSTERS, len(cells)):
        chosen.append(int((weights * distance).argmax()))
        distance = np.minimum(distance, _squared(cells, cells[chosen[-1]]))
    return cells[chosen]


def _settled(cells: Lab, weights: NDArray[np.float64], centres: Lab) -> Lab:
    """Return the centres after so many rounds of Lloyd's algorithm; one that lost all its cells stays."""
    for _ in range(_ROUNDS):
        labels = _nearest(cells, centres)
        mass = _shares(labels, weights, len(centres))
        sums = np.stack([np.bincount(labels, weights * cells[:, axis], len(centres)) for axis in range(3)], axis=1)
        centres = np.where(mass[:, None] > 0, sums / np.maximum(mass, 1e-12)[:, None], centres)
    return centres


def _shares(labels: NDArray[np.intp], weights: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    return np.bincount(labels, weights, count).astype(np.float64)


def _distinct(centres: Lab, shares: NDArray[np.float64]) -> Lab:
    """Return *centres* without those that people would call the same as a larger one."""
    kept: list[int] = []
    for index in np.argsort(-shares, kind="stable"):
        if all(_squared(centres[index], centres[other]) >= _SAME**2 for other in kept):
            kept.append(int(index))
    return centres[kept]


def _commonest(cells: Lab, weights: NDArray[np.float64]) -> Lab:
    """Return the mean of what lies near the commonest cell: edges between two colours do not dull it."""
    near = _squared(cells, cells[weights.argmax()]) <= _NEAR**2
    mean: Lab = np.average(cells[near], axis=0, weights=weights[near])
    return mean


def _nearest(cells: Lab, centres: Lab) -> NDArray[np.intp]:
    nearest: NDArray[np.intp] = np.stack([_squared(cells, centre) for centre in centres], axis=1).argmin(axis=1)
    return nearest


def _squared(points: Lab, colour: Lab) -> NDArray[np.float64]:
    squared: NDArray[np.float64] = ((points - colour) ** 2).sum(axis=-1)
    return squared
