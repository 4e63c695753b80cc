"""Order, admission and cancellation: the guarantees of every scheduler."""

import asyncio
from collections.abc import Awaitable, Callable

from reflow.v1 import orchestrator_pb2

from services.common.errors import Code, ReflowError
from services.orchestrator.adapters.memory_log import MemoryLog
from services.orchestrator.engine.run_log import NewRun, RunLog, RunRow
from tests.fixtures.runs.orchestrator import (
    Orchestrator,
    expect_error,
    fast_limits,
    final_status,
    kinds,
    run_orchestrator,
    unwrap_error,
)
from tests.fixtures.runs.roles.scripted_roles import INTENT, Gate, Hang, Roles
from tests.fixtures.runs.schedulers import OrchestratorFactory
from tests.fixtures.systems.eventually import eventually


async def started(at: Orchestrator, step: str, times: int = 1) -> None:
    """Wait until a step has been called that many times."""
    await eventually(lambda: at.roles.attempts(step) >= times)


# Cancelling


async def test_a_cancel_reaches_the_call_in_flight_and_reports_it(orchestrators: OrchestratorFactory) -> None:
    async with orchestrators(Roles({"executor": [Hang()]})) as at:
        run_id = await at.start()
        await started(at, "executor-1")
        response = await at.cancel(run_id)
        await eventually(lambda: at.roles.cancelled == [("executor-1", 1)])
        assert response.reached_call
        assert final_status(await at.events(run_id)) == ("CANCELLED", "")


async def test_a_cancelled_run_does_not_continue(orchestrators: OrchestratorFactory) -> None:
    async with orchestrators(Roles({"planner": [Hang()]})) as at:
        run_id = await at.start()
        await started(at, "planner-1")
        await at.cancel(run_id)
        await at.events(run_id)
        assert {step for step, _ in at.roles.calls} == {"planner-1"}


async def test_a_run_that_waits_in_its_session_is_cancelled_without_being_executed(
    orchestrators: OrchestratorFactory,
) -> None:
    async with orchestrators(Roles({"planner": [Hang()]}), fast_limits(running=1)) as at:
        await at.start()
        waiting = await at.start()
        assert not (await at.cancel(waiting)).reached_call
        events = await at.events(waiting)
        assert final_status(events) == ("CANCELLED", "") and "step_started" not in kinds(events)


async def test_a_cancelled_waiting_run_frees_its_slot_in_the_queue(orchestrators: OrchestratorFactory) -> None:
    async with orchestrators(Roles({"planner": [Hang()]}), fast_limits(running=1, waiting=1)) as at:
        await at.start()
        await at.cancel(await at.start())
        await at.start()


async def test_a_cancelled_run_frees_its_slot_for_the_next(orchestrators: OrchestratorFactory) -> None:
    roles = Roles({("planner-1", 1): [Hang()]})
    async with orchestrators(roles, fast_limits(running=1)) as at:
        first = await at.start()
        second = await at.start()
        await started(at, "planner-1")
        roles.scripts.clear()
        await at.cancel(first)
        assert final_status(await at.events(second)) == ("SUCCEEDED", "")


async def test_a_cancel_does_not_change_a_run_that_has_ended(orchestrators: OrchestratorFactory) -> None:
    async with orchestrators(Roles()) as at:
        run_id = await at.start()
        await at.events(run_id)
        response = await at.cancel(run_id)
        assert not response.reached_call and final_status(await at.events(run_id)) == ("SUCCEEDED", "")


async def test_a_cancel_between_two_attempts_ends_the_wait(orchestrators: OrchestratorFactory) -> None:
    roles = Roles({"executor": [ReflowError(Code.EXECUTION_FAILED)]})
    async with orchestrators(roles, fast_limits(retry_pace=4)) as at:
        run_id = await at.start()
        await started(at, "executor-1")
        assert not (await at.cancel(run_id)).reached_call
        assert final_status(await at.events(run_id)) == ("CANCELLED", "")


async def test_two_concurrent_cancels_are_both_answered(orchestrators: OrchestratorFactory) -> None:
    async with orchestrators(Roles({"executor": [Hang()]})) as at:
        run_id = await at.start()
        await started(at, "executor-1")
        answers = await asyncio.gather(at.cancel(run_id), at.cancel(run_id))
        assert sorted(answer.reached_call for answer in answers) == [False, True]


async def test_a_cancel_that_the_log_rejects_is_answered() -> None:
    log = MemoryLog()
    async with run_orchestrator(log, Roles({"executor": [Hang()]})) as at:
        run_id = await at.start()
        await started(at, "executor-1")
        await log.claim(run_id)
        assert not (await at.cancel(run_id)).reached_call


