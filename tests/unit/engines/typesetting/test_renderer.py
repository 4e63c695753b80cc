"""Texts on images: within their boxes, readable, reproducible."""

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.typesetting.fonts import load_typefaces
from engines.typesetting.renderer import draw_overlays
from engines.typesetting.values import Align, BackingMode, Box, OverlayError, TextOverlay
from services.common.contract.note import Backing, DrawnText
from services.common.images.arrays import Pixels
from tests.fixtures.services.overlays import images, overlays

WHOLE = Box(0, 0, 1, 1)
BACKED = st.sampled_from((BackingMode.AUTO, BackingMode.PLATE, BackingMode.SCRIM))


def draw(image: Pixels, *texts: TextOverlay) -> tuple[Pixels, tuple[DrawnText, ...]]:
    return draw_overlays(image, texts, load_typefaces())


def draw_if_possible(image: Pixels, text: TextOverlay) -> tuple[Pixels, DrawnText]:
    """Draw, or skip a text that does not fit."""
    try:
        after, (drawn_text,) = draw(image, text)
    except OverlayError as error:
        assert error.field == "overlays[0].text"
        assume(False)
        raise
    return after, drawn_text


def flat(color: int, width: int = 300, height: int = 200) -> Pixels:
    return np.full((height, width, 3), color, dtype=np.uint8)


