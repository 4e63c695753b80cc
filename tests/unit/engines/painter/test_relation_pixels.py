"""What a relation claims: both things are recognizable, and they are where who looks at the image expects them."""

from dataclasses import replace

import numpy as np
import pytest

from engines.painter.cells import GRID_SIDE, rasterize_index
from engines.painter.composer import Copy, Drawing
from engines.painter.content.figures import parse_figures
from engines.painter.content.inspection import Inspection
from engines.painter.content.words import Relation
from engines.painter.ground_fit import find_foot, find_room
from engines.painter.legibility import Mask
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import ComposedRequest, compose_request, inspect, paint_with_report, to_uint8
from engines.painter.renderers import get_renderer
from engines.painter.scene import Figure, Subject
from engines.painter.subjects.actions.keys import parse_action
from engines.painter.support import Support, find_back
from services.common.contract.image_chat import Medium
from services.rag.adapters.seed_data import load_seed_styles


def request(text: str, medium: Medium = Medium.FLAT) -> PaintRequest:
    """Return the request for *text* in *medium*."""
    palette = next(style.palette for style in load_seed_styles() if style.medium is medium)
    return PaintRequest(text, text, Look(medium, palette), 384, 384, 7)


def report(text: str, medium: Medium = Medium.FLAT) -> dict[tuple[str, str], str]:
    """Return the outcome of each part of an image of *text*."""
    content = paint_with_report(request(text, medium)).content
    return {(part.kind.value, part.requested): part.outcome.value for part in content}


def examine(text: str) -> tuple[ComposedRequest, Inspection]:
    """Return the composition of *text* and the inspection of its image."""
    composed = compose_request(request(text))
    return composed, inspect(composed, to_uint8(get_renderer(composed.look.medium)(composed.composition)))


def find_copy(drawing: Drawing, number: int) -> Copy:
    """Return the first copy of the figure *number* in the order of the text."""
    figures = list(dict.fromkeys(copy.figure for copy in drawing.copies))
    related = [one for one in figures if one.relation is not None]
    ordered = [*related, *(one for one in figures if one not in related)]
    return next(copy for copy in drawing.copies if copy.figure is ordered[number])


def draw_alone(drawing: Drawing, copy: Copy) -> Mask:
    """Return the cells of *copy* if nothing were in front of it."""
    return np.asarray(rasterize_index(drawing.list_body(copy), drawing.grid, 0) >= 0)


def move(inspection: Inspection, copy: Copy, shift: tuple[float, float]) -> Inspection:
    """Return *inspection* with the shapes of *copy* moved by *shift*, in frame units."""
    shapes = list(inspection.drawing.shapes)
    shapes[copy.start : copy.end] = [
        replace(shape, points=shape.points + np.array(shift)) for shape in shapes[copy.start : copy.end]
    ]
    return replace(inspection, drawing=replace(inspection.drawing, shapes=tuple(shapes)))


def shows_relation(inspection: Inspection, figures: tuple[Figure, ...]) -> bool:
    """Return whether the relation of the first of *figures* is seen."""
    return "relation" not in {kind.value for kind in inspection.find_unseen(figures, 0)}


def test_all_wheels_of_a_car_are_on_the_road_or_it_is_not_claimed() -> None:
    composed, inspection = examine("a red car on a winding road")
    car = find_copy(composed.drawing, 0)
    assert shows_relation(inspection, composed.scene.figures)
    assert not shows_relation(move(inspection, car, (0.3, 0.05)), composed.scene.figures)


def test_a_ground_has_room_for_the_foot_next_to_its_row() -> None:
    ground = np.zeros((40, 60), dtype=bool)
    ground[20:30, 10:20] = True
    ground[30:36, 5:35] = True
    assert find_room(ground, 8, 24) == (15.0, 24.0)
    assert find_room(ground, 20, 24) == (20.0, 30.0)
    assert find_room(ground, 40, 24) is None


def test_the_foot_of_a_car_is_its_wheels() -> None:
    mask = np.zeros((40, 60), dtype=bool)
    mask[10:30, 10:50] = True
    mask[30:34, 14:20] = mask[30:34, 40:46] = True
    assert set(np.nonzero(find_foot(mask))[1]) == {*range(14, 20), *range(40, 46)}


@pytest.mark.parametrize(
    "text",
    [
        "骑士站在城堡门口",
        "城堡门口站着一个骑士",
        "a knight at the gate of a castle",
        "a knight standing outside a castle",
    ],
)
def test_who_is_at_a_gate_stands_before_it_on_the_ground(text: str) -> None:
    composed, inspection = examine(text)
    knight, castle = (draw_alone(composed.drawing, find_copy(composed.drawing, number)) for number in (0, 1))
    assert composed.scene.figures[0].relation is Relation.FRONT
    assert np.nonzero(knight)[0].max() >= np.nonzero(castle)[0].max()
    assert shows_relation(inspection, composed.scene.figures)


