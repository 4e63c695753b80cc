"""How a run of the protocol begins and ends: everything that is open is closed before its last event."""

from dataclasses import replace

from ag_ui.core import (
    PROTOCOL_VERSION,
    BaseEvent,
    CustomEvent,
    RunErrorEvent,
    RunFinishedCancelledOutcome,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunFinishedSuccessOutcome,
    RunStartedEvent,
    StateSnapshotEvent,
    StepFinishedEvent,
    TokenUsage,
)
from reflow.v1 import events_pb2

from services.gateway.ag_ui import wording
from services.gateway.ag_ui.interrupts import interrupt
from services.gateway.ag_ui.speech import Source, Spoken, answered
from services.gateway.ag_ui.told import Told
from services.gateway.errors import told_error

RUN_FACTS = "reflow.run"


def opened(told: Told) -> Spoken:
    """Return how a run of the protocol begins: which run of ours it is, and the state whole."""
    asking = told.asking
    here = f"/api/runs/{asking.run_id}"
    ours = {"runId": asking.run_id, "workflow": asking.workflow, "runUrl": here, "cancelUrl": f"{here}/cancel"}
    return [
        RunStartedEvent(thread_id=asking.thread_id, run_id=asking.client_run_id, protocol_version=PROTOCOL_VERSION),
        CustomEvent(name=RUN_FACTS, value=ours),
        StateSnapshotEvent(snapshot=told.state),
    ]


def closing(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    """Return how a run of the protocol ends, where *event* ends it: what is open is closed first."""
    fact = event.WhichOneof("fact")
    if fact == "question_asked":
        asked = interrupt(event.run_id, event.question_asked)
        last: BaseEvent = _finished(told, source, RunFinishedInterruptOutcome(interrupts=[asked]))
        return replace(told, over=True, steps=()), [*_steps_closed(told, source), last]
    if fact != "run_ended":
        return told, []
    over, ended = replace(told, over=True, steps=(), calls={}), event.run_ended
    if ended.status == events_pb2.RUN_STATUS_FAILED:
        return over, [_error(told, event, source)]
    # A call without a result would be the client's to carry out.
    closing = [spoken for call_id in told.calls.values() for spoken in answered(call_id, "", source)]
    closing += _steps_closed(told, source)
    if ended.status == events_pb2.RUN_STATUS_CANCELLED:
        return over, [*closing, _finished(told, source, RunFinishedCancelledOutcome())]
    finished = _finished(told, source, RunFinishedSuccessOutcome())
    finished.result = told.result
    return over, [*closing, finished]


def _steps_closed(told: Told, source: Source) -> Spoken:
    return [StepFinishedEvent(step_name=step, timestamp=source.at) for step in told.steps]


def _finished(
    told: Told,
    source: Source,
    outcome: RunFinishedSuccessOutcome | RunFinishedInterruptOutcome | RunFinishedCancelledOutcome,
) -> RunFinishedEvent:
    asking = told.asking
    return RunFinishedEvent(
        thread_id=asking.thread_id,
        run_id=asking.client_run_id,
        outcome=outcome,
        usage=_usage(told) or None,
        timestamp=source.at,
    )


def _error(told: Told, event: events_pb2.RunEvent, source: Source) -> RunErrorEvent:
    error = event.run_ended.error
    value = told_error(
        error,
        at_ms=source.at,
        session_id=event.session_id,
        run_id=event.run_id,
        expose_details=told.asking.expose_details,
    )
    return RunErrorEvent(
        message=error.message or wording.FAILED.pick(told.asking.language),
        code=error.code or None,
        usage=_usage(told) or None,
        timestamp=source.at,
        metadata={"reflow": {"error": value}},
    )


def _usage(told: Told) -> list[TokenUsage]:
    return [
        TokenUsage(provider=provider, model=model, input_tokens=read, output_tokens=wrote, total_tokens=read + wrote)
        for (provider, model), (read, wrote) in told.tokens.items()
    ]
