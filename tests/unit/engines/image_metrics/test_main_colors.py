"""The main colors of a reference image, its brightness and its shape."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from skimage.color import rgb2lab

from engines.image_metrics.aspect_ratio import name_aspect_ratio
from engines.image_metrics.reference_measurement import measure_reference
from engines.image_metrics.reference_metrics import ReferenceMetrics
from services.common.images.arrays import Pixels
from tests.fixtures.services.reference_images import confetti, spot, stripes
from tests.unit.critic.sample_images import load_photograph


def measured(pixels: Pixels) -> ReferenceMetrics:
    return measure_reference(pixels, (pixels.shape[1], pixels.shape[0]))


def distance(one: str, other: str) -> float:
    """Return how far two colors "#rrggbb" are apart in CIELAB."""
    lab = [rgb2lab(np.array([[tuple(bytes.fromhex(color[1:]))]], dtype=np.uint8))[0, 0] for color in (one, other)]
    return float(np.linalg.norm(lab[0] - lab[1]))


def test_main_colors_are_exact_and_sorted_by_share() -> None:
    pixels = stripes(("#f2e3c6", 0.5), ("#588b8b", 0.3), ("#c8553d", 0.15), ("#22304f", 0.05))
    assert measured(pixels).palette == ("#f2e3c6", "#588b8b", "#c8553d", "#22304f")


def test_a_small_accent_is_a_main_color() -> None:
    assert "#c0392b" in measured(spot(0.5, 0.5, radius=0.08)).palette


def test_shades_of_one_color_are_one_main_color() -> None:
    assert len(measured(stripes(("#2f6fb0", 0.5), ("#3272b2", 0.5))).palette) == 1


def test_at_most_six_colors_are_main_colors() -> None:
    many = ("#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff", "#808080")
    assert len(measured(stripes(*((color, 1 / len(many)) for color in many))).palette) == 6


def test_a_photograph_has_three_to_six_main_colors_that_are_perceived_as_different() -> None:
    for name in ("astronaut", "coffee", "chelsea"):
        palette = measured(load_photograph(name)).palette
        assert 3 <= len(palette) <= 6
        assert min(distance(one, other) for one in palette for other in palette if one != other) > 8


def test_the_same_image_always_has_the_same_palette() -> None:
    assert measured(confetti()).palette == measured(confetti()).palette


@pytest.mark.parametrize(("color", "brightness"), [("#000000", 0.0), ("#ffffff", 1.0), ("#777777", 0.5)])
def test_brightness_is_the_perceived_lightness_of_an_image(color: str, brightness: float) -> None:
    assert measured(stripes((color, 1))).brightness == pytest.approx(brightness, abs=0.01)


@settings(max_examples=30)
@given(pixels=arrays(np.uint8, st.tuples(st.integers(1, 40), st.integers(1, 40), st.just(3))))
def test_metrics_of_any_pixels_are_within_their_ranges(pixels: Pixels) -> None:
    found = measured(pixels)
    assert 1 <= len(found.palette) <= 6
    assert 0 <= found.brightness <= 1 and 0 <= found.composition.free_share <= 1


@pytest.mark.parametrize(
    ("width", "height", "named"),
    [
        (1080, 1440, "3:4"), (1440, 1080, "4:3"), (1024, 1024, "1:1"), (1920, 1080, "16:9"), (1080, 1920, "9:16"),
        (1000, 1510, "2:3"), (3000, 2000, "3:2"), (1080, 1350, "4:5"), (1000, 4100, "1:4"), (4000, 800, "5:1"),
        (1, 4096, "1:4096"), (1015, 1000, "1:1"),
    ],
)  # fmt: skip
def test_the_aspect_is_the_nearest_common_ratio(width: int, height: int, named: str) -> None:
    assert name_aspect_ratio(width, height) == named
