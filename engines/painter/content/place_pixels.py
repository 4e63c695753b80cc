"""Settings in the painted pixels: whether what distinguishes the place is visible."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engines.color.spaces import Colors
from engines.painter.cells import rasterize_index
from engines.painter.composer import Copy, Drawing
from engines.painter.legibility import Mask, measure_contour, measure_legibility
from engines.painter.scene import Setting
from engines.painter.shapes import Layer
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.catalog import Placement, find_entry
from engines.painter.subjects.nature import is_living

_MIN_CONTOUR, _MIN_AREA, _MIN_DISTINCTION = 0.55, 0.005, 0.15
"""Least visible share of a contour, of the frame, and of the shapes that distinguish a setting."""
_WIDE_BAND, _BAND = 6, 3
"""Cells over which a place is compared with what is around it, where photos blur its edges and where none may be."""
_MIN_PATTERN = 0.5
"""Least correlation of a surface with its drawn boards or bricks, without which it is any ground."""
_MIN_SCENE, _MIN_DISC = 0.6, 0.002
"""Least correlation of a setting with its drawing, and least share of the frame for a disc in the sky."""
_MIN_WATER_DIFFERENCE = 0.04
"""OKLab difference from which water is no sky."""
_MIN_STEM_HEIGHT, _MAX_STEM_WIDTH = 0.06, 0.34
"""Height of a part of a stem, and its largest width in heights."""
_MIN_STEMS, _MIN_GROVE, _MIN_GROVE_CONTOUR = 0.02, 0.2, 0.75
"""Least share of the frame for the stems and for all bamboo of a grove, and the least share of its contour: mist hides
the rest of it."""
_AROUND_FOOT = 6
"""Cells of water at the side of the foot of what is in it."""
_MIN_TONE = 0.12
"""OKLab difference of a table from the wall with which it needs no boards."""
_MIN_BRICKS, _BRICKS = 0.03, 95
"""Least OKLab step between the cells of a roof, in this percentile: without its bricks it is a road."""
_MIN_LAND = 0.08
"""Least OKLab difference of grass or sand from the sky."""
_MAX_EXTENT = 0.6
"""Largest extent of the sun and of a cloud, in frame units: larger shapes are the sky."""
_LANDS, _HIGH = (Setting.MEADOW, Setting.GARDEN, Setting.DESERT), (Setting.SPACE, Setting.SKY)
_SURFACES = (Setting.TABLE, Setting.ROOFTOP)
"""Settings that are what their figures are on: only their pattern and their edge distinguish them from the ground."""


@dataclass(frozen=True)
class PlacePixels:
    """A drawing with its painted image, in cells of the drawing's grid, and the colors of the shapes if it has them."""

    drawing: Drawing
    painted: Colors
    colors: Colors | None

    def shows_setting(self) -> bool:
        """Return whether what distinguishes the setting is visible; where nothing does, its drawing has to be."""
        setting = self.drawing.setting
        if setting is Setting.BAMBOO_GROVE and not self._shows_stems():
            return False
        if setting is Setting.LAKE and self.colors is not None and not self._shows_water():
            return False
        if setting in _SURFACES and not self._shows_surface():
            return False
        for start, end in self.drawing.distinctions:
            mask = self._mask(range(start, end))
            alone = rasterize_index(self.drawing.shapes[start:end], self.drawing.grid, 0) >= 0
            if mask.sum() < _MIN_DISTINCTION * max(1, alone.sum()) or not self.stands_out(mask):
                return False
        return bool(self.drawing.distinctions) or self._shows_scene()

    def stands_out(self, mask: Mask, band: int = _WIDE_BAND) -> bool:
        """Return whether *mask* differs from the setting around it; the contours of figures show no setting."""
        contour = measure_contour(mask, self.painted, ignored=self._mask_figures(), band=band)
        return bool(mask.mean() >= _MIN_AREA and contour > _MIN_CONTOUR)

    def has_clear_sky(self) -> bool:
        """Return whether the sun or a cloud is seen in the sky, which fog hides."""
        shapes = enumerate(self.drawing.shapes)
        high = [n for n, one in shapes if one.layer <= Layer.CLOUDS and np.ptp(one.points, axis=0).max() < _MAX_EXTENT]
        masks = (self._mask([number]) for number in high)
        return any(mask.mean() >= _MIN_DISC and self.differs(mask) for mask in masks)

    def differs(self, mask: Mask) -> bool:
        """Return whether *mask* differs from what is directly around it; figures do not count."""
        return measure_contour(mask, self.painted, ignored=self._mask_figures(), band=_BAND) > _MIN_CONTOUR

    def measure_contour(self, numbers: Iterable[int]) -> float:
        """Return the share of the contour of the shapes *numbers* that is seen; figures do not count."""
        return measure_contour(self._mask(numbers), self.painted, ignored=self._mask_figures(), band=_BAND)

    def measure_pattern(self) -> float:
        """Return how well the parts of what distinguishes the setting are found in the painted pixels."""
        numbers = [number for start, end in self.drawing.distinctions for number in range(start, end)]
        return self._correlate(self._mask(numbers))

    def measure_scene(self) -> float:
        """Return how well the drawing of the setting is found in the painted pixels behind the figures."""
        return self._correlate((self.drawing.index >= 0) & ~self._mask_figures())

    def _correlate(self, mask: Mask) -> float:
        drawn = self.painted if self.colors is None else self.colors[np.maximum(self.drawing.index, 0)]
        return measure_legibility(mask, self.painted, drawn).details if mask.any() else 0.0

    def _shows_scene(self) -> bool:
        """Return whether the land is distinguished from the sky, or the whole is painted as it is drawn."""
        land = [n for n, shape in enumerate(self.drawing.shapes) if Layer.FAR <= shape.layer <= Layer.NEAR]
        mask = self._mask(land)
        setting = self.drawing.setting
        if self.colors is None:
            return self.stands_out(mask) or (setting in _HIGH and self.has_clear_sky())
        if setting in _LANDS and self._measure_difference(mask) < _MIN_LAND:
            return False
        return self.measure_scene() >= _MIN_SCENE

    def _measure_difference(self, mask: Mask) -> float:
        """Return how much *mask* differs from the sky, or from the wall of a room, in OKLab."""
        sky = self._mask(n for n, one in enumerate(self.drawing.shapes) if one.layer is Layer.SKY)
        if not sky.any() or not mask.any():
            return 0.0
        return float(np.linalg.norm(np.median(self.painted[mask], axis=0) - np.median(self.painted[sky], axis=0)))

    def _shows_surface(self) -> bool:
        """Return whether the pattern and the edge of a table or a roof are seen, and the figures stand on it."""
        numbers = [number for start, end in self.drawing.distinctions for number in range(start, end)]
        mask = self._mask(numbers)
        if not mask.any() or not self.stands_out(mask, _BAND):
            return False
        is_roof = self.drawing.setting is Setting.ROOFTOP
        if is_roof and self.colors is None:
            return False  # Lines of bricks are no more than lines of a street below the city.
        if not (self.measure_bricks(mask) >= _MIN_BRICKS if is_roof else self._shows_boards(mask)):
            return False
        edge = np.nonzero(mask)[0].min()
        standing = [
            copy for copy in self.drawing.copies if _stands(str(copy.figure.subject)) and not copy.figure.relation
        ]
        feet = [np.nonzero(self.drawing.mask(copy))[0] for copy in standing]
        return all(not len(rows) or rows.max() >= edge for rows in feet)

    def measure_bricks(self, mask: Mask) -> float:
        """Return how large the steps between neighbors in *mask* are in OKLab, at the bricks."""
        steps = np.linalg.norm(np.diff(self.painted, axis=1), axis=2)
        return float(np.percentile(steps[mask[:, 1:]], _BRICKS)) if mask[:, 1:].any() else 0.0

    def _shows_boards(self, mask: Mask) -> bool:
        """Return whether the boards of a table are seen, or it has another color than the wall."""
        if self.colors is None or self.measure_pattern() >= _MIN_PATTERN:
            return True
        return self._measure_difference(mask) >= _MIN_TONE

    def _shows_water(self) -> bool:
        """Return whether the water differs from the sky or has ripples: on paper, a shore alone is no water."""
        water = self._mask(n for start, end in self.drawing.distinctions for n in range(start, end))
        sky = self._mask(n for n, one in enumerate(self.drawing.shapes) if one.layer is Layer.SKY)
        if not water.any() or not sky.any():
            return bool(water.any())
        difference = np.median(self.painted[water], axis=0) - np.median(self.painted[sky], axis=0)
        ripples = float(self.painted[water][:, 0].std())
        return ripples > _MIN_WATER_DIFFERENCE or bool(np.linalg.norm(difference) > _MIN_WATER_DIFFERENCE)

    def stands_in_water(self) -> bool:
        """Return whether every animal or person has water at the sides of its foot, where there is a shore.

        Without one, everything has (水里有倒影 of a ferris wheel on the shore is not in the water).
        """
        if self.drawing.setting is not Setting.LAKE:
            return True
        water = self._mask(n for start, end in self.drawing.distinctions for n in range(start, end))
        copies = self.drawing.copies
        living = [copy for copy in copies if is_living(str(copy.figure.subject))] or copies
        return all(_swims(str(copy.figure.subject)) or self._has_around(copy, water) for copy in living)

    def stands_on_bank(self) -> bool:
        """Return whether no animal or person has water at the sides of its foot."""
        water = self._mask(n for start, end in self.drawing.distinctions[:1] for n in range(start, end))
        living = [copy for copy in self.drawing.copies if is_living(str(copy.figure.subject))]
        return not any(self._has_around(copy, water) for copy in living)

    def _has_around(self, copy: Copy, water: Mask) -> bool:
        rows, columns = np.nonzero(self.drawing.mask(copy))
        if not len(rows):
            return False
        foot = water[rows.max() - 1, max(0, columns.min() - _AROUND_FOOT) : columns.max() + _AROUND_FOOT]
        return bool(foot.sum() >= _AROUND_FOOT)

    def _shows_stems(self) -> bool:
        """Return whether a grove is seen behind the figures: stems, tall and thin, and much bamboo that differs."""
        land = [n for n, shape in enumerate(self.drawing.shapes) if Layer.FAR <= shape.layer <= Layer.NEAR]
        size = {n: np.ptp(self.drawing.shapes[n].points, axis=0) for n in land}
        stems = [n for n in land if size[n][1] > _MIN_STEM_HEIGHT and size[n][0] < _MAX_STEM_WIDTH * size[n][1]]
        grove = self._mask(n for n in land if size[n].max() < _MAX_EXTENT or n in stems)
        if self._mask(stems).mean() < _MIN_STEMS or grove.mean() < _MIN_GROVE:
            return False
        contour = measure_contour(grove, self.painted, ignored=self._mask_figures(), band=_WIDE_BAND)
        return contour > _MIN_GROVE_CONTOUR

    def _mask(self, numbers: Iterable[int]) -> Mask:
        return np.isin(self.drawing.index, list(numbers))

    def _mask_figures(self) -> Mask:
        return self._mask(number for copy in self.drawing.copies for number in range(copy.start, copy.end))


def _stands(subject: str) -> bool:
    """Return whether *subject* stands on what it is on: nothing that flies or floats does."""
    entry = find_entry(subject)
    return entry is not None and entry.stand is Placement.GROUND


def _swims(subject: str) -> bool:
    """Return whether the drawing of *subject* has water of its own."""
    return is_action(subject) and parse_action(subject).name == "swim"
