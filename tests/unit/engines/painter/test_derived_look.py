"""Looks derived from a description and colors without roles; main colors of an image."""

import numpy as np
import pytest

from engines.color.spaces import from_code, to_oklab
from engines.image_metrics.reference_measurement import extract_main_colors
from engines.painter.derived_look import derive_look
from services.common.contract.image_chat import Medium

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
def test_the_style_determines_the_medium_before_the_prompt(words: str, prompt: str, medium: Medium) -> None:
    look = derive_look(words, (), prompt)
    assert look is not None and look.medium is medium


def test_without_medium_and_colors_there_is_no_derived_look() -> None:
    assert derive_look("温暖", (), "一只猫") is None


def test_the_largest_color_is_the_ground_and_the_darkest_the_shadow() -> None:
    look = derive_look("", (PINK, GREEN, NAVY, YELLOW), "一辆汽车")
    assert look is not None and look.palette[:2] == (PINK, NAVY)
    assert {GREEN, YELLOW} <= set(look.palette[2:])


def test_blossom_stays_pink_in_a_palette_of_pink() -> None:
    look = derive_look("水彩", (PINK, GREEN, NAVY, YELLOW), "樱花")
    assert look is not None
    _, a, _ = to_oklab(from_code(look.palette[2]))
    assert a > 0.1 and look.palette[3] == GREEN


@pytest.mark.parametrize("count", range(1, 7))
def test_a_palette_is_built_from_any_number_of_colors(count: int) -> None:
    colors = (PINK, GREEN, NAVY, YELLOW, "#ff0000", "#0000ff")[:count]
    look = derive_look("", colors, "一只猫")
    assert look is not None and 4 <= len(look.palette) <= 6 and look.palette[0] == PINK


def test_colors_of_an_image_are_sorted_by_area_and_similar_ones_merged() -> None:
    pixels = np.full((60, 60, 3), (200, 40, 40), dtype=np.uint8)
    pixels[:15] = (40, 40, 200)
    pixels[:5] = (44, 40, 204)
    first, second = extract_main_colors(pixels)
    assert int(first[1:3], 16) > 150 and int(second[5:7], 16) > 150


def test_an_image_of_one_color_has_that_color() -> None:
    assert extract_main_colors(np.full((8, 8, 3), 128, dtype=np.uint8)) == ("#808080",)
