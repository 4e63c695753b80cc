"""Drafts of the built-in note writer."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.note_writer.composition import select_own_template
from engines.note_writer.details import match_details
from engines.note_writer.lengths import Length, Unit, has_emoji
from engines.note_writer.phrases import en, zh
from engines.note_writer.values import MAX_BODY_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH, Source
from engines.note_writer.writer import write_note
from services.common.text.language import Language
from tests.unit.engines.note_writer.samples import EN, TEMPLATE, ZH, make_request

TOPICS = {
    ZH: ("春游", "早餐便当", "通勤穿搭", "猫咪换粮", "养花"),
    EN: ("spring picnic", "cooking dinner", "yoga", "saving money"),
}
CASES = [(language, topic) for language, topics in TOPICS.items() for topic in topics]


@pytest.mark.parametrize(("language", "topic"), CASES)
def test_a_note_without_evidence_has_all_its_parts(language: Language, topic: str) -> None:
    draft = write_note(make_request(language=language, topic=topic))
    assert topic.lower() in draft.title.lower() and len(draft.title) <= (20 if language is ZH else 60)
    assert 150 <= len(draft.body) <= 1_600 and len(draft.blocks) >= 5
    assert draft.blocks[0].heading == draft.blocks[-1].heading == "" and all(b.heading for b in draft.blocks[1:-1])
    assert draft.tags and not re.search(r"[{}]", draft.title + draft.body)


def test_the_same_request_gives_the_same_draft_and_another_seed_gives_another_draft() -> None:
    assert write_note(make_request(seed=5)) == write_note(make_request(seed=5))
    assert len({write_note(make_request(seed=seed)).body for seed in range(8)}) >= 6


def test_the_template_of_the_library_is_used() -> None:
    draft = write_note(make_request(templates=(TEMPLATE,), audience="新手", place="杭州"))
    assert [block.heading for block in draft.blocks[1:-1]] == ["🎒 准备", "🗺️ 路线"]
    assert "在杭州集合。" in draft.body


def test_a_placeholder_without_a_value_is_not_filled() -> None:
    for seed in range(12):
        draft = write_note(make_request(templates=(TEMPLATE,), seed=seed))
        assert "集合" not in draft.body and draft.title in ("春游就看这篇", "2步搞定春游")
        assert draft.blocks[0].text == "说说春游。"


def test_sentences_of_a_section_have_the_order_of_the_template() -> None:
    for seed in range(6):
        (section,) = [
            block
            for block in write_note(make_request(templates=(TEMPLATE,), seed=seed)).blocks
            if "准备" in block.heading
        ]
        assert section.items == ("• 先看天气。", "• 带上水壶。")


def test_a_story_has_running_text_and_a_guide_has_lists() -> None:
    assert "• " in write_note(make_request()).body
    assert "• " not in write_note(make_request(content_type="story")).body


@pytest.mark.parametrize(
    ("constraint", "max_length"),
    [
        ("不超过200字", Length(200, Unit.CHARACTERS)),
        ("120字以内", Length(120, Unit.CHARACTERS)),
        ("控制在30个字", Length(30, Unit.CHARACTERS)),
        ("under 60 words", Length(60, Unit.WORDS)),
        ("no more than 9 words", Length(9, Unit.WORDS)),
    ],
)
def test_a_maximum_length_is_not_exceeded(constraint: str, max_length: Length) -> None:
    language = ZH if max_length.unit is Unit.CHARACTERS else EN
    draft = write_note(make_request(language=language, constraints=(constraint,)))
    assert 0 < max_length.measure(draft.body) <= max_length.count


def test_a_minimum_length_is_reached() -> None:
    characters = Length(0, Unit.CHARACTERS)
    usual = characters.measure(write_note(make_request()).body)
    assert characters.measure(write_note(make_request(constraints=("不少于420字",))).body) >= max(420, usual)


def test_a_minimum_length_that_the_material_does_not_reach_is_stated() -> None:
    draft = write_note(make_request(constraints=("不少于900字",)))
    assert any("不到要求的 900 字" in remark for remark in draft.remarks)


@pytest.mark.parametrize(("language", "topic"), [(ZH, "量子计算"), (EN, "friends after thirty")])
def test_an_unknown_theme_without_sources_has_at_most_two_sentences_and_states_it(
    language: Language, topic: str
) -> None:
    draft = write_note(make_request(language=language, topic=topic))
    assert sum(len(block.items) for block in draft.blocks) <= 2 and draft.remarks


@pytest.mark.parametrize("rule", ["不要表情", "不要用emoji", "no emoji please", "without any emojis"])
def test_excluded_emoji_are_left_out(rule: str) -> None:
    draft = write_note(make_request(constraints=(rule,), tone="活泼"))
    assert not has_emoji(draft.title + draft.body)


def test_a_formal_tone_has_neither_emoji_nor_exclamation_marks() -> None:
    for seed in range(6):
        draft = write_note(make_request(tone="正式、专业", seed=seed))
        assert not has_emoji(draft.title + draft.body) and not re.search("[！～]", draft.title + draft.body)


def test_a_lively_tone_changes_title_opening_and_closing() -> None:
    draft = write_note(make_request(tone="轻松活泼"))
    assert has_emoji(draft.title) and has_emoji(draft.blocks[-1].text)


@pytest.mark.parametrize("rule", ["不要提到拍照", "不要出现“拍照”这个词", "别写拍照", "去掉拍照的内容"])
def test_excluded_words_are_left_out(rule: str) -> None:
    draft = write_note(make_request(constraints=(rule,), known_tags=("拍照姿势", "春游野餐"), keywords=("拍照",)))
    assert "拍照" not in draft.title + draft.body + "".join(draft.tags)
    assert "春游野餐" in draft.tags


def test_required_words_are_mentioned() -> None:
    draft = write_note(make_request(constraints=("要提到预算和野餐垫",)))
    assert "预算" in draft.body and "野餐垫" in draft.body


def test_a_title_follows_the_pattern_of_successful_ones() -> None:
    pattern = "带数字的标题更受欢迎"
    template = TEMPLATE.__class__(
        ("{topic}一", "{topic}2法", "{topic}三", "{topic}4招"), TEMPLATE.openings, TEMPLATE.sections, ()
    )
    titles = {
        write_note(make_request(templates=(template,), title_patterns=(pattern,), seed=seed)).title for seed in range(9)
    }
    assert titles == {"春游2法", "春游4招"}


def test_a_source_is_quoted_briefly_with_its_title() -> None:
    source = Source(
        "春游看樱花的一天", "春游门票30元很值。春游早上八点前去，地上全是花瓣。" + "春游很长的一句话" * 12 + "。"
    )
    body = write_note(make_request(sources=(source,))).body
    assert "春游早上八点前去，地上全是花瓣（来源：《春游看樱花的一天》）。" in body
    assert "30元" not in body and "很长的一句话" not in body


def test_a_source_that_shares_no_word_with_the_topic_is_not_quoted() -> None:
    assert "提到" not in write_note(make_request(sources=(Source("期末复习", "先列提纲，再看错题本就好。"),))).body


def test_tags_are_distinct_single_words_and_at_most_eight() -> None:
    draft = write_note(
        make_request(
            language=EN,
            topic="spring picnic",
            keywords=("#Picnic", "picnic"),
            known_tags=tuple(f"picnic {n}" for n in range(20)),
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
def test_any_request_gives_a_note_within_the_limits(
    language: Language,
    topic: str,
    tone: str,
    constraints: tuple[str, ...],
    keywords: tuple[str, ...],
    feedback: str,
    seed: int,
) -> None:
    given = make_request(language=language, topic=topic, tone=tone, constraints=constraints, keywords=keywords)
    first = write_note(given)
    again = write_note(given.__class__(language, topic, tone=tone, feedback=feedback, previous=first, seed=seed))
    for draft in (first, again):
        assert 0 < len(draft.title) <= MAX_TITLE_LENGTH and 0 < len(draft.body) <= MAX_BODY_LENGTH
        assert len(draft.tags) <= MAX_TAGS and all(tag and "#" not in tag for tag in draft.tags)


@pytest.mark.parametrize("detail", ["特别喜欢狗", "未来喜欢狗"])
def test_a_detail_without_negation_matches_a_sentence_without_negation(detail: str) -> None:
    source = Source("春游带狗", "喜欢狗的人春游也要牵绳，离游客两米远，水碗自己带。")
    assert match_details((detail,), make_request(sources=(source,)))[detail] is not None


@pytest.mark.parametrize("language", [ZH, EN])
def test_each_subject_of_a_template_selects_it(language: Language) -> None:
    phrases = {ZH: zh, EN: en}[language].TOPICS
    for one in phrases:
        for subject in set(one.subjects.split()) - {"通勤"}:  # A word of fashion only next to another.
            assert select_own_template(make_request(language=language, topic=subject)) is one.template, subject


@pytest.mark.parametrize(
    ("language", "topic"), [(EN, "hat"), (ZH, "瑜伽垫"), (ZH, "秋冬护手霜"), (EN, "drugstore lipstick")]
)
def test_a_narrower_subject_gets_no_template(language: Language, topic: str) -> None:
    assert not select_own_template(make_request(language=language, topic=topic)).sections
