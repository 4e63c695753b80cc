"""The engine with workflows of the tests: concurrent steps, and workflows with errors."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from services.common.contract.activity import Usage
from services.common.contract.components import UiComponent
from services.common.contract.failure import Failure
from services.common.contract.image_chat import ImageChatInput
from services.common.contract.questions import Answer, Question
from services.common.contract.requests import GenerateImage, RetrieveStyles
from services.common.contract.role import Role
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.telemetry import start_telemetry
from services.orchestrator.adapters.event_mapper import event_to_proto
from services.orchestrator.adapters.grpc_roles import GrpcRoles
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.bootstrap import decode_event
from services.orchestrator.domain.events import (
    BudgetAction,
    BudgetReached,
    Event,
    RecordedEvent,
    RunEnded,
    RunStarted,
    RunStatus,
    StepFailed,
    StepFinished,
)
from services.orchestrator.domain.workflow import Fail, Finish, Next, RunSteps, Step, Summary
from services.orchestrator.engine.run_executor import ExecutorDeps, RunExecutor
from services.orchestrator.engine.run_log import NewRun, RunMovedOn, RunRow
from services.orchestrator.engine.tail import Tail
from services.orchestrator.engine.workflows import Codec, Workflows, read_events
from services.orchestrator.engine_parts import utc_now
from tests.fixtures.runs.orchestrator import fast_limits
from tests.fixtures.runs.roles.role_servers import serving_roles
from tests.fixtures.runs.roles.scripted_roles import PROMPT, THOUGHT, Gate, Hang, Roles, Script, image
from tests.fixtures.runs.step_activities import usage
from tests.fixtures.systems.eventually import eventually

STEPS = (
    Step("rag-1", Role.RAG, RetrieveStyles("猫", "", "", (), False)),
    Step("executor-1", Role.EXECUTOR, GenerateImage("猫", "", None, 64, 64, 1, "")),
)
RUN_ID = str(uuid.UUID(int=1))


@dataclass(frozen=True)
class Done:
    """The names of the finished steps, and the error of one that failed permanently."""

    names: frozenset[str] = frozenset()
    failure: Failure | None = None


class Pair:
    """Two independent steps. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "pair"

    def start(self, requested: ImageChatInput, locale: str, run_seed: int) -> Done:
        return Done()

    def evolve(self, state: Done, event: Event) -> Done:
        match event:
            case StepFinished(step):
                return replace(state, names=state.names | {step})
            case StepFailed(_, _, _, failure, None):
                return replace(state, failure=failure)
            case _:
                return state

    def route(self, state: Done) -> Next:
        if state.failure is not None:
            return Fail(state.failure)
        left = tuple(step for step in STEPS if step.name not in state.names)
        return RunSteps(left) if left else Finish()

    def build_components(self, state: Done, ended: bool) -> tuple[UiComponent, ...]:
        return ()

    def summarize(self, state: Done) -> Summary:
        return Summary("", "", None)

    def validate_answer(self, state: Done, question: Question, answer: Answer) -> None:
        raise NotImplementedError  # it requires nothing

    def uses_remote_model(self, state: Done, step: Step) -> bool:
        return False

    def uses_remote_models(self, state: Done) -> bool:
        return False

    def is_repeatable(self, state: Done, step: Step) -> bool:
        return True


class Broken(Pair):
    """A workflow with a bug in the method *where*, which takes effect once a step is done."""

    def __init__(self, where: str) -> None:
        self._where = where

    def route(self, state: Done) -> Next:
        if self._where == "route" and state.names:
            raise ZeroDivisionError("scripted")
        return super().route(state)

    def evolve(self, state: Done, event: Event) -> Done:
        if self._where == "evolve" and isinstance(event, StepFinished):
            raise ZeroDivisionError("scripted")
        return super().evolve(state, event)


class Stopping(Pair):
    """A workflow that fails when its budget stops it."""

    def evolve(self, state: Done, event: Event) -> Done:
        match event:
            case BudgetReached(_, _, _, BudgetAction.STOP, message):
                return replace(state, failure=Failure(Code.BUDGET_EXCEEDED, message))
            case _:
                return super().evolve(state, event)


def encoded(row: RunRow, event: RecordedEvent) -> bytes:
    """Return an event as the log stores it."""
    return event_to_proto(row.run_id, row.session_id, event).SerializeToString()


@dataclass
class Executed:
    """A run of a workflow: its log, its executor, and the requests that the roles received."""

    workflow: Pair
    roles: Roles
    log: MemoryLog
    deps: ExecutorDeps

    async def executor(self) -> RunExecutor[Any]:
        """Return the only executor of the run, which continues where the log ends."""
        row = await self.log.claim(RUN_ID)
        return await Workflows((self.workflow,), Codec(encoded, decode_event), 100).load_executor(
            row, Tail(row.last_sequence), self.deps
        )

    async def events(self) -> list[Event]:
        """Return the events of the log."""
        return [decode_event(payload).event async for payload in read_events(RUN_ID, self.log)]


@asynccontextmanager
async def executed(roles: Roles, workflow: Pair | None = None, limits: Limits | None = None) -> AsyncIterator[Executed]:
    """Yield a started run of *workflow* on scripted roles."""
    log, telemetry = MemoryLog(), start_telemetry("test")
    first = RecordedEvent(1, datetime.now(UTC), RunStarted(ImageChatInput("猫"), "zh"))
    payload = event_to_proto(RUN_ID, "s", first).SerializeToString()
    await log.start(NewRun(RUN_ID, None, "s", True, "pair", "", payload, first.at))
    async with serving_roles(roles) as channels:
        deps = ExecutorDeps(
            log, GrpcRoles(channels), limits or fast_limits(), utc_now, lambda: 0.0, telemetry.tracer, telemetry.errors
        )
        yield Executed(workflow or Pair(), roles, log, deps)


