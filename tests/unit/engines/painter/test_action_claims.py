"""Claims about actions: the thing is recognizable and in its place, noun and verb are those of the drawing."""

from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from engines.painter.content.item_pixels import ItemPixels
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, paint_with_report
from engines.painter.subjects.actions.composition import draw_action_drawing
from engines.painter.subjects.actions.items import ITEM
from engines.painter.subjects.people.activities import PersonActivity, load_activities
from engines.painter.subjects.people.composition import PersonDrawing, draw_composition
from engines.painter.subjects.people.keys import PersonKey
from engines.painter.subjects.people.model import HANDS, Kind
from engines.painter.subjects.people.outfits import Outfit, load_outfits
from engines.painter.subjects.people.silhouettes import measure_difference
from engines.painter.subjects.people.things import Thing, load_things
from engines.painter.subjects.people.undrawn import load_undrawn
from services.common.contract.image_chat import Medium
from services.rag.adapters.seed_data import load_seed_styles


def request(text: str, medium: Medium) -> PaintRequest:
    """Return the request for *text* in *medium*."""
    palette = next(style.palette for style in load_seed_styles() if style.medium is medium)
    return PaintRequest(text, text, Look(medium, palette), 384, 384, 7)


def report(text: str, medium: Medium = Medium.FLAT) -> dict[tuple[str, str], str]:
    """Return the outcome of each part of an image of *text*."""
    content = paint_with_report(request(text, medium)).content
    return {(part.kind.value, part.requested): part.outcome.value for part in content}


def find_corners(drawing: PersonDrawing, part: str) -> NDArray[np.float64]:
    """Return the lower left and the upper right corner of *part* in *drawing*."""
    points = np.vstack([points for shape, points in drawing.shapes if shape.part == part])
    return np.vstack([points.min(axis=0), points.max(axis=0)])


@pytest.mark.parametrize(
    ("text", "medium", "words", "thing"),
    [
        ("秋天的树,地上有一只松鼠捧着橡果", Medium.STAINED_GLASS, "捧着橡果", "橡果"),
        ("a monk holding a key next to a castle and a pagoda", Medium.MOSAIC, "holding a key", "key"),
        ("a boy throwing a ball next to a castle", Medium.MOSAIC, "throwing a ball", "ball"),
    ],
)
def test_an_action_with_a_thing_that_nobody_recognizes_is_unclear_as_is_the_thing(
    text: str, medium: Medium, words: str, thing: str
) -> None:
    parts = report(text, medium)
    assert (parts[("action", words)], parts[("subject", thing)]) == ("unclear", "unclear")


def test_the_same_action_is_claimed_where_the_thing_is_recognizable() -> None:
    assert report("a girl holding a strawberry")[("action", "holding a strawberry")] == "shown"


def test_a_thing_apart_from_the_hands_is_not_held() -> None:
    parts = report("牧羊人抱着羊")
    assert parts[("action", "抱着羊")] == "unclear"


def test_what_is_raised_is_in_a_hand() -> None:
    drawing = draw_action_drawing("action/lift|person/man///|icon/own/sword||1|")
    sword, hands = find_corners(drawing, ITEM), find_corners(drawing, HANDS)
    assert sword[0, 0] < hands[1, 0] < sword[1, 0]
    assert sword[0, 1] < hands[1, 1] < sword[1, 1]


def test_the_sword_of_a_hero_is_in_his_hand_whatever_he_does_with_it() -> None:
    drawing = compose_request(request("像素风的勇士举着剑追一只绿色史莱姆", Medium.PIXEL)).drawing
    items = ItemPixels(drawing, np.zeros((*drawing.grid, 3)), None)
    assert items.touches(drawing.copies[0], ("sword",), (HANDS,))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a man in a hoodie", "in a hoodie"),
        ("a woman in a skirt", "in a skirt"),
        ("a woman sewing a dress", "sewing a dress"),
        ("老爷爷下象棋", "下象棋"),
        ("a man holding a cane", "holding a cane"),
        ("a chef cooking soup", "cooking soup"),
    ],
)
def test_a_noun_of_which_a_neighbor_is_drawn_is_not_claimed(text: str, words: str) -> None:
    assert report(text)[("action", words)] == "missing"


