"""What a run uses of remote models is counted in its log, and its budget is kept, over real gRPC."""

from collections.abc import Awaitable, Callable
from typing import Any

from reflow.v1 import events_pb2

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.common.models.values import Spent
from services.common.serving.activities import usage
from services.orchestrator.adapters.memory_log import MemoryLog
from tests.fixtures.eventually import eventually
from tests.fixtures.house import House, brisk, delivered, ended, house, steps
from tests.fixtures.scripted_roles import INTENT, PROMPT, Hang, Roles, Script, image, verdict

TOKENS = usage(Spent("deepseek", "chat", input_tokens=60, output_tokens=40, cost=0.5, currency="CNY"))
Scripts = dict[str | tuple[str, int], Script]
IMAGE = usage(Spent("dashscope", "qwen-image", images=1))


def scripted(**scripts: Script) -> Roles:
    """Return roles whose planner and first executor use remote models; *scripts* by step, with _ for -."""
    usual: Scripts = {"planner": [TOKENS, INTENT], "executor-1": [IMAGE, image("executor-1")]}
    return Roles(usual | {step.replace("_", "-"): script for step, script in scripts.items()})


def budgets(events: list[Any]) -> list[tuple[str, str]]:
    found = [event.budget_reached for event in events if event.WhichOneof("fact") == "budget_reached"]
    resource, action = events_pb2.BudgetReached.Resource.Name, events_pb2.BudgetReached.Action.Name
    return [(resource(told.resource), action(told.action)) for told in found]


async def told(limits: Limits, roles: Roles) -> list[Any]:
    async with house(MemoryLog(), roles, limits) as at:
        return await at.run()


async def test_a_run_tells_what_each_model_took() -> None:
    async with house(MemoryLog(), scripted()) as at:
        run_id = await at.start()
        await at.events(run_id)
        run = await at.get(run_id)
    taken = {use.model: (use.requests, use.input_tokens, use.output_tokens, use.images, use.cost) for use in run.usage}
    assert taken == {"chat": (1, 60, 40, 0, 0.5), "qwen-image": (1, 0, 0, 1, 0.0)}


async def test_what_a_failed_try_used_counts_too() -> None:
    failing: Scripts = {("planner-1", 1): [TOKENS, ReflowError(Code.LLM_API_ERROR)], "planner": [TOKENS, INTENT]}
    async with house(MemoryLog(), Roles(failing)) as at:
        run_id = await at.start()
        await at.events(run_id)
        run = await at.get(run_id)
    assert [(use.requests, use.input_tokens) for use in run.usage] == [(2, 120)]


async def test_a_run_within_its_budget_hears_nothing_of_it() -> None:
    events = await told(brisk(budget_tokens=1_000, budget_images=5), scripted())
    assert budgets(events) == [] and ended(events) == ("SUCCEEDED", "")


async def test_a_warning_changes_nothing_else() -> None:
    roles = scripted()
    events = await told(brisk(budget_tokens=120), roles)
    assert budgets(events) == [("RESOURCE_TOKENS", "ACTION_WARN")] and ended(events) == ("SUCCEEDED", "")
    assert not any(request.context.builtin_only for request in roles.requests.values())


async def test_a_degraded_run_goes_on_with_built_in_engines_alone() -> None:
    roles = scripted()
    events = await told(brisk(budget_tokens=100), roles)
    assert budgets(events) == [("RESOURCE_TOKENS", "ACTION_DEGRADE")] and ended(events) == ("SUCCEEDED", "")
    told_so = {step: request.context.builtin_only for (step, _), request in roles.requests.items()}
    assert told_so == {"planner-1": False, "rag-1": True, "executor-1": True, "critic-1": True}


async def test_a_stopped_run_without_a_picture_fails_and_begins_nothing_more() -> None:
    events = await told(brisk(budget_tokens=100, budget_action="stop"), scripted())
    assert ended(events) == ("FAILED", "BUDGET_EXCEEDED")
    assert steps(events, "step_started") == [("planner-1", 1)]


async def test_a_picture_that_is_paid_for_is_judged_and_delivered_when_the_budget_stops_the_run() -> None:
    roles = scripted(critic=[verdict(0.3, "brighter")])
    events = await told(brisk(budget_images=1, budget_action="stop"), roles)
    assert ended(events) == ("SUCCEEDED", "") and delivered(events) == "executor-1"
    assert roles.requests["critic-1", 1].context.builtin_only
    assert roles.attempts("executor-2") == 0


async def test_the_best_picture_is_delivered_when_the_budget_stops_a_later_round() -> None:
    roles = scripted(critic_1=[verdict(0.5, "brighter")], rag_2=[TOKENS, PROMPT], executor_2=[image("executor-2")])
    events = await told(brisk(budget_tokens=200, budget_action="stop"), roles)
    assert ended(events) == ("SUCCEEDED", "") and delivered(events) == "executor-1"
    assert roles.attempts("rag-2") == 1 and roles.attempts("executor-2") == 0


async def test_a_step_that_keeps_failing_and_paying_is_not_tried_again_once_the_budget_stops_the_run() -> None:
    roles = scripted(planner=[TOKENS, ReflowError(Code.LLM_API_ERROR)])
    events = await told(brisk(budget_tokens=200, budget_action="stop"), roles)
    assert ended(events) == ("FAILED", "BUDGET_EXCEEDED") and roles.attempts("planner-1") == 2


async def test_a_step_that_fails_and_pays_in_a_later_round_is_not_tried_again_once_the_budget_stops_the_run() -> None:
    paying: Script = [TOKENS, ReflowError(Code.VECTOR_DB_ERROR)]
    roles = scripted(critic_1=[verdict(0.5, "brighter")], rag_2=paying)
    events = await told(brisk(budget_tokens=200, budget_action="stop"), roles)
    assert ended(events) == ("SUCCEEDED", "") and delivered(events) == "executor-1"
    assert steps(events, "step_started")[-1] == ("rag-2", 1)


async def test_a_run_that_is_taken_up_again_counts_what_it_used_before_and_is_told_of_its_budget_once() -> None:
    log, roles = MemoryLog(), scripted(planner_1=[TOKENS, Hang()])
    async with house(log, roles) as at:
        run_id = await at.start()
        await eventually(used(at, run_id, requests=1))
    for requests in (2, 3):
        async with house(log, roles, brisk(budget_tokens=100)) as at:
            await eventually(used(at, run_id, requests=requests))
    roles.scripts["planner-1"] = [INTENT]
    async with house(log, roles, brisk(budget_tokens=100)) as at:
        events = await at.events(run_id)
    assert budgets(events) == [("RESOURCE_TOKENS", "ACTION_DEGRADE")] and ended(events) == ("SUCCEEDED", "")
    told_so = [roles.requests["planner-1", attempt].context.builtin_only for attempt in (1, 2, 3, 4)]
    assert told_so == [False, True, True, True]


def used(at: House, run_id: str, *, requests: int) -> Callable[[], Awaitable[bool]]:
    """Return a look at whether a run has used models so often."""

    async def look() -> bool:
        taken: int = sum(use.requests for use in (await at.get(run_id)).usage)
        return taken == requests

    return look