async def test_the_components_of_a_cancelled_run_state_that_it_was_cancelled(
    orchestrators: OrchestratorFactory,
) -> None:
    async with orchestrators(Roles({"executor": [Hang()]})) as at:
        run_id = await at.start()
        await started(at, "executor-1")
        await at.cancel(run_id)
        (component,) = (await at.get(run_id)).image_chat.ui_components
        assert component.agent_message.text == "已取消。"


# Order and admission


async def test_runs_of_a_session_are_executed_one_at_a_time_in_order(orchestrators: OrchestratorFactory) -> None:
    gate = asyncio.Event()
    async with orchestrators(Roles({("planner-1", 1): [Gate(gate), INTENT]})) as at:
        session = await at.open_session("s")
        runs = [await at.start(str(number), session=session) for number in range(4)]
        await started(at, "planner-1")
        gate.set()
        logs = [await at.events(run_id) for run_id in runs]
    begins = [next(e.time.ToMicroseconds() for e in log if e.WhichOneof("payload") == "step_started") for log in logs]
    ends = [log[-1].time.ToMicroseconds() for log in logs]
    assert all(end <= begin for end, begin in zip(ends, begins[1:], strict=False))


async def test_a_run_remembers_the_one_before_it_in_its_session(orchestrators: OrchestratorFactory) -> None:
    async with orchestrators(Roles()) as at:
        session = await at.open_session("s")
        for text in ("画一只猫", "再亮一点"):
            await at.run(text, session=session)
        request = at.roles.requests["planner-1", 1]
    assert request.messages[0].content == "画一只猫"
    assert request.last_result.asset_id == "executor-1"


async def test_as_many_runs_as_allowed_are_executed_concurrently(orchestrators: OrchestratorFactory) -> None:
    gate = asyncio.Event()
    roles = Roles({"planner": [Gate(gate), INTENT]})
    async with orchestrators(roles, fast_limits(running=3, waiting=4)) as at:
        runs = [await at.start() for _ in range(7)]
        await eventually(lambda: roles.busy["planner"] == 3)
        gate.set()
        assert {final_status(await at.events(run_id)) for run_id in runs} == {("SUCCEEDED", "")}
    assert roles.most_busy["planner"] == 3


async def test_beyond_the_queue_a_run_is_rejected_with_a_retry_hint_and_nothing_is_stored(
    orchestrators: OrchestratorFactory,
) -> None:
    async with orchestrators(Roles({"planner": [Hang()]}), fast_limits(running=2, waiting=3)) as at:
        for _ in range(5):
            await at.start()
        error = await expect_error(at.start())
    assert error.code is Code.QUEUE_FULL and error.retry_after == 5
    assert len(await orchestrators.log.list_runs("", "", None, 10)) == 5


async def test_a_full_queue_still_answers_a_repeated_request(orchestrators: OrchestratorFactory) -> None:
    async with orchestrators(Roles({"planner": [Hang()]}), fast_limits(running=1, waiting=0)) as at:
        first = await at.start(request_id="r")
        assert await at.start(request_id="r") == first


async def test_admission_is_answered_before_a_start_and_takes_no_slot(orchestrators: OrchestratorFactory) -> None:
    async with orchestrators(Roles({"planner": [Hang()]}), fast_limits(running=1, waiting=0)) as at:

        async def check(request_id: str = "") -> None:
            request = orchestrator_pb2.CheckAdmissionRequest(request_id=request_id)
            await unwrap_error(at.stub.CheckAdmission(request, timeout=30))

        await check()
        await at.start(request_id="r")
        assert (await expect_error(check())).code is Code.QUEUE_FULL
        await check("r")


async def test_a_repeated_request_takes_no_slot(orchestrators: OrchestratorFactory) -> None:
    roles = Roles({"planner": [Hang()]})
    async with orchestrators(roles, fast_limits(running=2, waiting=0)) as at:
        first = await at.start(request_id="r")
        assert {await at.start(request_id="r") for _ in range(3)} == {first}
        await at.start()
        await eventually(lambda: roles.busy["planner"] == 2)


class SlowStart(MemoryLog):
    """A log that records a run some time before it returns."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def start(self, starting: NewRun) -> RunRow:
        row = await super().start(starting)
        await self.gate.wait()
        return row


async def test_a_start_whose_caller_disconnects_leaves_no_run_that_nobody_executes() -> None:
    log = SlowStart()
    async with run_orchestrator(log, Roles()) as at:
        task = asyncio.create_task(at.start())
        await eventually(lambda: log.runs)
        task.cancel()
        await asyncio.wait([task])
        for number in range(3):  # a later call on the same connection is answered later
            await at.open_session(str(number))
        log.gate.set()
        await eventually(all_ended(log))


def all_ended(log: RunLog) -> Callable[[], Awaitable[bool]]:
    """Return a predicate: whether every run of the log has ended."""

    async def look() -> bool:
        return not await log.list_unfinished()

    return look
