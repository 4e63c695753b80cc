"""Quotations: only sentences about the topic that are complete by themselves."""

import pytest

from engines.note_writer.values import Source
from engines.note_writer.writer import write_note
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
