"""Natural sizes: how tall what a drawing shows is, so that figures next to each other have plausible sizes."""

import csv
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.people.animal_bodies import is_animal_person
from engines.painter.subjects.people.keys import is_person, parse_key

_EXPONENT, _LEAST, _LEAST_MAIN = 0.45, 0.28, 0.4
"""Exponent by which a ratio of heights is softened, and the least ratio, also of the first of several: a mouse next to
an elephant stays legible."""
_ADULT, _CHILD, _BUST = 1.7, 1.2, 0.9
_BUSTS = "person"
"""The group of icons that show people down to the chest, if they are not named: those of roles stand in company."""
_MAX_HEIGHT = 4.0
"""Height in meters of all that is taller: a person next to a church is still tall enough to be recognized."""
_TOGETHER = re.compile(r"_(?:family|group)$")


def find_natural_height(subject: str) -> float | None:
    """Return the height in meters of what the drawing of *subject* shows; None for what has none, such as the sun."""
    if is_action(subject):
        actor = parse_action(subject).actor
        return _find_stature(actor) * _measure(subject) if is_person(actor) else find_natural_height(actor)
    if is_person(subject):
        return _find_stature(subject) * _measure(subject)
    icon = load_icons().get(subject)
    name = _TOGETHER.sub("", subject.rpartition("/")[2])
    named = next((_load("name")[one] for one in _list_names(name) if one in _load("name")), None)
    if named is not None or icon is None:
        return named
    if icon.group == _BUSTS:
        return _BUST
    return next((meters for prefix, meters in _load("group").items() if icon.group.startswith(prefix)), None)


def _find_stature(key: str) -> float:
    """Return the height in meters of the person with *key*, without what it holds."""
    person = parse_key(key)
    return _CHILD if person.kind.is_child and not is_animal_person(person) else _ADULT


def _measure(subject: str) -> float:
    """Return the height of the drawing of someone, with a pole or seated, in heights of who stands."""
    # Loaded with the first person: few images have one.
    from engines.painter.subjects.actions.composition import draw_action_drawing
    from engines.painter.subjects.people.composition import draw_composition

    return (draw_action_drawing if is_action(subject) else draw_composition)(subject).height


def scale_naturally(subjects: Sequence[str]) -> dict[str, float]:
    """Return the height of each of *subjects* in an image of all: 1 for the tallest, and for what has none."""
    heights = {subject: find_natural_height(subject) for subject in subjects}
    tallest = min(_MAX_HEIGHT, max((height for height in heights.values() if height is not None), default=1.0))
    least = dict.fromkeys(subjects[:1], _LEAST_MAIN)
    return {
        subject: 1.0 if height is None else min(1.0, max(least.get(subject, _LEAST), (height / tallest) ** _EXPONENT))
        for subject, height in heights.items()
    }


def _list_names(name: str) -> list[str]:
    """Return *name* and the words in it, the last first: a school bus is a bus."""
    return [name, *re.split("[-_]", name)[::-1]]


@cache
def _load(kind: str) -> Mapping[str, float]:
    """Return the heights of the table by the groups of icons, or by the names of drawings."""
    with Path(__file__).with_name("natural_heights.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["kind"] == kind]
    return {name: float(row["meters"]) for row in rows for name in row["names"].split()}
