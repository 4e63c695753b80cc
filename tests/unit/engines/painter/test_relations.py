"""Relations and actions: what is drawn of them, what the pixels show, and that every other one is reported."""

from dataclasses import replace

import numpy as np
import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.content.words import Relation
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, inspect, paint_with_report
from engines.painter.scene import Subject
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def request(prompt: str, medium: Medium = Medium.FLAT) -> PaintRequest:
    """Return the request of *prompt* in *medium*."""
    return PaintRequest(prompt, prompt, Look(medium, _PALETTE), 300, 300, 3)


def report(prompt: str, medium: Medium = Medium.FLAT) -> dict[tuple[str, str], str]:
    """Return the outcome of each part of an image of *prompt*."""
    return {
        (part.kind.value, part.requested): part.outcome.value
        for part in paint_with_report(request(prompt, medium)).content
    }


@pytest.mark.parametrize(
    ("prompt", "relation"),
    [
        ("a parrot on a rock", "on"),
        ("一只猫坐在书上", "在书上"),
        ("a cat on a sofa", "on"),
        ("小狗坐在椅子上", "在椅子上"),
        ("a hedgehog with an apple on its back", "with an apple on its back"),
        ("小乌龟背着一个蘑菇", "背着一个蘑菇"),
        ("a mosque with a crescent moon above it", "above it"),
        ("a hammock between two palm trees", "between"),
        ("两棵树之间的房子", "之间"),
    ],
)
def test_what_is_on_a_thing_touches_it_and_other_relations_are_drawn(prompt: str, relation: str) -> None:
    assert report(prompt)[("relation", relation)] == "shown"


def test_who_sits_on_a_sofa_sits_on_its_seat() -> None:
    drawing = compose_request(request("a cat on a sofa")).drawing
    cat, sofa = sorted(drawing.copies, key=lambda copy: copy.figure.subject)
    feet, back = (np.nonzero(drawing.mask(copy))[0] for copy in (cat, sofa))
    assert back.min() + 0.3 * np.ptp(back) < feet.max() < back.max()


def test_what_floats_above_a_thing_is_not_on_it() -> None:
    composed = compose_request(request("a parrot on a rock"))
    (parrot,) = [copy for copy in composed.drawing.copies if copy.figure is composed.scene.figures[0]]
    raised = [
        replace(shape, points=shape.points - np.array([0.0, 0.08])) if parrot.start <= number < parrot.end else shape
        for number, shape in enumerate(composed.drawing.shapes)
    ]
    painting = paint_with_report(request("a parrot on a rock"))
    figures = composed.scene.figures
    on, above = (
        inspect(replace(composed, drawing=drawing), painting.pixels).find_unseen(figures, 0)
        for drawing in (composed.drawing, replace(composed.drawing, shapes=tuple(raised)))
    )
    assert PartKind.RELATION not in on and PartKind.RELATION in above


def test_what_stands_under_a_tree_is_not_below_its_roots() -> None:
    drawing = compose_request(request("一只白鹤站在松树下")).drawing
    feet = [np.nonzero(drawing.mask(copy))[0].max() for copy in drawing.copies]
    assert abs(feet[0] - feet[1]) < 0.12 * drawing.grid[1]


@pytest.mark.parametrize(
    ("prompt", "kind", "words"),
    [
        ("一把雨伞靠在门边", "action", "靠在门边"),
        ("一串葡萄挂在藤上", "action", "挂在藤上"),
        ("a violin leaning against a chair", "action", "leaning against a chair"),
        ("a house between a river and a road", "relation", "between"),
        ("a puppy with a bone in its mouth", "relation", "in its mouth"),
        ("a parrot sitting on a pirate's shoulder", "relation", "sitting on a pirate's shoulder"),
        ("an octopus holding four teacups", "action", "holding four teacups"),
        ("一只猫趴在窗台上", "setting", "窗台上"),
        ("金色的龙在云里飞", "setting", "云里"),
        ("稻草人肩上站着一只乌鸦", "relation", "肩上"),
        ("窗边一盆开黄花的仙人掌", "action", "开黄花"),
        ("一碗面上放着半个鸡蛋", "count", "半个"),
        ("a scarecrow with a crow on its shoulder", "relation", "on its shoulder"),
    ],
)
def test_an_action_or_a_relation_that_is_not_drawn_is_missing_with_its_object(
    prompt: str, kind: str, words: str
) -> None:
    assert report(prompt)[(kind, words)] == "missing"


@pytest.mark.parametrize(
    ("prompt", "subjects"),
    [
        ("三只企鹅在冰面上排队走路", ["icon/penguin"]),
        ("a puppy with a bone in its mouth", [Subject.DOG, "icon/bone"]),
        ("leaves on the ground", ["icon/own/leaf"]),
        ("a castle with waterfalls off the edges", [Subject.CASTLE, Subject.WATERFALL]),
        ("喜鹊登枝", ["icon/own/magpie"]),
        ("吃竹子的大熊猫", [Subject.PANDA]),
        ("a wizard's hat on a pile of books", ["icon/own/wizard_hat", "icon/own/book_stack"]),
        ("a polar bear mother on the ice", ["icon/own/polar_bear"]),
        ("三只企鹅排成人字", ["icon/penguin"]),
    ],
)
def test_words_of_a_place_a_body_or_a_verb_are_no_things(prompt: str, subjects: list[str]) -> None:
    assert [figure.subject for figure in parse_figures(prompt).figures] == subjects


