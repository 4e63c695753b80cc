"""Claims about numbers: each counts all that is seen of the thing, and no unit of size, age or technique is one."""

import pytest

from engines.painter.content.counts import find_counts
from engines.painter.content.figures import parse_figures
from engines.painter.content.normalization import normalize
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.prompt_parser import parse_scene
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


@pytest.mark.parametrize(
    "text",
    [
        "3D cat", "a 3-D cat", "3 d cat", "2D cat", "4K cat", "an 8-bit cat", "8bit cat", "3D-printed cat",
        "90s style cat", "35mm photo of a cat", "a 5 year old cat", "a three-dimensional cat", "a 2.5D cat",
        "3D猫", "三D猫", "三维的猫", "二次元的猫", "4K的猫", "2.5D的猫", "8位像素的猫", "90年代的猫", "两岁的猫",
    ],
)  # fmt: skip
def test_a_number_with_a_unit_counts_no_things(text: str) -> None:
    scene = parse_scene(PaintRequest(text, text, None, 300, 300, 3), Medium.FLAT)
    parts = [part for figure in scene.figures for part in figure.words]
    assert [figure.count for figure in scene.figures] == [1]
    assert not any(part.kind is PartKind.COUNT for part in (*parts, *scene.parts))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("two 3D cats", 2),
        ("三只3D小猫", 3),
        ("3 dogs", 3),
        ("3只狗", 3),
        ("11 cats in 4K", 11),
        ("两月饼", 2),
        ("两年轻人", 2),
    ],
)
def test_a_number_next_to_a_technique_counts(text: str, count: int) -> None:
    assert [figure.count for figure in parse_figures(normalize(text)).figures] == [count]


def test_digits_are_one_number() -> None:
    assert [match.value for match in find_counts("25 cats and 3 dogs")] == [25, 3]


def find_count_outcome(text: str) -> PartOutcome | None:
    """Return the outcome of the first count of an image of *text*."""
    request = PaintRequest(text, text, Look(Medium.FLAT, _PALETTE), 300, 300, 3)
    parts = paint_with_report(request).content
    return next((part.outcome for part in parts if part.kind is PartKind.COUNT), None)


@pytest.mark.parametrize("text", ["three penguins holding one yellow umbrella", "三只企鹅撑着一把黄色的雨伞"])
def test_one_thing_that_each_of_several_has_is_not_one(text: str) -> None:
    request = PaintRequest(text, text, Look(Medium.FLAT, _PALETTE), 300, 300, 3)
    parts = paint_with_report(request).content
    assert not any(part.requested in ("one", "一") and part.outcome is PartOutcome.SHOWN for part in parts)


@pytest.mark.parametrize(
    "text",
    ["two half eggs", "two pomegranate halves", "两个切开的柠檬", "三片柠檬", "two sliced lemons"],
)
def test_cut_parts_are_not_counted_as_wholes(text: str) -> None:
    assert find_count_outcome(text) is PartOutcome.MISSING


@pytest.mark.parametrize("text", ["two eggs", "three slices of pizza", "四片橙子片", "two half-moon cookies"])
def test_wholes_and_drawings_of_a_slice_are_counted(text: str) -> None:
    assert find_count_outcome(text) is PartOutcome.SHOWN


@pytest.mark.parametrize(
    "text",
    [
        "a cheesecake and three strawberries",
        "草莓蛋糕和三颗草莓",
        "一碗拉面和两个鸡蛋",
        "a sundae and two cherries",
    ],
)
def test_a_number_is_missing_where_another_drawing_has_the_thing_as_well(text: str) -> None:
    assert find_count_outcome(text) is PartOutcome.MISSING


@pytest.mark.parametrize("prompt", ["three shaobing", "three lilies", "三块馕"])
def test_the_number_of_what_one_drawing_shows_several_of_is_not_claimed(prompt: str) -> None:
    content = paint_with_report(PaintRequest(prompt, prompt, Look(Medium.FLAT, _PALETTE), 300, 300, 3)).content
    assert PartOutcome.SHOWN not in {part.outcome for part in content if part.kind is PartKind.COUNT}


def test_penguins_in_a_row_are_counted_one_by_one() -> None:
    (figure,) = parse_figures("五只企鹅排队").figures
    assert (figure.subject, figure.count) == ("icon/penguin", 5)
