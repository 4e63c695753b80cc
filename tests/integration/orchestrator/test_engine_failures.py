"""The engine when a role service fails, is late, hangs or is unavailable."""

import asyncio
import re
from pathlib import Path

import grpc
import pytest

from services.common.errors import Code, ReflowError
from services.orchestrator.adapters.memory_log import MemoryLog
from tests.fixtures.runs.orchestrator import (
    FAST_RETRY_PACE,
    displayed_asset_id,
    fast_limits,
    final_status,
    kinds,
    run_orchestrator,
    step_attempts,
)
from tests.fixtures.runs.roles.scripted_roles import (
    THOUGHT,
    WAITING,
    WORKING,
    Delay,
    Empty,
    Hang,
    Roles,
    Status,
    image,
    verdict,
)
from tests.fixtures.runs.step_activities import working
from tests.fixtures.systems.eventually import eventually

BROKEN = ReflowError(Code.EXECUTION_FAILED, details="scripted")


async def test_a_run_passes_through_the_four_services_and_succeeds() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        events = await at.run()
    assert step_attempts(events, "step_finished") == [
        ("planner-1", 1),
        ("rag-1", 1),
        ("executor-1", 1),
        ("critic-1", 1),
    ]
    assert final_status(events) == ("SUCCEEDED", "") and displayed_asset_id(events) == "executor-1"


async def test_sequence_numbers_start_at_one_and_have_no_gaps() -> None:
    async with run_orchestrator(MemoryLog(), Roles()) as at:
        events = await at.run()
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))


async def test_a_failed_step_is_retried_as_often_as_its_code_allows() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [BROKEN]})) as at:
        events = await at.run()
    assert step_attempts(events, "step_failed") == [("executor-1", attempt) for attempt in (1, 2, 3, 4)]
    assert final_status(events) == ("FAILED", "EXECUTION_FAILED")


async def test_the_waits_between_attempts_double_from_the_initial_wait_of_the_code() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [BROKEN]})) as at:
        events = await at.run()
    failed = [event for event in events if event.WhichOneof("payload") == "step_failed"]
    started = [event for event in events if event.WhichOneof("payload") == "step_started" and event.agent == "executor"]
    waits = [event.step_failed.retry_in.ToMicroseconds() / 1e6 for event in failed[:-1]]
    for wait, plain in zip(waits, (5, 10, 20), strict=True):
        assert plain * FAST_RETRY_PACE <= wait <= 1.25 * plain * FAST_RETRY_PACE
    real = [
        later.time.ToMicroseconds() - first.time.ToMicroseconds()
        for first, later in zip(failed, started[1:], strict=False)
    ]
    assert all(passed / 1e6 >= wait - 1e-4 for passed, wait in zip(real, waits, strict=True))


async def test_a_run_with_a_step_that_fails_once_succeeds() -> None:
    async with run_orchestrator(MemoryLog(), Roles({("executor-1", 1): [BROKEN]})) as at:
        events = await at.run()
    assert final_status(events) == ("SUCCEEDED", "") and at.roles.attempts("executor-1") == 2


async def test_every_attempt_of_a_step_carries_the_same_idempotency_key() -> None:
    async with run_orchestrator(MemoryLog(), Roles({("executor-1", 1): [BROKEN]})) as at:
        await at.run()
    keys = [at.roles.requests["executor-1", attempt].context.idempotency_key for attempt in (1, 2)]
    assert keys[0] == keys[1] and keys[0].endswith("/executor-1")


async def test_the_retry_after_of_a_server_is_respected() -> None:
    reported = ReflowError(Code.LLM_RATE_LIMIT, retry_after=7)
    async with run_orchestrator(MemoryLog(), Roles({("planner-1", 1): [reported]})) as at:
        events = await at.run()
    (failed,) = [event.step_failed for event in events if event.WhichOneof("payload") == "step_failed"]
    assert 7 * FAST_RETRY_PACE <= failed.retry_in.ToMicroseconds() / 1e6 <= 1.25 * 7 * FAST_RETRY_PACE


async def test_a_wait_that_outlasts_the_run_is_not_started() -> None:
    limits = fast_limits(retry_pace=1, run_seconds=4)
    async with run_orchestrator(MemoryLog(), Roles({"executor": [BROKEN]}), limits) as at:
        events = await at.run()
    assert at.roles.attempts("executor-1") == 1 and final_status(events) == ("FAILED", "EXECUTION_FAILED")


@pytest.mark.parametrize(
    ("agent", "limit", "code"),
    [
        ("planner", "planner_seconds", "LLM_TIMEOUT"),
        ("rag", "rag_seconds", "VECTOR_DB_TIMEOUT"),
        ("executor", "executor_seconds", "EXECUTION_TIMEOUT"),
        ("critic", "critic_seconds", "EXECUTION_TIMEOUT"),
    ],
)
async def test_a_step_that_times_out_fails_with_the_code_of_its_agent_and_its_call_is_cancelled(
    agent: str, limit: str, code: str
) -> None:
    roles = Roles({(f"{agent}-1", attempt): [Hang()] for attempt in range(1, 5)})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(**{limit: 0.05})) as at:
        events = await at.run()
        codes = {event.step_failed.error.code for event in events if event.WhichOneof("payload") == "step_failed"}
        await eventually(lambda: len(roles.cancelled) == roles.attempts(f"{agent}-1"))
    assert codes == {code}


