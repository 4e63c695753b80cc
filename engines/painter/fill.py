"""Fill a hole in an image to match its surroundings: patches from elsewhere, colors blended at the edge.

The patches are found as in Barnes et al., "PatchMatch" (2009), all pixels of the hole at once, from coarse to fine;
the seam is removed by spreading the difference at the edge into the hole as heat would flow.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import binary_dilation, distance_transform_edt

from engines.painter.rng import Rng
from engines.painter.texture import Field, resize

_SIDES = (40, 72, 128)
"""Short sides of the copies on which patches are matched, from coarse to fine."""
_REACH = 2
"""Patches are squares of 2 * reach + 1 pixels."""
_ROUNDS = (14, 7, 4)
"""Rounds of propagation and search on each of these copies."""
_MIN_IMPROVEMENT = 0.97
"""Maximum cost of a patch, relative to the one that it replaces: adjacent pixels retain adjacent sources."""
_SEAM = 0.025
"""Reach of the correction of the seam inside the hole, as a share of the short side."""
_SEAM_SWEEPS = 40
_SWEEPS = 160
"""Jacobi sweeps of Laplace's equation: enough to carry a color across half a coarse copy."""

Hole = NDArray[np.bool_]
Positions = NDArray[np.int64]


def fill(image: NDArray[np.uint8], hole: Hole) -> Field:
    """Return *image* (h, w, 3) as 0..1 with the pixels of *hole* (h, w) filled from their surroundings.

    A hole that covers the whole image is filled with the image's mean color.
    """
    given = image.astype(np.float32) / np.float32(255)
    if not hole.any():
        return given
    if hole.all():
        return np.broadcast_to(given.mean(axis=(0, 1)), given.shape).astype(np.float32)
    filled = given.copy()
    copied = _copy_patches(given, hole)
    if copied is None:
        filled[hole] = _diffuse(given, hole)[hole]
    else:
        near = binary_dilation(hole, iterations=2) & ~hole
        seam = _diffuse(np.where(near[..., None], given - copied, 0.0).astype(np.float32), ~near, _SEAM_SWEEPS)
        fading = np.exp(-distance_transform_edt(hole) / (_SEAM * min(hole.shape))).astype(np.float32)
        filled[hole] = (copied + seam * fading[..., None])[hole]
    result: Field = np.clip(filled, 0.0, 1.0)
    return result


def _copy_patches(given: Field, hole: Hole) -> Field | None:
    """Return the image with its hole, and a rim around it, copied from elsewhere; None if no patch is whole."""
    height, width = hole.shape
    matched: _Match | None = None
    for side, rounds in zip(_SIDES, _ROUNDS, strict=True):
        factor = max(1.0, min(height, width) / side)
        size = (max(2, round(width / factor)), max(2, round(height / factor)))
        small_hole = _shrink(hole.astype(np.float32), size) > 0.02
        small = np.stack([_shrink(given[..., c], size) for c in range(3)], axis=2)
        usable = ~binary_dilation(small_hole, np.ones((3, 3), dtype=bool), iterations=_REACH)
        if not usable.any():
            return None
        start = _diffuse(small, small_hole) if matched is None else matched.render_at(small, small_hole)
        matched = _Match.start(start, small_hole, usable, matched).improve(rounds)
    return None if matched is None else matched.render_full_size(given, hole)


