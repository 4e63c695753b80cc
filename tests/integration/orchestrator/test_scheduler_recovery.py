"""Stop, recovery and the fence against a second executor: guarantees of every scheduler, then of individual ones."""

import asyncio
import uuid

import pytest
from reflow.v1 import events_pb2

from services.common.errors import Code, ReflowError
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.engine.run_log import Append, NewRun, RunLog, RunMovedOn, RunRow
from services.orchestrator.engine_parts import utc_now
from tests.fixtures.runs.orchestrator import (
    displayed_asset_id,
    fast_limits,
    final_status,
    kinds,
    run_orchestrator,
    step_attempts,
)
from tests.fixtures.runs.roles.scripted_roles import PROMPT, THOUGHT, WAITING, Delay, Gate, Hang, Roles, image, verdict
from tests.fixtures.runs.schedulers import OrchestratorFactory
from tests.fixtures.systems.eventually import eventually
from tests.integration.orchestrator.test_scheduler import all_ended, started

# Stop, resumption, and the fence


async def test_a_new_scheduler_continues_where_the_old_one_stopped(orchestrators: OrchestratorFactory) -> None:
    roles = Roles({("executor-1", 1): [WAITING, Hang()]})
    async with orchestrators(roles) as at:
        run_id = await at.start()
        await started(at, "executor-1")
    async with orchestrators(roles) as at:
        events = await at.events(run_id)
    assert final_status(events) == ("SUCCEEDED", "") and kinds(events).count("run_resumed") == 1
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))


async def test_a_finished_step_is_not_run_again_and_the_one_in_flight_keeps_its_key(
    orchestrators: OrchestratorFactory,
) -> None:
    roles = Roles({("executor-1", 1): [Hang()]})
    async with orchestrators(roles) as at:
        run_id = await at.start()

        async def is_recorded() -> bool:
            return bool((await at.get(run_id)).current_node == "executor")

        await eventually(is_recorded)
    async with orchestrators(roles) as at:
        await eventually(all_ended(orchestrators.log))
    assert [roles.attempts(step) for step in ("planner-1", "rag-1", "executor-1")] == [1, 1, 2]
    keys = {roles.requests["executor-1", attempt].context.idempotency_key for attempt in (1, 2)}
    assert len(keys) == 1


async def test_the_queue_and_the_order_of_sessions_survive_a_restart(orchestrators: OrchestratorFactory) -> None:
    roles = Roles({("planner-1", 1): [Hang()]})
    async with orchestrators(roles, fast_limits(running=1)) as at:
        session = await at.open_session("s")
        runs = [await at.start(str(number), session=session) for number in range(3)]
        await started(at, "planner-1")
    roles.scripts.clear()
    async with orchestrators(roles, fast_limits(running=1, waiting=0)) as at:
        logs = [await at.events(run_id) for run_id in runs]
    assert [log[-1].time.ToMicroseconds() for log in logs] == sorted(log[-1].time.ToMicroseconds() for log in logs)


async def test_a_resumed_run_can_be_cancelled_at_once(orchestrators: OrchestratorFactory) -> None:
    roles = Roles({"executor": [Hang()]})
    async with orchestrators(roles) as at:
        run_id = await at.start()
        await started(at, "executor-1")
    async with orchestrators(roles) as at:
        await at.cancel(run_id)
        assert final_status(await at.events(run_id)) == ("CANCELLED", "")


async def test_a_stale_executor_is_rejected_stops_and_leaves_no_trace(orchestrators: OrchestratorFactory) -> None:
    gate = asyncio.Event()
    roles = Roles({"executor": [Gate(gate), image()]})
    async with orchestrators(roles) as at:
        run_id = await at.start()
        await started(at, "executor-1")
        claimed = await orchestrators.log.claim(run_id)
        gate.set()
        await eventually(lambda: at.engine.tails.get(run_id) is None)
        stored = await orchestrators.log.find(run_id)
        assert stored is not None and stored.last_sequence == claimed.last_sequence


def slow_roles() -> Roles:
    """Return roles of which two take long enough for the events before them to be appended meanwhile."""
    return Roles({"rag": [Delay(0.1), PROMPT], "executor": [Delay(0.1), image()]})


class Breaking(MemoryLog):
    """A log that raises *error* at one append in the middle of a run, stored or not, and at the next claim.

    The append is the first one after the sequence *after*.
    """

    def __init__(self, error: Exception, *, stored: bool, after: int = 2) -> None:
        super().__init__()
        self._error = error
        self._after = after
        self._cached = stored
        self._raised = {"append": False, "claim": True}

    async def append(self, appending: Append) -> None:
        is_inside = appending.first_sequence > self._after and appending.status.is_active
        breaks = is_inside and not self._raised["append"]
        if not breaks or self._cached:
            await super().append(appending)
        if breaks:
            self._raised = {"append": True, "claim": False}
            raise self._error

    async def claim(self, run_id: str) -> RunRow:
        if not self._raised["claim"]:
            self._raised["claim"] = True
            raise self._error
        return await super().claim(run_id)