@pytest.mark.parametrize(
    ("text", "relation"),
    [("狗趴在门边", Relation.NEXT_TO), ("小猫坐在房子外面", None), ("猫趴在沙发上", Relation.ON)],
)
def test_a_posture_at_a_thing_is_on_it_only_with_that_place(text: str, relation: Relation | None) -> None:
    assert parse_figures(text).figures[0].relation is relation


@pytest.mark.parametrize("text", ["一个男人骑车送快递", "女孩骑着一辆车"])
def test_what_is_ridden_is_a_bicycle_and_no_car(text: str) -> None:
    assert parse_action(parse_figures(text).figures[0].subject).item == "icon/own/bicycle"


def test_who_is_on_the_telephone_holds_it() -> None:
    (woman,) = parse_figures("a surprised woman on the telephone").figures
    assert woman.relation is None
    assert "call" in woman.subject


def test_the_place_after_a_second_name_is_that_of_who_follows() -> None:
    man, boat = parse_figures("一叶小舟停在雾里，船上有个戴斗笠的老人").figures
    assert (man.relation, boat.subject) == (Relation.INSIDE, "boat")


def test_an_umbrella_over_another_one_lifts_nobody() -> None:
    robot = parse_figures("a robot holding an umbrella over a stray puppy").figures[0]
    assert robot.relation is None
    assert ("relation", "over", "missing") in {(p.kind.value, p.requested, p.outcome.value) for p in robot.words}


def test_the_bridge_is_below_who_carries_another_one_over_it() -> None:
    buffalo, bridge = parse_figures("一头水牛驮着小孩过桥").figures
    assert (parse_action(buffalo.subject).name, buffalo.relation, bridge.subject) == (
        "carry_back",
        Relation.ON,
        "bridge",
    )


@pytest.mark.parametrize("text", ["a woman crossing a bridge", "小女孩过桥", "a boy walking across a stone bridge"])
def test_who_crosses_a_bridge_has_the_feet_on_its_deck(text: str) -> None:
    composed, inspection = examine(text)
    walker, bridge = (draw_alone(composed.drawing, find_copy(composed.drawing, number)) for number in (0, 1))
    assert shows_relation(inspection, composed.scene.figures)
    assert np.nonzero(bridge)[0].min() <= np.nonzero(walker)[0].max() < np.nonzero(bridge)[0].max()


def test_what_is_in_a_closed_box_is_seen_in_an_open_one_behind_its_wall() -> None:
    composed, inspection = examine("a dog in a cardboard box")
    dog, box = (find_copy(composed.drawing, number) for number in (0, 1))
    assert box.figure.subject == "icon/own/open_box"
    assert (draw_alone(composed.drawing, dog) & composed.drawing.mask(box)).any()
    assert shows_relation(inspection, composed.scene.figures)
    above = np.nonzero(draw_alone(composed.drawing, dog))[0].max() - np.nonzero(composed.drawing.mask(box))[0].min()
    assert not shows_relation(move(inspection, dog, (0.0, -above / GRID_SIDE)), composed.scene.figures)


def test_what_is_behind_a_window_has_its_bars_in_front() -> None:
    composed, inspection = examine("a cat behind a window")
    cat, window = (find_copy(composed.drawing, number) for number in (0, 1))
    assert (draw_alone(composed.drawing, cat) & composed.drawing.mask(window)).any()
    assert shows_relation(inspection, composed.scene.figures)
    assert not shows_relation(move(inspection, cat, (0.45, 0.0)), composed.scene.figures)


def test_the_sun_is_seen_in_part_behind_who_is_in_front_of_it() -> None:
    composed, inspection = examine("a rooster on a fence in front of a round sun")
    fence = composed.scene.figures[1]
    assert fence.relation is Relation.FRONT
    assert not inspection.find_unseen(composed.scene.figures, 1)
    assert report("a rooster on a fence in front of a round sun")[("subject", "sun")] == "shown"
    disc = next(disc for disc in composed.drawing.discs)
    moved = move(inspection, Copy(fence, disc.start, disc.end), (2.0, 0.0))
    assert {kind.value for kind in moved.find_unseen(composed.scene.figures, 1)} == {"relation"}