@dataclass(frozen=True)
class _Match:
    """For every pixel of a hole (`rows`, `columns`) the source pixel that it is copied from (`source`, (n, 2))."""

    image: Field
    hole: Hole
    usable: Hole
    rows: Positions
    columns: Positions
    source: Positions

    @staticmethod
    def start(image: Field, hole: Hole, usable: Hole, coarser: "_Match | None") -> "_Match":
        """Start from the match on a coarser copy, else from pixels mirrored at the hole's edge, mostly sideways."""
        rows, columns = np.nonzero(hole)
        edge = distance_transform_edt(~usable, sampling=(4.0, 1.0), return_distances=False, return_indices=True)
        nearest = edge[:, rows, columns].T.astype(np.int64)
        mirrored = (2 * nearest - np.column_stack([rows, columns])).clip(0, np.array(hole.shape) - 1)
        choices = np.argwhere(usable)
        drawn = choices[Rng(len(rows), "patches").generator.integers(0, len(choices), len(rows))]
        source = np.where(usable[mirrored[:, 0], mirrored[:, 1]][:, None], mirrored, drawn)
        if coarser is not None:
            guess = np.column_stack([rows, columns]) + coarser.offsets(rows, columns, hole.shape)
            guess = guess.clip(0, np.array(hole.shape) - 1)
            fits = usable[guess[:, 0], guess[:, 1]]
            source = np.where(fits[:, None], guess, source)
        return _Match(image, hole, usable, rows, columns, source)

    def offsets(self, rows: Positions, columns: Positions, shape: tuple[int, ...]) -> Positions:
        """Return the offsets from pixels of a copy of *shape* to their sources, scaled to that copy."""
        scale = np.array(shape) / np.array(self.hole.shape)
        field = np.zeros((*self.hole.shape, 2))
        field[self.rows, self.columns] = self.source - np.column_stack([self.rows, self.columns])
        nearest = distance_transform_edt(~self.hole, return_distances=False, return_indices=True)
        y = (rows / scale[0]).astype(int).clip(0, self.hole.shape[0] - 1)
        x = (columns / scale[1]).astype(int).clip(0, self.hole.shape[1] - 1)
        offset: Positions = np.rint(field[nearest[0][y, x], nearest[1][y, x]] * scale).astype(np.int64)
        return offset

    def render_at(self, small: Field, hole: Hole) -> Field:
        """Return this match's image inside *hole* of a finer copy, the copy itself outside."""
        height, width = hole.shape
        larger = np.stack([resize(self.image[..., c], width, height) for c in range(3)], axis=2)
        return np.where(hole[..., None], larger, small)

    def improve(self, rounds: int) -> "_Match":
        """Return the match after rounds of propagation, random search and repainting of the hole."""
        rng = Rng(len(self.rows), "search").generator
        image, source = self.image.copy(), self.source
        number = np.full(self.hole.shape, -1)
        number[self.rows, self.columns] = np.arange(len(self.rows))
        for round_number in range(rounds):
            cost = self._cost(image, source)
            for down, right in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                other = number[
                    (self.rows + down).clip(0, self.hole.shape[0] - 1),
                    (self.columns + right).clip(0, self.hole.shape[1] - 1),
                ]
                candidate = np.where((other >= 0)[:, None], source[other] - (down, right), source)
                source, cost = self._keep_better(image, source, cost, candidate)
            for reach in (0.5, 0.12, 0.03):
                jump = rng.uniform(-1, 1, source.shape) * max(self.hole.shape) * reach
                source, cost = self._keep_better(image, source, cost, source + np.rint(jump).astype(np.int64))
            blend = 0.7 if round_number < rounds - 1 else 1.0
            fresh = image[source[:, 0], source[:, 1]]
            image[self.rows, self.columns] += np.float32(blend) * (fresh - image[self.rows, self.columns])
        return _Match(image, self.hole, self.usable, self.rows, self.columns, source)

    def _keep_better(
        self, image: Field, source: Positions, cost: Field, candidate: Positions
    ) -> tuple[Positions, Field]:
        candidate = candidate.clip(0, np.array(self.hole.shape) - 1)
        candidate = np.where(self.usable[candidate[:, 0], candidate[:, 1]][:, None], candidate, source)
        candidate_cost = self._cost(image, candidate)
        wins = candidate_cost < cost * np.float32(_MIN_IMPROVEMENT)
        return np.where(wins[:, None], candidate, source), np.where(wins, candidate_cost, cost)

    def _cost(self, image: Field, source: Positions) -> Field:
        """Return how much the patch around each source differs from the patch around its pixel."""
        height, width = self.hole.shape
        total = np.zeros(len(self.rows), dtype=np.float32)
        for down in range(-_REACH, _REACH + 1, 1):
            for right in range(-_REACH, _REACH + 1, 2 if down % 2 else 1):
                own = image[(self.rows + down).clip(0, height - 1), (self.columns + right).clip(0, width - 1)]
                there = image[(source[:, 0] + down).clip(0, height - 1), (source[:, 1] + right).clip(0, width - 1)]
                known = (
                    1.0
                    - 0.6 * self.hole[(self.rows + down).clip(0, height - 1), (self.columns + right).clip(0, width - 1)]
                )
                total += (np.abs(own - there).sum(axis=1) * known).astype(np.float32)
        return total

    def render_full_size(self, given: Field, hole: Hole) -> Field:
        """Return the full image with the hole and a rim of two pixels copied along the match."""
        wide = binary_dilation(hole, iterations=3)
        rows, columns = np.nonzero(wide)
        place = np.column_stack([rows, columns]) + self.offsets(rows, columns, hole.shape)
        place = place.clip(0, np.array(hole.shape) - 1)
        inside = hole[place[:, 0], place[:, 1]]
        nearest = distance_transform_edt(hole, return_distances=False, return_indices=True)
        place[inside] = nearest[:, place[inside, 0], place[inside, 1]].T
        copied = given.copy()
        copied[rows, columns] = given[place[:, 0], place[:, 1]]
        return copied


def _diffuse(given: Field, hole: Hole, sweeps: int = _SWEEPS) -> Field:
    """Return *given* (h, w, c) continued into the hole as heat would flow, computed on a coarse copy."""
    height, width = hole.shape
    factor = max(1.0, min(height, width) / _SIDES[-1])
    size = (max(2, round(width / factor)), max(2, round(height / factor)))
    known = _shrink((~hole).astype(np.float32), size)
    channels = [_shrink(given[..., c] * ~hole, size) for c in range(given.shape[2])]
    fixed = known > 0.02
    nearest = distance_transform_edt(~fixed, return_distances=False, return_indices=True)
    field = (np.stack(channels, axis=2) / np.maximum(known, 1e-3)[..., None])[nearest[0], nearest[1]]
    for _ in range(sweeps):
        padded = np.pad(field, ((1, 1), (1, 1), (0, 0)), mode="edge")
        mean = (padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]) * np.float32(0.25)
        field = np.where(fixed[..., None], field, mean)
    return np.stack([resize(field[..., c], width, height) for c in range(given.shape[2])], axis=2)


def _shrink(field: Field, size: tuple[int, int]) -> Field:
    return np.asarray(Image.fromarray(np.ascontiguousarray(field)).resize(size, Image.Resampling.BOX), dtype=np.float32)
