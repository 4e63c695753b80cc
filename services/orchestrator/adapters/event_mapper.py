"""Maps events to the contract and back. The log stores these messages."""

from collections.abc import Mapping
from datetime import UTC, timedelta
from typing import Any, assert_never, get_args

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from reflow.v1 import events_pb2, questions_pb2, steps_pb2

from services.common.contract.activity import ACTIVITIES, Activity, Thought
from services.common.contract.components import UiComponent
from services.common.contract.failure import Failure
from services.common.contract.proto_mapper import (
    by_name,
    encode_oneof,
    from_proto,
    get_oneof,
    require_oneof,
    to_proto,
    to_timestamp,
)
from services.common.contract.proto_values.enums import enum_member, enum_number
from services.common.contract.questions import Question
from services.common.contract.results import StepResult, WorkflowInput
from services.common.errors.message import failure_to_proto
from services.orchestrator.domain.events import (
    ActivityEmitted,
    AgentActivityEmitted,
    BudgetReached,
    ComponentShown,
    ErrorRaised,
    Event,
    QuestionAnswered,
    QuestionAsked,
    RecordedEvent,
    RouteDecided,
    RunEnded,
    RunReflowed,
    RunResumed,
    RunStarted,
    RunStatus,
    SessionRecalled,
    StepFailed,
    StepFinished,
    StepStarted,
    WarningRecorded,
    WorkDelivered,
)

StepEvent = StepStarted | ActivityEmitted | StepFinished | StepFailed

ACTIVITY_KINDS: Mapping[str, type[Any]] = by_name(*ACTIVITIES)
RESULT_KINDS = by_name(*get_args(StepResult))
INPUT_KINDS = by_name(*get_args(WorkflowInput))
# Events that mirror their message.
_MIRRORED = by_name(
    RunStarted,
    SessionRecalled,
    RunResumed,
    RunReflowed,
    BudgetReached,
    QuestionAnswered,
    RouteDecided,
    WorkDelivered,
)


def status_to_proto(status: RunStatus) -> events_pb2.RunStatus.ValueType:
    """Return *status* as a member of the contract's enum."""
    number: events_pb2.RunStatus.ValueType = enum_number(events_pb2.RunStatus.DESCRIPTOR, status.name)
    return number


def event_to_proto(run_id: str, session_id: str, recorded: RecordedEvent) -> events_pb2.RunEvent:
    """Return a recorded event of a run as a message."""
    time = to_timestamp(recorded.at)
    return events_pb2.RunEvent(
        run_id=run_id,
        session_id=session_id,
        sequence=recorded.sequence,
        time=time,
        **_encode_payload(recorded.event, time),
    )


def event_from_proto(message: events_pb2.RunEvent) -> RecordedEvent:
    """Return the recorded event of *message*. Raises ValueError for a payload that this version does not know."""
    return RecordedEvent(message.sequence, message.time.ToDatetime(UTC), _get_payload(message))


def question_to_proto(event: QuestionAsked) -> questions_pb2.QuestionAsked:
    """Return *event* as a message: the digest is a field of its question."""
    message = questions_pb2.QuestionAsked(question=to_proto(event.question, questions_pb2.Question))
    message.question.digest = event.digest
    if event.expires_at is not None:
        message.expires_at.CopyFrom(to_timestamp(event.expires_at))
    return message


def activity_from_proto(message: steps_pb2.Activity) -> Activity:
    """Return the activity of *message*; an empty thought for a kind that this version does not know."""
    return get_oneof(message, "activity", ACTIVITY_KINDS) or Thought("")


def input_from_proto(message: Message) -> WorkflowInput:
    """Return the workflow input of *message*, a StartRunRequest or RunStarted. Raises ValueError for none."""
    workflow_input: WorkflowInput = require_oneof(message, "input", INPUT_KINDS)
    return workflow_input


