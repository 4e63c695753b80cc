"""Parsing of prompts, in Chinese and English."""

import pytest

from engines.painter.content.media import parse_medium
from engines.painter.paint_request import PaintRequest
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Scene, Setting, Subject, TimeOfDay, Weather
from services.common.contract.image_chat import Medium


def scene(prompt: str, subject: str = "", medium: Medium = Medium.ANIME) -> Scene:
    return parse_scene(PaintRequest(prompt, subject, None, 64, 64, 1), medium)


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("画一只赛博朋克风格的猫", Subject.CAT),
        ("two puppies on a hill", Subject.DOG),
        ("猫头鹰", Subject.OWL),
        ("大熊猫吃竹子", Subject.PANDA),
        ("马赛克风格的鱼", Subject.FISH),
        ("a portrait of a woman", Subject.WOMAN),
        ("butterflies", Subject.BUTTERFLY),
        ("机器人", Subject.ROBOT),
        ("屋顶上的猫", Subject.CAT),
        ("水墨山水画", Subject.MOUNTAINS),
        ("the sea at sunset", Subject.SEA),
    ],
)
def test_the_subject_is_found(prompt: str, subject: Subject) -> None:
    """The first named thing is the subject. Longer words take precedence over words inside them."""
    assert scene(prompt).figures[0].subject is subject


@pytest.mark.parametrize("prompt", ["花纹", "scatter", "carpet", "messenger", "量子"])
def test_words_inside_other_words_are_not_subjects(prompt: str) -> None:
    """A pattern is not a flower (花), and a carpet is not a car."""
    assert scene(prompt).figures == ()


@pytest.mark.parametrize(("prompt", "count"), [("两只猫", 2), ("three boats", 3), ("五朵花", 5), ("a cat", 1)])
def test_a_number_word_sets_the_count(prompt: str, count: int) -> None:
    """A number word before the subject sets its count."""
    assert scene(prompt).figures[0].count == count


def test_a_landscape_becomes_the_setting_of_a_figure() -> None:
    """In "a cat by the sea" the cat is the subject and the sea the setting."""
    parsed = scene("海边的猫, 夕阳, 下雨")
    assert [figure.subject for figure in parsed.figures] == [Subject.CAT]
    assert (parsed.setting, parsed.time_of_day, parsed.weather) == (Setting.BEACH, TimeOfDay.SUNSET, Weather.RAIN)


def test_a_neon_cat_sits_above_the_city_at_night() -> None:
    """The medium provides a setting where none is named."""
    parsed = scene("a cat", medium=Medium.NEON)
    assert (parsed.setting, parsed.time_of_day) == (Setting.ROOFTOP, TimeOfDay.NIGHT)


def test_the_named_subject_takes_precedence_over_the_prompt() -> None:
    """Subjects in the description of a style do not replace the requested one."""
    assert scene("a dragon\nneon city, rain, robots", "dragon").figures[0].subject is Subject.DRAGON
    assert scene("a dragon\nneon city, rain, robots").figures[0].subject is Subject.DRAGON


@pytest.mark.parametrize(
    ("prompt", "medium"),
    [
        ("赛博朋克的城市", Medium.NEON),
        ("ink wash mountains", Medium.INK_WASH),
        ("watercolor flower", Medium.WATERCOLOR),
        ("像素风的房子", Medium.PIXEL),
        ("oil painting of a horse", Medium.OIL),
        ("浮世绘海浪", Medium.WOODBLOCK),
        ("low poly fox", Medium.LOW_POLY),
        ("波普艺术肖像", Medium.POP_ART),
        ("一只猫", None),
    ],
)
def test_style_words_name_the_medium(prompt: str, medium: Medium | None) -> None:
    """Without a look the prompt determines the technique."""
    assert parse_medium(prompt) is medium


@pytest.mark.parametrize(
    ("text", "drawing"),
    [
        ("一家面馆的招牌，红底黄字", "icon/own/sign_board"),
        ("冰箱门开着，里面只有一个西瓜", "icon/own/fridge"),
        ("石膏头像，戴着墨镜", "icon/own/bust_statue"),
        ("a castle made of sand", "icon/own/sandcastle"),
        ("a train crossing a bridge", "train"),
        ("mom in the kitchen", "woman"),
        ("a superwoman", "person/woman/superhero//"),
        ("女超人", "person/woman/superhero//"),
    ],
)
def test_the_thing_itself_is_drawn(text: str, drawing: str) -> None:
    assert drawing in {figure.subject for figure in scene(text, text).figures}
