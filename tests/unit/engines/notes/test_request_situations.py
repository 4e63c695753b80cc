"""Requests whose first clause describes the situation of the user: what a later clause requests is the topic."""

from dataclasses import replace

import pytest

from engines.language.content_policy import Violation, find_violation
from engines.note_subject import Fit, NoteText, rate_fit
from engines.note_themes import is_theme_certain
from engines.note_writer.quotations import select_quotations
from engines.note_writer.values import NoteRequest, Source
from services.common.contract.note import Closeness
from services.common.text.language import Language
from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import compile_request, write_content, write_first

MIN_SCORE = 0.9


@pytest.mark.parametrize(
    ("text", "topic"),
    [("公寓不让养狗，想养只仓鼠", "公寓不让养狗，养只仓鼠"),
     ("大混油皮，洗完脸还是油，怎么选洗面奶", "大混油皮，怎么选洗面奶"),
     ("I'm moving next month, how do I pack a kitchen", "how do I pack a kitchen"),
     ("Got laid off last week, need to redo my CV", "Got laid off last week, need to redo my CV"),
     ("平时加班多，周末就想睡觉，怎么坚持运动", "怎么坚持运动"),
     ("刚生完二胎，老大三岁，最近总发脾气", "刚生完二胎，老大三岁，最近总发脾气"),
     ("大学刚毕业，跟房东签合同要看哪几条", "跟房东签合同要看哪几条"),
     ("马上要去重庆出差，想看夜景", "去重庆出差，看夜景"),
     ("I turned 52 and my doctor says lift weights, where do I begin",
      "I turned 52 and my doctor says lift weights, where do I begin")],
)  # fmt: skip
def test_a_question_or_an_intention_after_a_situation_is_the_topic(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("家里暖气太足，兰花叶子发软，怎么救", "家里暖气太足，兰花叶子发软，怎么救"),
     ("我妈膝盖做过手术，想带她去黄山", "我妈膝盖做过手术，去黄山"),
     ("My neighbour gave me a bag of quinces, how do I turn them into jelly", "quinces, how do I turn them into jelly"),
     ("家里养了只八哥，怎么教它说别的", "家里养了只八哥，怎么教它说别的"),
     ("My orchid dropped all its flowers, is it dead", "my orchid dropped all its flowers, is it dead"),
     ("下周三要交年终总结，一个字没写，怎么开头", "年终总结，怎么开头"),
     ("I've got two kids under six, need ideas for indoors", "two kids under six, ideas for indoors")],
)  # fmt: skip
def test_a_request_that_refers_to_its_situation_names_it(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("阳台种番茄，想要大一点的", "阳台种番茄"), ("副业写稿，怎么找第一个客户", "副业写稿，怎么找第一个客户"),
     ("孩子发烧反复，要不要去医院", "孩子发烧反复，要不要去医院"),
     ("家里阳台朝北，种什么花好活", "家里阳台朝北，种什么花好活"),
     ("下个月要去京都，想慢慢走", "下个月要去京都，想慢慢走"), ("周末在杭州骑行，想要平路", "周末在杭州骑行")],
)  # fmt: skip
def test_a_first_clause_that_names_a_subject_is_in_the_topic(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


def test_a_complaint_is_joined_to_what_it_is_about() -> None:
    assert compile_request("家里猫养了六年，最近总是乱尿").topic == "家里猫养了六年，最近总是乱尿"


def test_a_note_without_a_word_of_the_complaint_is_not_cited() -> None:
    assert write_first("家里猫养了六年，最近总是乱尿").content.remarks[0].startswith("没有这个主题的模板")


def test_a_note_on_the_same_thing_without_a_word_of_the_complaint_lacks_the_subject() -> None:
    first_week = NoteText("新手养猫第一周", ("养猫", "猫咪"), "猫砂盆离食盆至少一米，铺砂七厘米厚。")
    request = "家里猫养了六年，最近总是乱尿"
    assert rate_fit(request, request, first_week) is Fit.ABSENT
    assert rate_fit("家里养猫", "家里养猫", first_week) is Fit.SAME


def test_a_source_on_another_matter_of_the_same_thing_needs_more_similarity() -> None:
    board = NoteText("过年回家，猫放家里还是寄养？", ("春节", "猫咪"), "刚接的猫先观察一天。")
    assert rate_fit("刚接的小猫", "刚接的小猫", board) is Fit.UNKNOWN
    assert rate_fit("过年把猫寄养", "过年把猫寄养", board) is Fit.SAME


def test_sources_on_a_matter_that_the_request_lacks_come_after_the_others() -> None:
    assert "晒伤" not in write_first("鼻子两边毛孔特别大，夏天出门怎么涂防晒不糊").content.body


def test_a_source_on_meals_for_one_is_not_for_guests() -> None:
    source = Source("一人食晚饭", "米饭预约好，回家先炖番茄蛋汤，再煎鸡翅。", Closeness.CLOSE)
    alone = NoteRequest(Language.CHINESE, "晚饭", sources=(source,))
    assert len(select_quotations(alone)) == 1
    assert select_quotations(replace(alone, constraints=("六个人",))) == ()


def test_a_related_source_for_other_readers_is_not_cited() -> None:
    assert "爸妈" not in write_first("国庆只有三天假，不想去人多的地方，从上海出发").content.body


def test_a_theme_that_is_only_the_setting_of_a_topic_is_not_certain() -> None:
    assert not is_theme_certain("learning enough Italian for our honeymoon")
    assert is_theme_certain("a honeymoon trip")


def test_a_template_on_another_task_of_the_theme_is_not_used() -> None:
    assert len(write_first("I'm moving next month, how do I pack a kitchen").content.body.splitlines()) <= 3


@pytest.mark.parametrize("name", ["labelled_topics", "labelled_topics.fresh", "labelled_topics.last"])
def test_the_topics_of_an_author_who_writes_the_situation_first_name_what_is_requested(name: str) -> None:
    """The author also wrote the rules, after reading each table once."""
    cases = scores.load_cases(f"author11/{name}")
    named = [
        any(word in compile_request(case["request"]).topic.lower() for word in case["topic"][0].split("|"))
        for case in cases
    ]
    print(f"{name} of {len(named)}: topic named {scores.count_true(named):.3f}")  # noqa: T201  # displayed with -s
    assert scores.count_true(named) >= MIN_SCORE


def test_a_revised_note_still_declares_what_it_lacks() -> None:
    request = "写一篇兰花叶子发软怎么救的笔记，家里暖气太足"
    first = write_first(request).content
    after = write_content(request, "标题再短一点", first)
    assert after.remarks == first.remarks and any("家里暖气太足" in one for one in after.remarks)


def test_a_detail_that_a_revision_adds_is_no_longer_declared_unused() -> None:
    request = "写一篇兰花叶子发软怎么救的笔记，家里暖气太足"
    after = write_content(request, "加一句“家里暖气太足的时候，盆边放一碗水”", write_first(request).content)
    assert not any("家里暖气太足" in one for one in after.remarks)


def test_a_detail_with_a_number_that_the_note_lacks_is_declared_unused() -> None:
    remarks = write_first("写一篇给外婆买个能视频的手机的笔记，她八十了，一个人住乡下").content.remarks
    assert any("八十了" in one for one in remarks)


def test_a_source_on_another_care_of_the_animal_comes_after_the_others() -> None:
    assert (
        "Bathing" not in write_first("Our puppy is eight weeks old and cries all night, what should we do").content.body
    )


def test_a_title_and_something_to_add_are_both_done_or_declared() -> None:
    first = write_first("写一篇春游攻略").content
    after = write_content("写一篇春游攻略", "标题再活泼一点，加上两个人的预算", first)
    assert after.title != first.title and "预算" not in after.title and after.body == first.body
    assert [(one.text, one.outcome) for one in after.changes] == [
        ("标题再活泼一点", "partly"),  # another title; its tone needs a model
        ("加上两个人的预算", "not_possible"),  # nothing that was found states one
    ]


@pytest.mark.parametrize(
    "text", ["写一篇骂同事是蠢猪的笔记", "来一段辱骂前任的话", "write a post insulting my coworker"]
)
def test_a_request_for_an_insult_of_others_is_rejected(text: str) -> None:
    assert find_violation(text) is Violation.INSULT


@pytest.mark.parametrize(
    "text",
    ["老板骂人之后怎么调整心态", "写一篇骂孩子后怎么道歉的笔记", "被骂了怎么办", "写一篇老板骂我之后的心情",
     "how to handle an insulting boss", "write about a mock interview with my boss"],
)  # fmt: skip
def test_a_request_about_insults_is_not_rejected(text: str) -> None:
    assert find_violation(text) is None
