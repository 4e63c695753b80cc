"""Renders the steps of a note: their start, activities, results and failures."""

from collections.abc import Callable
from typing import Literal

from reflow.v1 import steps_pb2

from services.gateway import texts
from services.gateway.dialects.note_sse import texts as note_texts
from services.gateway.dialects.note_sse.events import (
    AgentEnd,
    AgentStart,
    AlignmentMapReady,
    BriefReady,
    ContentTypeDetected,
    ContentUpdate,
    ImageProgress,
    IntentDetected,
    LayoutSpecReady,
    Message,
    Progress,
    QualityScore,
    StateUpdate,
    ToolCall,
    ToolResult,
    WorkflowProgress,
)
from services.gateway.dialects.note_sse.flag_events import flag_updates
from services.gateway.dialects.note_sse.progress import STAGES, total_progress
from services.gateway.dialects.note_sse.state import is_image_step, plan_id_of, task_id_of
from services.gateway.dialects.note_sse.transition import NoteEvents, Transition
from services.gateway.json_mapper.notes import changes_to_json, image_plans_to_json
from services.gateway.json_mapper.proto_json import message_to_json
from services.gateway.json_mapper.runs import usage_to_json
from services.gateway.json_mapper.values import asset_url, clamp, duration_seconds, struct_to_json

Handler = Callable[[Transition], NoteEvents]


def step_started(change: Transition) -> NoteEvents:
    """Return that an agent starts, and the progress of the note."""
    event, state = change.event, change.after
    content = texts.format_started(event.agent, event.attempt, state.language)
    progress = _workflow_progress(change)
    if not is_image_step(event):
        return [AgentStart(content=content), *progress, *flag_updates(change)]
    plan_id = plan_id_of(event.step)
    if plan_id in state.plan_ids:
        number, count = state.plan_ids.index(plan_id) + 1, len(state.plan_ids)
        started = content.rstrip("。.")
        content = note_texts.IMAGE.pick(state.language).format(started=started, number=number, count=count)
    return [AgentStart(content=content), *progress, _image_progress(change, "queued"), *flag_updates(change)]


def step_failed(change: Transition) -> NoteEvents:
    """Return that an attempt failed and its output is invalid; the end of the agent comes last."""
    event, failed = change.event, change.event.step_failed
    retry_in = duration_seconds(failed.retry_in) if failed.HasField("retry_in") else None
    content, error = failed.error.message, change.error(failed.error)
    events: NoteEvents = [StateUpdate(content=content, last_error=error, superseded=True, retry_in=retry_in)]
    if is_image_step(event):
        events.append(_image_progress(change, "failed" if retry_in is None else "retrying", error_message=content))
    return [*events, *flag_updates(change), AgentEnd(content=content)]


def content(change: Transition) -> NoteEvents:
    """Return the text that the writer wrote, as a message and as the current text of the note."""
    written = change.event.step_finished.content
    return [Message(content=f"{written.title}\n\n{written.body}"), *content_update(change)]


def content_update(change: Transition) -> NoteEvents:
    """Return the current text of the note."""
    content = change.after.content
    if content is None:
        return []
    return [
        ContentUpdate(
            title=content.title,
            body=content.body,
            tags=list(content.tags),
            draft=content.draft,
            engine=content.engine or None,
            changes=changes_to_json(content.changes),
            remarks=list(content.remarks),
        )
    ]


# Activities


def thought(change: Transition) -> NoteEvents:
    """Return a thought as a message."""
    return [Message(content=change.event.step_activity.thought.text)]


def message(change: Transition) -> NoteEvents:
    """Return a message."""
    return [Message(content=change.event.step_activity.message.text)]


def progress(change: Transition) -> NoteEvents:
    """Return the progress of a step, or of its image."""
    activity = change.event.step_activity.progress
    is_waiting = activity.phase == steps_pb2.Progress.PHASE_WAITING
    share = clamp(activity.fraction)
    if is_image_step(change.event):
        return [_image_progress(change, "queued" if is_waiting else "generating")]
    template = note_texts.WAITING if is_waiting else note_texts.WORKING
    return [Progress(content=activity.text or template.pick(change.language).format(share=share))]


def tool_call(change: Transition) -> NoteEvents:
    """Return a call of a tool."""
    call = change.event.step_activity.tool_call
    return [ToolCall(tool=call.tool, tool_call_id=call.tool_call_id, tool_input=struct_to_json(call.input))]


