"""Composition of synthetic images, and its description."""

import numpy as np
import pytest

from engines.image_metrics.composition import Composition, CompositionKind, describe
from engines.image_metrics.reference_measurement import measure_reference
from services.common.images.arrays import Pixels
from services.common.text.language import Language
from tests.fixtures.services.reference_images import confetti, spot, stripes


def composition(pixels: Pixels) -> Composition:
    return measure_reference(pixels, (pixels.shape[1], pixels.shape[0])).composition


def test_a_disc_in_the_middle_is_centered_and_mirrored_both_ways() -> None:
    found = composition(spot(0.5, 0.5))
    assert (found.kind, found.is_mirrored_across, found.is_mirrored_down) == (CompositionKind.CENTERED, True, True)


@pytest.mark.parametrize(("x", "across"), [(1 / 3, -1), (2 / 3, 1)])
@pytest.mark.parametrize(("y", "down"), [(1 / 3, -1), (2 / 3, 1)])
def test_a_disc_on_a_point_of_thirds_follows_their_rule(x: float, across: int, y: float, down: int) -> None:
    found = composition(spot(x, y))
    assert (found.kind, found.across, found.down) == (CompositionKind.THIRDS, across, down)


def test_a_disc_nearly_on_a_point_of_thirds_follows_their_rule_too() -> None:
    found = composition(spot(0.29, 0.72))
    assert (found.kind, found.across, found.down) == (CompositionKind.THIRDS, -1, 1)


@pytest.mark.parametrize(
    ("x", "y", "across", "down"), [(0.15, 0.5, -1, 0), (0.85, 0.5, 1, 0), (0.5, 0.12, 0, -1), (0.85, 0.88, 1, 1)]
)
def test_a_disc_near_an_edge_is_off_center(x: float, y: float, across: int, down: int) -> None:
    found = composition(spot(x, y))
    assert (found.kind, found.across, found.down) == (CompositionKind.OFFSET, across, down)


def test_a_small_disc_leaves_much_free_space() -> None:
    assert composition(spot(0.5, 0.5, radius=0.08)).free_share > 0.8


def test_confetti_has_no_single_subject_and_leaves_no_free_space() -> None:
    found = composition(confetti())
    assert (found.kind, found.across, found.down) == (CompositionKind.SPREAD, 0, 0)
    assert found.free_share < 0.1


@pytest.mark.parametrize(("left", "right", "across"), [(0, 0.6, -1), (0.4, 1, 1)])
def test_confetti_on_one_side_leans_to_it(left: float, right: float, across: int) -> None:
    found = composition(confetti((left, 0, right, 1)))
    assert found.across == across


def test_a_face_is_mirrored_left_to_right_only() -> None:
    found = composition(np.maximum(spot(0.5, 0.2, ground="#000000"), spot(0.5, 0.6, radius=0.3, ground="#000000")))
    assert (found.is_mirrored_across, found.is_mirrored_down) == (True, False)


def test_horizontal_stripes_are_not_mirrored_left_to_right() -> None:
    assert not composition(stripes(("#ffffff", 0.4), ("#3355aa", 0.6))).is_mirrored_across


def test_a_plain_image_has_no_subject() -> None:
    found = composition(stripes(("#e8e0d0", 1)))
    assert (found.kind, found.is_mirrored_across, found.is_mirrored_down) == (CompositionKind.EMPTY, False, False)


def test_the_composition_is_described_in_chinese() -> None:
    assert (
        describe(composition(spot(0.5, 0.5)), Language.CHINESE) == "主体居中，上下左右对称，大面积留白（约 95%），简洁"
    )
    assert describe(composition(spot(2 / 3, 2 / 3)), Language.CHINESE).startswith("三分法构图，主体在右下，")


def test_the_composition_is_described_in_english() -> None:
    assert describe(composition(confetti()), Language.ENGLISH) == (
        "No single subject, the weight is even all over, full, with hardly any free space"
    )


@pytest.mark.parametrize("kind", CompositionKind)
@pytest.mark.parametrize("across", [-1, 0, 1])
@pytest.mark.parametrize("language", Language)
def test_every_composition_has_a_description(kind: CompositionKind, across: int, language: Language) -> None:
    down = 1 if across == 0 and kind in (CompositionKind.THIRDS, CompositionKind.OFFSET) else 0
    description = describe(
        Composition(kind, across, down, 0.5, is_mirrored_across=True, is_mirrored_down=False), language
    )
    assert description and "{" not in description