def test_a_relation_of_what_is_too_small_to_be_recognized_is_not_seen() -> None:
    composed, inspection = examine("a cat next to a tree")
    cat, shapes = find_copy(composed.drawing, 0), list(composed.drawing.shapes)
    foot = np.vstack([shape.points for shape in composed.drawing.list_body(cat)]).max(axis=0)
    for number in range(cat.start, cat.end):
        points = foot + (shapes[number].points - foot) * 0.43
        shapes[number] = replace(shapes[number], points=points)
    small = replace(composed.drawing, shapes=tuple(shapes))
    image = to_uint8(get_renderer(composed.look.medium)(replace(composed.composition, shapes=small.shapes)))
    assert shows_relation(replace(inspection, is_coarse=True), composed.scene.figures)
    assert shows_relation(replace(inspection, drawing=small, image=image), composed.scene.figures)
    assert not shows_relation(replace(inspection, drawing=small, image=image, is_coarse=True), composed.scene.figures)


def test_who_is_under_a_tree_is_next_to_its_trunk() -> None:
    composed, inspection = examine("a man under a tree")
    man, tree = (draw_alone(composed.drawing, find_copy(composed.drawing, number)) for number in (0, 1))
    crown = np.nonzero(tree.any(axis=0))[0]
    body = np.nonzero(man.any(axis=0))[0]
    assert crown.min() <= body.min() and body.max() <= crown.max()
    assert shows_relation(inspection, composed.scene.figures)


@pytest.mark.parametrize(("text", "words"), [("a frog on a lily pad", "on"), ("一只鸭子浮在小溪上", "在小溪上")])
def test_what_floats_is_within_the_leaf_or_the_water(text: str, words: str) -> None:
    composed, _ = examine(text)
    upper, lower = (draw_alone(composed.drawing, find_copy(composed.drawing, number)) for number in (0, 1))
    assert not (find_foot(upper) & ~lower).any()
    assert report(text)[("relation", words)] == "shown"


@pytest.mark.parametrize(("text", "words"), [("a cat under a table", "under"), ("猫躺在桌子底下", "在桌子底下")])
def test_a_table_that_someone_is_under_is_a_thing(text: str, words: str) -> None:
    parts = report(text)
    assert parts[("relation", words)] == "shown"
    assert not any(kind == "setting" for kind, _ in parts)


def test_the_number_of_rows_is_no_number_of_things() -> None:
    tractor, cabbages = parse_figures("a tractor between two rows of cabbages").figures
    assert cabbages.count != 2
    assert not any(part.kind.value == "count" for part in (*tractor.words, *cabbages.words))


def test_fog_needs_something_that_it_veils() -> None:
    assert report("一叶小舟停在雾里", Medium.INK_WASH)[("condition", "雾")] == "missing"
    assert report("a deer in a foggy forest", Medium.PHOTO)[("condition", "foggy")] == "shown"


def test_a_tilted_drawing_with_legs_that_stand_does_not_run() -> None:
    assert report("a dinosaur running")[("action", "running")] == "missing"
    assert report("a rabbit running")[("action", "running")] == "shown"


def test_several_on_a_road_stand_next_to_each_other_on_it() -> None:
    parts = report("three cars on a road")
    assert (parts[("count", "three")], parts[("relation", "on")]) == ("shown", "shown")


def test_who_is_on_a_house_is_on_its_roof_and_not_on_its_smoke() -> None:
    house, cat = np.zeros((80, 80), dtype=bool), np.zeros((80, 80), dtype=bool)
    house[40:75, 20:60] = house[20:40, 38:42] = True
    cat[28:41, 34:46] = True
    assert Support(house, Subject.HOUSE).carries(cat)
    assert not Support(house, Subject.HOUSE).carries(np.roll(cat, -20, axis=0))


def test_the_back_of_an_animal_from_the_side_is_where_it_is_flat() -> None:
    cow = np.zeros((60, 80), dtype=bool)
    cow[20:50, 20:70] = True
    cow[8:30, 8:22] = True  # Its head.
    column = find_back(cow, 12)
    assert column is not None and 26 <= column <= 64
    assert find_back(cow.T, 12) is None


def test_what_is_under_a_bridge_is_in_its_arch() -> None:
    composed, inspection = examine("a boat under a bridge")
    boat, bridge = (draw_alone(composed.drawing, find_copy(composed.drawing, number)) for number in (0, 1))
    assert abs(np.nonzero(boat)[1].mean() - np.nonzero(bridge)[1].mean()) < 0.1 * np.ptp(np.nonzero(bridge)[1])
    assert shows_relation(inspection, composed.scene.figures)


def test_food_before_its_container_is_no_thing_that_is_counted() -> None:
    (can,) = parse_figures("六个番茄酱罐头").figures
    assert (can.subject, can.count) == ("icon/canned-food", 6)
