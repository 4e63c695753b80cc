"""Questions as interrupts, and the names by which answers find back to them."""

import pytest
from reflow.v1 import questions_pb2

from services.gateway.ag_ui.interrupts import InterruptId, interrupt
from tests.fixtures.ag_ui_facts import RUN_ID, asked


@pytest.mark.parametrize("key", ["content-1", "clarity:audience:2", ":"])
def test_a_name_leads_back_to_its_run_key_and_digest(key: str) -> None:
    named = InterruptId(RUN_ID, "d" * 64, key)
    assert InterruptId.read(str(named)) == named


@pytest.mark.parametrize("written", ["", ":", "::", "run", "run:digest", "run:digest:", ":digest:key"])
def test_what_names_no_question_is_no_name(written: str) -> None:
    assert InterruptId.read(written) is None


def test_a_question_with_options_says_how_many_of_which_can_be_chosen() -> None:
    question = asked(kind="clarity").question_asked
    del question.question.decisions[:]
    question.question.decisions.append(questions_pb2.DECISION_CHOOSE)
    question.question.options.add(id="kids", label="带孩子的家长")
    question.question.selection = questions_pb2.SELECTION_SINGLE
    told = interrupt(RUN_ID, question)
    assert told.reason == "input_required" and told.response_schema is not None
    assert told.response_schema["properties"]["chosen"] == {
        "type": "array",
        "maxItems": 1,
        "items": {"oneOf": [{"const": "kids", "title": "带孩子的家长"}]},
    }
    assert "content" not in told.response_schema["properties"]


def test_a_question_that_expires_says_when_as_clients_read_dates() -> None:
    question = asked().question_asked
    question.expires_at.FromJsonString("2026-04-05T06:07:08.5Z")
    assert interrupt(RUN_ID, question).expires_at == "2026-04-05T06:07:08.500Z"
    assert interrupt(RUN_ID, asked().question_asked).expires_at is None
