"""What a request is about, and which sources are about it: classes found by reading notes like an editor."""

import pytest

from engines.note_subject import Fit, NoteText, rate_fit
from engines.note_writer.composition import suits_template
from tests.fixtures.notes import scores
from tests.fixtures.notes.pipeline import compile_request, write_content, write_first


@pytest.mark.parametrize(
    ("text", "topic"),
    [("My sister is getting married in May and I have to give a speech", "give a speech"),
     ("I've been saving and now I have 3000 pounds, no idea what to do with it",
      "have 3000 pounds, no idea what to do with it"),
     ("I have to write a eulogy for my grandfather and I have no idea where to start",
      "I have to write a eulogy for my grandfather"),
     ("我在公司做了五年行政，现在想转人力，简历不知道怎么写", "做了五年行政，想转人力，简历不知道怎么写")],
)  # fmt: skip
def test_an_obligation_or_a_doubt_is_what_is_requested(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("My daughter starts secondary school in September and she is scared of the bus",
      "my daughter starts secondary school in September and she is scared of the bus"),
     ("We moved to the countryside, I keep running out of food by Thursday",
      "We moved to the countryside, running out of food by Thursday"),
     ("第一次带团队，组里有个比我大十岁的老员工，布置的活他总拖", "第一次带团队，比我大十岁的老员工，布置的活他总拖"),
     ("考研二战，白天上班，只有晚上能学，英语阅读一直错一半", "考研二战，英语阅读一直错一半")],
)  # fmt: skip
def test_a_complaint_after_a_situation_is_the_topic_with_its_subject(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [("I bought a cast iron pan, it's already rusty", "I bought a cast iron pan, it's already rusty"),
     ("上个月刚离婚，一个人带两个孩子，钱不够用", "上个月刚离婚，一个人带两个孩子"),
     ("室友要结婚搬走，房租一下子变成我一个人扛", "室友要结婚搬走，房租一下子变成我一个人扛")],
)  # fmt: skip
def test_a_situation_in_which_nothing_asks_is_the_topic_as_a_whole(text: str, topic: str) -> None:
    assert compile_request(text).topic == topic


@pytest.mark.parametrize(
    ("topic", "note"),
    [("新买的空调一开就有股霉味", NoteText("租房没有空调的房间，怎么撑过夏天", ("清凉",), "晚上开窗。")),
     ("30-minute dumbbell workout", NoteText("A workout at home without equipment", ("workout",), "Do squats.")),
     ("养了半年的绿萝叶尖发黄", NoteText("家里养绿植不死", ("绿植",), "绿萝耐阴，离窗两三米也能活。")),
     ("儿童自行车辅助轮什么时候拆", NoteText("二手自行车怎么挑", ("自行车", "二手"), "捏刹车时手把不能碰到车把。")),
     ("my houseplants get tiny flies", NoteText("Caring for houseplants", ("plants",), "Most want bright light.")),
     ("photographing my dog", NoteText("Walking the dog in summer", ("dog",), "Walk before nine.")),
     ("旧书市淘书", NoteText("每天写一页手账", ("习惯",), "左边抄三句话。"))],
)  # fmt: skip
def test_a_note_without_what_the_topic_asks_about_its_thing_does_not_fit(topic: str, note: NoteText) -> None:
    assert rate_fit(topic, topic, note) in (Fit.ABSENT, Fit.OTHER)


def test_a_complaint_about_learning_fits_a_note_on_learning_it() -> None:
    note = NoteText("羽毛球新手怎么练", ("羽毛球",), "先练握拍和高远球。")
    assert rate_fit("羽毛球发球总下网", "羽毛球发球总下网", note) is Fit.SAME


def test_of_a_source_on_a_wider_subject_only_the_sentence_on_the_topic_is_cited() -> None:
    lines = [line for line in write_first("羽毛球双打站位").content.body.splitlines() if line.startswith("•")]
    assert len(lines) == 1 and "双打站位" in lines[0]


def test_a_source_for_other_readers_comes_after_one_for_all() -> None:
    assert "toddler" not in write_first("Weekend in Lisbon with my mother who uses a cane").content.body