def _encode_payload(event: Event, time: Timestamp) -> dict[str, Any]:
    """Return the fields of a RunEvent that are specific to *event*."""
    match event:
        case StepStarted() | ActivityEmitted() | StepFinished() | StepFailed():
            step = {"step": event.step, "agent": event.agent, "attempt": event.attempt}
            return step | _encode_step_payload(event)
        case ComponentShown(component):
            shown = encode_oneof(events_pb2.RunEvent, "payload", component)
            return {field: members | {"time": time} for field, members in shown.items()}
        case WarningRecorded(failure):
            return {"warning_recorded": {"error": _encode_failure(failure, time)}}
        case ErrorRaised(failure):
            return {"agent": failure.node, "error_raised": _encode_failure(failure, time)}
        case AgentActivityEmitted(agent, activity):
            return {"agent": agent, "step_activity": encode_oneof(steps_pb2.Activity, "activity", activity)}
        case QuestionAsked():
            return {"question_asked": question_to_proto(event)}
        case RunEnded(status, reason):
            error = failure_to_proto(reason) if reason is not None else None
            return {"run_ended": {"status": status_to_proto(status), "error": error}}
        case RunStarted() | SessionRecalled() | RunResumed() | RunReflowed() | BudgetReached():
            return encode_oneof(events_pb2.RunEvent, "payload", event)
        case QuestionAnswered() | RouteDecided() | WorkDelivered():
            return encode_oneof(events_pb2.RunEvent, "payload", event)
        case _:
            assert_never(event)


def _encode_failure(failure: Failure, time: Timestamp) -> Message:
    message = failure_to_proto(failure)
    message.time.CopyFrom(time)
    return message


def _encode_step_payload(event: StepEvent) -> dict[str, Any]:
    match event:
        case StepStarted():
            return {"step_started": {}}
        case ActivityEmitted():
            return {"step_activity": encode_oneof(steps_pb2.Activity, "activity", event.activity)}
        case StepFinished():
            return {"step_finished": encode_oneof(events_pb2.StepFinished, "result", event.result)}
        case StepFailed():
            failed = events_pb2.StepFailed(error=failure_to_proto(event.failure))
            if event.retry_in is not None:
                failed.retry_in.FromTimedelta(timedelta(seconds=event.retry_in))
            return {"step_failed": failed}
        case _:
            assert_never(event)


def _get_payload(message: events_pb2.RunEvent) -> Event:
    match message.WhichOneof("payload"):
        case "step_started" | "step_activity" | "step_finished" | "step_failed" as payload:
            return _get_step_payload(message, payload)
        case "component_shown":
            return ComponentShown(from_proto(message.component_shown, UiComponent))
        case "warning_recorded":
            return WarningRecorded(from_proto(message.warning_recorded.error, Failure))
        case "error_raised":
            return ErrorRaised(from_proto(message.error_raised, Failure))
        case "question_asked":
            return _get_question(message.question_asked)
        case "run_ended":
            ended = message.run_ended
            status = enum_member(events_pb2.RunStatus.DESCRIPTOR, ended.status, RunStatus)
            return RunEnded(status, from_proto(ended.error, Failure) if ended.HasField("error") else None)
        case _:
            event: Event = require_oneof(message, "payload", _MIRRORED)
            return event


def _get_question(message: questions_pb2.QuestionAsked) -> QuestionAsked:
    expires_at = message.expires_at.ToDatetime(UTC) if message.HasField("expires_at") else None
    return QuestionAsked(from_proto(message.question, Question), message.question.digest, expires_at)


def _get_step_payload(message: events_pb2.RunEvent, payload: str) -> StepEvent | AgentActivityEmitted:
    step, agent, attempt = message.step, message.agent, message.attempt
    match payload:
        case "step_started":
            return StepStarted(step, agent, attempt)
        case "step_activity":
            activity = activity_from_proto(message.step_activity)
            return ActivityEmitted(step, agent, attempt, activity) if step else AgentActivityEmitted(agent, activity)
        case "step_finished":
            return StepFinished(step, agent, attempt, require_oneof(message.step_finished, "result", RESULT_KINDS))
        case _:
            failed = message.step_failed
            retry_in = failed.retry_in.ToTimedelta().total_seconds() if failed.HasField("retry_in") else None
            return StepFailed(step, agent, attempt, from_proto(failed.error, Failure), retry_in)
