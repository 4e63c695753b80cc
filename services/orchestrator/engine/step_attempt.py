"""One attempt of a step: the call of its role service, and its timeout."""

import asyncio

from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer

from services.common.cancellation import cancel_tasks
from services.common.contract.activity import ACTIVITIES, Activity, Phase, Progress
from services.common.contract.results import StepResult
from services.common.errors import ReflowError
from services.common.telemetry import names
from services.orchestrator.domain.timeouts import timeout_code, unavailable_code
from services.orchestrator.domain.workflow import Step
from services.orchestrator.engine.commands import Command, StepOutput
from services.orchestrator.engine.roles import CallOptions, Roles

Output = Activity | StepResult | ReflowError


class StepAttempt:
    """One attempt of one step.

    Its timer restarts with the first activity, when the service starts to work, so that a service that applies its own
    timeout ends before its caller's: a call that is cancelled earlier was cancelled by the user. The timer is paused
    while the service waits for a free worker, and a limit that the service states replaces it.
    """

    def __init__(self, step: Step, attempt: int, timeout: float, inbox: "asyncio.Queue[Command]") -> None:
        self.step = step
        self.attempt = attempt
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._inbox = inbox
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_active = False
        self._is_limit_stated = False

    def start(self, roles: Roles, options: CallOptions, tracer: Tracer) -> None:
        """Start the call. Its output goes to the inbox."""
        self._task = self._loop.create_task(self._execute(roles, options, tracer))
        self._start_timer(self._timeout)

    async def stop(self) -> None:
        """Cancel the call, and return when the cancellation has reached the service."""
        self._stop_timer()
        if self._task is not None and not self._task.done():
            await cancel_tasks(self._task)

    def _update_timer(self, output: Activity | StepResult) -> None:
        """Pause the timer while the service waits for a worker, restart it at progress, and stop it at the result."""
        is_first, self._is_active = not self._is_active, True
        match output:
            case Progress(phase=Phase.WAITING):
                self._stop_timer()
            case Progress(time_limit=float(seconds)):
                self._start_timer(seconds, stated=True)
            case Progress() if self._timer is None or self._is_limit_stated:
                self._start_timer(self._timeout)
            case _ if not isinstance(output, ACTIVITIES):
                self._stop_timer()
            case _ if is_first:
                self._start_timer(self._timeout)

    def _start_timer(self, seconds: float, *, stated: bool = False) -> None:
        self._stop_timer()
        self._is_limit_stated = stated
        self._timer = self._loop.call_later(seconds, self._on_timeout, seconds)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self, seconds: float) -> None:
        step = self.step
        details = f"{step.name}: {seconds:g} s are over"
        self._emit(ReflowError(timeout_code(step.role), node=step.agent, details=details))

    async def _execute(self, roles: Roles, options: CallOptions, tracer: Tracer) -> None:
        attributes: dict[str, str | int] = {
            names.RUN_ID: options.run_id,
            names.STEP_NAME: self.step.name,
            names.AGENT: self.step.agent,
            names.ATTEMPT: self.attempt,
        }
        with tracer.start_as_current_span(names.STEP, kind=SpanKind.CLIENT, attributes=attributes) as span:
            output: Output | None = None
            try:
                async for output in roles.execute(self.step, options):
                    self._update_timer(output)
                    self._emit(output)
            except Exception as error:
                output = (
                    error if isinstance(error, ReflowError) else self._unavailable(f"{type(error).__name__}: {error}")
                )
                span.set_status(Status(StatusCode.ERROR, output.code))
                self._emit(output)
            if output is None or isinstance(output, ACTIVITIES):
                self._emit(self._unavailable("it ended without a result"))

    def _unavailable(self, reason: str) -> ReflowError:
        step = self.step
        return ReflowError(unavailable_code(step.role), node=step.agent, details=f"{step.name}: {reason}")

    def _emit(self, output: Output) -> None:
        self._inbox.put_nowait(StepOutput(self.step, self.attempt, output))