def ratio(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Contrast ratio, implemented independently from the text of WCAG 2.2."""

    def light(color: tuple[float, ...]) -> float:
        parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@settings(deadline=None, max_examples=30)
@given(image=images(), text=overlays())
def test_nothing_outside_the_box_changes(image: Pixels, text: TextOverlay) -> None:
    after, _ = draw_if_possible(image, text)
    rows, columns = np.nonzero((after != image).any(axis=2))
    height, width = image.shape[:2]
    assert rows.size
    assert rows.min() >= text.box.top * height - 1e-6 and columns.min() >= text.box.left * width - 1e-6
    assert rows.max() + 1 <= (text.box.top + text.box.height) * height + 1e-6
    assert columns.max() + 1 <= (text.box.left + text.box.width) * width + 1e-6


@settings(deadline=None, max_examples=30)
@given(image=images(), text=overlays(BACKED))
def test_every_text_is_readable_on_any_background_and_in_any_color(image: Pixels, text: TextOverlay) -> None:
    _, drawn_text = draw_if_possible(image, text)
    assert drawn_text.contrast >= 4.5


@settings(deadline=None, max_examples=20)
@given(gray=st.integers(0, 255), color=st.integers(0, 0xFFFFFF), backing=BACKED)
def test_the_reported_contrast_is_that_of_the_pixels(gray: int, color: int, backing: BackingMode) -> None:
    text = TextOverlay("口", WHOLE, color=f"#{color:06x}", backing=backing)
    after, (drawn_text,) = draw(flat(gray, 200, 200), text)
    inside, letter = after[100, 100], (color >> 16, color >> 8 & 255, color & 255)
    assert tuple(inside) != letter
    assert ratio(letter, tuple(map(float, inside))) == pytest.approx(drawn_text.contrast, abs=0.15)
    assert ratio(letter, tuple(map(float, inside))) >= 4.45


@settings(deadline=None, max_examples=8)
@given(image=images(), text=overlays())
def test_the_same_text_gives_the_same_bytes_and_the_input_does_not_change(image: Pixels, text: TextOverlay) -> None:
    before = image.copy()
    once, _ = draw_if_possible(image, text)
    again, _ = draw_if_possible(image, text)
    assert once.tobytes() == again.tobytes()
    assert np.array_equal(image, before)


@pytest.mark.parametrize(("gray", "color"), [(0, "#ffffff"), (40, "#ffffff"), (230, "#16161a"), (255, "#16161a")])
def test_text_is_white_on_dark_and_dark_on_bright_without_a_plate(gray: int, color: str) -> None:
    _, (drawn_text,) = draw(flat(gray), TextOverlay("春游", WHOLE))
    assert (drawn_text.color, drawn_text.backing) == (color, Backing.NONE)


def test_a_plate_is_added_if_the_text_is_not_readable_without_one() -> None:
    busy = np.random.default_rng(1).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    _, (drawn_text,) = draw(busy, TextOverlay("春游", WHOLE))
    assert drawn_text.backing is Backing.PLATE


def test_without_backing_the_image_between_the_letters_is_unchanged_and_a_low_contrast_is_reported() -> None:
    text = TextOverlay("春游", WHOLE, color="#808080", backing=BackingMode.NONE)
    after, (drawn_text,) = draw(flat(120), text)
    assert drawn_text.contrast < 4.5
    assert (after[0, 0] == 120).all() and (after == 120).mean() > 0.3


def test_a_scrim_fades_out_towards_the_edges_of_its_box_inside_the_image() -> None:
    text = TextOverlay("春", Box(0, 0.3, 1, 0.7), backing=BackingMode.SCRIM, max_size=0.2, align=Align.LEFT)
    after, _ = draw(flat(128, 200, 200), text)
    for column in (after[:, 0, 0].astype(int), after[:, 199, 0].astype(int)):
        assert abs(column[60] - 128) <= 2 and abs(column[199] - 128) > 40
        assert np.abs(np.diff(column)).max() < 12


def test_characters_that_the_font_lacks_are_reported_and_not_drawn() -> None:
    after, (drawn_text,) = draw(flat(0), TextOverlay("春🌸游👩\u200d🚀\ufe0f🌸", WHOLE))
    without, _ = draw(flat(0), TextOverlay("春游", WHOLE))
    assert drawn_text.left_out == "🌸👩🚀"
    assert np.array_equal(after, without)


def test_a_text_of_only_characters_that_the_font_lacks_is_rejected() -> None:
    with pytest.raises(OverlayError) as caught:
        draw(flat(0), TextOverlay("🌸🚀", WHOLE))
    assert caught.value.field == "overlays[0].text" and "🌸🚀" in caught.value.text.zh


def test_a_text_that_does_not_fit_is_rejected_with_its_index_the_minimum_size_and_the_box() -> None:
    fits, does_not = TextOverlay("春", WHOLE), TextOverlay("春游" * 200, Box(0, 0, 0.3, 0.3))
    with pytest.raises(OverlayError) as caught:
        draw(flat(0), fits, does_not)
    assert caught.value.field == "overlays[1].text"
    assert "90×60" in caught.value.text.zh and "10" in caught.value.text.zh


def test_a_text_ends_with_an_ellipsis_only_if_that_is_allowed_and_necessary() -> None:
    long, short = (TextOverlay(text, Box(0, 0, 0.3, 0.3), shorten=True) for text in ("春游" * 200, "春游"))
    _, (cut, whole) = draw(flat(0), long, short)
    assert cut.cut and cut.lines[-1].endswith("…")
    assert not whole.cut and "".join(whole.lines) == "春游"


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("text", {"text": " \n"}),
        ("text", {"text": "春" * 501}),
        ("color", {"color": "red"}),
        ("least_size", {"min_size": 0.0}),
        ("least_size", {"min_size": float("nan")}),
        ("most_size", {"min_size": 0.5, "max_size": 0.4}),
    ],
)
def test_an_invalid_field_is_named(field: str, change: dict[str, Any]) -> None:
    with pytest.raises(OverlayError) as caught:
        dataclasses.replace(TextOverlay("春", WHOLE), **change)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("field", "sides"),
    [
        ("box.left", (-0.1, 0, 0.5, 0.5)),
        ("box.left", (float("nan"), 0, 0.5, 0.5)),
        ("box.width", (0.6, 0, 0.5, 0.5)),
        ("box.width", (0, 0, 0, 0.5)),
        ("box.height", (0, 0.8, 0.5, 0.3)),
        ("box.height", (0, 0, 0.5, float("inf"))),
    ],
)
def test_a_box_outside_the_image_is_rejected_with_its_side(
    field: str, sides: tuple[float, float, float, float]
) -> None:
    with pytest.raises(OverlayError) as caught:
        Box(*sides)
    assert caught.value.field == field