@pytest.mark.parametrize(
    ("text", "words", "thing"),
    [
        ("a woman carving a pumpkin", "carving a pumpkin", "pumpkin"),
        ("a witch stirring a cauldron", "stirring a cauldron", "cauldron"),
        ("一个女孩在拆礼物", "拆礼物", "礼物"),
        ("a mechanic assembling a robot", "assembling a robot", "robot"),
        ("a baker pulling a sled out of a barn", "pulling a sled", "sled"),
        ("a nurse pushing an old man in a wheelchair", "pushing an old man", "old man"),
    ],
)
def test_a_deed_that_is_not_drawn_is_missing_and_its_thing_is_shown(text: str, words: str, thing: str) -> None:
    parts = report(text)
    assert (parts[("action", words)], parts[("subject", thing)]) == ("missing", "shown")


def test_who_walks_differs_from_who_stands_and_whose_feet_are_apart_does_not() -> None:
    woman = PersonKey(Kind.WOMAN)
    assert measure_difference(woman, "walk") > 0.3
    assert measure_difference(woman, "pull_cart") > measure_difference(woman, "shop")


def test_a_seat_that_clothes_hide_shows_nobody_sitting() -> None:
    assert report("a clown sitting alone")[("action", "sitting alone")] == "shown"
    assert report("a samurai sitting by a waterfall", Medium.WOODBLOCK)[("action", "sitting")] == "unclear"


def test_clothes_behind_a_thing_are_unclear() -> None:
    assert report("a man in a suit")[("action", "in a suit")] == "shown"
    assert report("a man in a suit carrying a box")[("action", "in a suit")] == "unclear"


def test_a_suit_has_one_color() -> None:
    composed = compose_request(request("a man in a green suit", Medium.FLAT))
    colored = {shape.part for shape in composed.drawing.list_body(composed.drawing.copies[0]) if shape.tone.is_exact}
    assert {"suit", "suit_trousers"} <= colored


@pytest.mark.parametrize("activity", ["hang_laundry", "hang_linen"])
def test_who_hangs_laundry_has_the_hands_at_the_line(activity: str) -> None:
    drawing = draw_composition(str(PersonKey(Kind.WOMAN, "", (activity,))))
    hands, line = (find_corners(drawing, part) for part in (HANDS, activity.removeprefix("hang_")))
    assert line[0, 0] < hands[0, 0] < hands[1, 0] < line[1, 0]
    assert line[0, 1] < hands[0, 1] < hands[1, 1] < line[1, 1]


def test_a_chased_frisbee_is_a_flat_disc_in_the_air() -> None:
    drawing = draw_action_drawing("action/chase|icon/own/corgi|icon/flying-disc||1|")
    (left, low), (right, high) = find_corners(drawing, ITEM)
    assert right - left > 2 * (high - low)
    assert low > 0.4


def test_who_climbs_a_tree_is_at_its_stem() -> None:
    drawing = draw_action_drawing("action/climb|person/boy///|tree||1|")
    tree, hands = find_corners(drawing, ITEM), find_corners(drawing, HANDS)
    assert abs(tree.mean(axis=0)[0] - hands.mean(axis=0)[0]) < 0.1


def test_each_row_of_undrawn_words_names_a_drawing_and_words_that_it_is_called_by() -> None:
    tables: tuple[Mapping[str, PersonActivity | Thing | Outfit], ...] = (
        load_activities(), load_things(), load_outfits()
    )  # fmt: skip
    named = {key: source.pattern.pattern for table in tables for key, source in table.items()}
    assert [key for key, words in load_undrawn().items() if not words.search(named[key])] == []


def test_a_robot_holds_nothing_in_front_of_it() -> None:
    assert report("a robot holding a flower")[("action", "holding a flower")] == "missing"


@pytest.mark.parametrize("text", ["a cat holding a red umbrella", "一只兔子举着一把小伞", "a bear holding a balloon"])
def test_what_is_up_at_a_stick_or_a_string_is_in_a_raised_hand(text: str) -> None:
    drawing = compose_request(request(text, Medium.FLAT)).drawing
    items = ItemPixels(drawing, np.zeros((*drawing.grid, 3)), None)
    assert items.touches(drawing.copies[0], ("parasol", "balloon"), (HANDS,))


def test_a_deed_that_is_done_to_someone_is_no_gift() -> None:
    assert report("医生在给小孩打针")[("action", "打针")] == "missing"
    assert report("爷爷给孙女一朵花")[("action", "给孙女一朵花")] == "shown"


def test_what_someone_drinks_is_at_the_mouth() -> None:
    drawing = compose_request(request("a man drinking wine", Medium.FLAT)).drawing
    items = ItemPixels(drawing, np.zeros((*drawing.grid, 3)), None)
    assert items.touches(drawing.copies[0], (ITEM,), ("head",))
