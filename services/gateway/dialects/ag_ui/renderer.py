"""Renders the events of a run as events of AG-UI: a fold over the state of the stream."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from ag_ui.core import StateDeltaEvent, StepFinishedEvent, StepStartedEvent
from reflow.v1 import components_pb2, events_pb2

from services.gateway import texts
from services.gateway.dialects.ag_ui import activities, client_state
from services.gateway.dialects.ag_ui import texts as ag_ui_texts
from services.gateway.dialects.ag_ui.history import render_history
from services.gateway.dialects.ag_ui.json_patch import make_patch
from services.gateway.dialects.ag_ui.lifecycle import close_run
from services.gateway.dialects.ag_ui.messages import (
    Events,
    Source,
    activity,
    reasoning,
    superseded_message,
    text_message,
    tool_call,
    tool_result,
)
from services.gateway.dialects.ag_ui.notes import image_to_markdown, note_result_to_json, note_to_text
from services.gateway.dialects.ag_ui.stream_state import StreamState, with_graph
from services.gateway.dialects.agents import find_agent
from services.gateway.dialects.dialect import find_handler
from services.gateway.errors import event_error_to_json
from services.gateway.json_mapper.graphs import change_to_json
from services.gateway.json_mapper.image_chat import image_card_to_json
from services.gateway.json_mapper.runs import budget_to_json
from services.gateway.json_mapper.team import result_to_json as team_result_to_json
from services.gateway.json_mapper.values import Json, encode_json, struct_to_json

RunEvent: TypeAlias = events_pb2.RunEvent
Rendered = tuple[StreamState, Events]
# After these a stage of a task may have ended.
STAGE_EVENTS = ("step_finished", "step_failed", "question_asked", "run_ended")
Handler = Callable[[StreamState, RunEvent, Source], Rendered]


def render(state: StreamState, event: RunEvent) -> Rendered:
    """Return the state after *event*, and its events of the protocol. Pure.

    A question or the end of the run ends a run of the protocol: nothing is rendered after it.
    """
    if state.is_finished:
        return state, []
    agent = find_agent(event, state.context.workflow)
    source = Source(event.time.ToMilliseconds(), agent, event.step, event.attempt)
    shared = client_state.evolve(state.client_state, event)
    if event.work_delivered.HasField("graph_revision"):
        shared = with_graph(shared, state.changed_graph)
    if state.team_stages and event.WhichOneof("payload") in STAGE_EVENTS:
        shared = client_state.with_stages(shared, state.team_stages)
    patch = make_patch(state.client_state, shared)
    state, history = render_history(state, event, source)
    handler = find_handler(_HANDLERS, event)
    state, events = (state, []) if handler is None else handler(state, event, source)
    state, events = replace(state, client_state=shared), [*history, *events]
    if patch:
        events = [*events, StateDeltaEvent.model_validate({"delta": patch, "timestamp": source.at})]
    state, last = close_run(state, event, source)
    return state, _without_known([*events, *last], state.context.known_ids)


def _without_known(events: Events, known_ids: frozenset[str]) -> Events:
    """Return *events* without those that the client has: it would append them to its messages."""
    if not known_ids:
        return events
    # A result has an id of its own, and may be new where its call is not.
    return [
        event
        for event in events
        if (getattr(event, "message_id", None) or getattr(event, "tool_call_id", None)) not in known_ids
    ]


# Steps


def _step_started(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    # An executor that recovered the run restarts a step without a failed attempt.
    state, void = _supersede(state, event, source)
    if event.step in state.open_steps:
        return state, void
    started = StepStartedEvent(step_name=event.step, timestamp=source.at, metadata=source.metadata)
    return replace(state, open_steps=(*state.open_steps, event.step)), [*void, started]


def _step_finished(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    is_displayed = _activity_id(event) in state.activities
    return _finish(state, event, source, activities.step_finished(event, is_displayed=is_displayed))


def _image_finished(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    asset_id = event.step_finished.image.asset.asset_id
    return _finish(state, event, source, activities.image_finished(event, asset_id))


def _note_image_finished(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    asset_id = event.step_finished.note_image.image.asset.asset_id
    return _finish(state, event, source, activities.image_finished(event, asset_id))


def _finish(state: StreamState, event: RunEvent, source: Source, content: Json | None) -> Rendered:
    state, events = _update_activity(state, event, source, content)
    state = replace(state, messages={step: ids for step, ids in state.messages.items() if step != event.step})
    state, closed = _close_step(state, event.step, source)
    return state, [*events, *closed]


def _step_failed(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    context, superseded = state.context, state.messages.get(event.step, ())
    state, events = _supersede(state, event, source)
    failed = activities.attempt_failed(event, superseded, context.language, expose_details=context.expose_details)
    events += activity(_event_id(event), "failed_try", failed, source)
    is_displayed = _activity_id(event) in state.activities
    stopped = activities.attempt_stopped(event, is_displayed=is_displayed)
    state, updates = _update_activity(state, event, source, stopped)
    events += updates
    if not event.step_failed.HasField("retry_in"):
        state, closed = _close_step(state, event.step, source)
        events += closed
    return state, events


def _close_step(state: StreamState, step: str, source: Source) -> Rendered:
    if step not in state.open_steps:
        return state, []
    open_steps = tuple(name for name in state.open_steps if name != step)
    finished = StepFinishedEvent(step_name=step, timestamp=source.at, metadata=source.metadata)
    return replace(state, open_steps=open_steps), [finished]


def _supersede(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    """Invalidate the messages of an attempt, and close its calls: the next attempt repeats both."""
    note = ag_ui_texts.SUPERSEDED.pick(state.context.language)
    events: Events = []
    for message_id in state.messages.get(event.step, ()):
        events += superseded_message(message_id, note, source)
    dangling = {key: call_id for key, call_id in state.open_calls.items() if event.step and key[0] == event.step}
    for call_id in dangling.values():
        events += tool_result(call_id, note, source)
    messages = {step: ids for step, ids in state.messages.items() if step != event.step}
    open_calls = {key: call_id for key, call_id in state.open_calls.items() if key not in dangling}
    return replace(state, messages=messages, open_calls=open_calls), events


# Activities of steps


def _thought(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    return state, reasoning(_event_id(event), event.step_activity.thought.text, source)


def _message(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    if event.step:
        ids = (*state.messages.get(event.step, ()), _event_id(event))
        state = replace(state, messages={**state.messages, event.step: ids})
    return state, text_message(_event_id(event), event.step_activity.message.text, source)


def _progress(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    return _update_activity(state, event, source, activities.step_progress(event))


def _update_activity(state: StreamState, event: RunEvent, source: Source, content: Json | None) -> Rendered:
    """Display the progress of a step, in one activity for each step; None for a step without an activity."""
    if content is None:
        return state, []
    activity_id = _activity_id(event)
    before = state.activities.get(activity_id)
    content = activities.update(before, content)
    state = replace(state, activities={**state.activities, activity_id: content})
    return state, activity(activity_id, activities.activity_type(event), content, source, before)


def _tool_call(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    call = event.step_activity.tool_call
    key = (event.step, call.tool_call_id)
    # The same call again: the first one will have no result of its own.
    closed = tool_result(state.open_calls[key], "", source) if key in state.open_calls else []
    state = replace(state, open_calls={**state.open_calls, key: _event_id(event)})
    return state, [*closed, *tool_call(_event_id(event), call.tool, struct_to_json(call.input), source)]


def _tool_result(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    result = event.step_activity.tool_result
    key, output = (event.step, result.tool_call_id), encode_json(struct_to_json(result.output)).decode()
    if key not in state.open_calls:  # a result without a call: render both
        call = tool_call(_event_id(event), result.tool, {}, source)
        return state, [*call, *tool_result(_event_id(event), output, source)]
    open_calls = {other: call_id for other, call_id in state.open_calls.items() if other != key}
    return replace(state, open_calls=open_calls), tool_result(state.open_calls[key], output, source)


def _usage(state: StreamState, event: RunEvent, _: Source) -> Rendered:
    usage = event.step_activity.usage
    if not usage.input_tokens and not usage.output_tokens:
        return state, []  # the protocol counts only tokens
    model = (usage.provider, usage.model)
    input_tokens, output_tokens = state.tokens.get(model, (0, 0))
    total = (input_tokens + usage.input_tokens, output_tokens + usage.output_tokens)
    return replace(state, tokens={**state.tokens, model: total}), []


# Runs


def _image_shown(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    """Render the image in the agent's message, for clients that display messages alone."""
    image, intent = image_card_to_json(event.component_shown.image_result), state.client_state.get("intent") or {}
    markdown = image_to_markdown(image["imageUrl"], intent.get("subject") or image["metadata"]["prompt"])
    text = f"\n\n{markdown}" if state.reply_id else markdown
    return replace(state, result=image), text_message(state.reply_id or _event_id(event), text, source)


