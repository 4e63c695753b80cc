"""Colors of drawn figures: the requested one, else the one that their kind has in nature."""

from engines.painter.content.referents import is_served
from engines.painter.default_look import BLOSSOMING, NATURAL_COLORS, WALLS
from engines.painter.scene import Figure, Subject
from engines.painter.shapes import Shape
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.color_change import recolor, recolor_garments, recolor_walls, tint
from engines.painter.subjects.icons import is_flower
from engines.painter.subjects.people.keys import is_person, parse_key

_VARIED = frozenset((Subject.BALLOON, "icon/balloon", "icon/kite", "icon/tulip", "icon/own/easter_egg"))
"""Subjects of which several are of several colors."""
_COLORS = ("#d8322f", "#f6cb2d", "#2f6fd0", "#3f9b47", "#f07f1f", "#8a4fc0")


def color_figure(shapes: list[Shape], start: int, figure: Figure, number: int = 0) -> None:
    """Give copy *number* of *figure*, drawn by the shapes from *start* on, its color."""
    if figure.color:
        _apply_color(shapes, start, figure)
    elif figure.count > 1 and figure.subject in _VARIED:
        recolor(shapes, start, _COLORS[number % len(_COLORS)], max_families=1)
    elif figure.subject in NATURAL_COLORS:
        tint(shapes, start, NATURAL_COLORS[figure.subject])


def _apply_color(shapes: list[Shape], start: int, figure: Figure) -> None:
    if is_action(figure.subject):
        action = parse_action(figure.subject)
        has_color = is_person(action.actor) and parse_key(action.actor).has_color
        if action.color != figure.color and not has_color:
            recolor_garments(shapes, start, figure.color)
    elif is_person(figure.subject):
        if not parse_key(figure.subject).has_color:
            recolor_garments(shapes, start, figure.color)
    elif figure.subject in BLOSSOMING:
        # The petals change, not the branch.
        tint(shapes, start, NATURAL_COLORS[figure.subject])
        recolor(shapes, start, figure.color, max_families=1)
    elif figure.subject in WALLS:
        recolor_walls(shapes, start, WALLS[figure.subject], figure.color)
    elif is_served(str(figure.subject)):
        recolor(shapes, start, figure.color, max_families=1)  # The bowl, not the noodles.
    else:
        recolor(shapes, start, figure.color, spares_leaves=is_flower(figure.subject))
