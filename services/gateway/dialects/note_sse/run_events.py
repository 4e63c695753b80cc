"""Renders the events of a note's run as a whole: start, routing, warnings, end."""

from reflow.v1 import creatives_pb2, errors_pb2, events_pb2

from services.gateway import texts
from services.gateway.dialects.agents import SUPERVISOR
from services.gateway.dialects.note_sse import texts as note_texts
from services.gateway.dialects.note_sse.event_parts import FinishedImage, ReferenceDescription
from services.gateway.dialects.note_sse.events import (
    ErrorEvent,
    Message,
    Progress,
    StateUpdate,
    SupervisorDecision,
    WorkflowComplete,
    WorkflowProgress,
)
from services.gateway.dialects.note_sse.flag_events import flag_updates
from services.gateway.dialects.note_sse.state import StreamState
from services.gateway.dialects.note_sse.transition import NoteEvents, Transition
from services.gateway.json_mapper.notes import composed_note_to_json, reference_inputs_to_json
from services.gateway.json_mapper.runs import budget_to_json
from services.gateway.json_mapper.values import asset_urls


def run_started(change: Transition) -> NoteEvents:
    """Return the start of the run, and the stages that need no work."""
    event = change.event
    note = event.run_started.note
    started = StateUpdate(
        content=note_texts.STARTED.pick(change.language),
        status="running",
        thread_id=event.session_id,
        creative_id=event.run_id,
        reference_image_url=next(iter(asset_urls(note.reference_asset_ids)), None),
        reference_images=asset_urls(note.reference_asset_ids) or None,
        reference_inputs=[ReferenceDescription.model_validate(one) for one in reference_inputs_to_json(note)] or None,
        layout_preference=note.layout_preference or None,
        content_type=note.content_type or None,
        max_iterations=note.max_iterations if note.HasField("max_iterations") else None,
    )
    return [started, *flag_updates(change)]


def session_recalled(change: Transition) -> NoteEvents:
    """Return the number of messages that were loaded, if any."""
    count = len(change.event.session_recalled.messages)
    return [Progress(content=texts.RECALLED.pick(change.language).format(count=count))] if count else []


def run_resumed(change: Transition) -> NoteEvents:
    """Return that an interrupted run resumes; nothing after an answer."""
    return [] if change.before.just_answered else [Progress(content=texts.RESUMED.pick(change.language))]


def route_decided(change: Transition) -> NoteEvents:
    """Return which agent works next, or which advice was not followed."""
    route = change.event.route_decided
    if route.ignored:
        reason = texts.format_text(texts.ADVICE_IGNORED, change.language, agent=route.agent, reason=route.reason)
        return [SupervisorDecision(agent=SUPERVISOR, decision="ignored", reason=reason, advised=route.agent)]
    return [SupervisorDecision(agent=SUPERVISOR, decision=route.agent or "finish", reason=route.reason)]


def run_reflowed(change: Transition) -> NoteEvents:
    """Return that work is sent back, and the stages that are open again."""
    reflow = change.event.run_reflowed
    reason = texts.format_reflowed(reflow, change.language)
    return [
        SupervisorDecision(agent=SUPERVISOR, decision=reflow.return_to, reason=reason),
        StateUpdate(agent=SUPERVISOR, iteration_count=reflow.round),
        *flag_updates(change),
    ]


def agent_message_shown(change: Transition) -> NoteEvents:
    """Return the message of an agent."""
    return [Message(content=change.event.component_shown.agent_message.text)]


def warning_recorded(change: Transition) -> NoteEvents:
    """Return a warning."""
    error = change.event.warning_recorded.error
    return [StateUpdate(agent=error.node or None, content=error.message, warning=change.error(error))]


def error_raised(change: Transition) -> NoteEvents:
    """Return the error that fails the run."""
    return [StateUpdate(last_error=change.error(change.event.error_raised))]


def budget_reached(change: Transition) -> NoteEvents:
    """Return that a budget is used up."""
    reached = change.event.budget_reached
    return [StateUpdate(content=reached.message, budget=budget_to_json(reached))]


def run_ended(change: Transition) -> NoteEvents:
    """Return the note, or why there is none."""
    ended, run_id = change.event.run_ended, change.event.run_id
    match ended.status:
        case events_pb2.RUN_STATUS_SUCCEEDED:
            done = WorkflowProgress(phase="complete", progress=1, current_agent=SUPERVISOR)
            return [done, _workflow_complete(_delivered_note(change.after), run_id)]
        case events_pb2.RUN_STATUS_CANCELLED:
            return [StateUpdate(status="aborted", content=note_texts.ABORTED.pick(change.language))]
        case _:
            error = ended.error if ended.HasField("error") else change.after.error or errors_pb2.Error()
            value = change.error(error)
            return [ErrorEvent(agent=error.node or None, code=value["code"], message=value["message"], error=value)]


def _delivered_note(state: StreamState) -> creatives_pb2.ComposedNote:
    """Return the delivered note; of a run without that event, the note composed from its results."""
    if state.delivered is not None:
        return state.delivered
    images = [state.images[plan] for plan in state.plan_ids if plan in state.images]
    return creatives_pb2.ComposedNote(content=state.content, images=images, bindings=state.plans.bindings)


def _workflow_complete(message: creatives_pb2.ComposedNote, run_id: str) -> WorkflowComplete:
    note = composed_note_to_json(message)
    return WorkflowComplete(
        title=note["title"] or "",
        body=note["body"] or "",
        tags=note["tags"],
        image_asset_ids=[image["assetId"] for image in note["images"]],
        creative_id=run_id,
        images=[FinishedImage.model_validate(image) for image in note["images"]],
        missing=note["missing"],
        remarks=note["remarks"],
        changes=note["changes"],
    )
