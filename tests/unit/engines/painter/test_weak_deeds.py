"""Deeds that judges did not recognize in their drawings are not stated as shown; led animals follow who leads them."""

import pytest

from engines.painter.content.weak_deeds import is_weak_activity
from engines.painter.subjects.actions.composition import draw_action_drawing
from engines.painter.subjects.actions.items import ITEM
from engines.painter.subjects.actions.keys import ActionKey
from engines.painter.subjects.people.activities import load_activities
from services.common.contract.image_chat import Medium, PartOutcome
from tests.unit.engines.painter.test_deed_claims import list_parts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a girl brushing a pony", "brushing a pony"),
        ("两个小朋友在沙滩上堆沙堡", "堆沙堡"),
        ("a boy hugging a giant rabbit", "hugging a giant rabbit"),
        ("白狼衔着一朵玫瑰", "衔着一朵玫瑰"),
    ],
)
def test_a_deed_that_strangers_do_not_recognize_is_not_claimed(text: str, words: str) -> None:
    assert list_parts(text, Medium.FLAT)[words] is PartOutcome.UNCLEAR


def test_a_deed_that_strangers_recognize_is_claimed() -> None:
    assert list_parts("a boy pushing a wheelbarrow", Medium.FLAT)["pushing a wheelbarrow"] is PartOutcome.SHOWN


def test_no_deed_is_claimed_in_a_technique_of_cells() -> None:
    assert list_parts("a boy pushing a wheelbarrow", Medium.MOSAIC)["pushing a wheelbarrow"] is not PartOutcome.SHOWN


@pytest.mark.parametrize(("item", "is_ahead"), [("dog", True), ("icon/horse", False)])
def test_a_dog_walks_ahead_and_a_horse_follows_who_leads_it(item: str, is_ahead: bool) -> None:
    drawn = draw_action_drawing(str(ActionKey("lead", "person/man///", item))).shapes
    thing = [float(point) for shape, points in drawn if shape.part == ITEM for point in points[:, 0]]
    other = [float(point) for shape, points in drawn if shape.part != ITEM for point in points[:, 0]]
    assert (sum(thing) / len(thing) > sum(other) / len(other)) is is_ahead


def test_each_weak_activity_is_one_of_the_table() -> None:
    assert sum(is_weak_activity(key) for key in load_activities()) == 19


def test_the_sky_over_another_place_is_no_claim() -> None:
    assert "天上" not in list_parts("草地上的小猪，天上有彩虹", Medium.FLAT)


def test_what_is_on_the_shore_is_not_in_the_water() -> None:
    assert list_parts("湖边一座摩天轮，水里有倒影", Medium.FLAT)["水里"] is PartOutcome.MISSING
