"""The state of an AG-UI stream."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ag_ui.core import Message

from services.common.text.language import Language
from services.gateway.dialects.ag_ui.client_state import create_state
from services.gateway.graphs.run_graph import RunGraph
from services.gateway.json_mapper.values import Json


@dataclass(frozen=True, slots=True)
class StreamContext:
    """Both ids of the run, and how it is rendered. *known_ids*: messages and calls that the client already has.

    *graph*: the graph that the run was started on, only for the graph assistant. *is_reload*: the client has no
    messages, and receives those of the user and of earlier runs, too. *answered_until*: questions up to this sequence
    number are answered, so that a reload goes on after them.
    """

    thread_id: str
    client_run_id: str
    run_id: str
    workflow: str
    language: Language
    expose_details: bool = False
    known_ids: frozenset[str] = frozenset()
    graph: RunGraph | None = None
    is_reload: bool = False
    answered_until: int = 0


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
    # Messages from before the first step, until they are rendered: of the session, and the prompt. None: rendered.
    history: tuple[Message, ...] | None = None
    # The message of the agent that delivers the result; "" before it.
    reply_id: str = ""
    # The changed graph, from before its event is rendered.
    changed_graph: RunGraph | None = None
    # The results of the stages of a task, as of the last events.
    team_stages: Sequence[Json] = ()


def initial_state(context: StreamContext) -> StreamState:
    """Return the state before the first event of a run."""
    shared = create_state(context.workflow, context.run_id, context.thread_id)
    history = () if context.is_reload else None
    return StreamState(context, with_graph(shared, context.graph), history=history)


def with_graph(shared: Json, graph: RunGraph | None) -> Json:
    """Return the client's state with *graph*; unchanged for None."""
    if graph is None:
        return shared
    return shared | {"graphId": graph.graph_id, "revision": graph.revision, "graph": graph.content}


def restart(state: StreamState) -> StreamState:
    """Return *state* for a new run of the protocol: nothing open, no usage, the client's state unchanged."""
    return replace(state, open_steps=(), messages={}, activities={}, tokens={}, reply_id="", is_finished=False)
