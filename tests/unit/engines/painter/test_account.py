"""Every content word of a request is in the report: drawn, or stated as missing."""

import pytest

from engines.painter.content.account import find_unaccounted
from engines.painter.content.figures import parse_figures
from engines.painter.content.mentions import find_mentions
from engines.painter.content.normalization import normalize, select_matter
from engines.painter.content.words import Relation
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Setting, Subject
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def report(prompt: str, medium: Medium = Medium.FLAT, subject: str | None = None) -> list[ContentPart]:
    """Return the report of an image of *prompt*."""
    request = PaintRequest(prompt, prompt if subject is None else subject, Look(medium, _PALETTE), 300, 300, 3)
    return list(paint_with_report(request).content)


def find_missing(prompt: str, medium: Medium = Medium.FLAT) -> set[tuple[PartKind, str]]:
    """Return the kind and the words of what an image of *prompt* lacks."""
    return {(one.kind, one.requested) for one in report(prompt, medium) if one.outcome is PartOutcome.MISSING}


def find_open(text: str, *requested: str) -> list[tuple[PartKind, str]]:
    """Return what none of *requested* covers in *text*."""
    return [(one.kind, one.requested) for one in find_unaccounted(text, requested, find_mentions(text))]


@pytest.mark.parametrize(
    ("text", "requested", "found"),
    [
        ("渔夫把鱼搬上船", ("渔夫", "鱼", "船"), [(PartKind.ACTION, "搬上船")]),
        ("一箱苹果", ("苹果",), [(PartKind.SUBJECT, "箱")]),
        ("一群羊", ("羊",), [(PartKind.COUNT, "一群")]),
        ("骑骆驼的商人", ("骆驼", "商人"), [(PartKind.ACTION, "骑骆驼")]),
        ("后面跟着两头骆驼", ("骆驼",), [(PartKind.COUNT, "两"), (PartKind.RELATION, "后面跟着")]),
        ("小学操场", ("操场",), [(PartKind.ACTION, "小学")]),
        ("深棕色的沙发", ("沙发",), [(PartKind.COLOR, "深棕色")]),
        ("头上停着一只鸟", ("鸟",), [(PartKind.RELATION, "头上")]),
        ("a crate of apples", ("apples",), [(PartKind.SUBJECT, "crate")]),
        ("a pile of pumpkins", ("pumpkins",), [(PartKind.POSITION, "pile of")]),
        ("a blue cat on a chair", ("cat", "chair", "on"), [(PartKind.COLOR, "blue")]),
        ("books with glasses on top", ("books", "glasses"), [(PartKind.RELATION, "on top")]),
    ],
)  # fmt: skip
def test_a_word_that_no_part_covers_is_missing_as_what_it_would_be(
    text: str, requested: tuple[str, ...], found: list[tuple[PartKind, str]]
) -> None:
    assert find_open(text, *requested) == found


@pytest.mark.parametrize(
    ("text", "requested"),
    [
        ("一只可爱的小猫坐在椅子上", ("小猫", "椅子", "坐在")),
        ("远处有一座山", ("山",)),
        ("a cute cat and a small dog near the house", ("cat", "dog", "house", "small")),
        ("a bunch of grapes", ("grapes",)),
        ("a glass of milk", ("milk",)),
        ("把石榴切成两半", ("石榴", "切成")),
        ("two cups of coffee", ("two", "coffee")),
        ("一棵开满花的樱花树", ("樱花树",)),
        ("a witch stirring a cauldron", ("witch", "stirring a ", " cauldron")),
    ],
)
def test_words_that_name_nothing_to_draw_are_no_parts(text: str, requested: tuple[str, ...]) -> None:
    assert find_open(text, *requested) == []


@pytest.mark.parametrize(
    ("prompt", "subject", "container"),
    [
        ("一篮子鸡蛋", "icon/egg", Subject.BASKET),
        ("一盘葡萄", "icon/grapes", "icon/own/plate"),
        ("两箱苹果", "apple", "icon/own/wooden_crate"),
        ("a crate of apples", "apple", "icon/own/wooden_crate"),
    ],
)
def test_what_a_container_counts_is_drawn_in_it(prompt: str, subject: str, container: str) -> None:
    content, holder = parse_figures(normalize(prompt)).figures
    assert (content.subject, content.relation, holder.subject) == (subject, Relation.INSIDE, container)
    assert content.count >= 3


