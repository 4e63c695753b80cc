"""Features of a reference image that the painter uses."""

import numpy as np
import pytest

from engines.image_editing.reference import match_brightness, measure_brightness, measure_framing
from engines.image_editing.subject_position import Framing
from engines.painter.paint_request import PaintRequest
from engines.painter.painter import paint
from services.common.images.arrays import Pixels


def with_subject(left: float) -> Pixels:
    """Return a landscape of sky and land with a red square at the fraction *left* of its width."""
    pixels = np.full((120, 160, 3), (200, 220, 240), dtype=np.uint8)
    pixels[72:] = (60, 80, 40)
    pixels[50:90, int(left * 160) - 16 : int(left * 160) + 16] = (220, 20, 20)
    return pixels


@pytest.mark.parametrize("left", [0.25, 0.5, 0.7])
def test_the_focus_is_where_the_subject_is_and_the_horizon_between_sky_and_land(left: float) -> None:
    framing = measure_framing(with_subject(left))
    assert framing.focus == pytest.approx(left, abs=0.06)
    assert framing.horizon == pytest.approx(0.6, abs=0.06)


def test_an_image_without_subject_and_horizon_has_the_usual_framing() -> None:
    assert measure_framing(np.full((50, 50, 3), 128, dtype=np.uint8)) == Framing(0.5, 0.57)


@pytest.mark.parametrize("brightness", [0.25, 0.5, 0.7])
def test_brightness_is_matched_and_black_and_white_are_preserved(brightness: float) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (64, 64, 1), dtype=np.uint8).repeat(3, axis=2)
    pixels[0], pixels[1] = 0, 255
    matched = match_brightness(pixels, brightness)
    assert measure_brightness(matched) == pytest.approx(brightness, abs=0.05)
    assert (matched[0] == 0).all() and (matched[1] == 255).all()


def test_the_subject_is_painted_where_the_framing_puts_it() -> None:
    def paint_at(focus: float) -> Pixels:
        return paint(PaintRequest("a cat on a plain ground", "cat", None, 240, 160, 3, Framing(focus, 0.57)))

    left, right = paint_at(0.25), paint_at(0.75)
    columns = np.abs(left.astype(int) - right.astype(int)).sum(axis=(0, 2))
    assert columns[:120].sum() > 0 and columns[120:].sum() > 0
    assert measure_framing(left).focus < measure_framing(right).focus
