"""A topic names its subject, also where the clause that requests it leans on another one."""

import pytest

from engines.note_writer.lengths import remove_emoji
from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import compile_request, write_first

MIN_LOST, MIN_OWN = 0.91, 0.93
"""Shares of topics with the words that they need: of requests of other authors whose topic was lost once, and of
requests of the author of the rules. All of them were worked on."""


@pytest.mark.parametrize(
    ("text", "topic"),
    [("Four hens in a shed, no run. Write a post on keeping them busy and the eggs clean.",
      "Four hens in a shed, keeping them busy and the eggs clean"),
     ("I was thinking of a small repair corner for the office. do a post on how to start one so things get fixed",
      "a small repair corner for the office, how to start one so things get fixed"),
     ("My aunt is 70 and just got her first smartphone. A post for relatives on how to make the first week calmer.",
      "my aunt is 70 and just got her first smartphone, how to make the first week calmer"),
     ("Used cots: how to clean one before the baby comes", "Used cots, how to clean one before the baby comes"),
     ("我外公七十了,膝盖还行,写一篇他在家能跟着练的拉伸", "我外公七十了，膝盖还行，他在家能跟着练的拉伸")],
)  # fmt: skip
def test_a_phrase_without_a_subject_takes_it_from_another_clause(text: str, topic: str) -> None:
    assert compile_request(text).topic.lower() == topic.lower()


@pytest.mark.parametrize(
    ("text", "topic"),
    [("I care for my uncle, he's 60, and today we rode the bus alone. Please write that as a short post.",
      "I care for my uncle, he's 60, today we rode the bus alone"),
     ("外婆走后，她种的桂花今年第一次开。你帮我写几句发出来",
      "外婆走后，她种的桂花今年第一次开")],
)  # fmt: skip
def test_what_the_user_reports_is_the_topic_of_a_note_on_that(text: str, topic: str) -> None:
    brief = compile_request(text)
    assert (brief.topic, brief.clarification) == (topic, None)


@pytest.mark.parametrize(
    ("text", "topic"),
    [("write a post about painting a room without a roller", "painting a room without a roller"),
     ("写一篇旧毛衣还能怎么用的笔记", "旧毛衣还能怎么用"),
     ("写一篇羊绒围巾怎么洗、怎么收的笔记", "羊绒围巾怎么洗、怎么收"),
     ("A post on how to cook rice, beans and lentils together", "how to cook rice, beans and lentils together"),
     ("A camping trip in the rain. What to wear, what to bring, what not to do.",
      "A camping trip in the rain, what to wear, what to bring, what not to do"),
     ("How do you quietly leave a party?", "how do you quietly leave a party"),
     ("写一篇笔记讲怎么挑榴莲，还有打开时手不受伤的办法", "怎么挑榴莲，还有打开时手不受伤的办法"),
     ("想写个帖子教跟我一样的子女怎么给老人设置手机", "怎么给老人设置手机")],
)  # fmt: skip
def test_topic_and_title_are_not_cut_within_a_phrase(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic
    title = remove_emoji(write_first(text).content.title).strip().lower()
    assert topic.lower() in title or topic.lower().startswith(f"{title},")


def test_the_end_of_a_statement_that_a_topic_shortens_is_a_detail() -> None:
    stated = "I got talked into running the youth choir at our chapel and have never sung."
    brief = compile_request(f"{stated} A post on leading a first evening.")
    assert "youth choir" in brief.topic
    assert any("never sung" in one for one in (brief.topic, *brief.constraints))


def test_lost_topics_of_other_authors_name_what_is_requested() -> None:
    cases = scores.load_cases("lost_topics")
    found = [_has_words(scores.load_cases(case["table"])[case["line"]]["request"], case["topic"]) for case in cases]
    assert scores.count_true(found) >= MIN_LOST


def test_topics_in_the_forms_of_these_authors_name_what_is_requested() -> None:
    found = [_has_words(case["request"], case["topic"]) for case in scores.load_cases("author20w/topics")]
    assert scores.count_true(found) >= MIN_OWN


def _has_words(request: str, topic: list[str]) -> bool:
    named = compile_request(request).topic.lower()
    return all(any(word.lower() in named for word in words.split("|")) for words in topic)
