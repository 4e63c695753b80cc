"""Steps of rag wait for data that is loaded in the background, and their time limit excludes the wait."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from services.common.contract.activity import Phase, Progress
from services.common.contract.step import StepCall, StepContext
from services.rag.application.preparation import Prepared
from services.rag.application.seed_task import SeedTask

CALL = StepCall(StepContext("run"), lambda: None)


async def use_case(request: str, call: StepCall) -> AsyncGenerator[Any, None]:
    yield f"answer to {request}"


def phases_and_results(outcomes: list[Any]) -> list[Any]:
    return [outcome.phase if isinstance(outcome, Progress) else outcome for outcome in outcomes]


async def test_a_step_waits_until_the_model_is_loaded_and_reports_the_wait() -> None:
    loaded = asyncio.Event()

    async def load() -> int:
        await loaded.wait()
        return 0

    stream = Prepared(use_case, SeedTask("model", load))("q", CALL)
    first = await anext(stream)
    loaded.set()
    assert phases_and_results([first, *[rest async for rest in stream]]) == [
        Phase.WAITING,
        Phase.WORKING,
        "answer to q",
    ]


async def test_a_prepared_step_reports_no_wait() -> None:
    async def load() -> int:
        return 0

    task = SeedTask("model", load)
    await task.run()
    assert [outcome async for outcome in Prepared(use_case, task)("q", CALL)] == ["answer to q"]


async def test_a_step_runs_after_a_failed_preparation() -> None:
    async def fail() -> int:
        raise ConnectionError("away")

    outcomes = [outcome async for outcome in Prepared(use_case, SeedTask("notes", fail))("q", CALL)]
    assert phases_and_results(outcomes)[-1] == "answer to q"
