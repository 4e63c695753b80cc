"""Events to messages of the contract and back. The log stores these messages."""

from datetime import UTC, timedelta
from typing import assert_never

from google.protobuf.json_format import MessageToDict
from reflow.v1 import events_pb2, steps_pb2

from services.orchestrator.adapters import values_codec as values
from services.orchestrator.adapters.components_codec import component, component_message
from services.orchestrator.adapters.questions_codec import answered, answered_message, asked, asked_message
from services.orchestrator.adapters.usage_codec import budget_message, budget_reached, usage, usage_message
from services.orchestrator.domain.events import (
    Activity,
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
)
from services.orchestrator.domain.usage import Usage
from services.orchestrator.domain.values import (
    EnhancedPrompt,
    ImageResult,
    Intent,
    StepResult,
    Verdict,
)

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
        case RunStarted(asked, locale):
            message.run_started.image_chat.CopyFrom(values.image_chat_message(asked))
            message.run_started.locale = locale
        case SessionRecalled(messages, last_result):
            message.session_recalled.SetInParent()
            message.session_recalled.messages.extend(values.chat_messages(messages))
            if last_result is not None:
                message.session_recalled.last_result.CopyFrom(values.last_result_message(last_result))
        case RunResumed(epoch):
            message.run_resumed.epoch = epoch
        case RunReflowed(round_, return_to, score, feedback):
            reflowed = events_pb2.RunReflowed(round=round_, return_to=return_to, score=score, feedback=feedback)
            message.run_reflowed.CopyFrom(reflowed)
        case ComponentShown(shown):
            message.component_shown.CopyFrom(component_message(shown))
            message.component_shown.time.CopyFrom(message.time)
        case WarningRecorded(failure):
            message.warning_recorded.error.CopyFrom(values.error_message(failure))
            message.warning_recorded.error.time.CopyFrom(message.time)
        case ErrorRaised(failure):
            message.agent = failure.node
            message.error_raised.CopyFrom(values.error_message(failure))
            message.error_raised.time.CopyFrom(message.time)
        case BudgetReached():
            message.budget_reached.CopyFrom(budget_message(event))
        case QuestionAsked():
            message.question_asked.CopyFrom(asked_message(event))
        case QuestionAnswered():
            message.question_answered.CopyFrom(answered_message(event))
        case RunEnded(status, failure):
            message.run_ended.status = STATUSES[status]
            if failure is not None:
                message.run_ended.error.CopyFrom(values.error_message(failure))
        case _:
            assert_never(event)


def _fill_step(message: events_pb2.RunEvent, event: StepStarted | StepActed | StepFinished | StepFailed) -> None:
    match event:
        case StepStarted():
            message.step_started.SetInParent()
        case StepActed():
            message.step_activity.CopyFrom(activity_message(event.activity))
        case StepFinished():
            _fill_result(message.step_finished, event.result)
        case StepFailed():
            message.step_failed.error.CopyFrom(values.error_message(event.failure))
            if event.retry_in is not None:
                message.step_failed.retry_in.FromTimedelta(timedelta(seconds=event.retry_in))
        case _:
            assert_never(event)


def _fill_result(finished: events_pb2.StepFinished, result: StepResult) -> None:
    match result:
        case Intent():
            finished.intent.CopyFrom(values.intent_message(result))
        case EnhancedPrompt():
            finished.prompt.CopyFrom(values.prompt_message(result))
        case ImageResult():
            finished.image.CopyFrom(values.image_message(result))
        case Verdict():
            finished.verdict.CopyFrom(values.verdict_message(result))
        case _:
            assert_never(result)


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
            message.usage.CopyFrom(usage_message(activity))
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
            return usage(message.usage)
        case "thought" | None:
            return Thought(message.thought.text)


def recorded(message: events_pb2.RunEvent) -> Recorded:
    """Return the event of *message* with its place in the log."""
    return Recorded(message.sequence, message.time.ToDatetime(UTC), _event(message))


def _event(message: events_pb2.RunEvent) -> Event:
    match message.WhichOneof("fact"):
        case "run_started":
            started = message.run_started
            return RunStarted(values.image_chat_input(started.image_chat), started.locale)
        case "session_recalled":
            recalled = message.session_recalled
            last = values.last_result(recalled.last_result) if recalled.HasField("last_result") else None
            return SessionRecalled(tuple(values.chat_message(said) for said in recalled.messages), last)
        case "run_resumed":
            return RunResumed(message.run_resumed.epoch)
        case "step_started":
            return StepStarted(message.step, message.agent, message.attempt)
        case "step_activity":
            return StepActed(message.step, message.agent, message.attempt, activity(message.step_activity))
        case "step_finished":
            return StepFinished(message.step, message.agent, message.attempt, _result(message.step_finished))
        case "step_failed":
            failed = message.step_failed
            retry_in = failed.retry_in.ToTimedelta().total_seconds() if failed.HasField("retry_in") else None
            return StepFailed(message.step, message.agent, message.attempt, values.failure(failed.error), retry_in)
        case "run_reflowed":
            back = message.run_reflowed
            return RunReflowed(back.round, back.return_to, back.score, back.feedback)
        case "component_shown":
            return ComponentShown(component(message.component_shown))
        case "warning_recorded":
            return WarningRecorded(values.failure(message.warning_recorded.error))
        case "error_raised":
            return ErrorRaised(values.failure(message.error_raised))
        case "budget_reached":
            return budget_reached(message.budget_reached)
        case "question_asked":
            return asked(message.question_asked)
        case "question_answered":
            return answered(message.question_answered)
        case "run_ended":
            ended = message.run_ended
            failure = values.failure(ended.error) if ended.HasField("error") else None
            return RunEnded(_STATUSES_BACK[ended.status], failure)
        case None:
            raise ValueError(f"event {message.sequence} of run {message.run_id} states no fact this version knows")


def _result(finished: events_pb2.StepFinished) -> StepResult:
    match finished.WhichOneof("result"):
        case "intent":
            return values.intent(finished.intent)
        case "prompt":
            return values.prompt(finished.prompt)
        case "image":
            return values.image(finished.image)
        case "verdict":
            return values.verdict(finished.verdict)
        case None:
            raise ValueError("a finished step without a result")
