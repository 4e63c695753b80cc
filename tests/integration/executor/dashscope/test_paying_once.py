"""What DashScope was paid for is not paid again."""

from services.common.errors import Code
from services.common.models.endpoint import Endpoint
from services.common.models.values import Spent
from services.executor.adapters.dashscope import DashScopeImages
from services.executor.adapters.dashscope.source import TAKEN_UP
from services.executor.adapters.tasks import BlobTasks
from services.executor.engines import Working
from tests.fixtures.dashscope_images import FAST, all_told, ordered, picture_in, refusal, source_of
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


async def test_an_address_that_gives_nothing_any_more_is_forgotten(
    endpoint: Endpoint, tasks: BlobTasks, fake: FakeProviders
) -> None:
    await tasks.record("step-1", f"url:{fake.url}/dashscope/results/long-gone.png")
    source = source_of(endpoint, tasks, "z-image-turbo")
    await refusal(source.generate(ordered()))
    assert picture_in(await all_told(source.generate(ordered())))


async def test_another_key_is_another_picture(source: DashScopeImages, fake: FakeProviders) -> None:
    await all_told(source.generate(ordered("step-1")))
    await all_told(source.generate(ordered("step-2")))
    assert len(fake.paid()) == 2


async def test_a_failed_poll_leaves_the_task_to_the_next_try(source: DashScopeImages, fake: FakeProviders) -> None:
    fake.script("dashscope.task", {"status": 500})
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert picture_in(await all_told(source.generate(ordered())))
    assert len(fake.paid()) == 1


async def test_a_task_that_the_provider_no_longer_knows_is_forgotten(
    source: DashScopeImages, fake: FakeProviders, tasks: BlobTasks
) -> None:
    fake.script("dashscope.submit", {**FAST, "lost": True})
    assert (await refusal(source.generate(ordered()))).code is Code.LLM_API_ERROR
    assert await tasks.find("step-1") is None
