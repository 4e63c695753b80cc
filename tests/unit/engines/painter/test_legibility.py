"""What the painter claims is measured: contours, sizes, colors, places, relations; unclear drawings are declared."""

from dataclasses import replace

import numpy as np
import pytest

from engines.color.spaces import to_oklab
from engines.painter.content.inspection import Inspection
from engines.painter.halo import add_halos
from engines.painter.legibility import measure_contour, measure_legibility
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, inspect, paint_with_report
from engines.painter.shapes import MAIN, Layer, Shape, Tone
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

PALETTE = ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72")


def report(prompt: str, medium: Medium = Medium.FLAT) -> dict[tuple[str, str], str]:
    """Return the outcome of each part of an image of *prompt*."""
    painting = paint_with_report(PaintRequest(prompt, prompt, Look(medium, PALETTE), 192, 192, 3))
    return {(part.kind.value, part.requested): part.outcome.value for part in painting.content}


def test_a_contour_without_a_difference_in_color_is_not_visible() -> None:
    mask = np.zeros((144, 144), dtype=bool)
    mask[50:95, 50:95] = True
    ground = np.full((144, 144, 3), (0.7, 0.0, 0.0))
    figure = np.where(mask[..., None], (0.5, 0.05, 0.0), ground)
    assert measure_contour(mask, figure) > 0.95
    assert measure_contour(mask, ground) < 0.05
    assert measure_legibility(mask, figure, figure).area == pytest.approx(mask.mean())


def test_details_that_the_technique_destroys_are_measured() -> None:
    mask = np.zeros((144, 144), dtype=bool)
    mask[40:100, 40:100] = True
    drawn = np.zeros((144, 144, 3))
    drawn[..., 0] = 0.5 + 0.2 * (np.arange(144) // 10 % 2)
    assert measure_legibility(mask, drawn, drawn).details > 0.95
    assert measure_legibility(mask, np.full_like(drawn, 0.5), drawn).details < 0.3


def test_a_figure_in_the_color_of_its_ground_gets_a_halo_and_one_that_stands_out_none() -> None:
    composed = compose_request(PaintRequest("a polar bear", "polar bear", Look(Medium.FLAT, PALETTE), 192, 192, 3))
    (copy,) = composed.drawing.copies
    background = Shape(np.array([(-1, -1), (2, -1), (2, 2), (-1, 2)]), MAIN, Layer.NEAR)
    body = [replace(shape, tone=MAIN, fade=None) for shape in composed.drawing.list_body(copy)]
    hidden = replace(composed.drawing, shapes=(background, *body), copies=(replace(copy, start=1, end=1 + len(body)),))
    dark = [replace(shape, tone=Tone(MAIN.role, tint="#101010", is_exact=True)) for shape in body]
    clear = replace(hidden, shapes=(background, *dark))
    scheme = composed.composition.color_scheme
    assert len(add_halos(hidden, scheme).shapes) > len(hidden.shapes)
    assert len(add_halos(clear, scheme).shapes) == len(clear.shapes)
    assert all(shape.layer is not Layer.SUBJECT for shape in add_halos(hidden, scheme).shapes[1 : 1 + len(body) // 2])


def test_a_figure_that_the_pixels_do_not_show_is_unclear() -> None:
    composed = compose_request(PaintRequest("a cat", "cat", Look(Medium.FLAT, PALETTE), 192, 192, 3))
    painted = paint_with_report(PaintRequest("a cat", "cat", Look(Medium.FLAT, PALETTE), 192, 192, 3)).pixels
    (figure,) = composed.scene.figures
    gray = np.full_like(painted, 128)
    assert not inspect(composed, painted).is_unclear(figure)
    assert inspect(composed, gray).is_unclear(figure)


def test_copies_without_a_contour_between_them_are_not_counted() -> None:
    request = PaintRequest("three cats", "three cats", Look(Medium.FLAT, PALETTE), 192, 192, 3)
    composed = compose_request(request)
    painted = paint_with_report(request).pixels
    (figure,) = composed.scene.figures
    assert PartKind.COUNT not in Inspection(composed.drawing, painted).find_unseen([figure], 0)
    assert PartKind.COUNT in Inspection(composed.drawing, np.full_like(painted, 90)).find_unseen([figure], 0)


@pytest.mark.parametrize(
    ("prompt", "place"),
    [
        ("a fox in a kitchen", "kitchen"),
        ("山坡上的狐狸", "山坡"),
        ("a fox in a classroom", "classroom"),
        ("a fox at a lake", "lake"),
        ("海边的狐狸", "海边"),
    ],
)
def test_a_place_is_claimed_only_while_its_distinguishing_part_is_visible(prompt: str, place: str) -> None:
    assert report(prompt)["setting", place] == PartOutcome.SHOWN
    request = PaintRequest(prompt, prompt, Look(Medium.FLAT, PALETTE), 192, 192, 3)
    composed, painted = compose_request(request), paint_with_report(request).pixels
    assert composed.drawing.distinctions
    cover = Shape(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]), MAIN, Layer.NEAR)
    first = composed.drawing.copies[0].start
    shapes = (*composed.drawing.shapes[:first], cover, *composed.drawing.shapes[first:])
    assert not Inspection(replace(composed.drawing, shapes=shapes), painted).shows_setting()


@pytest.mark.parametrize(
    ("prompt", "relation", "outcome"),
    [
        ("white roses in a vase", "in", PartOutcome.SHOWN),
        ("篮子里的草莓", "里", PartOutcome.SHOWN),
        ("a bird in a cage", "in", PartOutcome.SHOWN),
        ("a tractor in a barn", "in", PartOutcome.MISSING),
    ],
)
def test_what_is_in_a_container_is_drawn_in_it_and_else_missing(prompt: str, relation: str, outcome: str) -> None:
    assert report(prompt)["relation", relation] == outcome


def test_a_bowl_of_several_things_is_a_bowl_and_a_bowl_of_rice_is_rice() -> None:
    composed = compose_request(PaintRequest("a bowl of oranges", "bowl of oranges", None, 96, 96, 3))
    fruit, bowl = composed.scene.figures
    assert (fruit.subject, fruit.count, bowl.subject) == ("icon/tangerine", 3, "bowl")
    assert "bowl" not in {part for _, part in report("a bottle of red wine")}


def test_the_branch_of_an_owl_and_the_words_of_a_joined_name_are_reported_as_written() -> None:
    assert report("an owl on a branch")["subject", "branch"] == PartOutcome.SHOWN
    assert ("subject", "big ben") in report("Big Ben")


@pytest.mark.parametrize("medium", [Medium.MOSAIC, Medium.OIL, Medium.ANIME])
def test_an_apple_without_a_requested_color_is_not_blue(medium: Medium) -> None:
    request = PaintRequest("an apple", "apple", Look(medium, ("#e9dcc0", "#1f3f66", "#2f6fd0", "#6b8f86")), 192, 192, 3)
    composed, painted = compose_request(request), paint_with_report(request).pixels
    mask = composed.drawing.mask(composed.drawing.copies[0])
    side = np.linspace(0, 191, 144).astype(int)
    lab = to_oklab(painted[np.ix_(side, side)] / 255.0)[mask]
    assert np.median(lab[:, 1]) > 0.04
