"""Claims about colors: a shade is the color of its name, and the whole of a thing has its color."""

import numpy as np
import pytest

from engines.color.spaces import from_code, to_oklab
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
