"""Revision of a draft according to feedback."""

import pytest

from engines.note_writer.lengths import Length, Unit, has_emoji
from engines.note_writer.values import Section, Template
from tests.unit.engines.note_writer.samples import EN, TEMPLATE, ZH, write_revision

CHARACTERS = Length(0, Unit.CHARACTERS)
OTHER = Template(
    ("换一种{topic}", "{topic}的另一面"),
    ("再说说{topic}。",),
    (Section("心情", ("慢一点。", "多看两眼。")), Section("同伴", ("叫上朋友。", "分好工。"))),
    ("走吧。",),
)


@pytest.mark.parametrize("feedback", ["", "重写", "再来一篇", "不喜欢", "again please"])
def test_a_rewrite_changes_the_text(feedback: str) -> None:
    previous, after = write_revision(feedback)
    assert after.title != previous.title and after.blocks[0] != previous.blocks[0] and after.body != previous.body


@pytest.mark.parametrize(
    "feedback", ["换个标题", "标题重写一下", "标题太长了", "标题不吸引人，换一个", "another title"]
)
def test_a_new_title_leaves_the_rest_unchanged(feedback: str) -> None:
    previous, after = write_revision(feedback)
    assert after.title != previous.title
    assert (after.body, after.tags) == (previous.body, previous.tags)


@pytest.mark.parametrize("feedback", ["短一点", "太长了，精简一下", "正文再短些", "make it shorter"])
def test_shorter_removes_sentences_and_adds_none(feedback: str) -> None:
    previous, after = write_revision(feedback)
    assert CHARACTERS.measure(after.body) <= 0.7 * CHARACTERS.measure(previous.body)
    assert (after.title, after.tags) == (previous.title, previous.tags)
    assert all(item in previous.body for block in after.blocks for item in block.items)


def test_shorter_with_a_number_meets_that_length() -> None:
    _, after = write_revision("控制在100字以内")
    assert CHARACTERS.measure(after.body) <= 100


@pytest.mark.parametrize("feedback", ["再长一点", "写得更详细些", "正文太短", "more detail, please"])
def test_longer_keeps_every_sentence_and_adds_more(feedback: str) -> None:
    previous, after = write_revision(feedback)
    assert CHARACTERS.measure(after.body) > 1.1 * CHARACTERS.measure(previous.body)
    assert all(item in after.body for block in previous.blocks for item in block.items)
    assert after.title == previous.title and after.blocks[-1] == previous.blocks[-1]
    sentences = [item for block in after.blocks for item in block.items]
    assert len(sentences) == len(set(sentences))


def test_livelier_adds_emoji_and_particles_and_keeps_the_sentences() -> None:
    previous, after = write_revision("活泼一点")
    assert has_emoji(after.title) and after.title.startswith(previous.title)
    pairs = zip(previous.blocks[1:-1], after.blocks[1:-1], strict=True)
    lines = [line for one, other in pairs for line in zip(one.items, other.items, strict=True)]
    assert [after for _, after in lines] == [f"{before.removesuffix('。')}哦～" for before, _ in lines]


def test_more_formal_removes_emoji_and_exclamation_marks() -> None:
    previous, after = write_revision("正式一点", tone="活泼")
    assert has_emoji(previous.body) and not has_emoji(after.title + after.body) and "！" not in after.body


def test_feedback_against_a_formal_tone_makes_the_text_livelier() -> None:
    _, after = write_revision("不要太正式")
    assert has_emoji(after.title)


def test_a_required_word_is_added_before_the_closing_and_the_rest_stays() -> None:
    previous, after = write_revision("加上预算")
    assert "预算" not in previous.body and "预算" in after.blocks[-2].text
    assert (*after.blocks[:-2], after.blocks[-1]) == previous.blocks and after.title == previous.title


def test_an_excluded_word_removes_only_its_sentence() -> None:
    previous, after = write_revision("不要提鞋")
    unchanged = [item for block in previous.blocks for item in block.items if "鞋" not in item]
    assert "鞋" in previous.body and "鞋" not in after.body
    assert [item for block in after.blocks for item in block.items] == unchanged


@pytest.mark.parametrize(("feedback", "changed"), [("换个开头", 0), ("结尾再想想", -1), ("another ending", -1)])
def test_a_request_for_another_opening_or_closing_changes_nothing_else(feedback: str, changed: int) -> None:
    previous, after = write_revision(feedback)
    assert after.blocks[changed] != previous.blocks[changed] and len(after.blocks) == len(previous.blocks)
    rest = slice(1, None) if changed == 0 else slice(None, -1)
    assert after.blocks[rest] == previous.blocks[rest] and after.title == previous.title


def test_several_changes_at_once_are_all_applied() -> None:
    previous, after = write_revision("换个标题，再短一点，不要表情")
    assert after.title != previous.title and len(after.body) < len(previous.body) and not has_emoji(after.body)


def test_english_is_revised_in_english() -> None:
    previous, after = write_revision("shorter, and mention the budget", language=EN, topic="spring picnic")
    words = Length(0, Unit.WORDS)
    assert words.measure(after.body) < words.measure(previous.body) and "budget" in after.body


@pytest.mark.parametrize("feedback", ["换个角度", "换一种写法", "重写", "try a different angle"])
def test_another_angle_limits_the_share_of_unchanged_sentences(feedback: str) -> None:
    language = EN if feedback.isascii() else ZH
    topic = "spring picnics" if language is EN else "春游"
    templates = () if language is EN else (TEMPLATE, OTHER)
    previous, after = write_revision(feedback, language=language, topic=topic, templates=templates)
    unchanged = [item for block in after.blocks for item in block.items if item in previous.body]
    # The phrase bank has one English template for outings: its other sentences come first.
    most = 0.7 if language is EN else 0.4
    assert len(unchanged) <= most * sum(len(block.items) for block in after.blocks)
    assert after.title != previous.title


def test_shorter_is_shorter_even_if_the_text_was_within_its_limit() -> None:
    previous, after = write_revision("短一点", constraints=("300字以内",))
    assert CHARACTERS.measure(after.body) <= 0.75 * CHARACTERS.measure(previous.body)
