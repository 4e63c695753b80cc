"""What a client of AG-UI has been told of a run."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from services.common.language import Language
from services.gateway.ag_ui.state import blank
from services.gateway.spelling import Json


@dataclass(frozen=True, slots=True)
class Asking:
    """What the client calls the run, what it is here, and how it is told. *known*: what the client has already."""

    thread_id: str
    client_run_id: str
    run_id: str
    workflow: str
    language: Language
    expose_details: bool = False
    known: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Told:
    """What a client has been told: its state, and what is open. *over* after the last event of its run."""

    asking: Asking
    state: Json
    steps: tuple[str, ...] = ()
    # The ids of calls without a result, by step and the service's own id.
    calls: Mapping[tuple[str, str], str] = field(default_factory=dict)
    # The ids of messages that the try under way has said, by step.
    messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # What activities show, by id.
    shown: Mapping[str, Json] = field(default_factory=dict)
    # Tokens read and written, by provider and model.
    tokens: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    result: Json | None = None
    over: bool = False


def nothing_told(asking: Asking) -> Told:
    """Return that nothing has been told of a run."""
    return Told(asking, blank(asking.workflow, asking.run_id, asking.thread_id))


def taken_up(told: Told) -> Told:
    """Return *told* as a new run of the protocol begins with it: nothing open, nothing used, the state as it is."""
    return replace(told, steps=(), messages={}, shown={}, tokens={}, over=False)