def test_a_dish_brings_its_own_plate() -> None:
    assert len(parse_figures("一盘饺子").figures) == 1


def test_the_container_that_the_planner_leaves_out_is_drawn() -> None:
    parts = report("一篮子鸡蛋", subject="子鸡蛋")
    assert {one.requested for one in parts if one.outcome is PartOutcome.SHOWN} >= {"篮子", "鸡蛋"}


def test_the_same_thing_with_other_attributes_is_drawn_twice() -> None:
    assert [figure.size for figure in parse_figures("大恐龙和小恐龙").figures] == [1, -1]
    assert [figure.count for figure in parse_figures("一只猫和两只猫").figures] == [1, 2]


@pytest.mark.parametrize("prompt", ["starry night", "晚霞", "rainy day"])
def test_a_time_or_weather_alone_is_no_missing_subject(prompt: str) -> None:
    assert PartKind.SUBJECT not in {one.kind for one in report(prompt)}


@pytest.mark.parametrize(("word", "subject"), [("firemen", "icon/firefighter"), ("snowmen", "icon/own/snowman")])
def test_words_in_men_are_plurals(word: str, subject: str) -> None:
    (figure,) = parse_figures(f"two {word}").figures
    assert (figure.subject, figure.count) == (subject, 2)


def test_a_name_with_hyphens_is_the_name_with_spaces() -> None:
    assert parse_figures(normalize("a merry-go-round")).figures[0].subject == "icon/carousel-horse"


def test_what_the_image_is_for_is_no_part_of_it() -> None:
    assert select_matter("this is for my class: a snowman") == "a snowman"
    assert select_matter("a cat, for my shop") == "a cat"


def test_dark_describes_a_thing_and_is_no_night() -> None:
    assert (PartKind.ACTION, "dark") in find_missing("a cow under dark clouds")


def test_what_stands_on_the_ground_is_not_put_in_the_sky_above_it() -> None:
    prompts = ("放风筝的小男孩,天上有很多白云", "a cow under dark clouds", "a parrot in the sky")
    scenes = [parse_scene(PaintRequest(one, one, None, 96, 96, 3), Medium.FLAT) for one in prompts]
    assert [scene.setting is Setting.SKY for scene in scenes] == [False, False, True]


def test_clouds_and_a_river_are_claimed_only_where_they_are_drawn() -> None:
    assert (PartKind.SETTING, "clouds") in find_missing("a boat under clouds", Medium.INK_WASH)
    assert (PartKind.SETTING, "river") not in find_missing("a boat on a river", Medium.LINE_ART)


def test_a_bird_on_its_own_branch_is_on_nothing_else() -> None:
    assert (PartKind.RELATION, "on") in find_missing("a toucan on a rock")


def test_the_moon_is_behind_one_figure_and_not_behind_several() -> None:
    assert (PartKind.RELATION, "behind") not in find_missing("the moon behind a castle")
    assert (PartKind.RELATION, "behind") in find_missing("the moon behind three trees")


def test_an_owl_on_a_branch_sits_on_its_own() -> None:
    assert (PartKind.RELATION, "on") not in find_missing("two owls on a branch")


def test_an_adjective_that_no_drawing_follows_makes_an_activity_a_missing_one() -> None:
    assert (PartKind.ACTION, "playing a broken guitar") in find_missing("a man playing a broken guitar")


def test_a_thing_that_is_counted_later_is_not_drawn_once_more() -> None:
    figures = parse_figures("骑骆驼的商人,后面跟着两头骆驼").figures
    camels = [figure for figure in figures if figure.subject == "icon/camel"]
    assert [figure.count for figure in camels] == [2]


@pytest.mark.parametrize("medium", [Medium.FLAT, Medium.CRAYON, Medium.PAPER_CUT, Medium.LINE_ART])
def test_the_sky_of_a_night_looks_like_one_in_a_light_palette(medium: Medium) -> None:
    assert (PartKind.CONDITION, "night") not in find_missing("a house at night", medium)


@pytest.mark.parametrize("prompt", ["a duck on a frozen pond", "结冰的湖面上有一只鸭子"])
def test_frozen_water_is_ice_and_no_pond_with_leaves(prompt: str) -> None:
    (setting,) = (one for one in report(prompt) if one.kind is PartKind.SETTING)
    assert (setting.outcome, bool(setting.substitute)) == (PartOutcome.SUBSTITUTED, True)
