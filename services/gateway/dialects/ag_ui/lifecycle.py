"""The first and the last events of a run of the protocol. Everything open is closed before the last event."""

from dataclasses import replace

from ag_ui.core import (
    PROTOCOL_VERSION,
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

from services.gateway.dialects.ag_ui import texts
from services.gateway.dialects.ag_ui.interrupts import to_interrupt
from services.gateway.dialects.ag_ui.messages import Events, Source, tool_result
from services.gateway.dialects.ag_ui.stream_state import StreamState
from services.gateway.errors import event_error_to_json

RUN_INFO = "reflow.run"

Outcome = RunFinishedSuccessOutcome | RunFinishedInterruptOutcome | RunFinishedCancelledOutcome


def open_run(state: StreamState) -> Events:
    """Return the first events of a run: the ids of the run, and the whole state."""
    context = state.context
    run_url = f"/api/runs/{context.run_id}"
    info = {
        "runId": context.run_id,
        "workflow": context.workflow,
        "runUrl": run_url,
        "cancelUrl": f"{run_url}/cancel",
    }
    return [
        RunStartedEvent(thread_id=context.thread_id, run_id=context.client_run_id, protocol_version=PROTOCOL_VERSION),
        CustomEvent(name=RUN_INFO, value=info),
        StateSnapshotEvent(snapshot=state.client_state),
    ]


def close_run(state: StreamState, event: events_pb2.RunEvent, source: Source) -> tuple[StreamState, Events]:
    """Return the last events of a run, where *event* asks a question or ends it."""
    if event.HasField("question_asked") and event.sequence > state.context.answered_until:
        return _interrupt(state, event, source)
    if event.HasField("run_ended"):
        return _end(state, event, source)
    return state, []


def _interrupt(state: StreamState, event: events_pb2.RunEvent, source: Source) -> tuple[StreamState, Events]:
    outcome = RunFinishedInterruptOutcome(interrupts=[to_interrupt(event.run_id, event.question_asked)])
    closed = replace(state, is_finished=True, open_steps=())
    return closed, [*_close_steps(state, source), _finished(state, source, outcome)]


def _end(state: StreamState, event: events_pb2.RunEvent, source: Source) -> tuple[StreamState, Events]:
    closed, status = replace(state, is_finished=True, open_steps=(), open_calls={}), event.run_ended.status
    if status == events_pb2.RUN_STATUS_FAILED:
        return closed, [_error(state, event, source)]
    # The client would execute a call without a result.
    events = [result for call_id in state.open_calls.values() for result in tool_result(call_id, "", source)]
    events += _close_steps(state, source)
    if status == events_pb2.RUN_STATUS_CANCELLED:
        return closed, [*events, _finished(state, source, RunFinishedCancelledOutcome())]
    finished = _finished(state, source, RunFinishedSuccessOutcome())
    finished.result = state.result
    return closed, [*events, finished]


def _close_steps(state: StreamState, source: Source) -> Events:
    return [StepFinishedEvent(step_name=step, timestamp=source.at) for step in state.open_steps]


def _finished(state: StreamState, source: Source, outcome: Outcome) -> RunFinishedEvent:
    context = state.context
    return RunFinishedEvent(
        thread_id=context.thread_id,
        run_id=context.client_run_id,
        outcome=outcome,
        usage=_usage(state) or None,
        timestamp=source.at,
    )


def _error(state: StreamState, event: events_pb2.RunEvent, source: Source) -> RunErrorEvent:
    error, context = event.run_ended.error, state.context
    value = event_error_to_json(event, error, expose_details=context.expose_details)
    return RunErrorEvent(
        message=error.message or texts.FAILED.pick(context.language),
        code=error.code or None,
        usage=_usage(state) or None,
        timestamp=source.at,
        metadata={"reflow": {"error": value}},
    )


def _usage(state: StreamState) -> list[TokenUsage]:
    return [
        TokenUsage(
            provider=provider,
            model=model,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            total_tokens=input_tokens + output_tokens,
        )
        for (provider, model), (input_tokens, output_tokens) in state.tokens.items()
    ]
