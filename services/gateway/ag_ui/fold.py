"""The AG-UI dialect as a fold: what has been told so far and the next fact give the events of the protocol."""

from dataclasses import replace

from ag_ui.core import StateDeltaEvent, StepFinishedEvent, StepStartedEvent
from reflow.v1 import components_pb2, events_pb2, steps_pb2

from services.common.language import Language
from services.gateway import spelling
from services.gateway import wording as told_wording
from services.gateway.ag_ui import activities, wording, works
from services.gateway.ag_ui.framing import closing
from services.gateway.ag_ui.patch import difference
from services.gateway.ag_ui.speech import Source, Spoken, answered, called, said, shown, taken_back, thought
from services.gateway.ag_ui.state import evolve, picture
from services.gateway.ag_ui.told import Told
from services.gateway.spelling import Json


def fold(told: Told, event: events_pb2.RunEvent) -> tuple[Told, Spoken]:
    """Return what has been told after *event*, and the events of the protocol that tell it. Pure.

    Nothing is told after the end, or after a question: that ends a run of the protocol.
    """
    if told.over:
        return told, []
    source = Source(event.time.ToMilliseconds(), event.agent, event.step, event.attempt)
    state = evolve(told.state, event)
    changed = difference(told.state, state)
    after, spoken = _spoken(told, event, source)
    after = replace(after, state=state)
    if changed:
        delta = {"delta": changed, "timestamp": source.at}
        spoken = [*spoken, StateDeltaEvent.model_validate(delta)]
    after, last = closing(after, event, source)
    return after, _new([*spoken, *last], told.asking.known)


def _new(spoken: Spoken, known: frozenset[str]) -> Spoken:
    """Return *spoken* without what the client has: told again, it would be added to what it has."""
    if not known:
        return spoken
    # A result has an id of its own, and may be new where its call is not.
    return [
        event
        for event in spoken
        if (getattr(event, "message_id", None) or getattr(event, "tool_call_id", None)) not in known
    ]


