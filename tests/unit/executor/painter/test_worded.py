"""A look from words and colours without roles; and the colours of a picture."""

import numpy as np
import pytest

from services.executor.domain.colours import main_colours
from services.executor.domain.painter.commission import Medium
from services.executor.domain.painter.palette import from_hex, to_lab
from services.executor.domain.painter.worded import worded_look

PINK, GREEN, NAVY, YELLOW = "#f7d9e3", "#7fae7d", "#20304c", "#f4cf72"


@pytest.mark.parametrize(
    ("words", "prompt", "medium"),
    [
        ("清新水彩", "一只猫", Medium.WATERCOLOR),
        ("soft crayon", "a cat", Medium.CRAYON),
        ("温暖", "油画里的猫", Medium.OIL),
        ("", "a photo of a cat", Medium.PHOTO),
    ],
)
def test_the_medium_is_what_the_style_names_else_the_prompt(words: str, prompt: str, medium: Medium) -> None:
    look = worded_look(words, (), prompt)
    assert look is not None and look.medium is medium


def test_neither_words_nor_colours_leave_the_look_to_the_painter() -> None:
    assert worded_look("温暖", (), "一只猫") is None


def test_the_largest_colour_is_the_ground_and_the_darkest_the_shadow() -> None:
    look = worded_look("", (PINK, GREEN, NAVY, YELLOW), "一辆汽车")
    assert look is not None and look.palette[:2] == (PINK, NAVY)
    assert {GREEN, YELLOW} <= set(look.palette[2:])


def test_blossom_stays_pink_in_a_palette_of_pink() -> None:
    look = worded_look("水彩", (PINK, GREEN, NAVY, YELLOW), "樱花")
    assert look is not None
    _, a, _ = to_lab(from_hex(look.palette[2]))
    assert a > 0.1 and look.palette[3] == GREEN


@pytest.mark.parametrize("count", range(1, 7))
def test_any_number_of_colours_makes_a_palette(count: int) -> None:
    colours = (PINK, GREEN, NAVY, YELLOW, "#ff0000", "#0000ff")[:count]
    look = worded_look("", colours, "一只猫")
    assert look is not None and 4 <= len(look.palette) <= 6 and look.palette[0] == PINK


def test_colours_of_a_picture_come_by_their_area_and_alike_ones_once() -> None:
    pixels = np.full((60, 60, 3), (200, 40, 40), dtype=np.uint8)
    pixels[:15] = (40, 40, 200)
    pixels[:5] = (44, 40, 204)
    first, second = main_colours(pixels)
    assert int(first[1:3], 16) > 150 and int(second[5:7], 16) > 150


def test_a_picture_of_one_colour_has_that_one() -> None:
    assert main_colours(np.full((8, 8, 3), 128, dtype=np.uint8)) == ("#808080",)
