"""The calls of one run that are under way, each with its clock, and the mailbox they report to."""

import asyncio
from dataclasses import dataclass

from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer

from services.common.errors import ReflowError
from services.common.telemetry import names
from services.orchestrator.domain.events import ACTIVITIES, Activity, Phase, Progress
from services.orchestrator.domain.policy import breakdown_code, timeout_code
from services.orchestrator.domain.products import StepResult
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.roles import Roles, StepContext


@dataclass(frozen=True, slots=True)
class Told:
    """A try of a step told something, gave its result, or failed."""

    step: Step
    attempt: int
    outcome: Activity | StepResult | ReflowError


@dataclass(frozen=True, slots=True)
class StepDue:
    """The wait before the next try of a step is over."""


@dataclass(frozen=True, slots=True)
class RunExpired:
    """The run has no time left."""


@dataclass(frozen=True, slots=True)
class CancelAsked:
    """Somebody wants the run to stop; *reached* is told whether a call in flight was cut off."""

    reached: "asyncio.Future[bool]"


Mail = Told | StepDue | RunExpired | CancelAsked


class OpenCall:
    """One try of one step. Its clock stands still while the service waits for a free worker."""

    def __init__(self, step: Step, attempt: int, seconds: float, mailbox: "asyncio.Queue[Mail]") -> None:
        self.step = step
        self.attempt = attempt
        self._seconds = seconds
        self._mailbox = mailbox
        self._task: asyncio.Task[None] | None = None
        self._clock: asyncio.TimerHandle | None = None

    def begin(self, roles: Roles, context: StepContext, tracer: Tracer) -> None:
        """Make the call; what comes of it goes to the mailbox."""
        self._task = asyncio.create_task(self._perform(roles, context, tracer))
        self._start_clock()

    async def stop(self) -> None:
        """Cut the call off, and return when the service has been told."""
        self._stop_clock()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _set_clock(self, told: Activity | StepResult) -> None:
        """Stop the clock while the service waits for a worker and once it is done; start it when the work begins."""
        if not isinstance(told, ACTIVITIES) or (isinstance(told, Progress) and told.phase is Phase.WAITING):
            self._stop_clock()
        elif isinstance(told, Progress) and self._clock is None:
            self._start_clock()

    def _start_clock(self) -> None:
        self._clock = asyncio.get_running_loop().call_later(self._seconds, self._out_of_time)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _out_of_time(self) -> None:
        step = self.step
        error = ReflowError(
            timeout_code(step.role), node=step.agent, details=f"{step.name}: {self._seconds:g} s are over"
        )
        self._tell(error)

    async def _perform(self, roles: Roles, context: StepContext, tracer: Tracer) -> None:
        attributes: dict[str, str | int] = {
            names.RUN_ID: context.run_id,
            names.STEP_NAME: self.step.name,
            names.AGENT: self.step.agent,
            names.ATTEMPT: self.attempt,
        }
        with tracer.start_as_current_span(names.STEP, kind=SpanKind.CLIENT, attributes=attributes) as span:
            outcome: Activity | StepResult | ReflowError | None = None
            try:
                async for outcome in roles.perform(self.step, context):
                    self._set_clock(outcome)
                    self._tell(outcome)
            except Exception as error:
                outcome = error if isinstance(error, ReflowError) else self._broken(f"{type(error).__name__}: {error}")
                span.set_status(Status(StatusCode.ERROR, outcome.code))
                self._tell(outcome)
            if outcome is None or isinstance(outcome, ACTIVITIES):
                self._tell(self._broken("it ended without a result"))

    def _broken(self, why: str) -> ReflowError:
        step = self.step
        return ReflowError(breakdown_code(step.role), node=step.agent, details=f"{step.name}: {why}")

    def _tell(self, outcome: Activity | StepResult | ReflowError) -> None:
        self._mailbox.put_nowait(Told(self.step, self.attempt, outcome))
