"""Texts on pictures: within their boxes, readable, always the same."""

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from services.common.errors import Code, ReflowError
from services.common.pictures.arrays import Pixels
from services.executor.adapters.typefaces import shipped_typefaces
from services.executor.domain.overlay.drawing import draw_overlays
from services.executor.domain.overlay.values import Align, Backing, Box, Drawn, TextOverlay
from tests.fixtures.overlays import overlays, pictures

WHOLE = Box(0, 0, 1, 1)
BACKED = st.sampled_from((Backing.AUTO, Backing.PLATE, Backing.SCRIM))


def drawn(picture: Pixels, *texts: TextOverlay) -> tuple[Pixels, tuple[Drawn, ...]]:
    return draw_overlays(picture, texts, shipped_typefaces())


def attempted(picture: Pixels, text: TextOverlay) -> tuple[Pixels, Drawn]:
    """Draw, or pass over what was refused by name."""
    try:
        after, (told,) = drawn(picture, text)
    except ReflowError as error:
        assert (error.code, error.field) == (Code.INVALID_INPUT_FORMAT, "overlays[0].text")
        assume(False)
        raise
    return after, told


def flat(colour: int, width: int = 300, height: int = 200) -> Pixels:
    return np.full((height, width, 3), colour, dtype=np.uint8)


def ratio(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """WCAG 2.2, written down again from its text."""

    def light(colour: tuple[float, ...]) -> float:
        parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@settings(deadline=None, max_examples=80)
@given(picture=pictures(), text=overlays())
def test_nothing_outside_the_box_changes(picture: Pixels, text: TextOverlay) -> None:
    after, _ = attempted(picture, text)
    rows, columns = np.nonzero((after != picture).any(axis=2))
    height, width = picture.shape[:2]
    assert rows.size
    assert rows.min() >= text.box.top * height - 1e-6 and columns.min() >= text.box.left * width - 1e-6
    assert rows.max() + 1 <= (text.box.top + text.box.height) * height + 1e-6
    assert columns.max() + 1 <= (text.box.left + text.box.width) * width + 1e-6


@settings(deadline=None, max_examples=80)
@given(picture=pictures(), text=overlays(BACKED))
def test_every_text_can_be_read_whatever_lies_beneath_and_whatever_its_colour(
    picture: Pixels, text: TextOverlay
) -> None:
    _, told = attempted(picture, text)
    assert told.contrast >= 4.5


@settings(deadline=None, max_examples=40)
@given(grey=st.integers(0, 255), colour=st.integers(0, 0xFFFFFF), backing=BACKED)
def test_the_contrast_holds_as_measured_from_the_pixels_themselves(grey: int, colour: int, backing: Backing) -> None:
    text = TextOverlay("口", WHOLE, colour=f"#{colour:06x}", backing=backing)
    after, (told,) = drawn(flat(grey, 200, 200), text)
    inside, letter = after[100, 100], (colour >> 16, colour >> 8 & 255, colour & 255)
    assert tuple(inside) != letter
    assert ratio(letter, tuple(map(float, inside))) == pytest.approx(told.contrast, abs=0.15)
    assert ratio(letter, tuple(map(float, inside))) >= 4.45


@settings(deadline=None, max_examples=25)
@given(picture=pictures(), text=overlays())
def test_the_same_text_gives_the_same_bytes_and_leaves_the_picture_alone(picture: Pixels, text: TextOverlay) -> None:
    before = picture.copy()
    once, _ = attempted(picture, text)
    again, _ = attempted(picture, text)
    assert once.tobytes() == again.tobytes()
    assert np.array_equal(picture, before)


@pytest.mark.parametrize(("grey", "colour"), [(0, "#ffffff"), (40, "#ffffff"), (230, "#16161a"), (255, "#16161a")])
def test_text_is_white_on_dark_and_dark_on_bright_without_a_plate(grey: int, colour: str) -> None:
    _, (told,) = drawn(flat(grey), TextOverlay("春游", WHOLE))
    assert (told.colour, told.backing) == (colour, Backing.NONE)


def test_a_plate_is_added_where_the_text_could_not_be_read_without() -> None:
    busy = np.random.default_rng(1).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    _, (told,) = drawn(busy, TextOverlay("春游", WHOLE))
    assert told.backing is Backing.PLATE


def test_without_a_plate_by_wish_the_picture_between_the_letters_stays_and_the_contrast_is_told() -> None:
    text = TextOverlay("春游", WHOLE, colour="#808080", backing=Backing.NONE)
    after, (told,) = drawn(flat(120), text)
    assert told.contrast < 4.5
    assert (after[0, 0] == 120).all() and (after == 120).mean() > 0.3


def test_a_scrim_fades_out_towards_the_edges_of_its_box_that_are_not_the_pictures() -> None:
    text = TextOverlay("春", Box(0, 0.3, 1, 0.7), backing=Backing.SCRIM, most_size=0.2, align=Align.LEFT)
    after, _ = drawn(flat(128, 200, 200), text)
    for column in (after[:, 0, 0].astype(int), after[:, 199, 0].astype(int)):
        assert abs(column[60] - 128) <= 2 and abs(column[199] - 128) > 40
        assert np.abs(np.diff(column)).max() < 12


def test_characters_that_the_font_lacks_are_told_and_leave_no_trace() -> None:
    after, (told,) = drawn(flat(0), TextOverlay("春🌸游👩\u200d🚀\ufe0f🌸", WHOLE))
    without, _ = drawn(flat(0), TextOverlay("春游", WHOLE))
    assert told.left_out == "🌸👩🚀"
    assert np.array_equal(after, without)


def test_a_text_of_nothing_but_such_characters_is_refused() -> None:
    with pytest.raises(ReflowError) as caught:
        drawn(flat(0), TextOverlay("🌸🚀", WHOLE))
    assert caught.value.field == "overlays[0].text" and "🌸🚀" in caught.value.text.zh


def test_a_text_that_does_not_fit_is_refused_by_its_number_with_the_least_size_and_the_room() -> None:
    fits, does_not = TextOverlay("春", WHOLE), TextOverlay("春游" * 200, Box(0, 0, 0.3, 0.3))
    with pytest.raises(ReflowError) as caught:
        drawn(flat(0), fits, does_not)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, "overlays[1].text")
    assert "90×60" in caught.value.text.zh and "10" in caught.value.text.zh


def test_an_ellipsis_stands_only_where_one_was_asked_for_and_needed() -> None:
    long, short = (TextOverlay(text, Box(0, 0, 0.3, 0.3), shorten=True) for text in ("春游" * 200, "春游"))
    _, (cut, whole) = drawn(flat(0), long, short)
    assert cut.cut and cut.lines[-1].endswith("…")
    assert not whole.cut and "".join(whole.lines) == "春游"


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("text", {"text": " \n"}),
        ("text", {"text": "春" * 501}),
        ("colour", {"colour": "red"}),
        ("least_size", {"least_size": 0.0}),
        ("least_size", {"least_size": float("nan")}),
        ("most_size", {"least_size": 0.5, "most_size": 0.4}),
    ],
)
def test_a_field_that_cannot_be_used_is_named(field: str, change: dict[str, Any]) -> None:
    with pytest.raises(ReflowError) as caught:
        dataclasses.replace(TextOverlay("春", WHOLE), **change)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, field)


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
def test_a_box_that_leaves_the_picture_is_refused_by_its_side(
    field: str, sides: tuple[float, float, float, float]
) -> None:
    with pytest.raises(ReflowError) as caught:
        Box(*sides)
    assert caught.value.field == field
