"""Regions drawn on images: at their positions, with labels that are legible, inside the image, and without overlap."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.typesetting.contrast import measure_contrast
from engines.typesetting.fonts import load_typefaces
from engines.typesetting.values import Rectangle, Weight
from engines.vision.annotation import PALETTE, _choose_contrast, choose_colors, draw_regions
from engines.vision.labels import LabelPlacer, PlacedLabel, measure_max_width, measure_plate, truncate_label
from engines.vision.values import MAX_LABEL, MAX_REGIONS, Box, Region, RegionShape, VisionError
from services.common.images.arrays import Mask, Pixels

WHITE = np.full((200, 300, 3), 255, np.uint8)
TYPEFACE = load_typefaces()[Weight.BOLD]


def _find_changes(drawn: Pixels) -> Mask:
    changes: Mask = (drawn != WHITE).any(axis=2)
    return changes


def test_an_outline_surrounds_its_box_and_does_not_change_its_content() -> None:
    changed = _find_changes(draw_regions(WHITE, [Region("rectangle", Box(50, 60, 80, 40), "")]))
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    assert (rows[0], rows[-1], columns[0], columns[-1]) == (56, 103, 46, 133)
    assert not changed[60:100, 50:130].any()


@pytest.mark.parametrize("shape", ["rectangle", "ellipse", "arrow", "text"])
def test_every_shape_changes_the_image_near_its_box(shape: RegionShape) -> None:
    changed = _find_changes(draw_regions(WHITE, [Region(shape, Box(120, 90, 60, 30), "登录")]))
    near = changed[30:180, 40:260]
    assert changed.any() and near.sum() == changed.sum()


def test_an_arrow_ends_at_its_box() -> None:
    changed = _find_changes(draw_regions(WHITE, [Region("arrow", Box(120, 90, 60, 30), "here")]))
    ring = changed[87:123, 117:183].copy()
    ring[6:-6, 6:-6] = False
    assert ring.any() and not changed[97:113, 127:173].any()


def test_the_input_is_not_changed() -> None:
    before = WHITE.copy()
    draw_regions(before, [Region("rectangle", Box(5, 5, 50, 50), "A")])
    assert (before == WHITE).all()


def test_the_same_input_gives_the_same_bytes() -> None:
    regions = [Region("rectangle", Box(10 * n, 7 * n, 40, 20), f"标签 {n}") for n in range(12)]
    assert (draw_regions(WHITE, regions) == draw_regions(WHITE, regions)).all()


def test_the_first_colors_are_distinct() -> None:
    assert len(set(choose_colors([Box(9 * n, 5, 8, 8) for n in range(len(PALETTE))]))) == len(PALETTE)


def test_equal_colors_are_far_apart() -> None:
    colors = choose_colors([Box(20 * n, 5, 8, 8) for n in range(60)])
    assert all(len(set(colors[start : start + 3])) == 3 for start in range(len(colors) - 2))


@pytest.mark.parametrize("color", PALETTE)
def test_the_text_of_a_label_has_the_contrast_of_the_guidelines(color: tuple[int, int, int]) -> None:
    assert measure_contrast(_choose_contrast(color), np.array([color], np.uint8))[0] >= 4.5


def _place(boxes: list[Box], labels: list[str], width: int, height: int) -> list[PlacedLabel]:
    placer = LabelPlacer(width, height, boxes)
    placed = list[PlacedLabel]()
    for box, label in zip(boxes, labels, strict=True):
        text = truncate_label(label, TYPEFACE, 14, measure_max_width(width, 14))
        one = placer.place(text, measure_plate(text, TYPEFACE, 14), box) if text else None
        if one is not None:
            placed.append(one)
    return placed


def _overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_labels_of_a_grid_do_not_overlap() -> None:
    boxes = [Box(20 + 150 * column, 30 + 60 * row, 90, 26) for row in range(6) for column in range(4)]
    plates = [one.plate for one in _place(boxes, [f"按钮 {n}" for n in range(24)], 640, 420)]
    assert len(plates) == 24
    assert not any(_overlap(one, other) for n, one in enumerate(plates) for other in plates[:n])


boxes = st.builds(Box, st.integers(-50, 299), st.integers(-50, 199), st.integers(51, 400), st.integers(51, 400))


@given(st.lists(boxes, max_size=12), st.lists(st.text(max_size=60), min_size=12, max_size=12))
def test_labels_are_inside_the_image(some: list[Box], labels: list[str]) -> None:
    for label in _place(some, labels[: len(some)], 300, 200):
        left, top, right, bottom = label.plate
        assert left >= 0 and top >= 0 and right <= 300 and bottom <= 200
        assert TYPEFACE.measure_advance(label.text, 14) <= right - left


shapes = st.sampled_from(["rectangle", "ellipse", "arrow", "text"])


@given(shapes, boxes, st.text(max_size=40))
def test_any_text_is_a_label(shape: RegionShape, box: Box, label: str) -> None:
    if shape == "text" and not label.strip():
        return
    assert draw_regions(WHITE, [Region(shape, box, label)]).shape == WHITE.shape


@pytest.mark.parametrize(
    "label", ["", " \n", "A" * MAX_LABEL, "字" * MAX_LABEL, "\x00\x1b[31m\u202e", "🐈" * 40, "\ufffe"]
)
def test_hostile_labels_are_drawn_or_left_out(label: str) -> None:
    drawn = draw_regions(WHITE, [Region("rectangle", Box(10, 10, 50, 50), label)])
    assert drawn.shape == WHITE.shape and _find_changes(drawn).any()


def test_the_smallest_image_can_be_annotated() -> None:
    region = Region("rectangle", Box(0, 0, 1, 1), "label")
    assert draw_regions(np.zeros((1, 1, 3), np.uint8), [region] * 3).shape == (1, 1, 3)


def test_the_maximum_number_of_regions_is_drawn() -> None:
    regions = [Region("rectangle", Box(n % 25 * 12, n // 25 * 10, 10, 8), f"{n}") for n in range(MAX_REGIONS)]
    assert _find_changes(draw_regions(WHITE, regions)).any()


def test_more_regions_are_rejected() -> None:
    with pytest.raises(VisionError, match="at most 500"):
        draw_regions(WHITE, [Region("rectangle", Box(0, 0, 5, 5), "")] * (MAX_REGIONS + 1))


@pytest.mark.parametrize("box", [Box(300, 0, 5, 5), Box(0, 200, 5, 5), Box(-9, 0, 9, 5), Box(0, -9, 5, 9)])
def test_a_box_outside_the_image_is_rejected_by_its_number(box: Box) -> None:
    with pytest.raises(VisionError) as caught:
        draw_regions(WHITE, [Region("rectangle", Box(0, 0, 5, 5), ""), Region("rectangle", box, "")])
    assert caught.value.field == "regions[1].box"


@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, -1), (float("nan"), 5), (5, float("inf"))])
def test_an_empty_box_is_rejected(width: float, height: float) -> None:
    with pytest.raises(VisionError):
        Box(0, 0, width, height)  # type: ignore[arg-type]


def test_an_unknown_shape_is_rejected() -> None:
    with pytest.raises(VisionError, match="one of rectangle"):
        Region("star", Box(0, 0, 5, 5), "")  # type: ignore[arg-type]


def test_a_label_that_is_too_long_is_rejected() -> None:
    with pytest.raises(VisionError, match="at most 1000"):
        Region("rectangle", Box(0, 0, 5, 5), "A" * (MAX_LABEL + 1))
