"""After a change of model every style is reindexed, despite failures of the model."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from services.common.database.pool import Pool
from services.common.errors import Code, ReflowError
from services.rag.adapters.embeddings import BuiltinEmbeddings, Embeddings, RemoteEmbeddings
from services.rag.adapters.seed_data import load_seed_styles
from services.rag.adapters.style_store import StyleStore
from services.rag.adapters.vector_indexes import build_index_name
from services.rag.application.reembedder import Reembedder, ReindexPace
from services.rag.settings import RagSettings
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.services.rag_client import ConfiguredRag, OpenModels
from tests.fixtures.systems.eventually import eventually

ENDPOINT = "openai.embeddings"
SHIPPED = len(load_seed_styles())
SOON = ReindexPace(first_wait=0.02, longest_wait=0.1, interval=0.05)


@dataclass(frozen=True)
class Place:
    """A library with vectors of the built-in model, and the dependencies of its reindexing."""

    settings: RagSettings
    store: StyleStore
    pool: Pool
    remote: RemoteEmbeddings
    clock: Callable[[], float]

    def reembedder(self, embeddings: Embeddings | None = None, pace: ReindexPace = SOON) -> Reembedder:
        return Reembedder(self.settings.database_url, (self.store,), embeddings or self.remote, self.clock, pace)

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
    assert await place.reembedder().run_once() == 0
    assert await place.models() == {place.remote.name: SHIPPED}
    assert {stored.revision for stored in await place.store.list_all("")} == {1}


async def test_a_request_has_at_most_as_many_texts_as_all_providers_accept(
    place: Place, providers: FakeProviders
) -> None:
    await place.reembedder().run_once()
    texts = [len(request["body"]["input"]) for request in providers.request_log(ENDPOINT)]
    assert max(texts) == 10
    assert sum(texts) == SHIPPED


async def test_the_index_of_the_previous_model_is_dropped_with_its_last_vector(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    await place.store.use_model(embeddings.name)
    await place.reembedder(embeddings).run_once()
    assert await place.indexes() == {build_index_name(embeddings.name)}
    await place.store.use_model(place.remote.name)
    providers.script(ENDPOINT, {}, {"status": 500})
    with pytest.raises(ReflowError):
        await place.reembedder().run_once()
    assert await place.indexes() == {build_index_name(embeddings.name), build_index_name(place.remote.name)}
    await place.reembedder().run_once()
    assert await place.indexes() == {build_index_name(place.remote.name)}


async def test_switching_back_reindexes_with_the_previous_model(place: Place, embeddings: BuiltinEmbeddings) -> None:
    for model in (place.remote, embeddings, place.remote):
        await place.store.use_model(model.name)
        await place.reembedder(model).run_once()
        assert await place.models() == {model.name: SHIPPED}


async def test_after_a_failure_the_next_pass_continues(place: Place, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {}, {}, {"status": 503})
    with pytest.raises(ReflowError, match="LLM_API_ERROR"):
        await place.reembedder().run_once()
    assert (await place.models())[place.remote.name] == 20
    await place.reembedder().run_once()
    assert await place.models() == {place.remote.name: SHIPPED}
    counts = Counter(text for request in providers.paid(ENDPOINT) for text in request["body"]["input"])
    assert set(counts.values()) == {1}


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
async def test_it_continues_after_any_failure(
    failure: dict[str, object], place: Place, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {**failure, "times": 3})
    task = asyncio.create_task(place.reembedder().run())
    await eventually(lambda: _all_remote(place))
    await _end(task)


async def test_waits_grow_up_to_a_limit() -> None:
    pace = ReindexPace()
    waits = [pace.compute_wait(failures) for failures in range(1, 10)]
    assert waits[:4] == [5, 10, 20, 40]
    assert waits[-1] == pace.compute_wait(10_000) == 600


async def test_a_rejected_style_retains_its_vector_and_others_are_embedded(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    rejected = next(style for style in load_seed_styles() if style.key == "steampunk")
    providers.script(ENDPOINT, {"failure": "content", "says": rejected.embedded_text, "always": True})
    assert await place.reembedder().run_once() == 1
    assert await place.models() == {place.remote.name: SHIPPED - 1, embeddings.name: 1}
    providers.reset()
    assert await place.reembedder().run_once() == 0
    assert await place.models() == {place.remote.name: SHIPPED}


async def test_a_rejection_of_all_texts_is_an_error(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {"failure": "key", "always": True})
    with pytest.raises(ReflowError) as caught:
        await place.reembedder().run_once()
    assert caught.value.code is Code.LLM_REFUSED
    assert await place.models() == {embeddings.name: SHIPPED}
    assert len(providers.request_log(ENDPOINT)) == 11


async def test_requests_of_single_texts_are_also_rate_limited(place: Place, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {"failure": "content", "always": True})
    with pytest.raises(ReflowError):
        await place.reembedder(pace=replace(SOON, between=0.1)).run_once()
    started = [request["at"] for request in providers.request_log(ENDPOINT)]
    assert min(later - earlier for earlier, later in pairwise(started)) > 0.09


async def test_concurrent_processes_embed_each_style_once(place: Place, providers: FakeProviders) -> None:
    providers.script(ENDPOINT, {"delay": 0.05, "always": True})
    async with asyncio.TaskGroup() as group:
        for _ in range(3):
            group.create_task(place.reembedder().run_once())
    assert await place.models() == {place.remote.name: SHIPPED}
    counts = Counter(text for request in providers.paid(ENDPOINT) for text in request["body"]["input"])
    assert set(counts.values()) == {1}


async def test_a_style_changed_meanwhile_retains_the_change_and_is_embedded_afterwards(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    providers.script(ENDPOINT, {"delay": 0.3, "always": True})
    looking = asyncio.create_task(place.reembedder().run_once())
    await eventually(lambda: providers.request_log(ENDPOINT))
    (first, *_) = await place.store.list_stale(place.remote.name, 1)
    changed = replace(first.style, tags=("ocean",))
    (vector,) = (await embeddings.embed([changed.embedded_text])).vectors
    await place.store.put("", changed, vector, embeddings.name)
    providers.script(ENDPOINT)
    assert await looking == 0
    assert (await place.models())[embeddings.name] == 1
    await place.reembedder().run_once()
    assert await place.models() == {place.remote.name: SHIPPED}
    assert (await place.store.get("", changed.key)).style == changed


async def test_a_process_with_a_model_that_is_not_in_use_changes_nothing(
    place: Place, embeddings: BuiltinEmbeddings, providers: FakeProviders
) -> None:
    await place.store.use_model(embeddings.name)
    assert await place.reembedder().run_once() == 0
    assert await place.models() == {embeddings.name: SHIPPED}
    assert await place.indexes() == set()
    assert providers.request_log(ENDPOINT) == []


async def _all_remote(place: Place) -> bool:
    return await place.models() == {place.remote.name: SHIPPED}


async def _end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait([task])
