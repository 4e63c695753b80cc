"""The dispatch of events to the handlers of a dialect."""

from collections.abc import Mapping
from typing import Any

import pytest
from reflow.v1 import events_pb2

from services.gateway.dialects.ag_ui import client_state, renderer
from services.gateway.dialects.chat_sse import dialect as chat_sse
from services.gateway.dialects.dialect import event_name, find_handler
from services.gateway.dialects.note_sse import dialect as note_sse
from services.gateway.dialects.note_sse import state as note_state

TABLES: Mapping[str, Mapping[str, Any]] = {
    "chat_sse": chat_sse._HANDLERS,
    "note_sse": note_sse._HANDLERS,
    "note_sse state": note_state._HANDLERS,
    "ag_ui": renderer._HANDLERS,
    "ag_ui client state": client_state._HANDLERS,
}


def names_of_the_contract() -> set[str]:
    names = set[str]()
    for payload in events_pb2.RunEvent.DESCRIPTOR.oneofs_by_name["payload"].fields:
        names.add(payload.name)
        oneofs = payload.message_type.oneofs if payload.message_type else ()
        for oneof in oneofs:
            names |= {f"{payload.name}.{field.name}" for field in oneof.fields}
    return names


@pytest.mark.parametrize("table", TABLES)
def test_every_handler_is_for_an_event_of_the_contract(table: str) -> None:
    assert set(TABLES[table]) <= names_of_the_contract()


def test_the_name_of_an_event_has_the_kind_of_its_result() -> None:
    event = events_pb2.RunEvent()
    assert event_name(event) == ""
    event.step_finished.SetInParent()
    assert event_name(event) == "step_finished"
    event.step_finished.brief.SetInParent()
    assert event_name(event) == "step_finished.brief"


def test_an_event_without_a_handler_of_its_kind_uses_that_of_its_payload() -> None:
    event = events_pb2.RunEvent()
    event.step_finished.brief.SetInParent()
    assert find_handler({"step_finished": "any", "step_finished.intent": "intent"}, event) == "any"
    assert find_handler({"step_finished": "any", "step_finished.brief": "brief"}, event) == "brief"
    assert find_handler({"step_started": "other"}, event) is None
