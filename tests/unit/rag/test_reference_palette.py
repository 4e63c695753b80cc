"""The main colours of a reference picture, its brightness and its shape."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from skimage.color import rgb2lab

from services.common.pictures.arrays import Pixels
from services.rag.domain.references.aspect import aspect
from services.rag.domain.references.measured import Measured
from services.rag.domain.references.measuring import measure
from tests.fixtures.reference_pictures import confetti, spot, stripes
from tests.unit.critic.pictures import photograph


def measured(pixels: Pixels) -> Measured:
    return measure(pixels, (pixels.shape[1], pixels.shape[0]))


def distance(one: str, other: str) -> float:
    """Return how far two colours "#rrggbb" are apart in CIELAB."""
    lab = [rgb2lab(np.array([[tuple(bytes.fromhex(colour[1:]))]], dtype=np.uint8))[0, 0] for colour in (one, other)]
    return float(np.linalg.norm(lab[0] - lab[1]))


def test_colours_come_as_they_are_the_largest_first() -> None:
    pixels = stripes(("#f2e3c6", 0.5), ("#588b8b", 0.3), ("#c8553d", 0.15), ("#22304f", 0.05))
    assert measured(pixels).palette == ("#f2e3c6", "#588b8b", "#c8553d", "#22304f")


def test_a_small_accent_is_a_main_colour() -> None:
    assert "#c0392b" in measured(spot(0.5, 0.5, radius=0.08)).palette


def test_shades_of_one_colour_are_one_main_colour() -> None:
    assert len(measured(stripes(("#2f6fb0", 0.5), ("#3272b2", 0.5))).palette) == 1


def test_at_most_six_colours_are_main_colours() -> None:
    many = ("#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff", "#808080")
    assert len(measured(stripes(*((colour, 1 / len(many)) for colour in many))).palette) == 6


def test_a_photograph_has_three_to_six_main_colours_that_people_tell_apart() -> None:
    for name in ("astronaut", "coffee", "chelsea"):
        palette = measured(photograph(name)).palette
        assert 3 <= len(palette) <= 6
        assert min(distance(one, other) for one in palette for other in palette if one != other) > 8


def test_the_same_picture_always_has_the_same_palette() -> None:
    assert measured(confetti()).palette == measured(confetti()).palette


@pytest.mark.parametrize(("colour", "brightness"), [("#000000", 0.0), ("#ffffff", 1.0), ("#777777", 0.5)])
def test_brightness_is_how_light_a_picture_looks(colour: str, brightness: float) -> None:
    assert measured(stripes((colour, 1))).brightness == pytest.approx(brightness, abs=0.01)


@settings(max_examples=30)
@given(pixels=arrays(np.uint8, st.tuples(st.integers(1, 40), st.integers(1, 40), st.just(3))))
def test_whatever_the_pixels_the_measurements_keep_their_ranges(pixels: Pixels) -> None:
    found = measured(pixels)
    assert 1 <= len(found.palette) <= 6
    assert 0 <= found.brightness <= 1 and 0 <= found.composition.free <= 1


@pytest.mark.parametrize(
    ("width", "height", "named"),
    [
        (1080, 1440, "3:4"), (1440, 1080, "4:3"), (1024, 1024, "1:1"), (1920, 1080, "16:9"), (1080, 1920, "9:16"),
        (1000, 1510, "2:3"), (3000, 2000, "3:2"), (1080, 1350, "4:5"), (1000, 4100, "1:4"), (4000, 800, "5:1"),
        (1, 4096, "1:4096"), (1015, 1000, "1:1"),
    ],
)  # fmt: skip
def test_the_shape_is_the_nearest_that_people_have_a_name_for(width: int, height: int, named: str) -> None:
    assert aspect(width, height) == named
