"""What is quoted of found notes: only what speaks of the topic, and can be understood by itself."""

import pytest

from services.executor.domain.writing.values import Source
from services.executor.domain.writing.writer import written
from tests.unit.executor.writing.examples import EN, assignment


def body(topic: str, *sources: Source, **fields: object) -> str:
    return written(assignment(topic=topic, keywords=(topic, "带孩子的家长"), sources=sources, **fields)).body


def test_a_note_that_shares_only_its_readers_with_the_wish_is_not_quoted() -> None:
    source = Source("暑假孩子不肯看书，我没有买新书", "带孩子去图书馆，让他自己挑，再难看也不插嘴。")
    assert "图书馆" not in body("春游", source)


@pytest.mark.parametrize("sentence", ["说完她就放松了，春游时姿势都不用教。", "这样春游就不会累了，试过都说好。"])
def test_a_sentence_that_needs_the_one_before_is_not_quoted(sentence: str) -> None:
    assert sentence[:6] not in body("春游", Source("春游给朋友拍照", sentence))


def test_a_sentence_about_the_topic_is_quoted() -> None:
    source = Source("春游选地方的三个办法", "春游别追最红的公园，早一小时出门就清静。")
    assert "早一小时出门" in body("春游", source)


def test_a_note_of_the_same_season_is_no_note_of_the_same_thing() -> None:
    source = Source("Our spring festival table", "The spring table was full of dishes from the whole family.")
    assert "dishes" not in body("spring picnics", source, language=EN)
