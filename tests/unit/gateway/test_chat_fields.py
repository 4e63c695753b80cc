"""The schema of the chat stream, its documentation, and the rendered events."""

from pathlib import Path

from reflow.v1 import events_pb2

from services.common.text.language import Language
from services.gateway.dialects.chat_sse.dialect import ChatSse
from services.gateway.dialects.chat_sse.fields import FIELDS, render_table
from services.gateway.openapi import DESCRIPTION, ErrorObject
from tests.fixtures.gateway.note_events import note_run
from tests.fixtures.gateway.scripted_orchestrator import image_chat_run, number_events, question_asked

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "image-chat" / "http-api.md").read_text(encoding="utf-8")


def failure() -> events_pb2.RunEvent:
    event = events_pb2.RunEvent()
    event.error_raised.details, event.error_raised.stack = "inner", "Traceback"
    return event


def test_the_page_and_openapi_have_the_table_of_the_schema() -> None:
    assert render_table() in PAGE
    assert render_table() in DESCRIPTION


def test_every_event_has_the_fields_that_its_type_always_has_and_no_unknown_ones() -> None:
    dialect = ChatSse("run", "session", Language.ENGLISH, expose_details=True)
    events = [*image_chat_run(), *note_run(), *number_events([question_asked(), failure()])]
    rendered = [message for event in events for message in dialect.render(None, event)[1]]
    assert {message.type for message in rendered} == FIELDS.keys()
    for message in rendered:
        fields = FIELDS[message.type]
        assert set(fields.always) <= set(message.data) <= {*fields.always, *fields.optional}, message


def test_the_error_event_is_the_error_object() -> None:
    schema = ErrorObject.model_json_schema(by_alias=True)
    assert {*FIELDS["error"].always, *FIELDS["error"].optional} == set(schema["properties"])
