"""Claims about what lies, hangs, hides and acts: what an image does not show is not claimed, and what it shows is."""

import pytest

from engines.language import parse_intent
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Setting
from services.common.contract.image_chat import ContentPart, Medium, PartKind, PartOutcome
from services.common.contract.requests import ParseIntent

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def list_parts(text: str, medium: Medium = Medium.FLAT) -> tuple[ContentPart, ...]:
    subject = parse_intent(ParseIntent(text)).subject
    return paint_with_report(PaintRequest(text, subject, Look(medium, _PALETTE), 400, 400, 3)).content


def list_claims(text: str, medium: Medium = Medium.FLAT) -> set[tuple[PartKind, str]]:
    return {(one.kind, one.requested) for one in list_parts(text, medium) if one.outcome is PartOutcome.SHOWN}


def list_kinds(text: str) -> set[PartKind]:
    return {kind for kind, _ in list_claims(text)}


def list_subjects(text: str) -> list[str]:
    subject = parse_intent(ParseIntent(text)).subject
    scene = parse_scene(PaintRequest(text, subject, None, 300, 300, 3), Medium.FLAT)
    return [str(figure.subject) for figure in scene.figures]


@pytest.mark.parametrize("text", ["一支毛笔放在书上", "a paintbrush on a box", "a sword on a rock"])
def test_what_cannot_stand_is_on_nothing_with_its_tip(text: str) -> None:
    assert PartKind.RELATION not in list_kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "一支钢笔放在信封上",
        "a key on a notebook",
        "a magnifying glass on a map",
        "a ballpoint pen on a postcard",
        "a stethoscope on a clipboard",
    ],
)
def test_what_cannot_stand_lies_on_a_page(text: str) -> None:
    assert PartKind.RELATION in list_kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "an apple on a book",
        "a wine glass on a book",
        "a bird on an envelope",
        "a snail on a leaf",
        "a spoon on a plate",
    ],
)
def test_what_stands_is_on_something(text: str) -> None:
    assert PartKind.RELATION in list_kinds(text)


@pytest.mark.parametrize("text", ["a castle with two flags on top", "一座城堡，上面有三面旗子"])
def test_flags_of_a_castle_are_not_counted(text: str) -> None:
    assert PartKind.COUNT not in list_kinds(text)
    assert list_subjects(text) == ["castle"]


def test_flags_next_to_a_tower_are_counted() -> None:
    assert (PartKind.COUNT, "three") in list_claims("a tower with three flags")


@pytest.mark.parametrize("text", ["大太阳在正中间，蓝底", "a big sun in the middle, behind clouds"])
def test_a_sun_of_any_size_is_not_large(text: str) -> None:
    assert PartKind.POSITION not in list_kinds(text)


def test_a_moon_that_fills_the_sky_is_not_small() -> None:
    assert (PartKind.POSITION, "small") not in list_claims("a small moon in the top left corner over a lake")


def test_a_sun_is_where_it_is_requested() -> None:
    assert (PartKind.POSITION, "右上角") in list_claims("极简线稿,一艘帆船,右上角一轮太阳", Medium.LINE_ART)


@pytest.mark.parametrize("text", ["面包师端着面包", "a baker holding bread", "a fruit seller holding fruit"])
def test_what_is_held_is_not_on_the_table(text: str) -> None:
    assert (PartKind.ACTION, text) not in list_claims(text)


@pytest.mark.parametrize("text", ["a baker holding a rolling pin", "a waiter holding a tray", "厨师拿着锅铲"])
def test_what_is_in_the_hands_is_held(text: str) -> None:
    assert PartKind.ACTION in list_kinds(text)


def test_flowers_that_nobody_sees_are_no_spring() -> None:
    assert (PartKind.CONDITION, "春天") not in list_claims("春天，三桶花，没有人", Medium.PHOTO)


def test_a_tree_in_bloom_is_spring() -> None:
    assert (PartKind.CONDITION, "spring") in list_claims("a cherry tree in spring")


@pytest.mark.parametrize("text", ["a couple having a picnic on the grass", "a cat on the grass", "一只狗趴在草上"])
def test_who_is_on_the_grass_is_on_a_meadow(text: str) -> None:
    assert "icon/own/grass" not in list_subjects(text)


def test_grass_at_a_lake_is_no_other_place() -> None:
    request = PaintRequest("a tent on grass by a lake", "tent on grass by a lake", None, 300, 300, 3)
    assert parse_scene(request, Medium.FLAT).setting is Setting.LAKE


@pytest.mark.parametrize("text", ["a ladybug on a blade of grass", "a tuft of grass", "一丛草"])
def test_grass_alone_is_a_plant(text: str) -> None:
    assert "icon/own/grass" in list_subjects(text)


@pytest.mark.parametrize(
    "text",
    ["kid's crayon picture of a snowman holding a broom", "a child's drawing of a snowman", "儿童蜡笔画：一个雪人"],
)
def test_the_author_of_a_drawing_is_not_in_it(text: str) -> None:
    assert list_subjects(text)[0].endswith("snowman")


@pytest.mark.parametrize(
    "text",
    ["a child holding a balloon", "儿童在放风筝", "小朋友，在公园里放风筝", "a kid drawing a picture of a house"],
)
def test_a_child_that_does_something_is_drawn(text: str) -> None:
    assert any("boy" in one or "girl" in one or "child" in one for one in list_subjects(text))


@pytest.mark.parametrize(
    "text",
    [
        "a boy next to a snowman holding a broom",
        "小男孩旁边的雪人拿着扫帚",
        "小男孩和拿着扫帚的雪人",
        "a kid's teddy bear holding a balloon",
    ],
)
def test_a_person_does_not_hold_what_another_figure_holds(text: str) -> None:
    assert PartKind.ACTION not in list_kinds(text)


@pytest.mark.parametrize(
    "text", ["一个雪人和拿着扫帚的男孩", "a child holding a balloon next to a snowman", "a man holding an umbrella"]
)
def test_a_person_holds_what_is_theirs(text: str) -> None:
    assert PartKind.ACTION in list_kinds(text)


@pytest.mark.parametrize("text", ["a potter, hands only, no face", "a girl from behind, no face", "a dancer, no hands"])
def test_a_part_of_a_person_is_not_left_out(text: str) -> None:
    assert PartKind.EXCLUSION not in list_kinds(text)


def test_a_landscape_has_no_faces() -> None:
    assert (PartKind.EXCLUSION, "faces") in list_claims("a mountain lake, no faces")


def test_a_sprig_is_counted_with_a_branch() -> None:
    assert (PartKind.COUNT, "one") not in list_claims("plum blossoms, just one branch")


def test_a_branch_alone_is_one() -> None:
    assert (PartKind.COUNT, "one") in list_claims("one branch and a pumpkin")


@pytest.mark.parametrize("text", ["小猫在睡觉，灰色的猫", "一只小狗趴着，棕色的小狗", "a kitten asleep, grey kitten"])
def test_an_animal_named_again_has_the_color(text: str) -> None:
    assert len(list_subjects(text)) == 1
    assert PartKind.COLOR in list_kinds(text)


@pytest.mark.parametrize("text", ["一只猫和一只灰色的猫", "小猫在睡觉，旁边还有灰色的猫", "a cat, and a grey cat"])
def test_another_animal_is_another(text: str) -> None:
    assert len(list_subjects(text)) == 2
