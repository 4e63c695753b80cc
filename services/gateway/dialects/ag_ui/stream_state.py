"""The state of an AG-UI stream."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from services.common.text.language import Language
from services.gateway.dialects.ag_ui.client_state import create_state
from services.gateway.json_mapper.values import Json


@dataclass(frozen=True, slots=True)
class StreamContext:
    """Both ids of the run, and how it is rendered. *known_ids*: messages and calls that the client already has."""

    thread_id: str
    client_run_id: str
    run_id: str
    workflow: str
    language: Language
    expose_details: bool = False
    known_ids: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StreamState:
    """What the client has received: its state, and what is open."""

    context: StreamContext
    client_state: Json
    # Whether RUN_STARTED has been rendered, and whether the last event of the run has.
    is_started: bool = True
    is_finished: bool = False
    open_steps: tuple[str, ...] = ()
    # The ids of calls without a result, by step and the service's own id.
    open_calls: Mapping[tuple[str, str], str] = field(default_factory=dict)
    # The ids of messages that the current attempt has emitted, by step.
    messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # The content of activities, by id.
    activities: Mapping[str, Json] = field(default_factory=dict)
    # Input and output tokens, by provider and model.
    tokens: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    result: Json | None = None


def initial_state(context: StreamContext) -> StreamState:
    """Return the state before the first event of a run."""
    return StreamState(context, create_state(context.workflow, context.run_id, context.thread_id))


def restart(state: StreamState) -> StreamState:
    """Return *state* for a new run of the protocol: nothing open, no usage, the client's state unchanged."""
    return replace(state, open_steps=(), messages={}, activities={}, tokens={}, is_finished=False)
