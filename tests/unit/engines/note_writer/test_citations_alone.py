"""A note with facts uses no template, and neither does a topic with an uncertain theme."""

from dataclasses import replace

import pytest

from engines.note_themes import is_theme_certain
from engines.note_writer.feedback.parser import parse_changes
from engines.note_writer.values import Draft, Source
from engines.note_writer.writer import write_note
from services.common.contract.note import Closeness
from tests.unit.engines.note_writer.samples import TEMPLATE, make_request, to_previous_draft

SOURCE = Source(
    "西湖春游一日",
    "苏堤长近三公里，早上七点前游客最少。湖边的长廊下雨时可以避雨。东门的地铁站有电梯直达地面。停车场八点半以前有空位。",
    Closeness.CLOSE,
)


def write_with_source(feedback: str = "", previous: Draft | None = None) -> Draft:
    return write_note(make_request(sources=(SOURCE,), templates=(TEMPLATE,), feedback=feedback, previous=previous))


@pytest.mark.parametrize(
    ("topic", "is_certain"),
    [("春游", True), ("阳台种薄荷", True), ("birdwatching in a city park", True), ("学滑板", False),
     ("removing coffee stains from a white shirt", False), ("让爸爸学会用微信和AI", False),
     ("养乌龟", False), ("调鸡尾酒", False), ("repairing a fence", False), ("养仓鼠", True), ("带饭便当", True)],
)  # fmt: skip
def test_the_theme_is_certain_where_one_theme_makes_up_enough_of_the_topic(topic: str, is_certain: bool) -> None:
    assert is_theme_certain(topic) is is_certain


def test_a_note_with_facts_has_only_these_and_one_sentence_before_and_after_them() -> None:
    blocks = write_with_source().blocks
    assert [bool(block.heading) for block in blocks] == [False, True, True, False]
    assert all("西湖春游一日" in block.items[0] for block in blocks[1:-1])
    assert "春游" in blocks[0].text and "春游" in blocks[-1].text


def test_a_topic_without_facts_and_theme_asks_its_readers() -> None:
    draft = write_note(make_request(topic="学滑板"))
    assert [block.heading for block in draft.blocks] == ["", ""] and "学滑板" in draft.blocks[0].text


def test_a_point_beyond_the_sections_is_a_line_of_the_lists() -> None:
    previous = to_previous_draft(write_with_source())
    after = write_with_source("第四点不要了", previous)
    lines = [item for block in previous.blocks[1:-1] for item in block.items]
    assert [item for block in after.blocks[1:-1] for item in block.items] == lines[:3]


def test_the_lines_are_divided_into_the_requested_number_of_sections() -> None:
    source = replace(SOURCE, title="学滑板的第一天")
    request = make_request(topic="学滑板", sources=(source,))
    previous = to_previous_draft(write_note(request))
    after = write_note(replace(request, feedback="分成四点", previous=previous))
    assert [len(block.items) for block in after.blocks if block.heading] == [1, 1, 1, 1]


def test_text_in_quotes_is_not_split_at_its_comma() -> None:
    (change,) = parse_changes('Call it "Not dead, just hungry"')
    assert change.value == "Not dead, just hungry"


def test_a_part_that_the_user_wants_unchanged_is_restored() -> None:
    previous = to_previous_draft(write_with_source())
    after = write_with_source("整体正式一点，标题别动", previous)
    assert after.title == previous.title and after.body != previous.body
