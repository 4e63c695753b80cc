"""Answers to questions in free text."""

import pytest

from engines.graph_planner.planner import plan_change
from engines.graph_planner.values import ChangeRequest, Outcome, Plan, Question
from services.common.text.language import Language
from tests.unit.engines.graph_planner.utterances import load_graphs, load_types

GRAPHS, TYPES = load_graphs(), load_types()


def answer(text: str, answered: str, graph: str = "two") -> tuple[Question, Outcome]:
    """Return the question about a request, and the outcome after its answer."""
    request = ChangeRequest(text, Language.ENGLISH, GRAPHS[graph], TYPES)
    question = plan_change(request)
    assert isinstance(question, Question)
    return question, plan_change(
        ChangeRequest(text, Language.ENGLISH, GRAPHS[graph], TYPES, answers={question.key: answered})
    )


@pytest.mark.parametrize(
    ("answered", "place"),
    [
        ("Refiner", 2),
        ("the refiner, please", 2),
        ("base 那个", 1),
        ("the second one", 2),
        ("the second sampler", 2),
        ("2", 2),
        ("#1", 1),
        ("the last one", 2),
        ("the latter", 2),
        ("first", 1),
        ("1st", 1),
        ("第二个", 2),
        ("第一个吧", 1),
        ("最后一个", 2),
        ("后者", 2),
        ("删除第2个", 2),
        ("我说的是 Refiner", 2),
    ],
)
def test_an_answer_names_a_choice_or_its_position(answered: str, place: int) -> None:
    question, outcome = answer("删除采样器", answered)
    assert isinstance(outcome, Plan)
    assert [one["path"] for one in outcome.operations] == [f"/nodes/{question.choices[place - 1].id}"]


@pytest.mark.parametrize(
    "answered",
    [
        "not the first one", "不要第一个", "the third one", "第九个", "both", "两个都要", "whatever", "随便", "采样器",
        "the first or the second", "the first one, Refiner", "0", "99999999999999999999", "?", "x" * 5_000, "__proto__",
    ],
)  # fmt: skip
def test_an_answer_that_matches_no_single_choice_repeats_the_question_with_the_reason(answered: str) -> None:
    question, outcome = answer("删除采样器", answered)
    assert isinstance(outcome, Question)
    assert (outcome.key, outcome.choices) == (question.key, question.choices)
    assert outcome.text.en.endswith(question.text.en)
    assert outcome.text.en != question.text.en
    assert len(outcome.text.en) < 300
