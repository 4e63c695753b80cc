"""What a figure stands on: whether it touches the outline or the surface of another, and how far it is from it."""

from dataclasses import dataclass, replace

import numpy as np

from engines.painter.legibility import Mask
from engines.painter.shapes import Layer, Shape
from engines.painter.subjects.nature import is_living, is_tool
from engines.painter.subjects.surfaces import LYING, find_surface, is_face

_REACH, _REACH_ON_BACK = 0.2, 0.1
"""Half the width of the base of a figure, in its widths, and of its feet on an animal with ears or horns."""
_MAX_GAP, _MAX_OVERLAP = 0.022, 0.4
"""Widest gap between a figure and what it stands on, as a share of the frame, and how deep it covers that."""
_SLENDER, _MIN_CONTACT = 0.35, 0.5
"""Share of its box that a branch fills at most, and least share of a foot that touches it: one leaf bears nothing."""
_BASE = 0.15
"""Rows around the foot of a figure in which what it stands on is below its middle, in heights of that."""
_FROM_THE_SIDE, _FLAT = 1.05, 0.6
"""Width in heights from which an animal is seen from the side, and cells by which its back is as flat as anywhere."""
_MAX_CONTACT = 2
"""Cells below the foot of a figure in which it touches what it stands on."""
_STANCE, _LEEWAY = 0.06, 0.12
"""Rows of a thing on which it stands, in its heights, and how far its weight may be next to them, in its widths."""
_MAX_SLENDER, _TIP = 2.5, 0.55
"""Height in widths from which a thing that is on a tip falls over, and the width of a tip in those of the thing."""
_ON_FACE = 0.28
"""Where the foot of a pen is on a page that is seen from above, in heights of that."""
_MAX_OFF_SURFACE = 0.2
"""How far from its surface a thing is on it, in heights of what has the surface."""
_SUNK = 0.012
"""How far a figure overlaps what it is put on, in frame units: outlines and halos separate them otherwise."""
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Support:
    """The cells of a figure that carries others, and the level of its surface if it has one."""

    mask: Mask
    subject: str
    upper: str = ""
    """What is put on it, if that is known."""

    def find_level(self, upper: Mask) -> float | None:
        """Return the row on which *upper* stands if it is put on this figure; None where it is not above it."""
        rows = np.nonzero(self.mask.any(axis=1))[0]
        if not len(rows):
            return None
        surface = self._find_surface(upper)
        if surface is not None:
            return float(rows.max() - surface * (rows.max() - rows.min()))
        across = np.nonzero(upper.any(axis=0))[0]
        if not len(across):
            return None
        places, columns = np.nonzero(upper)
        feet = places >= places.max() - 1 if is_living(self.subject) else np.ones(len(places), dtype=bool)
        middle = round(float(columns[feet].mean()))
        reach = max(2, round((_REACH_ON_BACK if is_living(self.subject) else _REACH) * (across.max() - across.min())))
        below = np.nonzero(self.mask[:, max(0, middle - reach) : middle + reach].any(axis=1))[0]
        return float(below.min()) if len(below) else None

    def carries(self, upper: Mask) -> bool:
        """Return whether *upper* touches the outline or the surface with its foot."""
        level = self.find_level(upper)
        if level is None or not upper.any():
            return False
        foot = float(np.nonzero(upper)[0].max())
        rows, columns = np.nonzero(self.mask)
        height, side = rows.max() - rows.min() + 1, min(self.mask.shape)
        if self._find_surface(upper) is not None:
            middle = float(np.nonzero(upper)[1].mean())
            return bool(abs(foot - level) <= _MAX_OFF_SURFACE * height and columns.min() <= middle <= columns.max())
        is_level = -_MAX_GAP * side <= foot - level <= _MAX_OVERLAP * height
        return bool(is_level and self._touches(upper) and self._is_below(upper, foot))

    def _find_surface(self, upper: Mask) -> float | None:
        return _ON_FACE if is_face(self.subject) and self._lies(upper) else find_surface(self.subject)

    def _lies(self, upper: Mask) -> bool:
        """Return whether what is put on it is a thing that cannot stand: a pen, which would be on its tip."""
        return self.upper in LYING or (is_tool(self.upper) and is_tipping(upper))

    def balances(self, upper: Mask) -> bool:
        """Return whether *upper* stands on this figure, or lies there if it cannot stand."""
        return self._find_surface(upper) is not None or not self._lies(upper)

    def _is_below(self, upper: Mask, foot: float) -> bool:
        """Return whether the middle of the foot of *upper* is over this figure: nothing stands half in the air."""
        places, columns = np.nonzero(upper)
        middle = float(np.ptp(columns[places >= foot - 1]) / 2 + columns[places >= foot - 1].min())
        depth = max(2, round(_BASE * np.ptp(np.nonzero(self.mask)[0])))
        across = np.nonzero(self.mask[max(0, int(foot) - depth) : int(foot) + depth].any(axis=0))[0]
        return bool(len(across) and across.min() <= middle <= across.max())

    def _touches(self, upper: Mask) -> bool:
        """Return whether this figure is right below the lowest cells of *upper*: a branch is no ledge."""
        places, columns = np.nonzero(upper)
        feet = places >= places.max() - 1
        reach = range(_MAX_CONTACT + 1)
        rows = (np.minimum(places[feet] + down, self.mask.shape[0] - 1) for down in reach)
        touching = np.any([self.mask[row, columns[feet]] for row in rows], axis=0)
        is_slender = self.mask.sum() < _SLENDER * np.prod(np.ptp(np.argwhere(self.mask), axis=0) + 1)
        return bool(touching.mean() >= _MIN_CONTACT) if is_slender else bool(touching.any())


