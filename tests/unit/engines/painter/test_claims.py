"""What the painter claims of an image: actions of their actor alone, neighbors, figures alone, no purposes."""

import itertools

import pytest

from engines.painter.content.boxes import is_adjacent, stands_in_row
from engines.painter.content.figures import parse_figures
from engines.painter.content.normalization import normalize, select_matter
from engines.painter.content.words import Relation
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Figure, Scene, Setting, Subject
from engines.painter.subjects.actions.keys import is_action, parse_action
from engines.painter.subjects.icons import load_icons
from engines.painter.subjects.people.animal_bodies import is_animal_person
from engines.painter.subjects.people.keys import is_person, parse_key
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def read_scene(prompt: str, medium: Medium = Medium.FLAT) -> Scene:
    return parse_scene(PaintRequest(prompt, prompt, Look(medium, _PALETTE), 300, 300, 3), medium)


def report(prompt: str, medium: Medium = Medium.FLAT) -> list[ContentPart]:
    request = PaintRequest(prompt, prompt, Look(medium, _PALETTE), 300, 300, 3)
    return list(paint_with_report(request).content)


def list_claims(prompt: str, medium: Medium = Medium.FLAT) -> set[tuple[PartKind, str]]:
    """Return the kind and the words of what an image of *prompt* shows."""
    return {(one.kind, one.requested) for one in report(prompt, medium) if one.outcome is PartOutcome.SHOWN}


def list_lost(prompt: str, medium: Medium = Medium.FLAT) -> set[tuple[PartKind, str]]:
    """Return the kind and the words of what an image of *prompt* lacks."""
    return {(one.kind, one.requested) for one in report(prompt, medium) if one.outcome is PartOutcome.MISSING}


def is_human(figure: Figure) -> bool:
    """Return whether the drawing of *figure* shows a human being."""
    key = parse_action(figure.subject).actor if is_action(figure.subject) else figure.subject
    if is_person(key):
        return not is_animal_person(parse_key(key))
    icon = load_icons().get(key)
    return key in (Subject.MAN, Subject.WOMAN, Subject.PERSON) or (icon is not None and icon.group.startswith("person"))


_DEEDS_EN = ("surfing", "swimming", "getting a haircut", "taking a bath", "doing a cartwheel", "mountain biking",
    "playing water polo", "lifting weights", "playing the guitar", "dancing", "golfing")  # fmt: skip
_DEEDS_ZH = ("冲浪", "游泳", "理发", "泡澡", "骑自行车", "打高尔夫", "举重", "做瑜伽", "捂脸", "攀岩", "赛马")


@pytest.mark.parametrize("actor", ["dog", "octopus", "snail", "eagle", "teapot", "robot"])
def test_no_human_stands_for_what_an_animal_or_a_thing_does(actor: str) -> None:
    for deed in _DEEDS_EN:
        assert not any(map(is_human, read_scene(f"a {actor} {deed}").figures)), deed


@pytest.mark.parametrize("actor", ["柴犬", "章鱼", "蜗牛", "老鹰", "茶壶", "机器人"])
def test_no_human_stands_for_a_chinese_deed_of_an_animal_or_a_thing(actor: str) -> None:
    for deed, text in itertools.product(_DEEDS_ZH, ("一只{}在{}", "{1}的{0}")):
        prompt = text.format(actor, deed)
        assert not any(map(is_human, read_scene(prompt).figures)), prompt


