"""Attributes of landscapes: they fill the image, and only some of their attributes can be drawn."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engines.painter.content.looks import is_human
from engines.painter.content.words import Position, Relation
from engines.painter.scene import LANDSCAPES, Figure, Scene, Subject
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome

_IN_THE_SKY = (Subject.MOON, Subject.SUN, Subject.PLANET)
DISCS = (Subject.MOON, Subject.SUN)
_DISC_DRAWINGS: dict[str, str] = {Subject.MOON: "icon/full-moon", Subject.SUN: "icon/own/sun_disc"}
"""Drawings of the sun and the moon without a sky."""
_AROUND = (PartKind.SETTING, PartKind.CONDITION)
"""Kinds of parts that are shown around the figures."""
_BACKDROP_RELATIONS = (Relation.BEHIND, Relation.ABOVE, Relation.NEXT_TO)
"""Relations of a landscape to a figure: it is always behind it."""
_FIGURE_RELATIONS = (Relation.NEXT_TO, Relation.FRONT, Relation.INSIDE, Relation.ABOVE)
"""Relations of a figure to a landscape that can be drawn."""
_CARRYING = (Subject.SEA, Subject.PLANET)
"""Landscapes that a figure is on wherever it is in them: nobody is on the mountains, which are far behind."""
_MOUNTAIN, _SNOWY_MOUNTAIN = "icon/own/mountain", "icon/snow-capped-mountain"
_FLIES = re.compile("飞|fly|flies|soar")
_TOP, _SNOW = re.compile(r"顶|巅|峰|\b(?:top|peak|summit)\b"), re.compile("雪|snow")


def relate_to_landscapes(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Return *figures* with the relations between a figure and a landscape resolved: drawn, or reported as missing."""
    figures = _raise_mountain(figures)
    resolved = []
    for number, figure in enumerate(figures):
        following = figures[number + 1] if number + 1 < len(figures) else None
        is_last = all(one.subject in LANDSCAPES for one in figures[number + 1 :])
        resolved.append(_resolve(figure, following, is_last=is_last))
    for number in range(len(resolved) - 2, -1, -1):
        # A witch on a broom over a city is over it as well.
        if resolved[number].relation is Relation.ON and resolved[number + 1].position is Position.TOP:
            resolved[number] = replace(resolved[number], position=Position.TOP)
    is_night = any(figure.subject is Subject.MOON for figure in resolved)
    return tuple(_drop_subject(one) if is_night and one.subject is Subject.SUN else one for one in resolved)


def _raise_mountain(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Return *figures* with the mountains that the first one is on top of as a mountain, which carries it."""
    if len(figures) < 2 or figures[0].relation is not Relation.ON or figures[1].subject is not Subject.MOUNTAINS:
        return tuple(figures)
    words = " ".join(part.requested for one in figures[:2] for part in one.words)
    if not _TOP.search(words):
        return tuple(figures)
    mountain = replace(figures[1], subject=_SNOWY_MOUNTAIN if _SNOW.search(words) else _MOUNTAIN)
    return figures[0], mountain, *figures[2:]


def _drop_subject(figure: Figure) -> Figure:
    """Return a sun that is named with a moon, with its parts as missing: the sky shows only one of them."""
    return replace(figure, words=tuple(replace(part, outcome=PartOutcome.MISSING) for part in figure.words))


def _resolve(figure: Figure, following: Figure | None, *, is_last: bool) -> Figure:
    is_landscape = figure.subject in LANDSCAPES
    if is_landscape:
        figure = _keep_drawable(figure)
    if following is None or figure.relation is None:
        return figure
    if is_landscape:
        is_over = figure.subject in _IN_THE_SKY and figure.relation is Relation.ON  # 海上的满月
        is_behind = figure.relation is Relation.BEHIND and figure.subject in _IN_THE_SKY
        if is_behind and figure.subject in DISCS and figure.position is None:
            return figure  # Measured on the disc, which is drawn behind what stands there.
        is_shown = is_over or (figure.relation in _BACKDROP_RELATIONS and not is_behind)
        return _drop_relation(figure, is_shown=is_shown)
    if following.subject not in LANDSCAPES:
        return figure
    is_sky = following.subject in _IN_THE_SKY
    if following.subject in DISCS and figure.relation is Relation.FRONT and is_last:
        return figure  # Measured on the disc, which is drawn behind it.
    allowed = (Relation.UNDER, Relation.NEXT_TO, Relation.FRONT) if is_sky else _FIGURE_RELATIONS
    if figure.relation is Relation.ON and following.subject in _CARRYING:
        allowed = (*allowed, Relation.ON)
    raised = figure.relation is Relation.ABOVE and figure.position is None
    dropped = _drop_relation(figure, is_shown=figure.relation in allowed)
    return _raise(dropped) if raised and not is_sky else dropped


def _raise(figure: Figure) -> Figure:
    """Return *figure* in the upper half, where the pixels have to show it to be above a landscape."""
    words = tuple(
        replace(part, kind=PartKind.POSITION) if part.kind is PartKind.RELATION else part for part in figure.words
    )
    if is_human(figure.subject):
        # Nobody is drawn in flight.
        words = tuple(replace(one, outcome=PartOutcome.MISSING) if _is_flight(one) else one for one in words)
    return replace(figure, position=Position.TOP, words=words)


def _is_flight(part: ContentPart) -> bool:
    return part.kind is PartKind.POSITION and _FLIES.search(part.requested) is not None


def _keep_drawable(figure: Figure) -> Figure:
    """Return a landscape with its count, color and size as missing; sun and moon can have a color and a position."""
    movable = figure.subject in (Subject.SUN, Subject.MOON)
    words = tuple(
        part
        if part.kind in (PartKind.SUBJECT, PartKind.RELATION)
        or (part.kind is PartKind.POSITION and movable and figure.position is not None)
        or (part.kind is PartKind.COLOR and movable)
        else replace(part, outcome=PartOutcome.MISSING)
        for part in figure.words
    )
    return replace(figure, count=1, color=figure.color if movable else "", size=0, words=words)


def _drop_relation(figure: Figure, *, is_shown: bool) -> Figure:
    outcome = PartOutcome.SHOWN if is_shown else PartOutcome.MISSING
    words = tuple(replace(part, outcome=outcome) if part.kind is PartKind.RELATION else part for part in figure.words)
    return replace(figure, relation=None, words=words)


def isolate_discs(scene: Scene) -> Scene:
    """Return *scene* with the sun or the moon as a figure, without a sky, if it requests nothing else around it."""
    is_alone = bool(scene.figures) and all(one.subject in _DISC_DRAWINGS for one in (*scene.figures, *scene.landscapes))
    if not is_alone or any(part.kind in _AROUND for part in scene.parts):
        return scene
    figures = tuple(replace(one, subject=_DISC_DRAWINGS[one.subject]) for one in scene.figures)
    return replace(scene, figures=figures, landscapes=())


def has_disc(scene: Scene) -> bool:
    """Return whether the sun or the moon is in the sky of *scene*."""
    return any(one.subject in DISCS for one in scene.landscapes)
