"""Questions as interrupts, and the ids that answers reference."""

import pytest
from reflow.v1 import questions_pb2

from services.gateway.dialects.ag_ui.interrupts import InterruptId, to_interrupt
from tests.fixtures.gateway.ag_ui_events import RUN_ID, question_asked


@pytest.mark.parametrize("key", ["content-1", "clarity:audience:2", ":"])
def test_an_id_parses_to_its_run_key_and_digest(key: str) -> None:
    interrupt_id = InterruptId(RUN_ID, "d" * 64, key)
    assert InterruptId.parse(str(interrupt_id)) == interrupt_id


@pytest.mark.parametrize("text", ["", ":", "::", "run", "run:digest", "run:digest:", ":digest:key"])
def test_an_incomplete_id_is_invalid(text: str) -> None:
    assert InterruptId.parse(text) is None


def test_a_question_with_options_states_how_many_can_be_chosen() -> None:
    question = question_asked(kind="clarity").question_asked
    del question.question.decisions[:]
    question.question.decisions.append(questions_pb2.DECISION_CHOOSE)
    question.question.options.add(id="kids", label="带孩子的家长")
    question.question.selection = questions_pb2.SELECTION_SINGLE
    interrupt = to_interrupt(RUN_ID, question)
    assert interrupt.reason == "input_required" and interrupt.response_schema is not None
    assert interrupt.response_schema["properties"]["chosen"] == {
        "type": "array",
        "maxItems": 1,
        "items": {"oneOf": [{"const": "kids", "title": "带孩子的家长"}]},
    }
    assert "content" not in interrupt.response_schema["properties"]


def test_the_expiry_of_a_question_is_an_iso_date() -> None:
    question = question_asked().question_asked
    question.expires_at.FromJsonString("2026-04-05T06:07:08.5Z")
    assert to_interrupt(RUN_ID, question).expires_at == "2026-04-05T06:07:08.500Z"
    assert to_interrupt(RUN_ID, question_asked().question_asked).expires_at is None
