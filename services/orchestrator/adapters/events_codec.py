"""Events to messages of the contract and back. The log stores these messages."""

from datetime import UTC, timedelta
from typing import assert_never

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2, planner_pb2, steps_pb2

from services.orchestrator.adapters import products_codec as products
from services.orchestrator.adapters.components_codec import component, component_message
from services.orchestrator.adapters.failures_codec import error_message, failure
from services.orchestrator.adapters.mirror import message_of, value_of
from services.orchestrator.adapters.questions_codec import answered, answered_message, asked, asked_message
from services.orchestrator.domain.events import (
    Activity,
    AgentActed,
    BudgetReached,
    ComponentShown,
    ErrorRaised,
    Event,
    Message,
    Phase,
    Progress,
    QuestionAnswered,
    QuestionAsked,
    Recorded,
    RouteDecided,
    RunEnded,
    RunReflowed,
    RunResumed,
    RunStarted,
    RunStatus,
    SessionRecalled,
    StepActed,
    StepFailed,
    StepFinished,
    StepStarted,
    Thought,
    ToolCall,
    ToolResult,
    WarningRecorded,
    WorkDelivered,
)
from services.orchestrator.domain.usage import Usage
from services.orchestrator.domain.values import ChatMessage, LastResult

STATUSES = {
    RunStatus.WAITING: events_pb2.RUN_STATUS_WAITING,
    RunStatus.RUNNING: events_pb2.RUN_STATUS_RUNNING,
    RunStatus.PAUSED: events_pb2.RUN_STATUS_PAUSED,
    RunStatus.SUCCEEDED: events_pb2.RUN_STATUS_SUCCEEDED,
    RunStatus.FAILED: events_pb2.RUN_STATUS_FAILED,
    RunStatus.CANCELLED: events_pb2.RUN_STATUS_CANCELLED,
}
_STATUSES_BACK = {number: status for status, number in STATUSES.items()}
_PHASES = {Phase.WAITING: steps_pb2.Progress.PHASE_WAITING, Phase.WORKING: steps_pb2.Progress.PHASE_WORKING}


def event_message(run_id: str, session_id: str, recorded: Recorded) -> events_pb2.RunEvent:
    """Return *recorded* of a run as a message."""
    message = events_pb2.RunEvent(run_id=run_id, session_id=session_id, sequence=recorded.sequence)
    message.time.FromDatetime(recorded.at)
    _fill(message, recorded.event)
    return message


def _fill(message: events_pb2.RunEvent, event: Event) -> None:
    match event:
        case StepStarted() | StepActed() | StepFinished() | StepFailed():
            message.step, message.agent, message.attempt = event.step, event.agent, event.attempt
            _fill_step(message, event)
        case RunStarted(asked, locale, abandon_after):
            products.hold_input(message.run_started, asked)
            message.run_started.locale = locale
            if abandon_after is not None:
                message.run_started.abandon_after.FromTimedelta(timedelta(seconds=abandon_after))
        case SessionRecalled(messages, last_result):
            said = [message_of(one, planner_pb2.ChatMessage) for one in messages]
            last = message_of(last_result, planner_pb2.LastResult) if last_result is not None else None
            message.session_recalled.CopyFrom(events_pb2.SessionRecalled(messages=said, last_result=last))
            message.session_recalled.SetInParent()
        case RunResumed(epoch):
            message.run_resumed.epoch = epoch
        case RunReflowed():
            message.run_reflowed.CopyFrom(message_of(event, events_pb2.RunReflowed))
        case ComponentShown(shown):
            message.component_shown.CopyFrom(component_message(shown))
            message.component_shown.time.CopyFrom(message.time)
        case WarningRecorded(raised):
            message.warning_recorded.error.CopyFrom(error_message(raised))
            message.warning_recorded.error.time.CopyFrom(message.time)
        case ErrorRaised(raised):
            message.agent = raised.node
            message.error_raised.CopyFrom(error_message(raised))
            message.error_raised.time.CopyFrom(message.time)
        case BudgetReached():
            message.budget_reached.CopyFrom(message_of(event, events_pb2.BudgetReached))
        case AgentActed(agent, activity):
            message.agent = agent
            message.step_activity.CopyFrom(activity_message(activity))
        case RouteDecided():
            message.route_decided.CopyFrom(message_of(event, events_pb2.RouteDecided))
        case WorkDelivered(work):
            products.hold_work(message.work_delivered, work)
        case QuestionAsked():
            message.question_asked.CopyFrom(asked_message(event))
        case QuestionAnswered():
            message.question_answered.CopyFrom(answered_message(event))
        case RunEnded(status, raised):
            message.run_ended.status = STATUSES[status]
            if raised is not None:
                message.run_ended.error.CopyFrom(error_message(raised))
        case _:
            assert_never(event)