def test_a_source_without_the_injured_part_of_the_request_is_not_cited() -> None:
    body = write_first("膝盖半月板损伤恢复三个月了，医生说可以动一动，想骑车上班").content.body
    assert "骑车上班两个月" not in body


def test_a_source_on_a_trip_is_not_for_another_subject() -> None:
    request = "A beginner's guide to keeping a budget, couple with two incomes and a car loan"
    assert "Japan" not in write_first(request).content.body


def test_a_sentence_on_what_the_request_excludes_is_not_cited() -> None:
    assert "城墙" in write_first("西安三天两晚").content.body
    assert "城墙" not in write_first("西安三天两晚，不爬城墙").content.body


def test_a_source_that_shares_only_the_setting_is_not_cited() -> None:
    assert "•" not in write_first("阳台养鹌鹑").content.body


def test_a_source_on_babies_is_not_for_a_grown_child() -> None:
    assert "辅食" not in write_first("给住校的高一女儿准备一周的健康零食").content.body


@pytest.mark.parametrize("topic", ["my basil dies every time", "给爸妈做的低盐家常菜", "我妈最近迷上短视频"])
def test_general_advice_does_not_answer_a_complaint_or_a_narrower_topic(topic: str) -> None:
    assert not suits_template(topic)


def test_a_request_with_several_details_gets_no_template() -> None:
    body = write_first("Birthday party for a six-year-old, 12 kids, in our small flat, no sugar please").content.body
    assert len(body.split("\n\n")) == 2


def test_the_title_names_the_audience() -> None:
    assert write_first("给小学三年级男生推荐课外书").content.title.startswith("给小学三年级男生的课外书")


def test_a_long_topic_is_a_title_by_itself() -> None:
    request = "Neighbours of my flat complain about my washing machine"
    assert write_first(request).content.title.rstrip("✨") == request


@pytest.mark.parametrize("name", ["labelled_topics", "labelled_topics.fresh"])
def test_every_topic_of_the_editors_tables_names_what_is_requested(name: str) -> None:
    for case in scores.load_cases(f"author14/{name}"):
        topic = compile_request(case["request"]).topic.lower()
        assert any(word in topic for word in case["topic"][0].split("|")), case["request"]


@pytest.mark.parametrize("name", ["labelled_topics", "labelled_topics.fresh", "labelled_topics.last"])
def test_every_detail_of_the_editors_tables_appears_or_is_declared_unused(name: str) -> None:
    for case in scores.load_cases(f"author14/{name}"):
        content = write_first(case["request"]).content
        text = "\n".join((content.title, content.body, *content.remarks)).lower()
        assert [detail for detail in case["details"] if detail.lower() not in text] == [], case["request"]


def _revise(request: str, feedback: str) -> tuple[str, str, str]:
    first = write_first(request).content
    after = write_content(request, feedback, first, seed=8)
    return first.body, after.body, after.title


def test_the_last_line_of_a_list_is_removed_without_its_section() -> None:
    before, after, _ = _revise("杭州一日游，带着一岁半的宝宝和推车，避开断桥", "最后一条去掉")
    assert [line for line in before.splitlines() if line not in after] == [
        "• 环湖绿道大多平坦，苏堤和白堤的桥上需要推车（同上）。"
    ]


def test_a_removed_thing_is_removed_under_its_other_names() -> None:
    _, after, _ = _revise("杭州一日游，带着一岁半的宝宝和推车，避开断桥", "骑车相关的去掉")
    assert "骑行" not in after


def test_a_shorter_title_keeps_the_head_of_its_topic() -> None:
    title = _revise("养了半年的绿萝叶尖发黄，浇水也没少浇", "标题十个字以内")[2]
    assert title.startswith("绿萝叶尖发黄") and len(title) <= 10


@pytest.mark.parametrize("feedback", ["别写成求助，写成给别人的建议", "写点具体的时间和温度"])
def test_another_kind_of_text_and_facts_without_a_source_are_declared(feedback: str) -> None:
    first = write_first("冬天泡脚的注意事项").content
    after = write_content("冬天泡脚的注意事项", feedback, first, seed=8)
    assert after.body == first.body and [str(one.outcome) for one in after.changes] == ["not_possible"]