def is_tipping(upper: Mask) -> bool:
    """Return whether what is at *upper* would fall over: its weight is next to its foot, or it is on a tip."""
    places, columns = np.nonzero(upper)
    if not len(columns):
        return False
    height, width = np.ptp(places) + 1, np.ptp(columns) + 1
    foot = columns[places >= places.max() - max(1, round(_STANCE * height))]
    is_off = not foot.min() - _LEEWAY * width <= columns.mean() <= foot.max() + _LEEWAY * width
    return bool(is_off or (height > _MAX_SLENDER * width and np.ptp(foot) < _TIP * width))


def find_back(mask: Mask, width: int) -> float | None:
    """Return the column of the back of the animal at *mask*, flat over *width* cells; None where it faces us."""
    rows, columns = np.nonzero(mask)
    if not len(rows) or np.ptp(columns) < _FROM_THE_SIDE * np.ptp(rows):
        return None
    left, right = int(columns.min()), int(columns.max()) + 1
    top = np.argmax(mask[:, left:right], axis=0).astype(float)
    width = min(width, right - left - 1)
    middle = (right - left - width) / 2
    spans = [(float(top[at : at + width].std()), abs(at - middle), at) for at in range(right - left - width + 1)]
    flattest = min(span[0] for span in spans)
    at = min(span[1:] for span in spans if span[0] <= flattest + _FLAT)[1]
    return left + at + width / 2


def settle(shapes: list[Shape], start: int, end: int, support: Support, upper: Mask, cell: float) -> float:
    """Move the shapes at *start*..*end* down or up until *upper*, their cells of size *cell*, stands on *support*.

    Returns the distance.
    """
    level = support.find_level(upper)
    if level is None or not upper.any():
        return 0.0
    foot = max(shape.points[:, 1].max() for shape in shapes[start:end] if shape.layer is Layer.SUBJECT)
    distance = level * cell + _SUNK - float(foot)
    shift = np.array([0.0, distance])
    shapes[start:end] = [replace(shape, points=shape.points + shift) for shape in shapes[start:end]]
    return distance
