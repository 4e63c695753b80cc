"""Requests and rejections of notes, labeled before the rules existed. Of the held-out half, only the score is read."""

import re
from functools import partial
from itertools import chain
from typing import NamedTuple

import pytest

from engines.language.content_policy import find_violation
from engines.note_themes import find_theme
from services.common.contract.note import ImagePlanSet, NoteContent
from services.common.text.language import Language
from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import compile_request, plan_again, write_content, write_first

MIN_SCORE = 0.95
MIN_APPLIED = {"": 0.84, "_held_out": 0.75}
MIN_LATER_APPLIED, MIN_LATER_ANSWERED = 0.63, 0.93
"""Of `feedback`, which was written when the rules for the other tables existed. 0.95 answered is wanted."""
MIN_WITH_CITATIONS = {"": 0.9, "_held_out": 0.9}
"""By half, of the topics on which the library has facts, by its labels. 0.95 is wanted."""
MIN_WORKED = 0.9
MIN_FRESH = {
    "labelled_topics.author3": (0.93, 0.81),
    "labelled_topics.author3_held_out": (0.81, 0.68),
    "author4/labelled_topics": (0.95, 0.84),
    "author4/labelled_topics_held_out": (0.89, 0.89),
    "author5/labelled_topics": (0.88, 0.83),
    "author5/labelled_topics_held_out": (0.68, 0.68),
    "author5/labelled_topics.frames": (0.95, 0.95),
    "author6/labelled_topics": (0.95, 0.86),
    "author7/labelled_topics": (0.96, 0.96),
    "author8/labelled_topics_held_out": (0.9, 0.79),
    "author9/labelled_topics": (0.82, 0.78),
    "author10/labelled_topics_held_out": (0.88, 0.77),
    "author11/labelled_topics": (0.78, 0.68),
    "author11/labelled_topics.fresh": (0.85, 0.85),
    "author11/labelled_topics.last": (0.78, 0.78),
}
MIN_FRESH_ANSWERS = {
    "rejections.author3": (0.8, 0.99, 0.99),
    "rejections.author3_held_out": (0.63, 0.93, 0.89),
    "author4/rejections": (0.92, 0.99, 0.99),
    "author4/rejections_held_out": (0.64, 0.95, 0.99),
    "author5/rejections": (0.7, 0.98, 0.96),
    "author5/rejections_held_out": (0.64, 0.97, 0.99),
    "rejections.everyday": (0.85, 0.98, 0.99),
    "author7/rejections": (0.86, 0.98, 0.99),
    "author8/rejections_held_out": (0.82, 0.97, 0.98),
    "author10/rejections_held_out": (0.7, 0.93, 0.99),
    "author14/rejections": (0.8, 0.99, 0.99),
}
"""Of tables by authors who had seen neither rules nor notes (`everyday` has one who had): one fact and three; applied,
answered, unchanged. 0.95 is wanted."""
MAX_WRONG_CITATIONS = {
    "labelled_topics.author3_held_out": 1,
    "author4/labelled_topics_held_out": 1,
    "author5/labelled_topics_held_out": 2,
    "author5/labelled_topics.frames": 4,
    "author6/labelled_topics": 2,
    "author8/labelled_topics_held_out": 2,
    "author9/labelled_topics": 2,
    "author10/labelled_topics_held_out": 1,
    "author11/labelled_topics.fresh": 1,
}
"""Topics on which the library has nothing, and the note has facts: none is wanted.

(`frames` has topics that share a frame with notes on other subjects; its author knew the notes, not the rules.)
"""
_CITED = re.compile(r"（来源：《|（同上）|\(from “|\(same source\)")


def _is_understood(case: dict[str, list[str]]) -> bool:
    text, themes = str(case["request"]), case["theme"]
    violation = find_violation(text)
    brief = compile_request(text)
    is_vague = brief.clarification is not None and brief.clarification.key == "topic"
    if themes[0] in ("vague", "refused"):
        return (violation is not None) if themes[0] == "refused" else (is_vague and violation is None)
    theme = find_theme(brief.topic) or find_theme(" ".join((brief.topic, *brief.constraints)))
    return violation is None and str(theme or "other") in themes and scores.names_topic(case, brief.topic)


@pytest.mark.parametrize("half", scores.HALVES)
def test_theme_and_topic_of_requests_are_right(half: str) -> None:
    assert scores.count_true(map(_is_understood, scores.load_cases("requests", half))) >= MIN_SCORE


class Answers(NamedTuple):
    """For each rejection: whether its change is applied, is applied or declared missing, and the rest is unchanged."""

    applied: list[bool]
    answered: list[bool]
    unchanged: list[bool]


