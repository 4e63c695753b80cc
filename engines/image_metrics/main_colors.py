"""Main colors of an image."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from skimage.color import lab2rgb

from services.common.images.color_codes import format_color

Lab = NDArray[np.float64]
"""CIELAB (lightness 0..100, green-red, blue-yellow), the last axis 3."""

MAX_COLORS: Final = 6
# Size of the cells of the color histogram, in CIELAB: about two just noticeable differences.
_CELL: Final = 4.0
_CLUSTERS: Final = 12
_ROUNDS: Final = 12
# Clusters nearer than this are perceived as one color; a color is the mean of cells this near to its most common one.
_MERGE_DISTANCE: Final = 18.0
_MEAN_DISTANCE: Final = 10.0
# Minimum share of the image of a main color.
_MIN_SHARE: Final = 0.012


def find_main_colors(lab: Lab) -> tuple[str, ...]:
    """Return the main colors of *lab*, at most six as "#rrggbb", by share.

    K-means in CIELAB over a histogram. The seeds are the most common color and those farthest from the previous
    seeds, so the result is deterministic.
    """
    colors, _ = cluster_colors(lab)
    rgb = np.clip(lab2rgb(colors[None])[0] * 255, 0, 255)
    return tuple(map(format_color, rgb[:MAX_COLORS]))


def cluster_colors(lab: Lab) -> tuple[Lab, NDArray[np.float64]]:
    """Return the colors of *lab*, shape (n, 3), and their shares, largest first; at least one."""
    cells, weights = _count_colors(lab.reshape(-1, 3))
    centers = _iterate_centers(cells, weights, _seed_centers(cells, weights))
    merged = _merge_similar(centers, _compute_shares(_find_nearest(cells, centers), weights, len(centers)))
    labels = _find_nearest(cells, merged)
    shares = _compute_shares(labels, weights, len(merged))
    visible = [index for index in np.argsort(-shares, kind="stable") if shares[index] >= _MIN_SHARE or shares.size == 1]
    colors = [_average_most_common(cells[labels == index], weights[labels == index]) for index in visible]
    return np.array(colors), shares[visible]


def _count_colors(points: Lab) -> tuple[Lab, NDArray[np.float64]]:
    """Return the mean color of each cell with pixels, and its share of them."""
    grid = np.floor(points / _CELL).astype(np.int64)
    _, cell, count = np.unique(grid, axis=0, return_inverse=True, return_counts=True)
    cell = cell.reshape(-1)
    means = np.stack([np.bincount(cell, points[:, axis]) for axis in range(3)], axis=1) / count[:, None]
    return means, count / len(points)


def _seed_centers(cells: Lab, weights: NDArray[np.float64]) -> Lab:
    """Return the seeds: the most common cell, then those with the largest weight times squared distance."""
    seeds = [int(weights.argmax())]
    distance = _squared_distances(cells, cells[seeds[0]])
    while len(seeds) < min(_CLUSTERS, len(cells)):
        seeds.append(int((weights * distance).argmax()))
        distance = np.minimum(distance, _squared_distances(cells, cells[seeds[-1]]))
    return cells[seeds]


def _iterate_centers(cells: Lab, weights: NDArray[np.float64], centers: Lab) -> Lab:
    """Return the centers after some rounds of Lloyd's algorithm; the center of an empty cluster does not move."""
    for _ in range(_ROUNDS):
        labels = _find_nearest(cells, centers)
        mass = _compute_shares(labels, weights, len(centers))
        sums = np.stack([np.bincount(labels, weights * cells[:, axis], len(centers)) for axis in range(3)], axis=1)
        centers = np.where(mass[:, None] > 0, sums / np.maximum(mass, 1e-12)[:, None], centers)
    return centers


def _compute_shares(labels: NDArray[np.intp], weights: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    return np.bincount(labels, weights, count).astype(np.float64)


def _merge_similar(centers: Lab, shares: NDArray[np.float64]) -> Lab:
    """Return *centers* without those that are perceived as the same color as a larger one."""
    selected: list[int] = []
    for index in np.argsort(-shares, kind="stable"):
        if all(_squared_distances(centers[index], centers[other]) >= _MERGE_DISTANCE**2 for other in selected):
            selected.append(int(index))
    return centers[selected]


def _average_most_common(cells: Lab, weights: NDArray[np.float64]) -> Lab:
    """Return the mean of cells near the most common one: antialiased edges do not change it."""
    near = _squared_distances(cells, cells[weights.argmax()]) <= _MEAN_DISTANCE**2
    mean: Lab = np.average(cells[near], axis=0, weights=weights[near])
    return mean


def _find_nearest(cells: Lab, centers: Lab) -> NDArray[np.intp]:
    nearest: NDArray[np.intp] = np.stack([_squared_distances(cells, center) for center in centers], axis=1).argmin(
        axis=1
    )
    return nearest


def _squared_distances(points: Lab, color: Lab) -> NDArray[np.float64]:
    squared: NDArray[np.float64] = ((points - color) ** 2).sum(axis=-1)
    return squared
