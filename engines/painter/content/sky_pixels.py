"""The sky and the weather in the painted pixels: which light, time and weather is seen."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation, binary_erosion

from engines.color.spaces import Colors, to_oklab
from engines.painter.backdrops.autumn_land import AUTUMN_GRASS
from engines.painter.backdrops.sky import INK_STAR_LINE
from engines.painter.cells import rasterize_index
from engines.painter.composer import Drawing
from engines.painter.content.autumn import is_deciduous
from engines.painter.content.boxes import Box
from engines.painter.content.color_match import resembles
from engines.painter.content.included import is_tree
from engines.painter.content.place_pixels import PlacePixels
from engines.painter.default_look import BLOSSOMING
from engines.painter.legibility import Mask
from engines.painter.scene import Setting, Subject
from engines.painter.shapes import Layer
from engines.painter.subjects.icons import is_flower

_NEIGHBOR_DISTANCE, _MIN_FALLING = 0.014, 8
"""Distance from a drop or flake to the spots compared with it, in frame units, and the minimum number of drops."""
_STANDS_OUT, _MIN_STAND_OUT = 1.15, 0.01
"""Minimum difference between a drop and the spots around it: a multiple of their own differences, plus a constant."""
_WARM_RED, _MIN_WARM_SHARE = 0.02, 0.2
"""OKLab a from which a part of the sky is warm, and the minimum share of warm sky at sunset."""
_MAX_NIGHT_LIGHTNESS = 0.45
"""Largest OKLab lightness of most of an image of a night."""
_MAX_NIGHT_SKY = 0.55
"""Largest OKLab lightness of most of the sky at night."""
_MIN_CLOUDS, _MIN_STAR, _MAX_STAR = 0.01, 0.004, 0.05
"""Minimum share of the frame for clouds, and the extent of a star, in frame units."""
_MIN_INKED, _INKED_SHARE = 2, 0.5
"""Fewest stars on paper that show a night, and the least share of them that nothing covers."""
_FLOWERS = (
    Subject.FLOWER, Subject.ROSE, Subject.TULIP, Subject.SUNFLOWER, Subject.DAISY, Subject.LILY, Subject.LAVENDER,
    Subject.DANDELION, Subject.WISTERIA,
)  # fmt: skip
_RIM_REACH, _MIN_RIM = 6, 0.018
"""Cells around a disc that it is compared with, and the least OKLab difference between its inside, its rim and them."""
_MAX_HIGH, _YELLOW = 0.25, 0.06
"""Lowest place of the sun at noon, in heights of the frame, and OKLab b from which a sky is yellow."""
_MIN_DISC, _MAX_GLOOM = 0.6, 0.6
"""Least share of the sun or the moon that is seen, and the lightness that most of the sky has at most in a storm."""
_GREEN, _MIN_GREEN = 0.015, 0.3
"""OKLab distance from gray by which land is green, and the least share of it in spring."""
_MIN_BLOSSOMS = 0.003
"""Least share of the frame for flowers of spring."""
_MIN_AUTUMN, _MIN_WARM_LAND = 0.03, 0.3
"""OKLab b from which leaves and grass have the colors of autumn, and the least share of them that has."""
_MIN_SNOW_LIGHTNESS, _MAX_SNOW_CHROMA, _MAX_FOG_CONTRAST = 0.68, 0.07, 0.16
"""Least lightness and largest chroma of snow, and largest deviation of the lightness of what is in fog."""
_MIN_FOG_LIGHTNESS, _MIN_BANKS = 0.5, 0.4
"""Least lightness of land in fog, and least share of the contour of banks of fog that is seen on paper."""
_VEILED, _MIN_VEILED = 0.05, 0.2
"""OKLab difference from the sky of what is seen in fog, and the least share of the land that has it."""


@dataclass(frozen=True)
class SkyPixels:
    """A drawing with its painted image, (height, width, 3) sRGB, and its place in cells of the drawing's grid."""

    drawing: Drawing
    image: NDArray[np.uint8]
    place: PlacePixels

    @property
    def _pixels(self) -> Colors:
        return self.place.painted

    def shows_snow(self) -> bool:
        """Return whether the land is nearly white; paper is as white under any land that is drawn with lines alone."""
        if self.place.colors is None:
            return False
        land = [n for n, shape in enumerate(self.drawing.shapes) if Layer.MIDDLE <= shape.layer <= Layer.NEAR]
        lower = np.isin(self.drawing.index, land)
        lower[: lower.shape[0] * 2 // 3] = False
        lab = self._pixels[lower]
        if not len(lab):
            return False
        lightness, *hue = np.median(lab, axis=0)
        return bool(lightness > _MIN_SNOW_LIGHTNESS and np.hypot(*hue) < _MAX_SNOW_CHROMA)

    def shows_fog(self) -> bool:
        """Return whether the land behind the figures is light and has hardly any contrast; lines alone show no fog."""
        if self.place.colors is None:
            return False
        land = [n for n, shape in enumerate(self.drawing.shapes) if Layer.FAR <= shape.layer <= Layer.NEAR]
        lab = self._pixels[np.isin(self.drawing.index, land)]
        is_light = bool(len(lab)) and np.median(lab[:, 0]) > _MIN_FOG_LIGHTNESS
        if self.drawing.fog_banks and self.place.measure_contour(self.drawing.fog_banks) < _MIN_BANKS:
            return False
        is_veiled = bool(is_light and lab[:, 0].std() < _MAX_FOG_CONTRAST) and not self.place.has_clear_sky()
        return is_veiled and self._shows_veiled(lab)

    def _shows_veiled(self, land: Colors) -> bool:
        """Return whether a part of *land*, (N, 3), differs from the sky: on plain paper nothing is in fog."""
        sky = np.isin(self.drawing.index, [n for n, one in enumerate(self.drawing.shapes) if one.layer is Layer.SKY])
        if not sky.any():
            return True
        difference = np.linalg.norm(land - np.median(self._pixels[sky], axis=0), axis=1)
        return bool((difference > _VEILED).mean() >= _MIN_VEILED)

    def shows_color(self, color: str, *, is_backdrop: bool) -> bool:
        """Return whether the sky, or with *is_backdrop* everything behind the figures, has *color*, '#rrggbb'."""
        last = Layer.NEAR if is_backdrop else Layer.SKY
        numbers = [number for number, shape in enumerate(self.drawing.shapes) if shape.layer <= last]
        return resembles(self._pixels[np.isin(self.drawing.index, numbers)], color)

    def shows_disc_color(self, color: str) -> bool:
        """Return whether the disc of the sun or the moon has its requested *color*, '#rrggbb'."""
        shapes = enumerate(self.drawing.shapes)
        discs = [
            n for n, shape in shapes if shape.layer <= Layer.CLOUDS and shape.tone.is_exact and shape.tone.tint == color
        ]
        return resembles(self._pixels[np.isin(self.drawing.index, discs)], color)

    def shows_disc(self, subject: Subject) -> bool:
        """Return whether the sun or the moon is seen: most of its disc, which differs from the sky."""
        for disc in self.drawing.discs:
            body = range(disc.body, disc.end)
            mask = np.isin(self.drawing.index, body)
            alone = rasterize_index([self.drawing.shapes[number] for number in body], self.drawing.grid, 0) >= 0
            if disc.subject is subject and mask.sum() >= _MIN_DISC * alone.sum() and self._has_rim(mask):
                return True
        return False

    def measure_disc(self, subject: Subject) -> tuple[Box, float] | None:
        """Return the box of what is seen of the sun or the moon, and the share of it; None where nothing is."""
        for disc in self.drawing.discs:
            body = range(disc.body, disc.end)
            mask = np.isin(self.drawing.index, body)
            if disc.subject is subject and mask.any():
                alone = rasterize_index([self.drawing.shapes[number] for number in body], self.drawing.grid, 0) >= 0
                (rows, columns), (width, height) = np.nonzero(mask), self.drawing.grid
                low, high = (columns.min() / width, rows.min() / height), (columns.max() + 1, rows.max() + 1)
                return (*low, high[0] / width, high[1] / height), float(mask.sum() / alone.sum())
        return None

    def has_high_sun(self) -> bool:
        """Return whether the sun is high in the image, as at noon."""
        tops = [
            np.nonzero(np.isin(self.drawing.index, range(disc.body, disc.end)))[0]
            for disc in self.drawing.discs
            if disc.subject is Subject.SUN
        ]
        return any(len(rows) and rows.mean() < _MAX_HIGH * self.drawing.grid[1] for rows in tops)

    def is_yellow(self) -> bool:
        """Return whether most of the sky is yellow or red, as when the sun is low."""
        sky = [number for number, shape in enumerate(self.drawing.shapes) if shape.layer is Layer.SKY]
        lab = self._pixels[np.isin(self.drawing.index, sky)]
        return bool(len(lab)) and float(np.median(lab[:, 2])) > _YELLOW

    def has_green_trees(self) -> bool:
        """Return whether much of a tree, which has other colors in autumn, is green."""
        trees = [self.drawing.mask(copy) for copy in self.drawing.copies if is_deciduous(str(copy.figure.subject))]
        labs = [self._pixels[mask] for mask in trees if mask.any()]
        green = (((lab[:, 1] < -_GREEN) & (lab[:, 2] > _GREEN)).mean() for lab in labs)
        return any(share > _MIN_GREEN for share in green)

    def _has_rim(self, mask: Mask) -> bool:
        """Return whether the inside of *mask*, its rim and what is around it differ: ink draws a disc with a rim."""
        rim = binary_dilation(mask) & ~binary_erosion(mask)
        around = binary_dilation(mask, iterations=_RIM_REACH) & ~binary_dilation(mask, iterations=3)
        parts = [self._pixels[part] for part in (binary_erosion(mask, iterations=3), rim, around) if part.any()]
        medians = [np.median(part, axis=0) for part in parts]
        return any(np.linalg.norm(one - other) >= _MIN_RIM for one, other in itertools.combinations(medians, 2))

    def is_gloomy(self) -> bool:
        """Return whether the sky with its clouds is dark, as in a storm."""
        high = [number for number, shape in enumerate(self.drawing.shapes) if shape.layer <= Layer.CLOUDS]
        lightness = self._pixels[np.isin(self.drawing.index, high)][:, 0]
        return bool(len(lightness)) and float(np.median(lightness)) < _MAX_GLOOM

    def shows_dusk(self) -> bool:
        """Return whether a part of the sky has the warm colors of a low sun."""
        sky = [number for number, shape in enumerate(self.drawing.shapes) if shape.layer is Layer.SKY]
        lab = self._pixels[np.isin(self.drawing.index, sky)]
        warm = (lab[:, 1] > _WARM_RED) & (lab[:, 2] > 0) | (lab[:, 1] > 2 * _WARM_RED)
        return bool(len(lab) and warm.mean() > _MIN_WARM_SHARE)

    def is_dark(self) -> bool:
        """Return whether most of the image is as dark as a night without a moon has to be."""
        return bool(np.median(self._pixels[..., 0]) < _MAX_NIGHT_LIGHTNESS)

    def shows_clouds(self) -> bool:
        """Return whether clouds are visible in the sky."""
        numbers = [n for n, shape in enumerate(self.drawing.shapes) if shape.layer is Layer.CLOUDS]
        mask = np.isin(self.drawing.index, numbers)
        return bool(mask.mean() >= _MIN_CLOUDS and self.place.stands_out(mask))

    def shows_night(self) -> bool:
        """Return whether the sky is dark, or drawn in ink with stars, or most of the image is dark."""
        light = {number for disc in self.drawing.discs for number in range(disc.start, disc.end)}
        sky = [n for n, shape in enumerate(self.drawing.shapes) if shape.layer is Layer.SKY and n not in light]
        lightness = self._pixels[np.isin(self.drawing.index, sky)][:, 0]
        is_dark = bool(len(lightness)) and float(np.median(lightness)) < _MAX_NIGHT_SKY
        return is_dark or self.is_dark() or self._shows_inked_stars()

    def shows_stars(self) -> bool:
        """Return whether stars differ from the sky around them, or are drawn in ink."""
        sky = (shape for shape in self.drawing.shapes if shape.layer is Layer.SKY)
        small = (shape for shape in sky if _MIN_STAR < np.ptp(shape.points, axis=0).max() < _MAX_STAR)
        return self._shows_inked_stars() or self._shows_spots([shape.points.mean(axis=0) for shape in small])

    def _shows_inked_stars(self) -> bool:
        """Return whether most of the stars on paper, which have an outline, are seen: a few over roofs are no night."""
        shapes = enumerate(self.drawing.shapes)
        stars = [n for n, shape in shapes if shape.layer is Layer.MIDDLE and shape.line == INK_STAR_LINE]
        seen = sum(bool((self.drawing.index == number).any()) for number in stars)
        return len(stars) > _MIN_INKED and seen >= _INKED_SHARE * len(stars)

    def shows_spring(self) -> bool:
        """Return whether petals fall over green land, or where something is in bloom."""
        seen = (copy for copy in self.drawing.copies if self.drawing.mask(copy).mean() >= _MIN_BLOSSOMS)
        subjects = [str(copy.figure.subject) for copy in seen]
        blossoms = any(one in BLOSSOMING or one in _FLOWERS or is_flower(one) for one in subjects)
        has_land = self.drawing.setting is not Setting.STUDIO
        return self.shows_weather() and ((has_land and self.is_green()) or blossoms)

    def shows_autumn(self) -> bool:
        """Return whether no tree is green, the land or a tree has the warm colors of autumn, and leaves are seen.

        Before trees of their colors, none are seen that fall.
        """
        is_drawn = any(shape.tone.tint == AUTUMN_GRASS for shape in self.drawing.shapes)
        if self.has_green_trees() or not (is_drawn or self.shows_weather()):
            return False
        if self.place.colors is None:
            return not self.is_dark() and self.shows_weather()
        trees = [self.drawing.mask(copy) for copy in self.drawing.copies if is_tree(str(copy.figure.subject))]
        land = [n for n, shape in enumerate(self.drawing.shapes) if Layer.FAR <= shape.layer <= Layer.NEAR]
        parts = [self._pixels[mask] for mask in (*trees, np.isin(self.drawing.index, land)) if mask.any()]
        warm = (((lab[:, 1] > -_GREEN) & (lab[:, 2] > _MIN_AUTUMN)).mean() for lab in parts)
        return any(share > _MIN_WARM_LAND for share in warm)

    def is_green(self) -> bool:
        """Return whether much of the land is green."""
        land = [n for n, shape in enumerate(self.drawing.shapes) if Layer.MIDDLE <= shape.layer <= Layer.NEAR]
        lab = self._pixels[np.isin(self.drawing.index, land)]
        return bool(len(lab)) and bool(((lab[:, 1] < -_GREEN) & (lab[:, 2] > _GREEN)).mean() > _MIN_GREEN)

    def shows_grass(self) -> bool:
        """Return whether the land has the color of grass by day; where lines alone are drawn, it has none."""
        return self.place.colors is None or self.is_dark() or self.is_green()

    def shows_weather(self) -> bool:
        """Return whether rain, snow or other particles in front of the scene differ from the pixels around them."""
        return self._shows_spots([s.points.mean(axis=0) for s in self.drawing.shapes if s.layer is Layer.FRONT])

    def _shows_spots(self, falling: Sequence[NDArray[np.float64]]) -> bool:
        """Return whether the places *falling* differ from the pixels around them."""
        height, width = self.image.shape[:2]
        unit = min(width, height)
        reach = _NEIGHBOR_DISTANCE * np.array([(0, 0), (1, 0), (-1, 0), (1, 0.6), (-1, -0.6)])
        spots = ((np.array(falling or [np.zeros(2)])[:, None] + reach) * unit).astype(int)
        inside = (spots >= 0).all(axis=(1, 2)) & (spots < (width, height)).all(axis=(1, 2))
        spots = spots[inside]
        if len(spots) < _MIN_FALLING:
            return False
        lab = to_oklab(self.image[spots[..., 1], spots[..., 0]] / 255.0)
        own = np.linalg.norm(lab[:, 0] - lab[:, 1:].mean(axis=1), axis=1)
        other = np.linalg.norm(lab[:, 1] - lab[:, 2:].mean(axis=1), axis=1)
        return bool(own.mean() > _MIN_STAND_OUT + _STANDS_OUT * other.mean())
