"""Imported templates are validated, and seed templates read well with any topic."""

import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.contract.note import NoteTemplate
from services.common.errors import Code, ReflowError
from services.rag.adapters.seed_data import load_seed_templates
from services.rag.domain.template import (
    CONTENT_TYPES,
    LOCALES,
    MAX_CHARACTERS,
    MAX_IMPORT,
    parse_template,
    parse_templates,
    to_record,
)

GOOD: dict[str, object] = {
    "key": "guide-lake",
    "locale": "zh",
    "name": "湖边攻略",
    "content_type": "guide",
    "topics": ["湖边", "野餐"],
    "titles": ["{topic}的{count}件小事"],
    "openings": ["写给{audience}。"],
    "sections": [{"heading": "去{place}之前", "sentences": ["看天气。", "带水。"]}],
    "closings": ["评论区见。"],
}
PLACE = re.compile(r"\{(audience|place|count)\}")
# A title of a post on Xiaohongshu may have 20 characters; a topic such as 考研复习 takes four of them.
LONGEST_TITLE = 20
LONGEST_TOPIC = "考研复习"


def shipped(locale: str) -> list[NoteTemplate]:
    return [one for one in load_seed_templates() if one.locale == locale]


def list_texts(template: NoteTemplate) -> list[str]:
    """Return all texts of *template*, in order."""
    sections = [text for one in template.sections for text in (one.heading, *one.sentences)]
    return [*template.titles, *template.openings, *sections, *template.closings]


def test_a_template_is_unchanged_by_serialization_and_parsing() -> None:
    for template in (*load_seed_templates(), parse_template(GOOD)):
        assert parse_template(to_record(template)) == template


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("key", "Guide Lake", "key"),
        ("key", "guide_lake", "key"),
        ("locale", "fr", "locale"),
        ("locale", "", "locale"),
        ("name", "", "name"),
        ("name", "{topic}", "name"),
        ("name", "bell\x00", "name"),
        ("content_type", "poem", "content_type"),
        ("topics", ["{topic}"], "topics"),
        ("topics", "春游", "topics"),
        ("titles", [], "titles"),
        ("titles", ["{price}"], "titles"),
        ("titles", ["{ topic }"], "titles"),
        ("titles", ["春" * 101], "titles"),
        ("openings", ["{{topic}}"], "openings"),
        ("openings", ["}"], "openings"),
        ("closings", ["nul\x00"], "closings"),
        ("closings", ["{0}"], "closings"),
        ("sections", [], "sections"),
        ("sections", ["text"], "sections"),
        ("sections", [{"heading": "", "sentences": ["a"]}], "sections[1].heading"),
        ("sections", [{"heading": "a", "sentences": []}], "sections[1].sentences"),
        ("sections", [{"heading": "a", "sentences": ["{topic.__class__}"]}], "sections[1].sentences"),
        ("sections", [{"heading": "a", "sentences": ["b"], "mood": "c"}], "sections[1].mood"),
        ("revision", 3, "revision"),
    ],
)
def test_an_invalid_field_is_named_with_its_line(field: str, value: object, named: str) -> None:
    with pytest.raises(ReflowError) as caught:
        parse_template(GOOD | {field: value}, line=7)
    assert (caught.value.code, caught.value.field) == (Code.INVALID_INPUT_FORMAT, f"templates[7].{named}")
    assert f"第 7 行的 {named}" in caught.value.text.zh
    assert f"Line 7, {named}" in caught.value.text.en


@given(st.text(alphabet="{}topic aucne", min_size=1, max_size=20))
def test_braces_occur_in_placeholders_only(title: str) -> None:
    try:
        (read,) = parse_template(GOOD | {"titles": [title]}).titles
    except ReflowError:
        return
    assert not re.search("[{}]", read.format(topic="", audience="", place="", count=""))


def test_the_size_of_a_template_is_limited() -> None:
    sentences = ["春" * 300] * (MAX_CHARACTERS // 300 + 1)
    with pytest.raises(ReflowError) as caught:
        parse_template(GOOD | {"sections": [{"heading": "a", "sentences": sentences}]})
    assert f"{MAX_CHARACTERS}" in caught.value.text.en


def test_an_import_has_each_key_once_per_language_and_is_limited() -> None:
    zh, en = json.dumps(GOOD), json.dumps(GOOD | {"locale": "en"})
    assert [one.locale for one in parse_templates([zh, "", en])] == ["zh", "en"]
    for lines, part in [([zh, "{"], "第 2 行"), ([zh, zh], "第 2 行的 key"), ([], "没有模板")]:
        with pytest.raises(ReflowError) as caught:
            parse_templates(lines)
        assert part in caught.value.text.zh
    with pytest.raises(ReflowError):
        parse_templates(json.dumps(GOOD | {"key": f"k{number}"}) for number in range(MAX_IMPORT + 1))


def test_each_content_type_has_two_templates_or_more_in_each_language_under_the_same_keys() -> None:
    counts = Counter((one.locale, one.content_type) for one in load_seed_templates())
    assert all(counts[locale, content_type] >= 2 for locale in LOCALES for content_type in CONTENT_TYPES)
    zh, en = ({(one.key, one.content_type, len(one.sections)) for one in shipped(locale)} for locale in LOCALES)
    assert zh == en and len(zh) >= 12


def test_each_content_type_has_a_template_for_any_topic() -> None:
    for locale in LOCALES:
        assert {one.content_type for one in shipped(locale) if not one.topics} == set(CONTENT_TYPES)


@pytest.mark.parametrize("template", load_seed_templates(), ids=lambda one: f"{one.key}-{one.locale}")
def test_a_seed_template_is_complete_with_the_topic_only(template: NoteTemplate) -> None:
    for texts, least in ((template.titles, 2), (template.openings, 2), (template.closings, 2)):
        assert len([text for text in texts if not PLACE.search(text)]) >= least
    assert 3 <= len(template.sections) <= 5
    for section in template.sections:
        assert not PLACE.search(section.heading)
        assert len([text for text in section.sentences if not PLACE.search(text)]) >= 3
    assert all("{topic}" in text for text in template.titles)
    assert len(set(list_texts(template))) == len(list_texts(template))


@pytest.mark.parametrize("template", shipped("zh"), ids=lambda one: one.key)
def test_a_chinese_title_fits_and_chinese_texts_end_as_sentences_do(template: NoteTemplate) -> None:
    for title in template.titles:
        if not PLACE.search(title):
            assert len(title.replace("{topic}", LONGEST_TOPIC)) <= LONGEST_TITLE
    for section in template.sections:
        assert all(re.search(r"[。！？～]$", sentence) for sentence in section.sentences)
    assert not any(re.search(r"[\u4e00-\u9fff][,;:!?]", text) for text in list_texts(template))


def test_no_sentence_occurs_in_two_templates_of_a_language() -> None:
    for locale in LOCALES:
        counts = Counter(text for one in shipped(locale) for section in one.sections for text in section.sentences)
        assert [text for text, count in counts.items() if count > 1] == []
