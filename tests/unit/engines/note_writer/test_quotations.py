"""Quotations: only sentences about the topic that are complete by themselves."""

from dataclasses import replace

import pytest

from engines.note_writer.values import Source
from engines.note_writer.writer import write_note
from services.common.contract.note import Closeness
from tests.unit.engines.note_writer.samples import EN, make_request


def body(topic: str, *sources: Source, **fields: object) -> str:
    return write_note(make_request(topic=topic, keywords=(topic, "带孩子的家长"), sources=sources, **fields)).body


def test_a_note_that_shares_only_the_audience_with_the_request_is_not_quoted() -> None:
    source = Source("暑假孩子不肯看书，我没有买新书", "带孩子去图书馆，让他自己挑，再难看也不插嘴。")
    assert "图书馆" not in body("春游", source)


@pytest.mark.parametrize("sentence", ["说完她就放松了，春游时姿势都不用教。", "这样春游就不会累了，试过都说好。"])
def test_a_sentence_that_refers_to_the_previous_one_is_not_quoted(sentence: str) -> None:
    assert sentence[:6] not in body("春游", Source("春游给朋友拍照", sentence))


def test_a_sentence_about_the_topic_is_quoted() -> None:
    source = Source("春游选地方的三个办法", "春游别追最红的公园，早一小时出门就清静。")
    assert "早一小时出门" in body("春游", source)


def test_a_note_about_the_same_season_is_not_about_the_same_topic() -> None:
    source = Source("Our spring festival table", "The spring table was full of dishes from the whole family.")
    assert "dishes" not in body("spring picnics", source, language=EN)


def test_a_close_source_is_cited_even_without_a_word_of_the_topic() -> None:
    source = Source("厨房油污怎么清洁", "小苏打和水三比一调成糊，敷二十分钟再擦。", Closeness.CLOSE)
    assert "敷二十分钟" in body("油烟机的油垢", source)


def test_a_distant_source_is_not_cited_for_a_word_that_it_shares() -> None:
    source = Source("零基础转行数据分析", "前三个月学表格和查询语言，后两个月做两个小项目。", Closeness.DISTANT)
    assert "查询语言" not in body("零基础学吉他", source)


def test_only_sources_that_name_the_place_are_cited() -> None:
    own = Source("杭州西湖一日走法", "苏堤全长二点八公里，骑车大约二十分钟就到头。", Closeness.RELATED)
    other = Source("周末骑行准备", "轮胎打到七个气压，前灯充满再出门骑行。", Closeness.CLOSE)
    text = body("周末在杭州骑行", own, other)
    assert "苏堤" in text
    assert "轮胎" not in text


def test_a_known_place_that_no_source_names_has_no_facts() -> None:
    other = Source("周末骑行准备", "轮胎打到七个气压，前灯充满再出门骑行。", Closeness.CLOSE)
    assert "轮胎" not in body("周末在杭州骑行", other)


@pytest.mark.parametrize(
    ("topic", "title", "closeness"),
    [
        ("西湖早餐", "西湖早餐店推荐", Closeness.RELATED),
        ("杭州露营地", "杭州露营地推荐", Closeness.RELATED),
        ("油烟机的油垢", "油烟机怎么选", Closeness.CLOSE),
    ],
)
def test_a_recommendation_is_cited_and_so_is_any_close_source(topic: str, title: str, closeness: Closeness) -> None:
    assert "六点半" in body(topic, Source(title, "早上六点半之前到最好，那时人最少也最安静。", closeness))


def test_a_recipe_that_asks_which_flour_is_not_a_purchase() -> None:
    source = Source("Bread at home: which flour works", "Bread flour with twelve percent protein keeps the crumb open.")
    assert "twelve percent" in body("bread at home", source, language=EN)


def test_a_sentence_that_starts_with_a_comparison_of_its_own_is_cited() -> None:
    assert "避开正午" in body("春游", Source("春游选时间", "比较稳的做法是避开正午，早上或傍晚出门。"))


def test_a_source_on_a_place_is_cited_only_for_what_it_names() -> None:
    gardens = Source("苏州园林一日游", "拙政园早上七点半开门，那时候人最少。", Closeness.CLOSE)
    stages = Source("苏州两天怎么走", "听评弹的茶馆多在平江路上，下午场最多。拙政园早上人最少。", Closeness.CLOSE)
    assert "拙政园" not in body("苏州评弹去哪听", gardens)
    assert "平江路" in (text := body("苏州评弹去哪听", stages)) and "拙政园" not in text


_HUMID = Source(
    "Curly hair in humid weather",
    "Curly hair takes a leave-in cream on wet strands. Gel on curly hair seals it against humid air. Curly hair dries "
    "best in a cotton shirt.",
    Closeness.CLOSE,
)


def test_another_source_is_not_cited_next_to_one_that_has_enough_sentences() -> None:
    water = Source("Curly hair and hard water", "Chelating shampoo takes calcium out of curly hair.", Closeness.CLOSE)
    text = body("curly hair routine for humid weather", _HUMID, water, language=EN)
    assert "leave-in cream" in text
    assert "calcium" not in text


def test_another_source_whose_title_has_the_whole_topic_is_cited_too() -> None:
    second = Source("Curly hair", "Silk pillowcases reduce friction on curly hair at night.", Closeness.CLOSE)
    assert "pillowcases" in body("curly hair", replace(_HUMID, title="Washing curly hair"), second, language=EN)
