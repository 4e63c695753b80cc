"""What becomes of a text that somebody wants otherwise."""

import pytest

from services.executor.domain.writing.measuring import Length, Unit, has_emoji
from services.executor.domain.writing.values import Form, Section
from tests.unit.executor.writing.examples import EN, FORM, ZH, asked_again

CHARACTERS = Length(0, Unit.CHARACTERS)
OTHER = Form(
    ("换一种{topic}", "{topic}的另一面"),
    ("再说说{topic}。",),
    (Section("心情", ("慢一点。", "多看两眼。")), Section("同伴", ("叫上朋友。", "分好工。"))),
    ("走吧。",),
)


@pytest.mark.parametrize("feedback", ["", "重写", "再来一篇", "不喜欢", "again please"])
def test_again_is_really_another_text(feedback: str) -> None:
    before, after = asked_again(feedback)
    assert after.title != before.title and after.blocks[0] != before.blocks[0] and after.body != before.body


@pytest.mark.parametrize(
    "feedback", ["换个标题", "标题重写一下", "标题太长了", "标题不吸引人，换一个", "another title"]
)
def test_another_title_leaves_the_rest_word_for_word(feedback: str) -> None:
    before, after = asked_again(feedback)
    assert after.title != before.title
    assert (after.body, after.tags) == (before.body, before.tags)


@pytest.mark.parametrize("feedback", ["短一点", "太长了，精简一下", "正文再短些", "make it shorter"])
def test_shorter_takes_sentences_away_and_adds_none(feedback: str) -> None:
    before, after = asked_again(feedback)
    assert CHARACTERS.of(after.body) <= 0.7 * CHARACTERS.of(before.body)
    assert (after.title, after.tags) == (before.title, before.tags)
    assert all(item in before.body for block in after.blocks for item in block.items)


def test_shorter_with_a_number_is_that_short() -> None:
    _, after = asked_again("控制在100字以内")
    assert CHARACTERS.of(after.body) <= 100


@pytest.mark.parametrize("feedback", ["再长一点", "写得更详细些", "正文太短", "more detail, please"])
def test_longer_keeps_every_sentence_and_adds_more(feedback: str) -> None:
    before, after = asked_again(feedback)
    assert CHARACTERS.of(after.body) > 1.1 * CHARACTERS.of(before.body)
    assert all(item in after.body for block in before.blocks for item in block.items)
    assert after.title == before.title and after.blocks[-1] == before.blocks[-1]
    sentences = [item for block in after.blocks for item in block.items]
    assert len(sentences) == len(set(sentences))


def test_livelier_adds_emoji_and_keeps_what_is_said() -> None:
    before, after = asked_again("活泼一点")
    assert has_emoji(after.title) and after.title.startswith(before.title)
    assert after.blocks[1:-1] == before.blocks[1:-1]


def test_more_formal_takes_emoji_and_exclamations_away() -> None:
    before, after = asked_again("正式一点", tone="活泼")
    assert has_emoji(before.body) and not has_emoji(after.title + after.body) and "！" not in after.body


def test_too_formal_asks_for_the_other() -> None:
    _, after = asked_again("不要太正式")
    assert has_emoji(after.title)


def test_what_is_to_be_mentioned_comes_before_the_closing_and_all_else_stays() -> None:
    before, after = asked_again("加上预算")
    assert "预算" not in before.body and "预算" in after.blocks[-2].text
    assert (*after.blocks[:-2], after.blocks[-1]) == before.blocks and after.title == before.title


def test_what_is_not_to_be_mentioned_goes_with_its_sentence_alone() -> None:
    before, after = asked_again("不要提鞋")
    kept = [item for block in before.blocks for item in block.items if "鞋" not in item]
    assert "鞋" in before.body and "鞋" not in after.body
    assert [item for block in after.blocks for item in block.items] == kept


@pytest.mark.parametrize(("feedback", "changed"), [("换个开头", 0), ("结尾再想想", -1), ("another ending", -1)])
def test_another_opening_or_closing_is_all_that_changes(feedback: str, changed: int) -> None:
    before, after = asked_again(feedback)
    assert after.blocks[changed] != before.blocks[changed] and len(after.blocks) == len(before.blocks)
    rest = slice(1, None) if changed == 0 else slice(None, -1)
    assert after.blocks[rest] == before.blocks[rest] and after.title == before.title


def test_several_wishes_at_once_are_all_heard() -> None:
    before, after = asked_again("换个标题，再短一点，不要表情")
    assert after.title != before.title and len(after.body) < len(before.body) and not has_emoji(after.body)


def test_english_is_revised_in_english() -> None:
    before, after = asked_again("shorter, and mention the budget", language=EN, topic="spring picnic")
    words = Length(0, Unit.WORDS)
    assert words.of(after.body) < words.of(before.body) and "budget" in after.body


@pytest.mark.parametrize("feedback", ["换个角度", "换一种写法", "重写", "try a different angle"])
def test_another_angle_is_another_text_sentence_by_sentence(feedback: str) -> None:
    language = EN if feedback.isascii() else ZH
    topic = "spring picnics" if language is EN else "春游"
    forms = () if language is EN else (FORM, OTHER)
    before, after = asked_again(feedback, language=language, topic=topic, forms=forms)
    kept = [item for block in after.blocks for item in block.items if item in before.body]
    assert len(kept) <= 0.4 * sum(len(block.items) for block in after.blocks)
    assert after.title != before.title


def test_shorter_is_shorter_where_a_bound_was_kept_already() -> None:
    before, after = asked_again("短一点", constraints=("300字以内",))
    assert CHARACTERS.of(after.body) <= 0.75 * CHARACTERS.of(before.body)