def test_a_deed_without_another_subject_is_drawn_as_a_human() -> None:
    assert any(map(is_human, read_scene("冲浪").figures))
    assert any(map(is_human, read_scene("a surfer").figures))


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("一只戴墨镜的柴犬在海边冲浪", "冲浪"),
        ("爷爷给孙女扎辫子", "扎辫子"),
        ("妈妈给孩子拍照", "拍照"),
        ("护士推着轮椅上的老奶奶", "推着轮椅上"),
        ("机器人和女孩一起跳舞", "跳舞"),
        ("a robot and a girl dancing", "dancing"),
        ("two women playing badminton", "playing badminton"),
        ("an old man jumping over a tree", "jumping over a tree"),
        ("an old man napping on a sofa", "napping on a sofa"),
        ("奶奶给小猫喂牛奶", "给小猫喂牛奶"),
        ("an old man eating a guitar", "eating a guitar"),
        ("two girls under one umbrella", "under one umbrella"),
    ],
)
def test_an_action_that_its_actor_does_not_do_with_its_thing_is_missing(prompt: str, words: str) -> None:
    assert (PartKind.ACTION, words) in list_lost(prompt)


def test_a_barber_is_not_claimed_to_cut_hair_because_of_the_name() -> None:
    assert not any(kind is PartKind.ACTION for kind, _ in list_claims("理发师"))


def test_who_is_washed_does_not_wash() -> None:
    (figure,) = parse_figures("给小狗洗澡的女孩").figures
    assert parse_action(figure.subject).item == Subject.DOG


def test_where_something_is_put_is_no_relation_of_who_puts_it() -> None:
    assert (PartKind.RELATION, "on a boy") in list_lost("a nurse putting a cast on a boy")
    assert (PartKind.RELATION, "on") in list_lost("a nurse putting a bandage on a boy")


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a mouse next to an elephant", "next to"),
        ("two pears side by side", "side by side"),
        ("四只灰鹅排成一队", "排成一队"),
        ("a swan and a duck side by side", "side by side"),
        ("老人在河边钓鱼，旁边蹲着一只狗", "旁边"),
        ("老爷爷拄着拐杖，身后跟着一条狗", "身后跟着"),
        ("a car in front of a barn", "in front of"),
        ("a cat in a hat next to a dog", "next to"),
        ("a ship and a whale side by side", "side by side"),
    ],
)
def test_neighbors_that_the_image_shows_are_claimed(prompt: str, words: str) -> None:
    assert (PartKind.RELATION, words) in list_claims(prompt)


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a boat with a net of fish, gulls circling above", "above"),
        ("攀岩的女孩吊在悬崖上，下面是大海", "下面"),
        ("girl on roller skates walking a dachshund", "on"),
    ],
)
def test_a_place_that_the_image_does_not_show_is_missing(prompt: str, words: str) -> None:
    assert (PartKind.RELATION, words) in list_lost(prompt, Medium.WOODBLOCK)


def test_figures_are_adjacent_to_the_side_at_the_same_level() -> None:
    box = (0.1, 0.4, 0.3, 0.8)
    assert is_adjacent(box, (0.35, 0.5, 0.6, 0.82))
    assert not is_adjacent(box, (0.7, 0.5, 0.9, 0.82))
    assert not is_adjacent(box, (0.35, 0.0, 0.6, 0.3))
    assert not is_adjacent(box, (0.12, 0.4, 0.32, 0.8))
    assert stands_in_row([(0.6, 0.4, 0.8, 0.8), box, (0.35, 0.4, 0.55, 0.8)])
    assert not stands_in_row([box])


def test_agents_after_by_are_no_neighbors() -> None:
    assert parse_figures("a cat painted by a robot").figures[0].relation is not Relation.NEXT_TO


@pytest.mark.parametrize(
    "prompt",
    [
        "just a panda, nothing else",
        "a single sparrow and nothing else",
        "只要一只虾，别的都不要",
        "a pear, plain background",
    ],
)
def test_figures_alone_have_nothing_around_them(prompt: str) -> None:
    scene = read_scene(prompt, Medium.INK_WASH)
    assert scene.is_bare
    (part,) = scene.parts
    assert (part.kind, part.outcome) == (PartKind.EXCLUSION, PartOutcome.SHOWN)


