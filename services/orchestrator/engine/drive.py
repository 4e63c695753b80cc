"""The engine: route, call the role services, append what happened, evolve, again."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, assert_never

import structlog
from opentelemetry import trace
from opentelemetry.trace import Tracer

from services.common.errors import Code, ReflowError
from services.common.language import Language, Text
from services.common.limits import MEGABYTE, Limits
from services.common.telemetry import ErrorLedger
from services.orchestrator.domain.budget import reached
from services.orchestrator.domain.events import (
    ACTIVITIES,
    BudgetAction,
    ComponentShown,
    ErrorRaised,
    Event,
    QuestionAsked,
    Recorded,
    RunEnded,
    RunResumed,
    RunStarted,
    RunStatus,
    SessionRecalled,
    StepActed,
    StepFailed,
    StepFinished,
    StepStarted,
)
from services.orchestrator.domain.policy import retry_delay, step_seconds
from services.orchestrator.domain.questions import Question, check, digest_of
from services.orchestrator.domain.run import Fold, Run, Tries
from services.orchestrator.domain.values import Failure
from services.orchestrator.domain.workflow import Ask, Fail, Finish, Record, RunSteps, State, Step
from services.orchestrator.engine.calls import CancelAsked, Mail, OpenCall, RunExpired, StepDue, Told
from services.orchestrator.engine.crash_points import CrashPoint, Reached, pass_by
from services.orchestrator.engine.log import Appending, RunLog, RunMovedOn, RunRow
from services.orchestrator.engine.roles import Roles, ServiceLost, StepContext
from services.orchestrator.engine.tail import Tail

log = structlog.get_logger("reflow.engine")

Encode = Callable[[Recorded], bytes]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a drive needs of the world: the log, the services, time and chance."""

    log: RunLog
    roles: Roles
    limits: Limits
    now: Callable[[], datetime]
    jitter: Callable[[], float]
    tracer: Tracer
    errors: ErrorLedger
    reached: Reached = pass_by


