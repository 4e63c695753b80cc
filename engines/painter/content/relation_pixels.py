"""Relations of figures in the painted image: whether who looks at it sees them as requested.

Both figures can be recognized at their size, and they touch, hide, contain and flank each other in the cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import binary_dilation

from engines.painter.cells import rasterize_index
from engines.painter.composer import Copy, Drawing
from engines.painter.content.boxes import Box, fits_relation, stands_between, stands_in_row
from engines.painter.content.deed_pixels import DeedPixels
from engines.painter.content.included import sits_on_branch
from engines.painter.content.words import Relation
from engines.painter.ground_fit import find_foot
from engines.painter.legibility import Mask
from engines.painter.scene import Figure
from engines.painter.subjects.catalog import BRIDGES, GROUNDS, Opening, find_opening
from engines.painter.subjects.natural_sizes import find_natural_height
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.model import SEATS
from engines.painter.subjects.surfaces import BEARS_NOTHING, find_surface, hangs_on, is_framed
from engines.painter.support import Support

_MIN_HIDDEN = 0.04
"""Cells of what is behind another figure that this one hides, as a share of the smaller of both."""
_MAX_BEFORE, _MIN_BELOW = 0.3, 0.6
"""Largest share of a figure under another one that is in front of it, and least share that is in its width."""
_WATER = 0.18
"""The part of the drawing of a bridge that is water, in its heights."""
_MIN_ON_GROUND, _MIN_ON_WALL, _REACH = 0.9, 0.9, 1
"""Least share of a foot that is on a road or on water, and the cells around these that count as well."""
_MIN_WITHIN, _MIN_SUNK, _MIN_SUNK_LIVING = 0.75, 0.06, 0.2
"""Least share of what is in a container that is in its width, and least share that is behind its wall or in it: of a
flower only the stem is, and an animal that shows more stands on the rim."""

_GRASSES = ("icon/own/grass", "icon/own/clover", "icon/four-leaf-clover", "icon/own/foxtail_grass")
_LARGE_HEIGHT = 0.3
"""Natural height in meters from which nobody is on blades of grass as large as they are: they float over it."""


@dataclass(frozen=True, slots=True)
class RelationPixels:
    """The figures of a drawing, as far as they are visible in its cells."""

    drawing: Drawing
    deeds: DeedPixels

    def shows(self, figure: Figure, following: Figure | None, seen: Sequence[Copy]) -> bool:
        """Return whether the copies *seen* of *figure* have its relation to *following*, both recognizable."""
        if figure.relation is None:
            return True
        others = [] if figure.relation is Relation.SIDE_BY_SIDE else self.list_copies(following)
        return self._fits(figure, following, seen, others) and self.deeds.shows_figures([*seen, *others])

    def _fits(self, figure: Figure, following: Figure | None, seen: Sequence[Copy], others: Sequence[Copy]) -> bool:
        """Return whether the copies *seen* have the relation of *figure* to *others*, those of *following*."""
        relation = figure.relation
        if relation is Relation.SIDE_BY_SIDE:
            return stands_in_row(self._list_boxes(seen))
        box, other = self.measure_box(seen), self.measure_box(others)
        if following is None and relation is Relation.FRONT:
            # Who is on it is in front of the disc with it.
            carried = [copy for copy in self.drawing.copies if copy.figure.relation in (Relation.ON, Relation.INSIDE)]
            return self.hides_disc([*seen, *carried])
        if relation is None or following is None or box is None or other is None:
            return False
        is_ground = following.subject in GROUNDS
        if relation is Relation.ON and is_ground:
            return self._is_on_ground(seen, others)
        if relation is Relation.ON and hangs_on(str(figure.subject), following.subject):
            return self._is_within(seen, others)
        fits = fits_relation(relation, box, other)
        match relation:
            case Relation.INSIDE:
                opening = find_opening(following.subject)
                return fits and opening is not None and self._contains(others, seen, opening)
            case Relation.FRONT if not is_ground:
                return fits and self._covers(seen, others)
            case Relation.BEHIND if not is_ground:
                return fits and self._covers(others, seen)
            case Relation.UNDER:
                return fits and not self._is_before(seen, others)
            case Relation.BETWEEN:
                return fits and stands_between(box, self._list_boxes(others))
            case Relation.ON:
                return fits and self._bears(figure, following) and self._touches(seen, following)
            case _:
                return fits

    def hides_disc(self, copies: Sequence[Copy]) -> bool:
        """Return whether one of *copies* is in front of the sun or the moon."""
        discs = [number for disc in self.drawing.discs for number in range(disc.body, disc.end)]
        alone = rasterize_index([self.drawing.shapes[number] for number in discs], self.drawing.grid, 0) >= 0
        return bool((alone & self._list_cells(copies)).sum() >= _MIN_HIDDEN * max(1, alone.sum()))

    def list_copies(self, figure: Figure | None) -> list[Copy]:
        """Return the copies of *figure* in the drawing."""
        return [copy for copy in self.drawing.copies if copy.figure is figure]

    def measure_box(self, copies: Sequence[Copy]) -> Box | None:
        """Return the box of what is visible of *copies*; None where nothing is."""
        masks = [self.drawing.mask(copy) for copy in copies]
        mask = np.any(masks, axis=0) if masks else np.zeros(0)
        if not mask.any():
            return None
        rows, columns = np.nonzero(mask)
        width, height = self.drawing.grid
        return columns.min() / width, rows.min() / height, (columns.max() + 1) / width, (rows.max() + 1) / height

    def _list_boxes(self, copies: Sequence[Copy]) -> list[Box]:
        return [box for copy in copies if (box := self.measure_box([copy])) is not None]

    def _bears(self, figure: Figure, following: Figure) -> bool:
        """Return whether something may be on the drawing of *following*, and *figure* on nothing of its own."""
        is_bearing = following.subject not in BEARS_NOTHING and not is_framed(following.subject)
        is_bearing = is_bearing and not (following.subject in _GRASSES and _is_large(str(figure.subject)))
        # Who wears something is drawn as when alone: a bird on its branch.
        has_branch = sits_on_branch(figure.subject, is_alone=bool(figure.attached))
        # On a bench, a stool is a part of the seat; on anything else, it is what someone sits on.
        is_seat = find_surface(following.subject) is not None
        has_seat = not is_seat and any(self.deeds.items.count_seen(copy, SEATS) for copy in self.list_copies(figure))
        return is_bearing and not has_branch and not has_seat

    def _touches(self, copies: Sequence[Copy], following: Figure) -> bool:
        """Return whether each of *copies* stands on the drawn shapes of *following*."""
        if not copies:
            return False
        support = Support(self._draw(self.list_copies(following)), following.subject, str(copies[0].figure.subject))
        masks = [self.drawing.mask(copy) for copy in copies]
        return all(support.carries(mask) and support.balances(mask) for mask in masks)

    def _is_on_ground(self, copies: Sequence[Copy], ground: Sequence[Copy]) -> bool:
        """Return whether each of *copies* has its foot within the drawn shapes of *ground*: all wheels on the road."""
        base = binary_dilation(self._draw(ground), iterations=_REACH)
        feet = [find_foot(self.drawing.mask(copy)) for copy in copies]
        return bool(feet) and all((foot & base).sum() >= _MIN_ON_GROUND * max(1, foot.sum()) for foot in feet)

    def _is_within(self, copies: Sequence[Copy], wall: Sequence[Copy]) -> bool:
        """Return whether *copies* are in front of *wall*, all but their edges."""
        front, face = self._list_cells(copies), self._draw(wall)
        return bool((front & face).sum() >= _MIN_ON_WALL * max(1, front.sum()))

    def _contains(self, containers: Sequence[Copy], copies: Sequence[Copy], opening: Opening) -> bool:
        """Return whether *copies* are in *containers*: between the sides, behind the wall or before the back."""
        body, content = self._draw(containers), self._draw(copies)
        columns = np.nonzero(body.any(axis=0))[0]
        if not len(columns) or not content.any():
            return False
        sides = slice(int(columns.min()), int(columns.max()) + 1)
        within = content[:, sides].sum() >= _MIN_WITHIN * content.sum()
        # Through a clear wall all of the foot is seen; bars and other walls hide a part of what is in them.
        hidden = content & body if opening.is_clear else content & body & ~self._list_cells(copies)
        is_animal = not opening.is_clear and any(is_living(str(copy.figure.subject)) for copy in copies)
        sunk = _MIN_SUNK_LIVING if is_animal else _MIN_SUNK
        return bool(within and hidden.sum() >= sunk * content.sum()) or (opening.is_flat and bool(within))

    def _is_before(self, near: Sequence[Copy], far: Sequence[Copy]) -> bool:
        """Return whether most of *near* is in front of the drawn shapes of *far*, or to its side: not under it."""
        alone, front = self._draw(far), self._list_cells(near)
        within = front & alone.any(axis=0)
        if all(copy.figure.subject in BRIDGES for copy in far):
            # The water below a bridge is behind what is under that.
            rows = np.nonzero(alone.any(axis=1))[0]
            alone[rows.max() - round(_WATER * np.ptp(rows)) :] = False
        return bool((alone & front).sum() > _MAX_BEFORE * front.sum() or within.sum() < _MIN_BELOW * front.sum())

    def _covers(self, near: Sequence[Copy], far: Sequence[Copy]) -> bool:
        """Return whether *near* hides a part of *far*."""
        alone, front = self._draw(far), self._list_cells(near)
        return bool((alone & front).sum() >= _MIN_HIDDEN * max(1, min(alone.sum(), front.sum())))

    def _draw(self, copies: Sequence[Copy]) -> Mask:
        """Return the cells of *copies* if nothing were in front of them."""
        body = [shape for copy in copies for shape in self.drawing.list_body(copy)]
        return rasterize_index(body, self.drawing.grid, 0) >= 0

    def _list_cells(self, copies: Sequence[Copy]) -> Mask:
        """Return the cells in which one of *copies* is visible."""
        return np.isin(self.drawing.index, [number for copy in copies for number in self.drawing.list_numbers(copy)])


def _is_large(subject: str) -> bool:
    height = find_natural_height(subject)
    return height is not None and height >= _LARGE_HEIGHT
