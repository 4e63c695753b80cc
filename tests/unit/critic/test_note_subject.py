"""Whether a text is about its request: texts swapped between the requests of the note cases (tests/fixtures/notes)."""

import random
from dataclasses import replace
from functools import cache

import pytest

from services.common.contract.feedback import ChangeOutcome, FeedbackChange
from services.common.contract.image_chat import ContentPart, PartKind, PartOutcome
from services.common.contract.note import Closeness, EvidencePack, EvidenceSource, ImagePlanSet
from services.common.contract.requests import ReviewNote
from services.common.text.language import Language
from services.critic.domain.note.aggregation import MAX_UNCHECKED, decide_by_rules
from services.critic.domain.note.checks.subject import measure_subject
from services.critic.domain.note.dimensions import NoteDimension
from services.critic.domain.note.note import ReviewedNote, build_reviewed_note
from services.critic.domain.note.scores import passes
from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import Written, write_first
from tests.unit.critic.note_samples import CHINESE, LIMITS, assess, format_problems, with_content

SWAPS = 3
"""Texts of other requests, for each request."""
MIN_AUC, MAX_SWAPPED, MIN_OWN = 0.99, 0.01, 0.95
CONTENT = NoteDimension.CONTENT
TITLE_TAKEN = "已经有一篇笔记用了这个标题"


@cache
def write_cases(half: str) -> tuple[Written, ...]:
    cases = [case for case in scores.load_cases("requests", half) if case["theme"][0] not in ("vague", "refused")]
    return tuple(write_first(case["request"]) for case in cases[::2])


def build_review(request: Written, text: Written) -> ReviewedNote:
    """Return the note on *request* with the text of another request, and the pages and images for that text."""
    return ReviewedNote(
        request.text,
        request.brief,
        text.content,
        text.layout,
        request.evidence,
        plans=text.plans.plans,
        bindings=text.plans.bindings,
        overlays=text.plans.overlays,
    )


def compute_nearness(note: ReviewedNote) -> float:
    match = measure_subject(note)
    return (1.0 if match.similarity is None else match.similarity) - 0.25 * (match.same_theme is False)


@pytest.mark.parametrize("half", scores.HALVES)
def test_a_text_about_something_else_does_not_pass(half: str) -> None:
    written, chance = write_cases(half), random.Random(7)
    own = [build_review(one, one) for one in written]
    swapped = [
        build_review(one, other)
        for one in written
        for other in chance.choices(
            [each for each in written if each is not one and each.language is one.language], k=SWAPS
        )
    ]
    near, far = [compute_nearness(note) for note in own], [compute_nearness(note) for note in swapped]
    auc = sum((a > b) + 0.5 * (a == b) for a in near for b in far) / (len(near) * len(far))
    passed = [note for note in swapped if passes(assess(note).scores, LIMITS)]
    assert auc >= MIN_AUC and len(passed) <= MAX_SWAPPED * len(swapped)


@pytest.mark.parametrize("half", scores.HALVES)
def test_a_text_about_its_request_is_not_taken_for_another_one(half: str) -> None:
    own = [build_review(one, one) for one in write_cases(half)]
    assert scores.count_true(not measure_subject(note).is_other_subject for note in own) >= MIN_OWN


def test_a_text_that_uses_none_of_its_sources_is_reported() -> None:
    excerpt = "停车场八点半以前有空位。湖边的长廊下雨能避雨。东门的地铁站有电梯直达。"
    note = replace(CHINESE, evidence=EvidencePack(sources=(EvidenceSource("春游去植物园", excerpt=excerpt),)))
    assert "一句也没有用" in format_problems(note, CONTENT)


def test_a_detail_that_is_neither_used_nor_declared_is_reported() -> None:
    note = replace(CHINESE, brief=replace(CHINESE.brief, constraints=("爷爷坐轮椅",)))
    declared = replace(note, content=replace(note.content, remarks=("正文没有专门写到：爷爷坐轮椅。",)))
    assert "轮椅" in format_problems(note, CONTENT) and "轮椅" not in format_problems(declared, CONTENT)


def test_a_title_of_the_library_is_reported() -> None:
    note = replace(CHINESE, evidence=replace(CHINESE.evidence, example_titles=(CHINESE.content.title,)))
    assert "已经有一篇笔记用了这个标题" in format_problems(note, CONTENT)


def test_a_note_like_an_earlier_one_of_its_session_is_reported() -> None:
    body = CHINESE.content.body
    repeated = replace(CHINESE, earlier_texts=("你好", f"另一个标题\n\n{body}"))
    assert "和这个会话里先前的《另一个标题》一样" in format_problems(repeated, CONTENT)
    other = replace(CHINESE, earlier_texts=(f"另一个标题\n\n{body[: len(body) // 4]}",))
    assert "先前的" not in format_problems(other, CONTENT)


def test_a_title_of_an_earlier_note_of_the_session_is_reported() -> None:
    note = replace(CHINESE, earlier_texts=(f"{CHINESE.content.title}\n\n别的内容。",))
    assert "已经有一篇笔记用了这个标题" in format_problems(note, CONTENT)


@pytest.mark.parametrize(
    "text", ["make it shorter", "标题改短一点", "make it shorter\nfor students", "重写一遍", "write it again"]
)
def test_a_note_that_changes_an_earlier_one_may_resemble_it(text: str) -> None:
    earlier = f"{CHINESE.content.title}\n\n{CHINESE.content.body}"
    assert TITLE_TAKEN not in format_problems(build_reviewed_note(_request(text, earlier)), CONTENT)


