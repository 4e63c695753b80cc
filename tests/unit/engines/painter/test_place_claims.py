"""Claims about places, and about where figures are: nothing is claimed that the pixels do not show."""

import numpy as np
import pytest

from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Setting, Subject
from engines.painter.support import Support
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome
from services.rag.adapters.seed_data import load_seed_styles


def report(text: str, medium: Medium = Medium.FLAT) -> tuple[ContentPart, ...]:
    palette = next(style.palette for style in load_seed_styles() if style.medium is medium)
    request = PaintRequest(text, text, Look(medium, palette), 384, 384, 7)
    return paint_with_report(request).content


def list_outcomes(text: str, kind: PartKind, medium: Medium = Medium.FLAT) -> list[tuple[PartOutcome, str]]:
    return [(part.outcome, part.substitute) for part in report(text, medium) if part.kind is kind]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("a courier in an alley", "street"),
        ("胡同里的猫", "街道"),
        ("a castle on a hilltop", "hillside"),
        ("一只猫在书房", "图书馆"),
    ],
)
def test_a_place_drawn_as_another_kind_is_never_shown(text: str, drawn: str) -> None:
    ((outcome, substitute),) = list_outcomes(text, PartKind.SETTING)
    assert (outcome, substitute) in ((PartOutcome.SUBSTITUTED, drawn), (PartOutcome.MISSING, ""))


def test_the_roof_of_a_named_thing_is_not_the_roof_that_is_drawn() -> None:
    assert PartOutcome.SHOWN not in dict(list_outcomes("a cat on the roof of a van", PartKind.SETTING, Medium.CRAYON))


def test_a_table_without_visible_boards_or_edge_is_not_claimed() -> None:
    assert list_outcomes("a vase on a table", PartKind.SETTING) == [(PartOutcome.SHOWN, "")]
    assert list_outcomes("a vase on a table", PartKind.SETTING, Medium.PHOTO) == [(PartOutcome.MISSING, "")]


def test_a_roof_without_visible_bricks_is_not_claimed() -> None:
    assert list_outcomes("a cat on a rooftop", PartKind.SETTING, Medium.CRAYON) == [(PartOutcome.SHOWN, "")]
    assert list_outcomes("a cat on a rooftop", PartKind.SETTING, Medium.MOSAIC) == [(PartOutcome.MISSING, "")]


def test_what_is_in_front_of_a_vehicle_is_not_under_it() -> None:
    assert list_outcomes("a dog under a truck", PartKind.RELATION) == [(PartOutcome.MISSING, "")]


def test_nobody_is_claimed_on_a_balcony_whose_roof_they_stand_on() -> None:
    assert list_outcomes("a woman on a balcony", PartKind.RELATION) == [(PartOutcome.MISSING, "")]


def test_a_figure_above_a_gap_of_a_branch_is_not_on_it() -> None:
    branch, upper = np.zeros((100, 100), dtype=bool), np.zeros((100, 100), dtype=bool)
    branch[60:64, 10:90] = True
    branch[50:60, 58:60] = True  # a twig to the side of the foot, within its reach
    upper[20:49, 30:70] = True
    upper[20:50, 48:50] = True
    assert not Support(branch, Subject.TREE).carries(upper)


def test_one_leaf_of_a_branch_bears_nothing() -> None:
    branch, upper = np.zeros((100, 100), dtype=bool), np.zeros((100, 100), dtype=bool)
    branch[60:64, 10:90] = True
    branch[50:60, 50:51] = True
    upper[20:50, 41:53] = True
    assert not Support(branch, Subject.TREE).carries(upper)


@pytest.mark.parametrize(
    "text",
    [
        "a worker hanging on ropes",
        "a boy teaching his dog",
        "a chef baking cookies",
        "女孩在烤蛋糕",
        "大象给小狗喷水洗澡",
    ],
)
def test_an_action_with_another_verb_or_object_is_not_claimed(text: str) -> None:
    assert PartOutcome.SHOWN not in dict(list_outcomes(text, PartKind.ACTION))


def test_who_is_taught_something_does_it() -> None:
    text = "a father teaching his son to ride a bicycle"
    request = PaintRequest(text, text, Look(Medium.FLAT, load_seed_styles()[0].palette), 64, 64, 7)
    father, son = parse_scene(request, Medium.FLAT).figures[:2]
    assert ("bicycle" in str(father.subject), "bicycle" in str(son.subject)) == (False, True)


def test_the_name_of_a_machine_is_no_activity() -> None:
    requested = [part.requested for part in report("妈妈在洗衣机旁边") if part.kind is PartKind.ACTION]
    assert "洗衣" not in requested


def test_what_is_sprayed_on_someone_puts_no_one_there() -> None:
    outcomes = list_outcomes("an elephant spraying water on a dog", PartKind.RELATION)
    assert PartOutcome.SHOWN not in dict(outcomes)


def test_fog_hides_the_sun() -> None:
    assert list_outcomes("a bridge in the fog", PartKind.CONDITION, Medium.WATERCOLOR) == [(PartOutcome.SHOWN, "")]
    assert list_outcomes("a lighthouse on a foggy shore", PartKind.CONDITION, Medium.PIXEL) == [
        (PartOutcome.MISSING, "")
    ]


@pytest.mark.parametrize("medium", [Medium.FLAT, Medium.WATERCOLOR, Medium.OIL, Medium.MOSAIC])
def test_a_requested_grassland_is_green(medium: Medium) -> None:
    assert list_outcomes("一匹马在草原上", PartKind.SETTING, medium) == [(PartOutcome.SHOWN, "")]


def test_a_meadow_without_green_ground_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.painter.backdrops.land._GRASS", "#d98a8a")
    assert list_outcomes("two cows in a meadow", PartKind.SETTING) == [(PartOutcome.MISSING, "")]


@pytest.mark.parametrize("words", ["empty space", "blank space", "negative space"])
def test_blank_space_is_no_place_and_has_no_position(words: str) -> None:
    text = f"a cat on a sofa, lots of {words} on the left"
    assert parse_scene(PaintRequest(text, text, None, 64, 64, 1), Medium.FLAT).setting is not Setting.SPACE
    shown = {part.requested for part in report(text) if part.outcome is PartOutcome.SHOWN}
    assert not {words, "space", "on the left"} & shown