async def test_waiting_for_a_worker_does_not_count_against_the_step() -> None:
    roles = Roles({"executor": [WAITING, Delay(0.4), WORKING, image()]})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(executor_seconds=0.2)) as at:
        assert final_status(await at.run()) == ("SUCCEEDED", "")


async def test_the_time_of_a_step_starts_with_the_first_activity_of_its_service() -> None:
    roles = Roles({"executor": [Delay(3.5), THOUGHT, Delay(3.5), image()]})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(executor_seconds=6)) as at:
        events = await at.run()
        assert step_attempts(events, "step_started")[-2:] == [("executor-1", 1), ("critic-1", 1)]


async def test_work_counts_against_the_timeout_of_the_step_from_its_start() -> None:
    roles = Roles({"executor": [WAITING, Delay(0.1), WORKING, Hang()]})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(executor_seconds=0.1)) as at:
        assert final_status(await at.run()) == ("FAILED", "EXECUTION_TIMEOUT")


async def test_a_time_limit_that_the_service_reports_replaces_the_timeout_of_the_step() -> None:
    roles = Roles({"executor": [working(0.0, time_limit=60), Delay(0.4), image()]})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(executor_seconds=0.1)) as at:
        assert final_status(await at.run()) == ("SUCCEEDED", "")


async def test_a_reported_time_limit_ends_with_the_next_progress() -> None:
    roles = Roles({"executor": [working(0.0, time_limit=60), WORKING, Hang()]})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(executor_seconds=0.1)) as at:
        assert final_status(await at.run()) == ("FAILED", "EXECUTION_TIMEOUT")


async def test_a_step_with_a_remote_model_has_the_timeout_of_remote_models() -> None:
    roles = Roles({"executor": [Delay(0.2), image()]})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(executor_seconds=0.05)) as at:
        assert final_status(await at.run(preferred_model="qwen-image")) == ("SUCCEEDED", "")


async def test_a_run_that_times_out_fails_and_the_call_in_flight_is_cancelled() -> None:
    roles = Roles({"executor": [WAITING, Hang()]})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(run_seconds=0.3)) as at:
        assert final_status(await at.run()) == ("FAILED", "EXECUTION_TIMEOUT")
        await eventually(lambda: roles.cancelled)


@pytest.mark.parametrize("script", [[THOUGHT], [Empty()], [Status(grpc.StatusCode.CANCELLED)]])
async def test_a_service_that_ends_without_a_result_has_failed(script: list[object]) -> None:
    roles = Roles({("executor-1", 1): script})  # type: ignore[dict-item]
    async with run_orchestrator(MemoryLog(), roles) as at:
        events = await at.run()
    (failed,) = [event.step_failed.error for event in events if event.WhichOneof("payload") == "step_failed"]
    assert failed.code == "EXECUTION_FAILED" and final_status(events) == ("SUCCEEDED", "")


@pytest.mark.parametrize(
    ("agent", "code"), [("planner", "LLM_API_ERROR"), ("rag", "VECTOR_DB_ERROR"), ("executor", "EXECUTION_FAILED")]
)
async def test_an_unavailable_service_fails_with_the_code_of_its_agent(agent: str, code: str) -> None:
    roles = Roles({(f"{agent}-1", 1): [Status(grpc.StatusCode.UNAVAILABLE)]})
    async with run_orchestrator(MemoryLog(), roles) as at:
        events = await at.run()
    assert [e.step_failed.error.code for e in events if e.WhichOneof("payload") == "step_failed"] == [code]
    assert final_status(events) == ("SUCCEEDED", "")


async def test_activities_after_the_result_of_a_service_are_not_recorded() -> None:
    roles = Roles({"executor": [image("first"), THOUGHT, image("second")]})
    async with run_orchestrator(MemoryLog(), roles) as at:
        events = await at.run()
    assert (
        step_attempts(events, "step_finished").count(("executor-1", 1)) == 1 and displayed_asset_id(events) == "first"
    )


async def test_a_rag_without_its_store_leaves_a_warning_and_the_original_prompt() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"rag": [ReflowError(Code.VECTOR_DB_ERROR)]})) as at:
        events = await at.run()
        assert at.roles.requests["executor-1", 1].prompt == "画一只猫"
    assert kinds(events).count("warning_recorded") == 1 and final_status(events) == ("SUCCEEDED", "")


