"""Assessment of inpainted images: only the masked region changes, without a visible edge."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFilter

from engines.image_metrics.regions import grow
from services.common.contract.image_chat import TaskType
from services.common.images.arrays import Mask, Pixels
from services.critic.domain.image.assessment import Assessment, assess_inpainting
from services.critic.domain.image.expectations import Expectation
from tests.unit.critic.sample_images import PALETTE, add_noise, draw_scene, fill, generate_noise, load_photograph

PASSES, GOES_BACK = 0.7, 0.6
FEATHER = 8
EXPECTED = Expectation(TaskType.INPAINTING, 512, 512)
BEFORE: Pixels = load_photograph("astronaut")


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


def _judge(after: Pixels, mask: Mask | None = None) -> Assessment:
    return assess_inpainting(BEFORE, after, _area() if mask is None else mask, FEATHER, EXPECTED)


def test_new_content_within_a_feathered_mask_passes() -> None:
    assessment = _judge(_repainted(draw_scene(), _area()))
    assert assessment.score >= PASSES
    assert assessment.dimensions["outside_unchanged"] == 1


def test_an_inpainting_of_the_whole_image_passes() -> None:
    assert _judge(draw_scene(), np.ones((512, 512), dtype=np.bool_)).score >= PASSES


def test_an_ignored_mask_is_returned() -> None:
    assessment = _judge(BEFORE.copy())
    assert assessment.score < GOES_BACK
    assert assessment.dimensions["inside_changed"] == 0
    assert "选区之内" in assessment.feedback.zh


def test_an_image_regenerated_without_regard_to_the_mask_is_returned() -> None:
    assessment = _judge(draw_scene())
    assert assessment.score < GOES_BACK
    assert assessment.dimensions["outside_unchanged"] < 0.5


@pytest.mark.parametrize("channel", [0, 1, 2])
def test_one_level_in_one_pixel_beyond_the_feather_is_returned(channel: int) -> None:
    after = _repainted(draw_scene(), _area())
    after[150 - FEATHER - 1, 200, channel] ^= 1
    assert _judge(after).score < GOES_BACK


def test_a_change_at_the_last_pixel_of_the_feather_is_allowed() -> None:
    after = _repainted(draw_scene(), _area())
    after[150 - FEATHER, 200] ^= 1
    assert _judge(after).dimensions["outside_unchanged"] == 1


def test_a_hard_edge_is_a_seam_and_does_not_pass() -> None:
    after = BEFORE.copy()
    after[_area()] = draw_scene()[_area()]
    hard, soft = _judge(after), _judge(_repainted(draw_scene(), _area()))
    assert hard.dimensions["seam"] < 0.3 < soft.dimensions["seam"]
    assert GOES_BACK <= hard.score < soft.score


@pytest.mark.parametrize("color", ["black", "white", "#ff00ff"])
def test_a_region_filled_with_one_unrelated_color_is_returned(color: str) -> None:
    assert _judge(_repainted(fill(color), _area())).score < GOES_BACK


def test_a_small_region_may_be_of_one_color() -> None:
    small = _area(200, 240, 200, 240)
    assert _judge(_repainted(fill("#ffd56b"), small), small).dimensions["not_blank"] == 1


def test_a_region_filled_with_noise_is_returned() -> None:
    assessment = _judge(_repainted(generate_noise(), _area()))
    assert assessment.score < GOES_BACK
    assert assessment.dimensions["noise"] < 0.5


def test_a_whole_image_inpainted_as_noise_is_returned() -> None:
    assert _judge(generate_noise(), np.ones((512, 512), dtype=np.bool_)).score < GOES_BACK


def test_as_much_grain_as_in_the_original_is_not_a_defect() -> None:
    grainy, other = add_noise(BEFORE, 50), add_noise(draw_scene(), 50)
    after = grainy.copy()
    after[_area()] = other[_area()]
    assert assess_inpainting(grainy, after, _area(), FEATHER, EXPECTED).dimensions["noise"] > 0.7


def test_a_poor_original_does_not_cost_the_inpainted_image() -> None:
    dark = (BEFORE * 0.1).astype(np.uint8)
    after = dark.copy()
    after[_area()] = (draw_scene() * 0.2).astype(np.uint8)[_area()]
    assert assess_inpainting(dark, after, _area(), FEATHER, EXPECTED).dimensions["exposure"] == 1


def test_the_palette_is_measured_inside_the_region() -> None:
    styled = replace(EXPECTED, palette=PALETTE)
    inside = assess_inpainting(BEFORE, _repainted(draw_scene(), _area()), _area(), FEATHER, styled)
    other = assess_inpainting(BEFORE, _repainted(BEFORE[::-1, ::-1], _area()), _area(), FEATHER, styled)
    assert inside.dimensions["palette"] > other.dimensions["palette"]


def test_another_size_than_before_is_returned() -> None:
    smaller = replace(EXPECTED, width=256, height=256)
    assert assess_inpainting(BEFORE, draw_scene(256, 256), _area(), FEATHER, smaller).score < GOES_BACK


def test_the_original_size_is_expected_if_none_is_requested() -> None:
    free = replace(EXPECTED, width=0, height=0)
    assert assess_inpainting(BEFORE, _repainted(draw_scene(), _area()), _area(), FEATHER, free).score >= PASSES
    assert assess_inpainting(BEFORE, draw_scene(512, 511), _area(), FEATHER, free).score < GOES_BACK


def test_an_empty_mask_without_changes_passes() -> None:
    assert _judge(BEFORE.copy(), np.zeros((512, 512), dtype=np.bool_)).score >= PASSES


def test_a_mask_of_another_shape_is_rejected() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        _judge(BEFORE, np.zeros((8, 8), dtype=np.bool_))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 14), st.integers(0, 19)), max_size=6),
    st.integers(min_value=0, max_value=9),
)
def test_grow_adds_exactly_the_pixels_within_the_radius_in_both_axes(
    points: list[tuple[int, int]], radius: int
) -> None:
    mask = np.zeros((15, 20), dtype=np.bool_)
    expected = np.zeros((15, 20), dtype=np.bool_)
    for row, column in points:
        mask[row, column] = True
        expected[max(0, row - radius) : row + radius + 1, max(0, column - radius) : column + radius + 1] = True
    assert np.array_equal(grow(mask, radius), expected)