def answer_rejections(name: str, half: str) -> Answers:
    """Return the answers to the rejections of the table *name*, and print their shares."""
    answers = Answers([], [], [])
    for case in scores.load_cases(name, half):
        first, wants = write_first(case["request"]), case["wants"]
        after: NoteContent | ImagePlanSet
        if case["of"] == "content":
            after = write_content(case["request"], case["feedback"], first.content, seed=8)
            revised = scores.Revised(first.language, first.content, after)
            is_applied_to = partial(scores.is_applied, revised=revised)
            unchanged = all(scores.is_unchanged(keep, revised) for keep in case["keeps"])
        else:
            after = plan_again(first, case["feedback"])
            is_applied_to = partial(scores.is_planned, before=first.plans, after=after)
            unchanged = all(scores.is_plan_unchanged(keep, first.plans, after) for keep in case["keeps"])
        declared = scores.find_declared(after)
        answers.applied.append(scores.is_right(wants, declared, is_applied_to))
        answers.answered.append(declared or all(map(is_applied_to, wants)))
        answers.unchanged.append(unchanged)
    shares = ", ".join(f"{key} {scores.count_true(one):.3f}" for key, one in answers._asdict().items())
    print(f"{name}{half} of {len(answers.applied)}: {shares}")  # noqa: T201  # displayed with -s
    return answers


@pytest.mark.parametrize("half", scores.HALVES)
def test_a_requested_change_is_applied_or_declared_and_the_rest_is_unchanged(half: str) -> None:
    tables = [answer_rejections(name, half) for name in ("rejections", "reviewers")]
    applied, answered, unchanged = (scores.count_true(chain.from_iterable(one)) for one in zip(*tables, strict=True))
    assert applied >= MIN_APPLIED[half]
    assert answered >= MIN_SCORE
    assert unchanged >= MIN_SCORE


def test_a_change_in_the_phrasing_of_a_later_table_is_applied_or_declared() -> None:
    applied, answered, unchanged = map(scores.count_true, answer_rejections("feedback", "_held_out"))
    assert applied >= MIN_LATER_APPLIED
    assert answered >= MIN_LATER_ANSWERED
    assert unchanged >= MIN_SCORE


@pytest.mark.parametrize("name", MIN_FRESH_ANSWERS)
def test_changes_that_a_new_author_requests_are_applied_or_declared(name: str) -> None:
    shares = tuple(map(scores.count_true, answer_rejections(name, "")))
    assert all(share >= least for share, least in zip(shares, MIN_FRESH_ANSWERS[name], strict=True)), shares


@pytest.mark.parametrize("name", MIN_FRESH)
def test_notes_on_a_new_authors_topics_contain_facts(name: str) -> None:
    cases = scores.load_cases(name)
    written = [(case, write_first(case["request"]).content) for case in cases]
    counts = [len(_CITED.findall(content.body)) for case, content in written if case["library"]]
    one, three = (scores.count_true(count >= least for count in counts) for least in (1, 3))
    print(f"{name} of {len(counts)}: one fact {one:.3f}, three {three:.3f}")  # noqa: T201  # displayed with -s
    assert one >= MIN_FRESH[name][0] and three >= MIN_FRESH[name][1]
    wrong = sum(bool(_CITED.search(content.body)) for case, content in written if not case["library"])
    assert wrong <= MAX_WRONG_CITATIONS.get(name, 0)


@pytest.mark.parametrize("name", ["author9/labelled_topics", "author11/labelled_topics"])
def test_every_detail_of_the_topics_that_were_read_appears_or_is_declared_unused(name: str) -> None:
    for case in scores.load_cases(name):
        content = write_first(case["request"]).content
        text = "\n".join((content.title, content.body, *content.remarks)).lower()
        assert [detail for detail in case["details"] if detail.lower() not in text] == [], case["request"]


@pytest.mark.parametrize("half", scores.HALVES)
def test_every_detail_of_a_new_authors_topics_appears_or_is_declared_unused(half: str) -> None:
    found = list[bool]()
    for case in scores.load_cases("labelled_topics.author3", half):
        content = write_first(case["request"]).content
        text = "\n".join((content.title, content.body, *content.remarks)).lower()
        found += [detail.lower() in text for detail in case["details"]]
    assert scores.count_true(found) >= MIN_SCORE


@pytest.mark.parametrize("name", ["editor_topics", "labelled_topics", "labelled_topics.author3"])
@pytest.mark.parametrize("half", scores.HALVES)
def test_a_note_with_facts_has_only_two_other_sentences_which_name_its_topic(name: str, half: str) -> None:
    """No sentence is about a theme other than the topic and its sources, and at most two sentences fit any topic."""
    for case in scores.load_cases(name, half):
        body = write_first(case["request"]).content.body
        if _CITED.search(body):
            lines = [line for line in body.splitlines() if line and not _CITED.search(line)]
            assert [line[0] in "📌📚" for line in lines[1:-1]] == [True] * (len(lines) - 2), case["request"]


@pytest.mark.parametrize("half", scores.HALVES)
def test_notes_contain_facts_where_the_library_has_some(half: str) -> None:
    """`library` lists the notes on the topic. Its author read only their titles and tags."""
    cases = [case for case in scores.load_cases("labelled_topics", half) if case["library"]]
    counts = [len(_CITED.findall(write_first(case["request"]).content.body)) for case in cases]
    with_one, with_three = (scores.count_true(count >= least for count in counts) for least in (1, 3))
    print(f"labelled_topics{half} of {len(cases)}: one fact {with_one:.3f}, three {with_three:.3f}")  # noqa: T201  # displayed with -s
    assert with_one >= MIN_WITH_CITATIONS[half]
    assert with_three >= MIN_WITH_CITATIONS[half]