def _fill_step(message: events_pb2.RunEvent, event: StepStarted | StepActed | StepFinished | StepFailed) -> None:
    match event:
        case StepStarted():
            message.step_started.SetInParent()
        case StepActed():
            message.step_activity.CopyFrom(activity_message(event.activity))
        case StepFinished():
            products.hold_result(message.step_finished, event.result)
        case StepFailed():
            message.step_failed.error.CopyFrom(error_message(event.failure))
            if event.retry_in is not None:
                message.step_failed.retry_in.FromTimedelta(timedelta(seconds=event.retry_in))
        case _:
            assert_never(event)


def activity_message(activity: Activity) -> steps_pb2.Activity:
    """Return *activity* as a message."""
    message = steps_pb2.Activity()
    match activity:
        case Thought(text):
            message.thought.text = text
        case Message(text):
            message.message.text = text
        case Progress(phase, fraction, text):
            message.progress.CopyFrom(steps_pb2.Progress(phase=_PHASES[phase], fraction=fraction, text=text))
        case ToolCall(tool_call_id, tool, given):
            message.tool_call.tool_call_id, message.tool_call.tool = tool_call_id, tool
            message.tool_call.input.update(dict(given))
        case ToolResult(tool_call_id, tool, answered):
            message.tool_result.tool_call_id, message.tool_result.tool = tool_call_id, tool
            message.tool_result.output.update(dict(answered))
        case Usage():
            message.usage.CopyFrom(message_of(activity, steps_pb2.Usage))
        case _:
            assert_never(activity)
    return message


def activity(message: steps_pb2.Activity) -> Activity:
    """Return the activity of *message*."""
    match message.WhichOneof("activity"):
        case "message":
            return Message(message.message.text)
        case "progress":
            told = message.progress
            waiting = told.phase == steps_pb2.Progress.PHASE_WAITING
            return Progress(Phase.WAITING if waiting else Phase.WORKING, told.fraction, told.text)
        case "tool_call":
            call = message.tool_call
            return ToolCall(call.tool_call_id, call.tool, MessageToDict(call.input))
        case "tool_result":
            answer = message.tool_result
            return ToolResult(answer.tool_call_id, answer.tool, MessageToDict(answer.output))
        case "usage":
            return value_of(message.usage, Usage)
        case "thought" | None:
            return Thought(message.thought.text)


def recorded(message: events_pb2.RunEvent) -> Recorded:
    """Return the event of *message* with its place in the log."""
    return Recorded(message.sequence, message.time.ToDatetime(UTC), _event(message))


def _event(message: events_pb2.RunEvent) -> Event:
    match message.WhichOneof("fact"):
        case "run_started":
            started = message.run_started
            after = started.abandon_after.ToTimedelta().total_seconds() if started.HasField("abandon_after") else None
            return RunStarted(products.held_input(started), started.locale, after)
        case "session_recalled":
            recalled = message.session_recalled
            last = value_of(recalled.last_result, LastResult) if recalled.HasField("last_result") else None
            return SessionRecalled(tuple(value_of(said, ChatMessage) for said in recalled.messages), last)
        case "run_resumed":
            return RunResumed(message.run_resumed.epoch)
        case "step_started":
            return StepStarted(message.step, message.agent, message.attempt)
        case "step_activity" if not message.step:
            return AgentActed(message.agent, activity(message.step_activity))
        case "step_activity":
            return StepActed(message.step, message.agent, message.attempt, activity(message.step_activity))
        case "step_finished":
            return _finished(message)
        case "step_failed":
            failed = message.step_failed
            retry_in = failed.retry_in.ToTimedelta().total_seconds() if failed.HasField("retry_in") else None
            return StepFailed(message.step, message.agent, message.attempt, failure(failed.error), retry_in)
        case "run_reflowed":
            return value_of(message.run_reflowed, RunReflowed)
        case "component_shown":
            return ComponentShown(component(message.component_shown))
        case "warning_recorded":
            return WarningRecorded(failure(message.warning_recorded.error))
        case "error_raised":
            return ErrorRaised(failure(message.error_raised))
        case "budget_reached":
            return value_of(message.budget_reached, BudgetReached)
        case "question_asked":
            return asked(message.question_asked)
        case "question_answered":
            return answered(message.question_answered)
        case "route_decided":
            return value_of(message.route_decided, RouteDecided)
        case "work_delivered":
            return WorkDelivered(products.held_work(message.work_delivered))
        case "run_ended":
            ended = message.run_ended
            why = failure(ended.error) if ended.HasField("error") else None
            return RunEnded(_STATUSES_BACK[ended.status], why)
        case None:
            raise ValueError(f"event {message.sequence} of run {message.run_id} states no fact this version knows")


def _finished(message: events_pb2.RunEvent) -> StepFinished:
    result = products.held_result(message.step_finished)
    return StepFinished(message.step, message.agent, message.attempt, result)
