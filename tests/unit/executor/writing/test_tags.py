"""Tags: what the note is about, in the language of its readers, and nothing else."""

import re

import pytest

from services.executor.domain.writing.tags import MOST
from services.executor.domain.writing.writer import written
from tests.unit.executor.writing.examples import EN, assignment

HAN = re.compile(r"[\u3400-\u9fff]")


def test_an_english_note_has_english_tags_in_one_word_of_small_letters() -> None:
    draft = written(
        assignment(
            language=EN, topic="spring picnics", keywords=("spring picnics", "spring"), known_tags=("春节", "家常菜")
        )
    )
    assert draft.tags[0] == "springpicnics" and 3 <= len(draft.tags) <= MOST
    assert all(re.fullmatch(r"[a-z0-9]+", tag) for tag in draft.tags)


@pytest.mark.parametrize(
    ("topic", "beside"),
    [
        ("春游", ("书单", "习惯", "春节", "小学")),
        ("露营装备", ("狗狗", "秋天", "星空", "相机")),
        ("平价护肤品", ("夏天", "冬天")),
    ],
)
def test_a_tag_of_a_found_note_that_has_nothing_to_do_with_the_topic_does_not_come(
    topic: str, beside: tuple[str, ...]
) -> None:
    draft = written(assignment(topic=topic, keywords=(topic,), known_tags=beside))
    assert not set(draft.tags) & set(beside)
    assert len(draft.tags) >= 3


def test_a_tag_of_a_found_note_that_has_to_do_with_the_topic_comes() -> None:
    draft = written(assignment(topic="露营装备", keywords=("露营装备",), known_tags=("露营新手", "狗狗", "装备党")))
    assert {"露营新手", "装备党"} <= set(draft.tags) and "狗狗" not in draft.tags


def test_a_chinese_note_has_chinese_tags_and_names_in_latin_letters() -> None:
    draft = written(assignment(topic="MacBook Air", keywords=("MacBook Air",), known_tags=("spring picnic", "MacBook")))
    assert draft.tags[0] == "MacBookAir" and "springpicnic" not in [tag.lower() for tag in draft.tags]
    assert any(HAN.search(tag) for tag in draft.tags)


def test_a_number_of_tags_that_is_asked_for_is_kept() -> None:
    assert len(written(assignment(constraints=("标签最多3个",), known_tags=("春游路线", "春游穿搭"))).tags) == 3
