"""Which pictures a note gets, where they stand and what is written on them, by rules and by a model's answer mended."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.language import Language
from services.executor.domain.painter.commission import Commission, Medium
from services.executor.domain.painter.reading import read_medium, read_scene
from services.executor.domain.painter.scene import Place
from services.planner.domain.note.answers import PlannedPictures
from services.planner.domain.note.depictions import DEPICTIONS
from services.planner.domain.note.picturing import STYLES, plan_images
from services.planner.domain.note.preferences import preferences
from services.planner.domain.note.settling import settled_plans
from services.planner.domain.note.tasks import ImagesTask, LayoutTask
from services.planner.domain.note.values import Clarified, ImagePlans, Kind, NoteText
from tests.unit.planner.note_samples import (
    IMAGES_TASKS,
    PICNICS,
    REFERENCES,
    SPRING,
    TEXTS,
    assert_is_whole,
    brief_of,
    images_task,
)

TASK = images_task(LayoutTask(brief_of("写一篇春游攻略"), SPRING))
ENGLISH = images_task(
    LayoutTask(
        brief_of("Write a guide to spring picnics in Hangzhou for families", Language.ENGLISH),
        PICNICS,
        Language.ENGLISH,
    )
)
OVERLAYS = st.lists(st.fixed_dictionaries({"text": TEXTS}, optional={"kind": st.sampled_from(list(Kind))}), max_size=6)
PICTURES = st.lists(
    st.fixed_dictionaries(
        {"paragraph": st.integers(0, 80), "prompt": TEXTS.filter(bool)},
        optional={
            "palette": st.lists(st.sampled_from(["#aabbcc", "#AABBCC", "red", "#12345", ""]), max_size=12),
            "aspect": st.sampled_from(["3:4", "1:1", "4:3"]),
            "reference": st.integers(0, 9),
            "style": TEXTS,
            "subject": TEXTS,
            "texts": OVERLAYS,
        },
    ),
    min_size=1,
    max_size=12,
)
ANSWERS = PICTURES.map(lambda pictures: PlannedPictures.model_validate({"pictures": pictures}))


def planned(feedback: str = "", task: ImagesTask = TASK, **changes: Any) -> ImagePlans:
    return plan_images(replace(task, feedback=feedback, **changes))


def counted(count: int, note: NoteText = SPRING, preference: str = "") -> ImagePlans:
    layout = LayoutTask(brief_of("写一篇春游攻略", picture_count=count), note, layout_preference=preference)
    return plan_images(images_task(layout))


@pytest.mark.parametrize("count", range(1, 10))
def test_there_are_as_many_pictures_as_the_brief_says(count: int) -> None:
    plans = counted(count)
    assert [plan.plan_id for plan in plans.plans] == [f"image-{number}" for number in range(1, count + 1)]
    assert_is_whole(plans, len(SPRING.paragraphs))


def test_a_short_body_gets_fewer_pictures_and_an_empty_one_a_cover() -> None:
    assert len(counted(9, NoteText("", "只有一段。")).plans) == 3
    assert len(counted(9, NoteText("", "")).plans) == 1
    assert counted(9, NoteText("", "")).bindings == ()


def test_pictures_stand_with_the_sections_that_want_one() -> None:
    assert [(one.plan_id, one.paragraph) for one in planned().bindings] == [
        ("image-1", 0), ("image-2", 1), ("image-3", 3),
    ]  # fmt: skip


def test_each_picture_shows_what_its_paragraph_speaks_of() -> None:
    subjects = [plan.subject for plan in planned().plans]
    assert subjects == ["公园里盛开的樱花", "森林里的小木屋，星空", "桌上的蛋糕"]


def test_no_two_pictures_of_a_note_show_the_same_while_there_is_something_else() -> None:
    subjects = [plan.subject for plan in counted(9).plans]
    assert len(set(subjects)) == 9


def test_prompts_are_in_the_language_of_the_run() -> None:
    assert all(plan.prompt.isascii() and plan.purpose.isascii() for plan in plan_images(ENGLISH).plans)


def test_the_cover_is_three_by_four_and_carries_title_and_subtitle() -> None:
    plans = planned()
    assert (plans.plans[0].width, plans.plans[0].height) == (768, 1024)
    assert [(one.text, one.kind) for one in plans.overlays if one.plan_id == "image-1"] == [
        ("春游攻略", Kind.TITLE), ("杭州周末这样玩", Kind.SUBTITLE),
    ]  # fmt: skip


def test_other_pictures_carry_the_heading_of_their_section() -> None:
    assert [one.text for one in planned().overlays if one.kind is Kind.CAPTION] == ["行前准备", "吃什么"]


@pytest.mark.parametrize(
    ("preference", "cover", "inner"),
    [("九宫格", (768, 1024), (768, 768)), ("图文交替", (768, 1024), (1024, 768)), ("大封面", (960, 1280), (768, 1024))],
)
def test_sizes_suit_the_page(preference: str, cover: tuple[int, int], inner: tuple[int, int]) -> None:
    sizes = [(plan.width, plan.height) for plan in counted(3, preference=preference).plans]
    assert sizes == [cover, inner, inner]


def test_references_take_turns_and_lend_style_and_palette() -> None:
    plans = planned(references=REFERENCES).plans
    assert [plan.reference_asset_id for plan in plans] == ["asset-1", "asset-2", "asset-1"]
    assert [plan.palette for plan in plans] == [REFERENCES[n].palette for n in (0, 1, 0)]
    assert {plan.style for plan in plans} == {"胶片"}


@pytest.mark.parametrize(
    ("feedback", "count"),
    [("图片太少了", 4), ("更多图", 4), ("再少一张图", 2), ("图太多", 2), ("要5张图", 5), ("more pictures please", 4)],
)
def test_feedback_changes_the_number_of_pictures(feedback: str, count: int) -> None:
    assert len(planned(feedback).plans) == count


@pytest.mark.parametrize(
    "feedback",
    [
        "there is no text on the cover picture",
        "2 pictures were planned, 4 were asked for",
        "a text on a picture is too long",
        "一张图片也没有做出来",
        "封面标题写明“春游”",
        "shorten the title to at most 20 characters",
        "第 2 张图与另一张的画面描述相同",
    ],
)
def test_what_a_reviewer_only_found_is_not_taken_for_a_wish(feedback: str) -> None:
    wanted = preferences(feedback)
    assert (wanted.count, wanted.more, wanted.no_text, wanted.title) == (0, 0, False, "")


@pytest.mark.parametrize(
    "feedback", ["不要文字", "去掉图片上的文字", "no text on the pictures", "封面上的字都不要，不要文字"]
)
def test_feedback_takes_the_texts_off_the_pictures(feedback: str) -> None:
    assert planned(feedback).overlays == ()


@pytest.mark.parametrize(
    ("feedback", "style"), [("换成水彩风", "水彩"), ("改成油画风格", "油画"), ("change it to pixel art", "pixel art")]
)
def test_feedback_changes_the_style_of_all_pictures(feedback: str, style: str) -> None:
    assert {plan.style for plan in planned(feedback).plans} == {style}


def test_a_style_that_feedback_refuses_is_not_taken() -> None:
    assert planned("不要水彩").plans[0].style == planned("").plans[0].style


def test_feedback_changes_what_the_cover_or_another_picture_shows() -> None:
    assert planned("封面换成猫").plans[0].subject == "窗边的猫"
    assert planned("第二张换成狗狗").plans[1].subject == "草地上的小狗"


def test_feedback_that_names_nothing_known_still_brings_other_pictures() -> None:
    before = [plan.subject for plan in planned().plans]
    after = [plan.subject for plan in planned("和段落不太对应").plans]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_answers_count_as_feedback() -> None:
    plans = plan_images(replace(TASK, clarified=(Clarified("要什么风格？", "换成油画风格"),)))
    assert plans.plans[0].style == "油画"


@pytest.mark.parametrize("language", list(Language))
def test_the_built_in_painter_knows_every_scene(language: Language) -> None:
    for depiction in DEPICTIONS:
        words = depiction.scene.pick(language)
        scene = read_scene(Commission(words, words, None, 768, 1024, 1), Medium.ANIME)
        assert scene.figures, words
        assert scene.place is not Place.ABSTRACT, words


@pytest.mark.parametrize("language", list(Language))
def test_the_built_in_painter_knows_every_style_of_its_own(language: Language) -> None:
    assert all(read_medium(style.pick(language)) is not None for style in STYLES.values())


@pytest.mark.parametrize("task", [TASK, ENGLISH])
def test_the_words_around_a_scene_change_nothing_of_it(task: ImagesTask) -> None:
    for plan in plan_images(task).plans:
        alone = read_scene(Commission(plan.subject, plan.subject, None, 768, 1024, 1), Medium.ANIME)
        whole = read_scene(Commission(plan.prompt, plan.subject, None, 768, 1024, 1), Medium.ANIME)
        assert (whole.figures, whole.place) == (alone.figures, alone.place)


@given(IMAGES_TASKS)
def test_every_set_of_pictures_is_whole(task: ImagesTask) -> None:
    plans = plan_images(task)
    assert_is_whole(plans, len(task.note.paragraphs))
    assert plan_images(task) == plans


@given(IMAGES_TASKS, ANSWERS)
def test_a_models_set_of_pictures_is_whole_and_as_large_as_wanted(task: ImagesTask, answer: PlannedPictures) -> None:
    plans = settled_plans(answer, task)
    assert_is_whole(plans, len(task.note.paragraphs))
    assert len(plans.plans) == len(plan_images(task).plans)
    assert all(plan.reference_asset_id in ("", "asset-1", "asset-2") for plan in plans.plans)