def _spoken(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    match event.WhichOneof("fact"):
        case "step_started":
            return _step_started(told, event, source)
        case "step_activity":
            return _activity(told, event, source)
        case "step_finished":
            return _step_finished(told, event, source)
        case "step_failed":
            return _step_failed(told, event, source)
        case "component_shown":
            return _component(told, event, source)
        case "route_decided":
            return told, thought(_id(event), _decided(event, told.asking.language), source)
        case "run_reflowed" | "warning_recorded" | "budget_reached":
            kind, content = activities.remark(event, told.asking.language, expose=told.asking.expose_details)
            return told, shown(_id(event), kind, content, source)
        case "question_asked":
            return told, said(_id(event), event.question_asked.question.text, source)
        case "work_delivered" if event.work_delivered.HasField("note"):
            note = event.work_delivered.note
            delivered = replace(told, result=works.note(note, event.run_id))
            return delivered, said(_id(event), works.written(note), source)
        case _:
            return told, []


def _step_started(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    # A driver that took the run up begins a step again without having said that its try failed.
    told, void = _voided(told, event, source)
    if event.step in told.steps:
        return told, void
    opened = StepStartedEvent(step_name=event.step, timestamp=source.at, metadata=source.metadata)
    return replace(told, steps=(*told.steps, event.step)), [*void, opened]


def _step_finished(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    told, spoken = _painted(
        told, event, source, activities.finished(event, was_shown=_activity_id(event) in told.shown)
    )
    told = replace(told, messages={step: ids for step, ids in told.messages.items() if step != event.step})
    told, closed = _step_closed(told, event.step, source)
    return told, [*spoken, *closed]


def _step_failed(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    void = list(told.messages.get(event.step, ()))
    told, spoken = _voided(told, event, source)
    failed = activities.failed(event, void, told.asking.language, expose=told.asking.expose_details)
    spoken += shown(_id(event), "failed_try", failed, source)
    told, painted = _painted(
        told, event, source, activities.stopped(event, was_shown=_activity_id(event) in told.shown)
    )
    spoken += painted
    if not event.step_failed.HasField("retry_in"):
        told, closed = _step_closed(told, event.step, source)
        spoken += closed
    return told, spoken


def _step_closed(told: Told, step: str, source: Source) -> tuple[Told, Spoken]:
    if step not in told.steps:
        return told, []
    left = tuple(name for name in told.steps if name != step)
    closed = StepFinishedEvent(step_name=step, timestamp=source.at, metadata=source.metadata)
    return replace(told, steps=left), [closed]


def _voided(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    """Take back what a try of the step said, and answer what it called: it will do both again."""
    note = wording.VOID.pick(told.asking.language)
    spoken: Spoken = []
    for message_id in told.messages.get(event.step, ()):
        spoken += taken_back(message_id, note, source)
    dangling = {key: call_id for key, call_id in told.calls.items() if event.step and key[0] == event.step}
    for call_id in dangling.values():
        spoken += answered(call_id, note, source)
    messages = {step: ids for step, ids in told.messages.items() if step != event.step}
    calls = {key: call_id for key, call_id in told.calls.items() if key not in dangling}
    return replace(told, messages=messages, calls=calls), spoken


def _activity(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    activity = event.step_activity
    match activity.WhichOneof("activity"):
        case "thought":
            return told, thought(_id(event), activity.thought.text, source)
        case "message":
            return _message(told, event, source)
        case "progress":
            return _painted(told, event, source, activities.progress(event))
        case "tool_call":
            return _called(told, event, source)
        case "tool_result":
            return _answered(told, event, source)
        case "usage":
            return _used(told, activity.usage), []
        case None:
            return told, []


def _message(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    ids = (*told.messages.get(event.step, ()), _id(event)) if event.step else ()
    told = replace(told, messages={**told.messages, event.step: ids}) if ids else told
    return told, said(_id(event), event.step_activity.message.text, source)


def _painted(told: Told, event: events_pb2.RunEvent, source: Source, content: Json | None) -> tuple[Told, Spoken]:
    """Tell how far a step is, in one activity for each step; None for a step of which nothing is to be shown."""
    if content is None:
        return told, []
    activity_id = _activity_id(event)
    before = told.shown.get(activity_id)
    content = (before or {}) | content
    told = replace(told, shown={**told.shown, activity_id: content})
    return told, shown(activity_id, activities.kind_of(event), content, source, before)


def _called(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    call = event.step_activity.tool_call
    key = (event.step, call.tool_call_id)
    # The same call again: the first one will have no result of its own.
    given_up = answered(told.calls[key], "", source) if key in told.calls else []
    told = replace(told, calls={**told.calls, key: _id(event)})
    return told, [*given_up, *called(_id(event), call.tool, spelling.struct(call.input), source)]


def _answered(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    result = event.step_activity.tool_result
    key, output = (event.step, result.tool_call_id), spelling.dump(spelling.struct(result.output)).decode()
    if key not in told.calls:  # a result whose call was not told: tell both
        return told, [*called(_id(event), result.tool, {}, source), *answered(_id(event), output, source)]
    calls = {other: call_id for other, call_id in told.calls.items() if other != key}
    return replace(told, calls=calls), answered(told.calls[key], output, source)


def _used(told: Told, usage: steps_pb2.Usage) -> Told:
    if not usage.input_tokens and not usage.output_tokens:
        return told  # the protocol counts tokens alone
    model = (usage.provider, usage.model)
    read, wrote = told.tokens.get(model, (0, 0))
    return replace(told, tokens={**told.tokens, model: (read + usage.input_tokens, wrote + usage.output_tokens)})


def _component(told: Told, event: events_pb2.RunEvent, source: Source) -> tuple[Told, Spoken]:
    """Tell what an agent says at the end; what can be done next is in the state."""
    component = event.component_shown
    match component.WhichOneof("widget"):
        case "image_result":
            return replace(told, result=picture(component.image_result)), []
        case "agent_message" if component.agent_message.state != components_pb2.AgentMessage.STATE_THINKING:
            return told, said(_id(event), component.agent_message.text, source)
        case _:
            return told, []


def _decided(event: events_pb2.RunEvent, language: Language) -> str:
    """Return why the next agent works; the state says who it is."""
    decided = event.route_decided
    text = told_wording.NOT_TAKEN.pick(language).format(agent=decided.agent, reason=decided.reason)
    return text.strip() if decided.ignored else decided.reason


def _activity_id(event: events_pb2.RunEvent) -> str:
    return f"{event.run_id}-{event.step}"


def _id(event: events_pb2.RunEvent) -> str:
    """Return the id of what an event tells: the same every time it is told."""
    return f"{event.run_id}-{event.sequence}"
