"""The usage of remote models is counted in the log of a run, and its budget is enforced, over real gRPC."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from reflow.v1 import critic_pb2, events_pb2

from services.common.contract.activity import Usage
from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.orchestrator.adapters.memory_log import MemoryLog
from tests.fixtures.runs.orchestrator import (
    Orchestrator,
    displayed_asset_id,
    fast_limits,
    final_status,
    run_orchestrator,
    step_attempts,
)
from tests.fixtures.runs.roles.scripted_roles import INTENT, PROMPT, Hang, Roles, Script, image, verdict
from tests.fixtures.runs.step_activities import usage
from tests.fixtures.systems.eventually import eventually

TOKENS = usage(Usage("deepseek", "chat", input_tokens=60, output_tokens=40, cost=0.5, currency="CNY"))
Scripts = dict[str | tuple[str, int], Script]
IMAGE = usage(Usage("dashscope", "qwen-image", images=1))


def scripted(**scripts: Script) -> Roles:
    """Return roles whose planner and first executor use remote models; *scripts* by step, with _ for -."""
    usual: Scripts = {"planner": [TOKENS, INTENT], "executor-1": [IMAGE, image("executor-1")]}
    return Roles(usual | {step.replace("_", "-"): script for step, script in scripts.items()})


def budgets(events: list[Any]) -> list[tuple[str, str]]:
    found = [event.budget_reached for event in events if event.WhichOneof("payload") == "budget_reached"]
    resource, action = events_pb2.BudgetReached.Resource.Name, events_pb2.BudgetReached.Action.Name
    return [(resource(reported.resource), action(reported.action)) for reported in found]


async def reported(limits: Limits, roles: Roles) -> list[Any]:
    async with run_orchestrator(MemoryLog(), roles, limits) as at:
        return await at.run()


async def test_a_run_reports_the_usage_of_each_model() -> None:
    async with run_orchestrator(MemoryLog(), scripted()) as at:
        run_id = await at.start()
        await at.events(run_id)
        run = await at.get(run_id)
    taken = {use.model: (use.requests, use.input_tokens, use.output_tokens, use.images, use.cost) for use in run.usage}
    assert taken == {"chat": (1, 60, 40, 0, 0.5), "qwen-image": (1, 0, 0, 1, 0.0)}


async def test_the_usage_of_a_failed_attempt_counts_too() -> None:
    failing: Scripts = {("planner-1", 1): [TOKENS, ReflowError(Code.LLM_API_ERROR)], "planner": [TOKENS, INTENT]}
    async with run_orchestrator(MemoryLog(), Roles(failing)) as at:
        run_id = await at.start()
        await at.events(run_id)
        run = await at.get(run_id)
    assert [(use.requests, use.input_tokens) for use in run.usage] == [(2, 120)]


async def test_a_run_within_its_budget_has_no_event_about_it() -> None:
    events = await reported(fast_limits(budget_tokens=1_000, budget_images=5), scripted())
    assert budgets(events) == [] and final_status(events) == ("SUCCEEDED", "")


async def test_a_warning_changes_nothing_else() -> None:
    roles = scripted()
    events = await reported(fast_limits(budget_tokens=120), roles)
    assert budgets(events) == [("RESOURCE_TOKENS", "ACTION_WARN")] and final_status(events) == ("SUCCEEDED", "")
    assert not any(request.context.builtin_only for request in roles.requests.values())


async def test_a_budget_that_only_warns_is_reported_at_its_warning_share_and_at_its_limit() -> None:
    roles = scripted(critic_1=[verdict(0.5, "brighter")], rag_2=[TOKENS, PROMPT])
    events = await reported(fast_limits(budget_tokens=120, budget_action="warn"), roles)
    assert budgets(events) == [("RESOURCE_TOKENS", "ACTION_WARN")] * 2 and final_status(events) == ("SUCCEEDED", "")
    assert not any(request.context.builtin_only for request in roles.requests.values())


async def test_a_degraded_run_continues_with_built_in_engines_only() -> None:
    roles = scripted()
    events = await reported(fast_limits(budget_tokens=100), roles)
    assert budgets(events) == [("RESOURCE_TOKENS", "ACTION_DEGRADE")] and final_status(events) == ("SUCCEEDED", "")
    reported_so = {step: request.context.builtin_only for (step, _), request in roles.requests.items()}
    assert reported_so == {"planner-1": False, "rag-1": True, "executor-1": True, "critic-1": True}


async def test_a_stopped_run_without_an_image_fails_and_starts_no_further_step() -> None:
    events = await reported(fast_limits(budget_tokens=100, budget_action="stop"), scripted())
    assert final_status(events) == ("FAILED", "BUDGET_EXCEEDED")
    assert step_attempts(events, "step_started") == [("planner-1", 1)]


async def test_an_image_that_was_paid_for_is_judged_and_delivered_when_the_budget_stops_the_run() -> None:
    roles = scripted(critic=[verdict(0.3, "brighter")])
    events = await reported(fast_limits(budget_images=1, budget_action="stop"), roles)
    assert final_status(events) == ("SUCCEEDED", "") and displayed_asset_id(events) == "executor-1"
    assert roles.requests["critic-1", 1].context.builtin_only
    assert roles.attempts("executor-2") == 0


@pytest.mark.parametrize(("score", "delivered"), [(0.55, "executor-1"), (0.2, "executor-2")])
async def test_an_image_without_a_judgment_does_not_win_by_its_metrics(score: float, delivered: str) -> None:
    unjudged = critic_pb2.Verdict(passed=True, score=1.0, judged=False, feedback="The budget is used up.")
    roles = scripted(critic_1=[verdict(score, "brighter")], executor_2=[image("executor-2")], critic_2=[unjudged])
    events = await reported(fast_limits(budget_images=1), roles)
    assert final_status(events) == ("SUCCEEDED", "") and displayed_asset_id(events) == delivered


async def test_the_best_image_is_delivered_when_the_budget_stops_a_later_round() -> None:
    roles = scripted(critic_1=[verdict(0.5, "brighter")], rag_2=[TOKENS, PROMPT], executor_2=[image("executor-2")])
    events = await reported(fast_limits(budget_tokens=200, budget_action="stop"), roles)
    assert final_status(events) == ("SUCCEEDED", "") and displayed_asset_id(events) == "executor-1"
    assert roles.attempts("rag-2") == 1 and roles.attempts("executor-2") == 0


async def test_a_step_that_fails_and_costs_is_not_retried_once_the_budget_stops_the_run() -> None:
    roles = scripted(planner=[TOKENS, ReflowError(Code.LLM_API_ERROR)])
    events = await reported(fast_limits(budget_tokens=200, budget_action="stop"), roles)
    assert final_status(events) == ("FAILED", "BUDGET_EXCEEDED") and roles.attempts("planner-1") == 2


async def test_a_step_that_fails_and_costs_in_a_later_round_is_not_retried_once_the_budget_stops_the_run() -> None:
    paying: Script = [TOKENS, ReflowError(Code.VECTOR_DB_ERROR)]
    roles = scripted(critic_1=[verdict(0.5, "brighter")], rag_2=paying)
    events = await reported(fast_limits(budget_tokens=200, budget_action="stop"), roles)
    assert final_status(events) == ("SUCCEEDED", "") and displayed_asset_id(events) == "executor-1"
    assert step_attempts(events, "step_started")[-1] == ("rag-2", 1)


async def test_a_resumed_run_counts_its_earlier_usage_and_reports_its_budget_once() -> None:
    log, roles = MemoryLog(), scripted(planner_1=[TOKENS, Hang()])
    async with run_orchestrator(log, roles) as at:
        run_id = await at.start()
        await eventually(used(at, run_id, requests=1))
    for requests in (2, 3):
        async with run_orchestrator(log, roles, fast_limits(budget_tokens=100)) as at:
            await eventually(used(at, run_id, requests=requests))
    roles.scripts["planner-1"] = [INTENT]
    async with run_orchestrator(log, roles, fast_limits(budget_tokens=100)) as at:
        events = await at.events(run_id)
    assert budgets(events) == [("RESOURCE_TOKENS", "ACTION_DEGRADE")] and final_status(events) == ("SUCCEEDED", "")
    reported_so = [roles.requests["planner-1", attempt].context.builtin_only for attempt in (1, 2, 3, 4)]
    assert reported_so == [False, True, True, True]


def used(at: Orchestrator, run_id: str, *, requests: int) -> Callable[[], Awaitable[bool]]:
    """Return a predicate: whether a run has sent *requests* requests to models."""

    async def look() -> bool:
        taken: int = sum(use.requests for use in (await at.get(run_id)).usage)
        return taken == requests

    return look