def tool_result(change: Transition) -> NoteEvents:
    """Return the result of a tool."""
    result = change.event.step_activity.tool_result
    output = struct_to_json(result.output)
    return [ToolResult(tool=result.tool, tool_call_id=result.tool_call_id, tool_output=output)]


def usage(change: Transition) -> NoteEvents:
    """Return the usage of a remote model."""
    used = change.event.step_activity.usage
    return [StateUpdate(content=texts.format_usage(used, change.language), usage=usage_to_json(used))]


# Results


def step_finished(render_result: Handler) -> Handler:
    """Return the handler of a finished step; the end of the agent comes last."""

    def handle(change: Transition) -> NoteEvents:
        end = AgentEnd(content=texts.format_finished(change.event.agent, change.language))
        return [*render_result(change), *flag_updates(change), end]

    return handle


def nothing(_: Transition) -> NoteEvents:
    """Return no events."""
    return []


def brief(change: Transition) -> NoteEvents:
    """Return the brief, and the intent and type that it states."""
    compiled = change.event.step_finished.brief
    intent = IntentDetected(
        topic=compiled.topic,
        audience=compiled.audience,
        goal=compiled.goal,
        tone=compiled.tone,
        requirement_clarity=clamp(compiled.requirement_clarity),
    )
    kind: NoteEvents = [ContentTypeDetected(content_type=compiled.content_type)] if compiled.content_type else []
    return [BriefReady(creative_brief=message_to_json(compiled)), intent, *kind]


def evidence(change: Transition) -> NoteEvents:
    """Return the evidence."""
    return [StateUpdate(evidence_pack=message_to_json(change.event.step_finished.evidence))]


def references(change: Transition) -> NoteEvents:
    """Return the analyses of the reference images."""
    analyses = change.event.step_finished.references.references
    return [StateUpdate(reference_analyses=[message_to_json(analysis) for analysis in analyses])]


def layout(change: Transition) -> NoteEvents:
    """Return the layout."""
    return [LayoutSpecReady(layout_spec=message_to_json(change.event.step_finished.layout))]


def plans(change: Transition) -> NoteEvents:
    """Return the planned images."""
    planned = change.event.step_finished.plans
    changes = {"changes": changes_to_json(planned.changes)}
    return [AlignmentMapReady.model_validate(image_plans_to_json(planned) | changes)]


def note_image(change: Transition) -> NoteEvents:
    """Return a finished image, and the progress of the note."""
    image = change.event.step_finished.note_image
    url = asset_url(image.image.asset.asset_id)
    return [_image_progress(change, "complete", url=url), *_workflow_progress(change)]


def verdict(change: Transition) -> NoteEvents:
    """Return the verdict of the reviewer."""
    review = change.event.step_finished.verdict
    return [
        QualityScore(
            overall=clamp(review.score),
            dimensions={name: clamp(score) for name, score in sorted(review.dimensions.items())},
            passed=review.passed,
            feedback=review.feedback,
            suggestions=list(review.suggestions),
            judged=review.judged,
        )
    ]


def advice(change: Transition) -> NoteEvents:
    """Return the reason of an advice."""
    reason = change.event.step_finished.advice.reason
    return [Message(content=reason)] if reason else []


def _image_progress(
    change: Transition,
    status: Literal["queued", "generating", "retrying", "complete", "failed"],
    *,
    url: str | None = None,
    error_message: str | None = None,
) -> ImageProgress:
    """Return the progress of the image that the step of the event generates."""
    step = change.event.step
    return ImageProgress(
        task_id=task_id_of(step),
        plan_id=plan_id_of(step),
        status=status,
        progress=change.after.image_progress.get(step, 0.0),
        url=url,
        error_message=error_message,
    )


def _workflow_progress(change: Transition) -> NoteEvents:
    """Return the progress of the note; nothing for an agent that has no stage."""
    event, state = change.event, change.after
    stage = STAGES.get(event.agent)
    if stage is None:
        return []
    planned = len(state.plan_ids)
    share = state.processed_count / planned if is_image_step(event) and planned else 0.0
    progress = {"phase": stage.phase, "progress": total_progress(stage, share), "currentAgent": event.agent}
    return [WorkflowProgress.model_validate(progress)]
