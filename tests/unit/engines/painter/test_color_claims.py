"""Claims about colors: a shade is the color of its name, and the whole of a thing has its color."""

import numpy as np
import pytest

from engines.color.spaces import from_code, to_oklab
from engines.painter.content.color_match import has_prevailing_color
from engines.painter.content.words import COLORS
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, paint_with_report
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def build_request(text: str) -> PaintRequest:
    return PaintRequest(text, text, Look(Medium.FLAT, _PALETTE), 384, 384, 3)


def find_color(words: str) -> np.ndarray:
    match = COLORS.match_at(words, 0)
    assert match is not None
    assert match.end == len(words)
    return to_oklab(from_code(match.value))


@pytest.mark.parametrize(
    ("light", "base", "dark"),
    [
        ("light green", "green", "dark green"),
        ("pale pink", "pink", "deep pink"),
        ("浅蓝色", "蓝色", "深蓝色"),
        ("淡紫", "紫", "深紫"),
        ("浅绿色", "绿色", "墨绿色"),
    ],
)
def test_a_shade_is_lighter_or_darker_than_its_base(light: str, base: str, dark: str) -> None:
    assert find_color(light)[0] > find_color(base)[0] + 0.05
    assert find_color(dark)[0] < find_color(base)[0] - 0.05


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a cat, light pink background", "light pink background"),
        ("a deer, navy blue background", "navy blue background"),
        ("一只猫，浅绿色背景", "浅绿色背景"),
    ],
)
def test_the_report_names_the_whole_shade(text: str, words: str) -> None:
    colors = [part for part in paint_with_report(build_request(text)).content if part.kind is PartKind.COLOR]
    assert [(part.requested, part.outcome) for part in colors] == [(words, PartOutcome.SHOWN)]


def test_a_carriage_has_the_color_of_its_train() -> None:
    drawing = compose_request(build_request("a white train")).drawing
    shapes = [shape for shape in drawing.list_body(drawing.copies[0]) if shape.tone.role.name == "SECOND"]
    assert shapes
    assert all(shape.tone.is_exact for shape in shapes)


@pytest.mark.parametrize("text", ["a snail with a pink shell", "a snail with a pink shell on top of a mushroom"])
def test_a_shell_is_a_part_of_its_snail(text: str) -> None:
    drawing = compose_request(build_request(text)).drawing
    assert not any("shell" in copy.figure.subject for copy in drawing.copies)
    content = paint_with_report(build_request(text)).content
    assert [part.outcome for part in content if part.kind is PartKind.COLOR] == [PartOutcome.MISSING]


@pytest.mark.parametrize("text", ["a red boat", "a small red boat", "a yellow boat", "一艘小红船"])
def test_a_boat_with_a_colored_hull_and_a_white_sail_has_the_color_of_the_hull(text: str) -> None:
    colors = [part for part in paint_with_report(build_request(text)).content if part.kind is PartKind.COLOR]
    assert [part.outcome for part in colors] == [PartOutcome.SHOWN]


def paint_areas(**shares: int) -> np.ndarray:
    """Return OKLab pixels with the named colors, so many of each."""
    return np.concatenate([np.tile(find_color(name), (count, 1)) for name, count in shares.items()])


@pytest.mark.parametrize(
    ("areas", "is_red"),
    [
        ({"red": 30, "white": 70}, True),
        ({"red": 20, "white": 80}, False),
        ({"red": 30, "green": 70}, False),
        ({"red": 30, "green": 25, "white": 45}, False),
        ({"red": 30, "green": 10, "black": 60}, True),
        ({"red": 45, "green": 55}, True),
    ],
)
def test_neutral_parts_do_not_count_against_a_color_and_other_colors_do(areas: dict[str, int], is_red: bool) -> None:
    red = COLORS.match_at("red", 0)
    assert red is not None
    assert has_prevailing_color(paint_areas(**areas), red.value, 0.4) is is_red
