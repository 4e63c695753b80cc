"""The engine with workflows of its own making: steps side by side, and workflows that break."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.models.values import Spent
from services.common.serving.activities import usage
from services.common.telemetry import start_telemetry
from services.orchestrator.adapters.events_codec import event_message
from services.orchestrator.adapters.grpc_roles import GrpcRoles
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.bootstrap import recorded_of
from services.orchestrator.domain.calls import GenerateImage, RetrieveStyles
from services.orchestrator.domain.components import UiComponent
from services.orchestrator.domain.events import (
    BudgetAction,
    BudgetReached,
    Event,
    Recorded,
    RunEnded,
    RunStarted,
    RunStatus,
    StepFailed,
    StepFinished,
)
from services.orchestrator.domain.questions import Answer, Question
from services.orchestrator.domain.values import Failure, ImageChatInput, Role
from services.orchestrator.domain.workflow import Fail, Finish, Next, RunSteps, Step, Summary
from services.orchestrator.engine.drive import Drive, Surroundings
from services.orchestrator.engine.log import RunMovedOn, RunRow, Starting
from services.orchestrator.engine.tail import Tail
from services.orchestrator.engine.workflows import Codec, Workflows, stored
from services.orchestrator.servicer import utc_now
from tests.fixtures.eventually import eventually
from tests.fixtures.house import brisk
from tests.fixtures.scripted_roles import PROMPT, THOUGHT, Gate, Hang, Roles, Script, image
from tests.fixtures.serving_roles import serving_roles

STEPS = (
    Step("rag-1", Role.RAG, RetrieveStyles("猫", "", "", (), False)),
    Step("executor-1", Role.EXECUTOR, GenerateImage("猫", "", None, 64, 64, 1, "")),
)
RUN_ID = str(uuid.UUID(int=1))


@dataclass(frozen=True)
class Done:
    """The names of the steps that are done, and why one failed for good."""

    names: frozenset[str] = frozenset()
    failure: Failure | None = None


class Pair:
    """Two steps that do not need each other. Implements services.orchestrator.domain.workflow.Workflow."""

    name = "pair"

    def begin(self, asked: ImageChatInput, locale: str, run_seed: int) -> Done:
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

    def present(self, state: Done, ended: bool) -> tuple[UiComponent, ...]:
        return ()

    def summarize(self, state: Done) -> Summary:
        return Summary("", "", None)

    def check_answer(self, state: Done, question: Question, answer: Answer) -> None:
        raise NotImplementedError  # it asks nothing

    def remote(self, state: Done, step: Step) -> bool:
        return False

    def remote_run(self, state: Done) -> bool:
        return False


class Broken(Pair):
    """A workflow with a bug in the method *where*, met once a step is done."""

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


def encoded(row: RunRow, event: Recorded) -> bytes:
    """Return an event as the log keeps it."""
    return event_message(row.run_id, row.session_id, event).SerializeToString()


@dataclass
class Driven:
    """A run of a workflow: a way to drive it, from its log, and what the roles saw."""

    workflow: Pair
    roles: Roles
    log: MemoryLog
    world: Surroundings

    async def drive(self) -> Drive[Any]:
        """Return a drive that goes on where the log ends, as its only driver."""
        row = await self.log.claim(RUN_ID)
        return await Workflows((self.workflow,), Codec(encoded, recorded_of), 100).make_drive(
            row, Tail(row.last_sequence), self.world
        )

    async def events(self) -> list[Event]:
        """Return the events of the log."""
        return [recorded_of(payload).event async for payload in stored(RUN_ID, self.log)]


@asynccontextmanager
async def driven(roles: Roles, workflow: Pair | None = None, limits: Limits | None = None) -> AsyncIterator[Driven]:
    """Yield a started run of *workflow* on scripted roles."""
    log, telemetry = MemoryLog(), start_telemetry("test")
    first = Recorded(1, datetime.now(UTC), RunStarted(ImageChatInput("猫"), "zh"))
    payload = event_message(RUN_ID, "s", first).SerializeToString()
    await log.start(Starting(RUN_ID, None, "s", True, "pair", "", payload, first.at))
    async with serving_roles(roles) as channels:
        world = Surroundings(
            log, GrpcRoles(channels), limits or brisk(), utc_now, lambda: 0.0, telemetry.tracer, telemetry.errors
        )
        yield Driven(workflow or Pair(), roles, log, world)


async def test_independent_steps_run_side_by_side() -> None:
    gate = asyncio.Event()
    roles = Roles({"rag": [Gate(gate), PROMPT], "executor": [Gate(gate), image()]})
    async with driven(roles) as run:
        task = asyncio.create_task((await run.drive()).run())
        await eventually(lambda: roles.busy["rag"] == roles.busy["executor"] == 1)
        gate.set()
        assert await task is RunStatus.SUCCEEDED


async def test_one_that_fails_at_first_does_not_disturb_the_other() -> None:
    gate = asyncio.Event()
    roles = Roles({("rag-1", 1): [ReflowError(Code.VECTOR_DB_ERROR)], "executor": [Gate(gate), image()]})
    async with driven(roles) as run:
        task = asyncio.create_task((await run.drive()).run())
        await eventually(lambda: ("rag-1", 2) in roles.completed)
        gate.set()
        assert await task is RunStatus.SUCCEEDED
        assert roles.calls.count(("executor-1", 1)) == 1 and roles.attempts("rag-1") == 2


async def test_one_that_fails_for_good_ends_the_run_and_cuts_the_other_off() -> None:
    roles = Roles({"rag": [ReflowError(Code.VECTOR_DB_TIMEOUT)], "executor": [Hang()]})
    async with driven(roles) as run:
        assert await (await run.drive()).run() is RunStatus.FAILED
        await eventually(lambda: roles.cancelled == [("executor-1", 1)])


async def test_cut_with_half_of_them_done_the_finished_half_is_not_run_again() -> None:
    roles = Roles({("executor-1", 1): [Hang()]})
    async with driven(roles) as run:
        task = asyncio.create_task((await run.drive()).run())
        await eventually(finished(run, "rag-1"))
        task.cancel()
        await asyncio.wait([task])
        assert await (await run.drive()).run() is RunStatus.SUCCEEDED
        assert (roles.attempts("rag-1"), roles.attempts("executor-1")) == (1, 2)


def finished(run: Driven, step: str) -> Callable[[], Awaitable[bool]]:
    """Return a look at whether a step has finished."""
    return recorded_as(run, StepFinished, step)


def recorded_as(run: Driven, kind: type[StepFinished | StepFailed], step: str) -> Callable[[], Awaitable[bool]]:
    """Return a look at whether the log has an event of *kind* for a step."""

    async def look() -> bool:
        return any(isinstance(event, kind) and event.step == step for event in await run.events())

    return look


@pytest.mark.parametrize("where", ["route", "evolve"])
async def test_a_workflow_that_breaks_ends_the_run_as_broken_and_cuts_its_calls_off(where: str) -> None:
    roles = Roles({"executor": [Hang()]})
    async with driven(roles, Broken(where)) as run:
        assert await (await run.drive()).run() is RunStatus.FAILED
        match (await run.events())[-1]:
            case RunEnded(RunStatus.FAILED, Failure(code)):
                assert code is Code.WORKFLOW_ERROR
            case other:
                raise AssertionError(other)
        await eventually(lambda: roles.cancelled)


async def test_waiting_for_the_next_try_sets_one_timer_however_much_the_other_step_tells() -> None:
    roles = Roles({("rag-1", 1): [ReflowError(Code.VECTOR_DB_ERROR)], "executor": [*[THOUGHT] * 50, image()]})
    async with driven(roles, limits=brisk(retry_pace=0.2)) as run:
        drive = await run.drive()
        assert await drive.run() is RunStatus.SUCCEEDED
        assert drive._waits == {}


async def test_a_drive_that_was_taken_over_is_refused_and_stores_nothing_more() -> None:
    gate = asyncio.Event()
    roles = Roles({"executor": [Gate(gate), image()]})
    async with driven(roles) as run:
        stale = asyncio.create_task((await run.drive()).run())
        await eventually(finished(run, "rag-1"))
        claimed = await run.log.claim(RUN_ID)
        gate.set()
        with pytest.raises(RunMovedOn):
            await stale
        assert len(await run.events()) == claimed.last_sequence


PAID: Script = [usage(Spent("p", "m", input_tokens=60)), ReflowError(Code.VECTOR_DB_ERROR)]


async def test_what_a_failing_step_pays_counts_for_its_next_try_while_another_is_still_at_work() -> None:
    gate = asyncio.Event()
    roles = Roles({("rag-1", 1): PAID, "executor": [Gate(gate), image()]})
    async with driven(roles, limits=brisk(budget_tokens=60)) as run:
        task = asyncio.create_task((await run.drive()).run())
        await eventually(lambda: ("rag-1", 2) in roles.completed)
        gate.set()
        assert await task is RunStatus.SUCCEEDED
    assert roles.requests["rag-1", 2].context.builtin_only


async def test_a_budget_that_stops_the_run_begins_no_further_try_and_lets_the_other_step_finish() -> None:
    gate = asyncio.Event()
    roles = Roles({"rag": PAID, "executor": [Gate(gate), image()]})
    async with driven(roles, Stopping(), brisk(budget_tokens=60, budget_action="stop", retry_pace=0)) as run:
        task = asyncio.create_task((await run.drive()).run())
        await eventually(recorded_as(run, StepFailed, "rag-1"))
        gate.set()
        assert await task is RunStatus.FAILED
        kinds = [type(event).__name__ for event in await run.events()]
    assert kinds.index("StepFinished") < kinds.index("BudgetReached") and roles.cancelled == []
    assert roles.attempts("rag-1") == 1
