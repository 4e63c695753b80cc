"""The input of the handlers that render a note's events."""

from dataclasses import dataclass
from typing import TypeAlias

from reflow.v1 import errors_pb2, events_pb2

from services.common.text.language import Language
from services.gateway.dialects.note_sse.events import NoteEvent
from services.gateway.dialects.note_sse.state import StreamState
from services.gateway.errors import event_error_to_json
from services.gateway.json_mapper.values import Json

NoteEvents: TypeAlias = list[NoteEvent]


@dataclass(frozen=True, slots=True)
class Transition:
    """An event of a run, and the states before and after it."""

    before: StreamState
    after: StreamState
    event: events_pb2.RunEvent
    expose_details: bool

    @property
    def language(self) -> Language:
        """The language of the run."""
        return self.after.language

    def error(self, error: errors_pb2.Error) -> Json:
        """Return the error object of an *error* in the event."""
        return event_error_to_json(self.event, error, expose_details=self.expose_details)
