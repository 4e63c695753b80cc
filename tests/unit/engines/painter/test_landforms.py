"""Landscapes that fill the image, and figures above them, in a pavilion and on a plate."""

import numpy as np
import pytest

from engines.painter.composer import Drawing
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Setting
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

PALETTE = ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72")


def compose(prompt: str) -> Drawing:
    """Return the drawing of *prompt*."""
    return compose_request(PaintRequest(prompt, prompt, Look(Medium.FLAT, PALETTE), 256, 256, 3)).drawing


def find_box(drawing: Drawing, number: int) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of copy *number*."""
    points = np.vstack([shape.points for shape in drawing.list_body(drawing.copies[number])])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return left, top, right, bottom


@pytest.mark.parametrize(
    ("prompt", "setting"),
    [
        ("梯田", Setting.TERRACES),
        ("rice terraces at sunrise", Setting.TERRACES),
        ("terraced fields", Setting.TERRACES),
        ("the grand canyon", Setting.CANYON),
        ("一只鹰在大峡谷", Setting.CANYON),
        ("a path through a bamboo forest", Setting.BAMBOO_GROVE),
    ],
)
def test_a_landform_is_the_setting(prompt: str, setting: Setting) -> None:
    assert parse_scene(PaintRequest(prompt, prompt, None, 64, 64, 1), Medium.FLAT).setting is setting


@pytest.mark.parametrize("prompt", ["梯田", "a canyon", "a canyon at night", "sunset over rice terraces"])
def test_a_landform_is_reported_as_shown_and_distinguishes_the_image(prompt: str) -> None:
    request = PaintRequest(prompt, prompt, Look(Medium.FLAT, PALETTE), 192, 192, 3)
    shown = [part.outcome for part in paint_with_report(request).content if part.kind is PartKind.SETTING]
    assert shown == [PartOutcome.SHOWN]
    ((start, end),) = compose(prompt).distinctions
    assert end - start > 20


def test_a_bamboo_forest_has_stems_on_both_sides_and_leaves_room_for_its_figure() -> None:
    drawing, bare = compose("a fox in a bamboo forest"), compose("a fox in a meadow")
    assert len(drawing.shapes) > 2 * len(bare.shapes)
    left, _, right, _ = find_box(drawing, 0)
    assert 0.0 < left < right < 1.0


def test_things_lie_on_a_plate() -> None:
    drawing = compose("four apples on a plate")
    left, top, right, bottom = find_box(drawing, 0)
    for number in range(1, 5):
        box = find_box(drawing, number)
        assert left < box[0] and box[2] < right
        assert top < box[3] < bottom


def test_who_is_in_a_pavilion_is_inside_it() -> None:
    drawing = compose("女子在亭子里弹古琴")
    pavilion, woman = find_box(drawing, 0), find_box(drawing, 1)
    assert pavilion[0] < woman[0] and woman[2] < pavilion[2] and pavilion[1] < woman[1]


def test_several_balloons_over_a_valley_are_large_and_of_several_colors() -> None:
    drawing = compose("four hot air balloons over a valley")
    boxes = [find_box(drawing, number) for number in range(4)]
    assert all(bottom - top > 0.15 for _, top, _, bottom in boxes)
    assert all((top + bottom) / 2 < 0.55 for _, top, _, bottom in boxes)
    tints = {frozenset(s.tone.tint for s in drawing.list_body(copy) if s.tone.is_exact) for copy in drawing.copies}
    assert len(tints) == 4


@pytest.mark.parametrize(
    "prompt", ["a camel under a palm tree", "两只仙鹤在松树下", "a picnic basket under an apple tree"]
)
def test_who_is_under_a_tree_stands_next_to_its_foot(prompt: str) -> None:
    drawing = compose(prompt)
    tree, figure = find_box(drawing, 0), find_box(drawing, 1)
    assert abs(tree[3] - figure[3]) < 0.15
    assert tree[1] < figure[1]


def test_people_who_are_not_alone_stand_on_the_ground_and_a_portrait_is_cut_off_by_the_frame() -> None:
    left, top, right, bottom = find_box(compose("a woman and a dog"), 0)
    assert bottom - top > 1.5 * (right - left) and bottom < 1.0
    left, top, right, bottom = find_box(compose("a woman"), 0)
    assert bottom - top < 1.5 * (right - left)
