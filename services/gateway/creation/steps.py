"""Facts about the steps of a note, as events."""

from reflow.v1 import critic_pb2, events_pb2, steps_pb2

from services.common.language import Language
from services.gateway import spelling, wording
from services.gateway.creation import wording as own
from services.gateway.creation.events import (
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
    NoteEvent,
    Progress,
    QualityScore,
    StateUpdate,
    ToolCall,
    ToolResult,
    WorkflowProgress,
)
from services.gateway.creation.products import alignment_map, product
from services.gateway.creation.progress import STAGES, bounded, share_of_way
from services.gateway.creation.telling import Telling, is_picture, plan_of
from services.gateway.spelling import Json

Spelled = list[NoteEvent]


def started(telling: Telling, fact: events_pb2.RunEvent) -> Spelled:
    """Return that an agent begins, and how far the note is by that."""
    content = wording.started(fact.agent, fact.attempt, telling.language)
    told: Spelled = [AgentStart(content=content), *_way(telling, fact)]
    if not is_picture(fact):
        return told
    plan = plan_of(fact.step)
    if plan in telling.plan_ids:
        number, count = telling.plan_ids.index(plan) + 1, len(telling.plan_ids)
        begun = content.rstrip("。.")
        content = own.PICTURE.pick(telling.language).format(begun=begun, number=number, count=count)
    return [AgentStart(content=content), *told[1:], ImageProgress(task_id=plan, status="queued", progress=0)]


def acted(fact: events_pb2.RunEvent, language: Language) -> Spelled:
    """Return what an agent tells while it works."""
    activity = fact.step_activity
    match activity.WhichOneof("activity"):
        case "thought":
            return [Message(content=activity.thought.text)]
        case "message":
            return [Message(content=activity.message.text)]
        case "progress":
            return [_progress(fact, activity.progress, language)]
        case "tool_call":
            call = activity.tool_call
            given = spelling.struct(call.input)
            return [ToolCall(tool=call.tool, tool_call_id=call.tool_call_id, tool_input=given)]
        case "tool_result":
            result = activity.tool_result
            output = spelling.struct(result.output)
            return [ToolResult(tool=result.tool, tool_call_id=result.tool_call_id, tool_output=output)]
        case "usage":
            used = spelling.usage(activity.usage)
            return [StateUpdate(content=wording.used(activity.usage, language), usage=used)]
        case None:
            return []


def finished(telling: Telling, fact: events_pb2.RunEvent) -> Spelled:
    """Return what an agent made; that it is done comes last."""
    end = AgentEnd(content=wording.finished(fact.agent, telling.language))
    return [*_made(telling, fact), end]


def failed(fact: events_pb2.RunEvent, language: Language, error: Json) -> Spelled:
    """Return that a try failed, so that all it told is void; that the agent is done with it comes last."""
    failure = fact.step_failed
    retry_in = failure.retry_in.ToNanoseconds() / 1e9 if failure.HasField("retry_in") else None
    content = wording.failed(failure.error.message, retry_in, language)
    told: Spelled = [StateUpdate(content=content, last_error=error, superseded=True, retry_in=retry_in)]
    if is_picture(fact):
        picture = ImageProgress(task_id=plan_of(fact.step), status="failed", progress=0, error_message=content)
        told.append(picture if retry_in is None else picture.model_copy(update={"status": "retrying"}))
    return [*told, AgentEnd(content=content)]


def content_update(telling: Telling) -> Spelled:
    """Return the text as it is now."""
    written = telling.content
    if written is None:
        return []
    return [
        ContentUpdate(
            title=written.title,
            body=written.body,
            tags=list(written.tags),
            draft=written.draft,
            engine=written.engine or None,
        )
    ]


def _progress(fact: events_pb2.RunEvent, told: steps_pb2.Progress, language: Language) -> NoteEvent:
    waits = told.phase == steps_pb2.Progress.PHASE_WAITING
    share = bounded(told.fraction)
    if is_picture(fact):
        status = "queued" if waits else "generating"
        return ImageProgress.model_validate({"taskId": plan_of(fact.step), "status": status, "progress": share})
    template = own.WAITING if waits else own.WORKING
    return Progress(content=told.text or template.pick(language).format(share=share))


def _made(telling: Telling, fact: events_pb2.RunEvent) -> Spelled:
    made = fact.step_finished
    match made.WhichOneof("result"):
        case "brief":
            return _brief(fact)
        case "evidence":
            return [StateUpdate(evidence_pack=product(made.evidence))]
        case "references":
            return [StateUpdate(reference_analyses=[product(seen) for seen in made.references.references])]
        case "content":
            return content_update(telling)
        case "layout":
            return [LayoutSpecReady(layout_spec=product(made.layout))]
        case "plans":
            return [AlignmentMapReady.model_validate(alignment_map(made.plans))]
        case "note_image":
            url = spelling.asset_url(made.note_image.image.asset.asset_id)
            done = ImageProgress(task_id=made.note_image.plan_id, status="complete", progress=1, url=url)
            return [done, *_way(telling, fact)]
        case "verdict":
            return [_quality(made.verdict)]
        case "advice" if made.advice.reason:
            return [Message(content=made.advice.reason)]
        case _:
            return []


def _brief(fact: events_pb2.RunEvent) -> Spelled:
    brief = fact.step_finished.brief
    understood = IntentDetected(
        topic=brief.topic,
        audience=brief.audience,
        goal=brief.goal,
        tone=brief.tone,
        requirement_clarity=bounded(brief.requirement_clarity),
    )
    kind: Spelled = [ContentTypeDetected(content_type=brief.content_type)] if brief.content_type else []
    return [BriefReady(creative_brief=product(brief)), understood, *kind]


def _quality(verdict: critic_pb2.Verdict) -> QualityScore:
    return QualityScore(
        overall=bounded(verdict.score),
        dimensions={name: bounded(score) for name, score in sorted(verdict.dimensions.items())},
        passed=verdict.passed,
        feedback=verdict.feedback,
        suggestions=list(verdict.suggestions),
        judged=verdict.judged,
    )


def _way(telling: Telling, fact: events_pb2.RunEvent) -> Spelled:
    """Return how far the note is with what its agents are at; nothing for an agent that is not on the way."""
    stage = STAGES.get(fact.agent)
    if stage is None:
        return []
    planned = len(telling.plan_ids)
    share = telling.settled / planned if is_picture(fact) and planned else 0.0
    progress = share_of_way(stage, share)
    return [WorkflowProgress.model_validate({"phase": stage.phase, "progress": progress, "currentAgent": fact.agent})]