@pytest.mark.parametrize("text", [CHINESE.text, "再写一篇", "write another note"])
def test_a_new_note_is_compared_with_the_earlier_ones(text: str) -> None:
    earlier = f"{CHINESE.content.title}\n\n{CHINESE.content.body}"
    assert TITLE_TAKEN in format_problems(build_reviewed_note(_request(text, earlier)), CONTENT)


def _request(text: str, earlier: str) -> ReviewNote:
    return ReviewNote(
        text=text,
        brief=CHINESE.brief,
        evidence=CHINESE.evidence,
        references=None,
        content=CHINESE.content,
        layout=CHINESE.layout,
        plans=ImagePlanSet(CHINESE.plans, CHINESE.bindings, CHINESE.overlays),
        images=CHINESE.images,
        fresh=False,
        earlier_texts=(earlier,),
    )


def test_sentences_that_fit_any_topic_are_counted() -> None:
    generic = "没有标准答案，别有压力。\n\n不确定喜不喜欢，就先用最低的成本试试看。"
    generic += "\n\n边做边记，哪怕写两行，下次不用从头再来。"
    note = with_content(body=f"{CHINESE.content.body}\n\n{generic}")
    assert "放在哪个主题里都成立" in format_problems(note, CONTENT)


def _with_report(outcome: PartOutcome | None) -> ReviewedNote:
    part = (ContentPart(PartKind.SUBJECT, "樱花大道", outcome),) if outcome else ()
    images = tuple(replace(one, image=replace(one.image, content=part)) for one in CHINESE.images)
    return replace(CHINESE, images=images)


def test_an_image_that_does_not_show_its_subject_is_reported_and_costs() -> None:
    note = _with_report(PartOutcome.MISSING)
    verdict = decide_by_rules(assess(note, Language.CHINESE), LIMITS, Language.CHINESE)
    assert "没有画出“樱花大道”" in verdict.feedback and verdict.score <= 0.75


def test_a_note_whose_images_were_not_inspected_is_not_perfect_and_states_so() -> None:
    verdict = decide_by_rules(assess(_with_report(None)), LIMITS, Language.CHINESE)
    assert verdict.score <= MAX_UNCHECKED and "没有检查：第 1、2、3 张图画的是什么" in verdict.feedback


def test_a_note_that_all_checks_looked_at_without_a_finding_is_perfect() -> None:
    assessment = assess(_with_report(PartOutcome.SHOWN), Language.CHINESE, 1.0, 1.0, 1.0)
    verdict = decide_by_rules(assessment, LIMITS, Language.CHINESE)
    assert verdict.score == 1.0 and "没有检查" not in verdict.feedback


@pytest.mark.parametrize("outcome", [ChangeOutcome.NOT_POSSIBLE, ChangeOutcome.NOT_UNDERSTOOD])
def test_a_note_without_a_requested_change_is_not_perfect_and_names_it(outcome: ChangeOutcome) -> None:
    note = _with_report(PartOutcome.SHOWN)
    note = replace(note, content=replace(note.content, changes=(FeedbackChange("多写一点海边的吃的", outcome),)))
    verdict = decide_by_rules(assess(note, Language.CHINESE, 1.0, 1.0, 1.0), LIMITS, Language.CHINESE)
    assert verdict.score < 1.0 and "多写一点海边的吃的" in verdict.feedback


CITATIONS = (
    "整理了和“学做拼豆”有关的内容。\n\n• 米饭趁热拌醋（来源：《学做寿司卷》）。\n• 海苔粗糙的一面朝上（同上）。"
    "\n\n关于“学做拼豆”，你还想知道什么？"
)


def _with_citations(closeness: Closeness) -> ReviewedNote:
    source = EvidenceSource("学做寿司卷", excerpt="米饭趁热拌醋。海苔粗糙的一面朝上。", closeness=closeness)
    note = replace(CHINESE, brief=replace(CHINESE.brief, topic="学做拼豆", keywords=("拼豆",)))
    content = replace(note.content, title="学做拼豆｜一篇说清", body=CITATIONS)
    return replace(note, content=content, evidence=EvidencePack(sources=(source,)))


@pytest.mark.parametrize("closeness", [Closeness.DISTANT, Closeness.UNSPECIFIED])
def test_a_note_whose_facts_are_of_another_subject_is_returned(closeness: Closeness) -> None:
    note = _with_citations(closeness)
    assert "讲的不是“学做拼豆”：《学做寿司卷》" in format_problems(note, CONTENT)
    assert not passes(assess(note).scores, LIMITS)


def test_facts_of_a_source_that_the_research_found_close_are_not_doubted() -> None:
    assert "讲的不是" not in format_problems(_with_citations(Closeness.CLOSE), CONTENT)


def test_images_of_scenes_only_are_not_perfect() -> None:
    plans = tuple(replace(plan, subject="天空中的热气球", prompt="天空中的热气球，春游") for plan in CHINESE.plans)
    assert "没有一张图画出“春游”" in format_problems(replace(CHINESE, plans=plans), NoteDimension.ALIGNMENT)
    assert "没有一张图画出" not in format_problems(CHINESE, NoteDimension.ALIGNMENT)


def test_sentences_of_a_distant_source_are_not_missed() -> None:
    excerpt = "停车场八点半以前有空位。湖边的长廊下雨能避雨。东门的地铁站有电梯直达。"
    source = EvidenceSource("春游去植物园", excerpt=excerpt, closeness=Closeness.DISTANT)
    assert "一句也没有用" not in format_problems(replace(CHINESE, evidence=EvidencePack(sources=(source,))), CONTENT)
