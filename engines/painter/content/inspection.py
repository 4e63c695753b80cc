"""Inspection of a painted image: which requested parts of its figures are visible in the pixels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engines.color.spaces import Colors, from_code, to_oklab
from engines.painter.backdrops.sky import INK_STAR_LINE
from engines.painter.composer import GRID_SIDE, Copy, Drawing, rasterize_index
from engines.painter.content.boxes import Box, fits_position
from engines.painter.content.place_pixels import PlacePixels
from engines.painter.content.referents import is_served
from engines.painter.content.relation_pixels import RelationPixels
from engines.painter.default_look import BLOSSOMING, WALLS
from engines.painter.legibility import measure_contour, measure_legibility
from engines.painter.palette import measure_chroma
from engines.painter.scene import Figure, Setting
from engines.painter.shapes import Layer
from engines.painter.subjects.actions.items import load_item
from engines.painter.subjects.actions.keys import ActionKey, is_action, parse_action
from engines.painter.subjects.icons import is_flower
from engines.painter.subjects.nature import is_silhouette
from engines.painter.subjects.people.keys import is_person, parse_key
from services.common.contract.image_chat import PartKind

_MIN_VISIBLE, _MIN_VISIBLE_ITEM = 0.35, 0.6
"""Minimum share of a copy's own area that must be inside the frame and not covered, and of what a figure wears."""
_MIN_COLOR_PIXELS, _MIN_COLOR_SHARE = 12, 0.4
"""Minimum number of pixels of a figure that have its requested color, and their minimum share of the figure."""
_MIN_PETALS_SHARE, _MIN_WALLS_SHARE = 0.12, 0.2
"""The same share for plants, whose color is that of the flowers, and for buildings, whose color is the walls'."""
_MIN_PART_SHARE, _MIN_CLOTHES_SHARE = 0.03, 0.1
"""The same share for people: their color is that of a thing that they have, or of their clothes."""
_MAX_HUE = np.radians(42)
_MIN_CHROMA, _MIN_CHROMA_SHARE = 0.018, 0.25
"""OKLab chroma from which a pixel has a hue, and the share of the requested chroma that it needs."""
_NEUTRAL_CHROMA, _MAX_NEUTRAL_CHROMA = 0.03, 0.085
"""Chroma below which a requested color is black, gray or white, and the largest chroma that passes for it."""
_MIN_CONTOUR, _MIN_DETAILS = 0.55, 0.25
"""Minimum share of a figure's contour that is visible, and minimum correlation with the parts of its drawing."""
_WHOLE_CONTOUR, _MIN_DETAILS_IN_CONTOUR = 0.95, 0.2
"""Share of the contour from which it is whole, and the minimum correlation of the parts in it."""
_MIN_AREA, _MIN_SMALL_AREA, _MIN_WORN_AREA = 0.005, 0.004, 0.0015
"""Minimum share of the frame for a figure, for one that is requested as small, and for what someone wears or holds."""
_MIN_COARSE_AREA, _MIN_COARSE_SILHOUETTE = 0.015, 0.05
"""The same share in cells of a mosaic, for a drawing with inner parts and for one without."""
_MAX_LIGHTNESS = 0.3
_MIN_ITEM, _MIN_COARSE_ITEM = 0.05, 0.075
"""Least height of the thing of an action, in shares of the frame's short side."""
_MIN_COARSE_EXTENT = 0.1
"""Least shorter side of what a figure wears or holds in cells of a mosaic, in shares of the frame's short side."""
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
_AUTUMN = (0.02, 0.05)
"""OKLab a and b above which land is reddish brown."""
_MIN_SNOW_LIGHTNESS, _MAX_SNOW_CHROMA, _MAX_FOG_CONTRAST = 0.68, 0.07, 0.16
"""Least lightness and largest chroma of snow, and largest deviation of the lightness of what is in fog."""
_MIN_FOG_LIGHTNESS = 0.5
_MIN_TALL = 0.5
"""Share of the image's height from which a figure is tall in it."""
_MIN_ACTIVE_HEIGHT = 0.27
"""Height of a person from which what it does is seen, as a share of the frame's short side."""


