"""A source has what the request names, and not only the situation around it."""

import pytest

from engines.note_planner.request.relevance import find_head, has_subject
from engines.note_subject import Fit, NoteText, find_things, rate_fit

INTERVIEW = NoteText("Preparing for a job interview", ("interview", "job"), "Prepare five stories with numbers.")
CAT = NoteText("带猫去绝育，前后一周的记录", ("猫咪", "绝育"), "术前八小时禁食。")


@pytest.mark.parametrize(
    ("topic", "head"),
    [("考研复试的穿搭", "穿搭"), ("在宿舍喝热汤", "热汤"), ("第一次去西安三天两晚", "西安"),
     ("cleaning suede boots at home", "boots"), ("saving on groceries for five", "groceries")],
)  # fmt: skip
def test_the_head_is_what_the_other_words_qualify(topic: str, head: str) -> None:
    assert find_head(topic) == head


def test_a_source_without_the_head_of_a_named_topic_has_not_its_subject() -> None:
    request = "A post about shoes for a job interview"
    assert not has_subject("shoes for a job interview", request, INTERVIEW)
    assert has_subject("stories for a job interview", "A post about stories for a job interview", INTERVIEW)


def test_a_source_without_the_words_of_a_question_has_only_its_situation() -> None:
    topic = "first interview in years, what do I wear"
    request = f"Laid off in May, {topic}"
    assert not has_subject(topic, request, INTERVIEW)
    assert has_subject("first interview in years, which stories do I prepare", request, INTERVIEW)


def test_a_bare_topic_may_have_a_source_in_other_words() -> None:
    assert has_subject("小猫接回来头几天", "小猫接回来头几天", CAT)


@pytest.mark.parametrize("text", ["running a first practice for children", "running the shop alone"])
def test_running_something_is_no_sport(text: str) -> None:
    assert all(sense.kind != "sports" for senses in find_things(text) for sense in senses)


@pytest.mark.parametrize("text", ["running a marathon", "running in the rain", "running my first 10k"])
def test_running_a_distance_is_a_sport(text: str) -> None:
    assert any(sense.kind == "sports" for senses in find_things(text) for sense in senses)


def test_a_near_note_on_the_things_of_the_topic_needs_no_head() -> None:
    topic, request = "choosing your first pair of hiking boots", "a post about choosing your first pair of hiking boots"
    boots = NoteText("Choosing hiking boots that fit", ("hiking", "boots"), "Leave a thumb of room before the toes.")
    assert has_subject(topic, request, boots, is_near=True)
    assert not has_subject(topic, request, boots)


def test_a_title_without_a_quality_of_its_thing_does_not_exclude_the_thing() -> None:
    resume, room = NoteText("没有经验的简历怎么写", ("简历",)), NoteText("没有空调的房间怎么降温", ("降温",))
    assert rate_fit("应届生简历", "应届生简历", resume) is not Fit.OTHER
    assert rate_fit("空调有霉味", "空调有霉味", room) is Fit.OTHER
