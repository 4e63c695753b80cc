"""Claims about numbers: each counts all that is seen of the thing, and no unit of size, age or technique is one."""

import pytest

from engines.painter.content.counts import find_counts
from engines.painter.content.figures import parse_figures
from engines.painter.content.normalization import normalize
from engines.painter.paint_request import PaintRequest
from engines.painter.prompt_parser import parse_scene
from services.common.contract.image_chat import Medium, PartKind


@pytest.mark.parametrize(
    "text",
    [
        "3D cat", "a 3d cat", "a 3-D cat", "3 d cat", "2D cat", "4K cat", "an 8-bit cat", "8bit cat", "3D-printed cat",
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
