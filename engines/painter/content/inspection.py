"""Inspection of a painted image: which requested parts of its figures are visible in the pixels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engines.color.spaces import Colors, to_oklab
from engines.painter.backdrops.rooms import FURNITURE
from engines.painter.cells import GRID_SIDE, rasterize_index
from engines.painter.composer import Copy, Drawing
from engines.painter.content.boxes import Box, fits_position, has_size, measure_extent
from engines.painter.content.color_match import has_prevailing_color, is_close, resembles
from engines.painter.content.deed_pixels import DeedPixels
from engines.painter.content.item_pixels import ItemPixels
from engines.painter.content.place_pixels import PlacePixels
from engines.painter.content.referents import is_served
from engines.painter.content.relation_pixels import RelationPixels
from engines.painter.content.sky_pixels import SkyPixels
from engines.painter.default_look import BLOSSOMING, WALLS
from engines.painter.legibility import measure_contour, measure_legibility
from engines.painter.scene import Figure, Setting
from engines.painter.subjects.actions.keys import ActionKey, is_action, parse_action
from engines.painter.subjects.icons import is_flower
from engines.painter.subjects.people.keys import is_person, parse_key
from services.common.contract.image_chat import PartKind

_MIN_VISIBLE, _MIN_VISIBLE_ITEM = 0.42, 0.6
"""Minimum share of a copy's own area that must be inside the frame and not covered, and of what a figure wears."""
_MIN_COLOR_SHARE = 0.4
"""Minimum share of a figure that has its requested color."""
_MIN_PETALS_SHARE, _MIN_WALLS_SHARE = 0.12, 0.2
"""The same share for plants, whose color is that of the flowers, and for buildings, whose color is the walls'."""
_MIN_PART_SHARE, _MIN_CLOTHES_SHARE = 0.03, 0.1
"""The same share for people: their color is that of a thing that they have, or of their clothes."""
_MIN_CONTOUR, _MIN_DETAILS = 0.55, 0.25
"""Minimum share of a figure's contour that is visible, and minimum correlation with the parts of its drawing."""
_WHOLE_CONTOUR, _MIN_DETAILS_IN_CONTOUR = 0.95, 0.2
"""Share of the contour from which it is whole, and the minimum correlation of the parts in it."""
_MIN_AREA, _MIN_SMALL_AREA, _MIN_WORN_AREA = 0.005, 0.004, 0.0015
"""Minimum share of the frame for a figure, for one that is requested as small, and for what someone wears or holds."""
_MIN_COARSE_AREA = 0.015
"""The same share in cells of a mosaic."""
_MIN_COARSE_EXTENT = 0.1
"""Least shorter side of what a figure wears or holds in cells of a mosaic, in shares of the frame's short side."""
_MIN_TALL = 0.5
"""Share of the image's height from which a figure is tall in it."""
_MIN_WITH_PARTS = 0.25
"""Extent from which the window of a house is seen, as a share of the frame's short side."""
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
        visible = sum(self._is_visible(copy, _MIN_VISIBLE_ITEM) for copy in self._relations.list_copies(item))
        if visible < max(1, len(self._relations.list_copies(owner))):
            unseen |= {PartKind.SUBJECT}
        if len(self._relations.list_copies(item)) > item.count:
            # Each of several owners has one: one umbrella of three penguins is drawn three times.
            unseen |= {PartKind.COUNT}
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
            min_area = max(min_area, _MIN_COARSE_AREA)
        min_details = _MIN_DETAILS_IN_CONTOUR if legibility.contour > _WHOLE_CONTOUR else _MIN_DETAILS
        is_blurred = legibility.contour < _MIN_CONTOUR or legibility.details < min_details
        return is_blurred or legibility.area / len(copies) < min_area

    def shows_setting(self) -> bool:
        """Return whether what distinguishes the setting is visible: in a room, also if it is a requested figure."""
        furniture = FURNITURE.get(self.drawing.setting)
        main = [copy for copy in self.drawing.copies if furniture and copy.figure.subject == furniture[0][0]]
        if furniture and not self.drawing.distinctions and not any(self._is_visible(copy) for copy in main):
            return False
        return (self.drawing.setting is not Setting.SNOWFIELD or self.sky.shows_snow()) and self._place.shows_setting()

    def stands_in_water(self) -> bool:
        """Return whether a figure is in the water."""
        return self._place.stands_in_water()

    def stands_on_bank(self) -> bool:
        """Return whether no figure that lives on land is in the water of a lake."""
        return self._place.stands_on_bank()

    def shows_parts(self, figure: Figure) -> bool:
        """Return whether *figure* is large enough for the parts of its drawing to be recognized."""
        extents = (measure_extent(box, figure, self._aspect) for box in [self._measure_figure(figure)] if box)
        return not self.is_coarse and max(extents, default=0.0) >= _MIN_WITH_PARTS

    def shows_size(self, figures: Sequence[Figure], number: int) -> bool:
        """Return whether the figure *number* is as large or as small as requested, also next to the others."""
        boxes = [(figure, self._measure_figure(figure)) for figure in figures]
        extents = [measure_extent(box, figure, self._aspect) if box is not None else 0.0 for figure, box in boxes]
        return has_size(extents[number], figures[number], [*extents[:number], *extents[number + 1 :]])

    def shows_details(self, figure: Figure) -> bool:
        """Return whether *figure* is tall enough for what it does to be seen."""
        heights = [self._relations.measure_box([copy]) for copy in self._relations.list_copies(figure)]
        tall = [box for box in heights if box and (box[3] - box[1]) * self._aspect[1] >= _MIN_ACTIVE_HEIGHT]
        return bool(tall) or not heights

    def is_tall(self, figure: Figure) -> bool:
        """Return whether *figure* takes up much of the image's height."""
        box = self._measure_figure(figure)
        return box is not None and box[3] - box[1] >= _MIN_TALL

    def hides_disc(self) -> bool:
        """Return whether a figure is in front of the sun or the moon."""
        return self._relations.hides_disc(self.drawing.copies)

    def shows_deed(self, figure: Figure, words: str) -> bool:
        """Return whether *figure* visibly does or wears what *words* state."""
        return self._deeds.shows(self._relations.list_copies(figure), words)

    def shows_attached(self, item: Figure, *, is_worn: bool) -> bool:
        """Return whether *item*, which another figure wears or holds, can be recognized."""
        return self._deeds.shows_attached(self._relations.list_copies(item), is_worn=is_worn)

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
        if box is None or not fits_position(box, figure):
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
    def _deeds(self) -> DeedPixels:
        return DeedPixels(ItemPixels(self.drawing, self._pixels, self.colors), self.is_coarse)

    @cached_property
    def _relations(self) -> RelationPixels:
        return RelationPixels(self.drawing, self._deeds)

    @cached_property
    def sky(self) -> SkyPixels:
        """The sky and the weather."""
        return SkyPixels(self.drawing, self.image, self._place)

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
            return resembles(self._pixels[colored], color)
        is_seen = has_prevailing_color(self._pixels[mask], color, min_share)
        # Where lines alone have a color, the dark between them has none.
        return is_seen and (self.colors is None or is_close(self._pixels[colored], color))

    def _has_colors_of_action(self, copy: Copy, exact: Sequence[int], action: ActionKey) -> bool:
        """Return whether who acts and the thing have their requested colors."""
        shapes, color = self.drawing.shapes, copy.figure.color
        own = [number for number in exact if shapes[number].tone.tint == color and color != action.color]
        other = [number for number in exact if number not in own]
        total = self.drawing.mask(copy).sum()
        for numbers, requested in ((own, color if color != action.color else ""), (other, action.color)):
            mask = np.isin(self.drawing.index, numbers)
            if requested and (mask.sum() < _MIN_PART_SHARE * total or not resembles(self._pixels[mask], requested)):
                return False
        return True

    def _measure_figure(self, figure: Figure) -> Box | None:
        return self._relations.measure_box(self._relations.list_copies(figure))

    def _measure_extent(self, figure: Figure) -> float:
        """Return the shorter side of *figure* in the frame's short side: a strip of few cells has no shape."""
        box = self._measure_figure(figure)
        return min((box[2] - box[0]) * self._aspect[0], (box[3] - box[1]) * self._aspect[1]) if box else 0.0
