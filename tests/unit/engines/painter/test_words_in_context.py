"""Which drawing a word names next to the words around it, and what names no drawing at all."""

import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.content.normalization import normalize, select_matter
from services.common.contract.image_chat import PartKind, PartOutcome


def list_subjects(prompt: str) -> list[str]:
    """Return the drawings of the figures of *prompt*."""
    return [str(figure.subject) for figure in parse_figures(normalize(prompt)).figures]


@pytest.mark.parametrize(
    ("prompt", "drawing"),
    [
        ("a goalkeeper and a football", "icon/soccer-ball"),
        ("a football on the pitch", "icon/soccer-ball"),
        ("a quarterback and a football", "icon/american-football"),
        ("a football", "icon/american-football"),
        ("two cups of tea", "icon/own/cup_of_tea"),
        ("两杯茶", "icon/own/cup_of_tea"),
        ("一壶茶", "teapot"),
        ("a castle on the rocks", "icon/own/rock_pile"),
        ("灯塔和礁石", "icon/own/rock_pile"),
        ("three rocks", "icon/rock"),
        ("一块岩石", "icon/rock"),
        ("一只青蛙", "icon/own/frog"),
        ("蘑菇小屋", "icon/own/mushroom_house"),
        ("a sea turtle", "icon/own/sea_turtle"),
    ],
)
def test_a_word_is_what_it_names_next_to_the_others(prompt: str, drawing: str) -> None:
    assert drawing in list_subjects(prompt)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("霓虹灯招牌效果的火锅", "火锅"),
        ("教堂彩色玻璃窗那样的葡萄", "葡萄"),
        ("木版年画那种感觉，两个人", "两个人"),
        ("效果很好的房子", "效果很好的房子"),
        ("火锅和招牌", "火锅和招牌"),
        ("像猫那样的狗", "像猫那样的狗"),
    ],
)
def test_a_style_that_is_named_by_a_thing_draws_no_thing(text: str, left: str) -> None:
    assert select_matter(text) == left


@pytest.mark.parametrize("prompt", ["a parrot with an orange background", "鹦鹉，橙色背景"])
def test_the_color_of_the_background_is_no_fruit(prompt: str) -> None:
    assert len(list_subjects(prompt)) == 1


def test_the_wings_of_a_butterfly_are_no_wing_of_their_own() -> None:
    assert list_subjects("蝴蝶，翅膀是蓝色") == ["butterfly"]
    assert "icon/own/bird_wing" in list_subjects("一只翅膀")


@pytest.mark.parametrize(
    ("prompt", "count"),
    [("a bowl of lemons, four lemons", 4), ("lemons and four oranges", 4), ("两个苹果，三个橙子", 3)],
)
def test_a_plural_that_is_counted_later_is_counted_once(prompt: str, count: int) -> None:
    figures = parse_figures(normalize(prompt)).figures
    assert max(figure.count for figure in figures) == count and len(figures) == 2


@pytest.mark.parametrize(
    ("prompt", "number"),
    [
        ("小女孩荡秋千，穿黄裙子", 1),
        ("a boy on a swing, wearing a hat", 1),
        ("小女孩荡秋千，旁边有一条裙子", 2),
        ("一个女孩骑着驴，驴背上有两个篮子", 2),
    ],
)
def test_clothes_in_a_clause_of_their_own_are_worn(prompt: str, number: int) -> None:
    assert len(list_subjects(prompt)) == number


@pytest.mark.parametrize(
    ("prompt", "activity"),
    [("一个男生在投篮", "shoot_hoop"), ("a girl dunking", "shoot_hoop"), ("a boy shooting hoops", "shoot_hoop")],
)
def test_who_shoots_at_a_basket_is_drawn_with_a_hoop(prompt: str, activity: str) -> None:
    (subject,) = list_subjects(prompt)
    assert activity in subject


def test_two_who_play_a_board_game_share_the_board() -> None:
    assert list_subjects("两个男人在下棋") == ["person/man/two_men/go/"]
    assert "two_men" not in list_subjects("三个男人在下棋")[0]


def test_a_samurai_who_draws_his_sword_is_no_painter() -> None:
    assert not any(one.startswith("action/draw") for one in list_subjects("a samurai drawing his sword"))
    assert any(one.startswith("action/draw") for one in list_subjects("a girl drawing a cat"))


@pytest.mark.parametrize(
    ("prompt", "is_played"),
    [("一个男孩骑着牛吹笛子", True), ("a boy riding a horse playing the flute", True), ("一个男孩骑着牛", False)],
)
def test_who_rides_plays_the_flute_as_well(prompt: str, is_played: bool) -> None:
    (subject,) = list_subjects(prompt)
    assert subject.startswith("action/ride") and ("/flute/" in subject) is is_played


def test_children_around_a_tree_share_it_and_many_carts_are_no_cart() -> None:
    assert "|5|" in list_subjects("五个小朋友围着一棵圣诞树")[0]
    figures = parse_figures(normalize("six children pushing a cart")).figures
    parts = [part for part in figures[0].words if part.kind is PartKind.ACTION]
    assert parts and all(part.outcome is PartOutcome.MISSING for part in parts)


@pytest.mark.parametrize(
    ("prompt", "drawing"), [("a hammock between two palms", "icon/palm-tree"), ("滑雪板插在雪地里", "icon/skis")]
)
def test_palms_are_trees_and_skis_no_person(prompt: str, drawing: str) -> None:
    assert drawing in list_subjects(prompt)


def test_stickers_are_no_paper() -> None:
    assert "icon/page-facing-up" not in list_subjects("行李箱，贴着三张贴纸")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("红纸剪出来的舞狮", "红色的舞狮"),
        ("a swan cut from white paper", "a swan, white"),
        ("a dog with a hat lol", "a dog with a hat"),
        ("lol", "lol"),
        ("哈哈镜前的孩子，哈哈哈", "哈哈镜前的孩子"),
        ("glowing neon tubes shaped like a whale", "a whale"),
        ("发光灯管弯成的奶茶杯", "奶茶杯"),
    ],
)
def test_what_a_thing_is_made_of_is_its_color_or_the_technique_and_laughter_is_not_seen(text: str, seen: str) -> None:
    assert select_matter(text) == seen
