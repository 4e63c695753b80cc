"""Colors that are stated after what has them: a bus, yellow."""

import pytest

from engines.painter.content.figures import parse_figures

YELLOW, RED, WHITE, BLACK = "#f6cb2d", "#d8322f", "#fbfaf5", "#1d1d22"


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("校车,黄色,开在山坡上", YELLOW),
        ("校车是黄色的", YELLOW),
        ("高跟鞋,漫画网点,红色", RED),
        ("a school bus in yellow", YELLOW),
        ("a school bus, yellow ones", YELLOW),
        ("roses, red", RED),
    ],
)
def test_a_color_after_its_thing_is_the_things(text: str, color: str) -> None:
    (figure,) = parse_figures(text).figures
    assert figure.color == color


@pytest.mark.parametrize("text", ["a house, red roof", "a cat, red ribbon", "a sign shaped like a molar, pink"])
def test_a_color_of_something_else_is_not_the_things(text: str) -> None:
    assert parse_figures(text).figures[0].color == ""


def test_a_color_before_the_name_is_not_replaced_by_one_after_it() -> None:
    assert parse_figures("a black cat, white").figures[0].color == BLACK


def test_of_two_things_the_nearer_one_has_the_color() -> None:
    cat, dog = parse_figures("a cat and a dog, white").figures
    assert (cat.color, dog.color) == ("", WHITE)


@pytest.mark.parametrize("text", ["a cat, black, on a sofa", "一只猫，白色的，趴在沙发上"])
def test_a_relation_continues_after_the_color(text: str) -> None:
    cat, _ = parse_figures(text).figures
    assert cat.relation is not None
