import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from services.common.errors import Code, ReflowError
from services.common.images.arrays import Mask
from services.common.images.limits import ImageLimits
from services.common.images.paths import rasterize_paths

LIMITS = ImageLimits()
Path = list[tuple[float, float]]
SQUARE: Path = [(10, 10), (30, 10), (30, 30), (10, 30)]


def _rasterize(paths: Sequence[Path], image_size: tuple[int, int] = (100, 80)) -> Mask:
    return rasterize_paths(paths, image_size, LIMITS)


def _rejected(paths: Sequence[Path], image_size: tuple[int, int] = (100, 80)) -> ReflowError:
    with pytest.raises(ReflowError) as caught:
        _rasterize(paths, image_size)
    assert caught.value.code is Code.MASK_DATA_INVALID
    assert caught.value.field == "maskData.coordinates"
    return caught.value


def _circle(x: float, y: float, radius: float, points: int, windings: int = 1) -> Path:
    angles = [2 * math.pi * windings * number / points for number in range(points)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def test_a_square_marks_exactly_the_pixels_inside_it() -> None:
    marked = _rasterize([SQUARE])
    assert marked.shape == (80, 100)
    assert marked[10:30, 10:30].all()
    assert marked.sum() == 400


def test_a_circle_marks_its_area_within_two_percent() -> None:
    assert _rasterize([_circle(50, 40, 30, 400)]).sum() == pytest.approx(math.pi * 900, rel=0.02)


def test_a_loop_drawn_twice_around_has_no_hole() -> None:
    once, twice = _rasterize([_circle(50, 40, 30, 400)]), _rasterize([_circle(50, 40, 30, 800, windings=2)])
    assert np.array_equal(once, twice)


@given(st.lists(st.tuples(st.floats(-50, 150), st.floats(-50, 130)), min_size=3, max_size=3))
@example([(0.0, 0.0), (0.0, 130.0), (150.0, 0.0)])
def test_a_triangle_agrees_with_the_inside_test_whichever_way_it_is_drawn(points: Path) -> None:
    doubled_area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
    x, y = np.meshgrid(np.arange(100) + 0.5, np.arange(80) + 0.5)
    sides = np.array([
        (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        for a, b in zip(points, points[1:] + points[:1], strict=True)
    ])  # fmt: skip
    inside: Mask = np.asarray((sides > 1e-6).all(axis=0) | (sides < -1e-6).all(axis=0))
    near_an_edge: Mask = np.asarray((np.abs(sides) <= 1e-6).any(axis=0))
    if abs(doubled_area) < 1 or not inside.any():
        return
    for drawn in (points, points[::-1]):  # a center that lies exactly on an edge may fall to either side
        assert np.array_equal(_rasterize([drawn])[~near_an_edge], inside[~near_an_edge])


def test_several_paths_mark_all_that_they_enclose() -> None:
    other: Path = [(60, 50), (70, 50), (70, 60), (60, 60)]
    assert np.array_equal(_rasterize([SQUARE, other]), _rasterize([SQUARE]) | _rasterize([other]))


def test_a_path_partly_outside_marks_the_part_inside() -> None:
    marked = _rasterize([[(-20, -20), (20, -20), (20, 20), (-20, 20)]])
    assert marked[:20, :20].all()
    assert marked.sum() == 400


def test_a_path_around_the_whole_image_marks_all_of_it() -> None:
    assert _rasterize([[(-9, -9), (200, -9), (200, 200), (-9, 200)]]).all()


def test_one_point_is_a_round_dot_a_finger_wide() -> None:
    marked = _rasterize([[(500, 400)]], (1000, 800))
    rows, columns = np.nonzero(marked)
    assert np.ptp(rows) == np.ptp(columns) == 32
    assert marked.sum() == pytest.approx(math.pi * 16**2, rel=0.05)
    assert marked[400, 500]


@pytest.mark.parametrize("points", [2, 50], ids=["two points", "a hand-drawn line"])
def test_a_straight_line_is_a_stroke(points: int) -> None:
    line = [(200 + 600 * number / (points - 1), 400.5) for number in range(points)]
    marked = _rasterize([line], (1000, 800))
    assert marked[400, 200:800].all()
    assert marked.sum() == pytest.approx(600 * 33 + math.pi * 16**2, rel=0.05)


def test_a_dot_in_a_tiny_image_is_still_three_pixels_wide() -> None:
    assert _rasterize([[(4, 4)]], (8, 8)).sum() == 9


def test_as_many_paths_and_points_as_allowed_are_accepted() -> None:
    marked = _rasterize([_circle(50, 40, 30, 10_000)] * 100)
    assert np.array_equal(marked, _rasterize([_circle(50, 40, 30, 10_000)]))


def test_one_path_or_one_point_more_is_rejected_with_the_count() -> None:
    assert "101" in _rejected([SQUARE] * 101).text.en
    rejection = _rejected([SQUARE, _circle(50, 40, 30, 10_001)])
    assert "10,001" in rejection.text.zh
    assert "path 2" in rejection.text.en


def test_a_million_scattered_points_are_filled() -> None:
    scattered = np.random.default_rng(1).uniform(0, 1000, (100, 10_000, 2))
    marked = _rasterize([list(map(tuple, path)) for path in scattered.tolist()], (1000, 1000))
    assert marked.mean() > 0.97


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_coordinate_that_is_not_finite_is_rejected(value: float) -> None:
    assert "finite" in _rejected([[*SQUARE, (value, 3)]]).text.en


@pytest.mark.parametrize(
    "path",
    [[(101, 0), (150, 40), (120, 60)], [(10, -30), (20, -1), (30, -20)], [(5, 81)], [(1e300, 5), (5, 5), (8, 8)]],
)
def test_a_path_outside_the_image_is_rejected_with_the_images_size(path: Path) -> None:
    rejection = _rejected([SQUARE, path])
    assert "100×80" in rejection.text.en
    assert "2" in rejection.text.zh


def test_no_path_and_a_path_without_points_are_rejected() -> None:
    assert "no path" in _rejected([]).text.en
    assert "no points" in _rejected([[]]).text.en


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.tuples(st.floats(-200, 300), st.floats(-200, 300)), max_size=12), max_size=5))
def test_any_drawing_marks_something_or_is_rejected(paths: list[Path]) -> None:
    try:
        marked = _rasterize(paths)
    except ReflowError as rejection:
        assert rejection.code is Code.MASK_DATA_INVALID
    else:
        assert marked.any()
        assert marked.shape == (80, 100)


def test_a_convex_outline_agrees_with_another_rasterizer_up_to_its_border() -> None:
    outline = _circle(50, 40, 25, 60)
    image = Image.new("1", (100, 80))
    ImageDraw.Draw(image).polygon(outline, fill=1)
    assert (_rasterize([outline]) != np.asarray(image)).sum() < 2 * math.pi * 25
