"""What the built-in writer makes of an assignment."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.language import Language
from services.executor.domain.writing.measuring import Length, Unit, has_emoji
from services.executor.domain.writing.values import LONGEST_BODY, LONGEST_TITLE, MOST_TAGS, Source
from services.executor.domain.writing.writer import written
from tests.unit.executor.writing.examples import EN, FORM, ZH, assignment

TOPICS = {
    ZH: ("春游", "减脂早餐", "通勤穿搭", "猫咪换粮", "量子计算"),
    EN: ("spring picnic", "sourdough", "yoga", "tax"),
}
CASES = [(language, topic) for language, topics in TOPICS.items() for topic in topics]


@pytest.mark.parametrize(("language", "topic"), CASES)
def test_with_nothing_known_a_note_still_has_all_its_parts(language: Language, topic: str) -> None:
    draft = written(assignment(language=language, topic=topic))
    assert topic.lower() in draft.title.lower() and len(draft.title) <= (20 if language is ZH else 60)
    assert 150 <= len(draft.body) <= 1_600 and len(draft.blocks) >= 5
    assert draft.blocks[0].heading == draft.blocks[-1].heading == "" and all(b.heading for b in draft.blocks[1:-1])
    assert draft.tags and not re.search(r"[{}]", draft.title + draft.body)


def test_the_same_assignment_gives_the_same_draft_and_another_seed_another() -> None:
    assert written(assignment(seed=5)) == written(assignment(seed=5))
    assert len({written(assignment(seed=seed)).body for seed in range(8)}) >= 6


def test_the_form_of_the_library_is_what_the_note_is_written_in() -> None:
    draft = written(assignment(forms=(FORM,), audience="新手", place="杭州"))
    assert [block.heading for block in draft.blocks[1:-1]] == ["🎒 准备", "🗺️ 路线"]
    assert "在杭州集合。" in draft.body


def test_what_is_not_known_is_not_made_up() -> None:
    for seed in range(12):
        draft = written(assignment(forms=(FORM,), seed=seed))
        assert "集合" not in draft.body and draft.title in ("春游就看这篇", "2步搞定春游")
        assert draft.blocks[0].text == "说说春游。"


def test_sentences_of_a_section_keep_the_order_of_the_form() -> None:
    for seed in range(6):
        (section,) = [
            block for block in written(assignment(forms=(FORM,), seed=seed)).blocks if "准备" in block.heading
        ]
        assert section.items == ("• 先看天气。", "• 带上水壶。")


def test_a_story_runs_on_where_a_guide_has_a_list() -> None:
    assert "• " in written(assignment()).body
    assert "• " not in written(assignment(content_type="story")).body


@pytest.mark.parametrize(
    ("constraint", "most"),
    [
        ("不超过200字", Length(200, Unit.CHARACTERS)),
        ("120字以内", Length(120, Unit.CHARACTERS)),
        ("控制在30个字", Length(30, Unit.CHARACTERS)),
        ("under 60 words", Length(60, Unit.WORDS)),
        ("no more than 9 words", Length(9, Unit.WORDS)),
    ],
)
def test_an_upper_bound_of_the_length_is_kept(constraint: str, most: Length) -> None:
    language = ZH if most.unit is Unit.CHARACTERS else EN
    draft = written(assignment(language=language, constraints=(constraint,)))
    assert 0 < most.of(draft.body) <= most.count


def test_a_lower_bound_of_the_length_makes_it_longer() -> None:
    characters = Length(0, Unit.CHARACTERS)
    usual = characters.of(written(assignment()).body)
    assert characters.of(written(assignment(constraints=("不少于450字",))).body) >= max(450, usual)


@pytest.mark.parametrize("rule", ["不要表情", "不要用emoji", "no emoji please", "without any emojis"])
def test_who_wants_no_emoji_gets_none(rule: str) -> None:
    draft = written(assignment(constraints=(rule,), tone="活泼"))
    assert not has_emoji(draft.title + draft.body)


def test_a_formal_tone_has_neither_emoji_nor_exclamations() -> None:
    for seed in range(6):
        draft = written(assignment(tone="正式、专业", seed=seed))
        assert not has_emoji(draft.title + draft.body) and not re.search("[！～]", draft.title + draft.body)


def test_a_lively_tone_shows_in_title_and_ends() -> None:
    draft = written(assignment(tone="轻松活泼"))
    assert has_emoji(draft.title) and has_emoji(draft.blocks[-1].text)


@pytest.mark.parametrize("rule", ["不要提到拍照", "不要出现“拍照”这个词", "别写拍照", "去掉拍照的内容"])
def test_words_that_are_not_wanted_stand_nowhere(rule: str) -> None:
    draft = written(assignment(constraints=(rule,), known_tags=("拍照姿势", "春游野餐"), keywords=("拍照",)))
    assert "拍照" not in draft.title + draft.body + "".join(draft.tags)
    assert "春游野餐" in draft.tags


def test_words_that_are_wanted_are_mentioned() -> None:
    draft = written(assignment(constraints=("要提到预算和野餐垫",)))
    assert "预算" in draft.body and "野餐垫" in draft.body


def test_a_title_is_made_as_those_that_did_well() -> None:
    pattern = "带数字的标题更受欢迎"
    form = FORM.__class__(("{topic}一", "{topic}2法", "{topic}三", "{topic}4招"), FORM.openings, FORM.sections, ())
    titles = {written(assignment(forms=(form,), title_patterns=(pattern,), seed=seed)).title for seed in range(9)}
    assert titles == {"春游2法", "春游4招"}


def test_a_source_is_quoted_briefly_with_its_title() -> None:
    source = Source(
        "春游看樱花的一天", "春游门票30元很值。春游早上八点前去，地上全是花瓣。" + "春游很长的一句话" * 12 + "。"
    )
    body = written(assignment(sources=(source,))).body
    assert "《春游看樱花的一天》里提到：“春游早上八点前去，地上全是花瓣。”" in body
    assert "30元" not in body and "很长的一句话" not in body


def test_a_source_that_shares_no_word_with_the_topic_is_not_quoted() -> None:
    assert "提到" not in written(assignment(sources=(Source("期末复习", "先列提纲，再看错题本就好。"),))).body


def test_tags_are_single_words_each_once_and_at_most_eight() -> None:
    draft = written(
        assignment(
            language=EN,
            topic="spring picnic",
            keywords=("#Picnic", "picnic"),
            known_tags=[f"picnic {n}" for n in range(20)],
        )
    )
    assert draft.tags[0] == "springpicnic" and len(draft.tags) == len(set(draft.tags)) == 8
    assert not any(" " in tag or "#" in tag for tag in draft.tags)


hostile = st.text(max_size=60)


@given(
    language=st.sampled_from(Language),
    topic=hostile.filter(lambda text: bool(text.strip())),
    tone=hostile,
    constraints=st.lists(hostile, max_size=4).map(tuple),
    keywords=st.lists(hostile, max_size=4).map(tuple),
    feedback=hostile,
    seed=st.integers(0, 2**53),
)
def test_whatever_people_write_the_note_is_within_the_contract(
    language: Language,
    topic: str,
    tone: str,
    constraints: tuple[str, ...],
    keywords: tuple[str, ...],
    feedback: str,
    seed: int,
) -> None:
    given = assignment(language=language, topic=topic, tone=tone, constraints=constraints, keywords=keywords)
    first = written(given)
    again = written(given.__class__(language, topic, tone=tone, feedback=feedback, before=first, seed=seed))
    for draft in (first, again):
        assert 0 < len(draft.title) <= LONGEST_TITLE and 0 < len(draft.body) <= LONGEST_BODY
        assert len(draft.tags) <= MOST_TAGS and all(tag and "#" not in tag for tag in draft.tags)
