"""The input of the handlers that render an image chat's events."""

from collections.abc import Callable
from dataclasses import dataclass

from reflow.v1 import errors_pb2, events_pb2

from services.common.text.language import Language
from services.gateway.errors import event_error_to_json
from services.gateway.json_mapper.values import Json, clamp

Rendered = tuple[str, Json]


@dataclass(frozen=True, slots=True)
class EventContext:
    """An event of a run, and how it is rendered."""

    event: events_pb2.RunEvent
    language: Language
    expose_details: bool

    def error(self, error: errors_pb2.Error) -> Json:
        """Return the error object of an *error* in the event."""
        return event_error_to_json(self.event, error, expose_details=self.expose_details)

    def step_id(self) -> Json:
        """Return the names of the step."""
        return {"node": self.event.agent, "step": self.event.step, "attempt": self.event.attempt}

    def step(self, phase: str, fraction: float, message: str) -> Json:
        """Return the data of a `progress` event."""
        return self.step_id() | {
            "phase": phase,
            "fraction": clamp(fraction),
            "totalFraction": compute_total_fraction(self.event.agent, fraction),
            "message": message,
        }


_AGENTS = ("planner", "rag", "executor", "critic")
"""The agents of an image chat, in their order; each does the same share."""


def compute_total_fraction(agent: str, fraction: float) -> float | None:
    """Return the share of an image chat that is done, 0 to 1; None for agents of other workflows.

    It falls when work is sent back.
    """
    if agent not in _AGENTS:
        return None
    return round((_AGENTS.index(agent) + clamp(fraction)) / len(_AGENTS), 3)


Handler = Callable[[EventContext], Rendered]