def test_notes_on_the_worked_topics_contain_facts() -> None:
    written = [write_first(case["request"]) for case in scores.load_cases("editor_topics")]
    counts = [len(_CITED.findall(one.content.body)) for one in written if one.evidence.sources]
    assert scores.count_true(count >= 3 for count in counts) >= MIN_WORKED


@pytest.mark.parametrize("half", scores.HALVES)
def test_notes_have_no_facts_where_the_library_has_none(half: str) -> None:
    cases = [case for case in scores.load_cases("labelled_topics", half) if not case["library"]]
    wrong = [case["request"] for case in cases if _CITED.search(write_first(case["request"]).content.body)]
    assert wrong == []


def test_feedback_that_is_not_understood_leaves_the_text_and_states_it() -> None:
    first = write_first("手冲咖啡入门")
    after = write_content("手冲咖啡入门", "嗯嗯啊啊这个那个", first.content)
    assert (after.title, after.body, after.tags) == (first.content.title, first.content.body, first.content.tags)
    assert [change.outcome for change in after.changes] == ["not_understood"]


def test_more_on_something_that_no_source_has_is_declared() -> None:
    first = write_first("青岛海边两日")
    after = write_content("青岛海边两日", "多写一点海边的吃的", first.content)
    assert "海边的吃的" in after.body or [change.outcome for change in after.changes] == ["not_possible"]


@pytest.mark.parametrize("text", ["副业写稿，怎么找第一个客户", "搬家前一周清单，一个人，没有车"])
def test_a_template_on_another_matter_of_the_theme_is_not_used(text: str) -> None:
    assert len(write_first(text).content.body.splitlines()) <= 3


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("毕业旅行去云南，学生党", "老人"), ("写一篇成都三天两夜美食攻略", "熊猫"), ("一个人过生日", "大的那只")],
)
def test_a_sentence_for_other_readers_or_on_another_part_of_a_trip_is_not_cited(text: str, wrong: str) -> None:
    assert wrong not in write_first(text).content.body


@pytest.mark.parametrize(
    ("text", "topic"),
    [("家里阳台朝北，种什么花好活", "家里阳台朝北，种什么花好活"),
     ("给猫剪指甲它就咬人，怎么办", "给猫剪指甲它就咬人，怎么办"),
     ("孩子发烧反复，要不要去医院", "孩子发烧反复，要不要去医院")],
)  # fmt: skip
def test_a_question_does_not_change_its_subject(text: str, topic: str) -> None:
    brief = compile_request(text)
    assert brief.topic == topic and "不要去医院" not in brief.constraints


def test_words_that_do_not_fit_into_a_topic_are_details() -> None:
    topic = "planning a vegetarian Christmas dinner for ten guests and four children who do not like vegetables"
    brief = compile_request(f"{topic} on a small budget in a kitchen without an oven")
    assert brief.topic.startswith(topic) and "without an oven" in "\n".join((brief.topic, *brief.constraints))


def test_an_escaped_pet_is_a_topic_and_not_a_command() -> None:
    assert compile_request("仓鼠越狱了怎么找").topic == "仓鼠越狱了怎么找"


def test_an_image_that_the_user_wants_unchanged_is_restored() -> None:
    first = write_first("阳台种番茄")
    after = plan_again(first, "全部改成水彩，封面别动")
    assert after.plans[0] == first.plans.plans[0] and after.plans[1].style != first.plans.plans[1].style


def test_a_request_to_use_the_users_own_image_is_declared_as_not_possible() -> None:
    first = write_first("阳台种番茄")
    after = plan_again(first, "第二张用我上周发你的那张照片")
    assert after.plans == first.plans.plans and [change.outcome for change in after.changes] == ["not_possible"]


def test_the_text_after_an_added_image_is_its_subject() -> None:
    first = write_first("Growing tomatoes on a balcony")
    after = plan_again(first, "One more at the end, just a watering can")
    assert len(after.plans) == len(first.plans.plans) + 1 and "watering can" in after.plans[-1].subject


def test_a_theme_without_a_template_is_written_from_the_sources() -> None:
    written = write_first("How to play chess")
    assert written.language is Language.ENGLISH
    assert written.content.body.count("(from “") + written.content.body.count("(same source)") >= 3
    assert written.content.remarks == ()


@pytest.mark.parametrize(
    "text",
    ["炸鸡翅怎么炸才脆", "bath bombs at home", "how to kill aphids on roses", "手枪腿训练", "怎么预防电信诈骗",
     "杀死拖延症的三个方法", "垃圾分类指南", "shooting stars at night", "a history of the Molotov cocktail"],
)  # fmt: skip
def test_the_policy_raises_no_false_alarm(text: str) -> None:
    assert find_violation(text) is None