@pytest.mark.parametrize(
    ("prompt", "main"),
    [
        ("盘子里放着四块月饼", "月饼"),
        ("树枝上坐着一只猴子，正在吃桃子", "猴子"),
        ("屋檐下挂着两个红灯笼", "红灯笼"),
        ("竹林里吃竹子的大熊猫", "大熊猫"),
    ],
)
def test_what_is_in_a_place_is_the_main_subject_and_not_the_place(prompt: str, main: str) -> None:
    content = paint_with_report(request(prompt)).content
    assert next(part.requested for part in content if part.kind is PartKind.SUBJECT) == main


def test_what_someone_eats_is_at_the_mouth() -> None:
    drawing = compose_request(request("a monkey eating a peach")).drawing
    monkey, peach = drawing.copies
    body, fruit = (np.nonzero(drawing.mask(copy))[0] for copy in (monkey, peach))
    assert fruit.min() < body.min() + 0.4 * np.ptp(body)
    # To strangers it is at the cheek.
    assert report("a monkey eating a peach")[("action", "eating a peach")] == "unclear"


def test_what_a_drawing_holds_anyway_is_not_drawn_twice() -> None:
    scene = compose_request(request("吃竹子的大熊猫")).scene
    assert not scene.figures[0].attached
    assert report("吃竹子的大熊猫")[("action", "吃竹子")] == "shown"


def test_an_owl_on_a_branch_has_one_branch() -> None:
    figures = parse_figures("two owls on a branch").figures
    assert [figure.subject for figure in figures] == [Subject.OWL]
    assert report("an owl on a branch")[("subject", "branch")] == "shown"


def test_who_eats_on_a_rock_is_on_it() -> None:
    outcomes = report("石头上坐着一只猴子，正在吃桃子")
    assert (outcomes[("relation", "上")], outcomes[("action", "吃桃子")]) == ("shown", "unclear")


def test_a_herd_is_several() -> None:
    assert [figure.count for figure in parse_figures("森林里的松鼠群").figures][:1] == [3]


def test_what_someone_sits_on_is_not_the_next_thing_that_is_known() -> None:
    assert parse_figures("爷爷坐在藤椅上听收音机").figures[0].relation is None


def test_nobody_eats_behind_a_closed_helmet() -> None:
    assert report("宇航员吃西瓜")[("action", "吃西瓜")] == "missing"


def test_an_outfit_is_not_claimed_where_its_color_is_missing() -> None:
    outcomes = report("穿红裙子的小女孩", Medium.LINE_ART)
    assert outcomes[("color", "红")] == outcomes[("action", "穿红裙子")] == "missing"


def test_what_is_hard_to_recognize_is_not_counted() -> None:
    outcomes = report("三根针", Medium.MOSAIC)
    assert outcomes[("subject", "针")] == outcomes[("count", "三")] == "unclear"


def test_what_a_tiny_person_does_cannot_be_seen() -> None:
    assert report("三个男人在弹吉他，两座房子和一棵树")[("action", "弹吉他")] == "unclear"


def test_a_relation_to_a_substitute_is_none_to_the_thing_itself() -> None:
    outcomes = report("一只鸟站在运钞车上")
    assert outcomes[("subject", "运钞车")] == outcomes[("relation", "在运钞车上")] == "substituted"


def test_a_basket_of_bread_is_on_what_follows_and_the_bread_is_in_it() -> None:
    bread, basket, _ = parse_figures("a basket of croissants on a rock").figures
    assert (bread.relation, basket.relation) == (Relation.INSIDE, Relation.ON)
    assert [part.kind for part in bread.words] == [PartKind.SUBJECT]


def test_snow_is_white_and_lines_alone_show_none() -> None:
    assert report("雪地里的狐狸")[("setting", "雪地")] == "shown"
    assert report("雪地里的狐狸", Medium.LINE_ART)[("setting", "雪地")] == "missing"
    assert report("冰面上的企鹅")[("setting", "冰面")] == PartOutcome.SUBSTITUTED.value


def test_fog_veils_the_land_in_any_technique_with_colors() -> None:
    assert report("雾中的灯塔", Medium.LOW_POLY)[("condition", "雾")] == "shown"
    assert report("雾中的灯塔", Medium.NEON)[("condition", "雾")] == "missing"


@pytest.mark.parametrize("prompt", ["a clock on the wall", "粉色的茶壶挂在砖墙上"])
def test_a_thing_on_a_wall_is_on_its_face_and_a_cat_on_its_edge(prompt: str) -> None:
    def measure(text: str) -> tuple[float, float]:
        drawing = compose_request(request(text)).drawing
        wall, upper = (np.vstack([shape.points for shape in drawing.list_body(copy)]) for copy in drawing.copies)
        return float(upper[:, 1].max()), float(wall[:, 1].min())

    (foot, edge), (paws, top) = measure(prompt), measure("a cat on the wall")
    assert foot > edge + 0.3
    assert paws < top + 0.1
