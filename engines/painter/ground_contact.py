"""What a placed figure stands on: ground with a shadow, water that hides its foot, the lower edge, or air."""

import numpy as np

from engines.painter.backdrops import sky
from engines.painter.backdrops.scene_builder import SceneBuilder
from engines.painter.backdrops.water import choose_water_tone
from engines.painter.curves import oval
from engines.painter.rng import Rng
from engines.painter.scene import Setting
from engines.painter.shapes import DEEP, GROUND, WHITE, Layer, Shape
from engines.painter.subjects.actions.keys import is_action
from engines.painter.subjects.catalog import Placement
from engines.painter.subjects.nature import is_aquatic, is_still
from engines.painter.subjects.people.keys import is_person
from engines.painter.subjects.places import Place

_MIN_BUST = 0.45
"""Share of the height below which a bust stands on the floor, where no border cuts it off."""
_DRY = frozenset((Setting.MEADOW, Setting.GARDEN, Setting.FOREST, Setting.MOUNTAINS, Setting.CITY, Setting.ROOFTOP,
    Setting.BEACH, Setting.DESERT, Setting.SNOWFIELD, Setting.BAMBOO_GROVE, Setting.FIELD, Setting.HILLSIDE,
    Setting.KITCHEN, Setting.BEDROOM, Setting.BATHROOM, Setting.LIVING_ROOM, Setting.CLASSROOM, Setting.LIBRARY,
    Setting.TABLE))  # fmt: skip
"""Settings without water, in which nothing swims."""
_ON_WATER = frozenset((Setting.SEA, Setting.LAKE))
"""Settings in which animals that swim are seen above the water."""
_SHORES, _MAX_SHORE = frozenset((Setting.LAKE, Setting.BEACH)), 0.03
"""Settings with little ground before the water, and how far back on it a figure stands."""
_GROUNDLESS = frozenset((Setting.SKY, Setting.SPACE))
_FOOT, _SPREAD, _FLAT = 0.06, 0.06, 0.03
"""The lowest part of a figure that touches the ground, how much wider its shadow is, and half the height of that, all
in heights of the figure."""
_BELOW, _MAX_SHADOW = 0.42, 0.55
"""Half the width of a shadow in widths of the figure, and of the widest in its heights."""
_SUNK = 0.24
"""The part of a swimming animal that is below the surface, in its heights."""


def draw_placed(builder: SceneBuilder, place: Place, rng: Rng) -> None:
    """Draw the figure of *place* with what connects it to its ground."""
    start = len(builder.shapes)
    swims = _swims(builder.scene.setting, place)
    y = _find_foot(builder, place, swims=swims)
    place.entry.draw(builder.create_pen(place.x, y, place.size, Layer.SUBJECT), rng)
    is_grounded = place.entry.stand is Placement.GROUND or (_lies(builder.scene.setting, place) and place.y is None)
    if swims:
        _draw_surface(builder, start, place)
    elif is_grounded and not place.is_carried and builder.scene.setting not in _GROUNDLESS:
        _cast_shadow(builder, start, place.size, has_feet=_is_human(place.figure.subject))


def _find_foot(builder: SceneBuilder, place: Place, *, swims: bool) -> float:
    """Return the level of the foot of *place*."""
    entry, size = place.entry, place.size
    if place.y is not None and not swims:
        return place.y
    if entry.stand is Placement.WATER or swims:
        return max(builder.horizon + 0.16, builder.height * 0.84) - place.lift
    if entry.stand is Placement.AIR and not _lies(builder.scene.setting, place):
        return builder.height * 0.5 + size * 0.5 + place.lift - 0.02
    if entry.stand is Placement.FRAME and not place.is_small and size > _MIN_BUST * builder.height:
        y = builder.height + 0.004 if builder.height <= 1.4 else builder.height * 0.5 + size * 0.62
        return max(y, builder.height) if entry.share > 0.8 and size < builder.height * 0.7 else y
    return _find_floor(builder) - (min(place.lift, _MAX_SHORE) if builder.scene.setting in _SHORES else place.lift)


def _find_floor(builder: SceneBuilder) -> float:
    if builder.scene.setting is Setting.ROOFTOP:
        return builder.height * 0.845
    return max(builder.horizon + 0.14, builder.height * 0.9)


def _lies(setting: Setting, place: Place) -> bool:
    """Return whether what floats elsewhere lies on the ground of *setting*: a crab on a beach."""
    subject = place.figure.subject
    return (setting is Setting.TABLE and is_still(subject)) or (setting in _DRY and is_aquatic(subject))


def _swims(setting: Setting, place: Place) -> bool:
    """Return whether *place* is that of an animal in the water of *setting*, which is seen from above."""
    is_free = place.figure.position is None and not place.is_carried
    return setting in _ON_WATER and place.entry.stand is Placement.AIR and is_free and is_aquatic(place.figure.subject)


def _is_human(subject: str) -> bool:
    return is_person(subject) or is_action(subject)


def _measure_body(builder: SceneBuilder, start: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return the points of the figure drawn by the shapes from *start* on, (N, 2)."""
    return np.vstack([shape.points for shape in builder.shapes[start:] if shape.layer is Layer.SUBJECT])


def _cast_shadow(builder: SceneBuilder, start: int, size: float, *, has_feet: bool) -> None:
    """Put a shadow below the figure drawn by the shapes from *start* on, or below its feet: a kite has none."""
    if builder.medium in sky.BRUSHED:
        return
    points = _measure_body(builder, start)
    foot = float(points[:, 1].max())
    near = points[points[:, 1] > foot - _FOOT * size, 0] if has_feet else points[:, 0]
    left, right = float(near.min()), float(near.max())
    reach = min((right - left) / 2 + _SPREAD * size if has_feet else _BELOW * (right - left), _MAX_SHADOW * size)
    shadow = oval((left + right) / 2, foot, reach, _FLAT * size + 0.004)
    tone = DEEP.darken(0.2) if builder.is_dark else GROUND.darken(0.42)
    builder.shapes.insert(start, Shape(shadow, tone, Layer.NEAR, None, False, 0))


def _draw_surface(builder: SceneBuilder, start: int, place: Place) -> None:
    """Draw water over the lower part of the figure drawn by the shapes from *start* on."""
    points = _measure_body(builder, start)
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    level = bottom - _SUNK * (bottom - top)
    middle, reach = (left + right) / 2, (right - left) / 2 + 0.05
    across = np.linspace(-1.0, 1.0, 40)
    swell = level + 0.006 * np.sin(across * 14)
    below = level + (bottom - level + 0.02) * np.sqrt(1 - across**2)
    outline = np.vstack(
        [np.column_stack([middle + across * reach, swell]), np.column_stack([middle - across * reach, below[::-1]])]
    )
    is_brushed = builder.medium in sky.BRUSHED
    tone = choose_water_tone(builder).with_haze(0.85 if is_brushed else 0.28)
    builder.add_outline(outline, tone, Layer.NEAR, line=0)
    pen = builder.create_pen(middle, level, reach, Layer.NEAR)
    for side in (-1, 1):
        foam = [(side * 0.3, -0.01), (side * 0.6, 0.02), (side * 0.95, 0.0)]
        pen.stroke(foam, 0.03, DEEP.with_haze(0.4) if is_brushed else WHITE, start=0.4, end=0.2)