async def test_independent_steps_run_concurrently() -> None:
    gate = asyncio.Event()
    roles = Roles({"rag": [Gate(gate), PROMPT], "executor": [Gate(gate), image()]})
    async with executed(roles) as run:
        task = asyncio.create_task((await run.executor()).execute())
        await eventually(lambda: roles.busy["rag"] == roles.busy["executor"] == 1)
        gate.set()
        assert await task is RunStatus.SUCCEEDED


async def test_a_step_that_fails_at_first_does_not_affect_the_concurrent_one() -> None:
    gate = asyncio.Event()
    roles = Roles({("rag-1", 1): [ReflowError(Code.VECTOR_DB_ERROR)], "executor": [Gate(gate), image()]})
    async with executed(roles) as run:
        task = asyncio.create_task((await run.executor()).execute())
        await eventually(lambda: ("rag-1", 2) in roles.completed)
        gate.set()
        assert await task is RunStatus.SUCCEEDED
        assert roles.calls.count(("executor-1", 1)) == 1 and roles.attempts("rag-1") == 2


async def test_a_step_that_fails_permanently_ends_the_run_and_cancels_the_concurrent_one() -> None:
    roles = Roles({"rag": [ReflowError(Code.VECTOR_DB_TIMEOUT)], "executor": [Hang()]})
    async with executed(roles) as run:
        assert await (await run.executor()).execute() is RunStatus.FAILED
        await eventually(lambda: roles.cancelled == [("executor-1", 1)])


async def test_after_a_crash_with_half_of_a_group_finished_that_half_is_not_run_again() -> None:
    roles = Roles({("executor-1", 1): [Hang()]})
    async with executed(roles) as run:
        task = asyncio.create_task((await run.executor()).execute())
        await eventually(finished(run, "rag-1"))
        task.cancel()
        await asyncio.wait([task])
        assert await (await run.executor()).execute() is RunStatus.SUCCEEDED
        assert (roles.attempts("rag-1"), roles.attempts("executor-1")) == (1, 2)


def finished(run: Executed, step: str) -> Callable[[], Awaitable[bool]]:
    """Return a predicate: whether a step has finished."""
    return recorded_as(run, StepFinished, step)


def recorded_as(run: Executed, kind: type[StepFinished | StepFailed], step: str) -> Callable[[], Awaitable[bool]]:
    """Return a predicate: whether the log has an event of *kind* for a step."""

    async def look() -> bool:
        return any(isinstance(event, kind) and event.step == step for event in await run.events())

    return look


@pytest.mark.parametrize("where", ["route", "evolve"])
async def test_a_workflow_that_breaks_ends_the_run_as_broken_and_cancels_its_calls(where: str) -> None:
    roles = Roles({"executor": [Hang()]})
    async with executed(roles, Broken(where)) as run:
        assert await (await run.executor()).execute() is RunStatus.FAILED
        match (await run.events())[-1]:
            case RunEnded(RunStatus.FAILED, Failure(code)):
                assert code is Code.WORKFLOW_ERROR
            case other:
                raise AssertionError(other)
        await eventually(lambda: roles.cancelled)


async def test_waiting_for_a_retry_sets_one_timer_however_much_the_other_step_emits() -> None:
    roles = Roles({("rag-1", 1): [ReflowError(Code.VECTOR_DB_ERROR)], "executor": [*[THOUGHT] * 50, image()]})
    async with executed(roles, limits=fast_limits(retry_pace=0.2)) as run:
        executor = await run.executor()
        assert await executor.execute() is RunStatus.SUCCEEDED
        assert executor._retry_timers == {}


async def test_a_stale_executor_is_rejected_and_stores_nothing_more() -> None:
    gate = asyncio.Event()
    roles = Roles({"executor": [Gate(gate), image()]})
    async with executed(roles) as run:
        stale = asyncio.create_task((await run.executor()).execute())
        await eventually(finished(run, "rag-1"))
        claimed = await run.log.claim(RUN_ID)
        gate.set()
        with pytest.raises(RunMovedOn):
            await stale
        assert len(await run.events()) == claimed.last_sequence


PAID: Script = [usage(Usage("p", "m", input_tokens=60)), ReflowError(Code.VECTOR_DB_ERROR)]


async def test_the_cost_of_a_failed_attempt_counts_for_the_retry_while_another_step_is_running() -> None:
    gate = asyncio.Event()
    roles = Roles({("rag-1", 1): PAID, "executor": [Gate(gate), image()]})
    async with executed(roles, limits=fast_limits(budget_tokens=60)) as run:
        task = asyncio.create_task((await run.executor()).execute())
        await eventually(lambda: ("rag-1", 2) in roles.completed)
        gate.set()
        assert await task is RunStatus.SUCCEEDED
    assert roles.requests["rag-1", 2].context.builtin_only


async def test_a_budget_that_stops_the_run_allows_no_retry_and_lets_the_other_step_finish() -> None:
    gate = asyncio.Event()
    roles = Roles({"rag": PAID, "executor": [Gate(gate), image()]})
    async with executed(roles, Stopping(), fast_limits(budget_tokens=60, budget_action="stop", retry_pace=0)) as run:
        task = asyncio.create_task((await run.executor()).execute())
        await eventually(recorded_as(run, StepFailed, "rag-1"))
        gate.set()
        assert await task is RunStatus.FAILED
        kinds = [type(event).__name__ for event in await run.events()]
    assert kinds.index("StepFinished") < kinds.index("BudgetReached") and roles.cancelled == []
    assert roles.attempts("rag-1") == 1
