"""A repaint changes the marked area, nothing else, and its edge does not show."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFilter

from services.common.pictures.arrays import Mask, Pixels
from services.critic.domain.expectations import Expectation, TaskType
from services.critic.domain.judging import Judgement, judge_repaint
from services.critic.domain.repainting import grow
from tests.unit.critic.pictures import PALETTE, noise, photograph, plain, scene, speckled

PASSES, GOES_BACK = 0.7, 0.6
FEATHER = 8
ASKED = Expectation(TaskType.INPAINTING, 512, 512)
BEFORE: Pixels = photograph("astronaut")


def _area(top: int = 150, bottom: int = 400, left: int = 100, right: int = 350) -> Mask:
    mask = np.zeros((512, 512), dtype=np.bool_)
    mask[top:bottom, left:right] = True
    return mask


def _repainted(content: Pixels, mask: Mask, feather: int = FEATHER) -> Pixels:
    """Return BEFORE with *content* in the mask, blended over *feather* pixels outwards."""
    share = np.asarray(Image.fromarray(grow(mask, feather // 2)).convert("L").filter(ImageFilter.BoxBlur(feather // 2)))
    weight = share[..., None] / 255
    blended: Pixels = np.round(BEFORE * (1 - weight) + content * weight).astype(np.uint8)
    return blended


def _judge(after: Pixels, mask: Mask | None = None) -> Judgement:
    return judge_repaint(BEFORE, after, _area() if mask is None else mask, FEATHER, ASKED)


def test_new_content_within_a_feathered_mask_passes() -> None:
    judgement = _judge(_repainted(scene(), _area()))
    assert judgement.score >= PASSES
    assert judgement.dimensions["outside_unchanged"] == 1


def test_a_repaint_of_the_whole_picture_passes() -> None:
    assert _judge(scene(), np.ones((512, 512), dtype=np.bool_)).score >= PASSES


def test_an_ignored_mask_goes_back() -> None:
    judgement = _judge(BEFORE.copy())
    assert judgement.score < GOES_BACK
    assert judgement.dimensions["inside_changed"] == 0
    assert "选区之内" in judgement.feedback.zh


def test_a_picture_made_anew_without_regard_to_the_mask_goes_back() -> None:
    judgement = _judge(scene())
    assert judgement.score < GOES_BACK
    assert judgement.dimensions["outside_unchanged"] < 0.5


@pytest.mark.parametrize("channel", [0, 1, 2])
def test_one_level_in_one_pixel_beyond_the_feather_goes_back(channel: int) -> None:
    after = _repainted(scene(), _area())
    after[150 - FEATHER - 1, 200, channel] ^= 1
    assert _judge(after).score < GOES_BACK


def test_a_change_at_the_last_pixel_of_the_feather_is_allowed() -> None:
    after = _repainted(scene(), _area())
    after[150 - FEATHER, 200] ^= 1
    assert _judge(after).dimensions["outside_unchanged"] == 1


def test_a_hard_edge_shows_as_a_seam_and_does_not_pass() -> None:
    after = BEFORE.copy()
    after[_area()] = scene()[_area()]
    hard, soft = _judge(after), _judge(_repainted(scene(), _area()))
    assert hard.dimensions["seam"] < 0.3 < soft.dimensions["seam"]
    assert GOES_BACK <= hard.score < soft.score


@pytest.mark.parametrize("colour", ["black", "white", "#ff00ff"])
def test_an_area_filled_with_one_alien_colour_goes_back(colour: str) -> None:
    assert _judge(_repainted(plain(colour), _area())).score < GOES_BACK


def test_a_small_area_may_be_of_one_colour() -> None:
    small = _area(200, 240, 200, 240)
    assert _judge(_repainted(plain("#ffd56b"), small), small).dimensions["not_blank"] == 1


def test_an_area_filled_with_noise_goes_back() -> None:
    judgement = _judge(_repainted(noise(), _area()))
    assert judgement.score < GOES_BACK
    assert judgement.dimensions["noise"] < 0.5


def test_a_whole_picture_repainted_as_noise_goes_back() -> None:
    assert _judge(noise(), np.ones((512, 512), dtype=np.bool_)).score < GOES_BACK


def test_as_much_grain_as_the_picture_has_is_no_fault_of_its_repaint() -> None:
    grainy, other = speckled(BEFORE, 50), speckled(scene(), 50)
    after = grainy.copy()
    after[_area()] = other[_area()]
    assert judge_repaint(grainy, after, _area(), FEATHER, ASKED).dimensions["noise"] > 0.7


def test_a_poor_original_is_not_held_against_its_repaint() -> None:
    dark = (BEFORE * 0.1).astype(np.uint8)
    after = dark.copy()
    after[_area()] = (scene() * 0.2).astype(np.uint8)[_area()]
    assert judge_repaint(dark, after, _area(), FEATHER, ASKED).dimensions["exposure"] == 1


def test_the_palette_is_looked_for_inside_the_area() -> None:
    styled = replace(ASKED, palette=PALETTE)
    inside = judge_repaint(BEFORE, _repainted(scene(), _area()), _area(), FEATHER, styled)
    other = judge_repaint(BEFORE, _repainted(BEFORE[::-1, ::-1], _area()), _area(), FEATHER, styled)
    assert inside.dimensions["palette"] > other.dimensions["palette"]


def test_another_size_than_before_goes_back() -> None:
    smaller = replace(ASKED, width=256, height=256)
    assert judge_repaint(BEFORE, scene(256, 256), _area(), FEATHER, smaller).score < GOES_BACK


def test_the_size_before_is_kept_when_none_is_asked_for() -> None:
    free = replace(ASKED, width=0, height=0)
    assert judge_repaint(BEFORE, _repainted(scene(), _area()), _area(), FEATHER, free).score >= PASSES
    assert judge_repaint(BEFORE, scene(512, 511), _area(), FEATHER, free).score < GOES_BACK


def test_an_empty_mask_with_nothing_changed_is_as_asked() -> None:
    assert _judge(BEFORE.copy(), np.zeros((512, 512), dtype=np.bool_)).score >= PASSES


def test_a_mask_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        _judge(BEFORE, np.zeros((8, 8), dtype=np.bool_))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 14), st.integers(0, 19)), max_size=6),
    st.integers(min_value=0, max_value=9),
)
def test_growing_takes_in_exactly_the_pixels_within_reach_in_both_axes(
    points: list[tuple[int, int]], radius: int
) -> None:
    mask = np.zeros((15, 20), dtype=np.bool_)
    wanted = np.zeros((15, 20), dtype=np.bool_)
    for row, column in points:
        mask[row, column] = True
        wanted[max(0, row - radius) : row + radius + 1, max(0, column - radius) : column + radius + 1] = True
    assert np.array_equal(grow(mask, radius), wanted)
