"""What DashScope was paid for is not paid again."""

import asyncio
import socket

import pytest

from services.common.errors import Code
from services.common.models.endpoint import Endpoint
from services.common.models.values import Spent
from services.executor.adapters.dashscope import DashScopeImages
from services.executor.adapters.dashscope.source import TAKEN_UP
from services.executor.adapters.tasks import BlobTasks
from services.executor.engines import Working
from tests.fixtures.dashscope_images import all_told, cancelled, ordered, picture_in, refusal, source_of
from tests.fixtures.eventually import eventually
from tests.fixtures.providers import FakeProviders


async def test_a_try_after_a_crash_polls_on_and_pays_nothing(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    fake.script("dashscope.submit", {"lasts": 0.3})
    first = source_of(endpoint, tasks).generate(ordered())
    async for told in first:  # the process dies when the task is taken on: nothing of it runs on
        if isinstance(told, Spent):
            break
    again = await all_told(source_of(endpoint, tasks).generate(ordered()))
    assert picture_in(again).size == (1472, 1104)
    assert Working(0.0, TAKEN_UP) in again and not [each for each in again if isinstance(each, Spent)]
    assert len(fake.paid()) == 1
    fake.script("dashscope.cancel", {"reset": True, "always": True})
    await first.aclose()


async def test_a_picture_that_was_paid_and_not_stored_is_fetched_again(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    await all_told(source.generate(ordered()))
    await all_told(source.generate(ordered()))
    assert len(fake.paid()) == 1 and len(fake.journal("dashscope.result")) == 2


async def test_a_picture_asked_for_at_once_is_not_paid_again_when_it_could_not_be_fetched(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    fake.script("dashscope.result", {"status": 503})
    source = source_of(endpoint, tasks, "z-image-turbo")
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


async def test_an_address_is_kept_when_only_the_time_ran_out(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    fake.script("dashscope.result", {"status": 503}, {"delay": 5})
    source = source_of(endpoint, tasks, "z-image-turbo")
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert (await refusal(source.generate(ordered(seconds=0.3)))).code is Code.LLM_TIMEOUT
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


async def test_a_picture_that_was_paid_and_cannot_be_fetched_for_a_while_is_not_ordered_again(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    fake.script("dashscope.result", {"status": 503, "times": 3})
    source = source_of(endpoint, tasks, "z-image-turbo")
    for _ in range(3):
        assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


async def test_another_key_is_another_picture(source: DashScopeImages, fake: FakeProviders) -> None:
    await all_told(source.generate(ordered("step-1")))
    await all_told(source.generate(ordered("step-2")))
    assert len(fake.paid()) == 2


async def test_a_failed_poll_leaves_the_task_to_the_next_try(source: DashScopeImages, fake: FakeProviders) -> None:
    fake.script("dashscope.task", {"status": 500})
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


async def test_a_task_whose_state_the_provider_does_not_know_for_a_while_is_not_ordered_again(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    fake.script("dashscope.task", {"answer": {"task_status": "UNKNOWN"}})
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


async def test_a_task_that_succeeded_and_does_not_say_where_its_picture_is_is_not_ordered_again(
    source: DashScopeImages, fake: FakeProviders
) -> None:
    fake.script("dashscope.task", {"empty": True})
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


# How an order is asked for: the model and the door. Both may take the order on without our hearing of it.
ORDERS = pytest.mark.parametrize(
    ("model", "door"), [("qwen-image", "dashscope.submit"), ("z-image-turbo", "dashscope.ask")]
)


@ORDERS
@pytest.mark.parametrize(
    "act",
    [
        {"delay": 5, "works_on": True},
        {"reset": True},
        {"cut_after": 10},
        {"broken": True},
        {"answer": {"output": {}}},
        {"status": 502, "body": "<html>bad gateway</html>"},
        {"status": 504, "body": "<html>gateway timeout</html>"},
    ],
    ids=["late", "reset", "cut", "broken", "another shape", "bad gateway", "gateway timeout"],
)
async def test_an_order_that_may_have_been_taken_on_says_so_and_is_not_sent_again(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders, model: str, door: str, act: dict[str, object]
) -> None:
    fake.script(door, act)
    source = source_of(endpoint, tasks, model)
    for _ in range(2):
        refused = await refusal(source.generate(ordered(seconds=0.5)))
        assert refused.code is Code.OUTCOME_UNKNOWN and not refused.kind.retryable
    assert len(fake.journal(door)) == 1


@ORDERS
@pytest.mark.parametrize(
    "act",
    [
        {"failure": "rate_limit"},
        {"failure": "server"},
        {"status": 503, "body": "<html>unavailable</html>"},
        {"status": 404, "body": "<html>not found</html>"},
    ],
    ids=["rate limit", "server error", "unavailable", "no such page"],
)
async def test_an_order_that_was_refused_is_sent_again_by_the_next_try(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders, model: str, door: str, act: dict[str, object]
) -> None:
    fake.script(door, act)
    source = source_of(endpoint, tasks, model)
    assert (await refusal(source.generate(ordered()))).code is not Code.OUTCOME_UNKNOWN
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid(door)) == 1


@ORDERS
async def test_an_order_that_no_connection_took_is_sent_by_the_next_try(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders, model: str, door: str
) -> None:
    with socket.socket() as held:  # bound, and nobody listens
        held.bind(("127.0.0.1", 0))
        gone = Endpoint("dashscope", f"http://127.0.0.1:{held.getsockname()[1]}", None, None, loopback_only=True)
        assert (await refusal(source_of(gone, tasks, model).generate(ordered()))).code is Code.LLM_API_ERROR
        await gone.close()
    assert picture_in(await all_told(source_of(endpoint, tasks, model).generate(ordered())))
    assert len(fake.paid(door)) == 1


@ORDERS
async def test_an_order_of_whoever_was_cut_off_before_the_answer_is_not_sent_again(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders, model: str, door: str
) -> None:
    fake.script(door, {"delay": 30, "works_on": True})
    source = source_of(endpoint, tasks, model, grace=0.1)
    asking = asyncio.create_task(all_told(source.generate(ordered())))
    await eventually(lambda: fake.journal(door))
    await cancelled(asking)
    assert (await refusal(source.generate(ordered()))).code is Code.OUTCOME_UNKNOWN
    assert len(fake.journal(door)) == 1


async def test_a_model_that_answers_without_a_picture_charged_nothing_and_is_asked_again(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    fake.script("dashscope.ask", {"empty": True})
    source = source_of(endpoint, tasks, "z-image-turbo")
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1
