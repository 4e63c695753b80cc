"""Titles: of the form that is written in, within their own bound, and otherwise when that is asked for."""

import pytest

from services.executor.domain.writing.measuring import Length, Unit, without_emoji
from services.executor.domain.writing.titles import EAGER
from services.executor.domain.writing.values import Form
from services.executor.domain.writing.writer import written
from tests.unit.executor.writing.examples import EN, FORM, ZH, asked_again, assignment

OTHER = Form(("别的{topic}",), ("另一篇{topic}。",), FORM.sections, ("完。",))
CHARACTERS = Length(0, Unit.CHARACTERS)


def test_a_title_is_one_of_the_form_that_is_written_in() -> None:
    titles = {written(assignment(forms=(OTHER, FORM), seed=seed)).title for seed in range(9)}
    assert titles == {"别的春游"}


@pytest.mark.parametrize(
    ("constraint", "most"), [("标题不超过9字", 9), ("标题8个字以内", 8), ("题目控制在6个字", 6), ("标题最多3个字", 3)]
)
@pytest.mark.parametrize("tone", ["", "活泼"])
def test_a_bound_of_the_title_bounds_the_title_and_not_the_body(constraint: str, most: int, tone: str) -> None:
    for seed in range(6):
        draft = written(assignment(constraints=(constraint,), tone=tone, seed=seed))
        assert 0 < len(draft.title) <= most
        assert CHARACTERS.of(draft.body) >= 250


def test_a_bound_of_an_english_title_counts_its_characters() -> None:
    draft = written(
        assignment(language=EN, topic="moving house", constraints=("title under 30 characters",), content_type="list")
    )
    assert len(draft.title) <= 30 and len(draft.body.split()) > 80


def test_a_bound_of_title_and_one_of_the_body_are_both_kept() -> None:
    draft = written(assignment(constraints=("标题不超过10字", "正文150字以内")))
    assert len(draft.title) <= 10 and 80 <= CHARACTERS.of(draft.body) <= 150


@pytest.mark.parametrize("feedback", ["标题再活泼一点", "标题活泼些", "标题要更吸引人", "make the title more fun"])
def test_a_livelier_title_is_another_one_in_words(feedback: str) -> None:
    language = EN if feedback.isascii() else ZH
    before, after = asked_again(feedback, language=language, topic="spring picnics" if language is EN else "春游")
    assert without_emoji(after.title) != without_emoji(before.title)
    assert EAGER.search(after.title), after.title
    assert after.body == before.body


def test_a_shorter_title_is_shorter() -> None:
    for seed in range(6):
        before, after = asked_again("标题短一点", topic="春游", seed=seed)
        assert len(after.title) < len(before.title)


def test_a_note_that_wants_a_number_in_its_title_has_one() -> None:
    titles = {written(assignment(constraints=("标题要有数字",), seed=seed)).title for seed in range(6)}
    assert all(any(sign.isdigit() for sign in title) for title in titles)
