"""Claims about light, weather, positions, numbers, colors and sizes: each is of what the pixels or the words state."""

import numpy as np
import pytest

from engines.color.spaces import from_code, to_oklab
from engines.painter.content.boxes import has_size
from engines.painter.content.color_match import resembles
from engines.painter.content.decorations import is_among_like
from engines.painter.content.figures import parse_figures
from engines.painter.content.inspection import Inspection
from engines.painter.content.words import Position
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, inspect, paint_with_report
from engines.painter.scene import Figure, Setting, Subject
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome
from services.rag.adapters.seed_data import load_seed_styles


def build_request(text: str, medium: Medium) -> PaintRequest:
    palette = next(style.palette for style in load_seed_styles() if style.medium is medium)
    return PaintRequest(text, text, Look(medium, palette), 384, 384, 7)


def report(text: str, medium: Medium = Medium.FLAT) -> tuple[ContentPart, ...]:
    return paint_with_report(build_request(text, medium)).content


def find_outcome(text: str, words: str, medium: Medium = Medium.FLAT) -> PartOutcome | None:
    return next((part.outcome for part in report(text, medium) if part.requested == words), None)


@pytest.mark.parametrize("medium", [Medium.FLAT, Medium.STAINED_GLASS, Medium.NEON, Medium.MOSAIC])
def test_a_requested_sun_is_drawn_as_a_sun_in_any_look(medium: Medium) -> None:
    assert find_outcome("a boat on the sea and the sun", "sun", medium) is PartOutcome.SHOWN


@pytest.mark.parametrize("medium", [Medium.STAINED_GLASS, Medium.INK_WASH, Medium.PAPER_CUT])
def test_a_requested_moon_is_seen_in_a_forest(medium: Medium) -> None:
    assert find_outcome("a full moon over a forest", "full moon", medium) is PartOutcome.SHOWN


def test_a_covered_sun_is_not_claimed() -> None:
    composed = compose_request(build_request("the sun over the mountains", Medium.FLAT))
    sky = np.full((384, 384, 3), 120, np.uint8)
    assert not inspect(composed, sky).sky.shows_disc(Subject.SUN)


@pytest.mark.parametrize("text", ["sunlight in a classroom", "a vase on a table at noon"])
def test_no_sunlight_is_claimed_indoors(text: str) -> None:
    assert PartOutcome.SHOWN not in [part.outcome for part in report(text) if part.kind is PartKind.CONDITION]


def test_noon_shows_the_sun() -> None:
    assert find_outcome("a camel in the desert at noon", "noon") is PartOutcome.SHOWN


def test_a_storm_has_a_dark_sky() -> None:
    assert find_outcome("a lighthouse in a storm", "storm", Medium.OIL) is PartOutcome.SHOWN
    composed = compose_request(build_request("a lighthouse in a storm", Medium.OIL))
    light = Inspection(composed.drawing, np.full((384, 384, 3), 230, np.uint8))
    assert not light.sky.is_gloomy()


def test_nothing_falls_in_a_room() -> None:
    assert find_outcome("a cat in a kitchen, snow", "snow") is not PartOutcome.SHOWN


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("左边一只猫", Position.LEFT),
        ("一只猫在左边", Position.LEFT),
        ("一只猫，左边", Position.LEFT),
        ("a cat on the left", Position.LEFT),
        ("光从左边照在猫身上", None),
        ("左边那只里面有一只猫", None),
        ("城市高楼中间", None),
        ("a cat on the left of a house", None),
    ],
)
def test_a_place_is_that_of_the_thing_it_belongs_to(text: str, position: Position | None) -> None:
    assert parse_figures(text).figures[0].position == position


def test_a_place_before_and_is_not_that_of_the_next_thing() -> None:
    house, cat = parse_figures("a house on the left and a cat").figures
    assert (house.position, cat.position) == (Position.LEFT, None)


@pytest.mark.parametrize(
    ("text", "count"),
    [("叠了四个球的冰淇淋", 1), ("三个红色的苹果", 3), ("三个撑伞的行人", 3), ("a two-story house", 1)],
)
def test_a_number_of_parts_is_no_number_of_things(text: str, count: int) -> None:
    assert parse_figures(text).figures[0].count == count


def test_a_color_after_the_sky_is_that_of_the_sky() -> None:
    content = parse_figures("天很蓝云很大")
    assert content.sky_color
    assert not any(figure.color for figure in content.figures)


def test_parts_of_someone_and_of_a_compound_are_no_things() -> None:
    assert len(parse_figures("一个女人捂着嘴").figures) == 1
    assert Subject.CAR not in [figure.subject for figure in parse_figures("一辆自行车，车筐里装满花").figures]


def test_a_counted_snowflake_is_a_thing() -> None:
    assert find_outcome("一片大雪花", "雪花") is PartOutcome.SHOWN
    assert all(part.kind is not PartKind.CONDITION for part in report("一片大雪花"))


def test_trees_of_a_forest_are_counted_with_the_requested_ones() -> None:
    fir = Figure("icon/evergreen-tree", 2)
    assert is_among_like(fir, [fir], Setting.FOREST)
    assert not is_among_like(fir, [fir], Setting.DESERT)


def test_a_small_thing_is_smaller_than_what_is_next_to_it() -> None:
    small = Figure("icon/deer", size=-1)
    assert has_size(0.2, small, [0.5])
    assert not has_size(0.2, small, [0.2])
    assert not has_size(0.33, small, [])


@pytest.mark.parametrize(("painted", "requested"), [("#7c503b", "#f07f1f"), ("#a1a3a0", "#fbfaf5")])
def test_brown_is_no_orange_and_gray_no_white(painted: str, requested: str) -> None:
    assert not _has_color(painted, requested)
    assert _has_color(requested, requested)


def _has_color(painted: str, requested: str) -> bool:
    return resembles(np.tile(to_oklab(from_code(painted)), (20, 1)), requested)


def test_a_room_without_its_furniture_is_not_claimed() -> None:
    composed = compose_request(build_request("a cat in a kitchen", Medium.FLAT))
    assert inspect(composed, paint_with_report(build_request("a cat in a kitchen", Medium.FLAT)).pixels).shows_setting()
    bare = np.full((384, 384, 3), 200, np.uint8)
    assert not inspect(composed, bare).shows_setting()


def test_a_river_without_figures_is_painted() -> None:
    assert find_outcome("a river in spring", "river") is PartOutcome.SHOWN


def test_a_few_stars_over_roofs_on_paper_are_no_night() -> None:
    assert find_outcome("a city skyline at night", "night", Medium.LINE_ART) is PartOutcome.MISSING
    assert find_outcome("a lighthouse at night", "night", Medium.LINE_ART) is PartOutcome.SHOWN
