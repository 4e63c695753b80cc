"""Pictures of a note have to do with its topic, whatever words its paragraphs happen to use."""

import pytest

from services.common.language import Language
from services.planner.domain.note.depictions import DEPICTIONS
from services.planner.domain.note.paging import plan_layout
from services.planner.domain.note.picturing import plan_images
from services.planner.domain.note.tasks import ImagesTask, LayoutTask
from services.planner.domain.note.themes import THEMES
from services.planner.domain.note.values import NoteText
from tests.unit.planner.note_samples import brief_of

BODY = (
    "开始之前，先想清楚。\n\n准备\n几点出发、价格多少，都写下来。\n\n"
    "动手\n时间到了就开始，手机放远一点。\n\n最后\n祝你顺利。"
)
ENGLISH_BODY = "Start here.\n\nGet ready\nMind the price and the time.\n\nBegin\nPut the phone away.\n\nGood luck."


def subjects(wish: str, language: Language) -> list[str]:
    brief = brief_of(wish, language)
    note = NoteText(brief.topic, BODY if language is Language.CHINESE else ENGLISH_BODY)
    layout = plan_layout(LayoutTask(brief, note, language))
    return [plan.subject for plan in plan_images(ImagesTask(brief, note, layout, language)).plans]


@pytest.mark.parametrize(
    ("wish", "cover"),
    [
        ("手冲咖啡教程", "桌上的一杯咖啡"),
        ("平价护肤品测评", "花园里的玫瑰"),
        ("露营装备清单", "森林里的小木屋，星空"),
        ("春游攻略", "公园里盛开的樱花"),
        ("杭州春游攻略", "公园里盛开的樱花"),
        ("小户型收纳教程", "草地上的小房子"),
        ("考研日记", "桌上的书本"),
        ("Write a guide to spring picnics", "a cake and fruit on a meadow"),
        ("a packing list for a weekend hike", "mountains in mist"),
    ],
)
def test_all_pictures_of_a_note_are_of_its_field(wish: str, cover: str) -> None:
    language = Language.ENGLISH if wish.isascii() else Language.CHINESE
    shown = subjects(wish, language)
    field = next(
        theme
        for theme in THEMES
        if cover in {one.scene.pick(language) for one in DEPICTIONS if one.scene.zh in theme.scenes}
        and any(word in wish.lower() for word in theme.words)
    )
    scenes = {one.scene.pick(language) for one in DEPICTIONS if one.scene.zh in field.scenes}
    assert shown[0] == cover
    assert set(shown) <= scenes


def test_every_scene_of_a_field_can_be_painted() -> None:
    known = {one.scene.zh for one in DEPICTIONS}
    assert {scene for theme in THEMES for scene in theme.scenes} <= known
    assert all(len(set(theme.scenes)) >= 9 for theme in THEMES)
