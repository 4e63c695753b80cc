"""Which drawing a noun stands for, and how many a number counts."""

import numpy as np
import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.content.inspection import Inspection
from engines.painter.content.normalization import normalize
from engines.painter.content.referents import is_served, names_kind
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, inspect, paint_with_report
from engines.painter.scene import Figure, Subject
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def list_figures(text: str) -> list[tuple[str, int]]:
    """Return the subjects that *text* names, with their counts."""
    return [(str(figure.subject), figure.count) for figure in parse_figures(normalize(text)).figures]


def report(prompt: str, medium: Medium = Medium.FLAT) -> list[ContentPart]:
    return list(paint_with_report(PaintRequest(prompt, prompt, Look(medium, _PALETTE), 300, 300, 3)).content)


def list_counts(prompt: str, outcome: PartOutcome) -> list[str]:
    """Return the counts of *prompt* with *outcome* in its image."""
    return [one.requested for one in report(prompt) if one.kind is PartKind.COUNT and one.outcome is outcome]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("赛龙舟，两条船并排", [("dragon_boat", 2)]),
        ("春节舞狮，两头红狮子", [("lion_dance", 2)]),
        ("一碗拉面，黄色的碗", [("icon/own/beef_noodles", 1)]),
        ("a lion dance with two lions", [("lion_dance", 2)]),
        ("一壶茶，蓝色的茶壶", [("teapot", 1)]),
    ],
)
def test_a_later_general_noun_is_the_thing_named_before(text: str, figures: list[tuple[str, int]]) -> None:
    assert list_figures(text) == figures


@pytest.mark.parametrize("text", ["一艘帆船和两条船", "一辆汽车，一辆红色的汽车", "a car, a red car"])
def test_a_thing_with_an_article_or_a_number_of_its_own_is_another_one(text: str) -> None:
    assert len(list_figures(text)) == 2


@pytest.mark.parametrize("prompt", ["an apple tree with three apples", "一艘帆船和两条船"])
def test_a_number_is_missing_where_more_of_its_kind_are_drawn(prompt: str) -> None:
    assert not list_counts(prompt, PartOutcome.SHOWN)
    assert list_counts(prompt, PartOutcome.MISSING)


def test_a_number_counts_what_is_distinguished_by_its_size() -> None:
    assert "三" in list_counts("三条小船和一艘大船", PartOutcome.SHOWN)


def test_a_kind_is_the_last_word_of_a_name_in_either_language() -> None:
    assert names_kind(Subject.BOAT, Subject.DRAGON_BOAT)
    assert not names_kind(Subject.DRAGON_BOAT, Subject.BOAT)
    assert not names_kind(Subject.FISH, "icon/own/starfish")


def test_a_dish_is_in_a_bowl_of_its_own() -> None:
    assert is_served("icon/own/beef_noodles")
    assert not is_served(Subject.BOWL)


def test_what_a_material_describes_is_counted() -> None:
    assert list_figures("五个青花瓷碗") == [("bowl", 5)]
    assert list_figures("一个青花瓷") == [("vase", 1)]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("一盆仙人掌", [("cactus", 1), ("icon/own/planter", 1)]),
        ("a pot of soup", [("icon/own/soup", 1)]),
        ("两瓶红酒", [("icon/own/wine_bottle", 2)]),
        ("two glasses", [("icon/own/glass_of_water", 2)]),
        ("a pair of glasses", [("icon/glasses", 1)]),
        ("一朵玫瑰", [("icon/rose", 1)]),
        ("玫瑰", [("rose", 1)]),
        ("a bouquet of roses", [("rose", 1)]),
    ],
)
def test_the_measure_decides_what_is_drawn(text: str, figures: list[tuple[str, int]]) -> None:
    assert list_figures(text) == figures


def test_one_is_claimed_as_a_number_and_an_article_is_not() -> None:
    assert list_counts("one pear", PartOutcome.SHOWN) == ["one"]
    assert not list_counts("a pear", PartOutcome.SHOWN)


@pytest.mark.parametrize(
    ("prompt", "words"),
    [("红白条纹的灯塔", "红白条纹"), ("四个梨，一个黄的三个绿的", "一个"), ("宇航员，背景全是圆点", "背景")],
)
def test_a_pattern_and_one_of_several_are_accounted_for(prompt: str, words: str) -> None:
    assert words in {one.requested for one in report(prompt) if one.outcome is PartOutcome.MISSING}


def test_the_color_of_a_background_is_named_with_it() -> None:
    colors = [one.requested for one in report("a cat, blue background") if one.kind is PartKind.COLOR]
    assert colors == ["blue background"]


def repaint(share: float) -> tuple[Inspection, Figure]:
    """Return the inspection of a red pear of which only the right *share* is red, the rest gray."""
    composed = compose_request(PaintRequest("a red pear", "", Look(Medium.FLAT, _PALETTE), 300, 300, 3))
    pixels = np.full((300, 300, 3), 128, dtype=np.uint8)
    (copy,) = composed.drawing.copies
    mask = composed.drawing.mask(copy)
    columns = np.nonzero(mask.any(axis=0))[0]
    edge = np.quantile(np.nonzero(mask)[1], 1 - share) / mask.shape[1] * 300
    assert columns.size
    pixels[:, int(edge) :] = (216, 50, 47)
    return inspect(composed, pixels), copy.figure


@pytest.mark.parametrize(("share", "is_red"), [(0.9, True), (0.2, False)])
def test_a_color_is_claimed_if_most_pixels_of_the_thing_have_it(share: float, is_red: bool) -> None:
    inspection, figure = repaint(share)
    assert (PartKind.COLOR not in inspection.find_unseen([figure], 0)) is is_red


def test_a_small_thing_that_is_too_small_to_recognize_is_unclear() -> None:
    prompt = "a white unicorn with a tiny fairy sitting on its back by a forest stream"
    size = next(one for one in report(prompt, Medium.OIL) if one.requested == "tiny")
    assert size.outcome is not PartOutcome.SHOWN


def test_no_drawing_is_claimed_to_be_without_a_part_of_its_own() -> None:
    lost = {one.requested for one in report("a car without wheels") if one.outcome is PartOutcome.MISSING}
    assert "wheels" in lost
