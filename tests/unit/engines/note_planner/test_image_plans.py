"""Images of a note by the built-in rules: subjects, placements and texts."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from engines.note_planner.image_plans import STYLES, plan_images
from engines.note_planner.request.preferences import parse_preferences
from engines.note_planner.scenes import SCENES
from engines.painter.content.media import parse_medium
from engines.painter.paint_request import PaintRequest
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Setting
from services.common.contract.image_chat import Medium
from services.common.contract.note import ClarificationAnswer, ImagePlanSet, NoteContent, OverlayKind
from services.common.contract.requests import PlanImages, PlanLayout
from services.common.text.language import Language
from tests.unit.engines.note_planner.samples import (
    IMAGES_REQUESTS,
    LANGUAGES,
    PICNICS,
    REFERENCES,
    SPRING,
    assert_is_valid,
    images_request,
    make_brief,
)

REQUEST = images_request(PlanLayout(make_brief("写一篇春游攻略"), SPRING))
ENGLISH = images_request(
    PlanLayout(make_brief("Write a guide to spring picnics in Hangzhou for families", Language.ENGLISH), PICNICS),
    language=Language.ENGLISH,
)


def plan(feedback: str = "", **changes: Any) -> ImagePlanSet:
    return plan_images(replace(REQUEST, feedback=feedback, **changes))


def plan_count(count: int, content: NoteContent = SPRING, preference: str = "") -> ImagePlanSet:
    layout_request = PlanLayout(make_brief("写一篇春游攻略", image_count=count), content, layout_preference=preference)
    return plan_images(images_request(layout_request))


@pytest.mark.parametrize("count", range(1, 10))
def test_there_are_as_many_images_as_in_the_brief(count: int) -> None:
    plans = plan_count(count)
    assert [plan.plan_id for plan in plans.plans] == [f"image-{number}" for number in range(1, count + 1)]
    assert_is_valid(plans, len(SPRING.paragraphs))


def test_a_short_body_gets_fewer_images_and_an_empty_one_a_cover() -> None:
    assert len(plan_count(9, NoteContent("", "只有一段。")).plans) == 3
    assert len(plan_count(9, NoteContent("", "")).plans) == 1
    assert plan_count(9, NoteContent("", "")).bindings == ()


def test_each_image_belongs_to_a_section_that_has_an_image() -> None:
    assert [(one.plan_id, one.paragraph) for one in plan().bindings] == [
        ("image-1", 0), ("image-2", 1), ("image-3", 3),
    ]  # fmt: skip


def test_each_image_shows_what_its_paragraph_mentions() -> None:
    subjects = [plan.subject for plan in plan().plans]
    assert subjects == ["公园里盛开的樱花", "森林里的小木屋，星空", "桌上的蛋糕"]


def test_no_two_images_of_a_note_show_the_same_while_there_are_other_scenes() -> None:
    subjects = [plan.subject for plan in plan_count(9).plans]
    assert len(set(subjects)) == 9


def test_prompts_are_in_the_language_of_the_run() -> None:
    assert all(
        plan.prompt.isascii() and plan.purpose.isascii() for plan in plan_images(ENGLISH, Language.ENGLISH).plans
    )


def test_the_cover_is_three_by_four_and_has_title_and_subtitle() -> None:
    plans = plan()
    assert (plans.plans[0].width, plans.plans[0].height) == (768, 1024)
    assert [(one.text, one.kind) for one in plans.overlays if one.plan_id == "image-1"] == [
        ("春游攻略", OverlayKind.TITLE), ("杭州周末这样玩，带娃也轻松", OverlayKind.SUBTITLE),
    ]  # fmt: skip


def test_other_images_have_the_heading_of_their_section() -> None:
    assert [one.text for one in plan().overlays if one.kind is OverlayKind.CAPTION] == ["行前准备", "吃什么"]


@pytest.mark.parametrize(
    ("preference", "cover", "inner"),
    [("九宫格", (768, 1024), (768, 768)), ("图文交替", (768, 1024), (1024, 768)), ("大封面", (960, 1280), (768, 1024))],
)
def test_sizes_suit_the_layout(preference: str, cover: tuple[int, int], inner: tuple[int, int]) -> None:
    sizes = [(plan.width, plan.height) for plan in plan_count(3, preference=preference).plans]
    assert sizes == [cover, inner, inner]


def test_images_use_style_and_palette_of_the_references_in_rotation() -> None:
    plans = plan(references=REFERENCES).plans
    assert [plan.reference_asset_id for plan in plans] == ["asset-1", "asset-2", "asset-1"]
    assert [plan.palette for plan in plans] == [REFERENCES.references[n].palette for n in (0, 1, 0)]
    assert {plan.style for plan in plans} == {"胶片"}


@pytest.mark.parametrize(
    ("feedback", "count"),
    [("图片太少了", 4), ("更多图", 4), ("再少一张图", 2), ("图太多", 2), ("要5张图", 5), ("more pictures please", 4)],
)
def test_feedback_changes_the_number_of_images(feedback: str, count: int) -> None:
    assert len(plan(feedback).plans) == count


@pytest.mark.parametrize(
    "feedback",
    [
        "there is no text on the cover image",
        "2 images were planned, but 4 were requested",
        "a text on an image is too long",
        "一张图片也没有做出来",
        "封面标题写明“春游”",
        "shorten the title to at most 20 characters",
        "第 2 张图与另一张的画面描述相同",
    ],
)
def test_a_finding_of_a_reviewer_is_not_a_preference(feedback: str) -> None:
    preferences = parse_preferences(feedback)
    assert (preferences.count, preferences.more, preferences.no_text, preferences.title) == (0, 0, False, "")


@pytest.mark.parametrize(
    "feedback", ["不要文字", "去掉图片上的文字", "no text on the pictures", "封面上的字都不要，不要文字"]
)
def test_feedback_removes_the_texts_from_the_images(feedback: str) -> None:
    assert plan(feedback).overlays == ()


@pytest.mark.parametrize(
    ("feedback", "style"), [("换成水彩风", "水彩"), ("改成油画风格", "油画"), ("change it to pixel art", "pixel art")]
)
def test_feedback_changes_the_style_of_all_images(feedback: str, style: str) -> None:
    assert {plan.style for plan in plan(feedback).plans} == {style}


def test_a_style_that_feedback_negates_is_not_used() -> None:
    assert plan("不要水彩").plans[0].style == plan("").plans[0].style


def test_feedback_changes_what_the_cover_or_another_image_shows() -> None:
    assert plan("封面换成猫").plans[0].subject == "窗边的猫"
    assert plan("第二张换成狗狗").plans[1].subject == "草地上的小狗"


def test_feedback_without_known_words_changes_all_images() -> None:
    before = [plan.subject for plan in plan().plans]
    after = [plan.subject for plan in plan("和段落不太对应").plans]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_answers_count_as_feedback() -> None:
    plans = plan_images(replace(REQUEST, clarification_answers=(ClarificationAnswer("要什么风格？", "换成油画风格"),)))
    assert plans.plans[0].style == "油画"


@pytest.mark.parametrize("language", list(Language))
def test_the_built_in_painter_knows_every_scene(language: Language) -> None:
    for entry in SCENES:
        words = entry.scene.pick(language)
        scene = parse_scene(PaintRequest(words, words, None, 768, 1024, 1), Medium.ANIME)
        assert scene.figures, words
        assert scene.setting is not Setting.ABSTRACT, words


@pytest.mark.parametrize("language", list(Language))
def test_the_built_in_painter_knows_every_style_of_its_own(language: Language) -> None:
    assert all(parse_medium(style.pick(language)) is not None for style in STYLES.values())


@pytest.mark.parametrize(("images", "language"), [(REQUEST, Language.CHINESE), (ENGLISH, Language.ENGLISH)])
def test_the_words_around_a_scene_do_not_change_it(images: PlanImages, language: Language) -> None:
    for plan in plan_images(images, language).plans:
        alone = parse_scene(PaintRequest(plan.subject, plan.subject, None, 768, 1024, 1), Medium.ANIME)
        whole = parse_scene(PaintRequest(plan.prompt, plan.subject, None, 768, 1024, 1), Medium.ANIME)
        assert (whole.figures, whole.setting) == (alone.figures, alone.setting)


@given(IMAGES_REQUESTS, LANGUAGES)
def test_every_set_of_images_is_valid(images: PlanImages, language: Language) -> None:
    plans = plan_images(images, language)
    assert_is_valid(plans, len(images.content.paragraphs))
    assert plan_images(images, language) == plans
