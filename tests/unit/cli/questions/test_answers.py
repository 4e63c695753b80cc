"""Answers parsed from the user's input."""

import pytest
from reflow.v1 import questions_pb2

from services.cli.questions.answers import (
    ReviewAction,
    allowed_actions,
    modify,
    number_options,
    parse_action,
    parse_choice,
)
from services.common.errors import Code, ReflowError

APPROVAL = questions_pb2.Question(
    decisions=[questions_pb2.DECISION_APPROVE, questions_pb2.DECISION_REJECT, questions_pb2.DECISION_MODIFY]
)


def choosing(*, several: bool = False, custom: bool = True) -> questions_pb2.Question:
    return questions_pb2.Question(
        decisions=[questions_pb2.DECISION_CHOOSE, questions_pb2.DECISION_APPROVE],
        options=[questions_pb2.Option(id="family", label="亲子"), questions_pb2.Option(id="friends", label="Friends")],
        selection=questions_pb2.SELECTION_MULTIPLE if several else questions_pb2.SELECTION_SINGLE,
        allow_custom=custom,
    )


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("", ReviewAction.APPROVE), (" Y ", ReviewAction.APPROVE), ("好", ReviewAction.APPROVE),
        ("n", ReviewAction.REJECT), ("退回", ReviewAction.REJECT),
        ("E", ReviewAction.EDIT), ("q", ReviewAction.LEAVE), ("maybe", None),
    ],
)  # fmt: skip
def test_a_decision_is_a_letter_or_a_word(typed: str, action: ReviewAction | None) -> None:
    assert parse_action(typed, APPROVAL) is action


@pytest.mark.parametrize(
    ("typed", "action"), [("", None), ("  ", None), ("y", ReviewAction.APPROVE), ("n", ReviewAction.REJECT)]
)
def test_an_empty_line_never_allows_calls_with_effects(typed: str, action: ReviewAction | None) -> None:
    calls = questions_pb2.Question(kind="tool_calls", decisions=APPROVAL.decisions[:2])
    assert parse_action(typed, calls) is action


def test_a_decision_that_the_question_does_not_allow_is_not_parsed() -> None:
    approve_alone = questions_pb2.Question(decisions=[questions_pb2.DECISION_APPROVE])
    assert allowed_actions(approve_alone) == (ReviewAction.APPROVE, ReviewAction.LEAVE)
    assert parse_action("n", approve_alone) is None


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("1", ["family"]), ("亲子", ["family"]), ("friends", ["friends"]), ("FRIENDS", ["friends"])],
)
def test_an_option_is_chosen_by_its_number_label_or_id(typed: str, chosen: list[str]) -> None:
    answer = parse_choice(typed, choosing())
    assert (list(answer.chosen), answer.feedback) == (chosen, "")


@pytest.mark.parametrize("typed", ["Refiner", "the second one", "第二个", "2", 'remove "refiner"'])
def test_an_option_is_named_as_in_an_answer_without_a_terminal(typed: str) -> None:
    options = [questions_pb2.Option(id=name, label=f'Remove "{name.title()}"') for name in ("base", "refiner")]
    answer = parse_choice(typed, questions_pb2.Question(options=options, allow_custom=True))
    assert (list(answer.chosen), answer.feedback) == (["refiner"], "")


@pytest.mark.parametrize(
    ("ids", "labels", "numbers"),
    [
        (("2", "1"), ("a", "b"), ("2", "1")),
        (("5", "2", "9"), ("a", "b", "c"), ("1", "2", "3")),
        (("2", "5"), ("a", "b"), ("2", "5")),
        (("few", "some"), ("2", "3"), ("few", "some")),
        (("a", "b"), ("x", "y"), ("1", "2")),
    ],
)
def test_the_number_of_an_option_chooses_it(
    ids: tuple[str, ...], labels: tuple[str, ...], numbers: tuple[str, ...]
) -> None:
    options = [questions_pb2.Option(id=one, label=label) for one, label in zip(ids, labels, strict=True)]
    question = questions_pb2.Question(options=options)
    assert number_options(question) == numbers
    assert tuple(parse_choice(number, question).chosen[0] for number in numbers) == ids


@pytest.mark.parametrize("typed", ["1 2", "1,2", "1、2", "1，2 1"])
def test_several_options_are_chosen_where_the_question_allows_it(typed: str) -> None:
    assert list(parse_choice(typed, choosing(several=True)).chosen) == ["family", "friends"]
    with pytest.raises(ReflowError):
        parse_choice(typed, choosing())


@pytest.mark.parametrize("typed", ["带老人", "3", "1 和老人", "²"])
def test_anything_else_is_free_text_where_that_is_allowed(typed: str) -> None:
    answer = parse_choice(typed, choosing())
    assert (list(answer.chosen), answer.feedback) == ([], typed)
    with pytest.raises(ReflowError) as raised:
        parse_choice(typed, choosing(custom=False))
    assert "编号" in raised.value.text.zh


def test_an_empty_line_selects_the_default() -> None:
    assert parse_choice("  ", choosing()).decision == questions_pb2.DECISION_APPROVE


def test_content_nested_too_deeply_is_rejected() -> None:
    deep: list[object] = []
    for _ in range(500):
        deep = [deep]
    with pytest.raises(ReflowError) as raised:
        modify({"imagePlans": deep})
    assert raised.value.code is Code.INVALID_INPUT_FORMAT
