"""After a change of model every style is embedded again, whatever happens to the model meanwhile."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.rag.adapters.embeddings import BuiltinEmbeddings, Embeddings, RemoteEmbeddings
from services.rag.adapters.indexes import index_name
from services.rag.adapters.library import shipped_styles
from services.rag.adapters.store import StyleStore
from services.rag.settings import RagSettings
from services.rag.upkeep import Pace, Upkeep
from tests.fixtures.eventually import eventually
from tests.fixtures.providers import FakeProviders
from tests.fixtures.running_rag import ConfiguredRag, OpenModels

DOOR = "openai.embeddings"
SHIPPED = len(shipped_styles())
SOON = Pace(first_wait=0.02, longest_wait=0.1, look_again=0.05)


@dataclass(frozen=True)
class Place:
    """A library with vectors of the built-in model, and what an upkeep of it needs."""

    settings: RagSettings
    store: StyleStore
    pool: Pool
    remote: RemoteEmbeddings
    clock: Callable[[], float]

    def upkeep(self, embeddings: Embeddings | None = None, pace: Pace = SOON) -> Upkeep:
        return Upkeep(self.settings.database_url, (self.store,), embeddings or self.remote, self.clock, pace)

    async def models(self) -> dict[str, int]:
        """Return how many styles have a vector of each model."""
        async with self.pool.connection() as connection:
            cursor = await connection.execute("SELECT embedding_model, count(*) FROM styles GROUP BY 1")
            return dict(await cursor.fetchall())

    async def indexes(self) -> set[str]:
        async with self.pool.connection() as connection:
            cursor = await connection.execute(
                "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'styles_by_vector%'"
            )
            return {name for (name,) in await cursor.fetchall()}


@pytest.fixture
async def place(
    configured: ConfiguredRag, providers: FakeProviders, library: StyleStore, pool: Pool, open_models: OpenModels
) -> AsyncIterator[Place]:
    settings = configured(providers)
    async with open_models(settings) as models:
        model = models.embedding()
        assert model is not None
        remote = RemoteEmbeddings(model)
        await library.use_model(remote.name)
        yield Place(settings, library, pool, remote, models.clock)


async def test_every_style_gets_a_vector_of_the_new_model_and_no_new_revision(place: Place) -> None:
    assert await place.upkeep().look() == 0
    assert await place.models() == {place.remote.name: SHIPPED}
    assert {stored.revision for stored in await place.store.all("")} == {1}


async def test_a_request_holds_no_more_texts_than_every_provider_takes(place: Place, providers: FakeProviders) -> None:
    await place.upkeep().look()
    texts = [len(request["body"]["input"]) for request in providers.journal(DOOR)]
    assert max(texts) == 10
    assert sum(texts) == SHIPPED


async def test_the_index_of_the_model_before_is_dropped_once_no_vector_is_of_it(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    await place.store.use_model(embeddings.name)
    await place.upkeep(embeddings).look()
    assert await place.indexes() == {index_name(embeddings.name)}
    await place.store.use_model(place.remote.name)
    providers.script(DOOR, {}, {"status": 500})
    with pytest.raises(ReflowError):
        await place.upkeep().look()
    assert await place.indexes() == {index_name(embeddings.name), index_name(place.remote.name)}
    await place.upkeep().look()
    assert await place.indexes() == {index_name(place.remote.name)}


async def test_switching_back_embeds_again_with_the_model_before(place: Place, embeddings: BuiltinEmbeddings) -> None:
    for model in (place.remote, embeddings, place.remote):
        await place.store.use_model(model.name)
        await place.upkeep(model).look()
        assert await place.models() == {model.name: SHIPPED}


async def test_a_failure_keeps_what_was_done_and_the_next_look_goes_on(place: Place, providers: FakeProviders) -> None:
    providers.script(DOOR, {}, {}, {"status": 503})
    with pytest.raises(ReflowError, match="LLM_API_ERROR"):
        await place.upkeep().look()
    assert (await place.models())[place.remote.name] == 20
    await place.upkeep().look()
    assert await place.models() == {place.remote.name: SHIPPED}
    asked = Counter(text for request in providers.paid(DOOR) for text in request["body"]["input"])
    assert set(asked.values()) == {1}


@pytest.mark.parametrize(
    "failure",
    [
        {"status": 503},
        {"reset": True},
        {"failure": "rate_limit", "retry_after": 0},
        {"failure": "quota"},
        {"broken": True},
    ],
)
async def test_it_goes_on_by_itself_after_any_failure(
    failure: dict[str, object], place: Place, providers: FakeProviders
) -> None:
    providers.script(DOOR, {**failure, "times": 3})
    task = asyncio.create_task(place.upkeep().run())
    await eventually(lambda: _all_remote(place), timeout=20)
    await _end(task)


async def test_waits_grow_and_are_bounded() -> None:
    pace = Pace()
    waits = [pace.wait(failures) for failures in range(1, 10)]
    assert waits[:4] == [5, 10, 20, 40]
    assert waits[-1] == pace.wait(10_000) == 600


async def test_a_style_whose_text_is_refused_keeps_its_vector_and_does_not_stop_the_others(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    refused = next(style for style in shipped_styles() if style.key == "steampunk")
    providers.script(DOOR, {"failure": "content", "says": refused.embedded_text, "always": True})
    assert await place.upkeep().look() == 1
    assert await place.models() == {place.remote.name: SHIPPED - 1, embeddings.name: 1}
    providers.reset()
    assert await place.upkeep().look() == 0
    assert await place.models() == {place.remote.name: SHIPPED}


async def test_a_refusal_of_everything_is_not_taken_for_one_of_the_texts(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    providers.script(DOOR, {"failure": "key", "always": True})
    with pytest.raises(ReflowError) as caught:
        await place.upkeep().look()
    assert caught.value.code is Code.LLM_REFUSED
    assert await place.models() == {embeddings.name: SHIPPED}
    assert len(providers.journal(DOOR)) == 11


async def test_texts_asked_for_one_by_one_leave_the_provider_to_the_runs_too(
    place: Place, providers: FakeProviders
) -> None:
    providers.script(DOOR, {"failure": "content", "always": True})
    with pytest.raises(ReflowError):
        await place.upkeep(pace=replace(SOON, between=0.1)).look()
    begun = [request["at"] for request in providers.journal(DOOR)]
    assert min(later - earlier for earlier, later in pairwise(begun)) > 0.09


async def test_several_processes_ask_for_each_style_once(place: Place, providers: FakeProviders) -> None:
    providers.script(DOOR, {"delay": 0.05, "always": True})
    async with asyncio.TaskGroup() as group:
        for _ in range(3):
            group.create_task(place.upkeep().look())
    assert await place.models() == {place.remote.name: SHIPPED}
    asked = Counter(text for request in providers.paid(DOOR) for text in request["body"]["input"])
    assert set(asked.values()) == {1}


async def test_a_style_changed_meanwhile_keeps_the_change_and_gets_its_vector_afterwards(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    providers.script(DOOR, {"delay": 0.3, "always": True})
    looking = asyncio.create_task(place.upkeep().look())
    await eventually(lambda: providers.journal(DOOR))
    (first, *_) = await place.store.of_other_models(place.remote.name, 1)
    changed = replace(first.style, tags=("ocean",))
    (vector,) = (await embeddings.embed([changed.embedded_text])).vectors
    await place.store.put("", changed, vector, embeddings.name)
    providers.script(DOOR)
    assert await looking == 0
    assert (await place.models())[embeddings.name] == 1
    await place.upkeep().look()
    assert await place.models() == {place.remote.name: SHIPPED}
    assert (await place.store.get("", changed.key)).style == changed


async def test_a_process_with_a_model_no_longer_in_use_leaves_the_styles_alone(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    await place.store.use_model(embeddings.name)
    assert await place.upkeep().look() == 0
    assert await place.models() == {embeddings.name: SHIPPED}
    assert await place.indexes() == set()
    assert providers.journal(DOOR) == []


async def _all_remote(place: Place) -> bool:
    return await place.models() == {place.remote.name: SHIPPED}


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait([task])
