"""Facts of a run as the events of a note's stream: none, one or several for each."""

from reflow.v1 import creatives_pb2, errors_pb2, events_pb2

from services.gateway import spelling, wording
from services.gateway.creation import wording as own
from services.gateway.creation.asking import answered, asked
from services.gateway.creation.events import (
    ErrorTold,
    Message,
    NoteEvent,
    Progress,
    StateUpdate,
    SupervisorDecision,
    WorkflowComplete,
    WorkflowProgress,
)
from services.gateway.creation.parts import FinishedImage
from services.gateway.creation.products import asset_urls, note_images, product
from services.gateway.creation.progress import SUPERVISOR
from services.gateway.creation.steps import acted, failed, finished, started
from services.gateway.creation.telling import Telling, evolve
from services.gateway.errors import told_error
from services.gateway.spelling import Json

Spelled = list[NoteEvent]


def tell(before: Telling, fact: events_pb2.RunEvent, *, expose_details: bool) -> tuple[Telling, Spelled]:
    """Return what is known behind *fact*, and its events in order.

    Pure, and in the language of the run: the same facts give the same events, whoever asks and however often.
    """
    after = evolve(before, fact)
    spelled = _spell(before, after, fact, expose_details)
    agent = fact.agent or _asker(before, after, fact) or SUPERVISOR
    stamp = {"timestamp": fact.time.ToMilliseconds(), "step": fact.step or None, "attempt": fact.attempt or None}
    return after, [event.model_copy(update=stamp | {"agent": event.agent or agent}) for event in spelled]


def _asker(before: Telling, after: Telling, fact: events_pb2.RunEvent) -> str:
    """Return who asks, or was answered; "" for a fact about neither."""
    if fact.HasField("question_asked"):
        return after.asker
    return before.asker if fact.HasField("question_answered") else ""


def _spell(before: Telling, after: Telling, fact: events_pb2.RunEvent, expose: bool) -> Spelled:
    language = after.language
    match fact.WhichOneof("fact"):
        case "run_started":
            return [_begun(fact, after), *_marked(before, after)]
        case "session_recalled" if fact.session_recalled.messages:
            remembered = wording.RECALLED.pick(language).format(count=len(fact.session_recalled.messages))
            return [Progress(content=remembered)]
        case "run_resumed" if not before.just_answered:
            return [Progress(content=wording.RESUMED.pick(language))]
        case "step_started":
            return [*started(after, fact), *_marked(before, after)]
        case "step_activity":
            return acted(fact, language)
        case "step_finished":
            *told, end = finished(after, fact)
            return [*told, *_marked(before, after), end]
        case "step_failed":
            *told, end = failed(fact, language, _error(fact, fact.step_failed.error, expose))
            return [*told, *_marked(before, after), end]
        case "route_decided":
            return [_decided(fact.route_decided, after)]
        case "run_reflowed":
            return [*_reflowed(fact.run_reflowed, after), *_marked(before, after)]
        case "question_asked":
            return asked(fact, language)
        case "question_answered":
            return [*answered(before, after, fact), *_marked(before, after)]
        case _:
            return _spell_run(after, fact, expose)


def _spell_run(after: Telling, fact: events_pb2.RunEvent, expose: bool) -> Spelled:
    match fact.WhichOneof("fact"):
        case "component_shown" if fact.component_shown.WhichOneof("widget") == "agent_message":
            return [Message(content=fact.component_shown.agent_message.text)]
        case "warning_recorded":
            error = fact.warning_recorded.error
            told = StateUpdate(content=error.message, warning=_error(fact, error, expose))
            return [told.model_copy(update={"agent": error.node or None})]
        case "error_raised":
            return [StateUpdate(last_error=_error(fact, fact.error_raised, expose))]
        case "budget_reached":
            reached = fact.budget_reached
            return [StateUpdate(content=reached.message, budget=spelling.budget(reached))]
        case "run_ended":
            return _ended(after, fact, expose)
        case _:
            return []


def _begun(fact: events_pb2.RunEvent, telling: Telling) -> StateUpdate:
    asked_for = fact.run_started.note
    return StateUpdate(
        content=own.STARTED.pick(telling.language),
        status="running",
        thread_id=fact.session_id,
        creative_id=fact.run_id,
        reference_images=asset_urls(list(asked_for.reference_asset_ids)) or None,
        layout_preference=asked_for.layout_preference or None,
    )


def _marked(before: Telling, after: Telling) -> Spelled:
    """Tell which parts became complete, and which are open again."""
    changed: dict[str, bool] = {mark: mark in after.marks for mark in sorted(before.marks ^ after.marks)}
    if not changed:
        return []
    update = StateUpdate.model_validate(changed)
    if changed.get("images_complete"):
        ids = [after.images[plan].image.asset.asset_id for plan in after.plan_ids if plan in after.images]
        update = update.model_copy(update={"generated_image_asset_ids": ids})
    return [update]


def _decided(route: events_pb2.RouteDecided, telling: Telling) -> SupervisorDecision:
    if route.ignored:
        reason = wording.NOT_TAKEN.pick(telling.language).format(agent=route.agent, reason=route.reason).strip()
        return SupervisorDecision(agent=SUPERVISOR, decision="ignored", reason=reason, advised=route.agent)
    return SupervisorDecision(agent=SUPERVISOR, decision=route.agent or "finish", reason=route.reason)


def _reflowed(back: events_pb2.RunReflowed, telling: Telling) -> Spelled:
    reason = wording.reflowed(back, telling.language)
    return [
        SupervisorDecision(agent=SUPERVISOR, decision=back.return_to, reason=reason),
        StateUpdate(agent=SUPERVISOR, iteration_count=back.round),
    ]


def _ended(telling: Telling, fact: events_pb2.RunEvent, expose: bool) -> Spelled:
    ended = fact.run_ended
    match ended.status:
        case events_pb2.RUN_STATUS_SUCCEEDED:
            done = WorkflowProgress(phase="complete", progress=1, current_agent=SUPERVISOR)
            return [done, _complete(_note(telling), fact.run_id)]
        case events_pb2.RUN_STATUS_CANCELLED:
            return [StateUpdate(status="aborted", content=own.ABORTED.pick(telling.language))]
        case _:
            error = ended.error if ended.HasField("error") else telling.error or errors_pb2.Error()
            told = _error(fact, error, expose)
            return [ErrorTold(agent=error.node or None, code=told["code"], message=told["message"], error=told)]


def _note(telling: Telling) -> creatives_pb2.ComposedNote:
    """Return what was delivered; of a run that says nothing of it, what was told."""
    if telling.delivered is not None:
        return telling.delivered
    made = [telling.images[plan] for plan in telling.plan_ids if plan in telling.images]
    bindings = telling.plans.bindings
    return creatives_pb2.ComposedNote(content=telling.content, images=made, bindings=bindings)


def _complete(note: creatives_pb2.ComposedNote, run_id: str) -> WorkflowComplete:
    images = note_images(list(note.images), list(note.bindings))
    return WorkflowComplete(
        title=note.content.title,
        body=note.content.body,
        tags=list(note.content.tags),
        image_asset_ids=[image["assetId"] for image in images],
        creative_id=run_id,
        images=[FinishedImage.model_validate(image) for image in images],
        missing=[product(plan) for plan in note.missing],
        remarks=list(note.remarks),
    )


def _error(fact: events_pb2.RunEvent, error: errors_pb2.Error, expose: bool) -> Json:
    at = fact.time.ToMilliseconds()
    return told_error(error, at_ms=at, session_id=fact.session_id, run_id=fact.run_id, expose_details=expose)