class Drive(Generic[State]):
    """Drives one run of one epoch until it ends, or until another driver has taken it up (RunMovedOn).

    Events are folded as they happen and made durable before anything that follows from
    them leaves the process: before a call is made, and before anybody is told.
    """

    def __init__(
        self,
        row: RunRow,
        run: Run[State],
        fold: Fold[State],
        started: RunStarted,
        stored_bytes: int,
        surroundings: Surroundings,
        encode: Encode,
        tail: Tail,
    ) -> None:
        self._row = row
        self._run = run
        self._durable = run
        self._fold = fold
        self._locale = started.locale
        self.abandon_after = started.abandon_after
        self._bytes = stored_bytes
        self._world = surroundings
        self._encode = encode
        self._tail = tail
        self._pending: list[Recorded] = []
        self._calls: dict[str, OpenCall] = {}
        self._waits: dict[str, asyncio.TimerHandle] = {}
        self._outgrown = False
        self._over = False
        self._mailbox: asyncio.Queue[Mail] = asyncio.Queue()

    async def run(self) -> RunStatus:
        """Drive the run to its end, or to a question; return where it stands then. Raises RunMovedOn."""
        expiry: asyncio.TimerHandle | None = None
        try:
            await self._begin()
            loop = asyncio.get_running_loop()
            expiry = loop.call_later(max(0, self._remaining()), self._mailbox.put_nowait, RunExpired())
            while self._run.status.driven:
                try:
                    await self._advance()
                except (RunMovedOn, ReflowError):
                    raise  # the log's: fenced off, or away
                except Exception as error:
                    await self._break(error)
            return self._run.status
        finally:
            for timer in (expiry, *self._waits.values()):
                if timer is not None:
                    timer.cancel()
            await self._stop_calls()
            self._answer_late_mail()

    async def cancel(self) -> bool:
        """Stop the run; return whether a call in flight was cut off by it."""
        if self._over:
            return False
        reached: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._mailbox.put_nowait(CancelAsked(reached))
        return await reached

    async def cancel_waiting(self) -> RunStatus:
        """End a run, cancelled, that waits to be driven. Instead of `run`."""
        await self._end(RunStatus.CANCELLED)
        return self._run.status

    def _answer_late_mail(self) -> None:
        """Tell those who asked to cancel while the run was ending that there was nothing left to cut off."""
        self._over = True
        while not self._mailbox.empty():
            mail = self._mailbox.get_nowait()
            if isinstance(mail, CancelAsked) and not mail.reached.done():
                mail.reached.set_result(False)

    async def _begin(self) -> None:
        if self._run.sequence > 1:
            self._apply(RunResumed(self._row.epoch))
        if not self._run.recalled and not self._row.new_session:
            messages, last_result = await self._world.log.recall(
                self._row.session_id, self._world.limits.history_messages
            )
            if messages or last_result:
                self._apply(SessionRecalled(messages, last_result))

    async def _advance(self) -> None:
        stopping = self._judge_budget()
        following = RunSteps(()) if stopping else self._fold.workflow.route(self._run.state)
        match following:
            case Record(events):
                for event in events:
                    self._apply(event)
            case Ask(question):
                await self._ask(question)
            case Finish():
                await self._end(RunStatus.SUCCEEDED)
            case Fail(failure):
                await self._end(RunStatus.FAILED, failure)
            case RunSteps(steps):
                await self._run_steps(steps)
                if not self._run.status.terminal:
                    await self._read_mail()
            case _:
                assert_never(following)

    async def _ask(self, question: Question) -> None:
        """Ask a person, and leave the run to their answer: a pause holds nothing."""
        if question.key in self._run.asked:
            raise ValueError(f"the question {question.key!r} was asked before")
        if question.expires_in is not None and question.default is None:
            raise ValueError(f"the question {question.key!r} expires without a default")
        if question.default is not None:
            check(question, question.default)
        await self._stop_calls()
        expires_at = None
        if question.expires_in is not None:
            expires_at = self._world.now() + timedelta(seconds=question.expires_in)
        self._show(ended=False)
        self._apply(QuestionAsked(question, digest_of(question), expires_at))
        await self._flush()
        self._world.reached(CrashPoint.PAUSED)

    def _judge_budget(self) -> bool:
        """Record what follows from what was used; return whether a stop is due that waits for the calls under way.

        Work that is paid for is not cut off; what follows holds for the steps that begin afterwards.
        """
        seconds = self._run.active(self._world.now()).total_seconds()
        language = Language(self._locale)
        for event in reached(self._run.usage, seconds, self._run.budget, self._world.limits, language):
            if event.action is BudgetAction.STOP and self._calls:
                return True
            self._apply(event)
        return False

    async def _run_steps(self, steps: tuple[Step, ...]) -> None:
        """Begin those of *steps* that are not under way and not waiting for their next try."""
        begun = [self._open(step) for step in steps if step.name not in self._calls and self._due(step)]
        self._show(ended=False)
        await self._flush()
        if self._run.status.terminal:
            return  # the events did not fit, which ended the run
        if begun:
            self._world.reached(CrashPoint.CALLING)
        for call in begun:
            seconds = max(self._remaining(), 0.001)
            builtin_only = self._run.builtin_only
            context = StepContext(
                self._row.run_id, self._row.session_id, call.attempt, self._locale, seconds, builtin_only
            )
            call.begin(self._world.roles, context, self._world.tracer)

    def _due(self, step: Step) -> bool:
        due = self._run.tries.get(step.name, Tries()).due
        if due is None:
            return True
        wait = (due - self._world.now()).total_seconds()
        if wait <= 0:
            return True
        if step.name not in self._waits:
            self._waits[step.name] = asyncio.get_running_loop().call_later(wait, self._wake, step.name)
        return False

    def _wake(self, step: str) -> None:
        del self._waits[step]
        self._mailbox.put_nowait(StepDue())

    def _open(self, step: Step) -> OpenCall:
        attempt = self._run.tries.get(step.name, Tries()).begun + 1
        self._apply(StepStarted(step.name, step.agent, attempt))
        remote = self._fold.workflow.remote(self._run.state, step) and not self._run.builtin_only
        seconds = step_seconds(step.role, self._world.limits, remote=remote)
        call = self._calls[step.name] = OpenCall(step, attempt, seconds, self._mailbox)
        return call

    async def _read_mail(self) -> None:
        """Wait for mail, and handle all there is: what came together is recorded together."""
        await self._handle(await self._mailbox.get())
        while not self._mailbox.empty() and not self._run.status.terminal:
            await self._handle(self._mailbox.get_nowait())

    async def _handle(self, mail: Mail) -> None:
        match mail:
            case Told():
                await self._heard(mail)
            case StepDue():
                pass  # routing again finds the step due
            case RunExpired():
                failure = self._failure(ReflowError(Code.EXECUTION_TIMEOUT, details="the run's time is over"))
                await self._end(RunStatus.FAILED, failure)
            case CancelAsked(reached):
                await self._cancel(reached)
            case _:
                assert_never(mail)

    async def _cancel(self, reached: "asyncio.Future[bool]") -> None:
        cut_off = bool(self._calls)
        try:
            await self._end(RunStatus.CANCELLED)
        except BaseException:
            if not reached.done():
                reached.set_result(False)  # whoever asked must not wait for ever
            raise
        if not reached.done():
            reached.set_result(cut_off)

    async def _heard(self, told: Told) -> None:
        call = self._calls.get(told.step.name)
        if call is None or call.attempt != told.attempt:
            return  # an attempt that was cut off
        step, agent = told.step.name, told.step.agent
        match told.outcome:
            case ReflowError() as error:
                await self._close(call)
                self._failed(told.step, told.attempt, error)
            case outcome if isinstance(outcome, ACTIVITIES):
                self._apply(StepActed(step, agent, told.attempt, outcome))
            case result:
                self._world.reached(CrashPoint.HEARD)
                await self._close(call)
                self._apply(StepFinished(step, agent, told.attempt, result))

    def _failed(self, step: Step, attempt: int, error: ReflowError) -> None:
        limits, failed = self._world.limits, self._run.tries.get(step.name, Tries()).failed + 1
        error.node = step.told_as or error.node  # people know the agent, not the service that did its work
        failure = self._failure(error, node=step.agent)
        delay = retry_delay(
            step.role, failure, failed, limits, self._world.jitter(), lost=isinstance(error, ServiceLost)
        )
        if delay is not None and delay >= self._remaining():
            delay = None  # the run would be over before the next try
        self._apply(StepFailed(step.name, step.agent, attempt, failure, delay))

    async def _close(self, call: OpenCall) -> None:
        del self._calls[call.step.name]
        await call.stop()

    async def _end(self, status: RunStatus, failure: Failure | None = None) -> None:
        await self._stop_calls()
        if failure is not None:
            failure = failure if failure.trace_id else self._failure(_error(failure))
            self._apply(ErrorRaised(failure))
        self._show(ended=True)
        self._apply(RunEnded(status, failure))
        await self._flush()
        self._world.reached(CrashPoint.ENDED)

    async def _break(self, error: Exception) -> None:
        """End a run whose workflow itself broke; what was not recorded yet may be what broke it."""
        self._pending, self._run = [], self._durable
        failure = self._failure(ReflowError(Code.WORKFLOW_ERROR, details=f"{type(error).__name__}: {error}"), error)
        await self._end(RunStatus.FAILED, failure)

    def _failure(self, error: ReflowError, cause: Exception | None = None, *, node: str = "") -> Failure:
        error.node = error.node or node or None
        self._world.errors.record(error, cause=cause, run_id=self._row.run_id, session_id=self._row.session_id)
        message = error.message(Language(self._locale))
        trace_id = format(trace.get_current_span().get_span_context().trace_id, "032x")
        return Failure(error.code, message, error.details, error.node or "", error.retry_after, trace_id)

    def _show(self, *, ended: bool) -> None:
        for component in self._fold.workflow.present(self._run.state, ended):
            if self._run.shown.get(component.id) != component:
                if len(self._run.shown) >= self._world.limits.ui_components and component.id not in self._run.shown:
                    log.warning("oldest component dropped", run_id=self._row.run_id)
                self._apply(ComponentShown(component))

    def _apply(self, event: Event) -> None:
        recorded = Recorded(self._run.sequence + 1, self._world.now(), event)
        self._run = self._fold.evolve(self._run, recorded)
        self._pending.append(recorded)

    async def _flush(self) -> None:
        """Make the pending events durable, then tell the watchers. Raises RunMovedOn."""
        if not self._pending:
            return
        payloads = [self._encode(recorded) for recorded in self._pending]
        size = sum(map(len, payloads))
        if self._bytes + size > self._world.limits.run_bytes and not self._outgrown:
            self._outgrown, self._pending, self._run = True, [], self._durable
            await self._end(RunStatus.FAILED, self._failure(_too_large(self._world.limits.run_bytes)))
            return
        ended = self._run.status.terminal
        summary = self._fold.workflow.summarize(self._run.state) if ended else None
        await self._world.log.append(
            Appending(
                self._row.run_id, self._row.epoch, self._durable.sequence + 1, tuple(payloads), self._run.status,
                summary, self._pending[-1].at, self._run.pending.expires_at if self._run.pending else None,
            )
        )  # fmt: skip
        self._bytes += size
        self._durable, self._pending = self._run, []
        self._tail.publish(payloads)

    def _remaining(self) -> float:
        limits = self._world.limits
        total = limits.run_remote_seconds if self._fold.workflow.remote_run(self._run.state) else limits.run_seconds
        return (timedelta(seconds=total) - self._run.active(self._world.now())).total_seconds()

    async def _stop_calls(self) -> None:
        calls, self._calls = self._calls, {}
        for call in calls.values():
            await call.stop()


def _error(failure: Failure) -> ReflowError:
    """Return the error of a failure that a route decided on."""
    text = Text(failure.message, failure.message)
    return ReflowError(failure.code, text, details=failure.details, node=failure.node or None)


def _too_large(limit: int) -> ReflowError:
    megabytes = limit / MEGABYTE
    text = Text(
        f"这次运行的状态超过了 {megabytes:g} MB，已停止。请缩小请求后重新发起。",
        f"The state of this run grew beyond {megabytes:g} MB, so it was stopped. Start again with a smaller request.",
    )
    return ReflowError(Code.WORKFLOW_ERROR, text, details=f"run state above {limit} bytes")
