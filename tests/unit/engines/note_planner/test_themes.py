"""Images of a note match its topic, regardless of the words of its paragraphs."""

import pytest

from engines.note_planner.image_plans import plan_images
from engines.note_planner.layout import plan_layout
from engines.note_planner.objects import KNOWN_THINGS, shows_topic
from engines.note_planner.scenes import SCENES
from engines.note_planner.themes import NARROWER, find_theme_scenes
from engines.note_planner.themes import SCENES as THEME_SCENES
from engines.painter.content.mentions import find_mentions
from services.common.contract.note import NoteContent
from services.common.contract.requests import PlanImages, PlanLayout
from services.common.text.language import Language
from tests.unit.engines.note_planner.samples import make_brief

BODY = (
    "开始之前，先想清楚。\n\n准备\n几点出发、价格多少，都写下来。\n\n"
    "动手\n时间到了就开始，手机放远一点。\n\n最后\n祝你顺利。"
)
ENGLISH_BODY = "Start here.\n\nGet ready\nMind the price and the time.\n\nBegin\nPut the phone away.\n\nGood luck."


def subjects(text: str, language: Language) -> list[str]:
    brief = make_brief(text, language)
    content = NoteContent(brief.topic, BODY if language is Language.CHINESE else ENGLISH_BODY)
    layout = plan_layout(PlanLayout(brief, content), language)
    return [plan.subject for plan in plan_images(PlanImages(brief, content, layout), language).plans]


@pytest.mark.parametrize(
    ("text", "cover"),
    [
        ("手冲咖啡教程", "桌上的咖啡"),
        ("平价护肤品测评", "桌上的乳液"),
        ("露营装备清单", "草地上的帐篷"),
        ("春游攻略", "公园里盛开的樱花"),
        ("杭州春游攻略", "公园里盛开的樱花"),
        ("小户型收纳教程", "桌上的包裹"),
        ("考研日记", "桌上的书本"),
        ("Write a guide to spring picnics", "a cake and fruit on a meadow"),
        ("a packing list for a weekend hike", "mountains in mist"),
    ],
)
def test_all_images_of_a_note_match_its_theme(text: str, cover: str) -> None:
    language = Language.ENGLISH if text.isascii() else Language.CHINESE
    planned = subjects(text, language)
    topic = make_brief(text, language).topic
    of_theme = find_theme_scenes([topic])
    scenes = {one.scene.pick(language) for one in SCENES if one.scene.zh in of_theme}
    assert planned[0] == cover
    assert all(one in scenes or shows_topic(one, topic) for one in planned)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("阳台种番茄", {"番茄"}),
        ("新手养乌龟", {"乌龟"}),
        ("Growing strawberries on a balcony", {"strawberry", "strawberries"}),
        ("My corgi is shy with guests", {"dog", "dogs"}),
        ("小提琴零基础自学", {"小提琴"}),
    ],
)
def test_all_images_show_the_thing_that_the_topic_names_in_different_ways(text: str, names: set[str]) -> None:
    planned = subjects(text, Language.ENGLISH if text.isascii() else Language.CHINESE)
    assert len(set(planned)) == len(planned) > 1
    assert all(any(name in one for name in names) for one in planned), planned


@pytest.mark.parametrize("topic", ["第一次献爱心", "my first time voting", "Repotting a snake plant", "home alone"])
def test_a_word_that_names_no_thing_is_not_in_the_image(topic: str) -> None:
    assert not any(shows_topic(one, topic) for one in ("金牌", "a first place medal", "a snake", "a house"))


def test_every_thing_is_known_to_the_painter() -> None:
    names = [text for thing in KNOWN_THINGS for text in (thing.name.zh, thing.name.en)]
    unknown = [name for name in names if not any(one.is_subject for one in find_mentions(name.lower()))]
    assert unknown == ["a pencil"]  # the painter parses the word as a technique


def test_every_scene_of_a_theme_is_known() -> None:
    known = {one.scene.zh for one in SCENES}
    sets = [*THEME_SCENES.values(), *(scenes for _, scenes in NARROWER)]
    assert {scene for scenes in sets for scene in scenes} <= known
    assert all(len(set(scenes)) >= 9 for scenes in sets)
