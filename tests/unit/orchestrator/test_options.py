"""An option is named by its id, its label, the name in its label, or its place."""

import pytest

from engines.language.parsers.options import find_option
from services.common.contract.questions import Answer, Decision, Option, Question
from services.orchestrator.domain.questions import AnswerInvalid, resolve_answer, validate_answer

OPTIONS = (Option("base", 'Remove "Base"'), Option("refiner", 'Remove "Refiner"'), Option("seed", "删除“种子”"))
QUESTION = Question("graph-1", "graph", "Which one?", (Decision.CHOOSE,), OPTIONS)


@pytest.mark.parametrize(
    "chosen",
    ["refiner", "REFINER", "Refiner", 'Remove "Refiner"', 'remove "refiner"', "2", "２", "the second one", "second",
     "2nd", "option 2", "第二个", "第2个", "二"],
)  # fmt: skip
def test_an_option_is_named_by_id_label_name_or_place(chosen: str) -> None:
    assert find_option(chosen, OPTIONS) == "refiner"


@pytest.mark.parametrize("chosen", ["last", "the last one", "最后一个", "种子"])
def test_the_last_option_is_named(chosen: str) -> None:
    assert find_option(chosen, OPTIONS) == "seed"


@pytest.mark.parametrize("chosen", ["", "0", "4", "第四个", "not the second", "the latter", "Remove", "eleventh"])
def test_what_names_no_option_or_several_is_none(chosen: str) -> None:
    assert not find_option(chosen, OPTIONS)


def test_an_id_goes_before_a_place() -> None:
    assert find_option("2", (Option("2", "a"), Option("1", "b"))) == "2"


def test_the_same_option_named_twice_is_rejected() -> None:
    answer = resolve_answer(QUESTION, Answer(Decision.CHOOSE, chosen=("2", "the second one")))
    with pytest.raises(AnswerInvalid, match="twice"):
        validate_answer(QUESTION, answer)
