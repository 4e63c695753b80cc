"""What a user reports in a request: whole sentences in the user's words, without requests."""

import pytest

from engines.note_planner.brief import compile_brief
from engines.note_planner.request.statements import covers, find_mentioned, list_statements, name_beyond
from services.common.contract.requests import CompileBrief
from services.common.contract.session import ChatMessage
from services.common.text.language import Language


@pytest.mark.parametrize(
    ("text", "statements"),
    [("The heron took two of my goldfish at dawn. Write a post about it, dry tone.",
      ("The heron took two of my goldfish at dawn.",)),
     ("I run a launderette and we open at six. could you write something for the door",
      ("I run a launderette and we open at six.",)),
     ("Made my grandma's pierogi for the first time. Want a warm post",
      ("Made my grandma's pierogi for the first time.",)),
     ("我在码头修了三十年缆绳，下个月退休。帮我写一篇，平一点", ("我在码头修了三十年缆绳，下个月退休。",)),
     ("外婆的缝纫机搬回来了，踏板还会响，写篇笔记", ("外婆的缝纫机搬回来了，踏板还会响。",))],
)  # fmt: skip
def test_a_report_is_a_statement(text: str, statements: tuple[str, ...]) -> None:
    assert list_statements(text) == statements


@pytest.mark.parametrize(
    "text",
    ["Write a post about repairing a garden hose", "Lisbon in 4 days, we dont want to rent a car",
     "how to descale a kettle",
     "旧毛衣怎么拆线", "写一篇关于腌萝卜的笔记",
     "please don't mention prices, a note on winter boots", "", "。。。", "🙂"],
)  # fmt: skip
def test_a_subject_or_a_request_is_no_statement(text: str) -> None:
    assert list_statements(text) == ()


def test_what_the_user_wants_mentioned_is_a_statement() -> None:
    text = "We moved the bakery to Mill Lane. Write a post, and mention that the oven came with us."
    assert "The oven came with us." in list_statements(text)


def test_quotation_marks_stay_in_pairs() -> None:
    assert list_statements("My boss called it 'a learning year'. Write that up.") == (
        "My boss called it 'a learning year'.",
    )


def test_an_instruction_within_a_report_is_left_out() -> None:
    statements = "".join(list_statements("我家狗十四岁了，不想写得太煽情，走路已经要人扶了，写篇笔记"))
    assert "我家狗十四岁了" in statements and "不想写" not in statements


def test_statements_are_bounded() -> None:
    text = " ".join(f"I found key {number} in the garden." for number in range(200))
    assert len(list_statements(text[:1_000])) <= 12


def test_a_question_is_not_covered_by_a_report() -> None:
    assert not covers("怎么给狗刷牙", ("我家狗不肯刷牙了。",))
    assert covers("我家狗刷牙", ("我家狗今天第一次刷牙了。",))


def test_the_phrases_that_a_report_lacks_remain() -> None:
    assert name_beyond("choosing a hearing aid, I got fitted in May", ("I got fitted in May.",)) == (
        "choosing a hearing aid"
    )


def test_a_report_is_not_what_is_to_be_mentioned() -> None:
    assert find_mentioned("the oven came with us") == ""


def test_the_brief_of_a_report_is_a_story() -> None:
    brief = compile_brief(CompileBrief("The heron took two of my goldfish at dawn. Write that up."), Language.ENGLISH)
    assert (brief.content_type, brief.statements) == ("story", ("The heron took two of my goldfish at dawn.",))


def test_an_excluded_kind_of_text_is_not_the_kind_of_the_note() -> None:
    brief = compile_brief(CompileBrief("A post about our allotment, don't make it a list"), Language.ENGLISH)
    assert brief.content_type != "list"


def test_what_a_report_states_is_no_requirement() -> None:
    text = (
        "My wife drives a snow plough for the county council and we spent New Year in a depot above the valley with no "
        "signal and one kettle for nine people. I'd love a blog post, leave out the name of the town."
    )
    brief = compile_brief(CompileBrief(text), Language.ENGLISH)
    assert not any("no signal" in one for one in brief.constraints)


def test_a_follow_up_retains_the_report() -> None:
    first = "The heron took two of my goldfish at dawn. Write that up."
    follow_up = "make it shorter"
    request = CompileBrief(follow_up, messages=(ChatMessage("user", first),))
    assert compile_brief(request, Language.ENGLISH).statements == ("The heron took two of my goldfish at dawn.",)
