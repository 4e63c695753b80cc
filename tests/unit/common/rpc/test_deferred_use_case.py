"""A use case that is created at its first call."""

import asyncio
from collections.abc import AsyncGenerator
from threading import Event
from time import sleep
from typing import Any

import pytest
from structlog.testing import capture_logs

from services.common.contract.step import StepCall, StepContext
from services.common.rpc.deferred_use_case import (
    DeferredUseCase,
    load_use_cases,
    load_use_cases_in_background,
)
from services.common.rpc.step_rpc import UseCase

CALL = StepCall(StepContext("run"), lambda: None)


class Factory:
    """Creates a use case that repeats its request, and counts; the first *failures* times it fails."""

    def __init__(self, failures: int = 0) -> None:
        self.calls = 0
        self._failures = failures

    def create(self) -> UseCase:
        self.calls += 1
        if self.calls <= self._failures:
            raise ImportError("a module is missing")

        async def repeat(request: Any, _call: StepCall) -> AsyncGenerator[Any, None]:
            yield request
            yield request

        return repeat


async def collect(use_case: UseCase, request: str) -> list[str]:
    return [outcome async for outcome in use_case(request, CALL)]


async def test_a_use_case_is_not_created_before_its_first_call() -> None:
    factory = Factory()
    DeferredUseCase(factory.create)
    assert factory.calls == 0


async def test_concurrent_first_calls_create_the_use_case_once() -> None:
    factory = Factory()
    use_case = DeferredUseCase(factory.create)
    outcomes = await asyncio.gather(*(collect(use_case, name) for name in ("one", "two")))
    assert (outcomes, factory.calls) == ([["one", "one"], ["two", "two"]], 1)


async def test_use_cases_that_share_a_part_create_it_once() -> None:
    created = list[object]()

    def create() -> UseCase:
        if not created:
            sleep(0.05)  # as long as an import takes, in which another call may come
            created.append(object())
        return Factory().create()

    await asyncio.gather(*(DeferredUseCase(create).load() for _ in range(3)))
    assert len(created) == 1


async def test_a_first_caller_that_leaves_does_not_have_the_use_case_created_twice() -> None:
    started, may_end, factory = Event(), Event(), Factory()

    def create() -> UseCase:
        started.set()
        may_end.wait(10)
        return factory.create()

    use_case = DeferredUseCase(create)
    leaving = asyncio.create_task(use_case.load())
    await asyncio.to_thread(started.wait, 10)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    staying = asyncio.create_task(collect(use_case, "one"))
    await asyncio.sleep(0)
    may_end.set()
    assert (await staying, factory.calls) == (["one", "one"], 1)


async def test_a_call_after_a_failed_creation_creates_the_use_case() -> None:
    use_case = DeferredUseCase(Factory(failures=1).create)
    with pytest.raises(ImportError):
        await collect(use_case, "one")
    assert await collect(use_case, "two") == ["two", "two"]


async def test_a_process_loads_the_use_cases_that_were_not_called() -> None:
    factory = Factory()
    use_case = DeferredUseCase(factory.create)
    await load_use_cases()
    assert factory.calls == 1
    assert await collect(use_case, "one") == ["one", "one"]
    assert factory.calls == 1


async def test_loading_reports_a_use_case_that_cannot_be_created() -> None:
    use_case = DeferredUseCase(Factory(failures=1).create)
    with pytest.raises(ImportError):
        await load_use_cases()
    await use_case.load()


async def test_a_failure_in_the_background_is_logged_and_left_to_the_next_call() -> None:
    factory = Factory(failures=1)
    use_case = DeferredUseCase(factory.create)
    with capture_logs() as entries:
        await load_use_cases_in_background()
    assert [entry["log_level"] for entry in entries] == ["error"]
    assert await collect(use_case, "one") == ["one", "one"]