def _agent_message_shown(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    """Render the final message of an agent; what the user can do next is in the client's state."""
    message = event.component_shown.agent_message
    if message.state == components_pb2.AgentMessage.STATE_THINKING:
        return state, []
    return replace(state, reply_id=_event_id(event)), text_message(_event_id(event), message.text, source)


def _route_decided(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    """Render why the next agent was selected; the client's state names the agent."""
    route, reason = event.route_decided, event.route_decided.reason
    if route.ignored:
        reason = texts.format_text(texts.ADVICE_IGNORED, state.context.language, agent=route.agent, reason=route.reason)
    return state, reasoning(_event_id(event), reason, source)


def _run_reflowed(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    return state, activity(_event_id(event), "reflow", activities.reflow(event, state.context.language), source)


def _warning_recorded(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    error = event.warning_recorded.error
    value = event_error_to_json(event, error, expose_details=state.context.expose_details)
    return state, activity(_event_id(event), "warning", {"message": error.message, "error": value}, source)


def _budget_reached(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    reached = event.budget_reached
    content = {"message": reached.message} | budget_to_json(reached)
    return state, activity(_event_id(event), "budget", content, source)


def _question_asked(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    return state, text_message(_event_id(event), event.question_asked.question.text, source)


def _note_delivered(state: StreamState, event: RunEvent, source: Source) -> Rendered:
    note = event.work_delivered.note
    delivered = replace(state, result=note_result_to_json(note, event.run_id))
    return delivered, text_message(_event_id(event), note_to_text(note, state.client_state.get("plans")), source)


def _team_delivered(state: StreamState, event: RunEvent, _: Source) -> Rendered:
    return replace(state, result=team_result_to_json(event.work_delivered.team_result, event.run_id)), []


def _graph_delivered(state: StreamState, event: RunEvent, _: Source) -> Rendered:
    return replace(state, result=change_to_json(event.work_delivered.graph_revision)), []


def _activity_id(event: RunEvent) -> str:
    return f"{event.run_id}-{event.step}"


def _event_id(event: RunEvent) -> str:
    """Return the id of what an event renders: the same in every stream."""
    return f"{event.run_id}-{event.sequence}"


_HANDLERS: Mapping[str, Handler] = {
    "step_started": _step_started,
    "step_finished": _step_finished,
    "step_finished.image": _image_finished,
    "step_finished.note_image": _note_image_finished,
    "step_failed": _step_failed,
    "step_activity.thought": _thought,
    "step_activity.message": _message,
    "step_activity.progress": _progress,
    "step_activity.tool_call": _tool_call,
    "step_activity.tool_result": _tool_result,
    "step_activity.usage": _usage,
    "component_shown.image_result": _image_shown,
    "component_shown.agent_message": _agent_message_shown,
    "route_decided": _route_decided,
    "run_reflowed": _run_reflowed,
    "warning_recorded": _warning_recorded,
    "budget_reached": _budget_reached,
    "question_asked": _question_asked,
    "work_delivered.note": _note_delivered,
    "work_delivered.graph_revision": _graph_delivered,
    "work_delivered.team_result": _team_delivered,
}
