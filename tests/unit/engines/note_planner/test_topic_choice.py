"""The topic is composed of the clauses that name it."""

import pytest

from engines.note_planner.request.completeness import is_complete
from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import compile_request

MIN_TOPICS = {
    "author15w/topics": 0.97,
    "author15w/topics.fresh": 0.93,
    "author15w/topics.last": 0.95,
    "author15w/topics.blind": 0.86,
    "author13/topics": 1.0,
    "author13/further_topics": 1.0,
}
"""All of these were worked on."""


@pytest.mark.parametrize(
    "text", ["What would help someone in my first month", "plan", "tips for that", "怎么拍得好看点"]
)
def test_a_phrase_without_a_subject_is_incomplete(text: str) -> None:
    assert not is_complete(text)


@pytest.mark.parametrize("text", ["hand care", "sewing a bag from jeans", "手机拍荷花", "磨刀", "换气总呛水"])
def test_a_noun_or_an_act_with_its_object_is_complete(text: str) -> None:
    assert is_complete(text)


@pytest.mark.parametrize(
    ("text", "topic"),
    [("My oven ticks at night and the landlord ignores me. A post about writing a firm letter to a landlord.",
      "my oven ticks at night and the landlord ignores me, writing a firm letter to a landlord"),
     ("楼上天天拖椅子，物业推来推去，想提醒大家租房前要看什么", "楼上天天拖椅子，租房前要看什么")],
)  # fmt: skip
def test_what_a_note_is_on_is_in_the_topic_with_the_reason_for_it(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("I run the tool library at my school. What would you put in a post for other parents?",
      "I run the tool library at my school"),
     ("邻居结婚要不要随礼？我刚搬来半年，想写一篇给刚搬家的人", "邻居结婚要不要随礼，我刚搬来半年")],
)  # fmt: skip
def test_readers_and_a_question_without_a_subject_are_no_topic(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("外公迷上了拍鸟，写一篇怎么拍得清楚点", "外公迷上了拍鸟，怎么拍得清楚点"),
     ("first exam in years, what do I even bring", "first exam in years, what do I even bring")],
)  # fmt: skip
def test_a_question_is_joined_to_its_situation(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("trying to keep a garden diary going all winter", "trying to keep a garden diary going all winter"),
     ("used car checklist before you buy", "used car checklist before you buy"),
     ("写一个二手钢琴怎么试、怎么搬的帖子", "二手钢琴怎么试、怎么搬")],
)  # fmt: skip
def test_no_word_is_removed_from_the_middle_of_a_topic(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "detail"),
    [("Our hens are bored, so a post about keeping four hens busy in a shed, no run, and no toys from a shop",
      "no run"),
     ("楼上天天拖椅子，物业推来推去，想提醒大家租房前要看什么", "物业推来推去")],
)  # fmt: skip
def test_what_is_not_in_the_topic_is_a_detail(text: str, detail: str) -> None:
    assert detail in compile_request(text).constraints


@pytest.mark.parametrize(
    ("text", "topic"),
    [("term starts soon and i burn everything. cheap dinners for a bedsit with one ring",
      "term starts soon and i burn everything, cheap dinners for a bedsit with one ring"),
     ("My flatmate drinks my milk. Funny post on sharing a tiny fridge",
      "my flatmate drinks my milk, sharing a tiny fridge"),
     ("小区停车涨价太坑了！顺便科普下停车费谁说了算", "小区停车涨价太坑了，停车费谁说了算"),
     ("写个对比电饭煲和压力锅的帖子", "对比电饭煲和压力锅"),
     ("we have a baby and no time. how do you run a household on a shoestring",
      "we have a baby and no time, how do you run a household on a shoestring")],
)  # fmt: skip
def test_a_listed_thing_is_in_the_topic_in_whole_words(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize("name", MIN_TOPICS)
def test_topics_name_what_is_requested(name: str) -> None:
    assert scores.count_true(map(_names, scores.load_cases(name))) >= MIN_TOPICS[name]


def _names(case: dict[str, list[str]]) -> bool:
    topic = compile_request(str(case["request"])).topic.lower()
    return all(any(word.lower() in topic for word in words.split("|")) for words in case["topic"])


@pytest.mark.parametrize(
    ("text", "topic"),
    [("my morning routine: coffee, run, cold shower", "my morning routine"),
     ("三个坑：押金，甲醛，隔音，租房新手看", "三个坑，押金，甲醛，隔音，租房新手看")],
)  # fmt: skip
def test_what_a_colon_lists_is_no_topic_if_the_phrase_before_names_one(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("儿童安全座椅怎么选，预算1500", "儿童安全座椅怎么选"),
     ("基金定投适合什么人 通俗一点讲给小白听", "基金定投适合什么人"),
     ("how to make friends after moving to a new city", "making friends after moving to a new city"),
     ("教老人用智能手机挂号", "教老人用智能手机挂号"),
     ("study tips for nursing school finals", "study tips for nursing school finals"),
     ("seperate laundry for begginers", "separate laundry"),
     ("my aunt's soup recipe, i want to write it down", "my aunt's soup recipe"),
     ("退休以后学画水彩，想发个朋友圈那种", "退休以后学画水彩"),
     ("小个子夏天穿搭，152", "小个子夏天穿搭"),
     ("想写一个关于手冲咖啡入门的帖子，器具推荐平价的", "手冲咖啡入门，器具推荐平价的"),
     ("产后半年腹直肌分离2指，在家能练的动作，要提醒先看医生", "产后半年腹直肌分离2指，在家能练的动作"),
     ("昨天孩子在超市哭闹，我没吼他。想分享一下这个经历给别的妈妈", "昨天孩子在超市哭闹")],
)  # fmt: skip
def test_a_topic_has_its_question_and_no_requirement(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("best note taking apps", "best note taking apps"),
        ("taking better notes", "taking better notes"),
        ("grocery list", "grocery list"),
        ("carry-on only packing list", "carry-on only packing list"),
        ("date night ideas", "date night ideas"),
        ("康奈尔笔记法", "康奈尔笔记法"),
        ("课堂笔记怎么记", "课堂笔记怎么记"),
        ("ipad记笔记", "ipad记笔记"),
    ],
)
def test_the_word_for_a_text_that_is_the_subject_is_in_the_topic(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("新手养绿萝笔记", "新手养绿萝"), ("write a list of cheap dinners", "cheap dinners"), ("note about cats", "cats")],
)
def test_the_word_for_the_requested_text_is_not(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic
