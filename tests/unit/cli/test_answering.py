"""What a person typed, understood."""

import pytest
from reflow.v1 import questions_pb2

from services.cli.answering import Move, modification, moves, read_choice, read_move
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
    ("typed", "move"),
    [
        ("", Move.APPROVE), (" Y ", Move.APPROVE), ("好", Move.APPROVE), ("n", Move.REJECT), ("退回", Move.REJECT),
        ("E", Move.EDIT), ("q", Move.LEAVE), ("maybe", None),
    ],
)  # fmt: skip
def test_a_decision_is_a_letter_or_a_word(typed: str, move: Move | None) -> None:
    assert read_move(typed, APPROVAL) is move


def test_what_the_question_does_not_allow_is_not_understood() -> None:
    approve_alone = questions_pb2.Question(decisions=[questions_pb2.DECISION_APPROVE])
    assert moves(approve_alone) == (Move.APPROVE, Move.LEAVE)
    assert read_move("n", approve_alone) is None


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("1", ["family"]), ("亲子", ["family"]), ("friends", ["friends"]), ("FRIENDS", ["friends"])],
)
def test_one_option_is_its_number_its_label_or_its_id(typed: str, chosen: list[str]) -> None:
    answer = read_choice(typed, choosing())
    assert (list(answer.chosen), answer.feedback) == (chosen, "")


@pytest.mark.parametrize("typed", ["1 2", "1,2", "1、2", "1，2 1"])
def test_several_options_are_chosen_where_the_question_allows_it(typed: str) -> None:
    assert list(read_choice(typed, choosing(several=True)).chosen) == ["family", "friends"]
    with pytest.raises(ReflowError):
        read_choice(typed, choosing())


@pytest.mark.parametrize("typed", ["带老人", "3", "1 和老人", "²"])
def test_anything_else_is_own_words_where_these_are_allowed(typed: str) -> None:
    answer = read_choice(typed, choosing())
    assert (list(answer.chosen), answer.feedback) == ([], typed)
    with pytest.raises(ReflowError) as raised:
        read_choice(typed, choosing(custom=False))
    assert "1 到 2" in raised.value.text.zh


def test_nothing_typed_lets_it_decide() -> None:
    assert read_choice("  ", choosing()).decision == questions_pb2.DECISION_APPROVE


def test_content_too_deep_to_be_sent_is_refused() -> None:
    deep: list[object] = []
    for _ in range(500):
        deep = [deep]
    with pytest.raises(ReflowError) as raised:
        modification({"imagePlans": deep})
    assert raised.value.code is Code.INVALID_INPUT_FORMAT