@dataclass(frozen=True)
class Inspection:
    """A drawing and its painted image, (height, width, 3) sRGB."""

    drawing: Drawing
    image: NDArray[np.uint8]
    colors: Colors | None = None
    """The OKLab color of each shape, where the technique paints with them; else its lines show the details."""
    is_coarse: bool = False
    """Whether the technique paints in cells that are as large as the parts of a small figure."""

    def find_unseen(self, figures: Sequence[Figure], number: int) -> frozenset[PartKind]:
        """Return the kinds of parts of the figure *number* that the image does not show."""
        return frozenset(self._list_unseen(figures, number))

    def find_unseen_attached(self, owner: Figure, item: Figure) -> frozenset[PartKind]:
        """Return the kinds of parts of *item*, which *owner* wears or holds, that the image does not show."""
        unseen = set(self._list_unseen([item], 0)) - {PartKind.COUNT}
        if not any(self._is_visible(copy, _MIN_VISIBLE_ITEM) for copy in self._relations.list_copies(item)):
            unseen |= {PartKind.SUBJECT}
        if self.is_coarse and self._measure_extent(item) < _MIN_COARSE_EXTENT:
            unseen |= {PartKind.SUBJECT}
        box, other = (
            self._relations.measure_box(self._relations.list_copies(item)),
            self._relations.measure_box(self._relations.list_copies(owner)),
        )
        overlaps = box and other and box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        return frozenset(unseen if overlaps else unseen | {PartKind.ACTION})

    def is_unclear(self, figure: Figure, *, is_small: bool = False) -> bool:
        """Return whether *figure* is hard to recognize: tiny, or without its contour or its parts."""
        copies = [copy for copy in self._relations.list_copies(figure) if self._is_visible(copy)]
        if not copies:
            return False
        mask = np.any([self.drawing.mask(copy) for copy in copies], axis=0)
        drawn = self._pixels if self.colors is None else self.colors[np.maximum(self.drawing.index, 0)]
        legibility = measure_legibility(mask, self._pixels, drawn)
        min_area = _MIN_WORN_AREA if is_small else _MIN_SMALL_AREA if figure.size < 0 else _MIN_AREA
        if self.is_coarse:
            min_area = _MIN_COARSE_SILHOUETTE if is_silhouette(figure.subject) else max(min_area, _MIN_COARSE_AREA)
        min_details = _MIN_DETAILS_IN_CONTOUR if legibility.contour > _WHOLE_CONTOUR else _MIN_DETAILS
        is_blurred = legibility.contour < _MIN_CONTOUR or legibility.details < min_details
        return is_blurred or legibility.area / len(copies) < min_area

    def shows_setting(self) -> bool:
        """Return whether what distinguishes the setting is visible."""
        return (self.drawing.setting is not Setting.SNOWFIELD or self.shows_snow()) and self._place.shows_setting()

    def stands_in_water(self) -> bool:
        """Return whether a figure is in the water."""
        return self._place.stands_in_water()

    def shows_snow(self) -> bool:
        """Return whether the land is nearly white; paper is as white under any land that is drawn with lines alone."""
        if self.colors is None:
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
        if self.colors is None:
            return False
        land = [n for n, shape in enumerate(self.drawing.shapes) if Layer.FAR <= shape.layer <= Layer.NEAR]
        lab = self._pixels[np.isin(self.drawing.index, land)]
        is_light = bool(len(lab)) and np.median(lab[:, 0]) > _MIN_FOG_LIGHTNESS
        return bool(is_light and lab[:, 0].std() < _MAX_FOG_CONTRAST) and not self._place.has_clear_sky()

    def shows_details(self, figure: Figure) -> bool:
        """Return whether *figure* is tall enough for what it does to be seen."""
        heights = [self._relations.measure_box([copy]) for copy in self._relations.list_copies(figure)]
        tall = [box for box in heights if box and (box[3] - box[1]) * self._aspect[1] >= _MIN_ACTIVE_HEIGHT]
        return bool(tall) or not heights

    def is_tall(self, figure: Figure) -> bool:
        """Return whether *figure* takes up much of the image's height."""
        box = self._measure_figure(figure)
        return box is not None and box[3] - box[1] >= _MIN_TALL

    def shows_item(self, figure: Figure) -> bool:
        """Return whether the thing of an action is large enough to be recognized."""
        item = parse_action(figure.subject).item
        copies = self._relations.list_copies(figure)
        boxes = [box for copy in copies if (box := self._relations.measure_box([copy])) is not None]
        if not item or not boxes:
            return True
        least = _MIN_COARSE_ITEM if self.is_coarse else _MIN_ITEM
        return max((box[3] - box[1]) * self._aspect[1] for box in boxes) * load_item(item).height >= least

    def shows_sky_color(self, color: str, *, is_backdrop: bool) -> bool:
        """Return whether the sky, or with *is_backdrop* everything behind the figures, has *color*, '#rrggbb'."""
        last = Layer.NEAR if is_backdrop else Layer.SKY
        numbers = [number for number, shape in enumerate(self.drawing.shapes) if shape.layer <= last]
        return self._resembles(np.isin(self.drawing.index, numbers), color)

    def shows_disc_color(self, color: str) -> bool:
        """Return whether the disc of the sun or the moon has its requested *color*, '#rrggbb'."""
        shapes = enumerate(self.drawing.shapes)
        discs = [
            n for n, shape in shapes if shape.layer <= Layer.CLOUDS and shape.tone.is_exact and shape.tone.tint == color
        ]
        return self._resembles(np.isin(self.drawing.index, discs), color)

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
        return bool(mask.mean() >= _MIN_CLOUDS and self._place.stands_out(mask))

    def shows_night(self) -> bool:
        """Return whether the sky is dark, or drawn in ink with stars, or most of the image is dark."""
        sky = [n for n, shape in enumerate(self.drawing.shapes) if shape.layer is Layer.SKY]
        lightness = self._pixels[np.isin(self.drawing.index, sky)][:, 0]
        is_dark = bool(len(lightness)) and float(np.median(lightness)) < _MAX_NIGHT_SKY
        return is_dark or self.is_dark() or self._shows_inked_stars()

    def shows_stars(self) -> bool:
        """Return whether stars differ from the sky around them, or are drawn in ink."""
        sky = (shape for shape in self.drawing.shapes if shape.layer is Layer.SKY)
        small = (shape for shape in sky if _MIN_STAR < np.ptp(shape.points, axis=0).max() < _MAX_STAR)
        return self._shows_inked_stars() or self._shows_spots([shape.points.mean(axis=0) for shape in small])

    def _shows_inked_stars(self) -> bool:
        """Return whether there are stars on paper, which have an outline."""
        return sum(shape.layer is Layer.MIDDLE and shape.line == INK_STAR_LINE for shape in self.drawing.shapes) > 2

    def shows_spring(self) -> bool:
        """Return whether petals fall, over land that has no colors of autumn."""
        land = [n for n, shape in enumerate(self.drawing.shapes) if Layer.MIDDLE <= shape.layer <= Layer.NEAR]
        lab = self._pixels[np.isin(self.drawing.index, land)]
        is_autumn = bool(len(lab)) and bool((np.median(lab[:, 1:], axis=0) > _AUTUMN).all())
        return self.shows_weather() and not is_autumn

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

    def _list_unseen(self, figures: Sequence[Figure], number: int) -> Iterator[PartKind]:
        figure = figures[number]
        seen = [copy for copy in self._relations.list_copies(figure) if self._is_visible(copy)]
        if figure.count > 1:
            # Copies without a contour between them are one.
            seen = [copy for copy in seen if measure_contour(self.drawing.mask(copy), self._pixels) > _MIN_CONTOUR]
        if not seen:
            yield PartKind.SUBJECT
        if len(seen) < figure.count:
            yield PartKind.COUNT
        if figure.color and not any(self._has_color(copy, figure.color) for copy in seen):
            yield PartKind.COLOR
        box = self._relations.measure_box(seen)
        if box is None or not fits_position(box, figure, self._aspect):
            yield PartKind.POSITION
        following = figures[number + 1] if number + 1 < len(figures) else None
        if not self._relations.shows(figure, following, seen):
            yield PartKind.RELATION

    @property
    def _aspect(self) -> tuple[float, float]:
        height, width = self.image.shape[:2]
        return width / min(width, height), height / min(width, height)

    @cached_property
    def _pixels(self) -> Colors:
        return to_oklab(np.asarray(Image.fromarray(self.image).resize(self.drawing.grid, Image.Resampling.BOX)) / 255.0)

    @cached_property
    def _relations(self) -> RelationPixels:
        return RelationPixels(self.drawing)

    @cached_property
    def _place(self) -> PlacePixels:
        return PlacePixels(self.drawing, self._pixels, self.colors)

    def _is_visible(self, copy: Copy, least: float = _MIN_VISIBLE) -> bool:
        """Return whether the share *least* of *copy* is in the frame and not covered."""
        margin = GRID_SIDE // 2
        size = (self.drawing.grid[0] + 2 * margin, self.drawing.grid[1] + 2 * margin)
        alone = rasterize_index(self.drawing.list_body(copy), size, margin) >= 0
        return bool(self.drawing.mask(copy).sum() >= least * max(1, alone.sum()))

    def _has_color(self, copy: Copy, color: str) -> bool:
        exact = [number for number in range(copy.start, copy.end) if self.drawing.shapes[number].tone.is_exact]
        colored = np.isin(self.drawing.index, exact)
        subject = copy.figure.subject
        min_share = _MIN_WALLS_SHARE if subject in WALLS or is_served(subject) else _MIN_COLOR_SHARE
        if subject in BLOSSOMING or is_flower(subject):
            min_share = _MIN_PETALS_SHARE
        if is_person(subject):
            # A scarf is small; clothes without a part of their own in the color are those of the whole body.
            min_share = _MIN_PART_SHARE if parse_key(subject).has_color else _MIN_CLOTHES_SHARE
        if is_action(subject):
            return self._has_colors_of_action(copy, exact, parse_action(subject))
        mask = self.drawing.mask(copy)
        if colored.sum() < min_share * mask.sum():
            return False
        if is_person(subject):
            return self._resembles(colored, color)
        has_color = _match_color(self._pixels[mask], color)
        return bool(has_color.sum() >= _MIN_COLOR_PIXELS and has_color.mean() >= min_share)

    def _has_colors_of_action(self, copy: Copy, exact: Sequence[int], action: ActionKey) -> bool:
        """Return whether who acts and the thing have their requested colors."""
        shapes, color = self.drawing.shapes, copy.figure.color
        own = [number for number in exact if shapes[number].tone.tint == color and color != action.color]
        other = [number for number in exact if number not in own]
        total = self.drawing.mask(copy).sum()
        for numbers, requested in ((own, color if color != action.color else ""), (other, action.color)):
            mask = np.isin(self.drawing.index, numbers)
            if requested and (mask.sum() < _MIN_PART_SHARE * total or not self._resembles(mask, requested)):
                return False
        return True

    def _resembles(self, mask: NDArray[np.bool_], color: str) -> bool:
        """Return whether the painted pixels of *mask* match *color*."""
        if mask.sum() < _MIN_COLOR_PIXELS:
            return False
        return bool(_match_color(np.median(self._pixels[mask], axis=0), color))

    def _measure_figure(self, figure: Figure) -> Box | None:
        return self._relations.measure_box(self._relations.list_copies(figure))

    def _measure_extent(self, figure: Figure) -> float:
        """Return the shorter side of *figure* in the frame's short side: a strip of few cells has no shape."""
        box = self._measure_figure(figure)
        return min((box[2] - box[0]) * self._aspect[0], (box[3] - box[1]) * self._aspect[1]) if box else 0.0


def _match_color(painted: Colors, color: str) -> NDArray[np.bool_]:
    """Return which of the *painted* OKLab colors, (..., 3), pass for *color*, '#rrggbb'."""
    target = to_oklab(from_code(color))
    chroma, requested = np.hypot(painted[..., 1], painted[..., 2]), measure_chroma(target)
    is_near = np.abs(painted[..., 0] - target[0]) <= _MAX_LIGHTNESS
    if requested < _NEUTRAL_CHROMA:
        neutral: NDArray[np.bool_] = is_near & (chroma < _MAX_NEUTRAL_CHROMA)
        return neutral
    rotation = np.arctan2(painted[..., 2], painted[..., 1]) - np.arctan2(target[2], target[1])
    has_hue = chroma > max(_MIN_CHROMA, _MIN_CHROMA_SHARE * requested)
    matches: NDArray[np.bool_] = is_near & has_hue & (np.abs((rotation + np.pi) % (2 * np.pi) - np.pi) < _MAX_HUE)
    return matches
