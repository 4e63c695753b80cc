"""Birds that sit in their drawing have another one in which they fly."""

import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.shapes import Pen
from engines.painter.subjects.actions import animal_layouts
from engines.painter.subjects.actions.items import Item, load_item
from engines.painter.subjects.actions.keys import parse_action
from engines.painter.subjects.catalog import Placement, find_entry
from engines.painter.subjects.icons import load_icons


def test_a_flying_sparrow_is_drawn_in_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def record(subject: str) -> Item:
        drawn.append(subject)
        return load_item(subject)

    monkeypatch.setattr(animal_layouts, "load_item", record)
    (figure,) = parse_figures("a sparrow flying").figures
    animal_layouts.ANIMAL_LAYOUTS["fly"](Pen([], 0.0, 0.0, 1.0), parse_action(str(figure.subject)))
    assert drawn == ["icon/own/flying_sparrow"]


@pytest.mark.parametrize("text", ["an egret flying", "白鹭在飞", "a falcon flying"])
def test_a_bird_that_sits_in_its_drawing_can_fly(text: str) -> None:
    (figure,) = parse_figures(text).figures
    assert str(figure.subject).startswith("action/fly")


def test_a_drawing_in_flight_is_in_the_air() -> None:
    entries = {key: find_entry(key) for key in load_icons() if key.startswith("icon/own/flying_")}
    assert {key for key, entry in entries.items() if entry is None or entry.stand is Placement.GROUND} == set()