def test_nothing_else_is_missing_where_a_place_or_rain_is_around_the_figure() -> None:
    assert (PartKind.EXCLUSION, "nothing else") in list_lost("a cat in the snow, nothing else")
    assert (PartKind.EXCLUSION, "nothing else") in list_lost("a guitar, nothing else", Medium.NEON)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("For our café menu: a slice of cake", "a slice of cake"),
        ("a logo for my dog-walking business: a happy beagle", "a happy beagle"),
        ("a griffin for my d&d sheet", "a griffin"),
        ("a green giraffe, because my son says so", "a green giraffe"),
        ("our school play needs a poster of a pirate ship", "a pirate ship"),
        ("刺猬，给女儿做贴纸用", "刺猬"),
        ("宠物店海报，一只卷毛狗", "一只卷毛狗"),
        ("给儿子的房间做装饰，画一辆蓝色火车", "一辆蓝色火车"),
        ("我妈妈喜欢猫头鹰，帮我画一只", "猫头鹰"),
        ("一只熊猫，送给我的外国朋友", "一只熊猫"),
    ],
)
def test_what_an_image_is_for_is_no_part_of_it(text: str, rest: str) -> None:
    assert select_matter(text) == rest


@pytest.mark.parametrize(
    "text",
    ["妈妈给女儿做饭", "a dog waiting for its owner", "猫咪贴纸", "奶奶用毛线织围巾，旁边有猫", "给小狗洗澡的女孩"],
)
def test_what_a_figure_does_for_another_is_no_purpose(text: str) -> None:
    assert select_matter(text) == text


def test_parts_of_a_building_a_cake_and_a_tree_are_no_figures() -> None:
    for prompt in ("小木屋的窗户亮着灯", "a cake with four candles", "一棵苹果树，叶子是红的"):
        assert len(parse_figures(normalize(prompt)).figures) == 1, prompt
    assert (PartKind.COUNT, "four") in list_lost("a cake with four candles")


def test_a_color_in_a_name_is_measured_unless_it_names_another_kind() -> None:
    assert (PartKind.COLOR, "orange") in list_lost("a huge orange pumpkin", Medium.LINE_ART)
    assert not any(part.kind is PartKind.COLOR for part in report("a red panda", Medium.LINE_ART))


def test_a_table_is_claimed_where_something_is_on_it() -> None:
    assert (PartKind.SETTING, "table") in list_claims("a book on the table")
    assert (PartKind.SETTING, "桌子") not in list_claims("猫在桌子下面")
    assert (PartKind.RELATION, "在桌子下面") in list_claims("猫在桌子下面")


def test_a_roof_of_a_shop_is_no_place() -> None:
    assert read_scene("粉红色屋顶的杂货店").setting is not Setting.ROOFTOP


def test_winter_is_a_field_of_snow() -> None:
    assert read_scene("a stone well in winter").setting is Setting.SNOWFIELD
    assert (PartKind.CONDITION, "winter") in list_lost("a stone well in winter", Medium.LINE_ART)


def test_who_waves_something_that_is_not_drawn_is_not_claimed_to_wave() -> None:
    assert (PartKind.ACTION, "waving") in list_claims("a girl waving")
    assert (PartKind.ACTION, "waving") in list_lost("dancers waving white hankies round a maypole")


def test_countless_things_are_no_exclusion() -> None:
    assert not any(kind is PartKind.EXCLUSION for kind, _ in list_claims("用无数小点画出一棵银杏树"))


def test_lanterns_next_to_a_stall_with_lanterns_are_not_counted() -> None:
    assert (PartKind.COUNT, "三") in list_lost("夜市小吃摊，挂着三盏红灯笼")


def test_who_stands_in_front_of_the_next_one_is_not_in_a_row_with_it() -> None:
    assert stands_in_row([(0.1, 0.3, 0.4, 0.8), (0.42, 0.3, 0.7, 0.8)])
    assert not stands_in_row([(0.1, 0.3, 0.4, 0.8), (0.3, 0.3, 0.6, 0.8)])
