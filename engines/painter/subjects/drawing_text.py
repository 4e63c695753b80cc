"""Reader of drawings written as text (drawings/*.txt).

A drawing starts with `> key | group | Chinese names | English names, separated by commas`. Each further line is one
area, far to near, in any unit with y up: an operation, a color and numbers. `#` starts a comment.

    p COLOR x y ...            polygon
    b COLOR x y ...            closed spline; a point whose y ends in `!` is a corner
    o COLOR x y rx ry [angle]  ellipse
    r COLOR left bottom right top [radius]
    l COLOR width x y ...      line of one width
    t COLOR width x y ...      line that tapers to its end
    c COLOR width x y radius   circle as a line
    u key x y scale [flip]     another drawing, or any subject, whose height is *scale*
    g layout N subject young   a group of animals (`animal_groups`), an adult of which is 100 high

Prefixes of a line: `~` repeats it mirrored at x = 0, `*N dx dy` N times in steps, `@N x y` N times around a point.
A line after `? ` belongs to someone in the drawing, which `empty_KEY` leaves out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from engines.painter.curves import Points, oval, ribbon, rotate, rounded_box, spline
from engines.painter.subjects.animal_groups import arrange_group, read_groups

FOLDER = Path(__file__).parent / "drawings"
Area = tuple[str, Points]
"""A color, '#rrggbb', and an outline."""
RecordAreas = Callable[[str], Sequence[Area]]
_RECORDERS: list[RecordAreas] = []
"""What returns the areas of other subjects; the last one counts."""
_SHORT_COLOR = 3
_STEPS = 8
_SOMEONE, EMPTY = "?", "empty_"


@dataclass(frozen=True, slots=True)
class DrawingText:
    """One drawing: its key, group, names in both languages, and the lines of its areas."""

    key: str
    group: str
    zh: tuple[str, ...]
    en: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def is_part(self) -> bool:
        """Whether it is no subject, only a part of other drawings."""
        return self.group == "part"

    @property
    def has_people(self) -> bool:
        """Whether someone is in it: the boatman of a sampan."""
        return any(line.startswith(_SOMEONE) for line in self.lines)


@cache
def load_drawing_texts() -> Mapping[str, DrawingText]:
    """Return all drawings by key; their areas are not parsed."""
    drawings = {}
    for file in sorted(FOLDER.glob("*.txt")):
        for block in file.read_text(encoding="utf-8").split("\n> ")[1:]:
            head, *lines = block.splitlines()
            key, kind, zh, en = (part.strip() for part in head.split("|"))
            names = tuple(name.strip() for name in en.split(",") if name.strip())
            areas = tuple(line for line in lines if line.strip() and not line.startswith("#"))
            drawing = DrawingText(key, kind, tuple(zh.split()), names, areas)
            drawings[key] = drawing
            if drawing.has_people:
                without = tuple(line for line in areas if not line.startswith(_SOMEONE))
                drawings[EMPTY + key] = DrawingText(EMPTY + key, kind, (), (), without)
    for group in read_groups():
        drawings[group.key] = DrawingText(group.key, group.group, group.zh, group.en, (group.line,))
    return drawings


def use_subjects(record: RecordAreas) -> None:
    """Set what returns the areas of a subject that is no drawing as text.

    The catalog does: it has these drawings too, and those who only need names do not import it.
    """
    _RECORDERS.append(record)


def record_subject(subject: str) -> Sequence[Area]:
    """Return the areas of any *subject*, as the catalog records them. Raises KeyError."""
    return _RECORDERS[-1](subject)


def parse_areas(key: str) -> list[Area]:
    """Return the areas of the drawing *key*, far to near."""
    return [area for line in load_drawing_texts()[key].lines for area in _parse_line(line.split())]


def _place_areas(key: str, x: float, y: float, scale: float, side: float = 1.0) -> Iterator[Area]:
    """Yield the areas of a drawing or of any other subject at a place; *side* is -1 if it is flipped."""
    areas = parse_areas(key) if key in load_drawing_texts() else _RECORDERS[-1](key)
    for color, outline in areas:
        yield color, outline * (side * scale, scale) + np.array([x, y])


def _draw_group(layout: str, count: int, subject: str, young: str) -> Iterator[Area]:
    for place in arrange_group(layout, count, _measure_width(subject), _measure_width(young)):
        member = young if place.is_young else subject
        yield from _place_areas(member, 100 * place.x, 100 * place.y, 100 * place.size)


def _measure_width(subject: str) -> float:
    points = np.vstack([outline for _, outline in _place_areas(subject, 0, 0, 1)])
    return float(np.ptp(points[:, 0]))


def _parse_line(tokens: Sequence[str]) -> Iterator[Area]:
    first, rest = tokens[0], tokens[1:]
    if first == _SOMEONE:
        yield from _parse_line(rest)
    elif first.startswith("~"):
        for color, outline in _parse_line([first[1:], *rest] if first[1:] else rest):
            yield color, outline
            yield color, outline * (-1.0, 1.0)
    elif first[0] in "*@":
        count, x, y = int(first[1:]), float(rest[0]), float(rest[1])
        areas = list(_parse_line(rest[2:]))
        for number in range(count):
            for color, outline in areas:
                if first[0] == "*":
                    yield color, outline + np.array([x, y]) * number
                else:
                    yield color, rotate(outline, 360.0 * number / count, (x, y))
    elif first == "u":
        x, y, scale = (float(number) for number in rest[1:4])
        yield from _place_areas(rest[0], x, y, scale, -1.0 if rest[4:] == ["flip"] else 1.0)
    elif first == "g":
        yield from _draw_group(rest[0], int(rest[1]), rest[2], rest[3])
    else:
        color = rest[0] if len(rest[0]) > _SHORT_COLOR else "".join(2 * letter for letter in rest[0])
        yield f"#{color}", _OUTLINES[first](rest[1:])


def _parse_points(tokens: Sequence[str]) -> Points:
    return np.array([float(token.rstrip("!")) for token in tokens]).reshape(-1, 2)


def _build_blob(tokens: Sequence[str]) -> Points:
    corners = [number // 2 for number, token in enumerate(tokens) if token.endswith("!")]
    return spline(_parse_points(tokens), corners=corners, steps=_STEPS)


def _build_oval(tokens: Sequence[str]) -> Points:
    x, y, across, up, *rotation = (float(token) for token in tokens)
    return oval(x, y, across, up, rotation[0] if rotation else 0.0, steps=36)


def _build_box(tokens: Sequence[str]) -> Points:
    left, bottom, right, top, *radius = (float(token) for token in tokens)
    if radius:
        return rounded_box(left, bottom, right, top, radius[0])
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)])


def _build_line(tokens: Sequence[str], end: float = 1.0) -> Points:
    path = spline(_parse_points(tokens[1:]), closed=False, steps=_STEPS)
    return ribbon(path, float(tokens[0]) * np.linspace(1.0, end, len(path)))


def _build_taper(tokens: Sequence[str]) -> Points:
    return _build_line(tokens, 0.15)


def _build_circle(tokens: Sequence[str]) -> Points:
    width, x, y, radius = (float(token) for token in tokens)
    outer, inner = (oval(x, y, one, one, steps=36) for one in (radius + width / 2, radius - width / 2))
    return np.vstack([outer, outer[:1], inner[:1], inner[::-1]])  # ends that overlap would be a gap: fills are even-odd


_OUTLINES: Mapping[str, Callable[[Sequence[str]], Points]] = {
    "p": _parse_points,
    "b": _build_blob,
    "o": _build_oval,
    "r": _build_box,
    "l": _build_line,
    "t": _build_taper,
    "c": _build_circle,
}
