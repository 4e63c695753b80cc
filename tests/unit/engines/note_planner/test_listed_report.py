"""Facts that a request lists after a colon are stated in the note, and are no part of its topic."""

import pytest

from engines.note_planner.brief import compile_brief
from engines.note_planner.cover_text import choose_cover_text
from engines.note_planner.request.parser import parse_request
from services.common.contract.note import USER_ENGINE, ContentType, NoteContent
from services.common.contract.requests import CompileBrief
from services.common.text.language import Language

WEST_LAKE = "写一篇杭州西湖两天一夜攻略：高铁票 73 元，断桥早上七点人少，住在湖滨步行街附近，龙井村午饭人均 60 元"
LISBON = "Write a guide to Lisbon: tram 28 was empty at 7 am, lunch in Alfama cost 12 euros. Short, no emojis"


def test_listed_facts_are_the_users_sentence_and_not_the_topic() -> None:
    parsed = parse_request(WEST_LAKE)
    assert parsed.topic == "杭州西湖两天一夜"
    assert parsed.statements == ("高铁票 73 元，断桥早上七点人少，住在湖滨步行街附近，龙井村午饭人均 60 元。",)
    assert parsed.constraints == ()


def test_requirements_after_the_facts_remain() -> None:
    parsed = parse_request(LISBON)
    assert parsed.statements == ("Tram 28 was empty at 7 am, lunch in Alfama cost 12 euros.",)
    assert "Lisbon" in parsed.topic and "12 euros" not in parsed.topic
    assert any("emoji" in one for one in parsed.constraints)


def test_the_kind_of_text_that_is_requested_with_facts_is_retained() -> None:
    assert compile_brief(CompileBrief(WEST_LAKE), Language.CHINESE).content_type is ContentType.GUIDE


@pytest.mark.parametrize(
    "text",
    [
        "tent for a family of 5: windy sites, goes up in 15 min, not canvas, under 400 quid",
        "小红书文案：新疆自驾10天，标题要吸引人，9张图",
        "学生党护肤：预算100元以内，不超过50元一瓶",
        "write a guide to cold water swimming: what to wear, how to get out at 7 am",
        "写一篇护肤攻略：便宜一点，温和一点，适合学生",
        "写一篇跑步攻略：第一点讲路线，第二点讲吃的",
    ],
)
def test_listed_requirements_are_no_facts(text: str) -> None:
    assert not parse_request(text).statements


def test_a_title_that_the_user_wrote_is_on_the_cover_without_the_topic() -> None:
    brief = compile_brief(CompileBrief("Write a guide to Kyoto"), Language.ENGLISH)
    content = NoteContent("Slow mornings", "Text.", engine=USER_ENGINE)
    assert choose_cover_text(brief, content, Language.ENGLISH)[0] == "Slow mornings"


def test_a_clock_time_is_in_the_list() -> None:
    parsed = parse_request("Write a guide to Lisbon: tram 28 was empty at 7:30, lunch in Alfama cost 12 euros.")
    assert parsed.statements == ("Tram 28 was empty at 7:30, lunch in Alfama cost 12 euros.",)


@pytest.mark.parametrize("title", ["Calm, slow mornings", "Slow mornings: a diary"])
def test_a_title_of_several_parts_that_the_user_wrote_is_whole_on_the_cover(title: str) -> None:
    brief = compile_brief(CompileBrief("Write a guide to Kyoto"), Language.ENGLISH)
    content = NoteContent(title, "Text.", engine=USER_ENGINE)
    assert choose_cover_text(brief, content, Language.ENGLISH)[0] == title


def test_a_title_without_letters_leaves_the_topic_on_the_cover() -> None:
    brief = compile_brief(CompileBrief("Write a guide to Kyoto"), Language.ENGLISH)
    assert "Kyoto" in choose_cover_text(brief, NoteContent("🎉", "Text.", engine=USER_ENGINE), Language.ENGLISH)[0]
