"""The requested content of a prompt, and the painter's report of it."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageFilter

from engines.color.spaces import from_code, to_oklab
from engines.painter.content.figures import parse_figures
from engines.painter.content.inspection import Inspection
from engines.painter.content.normalization import normalize
from engines.painter.content.words import Position, Relation
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, paint_with_report
from engines.painter.scene import Subject
from engines.painter.shapes import MAIN, Layer, Shape
from engines.painter.subjects.drawing_text import EMPTY
from engines.painter.subjects.icons import decode_drawing, load_icons
from services.common.contract.image_chat import Medium, PartKind, PartOutcome


def report(prompt: str) -> dict[tuple[str, str], str]:
    """Return the outcome of each part of an image of *prompt*."""
    painting = paint_with_report(PaintRequest(prompt, prompt, None, 96, 96, 3))
    return {(part.kind.value, part.requested): part.outcome.value for part in painting.content}


def test_there_are_twelve_hundred_subjects_and_every_one_has_areas() -> None:
    icons = load_icons()
    assert len(icons) + len(Subject) >= 1_200
    assert all(decode_drawing(key).areas for key in icons)
    assert all(icon.zh or icon.en or EMPTY in key for key, icon in icons.items())


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("恐龙", "icon/t-rex"),
        ("自行车", "icon/own/bicycle"),
        ("斑马", "icon/own/zebra"),
        ("金字塔", "icon/pyramid"),
        ("长颈鹿和钢琴", "icon/own/giraffe"),
        ("a hot dog", "icon/hot-dog"),
        ("wolves", "icon/own/wolf"),
        ("元宵节舞狮子", Subject.LION_DANCE),
    ],
)
def test_the_longest_name_wins(prompt: str, subject: str) -> None:
    assert parse_figures(prompt).figures[0].subject == subject


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("a mustard yellow sofa", Subject.SOFA),
        ("a mint green vase", Subject.VASE),
        ("芥末黄的沙发", Subject.SOFA),
        ("a jar of mustard", "icon/own/mustard"),
    ],
)
def test_the_food_in_the_name_of_a_color_is_no_figure(prompt: str, subject: str) -> None:
    assert [figure.subject for figure in parse_figures(prompt).figures] == [subject]


def test_each_noun_has_its_own_count_color_position_and_relation() -> None:
    boys, dog = parse_figures("两个男孩和一只黑狗").figures
    assert (boys.count, boys.color, dog.count, bool(dog.color)) == (2, "", 1, True)
    left, right = parse_figures("左边一只狗，右边一只猫").figures
    assert (left.position, right.position) == (Position.LEFT, Position.RIGHT)
    assert parse_figures("an owl above a lighthouse").figures[0].relation is Relation.ABOVE
    assert parse_figures("twelve penguins").figures[0].count == 12


@pytest.mark.parametrize(
    ("prompt", "relation", "subjects"),
    [
        ("书上的猫", Relation.ON, [Subject.CAT, Subject.BOOK]),
        ("雨伞下的两个人", Relation.UNDER, [Subject.PERSON, Subject.UMBRELLA]),
        ("a violin on a chair", Relation.ON, ["icon/violin", "icon/chair"]),
        ("a cat in the garden with a dog", None, [Subject.CAT, Subject.DOG]),
    ],
)
def test_a_relation_comes_from_the_words_next_to_the_other_subject(
    prompt: str, relation: Relation | None, subjects: list[str]
) -> None:
    figures = parse_figures(prompt).figures
    assert [figure.subject for figure in figures] == subjects and figures[0].relation is relation


def test_a_negation_ends_where_another_noun_begins() -> None:
    parsed = parse_figures("没有船的大海")
    assert [figure.subject for figure in parsed.figures] == [Subject.SEA]
    assert [part.requested for part in parsed.parts] == ["船"]


@pytest.mark.parametrize("prompt", ["运钞车", "采砂船", "石牛", "铁路桥"])
def test_an_unknown_kind_of_a_thing_is_drawn_as_a_substitute(prompt: str) -> None:
    (figure,) = parse_figures(prompt).figures
    assert figure.count == 1
    assert [(part.requested, part.outcome) for part in figure.words] == [(prompt, PartOutcome.SUBSTITUTED)]


@pytest.mark.parametrize(
    ("prompt", "missing"),
    [
        ("a blue astrolabe with tulips", {("subject", "astrolabe"), ("color", "blue")}),
        ("ten stars in the night sky", {("count", "ten")}),
        ("a koala in a tree", {("relation", "in")}),
        ("一家六口和一座房子", {("subject", "一家六口")}),
        ("太阳和月亮", {("subject", "太阳")}),
        ("a green frog", set()),
        ("eight fish", set()),
        ("orange balloon over the sea", set()),
    ],
)
def test_words_that_describe_nothing_in_the_image_are_missing(prompt: str, missing: set[tuple[str, str]]) -> None:
    assert {key for key, outcome in report(prompt).items() if outcome == "missing"} == missing


@pytest.mark.parametrize(
    ("prompt", "missing"),
    [
        ("a sleeping goat", {("action", "sleeping")}),
        ("two penguins holding hands", {("action", "holding"), ("action", "hands")}),
        ("a lobster on a dish", {("subject", "dish")}),
        ("a whale in the deep sea at sunset", {("action", "deep"), ("condition", "sunset")}),
        ("a cat after the rain", {("action", "after the rain")}),
        ("雨后的一棵松树", {("action", "雨后")}),
        ("一个切成两半的石榴", {("action", "切成")}),
        ("一家五代和一座房子", {("subject", "一家五代")}),
        ("a goat asleep on the floor", {("action", "asleep"), ("subject", "floor")}),
    ],
)
def test_a_quality_is_not_a_subject_and_is_claimed_only_if_it_is_in_the_pixels(
    prompt: str, missing: set[tuple[str, str]]
) -> None:
    assert {key for key, outcome in report(prompt).items() if outcome == "missing"} == missing


@pytest.mark.parametrize(
    ("prompt", "thing"),
    [
        ("a house made of cheese", "house made of cheese"),
        ("a swan of ice", "swan of ice"),
        ("石头砌的房子", "石头砌的房子"),
        ("玻璃钢琴", "玻璃钢琴"),
        ("烤茄子", "烤茄子"),
        ("a grilled eggplant", "grilled eggplant"),
    ],
)
def test_a_thing_of_another_material_or_cooked_is_a_substitute_and_the_material_no_figure(
    prompt: str, thing: str
) -> None:
    parsed = parse_figures(prompt)
    (figure,) = parsed.figures
    assert [(part.requested, part.outcome) for part in figure.words] == [(thing, PartOutcome.SUBSTITUTED)]
    assert not parsed.parts


@pytest.mark.parametrize("prompt", ["a piece of paper", "竹子和熊猫", "a rock and a tree"])
def test_a_material_that_nothing_is_made_of_is_a_figure(prompt: str) -> None:
    figures = parse_figures(prompt).figures
    assert all(figure.words[0].outcome is PartOutcome.SHOWN for figure in figures)


def test_a_verb_is_no_plural_noun() -> None:
    assert not parse_figures("the crowd watches").figures
    assert [figure.subject for figure in parse_figures("a clown rings a bell").figures] == [
        "person/man/clown//",
        "icon/bell",
    ]
    assert [figure.subject for figure in parse_figures("two gold watches").figures] == ["icon/watch"]


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [("一棵结满苹果的树", "icon/own/apple_tree"), ("a tree full of oranges", "icon/own/orange_tree")],
)
def test_a_tree_full_of_fruit_is_that_fruit_tree(prompt: str, subject: str) -> None:
    scene = compose_request(PaintRequest(prompt, prompt, None, 96, 96, 3)).scene
    assert [figure.subject for figure in scene.figures] == [subject]


def test_a_hand_is_drawn_at_the_start_of_a_request_and_is_else_a_part_of_someone() -> None:
    assert [figure.subject for figure in parse_figures("手握着一支玫瑰").figures] == ["icon/own/hand", "icon/rose"]
    assert [figure.subject for figure in parse_figures("小狗，手里拿着花").figures] == [Subject.DOG, Subject.FLOWER]


def test_who_is_on_what_is_over_a_city_is_over_it_as_well_and_the_pixels_have_to_show_it() -> None:
    request = PaintRequest("a witch on a broom over a city", "witch on a broom over a city", None, 192, 192, 3)
    composed = compose_request(request)
    assert {figure.position for figure in composed.scene.figures} == {Position.TOP}
    assert ("position", "over") in report("a witch on a broom over a city")
    (first, *_) = composed.drawing.copies
    assert np.nonzero(composed.drawing.mask(first))[0].max() < 0.6 * composed.drawing.grid[1]


@pytest.mark.parametrize(
    ("prompt", "main"),
    [
        ("寺庙里的一座大铜钟", "铜钟"),
        ("厨房里正在做饭的爷爷", "爷爷"),
        ("一台留声机，旁边有一只青蛙", "留声机"),
        ("a cat and a dog", "cat"),
        ("草原云雾里的一座古寺", "古寺"),
    ],
)
def test_the_main_subject_is_the_first_of_the_report(prompt: str, main: str) -> None:
    content = paint_with_report(PaintRequest(prompt, prompt, None, 96, 96, 3)).content
    assert next(part.requested for part in content if part.kind is PartKind.SUBJECT) == main


@pytest.mark.parametrize("medium", [Medium.WATERCOLOR, Medium.LOW_POLY, Medium.ANIME, Medium.OIL])
def test_a_green_sun_at_dusk_is_green_and_the_sky_is_warm(medium: Medium) -> None:
    palette = ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72")
    request = PaintRequest("a green sun at dusk", "green sun at dusk", Look(medium, palette), 256, 256, 3)
    painting = paint_with_report(request)
    outcomes = {(part.kind, part.outcome) for part in painting.content}
    assert {(PartKind.COLOR, PartOutcome.SHOWN), (PartKind.CONDITION, PartOutcome.SHOWN)} <= outcomes
    lab, target = to_oklab(painting.pixels / 255.0), to_oklab(from_code("#3f9b47"))
    assert (np.hypot(lab[..., 1] - target[1], lab[..., 2] - target[2]) < 0.08).mean() > 0.01
    assert (lab[:120, :, 1] > 0.02).mean() > 0.1


def test_weather_that_cannot_be_seen_is_not_claimed() -> None:
    request = PaintRequest("a house in the rain", "house in the rain", None, 256, 256, 3)
    composed, painting = compose_request(request), paint_with_report(request)
    dry = Image.fromarray(painting.pixels).filter(ImageFilter.MedianFilter(9))
    assert Inspection(composed.drawing, painting.pixels).sky.shows_weather()
    assert not Inspection(composed.drawing, np.asarray(dry)).sky.shows_weather()


def test_a_background_color_fills_the_image_behind_the_figure() -> None:
    painting = paint_with_report(PaintRequest("a key, black background", "key, black background", None, 192, 192, 3))
    assert all(part.outcome is PartOutcome.SHOWN for part in painting.content)
    assert np.median(to_oklab(painting.pixels / 255.0)[..., 0]) < 0.4


def test_a_figure_under_a_tree_stands_at_its_foot() -> None:
    composed = compose_request(PaintRequest("a dog under a tree", "dog under a tree", None, 192, 192, 3))
    feet = [
        max(shape.points[:, 1].max() for shape in composed.drawing.shapes[copy.start : copy.end])
        for copy in composed.drawing.copies
    ]
    assert abs(feet[0] - feet[1]) < 0.12


def test_a_figure_that_is_covered_or_out_of_place_is_not_claimed() -> None:
    request = PaintRequest("a cat on the left", "cat on the left", None, 96, 96, 3)
    composed = compose_request(request)
    (figure,) = composed.scene.figures
    (copy,) = composed.drawing.copies
    pixels = paint_with_report(request).pixels
    shown = Inspection(composed.drawing, pixels)
    cover = Shape(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]), MAIN, Layer.SUBJECT)
    covered = replace(composed.drawing, shapes=(*composed.drawing.shapes, cover))
    moved = [
        replace(shape, points=shape.points + np.array([0.45, 0.0])) if copy.start <= number < copy.end else shape
        for number, shape in enumerate(composed.drawing.shapes)
    ]
    assert shown.find_unseen([figure], 0) == frozenset()
    assert PartKind.SUBJECT in Inspection(covered, pixels).find_unseen([figure], 0)
    elsewhere = Inspection(replace(composed.drawing, shapes=tuple(moved)), pixels)
    assert PartKind.POSITION in elsewhere.find_unseen([figure], 0)


def test_an_excluded_thing_is_not_drawn() -> None:
    assert [figure.subject for figure in parse_figures("海边的房子，不要猫").figures] == [Subject.HOUSE]


def test_the_report_names_what_is_shown_and_what_is_missing() -> None:
    assert report("斑马弹钢琴") == {
        ("subject", "斑马"): "shown",
        ("subject", "钢琴"): "shown",
        ("action", "弹钢琴"): "missing",
    }
    assert ("subject", "zibblewock") in report("zibblewock")
    assert set(report("zibblewock").values()) == {"missing"}


def test_a_count_above_twelve_is_reported_as_twelve() -> None:
    painting = paint_with_report(PaintRequest("30 cats", "30 cats", None, 96, 96, 3))
    (count,) = [part for part in painting.content if part.kind is PartKind.COUNT]
    assert (count.outcome, count.substitute) == (PartOutcome.SUBSTITUTED, "12")


@pytest.mark.parametrize(
    ("prompt", "color"),
    [("a purple elephant", "#7b45b5"), ("绿色的车", "#3f9b47"), ("红色的狐狸", "#d8322f")],
)
def test_a_color_that_the_report_claims_is_in_the_image(prompt: str, color: str) -> None:
    painting = paint_with_report(PaintRequest(prompt, prompt, None, 192, 192, 3))
    assert all(part.outcome is PartOutcome.SHOWN for part in painting.content if part.kind is PartKind.COLOR)
    lab, target = to_oklab(painting.pixels / 255.0), to_oklab(from_code(color))
    near = np.hypot(lab[..., 1] - target[1], lab[..., 2] - target[2]) < 0.06
    assert near.mean() > 0.03


def test_leaning_on_a_thing_and_what_lies_between_two_are_not_drawn_and_not_claimed() -> None:
    assert ("relation", "on") not in report("a bicycle leaning on a chair")
    assert ("position", "中间") not in report("一只猫，中间隔着一个篮子")


def test_a_crane_is_the_bird_unless_a_word_states_that_it_lifts_loads() -> None:
    assert report("a crane standing in the reeds")[("subject", "crane bird")] == "shown"
    assert parse_figures(normalize("two cranes")).figures[0].subject == "crane"
    assert parse_figures(normalize("a tower crane")).figures[0].subject != "crane"


def test_night_on_a_pond_is_claimed_only_where_the_image_is_dark() -> None:
    def find(palette: tuple[str, ...]) -> list[PartOutcome]:
        request = PaintRequest("夜里的荷花池塘", "夜里的荷花池塘", Look(Medium.FLAT, palette), 192, 192, 3)
        return [part.outcome for part in paint_with_report(request).content if part.kind is PartKind.CONDITION]

    assert find(("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")) == [PartOutcome.MISSING]
    assert find(("#10141f", "#0a0d16", "#5a2a3a", "#1d3a2a", "#6a5a20")) == [PartOutcome.SHOWN]


def test_a_mountain_that_the_field_hides_is_not_claimed() -> None:
    assert report("山前的一片茶园")[("subject", "山")] == "missing"


def test_a_vivid_part_does_not_keep_a_color_that_competes_with_the_requested_one() -> None:
    look = Look(Medium.FLAT, ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080"))
    pixels = paint_with_report(PaintRequest("a green bicycle", "a green bicycle", look, 192, 192, 3)).pixels
    red = to_oklab(from_code("#f8312f"))
    assert (np.linalg.norm((to_oklab(pixels / 255.0) - red)[..., 1:], axis=-1) < 0.08).mean() < 0.005


@pytest.mark.parametrize(
    ("text", "drawn"),
    [("six socks", 3), ("a pair of rain boots", 1), ("three pairs of rain boots", 3), ("三双袜子", 3), ("一双冰鞋", 1)],
)
def test_things_that_are_drawn_in_pairs_are_counted_as_such(text: str, drawn: int) -> None:
    figures = parse_figures(text).figures
    assert [figure.count for figure in figures] == [drawn]