@pytest.fixture
def brief_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resume a run immediately after its execution broke."""
    monkeypatch.setattr("services.orchestrator.adapters.local_scheduler.RESTART_DELAY_SECONDS", 0.01)


@pytest.mark.usefixtures("brief_pause")
@pytest.mark.parametrize("stored", [True, False])
async def test_a_run_whose_log_was_long_unavailable_is_resumed_with_each_event_once(stored: bool) -> None:
    log = Breaking(ReflowError(Code.WORKFLOW_ERROR), stored=stored)
    async with run_orchestrator(log, slow_roles()) as at:
        run_id = await at.start()
        live = await at.events(run_id)
        assert final_status(live) == ("SUCCEEDED", "") and kinds(live).count("run_resumed") == 1
        assert live == await at.events(run_id)


@pytest.mark.usefixtures("brief_pause")
async def test_a_run_whose_events_the_log_rejects_ends_as_broken() -> None:
    async with run_orchestrator(Breaking(ValueError("scripted"), stored=False), slow_roles()) as at:
        run_id = await at.start()
        events = await at.events(run_id)
        assert final_status(events) == ("FAILED", "WORKFLOW_ERROR")
        assert events == await at.events(run_id)


@pytest.mark.usefixtures("brief_pause")
async def test_a_cancel_while_a_broken_execution_waits_to_be_resumed_is_not_lost() -> None:
    roles = Roles({("rag-1", 1): [THOUGHT, Hang()], ("rag-1", 2): [Hang()]})
    async with run_orchestrator(Breaking(ReflowError(Code.WORKFLOW_ERROR), stored=True, after=1), roles) as at:
        run_id = await at.start()
        await started(at, "planner-1")
        await at.cancel(run_id)
        assert final_status(await at.events(run_id)) == ("CANCELLED", "")


class StoredButAway(MemoryLog):
    """A log that stores the end of a run and then, the first time, reports that it is unavailable."""

    reported = False

    async def append(self, appending: Append) -> None:
        await super().append(appending)
        if appending.status.is_terminal and not self.reported:
            self.reported = True
            raise ReflowError(Code.WORKFLOW_ERROR)


@pytest.mark.usefixtures("brief_pause")
async def test_a_waiting_run_whose_cancel_was_stored_before_the_log_became_unavailable_ends_once() -> None:
    async with run_orchestrator(StoredButAway(), Roles({"planner": [Hang()]}), fast_limits(running=1)) as at:
        await at.start()
        run_id = await at.start()
        await at.cancel(run_id)
        events = await at.events(run_id)
        assert kinds(events).count("run_ended") == 1 and final_status(events) == ("CANCELLED", "")


async def test_runs_on_postgresql_reflow_and_succeed(postgres_log: PostgresLog) -> None:
    async with run_orchestrator(postgres_log, Roles({"critic-1": [verdict(0.2)]})) as at:
        logs = await asyncio.gather(*(at.run() for _ in range(10)))
    assert {(*final_status(events), displayed_asset_id(events)) for events in logs} == {("SUCCEEDED", "", "executor-2")}
    assert all(len(set(step_attempts(events, "step_finished"))) == 7 for events in logs)


async def test_a_stale_epoch_is_rejected_by_name(run_log: RunLog) -> None:
    async with run_orchestrator(run_log, Roles()) as at:
        run_id = await at.start()
        await at.events(run_id)
    row = await run_log.find(run_id)
    assert row is not None
    with pytest.raises(RunMovedOn, match=run_id):
        await run_log.append(
            Append(run_id, row.epoch - 1, row.last_sequence + 1, (b"x",), row.status, None, row.updated_at)
        )


async def test_a_run_recorded_although_its_caller_received_no_response_is_executed_without_a_restart() -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles()) as at:
        template = await at.start()
        (started,) = await log.read(template, 0, 1)
        await at.events(template)
        event = events_pb2.RunEvent.FromString(started)
        event.run_id = str(uuid.uuid4())
        await log.start(
            NewRun(event.run_id, None, event.session_id, False, "image_chat", "", event.SerializeToString(), utc_now())
        )
        assert await at.scheduler._sweep() == 1
        assert final_status(await at.events(event.run_id)) == ("SUCCEEDED", "")
