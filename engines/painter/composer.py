"""Composition of a scene from shapes: horizon, focus, backdrop, subjects, weather."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engines.image_editing.subject_position import Framing
from engines.painter.backdrops import abstract, indoors, land, landforms, rooms, scenery, sky, town, water, weather
from engines.painter.backdrops.discs import is_requested, place_disc
from engines.painter.backdrops.scene_builder import Disc, SceneBuilder
from engines.painter.cells import GRID_SIDE, rasterize_index
from engines.painter.content.autumn import color_leaves, is_deciduous, names_autumn
from engines.painter.content.looks import is_human
from engines.painter.content.people import find_role
from engines.painter.content.words import Relation
from engines.painter.figure_colors import color_figure
from engines.painter.ground_contact import draw_placed
from engines.painter.ground_fit import fit_to_ground
from engines.painter.rng import Rng
from engines.painter.scene import Figure, Scene, Setting, Subject, Weather
from engines.painter.shapes import DEEP, LIGHT, SECOND, Layer, Shape
from engines.painter.subjects.arrangement import arrange
from engines.painter.subjects.attachments import find_spot
from engines.painter.subjects.buildings import draw_pagoda
from engines.painter.subjects.catalog import GROUNDS, STANDING_BIRDS, CatalogEntry, Placement, find_entry, is_bust
from engines.painter.subjects.contents import find_empty
from engines.painter.subjects.features import SIDES
from engines.painter.subjects.nature import is_living
from engines.painter.subjects.people.keys import PersonKey, is_person
from engines.painter.subjects.people.model import Kind
from engines.painter.subjects.plants import draw_bamboo, draw_conifer
from engines.painter.subjects.surfaces import hangs_on
from engines.painter.subjects.vehicles import draw_boat
from engines.painter.support import Support, find_back, settle
from services.common.contract.image_chat import Medium

_MARGIN = 0.04
"""Share of the frame's short side that figures keep free at the edges, where some media have a border."""

_STANDING: dict[str, str] = {
    Subject.WOMAN: "person/woman///",
    Subject.MAN: "person/man///",
    Subject.PERSON: "person/man///",
    "icon/own/old_man": "person/old_man///",
    "icon/old-woman": "person/old_woman///",
    "icon/own/older_person": "person/old_man///",
    "icon/man": "person/man///",
    "icon/woman": "person/woman///",
    Subject.BLOSSOM: Subject.CHERRY_TREE,
}
"""The whole figure of people of whom the drawing is a portrait, and the tree of a branch that would float."""
_WOMEN = ("icon/woman-", "icon/princess")
_OF_PORTRAITS = (Setting.STUDIO, Setting.MEADOW, Setting.ROOFTOP, Setting.BAMBOO_GROVE, Setting.CITY)
"""Settings of one person in which no place is requested, or which stay recognizable behind a portrait."""
_BACKDROPS: dict[Setting, Callable[[SceneBuilder], None]] = {
    Setting.MEADOW: land.draw_meadow,
    Setting.GARDEN: land.draw_garden,
    Setting.FOREST: land.draw_forest,
    Setting.MOUNTAINS: land.draw_mountains,
    Setting.CITY: town.draw_city,
    Setting.ROOFTOP: town.draw_rooftop,
    Setting.SEA: water.draw_sea,
    Setting.BEACH: water.draw_beach,
    Setting.UNDERWATER: water.draw_underwater,
    Setting.POND: water.draw_pond,
    Setting.DESERT: land.draw_desert,
    Setting.SNOWFIELD: land.draw_snowfield,
    Setting.SPACE: indoors.draw_space,
    Setting.SKY: sky.draw_open_sky,
    Setting.TABLE: indoors.draw_table,
    Setting.STUDIO: indoors.draw_studio,
    Setting.BAMBOO_GROVE: land.draw_bamboo_grove,
    Setting.LAKE: scenery.draw_lake,
    Setting.FIELD: scenery.draw_field,
    Setting.NORTHERN_LIGHTS: scenery.draw_northern_lights,
    Setting.HILLSIDE: land.draw_hillside,
    Setting.TERRACES: landforms.draw_terraces,
    Setting.CANYON: landforms.draw_canyon,
    Setting.KITCHEN: rooms.draw_room,
    Setting.BEDROOM: rooms.draw_room,
    Setting.BATHROOM: rooms.draw_room,
    Setting.LIVING_ROOM: rooms.draw_room,
    Setting.CLASSROOM: rooms.draw_room,
    Setting.LIBRARY: rooms.draw_room,
    Setting.ABSTRACT: abstract.draw_abstract,
}