@pytest.mark.parametrize(("step", "how"), [("planner-1", "内置规则"), ("rag-1", "按原文")])
async def test_the_warning_of_a_role_without_its_model_states_how_the_run_continues(step: str, how: str) -> None:
    async with run_orchestrator(MemoryLog(), Roles({step: [ReflowError(Code.LLM_TIMEOUT)]})) as at:
        events = await at.run()
    (warning,) = [event.warning_recorded.error for event in events if event.WhichOneof("payload") == "warning_recorded"]
    assert warning.code == "LLM_TIMEOUT" and how in warning.message and "再试" not in warning.message


async def test_a_critic_that_fails_passes_with_a_remark_and_is_not_called_twice() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"critic": [BROKEN]})) as at:
        run_id = await at.start()
        events = await at.events(run_id)
        run = await at.get(run_id)
    assert final_status(events) == ("SUCCEEDED", "") and at.roles.attempts("critic-1") == 1
    assert not run.image_chat.quality_check.judged and run.image_chat.quality_check.feedback


async def test_a_planner_without_its_model_is_called_again_with_the_built_in_engine() -> None:
    roles = Roles({"planner-1": [ReflowError(Code.LLM_API_ERROR)]})
    async with run_orchestrator(MemoryLog(), roles) as at:
        events = await at.run()
    assert roles.attempts("planner-1") == 4 and roles.requests["planner-2", 1].builtin_only
    assert final_status(events) == ("SUCCEEDED", "")


async def test_an_image_with_a_score_of_065_is_delivered_with_suggestions_and_not_sent_back() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"critic": [verdict(0.65, "更亮一点")]})) as at:
        events = await at.run()
    assert "run_reflowed" not in kinds(events) and final_status(events) == ("SUCCEEDED", "")
    chips = [e.component_shown.suggestion_chips for e in events if e.component_shown.HasField("suggestion_chips")]
    assert list(chips[0].suggestions) == ["更亮一点"]


async def test_an_image_that_never_passes_goes_back_three_times_and_the_best_is_delivered() -> None:
    scores = {f"critic-{number}": [verdict(score)] for number, score in enumerate((0.2, 0.5, 0.3, 0.4), 1)}
    async with run_orchestrator(MemoryLog(), Roles(scores)) as at:  # type: ignore[arg-type]
        events = await at.run()
    assert kinds(events).count("run_reflowed") == 3
    assert displayed_asset_id(events) == "executor-2" and final_status(events) == ("SUCCEEDED", "")


async def test_an_executor_that_fails_in_round_two_delivers_round_one() -> None:
    roles = Roles({"critic-1": [verdict(0.3)], "executor-2": [BROKEN]})
    async with run_orchestrator(MemoryLog(), roles) as at:
        events = await at.run()
    assert displayed_asset_id(events) == "executor-1" and final_status(events) == ("SUCCEEDED", "")


async def test_an_error_of_a_service_reaches_the_user_in_their_language() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [ReflowError(Code.MODEL_UNKNOWN)]})) as at:
        run_id = (await at.started(language="en")).run_id
        events = await at.events(run_id)
    assert events[-1].run_ended.error.message == "That image model is not configured."


async def test_an_error_carries_the_trace_that_a_user_quotes_in_a_support_request() -> None:
    async with run_orchestrator(MemoryLog(), Roles({"executor": [ReflowError(Code.MODEL_UNKNOWN)]})) as at:
        events = await at.run()
    assert re.fullmatch("[0-9a-f]{32}", events[-1].run_ended.error.trace_id)
    assert events[-1].run_ended.error.trace_id.strip("0")


async def test_a_state_beyond_its_limit_ends_the_run() -> None:
    flood = [THOUGHT] * 200
    async with run_orchestrator(
        MemoryLog(), Roles({"executor": [*flood, image()]}), fast_limits(run_bytes=10_000)
    ) as at:
        run_id = await at.start()
        events = await at.events(run_id)
    assert final_status(events) == ("FAILED", "WORKFLOW_ERROR")
    assert sum(event.ByteSize() for event in events) < 12_000


async def test_the_last_result_also_counts_against_the_limit() -> None:
    roles = Roles({"critic": [verdict(0.65, "x" * 20_000)]})
    async with run_orchestrator(MemoryLog(), roles, fast_limits(run_bytes=20_000)) as at:
        events = await at.run()
    assert final_status(events) == ("FAILED", "WORKFLOW_ERROR")
    assert sum(event.ByteSize() for event in events) < 20_000


async def test_no_task_of_a_run_remains_once_it_has_ended() -> None:
    async with run_orchestrator(MemoryLog(), Roles({("executor-1", 1): [BROKEN]})) as at:
        await asyncio.gather(*(at.run() for _ in range(2)))  # starts the tasks that all runs share
        before = count_own_tasks()
        await asyncio.gather(*(at.run() for _ in range(5)))
        await eventually(lambda: count_own_tasks() <= before)


def count_own_tasks() -> int:
    """Return the number of tasks of our code, except those of call streams, which remain open for further calls."""
    codes = (getattr(task.get_coro(), "cr_code", None) for task in asyncio.all_tasks())
    files = [Path(code.co_filename).as_posix() for code in codes if code is not None]
    return sum("/services/" in file and "/call_streams/" not in file for file in files)
