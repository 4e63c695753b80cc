"""Tags: about the topic of the note and in its language."""

import re

import pytest

from engines.note_writer.tags import MAX_TAGS
from engines.note_writer.writer import write_note
from tests.unit.engines.note_writer.samples import EN, make_request

HAN = re.compile(r"[\u3400-\u9fff]")


def test_an_english_note_has_english_tags_of_one_word_in_lower_case() -> None:
    draft = write_note(
        make_request(
            language=EN, topic="spring picnics", keywords=("spring picnics", "spring"), known_tags=("春节", "家常菜")
        )
    )
    assert draft.tags[0] == "springpicnics" and 3 <= len(draft.tags) <= MAX_TAGS
    assert all(re.fullmatch(r"[a-z0-9]+", tag) for tag in draft.tags)


@pytest.mark.parametrize(
    ("topic", "attached"),
    [
        ("春游", ("书单", "习惯", "春节", "小学")),
        ("露营装备", ("狗狗", "秋天", "星空", "相机")),
        ("平价护肤品", ("夏天", "冬天")),
    ],
)
def test_a_known_tag_that_is_not_related_to_the_topic_is_left_out(topic: str, attached: tuple[str, ...]) -> None:
    draft = write_note(make_request(topic=topic, keywords=(topic,), known_tags=attached))
    assert not set(draft.tags) & set(attached)
    assert len(draft.tags) >= 3


def test_a_known_tag_that_is_related_to_the_topic_is_used() -> None:
    draft = write_note(
        make_request(topic="露营装备", keywords=("露营装备",), known_tags=("露营新手", "狗狗", "装备党"))
    )
    assert {"露营新手", "装备党"} <= set(draft.tags) and "狗狗" not in draft.tags


def test_a_chinese_note_has_chinese_tags_and_names_in_latin_letters() -> None:
    draft = write_note(
        make_request(topic="MacBook Air", keywords=("MacBook Air",), known_tags=("spring picnic", "MacBook"))
    )
    assert draft.tags[0] == "MacBookAir" and "springpicnic" not in [tag.lower() for tag in draft.tags]
    assert any(HAN.search(tag) for tag in draft.tags)


def test_a_requested_number_of_tags_is_not_exceeded() -> None:
    assert len(write_note(make_request(constraints=("标签最多3个",), known_tags=("春游路线", "春游穿搭"))).tags) == 3