@dataclass(frozen=True, slots=True)
class Frame:
    """Width and height in frame units, the shorter one is 1; `scale` enlarges the figures."""

    width: float
    height: float
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a figure: the shapes from `start` up to `end`."""

    figure: Figure
    start: int
    end: int


@dataclass(frozen=True)
class Drawing:
    """The shapes of an image, far to near, and the copies of its figures among them."""

    shapes: tuple[Shape, ...]
    copies: tuple[Copy, ...]
    distinctions: tuple[tuple[int, int], ...] = ()
    """Start and end of the shapes that distinguish the setting."""
    aspect: tuple[float, float] = (1.0, 1.0)
    """Width and height in frame units."""
    setting: Setting = Setting.ABSTRACT
    discs: tuple[Disc, ...] = ()
    """The sun or the moon in the sky."""
    fog_banks: tuple[int, ...] = ()
    """Numbers of the shapes that show fog on bare paper."""

    @property
    def grid(self) -> tuple[int, int]:
        """Width and height in cells of the small raster on which the drawing is measured."""
        return round(GRID_SIDE * self.aspect[0]), round(GRID_SIDE * self.aspect[1])

    @cached_property
    def index(self) -> NDArray[np.int32]:
        """The number of the visible shape at each cell; particles in front hide nothing."""
        shapes = [shape if shape.layer < Layer.FRONT else None for shape in self.shapes]
        return rasterize_index(shapes, self.grid, 0)

    def list_numbers(self, copy: Copy) -> list[int]:
        """Return the numbers of the shapes of *copy* itself, without light that it casts behind it."""
        return [number for number in range(copy.start, copy.end) if self.shapes[number].layer is Layer.SUBJECT]

    def list_body(self, copy: Copy) -> list[Shape]:
        """Return the shapes of `list_numbers`."""
        return [self.shapes[number] for number in self.list_numbers(copy)]

    def mask(self, copy: Copy) -> NDArray[np.bool_]:
        """Return the cells in which *copy* is visible."""
        return np.isin(self.index, self.list_numbers(copy))


def compose(
    scene: Scene,
    medium: Medium,
    is_dark: bool,
    frame: Frame,
    rng: Rng,
    framing: Framing | None = None,
) -> Drawing:
    """Return the drawing of *scene*.

    *framing* sets the positions of subject and horizon; without it, *rng* sets them.
    """
    layout = rng.derive("layout")
    side = layout.choice(SIDES)
    share = layout.uniform(0.03, 0.17) if len(scene.figures) < 2 and not _has_group(scene) else 0.0
    horizon, focus = layout.uniform(0.5, 0.64), 0.5 + side * share
    if framing is not None:
        horizon, focus = framing.horizon, framing.focus
    builder = SceneBuilder(
        shapes=[],
        width=frame.width,
        height=frame.height,
        horizon=frame.height * horizon,
        focus=frame.width * focus,
        scene=scene,
        medium=medium,
        is_dark=is_dark,
        rng=rng,
    )
    _BACKDROPS[scene.setting](builder)
    if (
        medium is Medium.INK_WASH
        and scene.setting
        in (
            Setting.BAMBOO_GROVE,
            Setting.MEADOW,
            Setting.STUDIO,
            Setting.SKY,
        )
        and builder.allows(Subject.BAMBOO)
        and not scene.is_bare
        and not scene.is_plain
    ):
        _draw_bamboo_spray(builder)
    for figure in scene.figures:
        if find_entry(figure.subject) is None:
            _draw_landscape_accent(builder, Subject(figure.subject))
    if scene.weather is Weather.FOG:
        weather.draw_fog(builder)
    copies = _place_figures(builder, scene.figures, frame.scale)
    for disc in builder.discs:
        if is_requested(builder, disc):
            place_disc(builder, disc)
    weather.draw_weather(builder)
    return Drawing(
        tuple(builder.shapes), copies, tuple(builder.distinctions), (frame.width, frame.height), scene.setting,
        tuple(builder.discs), tuple(builder.fog_banks),
    )  # fmt: skip


def _has_group(scene: Scene) -> bool:
    return any(figure.count > 1 for figure in scene.figures)


def _place_figures(builder: SceneBuilder, figures: Sequence[Figure], scale: float) -> tuple[Copy, ...]:
    """Draw the figures; return their copies."""
    entries = [
        (figure, replace(entry, share=entry.share * scale))
        for number, figure in enumerate(figures)
        if (entry := _find_entry(builder, figures, number))
    ]
    if not entries:
        return ()
    copies = []
    places = arrange(entries, builder.width, builder.height, builder.focus, builder.rng)
    for number, place in enumerate(places):
        start = len(builder.shapes)
        draw_placed(builder, place, builder.rng.derive(f"figure {number}"))
        color_figure(builder.shapes, start, place.figure, number)
        if names_autumn(builder.scene) and is_deciduous(place.figure.subject):
            builder.shapes[start:] = [color_leaves(shape) for shape in builder.shapes[start:]]
        copies.append(Copy(place.figure, start, len(builder.shapes)))
        copies += _draw_attached(builder, copies[-1], builder.rng.derive(f"attached {number}"))
        _move_into_frame(builder, start, place.entry)
        if place.figure is figures[0] and figures[0].relation is Relation.ON and len(figures) > 1:
            own, below = ([copy for copy in copies if copy.figure is figure] for figure in figures[:2])
            if figures[1].subject not in GROUNDS:
                _put_on(builder, start, below, str(place.figure.subject))
            elif len(own) == figures[0].count and below:
                ground = range(below[0].start, below[-1].end)
                fit_to_ground(builder.shapes, ground, own[0].start, builder.width, builder.height)
    return tuple(copies)


def _put_on(builder: SceneBuilder, start: int, carriers: Sequence[Copy], own: str) -> None:
    """Move the shapes from *start* on, those of *own*, so that they stand on the figure of *carriers*."""
    if not carriers or hangs_on(own, str(carriers[0].figure.subject)):
        return
    grid = round(GRID_SIDE * builder.width), round(GRID_SIDE * builder.height)
    bodies = [builder.shapes[number] for copy in carriers for number in range(copy.start, copy.end)]
    lower, upper = (
        rasterize_index([shape for shape in shapes if shape.layer is Layer.SUBJECT], grid, 0) >= 0
        for shapes in (bodies, builder.shapes[start:])
    )
    subject = str(carriers[0].figure.subject)
    columns = np.nonzero(upper.any(axis=0))[0]
    back = find_back(lower, len(columns)) if is_living(subject) and not is_person(subject) and len(columns) else None
    if back is not None:
        across = round(back - (columns.min() + columns.max() + 1) / 2)
        shift = np.array([across / GRID_SIDE, 0.0])
        builder.shapes[start:] = [replace(shape, points=shape.points + shift) for shape in builder.shapes[start:]]
        upper = np.roll(upper, across, axis=1)
    settle(builder.shapes, start, len(builder.shapes), Support(lower, subject, own), upper, 1 / GRID_SIDE)


def _perches(builder: SceneBuilder, figures: Sequence[Figure]) -> bool:
    """Return whether a bird is on the branch of its own drawing: on nothing else."""
    return len(figures) == 1 and not builder.scene.is_bare


def _find_entry(builder: SceneBuilder, figures: Sequence[Figure], number: int) -> CatalogEntry | None:
    """Return the entry of figure *number*: people who are not alone stand, and birds on something have no branch."""
    figure = figures[number]
    if any(is_human(name) for name in builder.scene.excluded):
        figure = replace(figure, subject=find_empty(str(figure.subject)))
    if figure.attached:
        return find_entry(figure.subject, figure.count)
    if figure.subject in STANDING_BIRDS and not _perches(builder, figures):
        return STANDING_BIRDS[figure.subject]
    is_portrait = len(figures) == 1 and figure.count == 1
    if is_portrait and (builder.scene.setting in _OF_PORTRAITS or not is_bust(figure.subject)):
        return find_entry(figure.subject, figure.count)
    return find_entry(_find_standing(figure.subject), figure.count)


def _find_standing(subject: str) -> str:
    """Return the whole figure of *subject*, of whom the drawing is a portrait; others themselves."""
    if subject in _STANDING or not is_bust(subject):
        return _STANDING.get(subject, subject)
    role = find_role(subject)
    kind = Kind.WOMAN if subject.startswith(_WOMEN) else Kind.MAN
    return str(PersonKey(kind, role)) if role else subject


def _draw_attached(builder: SceneBuilder, copy: Copy, rng: Rng) -> list[Copy]:
    """Draw what *copy* wears and holds; return its copies."""
    body = [shape.points for shape in builder.shapes[copy.start : copy.end] if shape.layer is Layer.SUBJECT]
    copies = []
    for attached in copy.figure.attached:
        item = attached.figure
        entry = find_entry(item.subject)
        if entry is None:
            continue
        start = len(builder.shapes)
        spot = find_spot(copy.figure.subject, item.subject, np.vstack(body), entry.width, attached.how)
        entry.draw(builder.create_pen(spot.x, spot.foot, spot.size, Layer.SUBJECT), rng)
        color_figure(builder.shapes, start, item)
        copies.append(Copy(item, start, len(builder.shapes)))
    return copies


def _move_into_frame(builder: SceneBuilder, start: int, entry: CatalogEntry) -> None:
    """Move the shapes from *start* on so that the frame cuts off no part of the figure, if it fits."""
    drawn = builder.shapes[start:]
    points = np.vstack([shape.points for shape in drawn if shape.layer is Layer.SUBJECT])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    margin = _MARGIN * min(builder.width, builder.height)
    across = _find_shift(left, right, margin, builder.width - margin)
    down = 0.0 if entry.stand is Placement.FRAME else _find_shift(top, bottom, margin, builder.height - margin / 2)
    if across or down:
        shift = np.array([across, down])
        builder.shapes[start:] = [replace(shape, points=shape.points + shift) for shape in drawn]


def _find_shift(low: float, high: float, minimum: float, maximum: float) -> float:
    if high - low > maximum - minimum:
        return 0.0
    return max(0.0, minimum - low) - max(0.0, high - maximum)


def _has_room_for_pagoda(builder: SceneBuilder, subject: Subject) -> bool:
    """Return whether a pagoda stands on land that is seen before mountains, not in a lake or in mist."""
    is_land = builder.scene.setting is Setting.MOUNTAINS and builder.scene.weather is not Weather.FOG
    return subject is Subject.MOUNTAINS and is_land and builder.allows(Subject.PAGODA)


def _draw_landscape_accent(builder: SceneBuilder, subject: Subject) -> None:
    """Add an accent to a landscape without figures."""
    rng = builder.rng.derive("accent")
    if subject in (Subject.SEA, Subject.SUN) and builder.allows(Subject.BOAT):
        draw_boat(builder.create_pen(builder.counterpoint, builder.horizon + 0.1, 0.2, Layer.MIDDLE), rng)
    elif subject is Subject.MOON:
        _draw_moonrise(builder, rng)
    elif _has_room_for_pagoda(builder, subject) and rng.bernoulli(0.5):
        draw_pagoda(
            builder.create_pen(
                builder.focus, builder.horizon + 0.3 * (builder.height - builder.horizon) + 0.1, 0.22, Layer.NEAR
            ),
            rng,
        )
    elif subject is Subject.PLANET:
        indoors.draw_planet(builder, builder.focus, builder.height * 0.52, 0.24, True)


def _draw_moonrise(builder: SceneBuilder, rng: Rng) -> None:
    """Draw a large moon over the land with firs and birds in front."""
    y = builder.height * 0.36
    pen = builder.create_pen(builder.focus, y, 0.27, Layer.CLOUDS)
    if builder.medium is Medium.INK_WASH:
        pen.oval(0, 0, 1.7, 1.7, DEEP.with_haze(0.72), line=0)
    if builder.medium not in sky.BRUSHED:
        for radius, haze in ((1.5, 0.88), (1.25, 0.74)):
            pen.oval(0, 0, radius, radius, LIGHT.with_haze(haze), line=0, glow=0.1)
    start = len(builder.shapes)
    sky.draw_moon_disc(pen, sky.find_requested_color(builder) or LIGHT)
    builder.discs.append(Disc(Subject.MOON, start, start, len(builder.shapes)))
    for number in range(3):
        bar_x = builder.focus + (0.2 if number % 2 else -0.16)
        sky.draw_streak(builder, bar_x, y + 0.06 + 0.07 * number, 0.3, 0.024, SECOND.with_haze(0.55))
    for number in range(4):
        bird_x = builder.width - builder.focus + 0.07 * number - 0.1
        bird = builder.create_pen(bird_x, y + 0.12 + 0.03 * (number % 3) - 0.02 * number, 0.05, Layer.MIDDLE)
        bird.stroke(
            [(-0.6, 0.22), (-0.25, 0.3), (0, 0), (0.25, 0.3), (0.6, 0.22)], 0.13, DEEP.darken(0.4), start=0.2, end=0.2
        )
    low = builder.build_ridge(builder.height * 0.84, 0.07, rng, 0.4, 4)
    builder.fill_below(low, DEEP.darken(0.25), Layer.NEAR, DEEP.darken(0.5))
    for x, size in (
        (builder.counterpoint, 0.5),
        (builder.counterpoint + 0.13, 0.34),
        (builder.counterpoint - 0.15, 0.4),
    ):
        draw_conifer(builder.create_pen(x, builder.height * 0.87, size, Layer.NEAR), DEEP.darken(0.3))


def _draw_bamboo_spray(builder: SceneBuilder) -> None:
    """Draw bamboo at the edge away from the subject, cut by the frame."""
    rng = builder.rng.derive("spray")
    edge = builder.width * (0.06 if builder.counterpoint < builder.width / 2 else 0.94)
    draw_bamboo(
        builder.create_pen(
            edge,
            builder.height * 1.02,
            0.62 * min(builder.height, 1.2),
            Layer.MIDDLE,
            flip=bool(np.sign(edge - builder.width / 2) > 0),
            haze=0.35,
        ),
        rng,
    )
