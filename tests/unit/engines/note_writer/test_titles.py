"""Titles: of the selected template, within their own limit, and different on request."""

import pytest

from engines.note_writer.lengths import Length, Unit, remove_emoji
from engines.note_writer.titles import LIVELY_TITLE
from engines.note_writer.values import Template
from engines.note_writer.writer import write_note
from services.common.text.language import Language
from tests.unit.engines.note_writer.samples import EN, TEMPLATE, ZH, make_request, write_revision

OTHER = Template(("别的{topic}",), ("另一篇{topic}。",), TEMPLATE.sections, ("完。",))
CHARACTERS = Length(0, Unit.CHARACTERS)


def test_a_title_is_one_of_the_selected_template() -> None:
    titles = {write_note(make_request(templates=(OTHER, TEMPLATE), seed=seed)).title for seed in range(9)}
    assert titles == {"别的春游"}


@pytest.mark.parametrize(
    ("constraint", "max_length"),
    [("标题不超过9字", 9), ("标题8个字以内", 8), ("题目控制在6个字", 6), ("标题最多3个字", 3)],
)
@pytest.mark.parametrize("tone", ["", "活泼"])
def test_a_limit_of_the_title_limits_the_title_and_not_the_body(constraint: str, max_length: int, tone: str) -> None:
    for seed in range(6):
        draft = write_note(make_request(constraints=(constraint,), tone=tone, seed=seed))
        assert 0 < len(draft.title) <= max_length
        assert CHARACTERS.measure(draft.body) >= 250


def test_a_limit_of_an_english_title_counts_characters() -> None:
    draft = write_note(
        make_request(language=EN, topic="decluttering", constraints=("title under 30 characters",), content_type="list")
    )
    assert len(draft.title) <= 30 and len(draft.body.split()) > 80


def test_limits_of_title_and_body_both_apply() -> None:
    draft = write_note(make_request(constraints=("标题不超过10字", "正文150字以内")))
    assert len(draft.title) <= 10 and 80 <= CHARACTERS.measure(draft.body) <= 150


@pytest.mark.parametrize("feedback", ["标题再活泼一点", "标题活泼些", "标题要更吸引人", "make the title more fun"])
def test_a_livelier_title_has_other_words(feedback: str) -> None:
    language = EN if feedback.isascii() else ZH
    previous, after = write_revision(feedback, language=language, topic="spring picnics" if language is EN else "春游")
    assert remove_emoji(after.title) != remove_emoji(previous.title)
    assert LIVELY_TITLE.search(after.title), after.title
    assert after.body == previous.body


def test_a_shorter_title_is_shorter() -> None:
    for seed in range(6):
        previous, after = write_revision("标题短一点", topic="春游", seed=seed)
        assert len(after.title) < len(previous.title)


def test_a_required_number_is_in_the_title() -> None:
    titles = {write_note(make_request(constraints=("标题要有数字",), seed=seed)).title for seed in range(6)}
    assert all(any(sign.isdigit() for sign in title) for title in titles)


@pytest.mark.parametrize(
    ("language", "topic", "audience"),
    [
        (EN, "beginner yoga", "beginners"),
        (EN, "yoga for beginners", "beginners"),
        (ZH, "新手养猫", "新手"),
        (ZH, "养猫", "养猫新手"),
    ],
)
def test_no_word_of_the_topic_is_repeated_in_a_title(language: Language, topic: str, audience: str) -> None:
    words = Template(
        ("写给{audience}的{topic}笔记", "Gentle {topic} for beginners", "{topic}"),
        ("{topic}。",),
        TEMPLATE.sections,
        (),
    )
    for seed in range(9):
        for templates in ((), (words,)):
            request = make_request(language=language, topic=topic, audience=audience, seed=seed, templates=templates)
            title = write_note(request).title.lower()
            assert title.count("beginner") < 2 and title.count("新手") < 2 and title.count("养猫") < 2, title
