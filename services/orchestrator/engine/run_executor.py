"""Executes one run: route, call the role services, record events, evolve, repeat."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Generic, assert_never

import structlog
from opentelemetry import trace
from opentelemetry.trace import Tracer

from services.common.contract.activity import ACTIVITIES
from services.common.contract.failure import Failure
from services.common.contract.questions import Question
from services.common.errors import Code, ReflowError, retry_advice
from services.common.limits import Limits
from services.common.telemetry import ErrorStatistics
from services.common.text.language import Language
from services.orchestrator.domain.budget import check_budget
from services.orchestrator.domain.events import (
    ActivityEmitted,
    BudgetAction,
    ComponentShown,
    ErrorRaised,
    Event,
    QuestionAsked,
    RunEnded,
    RunResumed,
    RunStarted,
    RunStatus,
    SessionRecalled,
    StepFailed,
    StepFinished,
    StepStarted,
    WarningRecorded,
)
from services.orchestrator.domain.questions import digest_question, validate_answer
from services.orchestrator.domain.retry_policy import retry_delay
from services.orchestrator.domain.run import Attempts, Fold, Run
from services.orchestrator.domain.timeouts import step_timeout
from services.orchestrator.domain.workflow import AskUser, Fail, Finish, Record, RunSteps, State, Step
from services.orchestrator.engine.commands import (
    AppendFailed,
    CancelRequested,
    Command,
    RetryDue,
    RunExpired,
    StepOutput,
)
from services.orchestrator.engine.crash_points import CrashPoint, OnCrashPoint, ignore_crash_point
from services.orchestrator.engine.event_writer import Encode, EventWriter, RunTooLarge, too_large_error
from services.orchestrator.engine.roles import CallOptions, Roles, ServiceLost
from services.orchestrator.engine.run_log import RunLog, RunMovedOn, RunRow
from services.orchestrator.engine.step_attempt import StepAttempt
from services.orchestrator.engine.tail import Tail

MAX_IMAGES = 20
"""Images of a session that a run knows, with the first one."""
MAX_UNRECORDED = 50
"""Events that a run may be ahead of its log while it calls repeatable steps."""

log = structlog.get_logger("reflow.engine")


@dataclass(frozen=True, slots=True)
class ExecutorDeps:
    """Dependencies of an executor: the log, the services, the clock and the retry jitter.

    `store_details`: whether events carry the details and stacks of errors. The log of the process always receives the
    details.
    """

    log: RunLog
    roles: Roles
    limits: Limits
    now: Callable[[], datetime]
    jitter: Callable[[], float]
    tracer: Tracer
    errors: ErrorStatistics
    store_details: bool = True
    on_crash_point: OnCrashPoint = ignore_crash_point


class RunExecutor(Generic[State]):
    """Executes one epoch of a run until it ends or pauses, or until another executor claims it (RunMovedOn).

    Events are applied to the state at once, and recorded before watchers receive them, and before a service is called
    that costs or changes anything. A repeatable step is called while the events before it are recorded.
    """

    def __init__(
        self,
        row: RunRow,
        run: Run[State],
        fold: Fold[State],
        started: RunStarted,
        stored_bytes: int,
        deps: ExecutorDeps,
        encode: Encode,
        tail: Tail,
    ) -> None:
        self._row = row
        self._fold = fold
        self._locale = started.locale
        self._language = Language(started.locale)
        self.abandon_after = started.abandon_after
        self._deps = deps
        self._attempts: dict[str, StepAttempt] = {}
        self._retry_timers: dict[str, asyncio.TimerHandle] = {}
        self._closed = False
        self._inbox: asyncio.Queue[Command] = asyncio.Queue()
        self._events = EventWriter(row, run, fold, stored_bytes, encode, tail, deps.log, deps.now, self._report_failure)

    @property
    def _run(self) -> Run[State]:
        return self._events.run

    async def execute(self) -> RunStatus:
        """Execute the run until it ends or asks the user; return its status. Raises RunMovedOn."""
        expiry: asyncio.TimerHandle | None = None
        try:
            await self._start()
            loop = asyncio.get_running_loop()
            expiry = loop.call_later(max(0, self._remaining_seconds()), self._inbox.put_nowait, RunExpired())
            while self._run.status.is_active:
                try:
                    await self._advance()
                except (RunMovedOn, ReflowError):
                    raise  # raised by the log: another epoch, or an unreachable database
                except Exception as error:
                    await self._fail_workflow(error)
            return self._run.status
        finally:
            for timer in (expiry, *self._retry_timers.values()):
                if timer is not None:
                    timer.cancel()
            await self._stop_attempts()
            await self._events.stop()
            self._reject_late_commands()

    async def cancel(self) -> bool:
        """Cancel the run; return whether that cancelled a call in flight."""
        if self._closed:
            return False
        reached_call: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(CancelRequested(reached_call))
        return await reached_call

    async def cancel_inactive(self) -> RunStatus:
        """End a run that waits for its execution or for the user as cancelled. Instead of `execute`."""
        await self._end(RunStatus.CANCELLED)
        return self._run.status

    def _reject_late_commands(self) -> None:
        """Answer the cancel requests that arrived while the run ended: no call was in flight."""
        self._closed = True
        while not self._inbox.empty():
            command = self._inbox.get_nowait()
            if isinstance(command, CancelRequested) and not command.reached_call.done():
                command.reached_call.set_result(False)

    async def _start(self) -> None:
        if self._run.sequence > 1:
            self._events.apply(RunResumed(self._row.epoch))
        if not self._run.session_loaded and not self._row.new_session:
            max_messages = self._deps.limits.history_messages
            messages, last_result = await self._deps.log.load_session(self._row.session_id, max_messages)
            images = await self._deps.log.load_images(self._row.session_id, MAX_IMAGES) if last_result else ()
            if messages or last_result:
                self._events.apply(SessionRecalled(messages, last_result, tuple(images)))

    async def _advance(self) -> None:
        stopping = self._apply_budget()
        decision = RunSteps(()) if stopping else self._fold.workflow.route(self._run.state)
        match decision:
            case Record(events):
                for event in events:
                    self._events.apply(self._count_warning(event))
            case AskUser(question):
                await self._ask_user(question)
            case Finish():
                await self._end(RunStatus.SUCCEEDED)
            case Fail(failure):
                await self._end(RunStatus.FAILED, failure)
            case RunSteps(steps):
                await self._run_steps(steps)
                if not self._run.status.is_terminal:
                    await self._process_commands()
            case _:
                assert_never(decision)

    async def _ask_user(self, question: Question) -> None:
        """Record a question, which pauses the run. A paused run holds no resources."""
        if question.key in self._run.question_keys:
            raise ValueError(f"the question {question.key!r} was asked before")
        if question.expires_in is not None and question.default is None:
            raise ValueError(f"the question {question.key!r} expires without a default")
        if question.default is not None:
            validate_answer(question, question.default)
        await self._stop_attempts()
        expires_at = None
        if question.expires_in is not None:
            expires_at = self._deps.now() + timedelta(seconds=question.expires_in)
        self._update_components(ended=False)
        self._events.apply(QuestionAsked(question, digest_question(question), expires_at))
        await self._flush()
        self._deps.on_crash_point(CrashPoint.PAUSED)

    def _apply_budget(self) -> bool:
        """Record the consequences of the usage so far; return whether the run must stop after the attempts in flight.

        Calls that are already paid for are not cancelled; the consequences apply to the next steps.
        """
        seconds = self._run.active_time(self._deps.now()).total_seconds()
        for event in check_budget(self._run.usage, seconds, self._run.budget, self._deps.limits, self._language):
            if event.action is BudgetAction.STOP and self._attempts:
                return True
            self._events.apply(event)
        return False

    async def _run_steps(self, steps: tuple[Step, ...]) -> None:
        """Start an attempt of each of *steps* that is neither in flight nor waiting for its retry."""
        opened = [self._open_attempt(step) for step in steps if step.name not in self._attempts and self._is_due(step)]
        self._update_components(ended=False)
        is_free = all(self._fold.workflow.is_repeatable(self._run.state, attempt.step) for attempt in opened)
        is_near = self._events.unrecorded < MAX_UNRECORDED
        await self._flush(wait=not (opened and is_free and is_near))
        if self._run.status.is_terminal:
            return  # the events exceeded the size limit, which ended the run
        if opened:
            self._deps.on_crash_point(CrashPoint.CALLING)
        for attempt in opened:
            options = CallOptions(
                run_id=self._row.run_id,
                session_id=self._row.session_id,
                attempt=attempt.attempt,
                locale=self._locale,
                timeout=max(self._remaining_seconds(), 0.001),
                builtin_only=self._run.builtin_only,
            )
            attempt.start(self._deps.roles, options, self._deps.tracer)

    def _is_due(self, step: Step) -> bool:
        retry_at = self._run.attempts.get(step.name, Attempts()).retry_at
        if retry_at is None:
            return True
        delay = (retry_at - self._deps.now()).total_seconds()
        if delay <= 0:
            return True
        if step.name not in self._retry_timers:
            loop = asyncio.get_running_loop()
            self._retry_timers[step.name] = loop.call_later(delay, self._on_retry_due, step.name)
        return False

    def _on_retry_due(self, step: str) -> None:
        del self._retry_timers[step]
        self._inbox.put_nowait(RetryDue())

    def _open_attempt(self, step: Step) -> StepAttempt:
        number = self._run.attempts.get(step.name, Attempts()).started + 1
        self._events.apply(StepStarted(step.name, step.agent, number))
        remote = self._fold.workflow.uses_remote_model(self._run.state, step) and not self._run.builtin_only
        timeout = step_timeout(step.role, self._deps.limits, remote=remote)
        attempt = self._attempts[step.name] = StepAttempt(step, number, timeout, self._inbox)
        return attempt

    async def _process_commands(self) -> None:
        """Wait for a command, and handle all that are queued: what arrived together is recorded together."""
        await self._handle(await self._inbox.get())
        while not self._inbox.empty() and not self._run.status.is_terminal:
            await self._handle(self._inbox.get_nowait())

    async def _handle(self, command: Command) -> None:
        match command:
            case StepOutput():
                await self._handle_output(command)
            case RetryDue():
                pass  # the next routing starts the attempt
            case RunExpired():
                failure = self._record_failure(ReflowError(Code.EXECUTION_TIMEOUT, details="the run's time is over"))
                await self._end(RunStatus.FAILED, failure)
            case CancelRequested(reached_call):
                await self._cancel(reached_call)
            case AppendFailed(error):
                raise error
            case _:
                assert_never(command)

    async def _cancel(self, reached_call: "asyncio.Future[bool]") -> None:
        in_flight = bool(self._attempts)
        try:
            await self._end(RunStatus.CANCELLED)
        except BaseException:
            if not reached_call.done():
                reached_call.set_result(False)  # the caller must not wait indefinitely
            raise
        if not reached_call.done():
            reached_call.set_result(in_flight)

    async def _handle_output(self, command: StepOutput) -> None:
        attempt = self._attempts.get(command.step.name)
        if attempt is None or attempt.attempt != command.attempt:
            return  # of a cancelled attempt
        step, agent = command.step.name, command.step.agent
        match command.output:
            case ReflowError() as error:
                await self._close_attempt(attempt)
                self._fail_attempt(command.step, command.attempt, error)
            case output if isinstance(output, ACTIVITIES):
                self._events.apply(ActivityEmitted(step, agent, command.attempt, output))
            case result:
                self._deps.on_crash_point(CrashPoint.RECEIVED)
                await self._close_attempt(attempt)
                self._events.apply(StepFinished(step, agent, command.attempt, result))

    def _fail_attempt(self, step: Step, attempt: int, error: ReflowError) -> None:
        limits, failed = self._deps.limits, self._run.attempts.get(step.name, Attempts()).failed + 1
        error.node = step.display_agent or error.node or step.agent  # users know the agent, not the service
        error.metadata = {**error.metadata, "step": step.name, "attempts": str(attempt)}
        failure = self._record_failure(error, step=step.name, attempt=str(attempt))
        lost = isinstance(error, ServiceLost)
        delay = retry_delay(step.role, failure, failed, limits, self._deps.jitter(), lost=lost)
        if delay is not None and delay >= self._remaining_seconds():
            delay = None  # the run would expire before the retry
        if delay is not None:
            message = retry_advice.add_notice(error.text.pick(self._language), delay, self._language)
            failure = replace(failure, message=message, retry_after=delay)
        self._events.apply(StepFailed(step.name, step.agent, attempt, failure, delay))

    async def _close_attempt(self, attempt: StepAttempt) -> None:
        del self._attempts[attempt.step.name]
        await attempt.stop()

    async def _stop_attempts(self) -> None:
        attempts, self._attempts = self._attempts, {}
        for attempt in attempts.values():
            await attempt.stop()

    async def _end(self, status: RunStatus, failure: Failure | None = None) -> None:
        await self._stop_attempts()
        if failure is not None:
            failure = failure if failure.trace_id else self._record_failure(failure.to_error())
            self._events.apply(ErrorRaised(failure))
        self._update_components(ended=True)
        self._events.apply(RunEnded(status, failure))
        await self._flush()
        self._deps.on_crash_point(CrashPoint.ENDED)

    def _count_warning(self, event: Event) -> Event:
        """Record a warning of the workflow itself like an error; those of steps are recorded already."""
        if not isinstance(event, WarningRecorded) or event.failure.trace_id:
            return event
        return WarningRecorded(self._record_failure(event.failure.to_error()))

    async def _fail_workflow(self, error: Exception) -> None:
        """End a run whose workflow raised. Its pending events are dropped: they may be the cause."""
        self._events.rollback()
        details = f"{type(error).__name__}: {error}"
        failure = self._record_failure(ReflowError(Code.WORKFLOW_ERROR, details=details), error)
        await self._end(RunStatus.FAILED, failure)

    def _record_failure(self, error: ReflowError, cause: Exception | None = None, **step: str) -> Failure:
        """Record *error* in the error statistics and the log of the process; return it for an event."""
        row = self._row
        self._deps.errors.record(error, cause=cause, run_id=row.run_id, session_id=row.session_id, **step)
        message = error.message(self._language)
        trace_id = format(trace.get_current_span().get_span_context().trace_id, "032x")
        return Failure.from_error(error, message, trace_id, with_details=self._deps.store_details)

    def _update_components(self, *, ended: bool) -> None:
        max_components = self._deps.limits.ui_components
        for component in self._fold.workflow.build_components(self._run.state, ended):
            displayed = self._run.components
            if displayed.get(component.id) != component:
                if len(displayed) >= max_components and component.id not in displayed:
                    log.warning("oldest component dropped", run_id=self._row.run_id)
                self._events.apply(ComponentShown(component))

    def _report_failure(self, error: Exception) -> None:
        self._inbox.put_nowait(AppendFailed(error))

    async def _flush(self, *, wait: bool = True) -> None:
        """Record the pending events, and *wait* for that. A run that is too large ends as failed. Raises RunMovedOn."""
        max_bytes = self._deps.limits.run_bytes
        try:
            if wait:
                await self._events.flush(max_bytes)
            else:
                self._events.submit(max_bytes)
        except RunTooLarge:
            self._events.rollback()
            await self._end(RunStatus.FAILED, self._record_failure(too_large_error(max_bytes)))

    def _remaining_seconds(self) -> float:
        limits = self._deps.limits
        remote = self._fold.workflow.uses_remote_models(self._run.state)
        total = limits.run_remote_seconds if remote else limits.run_seconds
        return (timedelta(seconds=total) - self._run.active_time(self._deps.now())).total_seconds()
