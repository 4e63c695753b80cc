"""The whole service over gRPC, with a remote embedding model that is available, slow or down."""

import asyncio
from collections.abc import Awaitable

import grpc
import pytest
from reflow.v1 import knowledge_pb2, rag_pb2

from services.common.database.pool import Pool
from services.common.errors import Code
from services.common.errors.wire import from_rpc_error
from services.rag.adapters.embeddings import BuiltinEmbeddings
from services.rag.adapters.seed_data import load_core_entries, load_seed_styles
from services.rag.adapters.vector_indexes import build_index_name
from services.rag.settings import RagSettings
from tests.fixtures.notes.labels import count_labeled_notes
from tests.fixtures.services.providers import FakeProviders
from tests.fixtures.services.rag_client import ConfiguredRag, RunRag
from tests.fixtures.systems.eventually import eventually

ENDPOINT = "openai.embeddings"
SHIPPED = len(load_seed_styles()) + count_labeled_notes() + len(load_core_entries())
GEARS = "brass gears Victorian"
DOWN = {"status": 503, "always": True}


def remote(dimensions: int = 64) -> str:
    return f"fake/fake-embedding@{dimensions}"


def moss(key: str = "moss_dream") -> knowledge_pb2.Style:
    return knowledge_pb2.Style(
        key=key,
        name_zh=f"苔藓梦境{key}",
        prompt="velvet moss over quiet stones",
        look=rag_pb2.Look(medium="watercolor", palette=["#e8efe0", "#5d7a4a", "#2f4a2a", "#a8c090"]),
        tags=["moss"],
    )


async def models(pool: Pool) -> dict[str, int]:
    async with pool.connection() as connection:
        cursor = await connection.execute("""
            SELECT embedding_model, count(*) FROM (
                SELECT embedding_model FROM styles UNION ALL SELECT embedding_model FROM notes
                UNION ALL SELECT embedding_model FROM node_types
            ) all_tables GROUP BY 1
        """)
        return dict(await cursor.fetchall())


async def keys_of(pool: Pool, model: str) -> set[str]:
    async with pool.connection() as connection:
        cursor = await connection.execute("SELECT key FROM styles WHERE embedding_model = %s", (model,))
        return {key for (key,) in await cursor.fetchall()}


async def all_of(pool: Pool, model: str, count: int = SHIPPED) -> None:
    async def reached() -> bool:
        return await models(pool) == {model: count}

    await eventually(reached, timeout=30)


async def failure(call: Awaitable[object]) -> Code:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return from_rpc_error(caught.value).code


async def test_without_models_the_built_in_one_serves_and_gets_its_index(
    configured: ConfiguredRag, running: RunRag, pool: Pool
) -> None:
    async with running(configured()) as service:
        assert (await service.find("a watercolor fox"))["watercolor"] == 1.0
        assert "steampunk" in await service.find("brass gears and Victorian machines full of steam")

        async def indexed() -> bool:
            async with pool.connection() as connection:
                name = build_index_name(BuiltinEmbeddings.name)
                return await (await connection.execute("SELECT to_regclass(%s)", (name,))).fetchone() != (None,)

        await eventually(indexed)


async def test_a_change_of_model_reindexes_the_library(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    for dimensions in (64, 256, 64):
        async with running(configured(providers, dimensions)) as service:
            await all_of(pool, remote(dimensions))
            assert 0.35 <= (await service.find(GEARS))["steampunk"] < 1
    async with running(configured()):
        await all_of(pool, BuiltinEmbeddings.name)


async def test_during_reindexing_queries_are_answered_and_names_match(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    async with running(configured(providers, 64)):
        await all_of(pool, remote(64))
    providers.script(ENDPOINT, {"delay": 0.1, "always": True})
    seen = set()
    async with running(configured(providers, 256)) as service:
        while (now := await models(pool)) != {remote(256): SHIPPED}:
            seen.add(len(now))
            assert (await service.find("水墨的猫"))["ink_wash"] == 1.0
            assert set(await service.find(GEARS)) <= await keys_of(pool, remote(256))
    assert 2 in seen, "no query ran between the two models"


async def test_names_match_while_the_model_is_down_and_reindexing_completes_afterwards(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    providers.script(ENDPOINT, DOWN)
    async with running(configured(providers)) as service:
        assert await failure(service.retrieve(GEARS)) is Code.LLM_API_ERROR
        for builtin_only in (True, False):
            prompt, _ = await service.retrieve("水墨的猫", builtin_only=builtin_only)
            assert [(style.key, style.similarity) for style in prompt.retrieved] == [("ink_wash", 1.0)]
        await all_of(pool, BuiltinEmbeddings.name)
        providers.reset()
        await all_of(pool, remote())
        assert "steampunk" in await service.find(GEARS)


@pytest.mark.parametrize(
    ("behavior", "code"),
    [
        ({"status": 500}, Code.LLM_API_ERROR),
        ({"reset": True}, Code.LLM_API_ERROR),
        ({"empty": True}, Code.LLM_API_ERROR),
        ({"failure": "rate_limit"}, Code.LLM_RATE_LIMIT),
        ({"failure": "key"}, Code.LLM_REFUSED),
        ({"hang": True}, Code.LLM_TIMEOUT),
    ],
)
async def test_a_failure_of_the_model_in_a_search_has_its_code_and_is_not_retried(
    behavior: dict[str, object],
    code: Code,
    configured: ConfiguredRag,
    running: RunRag,
    providers: FakeProviders,
    pool: Pool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REFLOW_LIMITS__RAG_SECONDS", "1")
    async with running(configured(providers)) as service:
        await all_of(pool, remote())
        providers.reset()
        providers.script(ENDPOINT, behavior)
        assert await failure(service.retrieve("an owl")) is code
        assert len(providers.request_log(ENDPOINT)) == 1


async def test_usage_is_emitted_once_and_a_cached_query_has_none(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    async with running(configured(providers)) as service:
        await all_of(pool, remote())
        providers.reset()
        _, (usage,) = await service.retrieve("an owl")
        assert (usage.provider, usage.model, usage.requests) == ("fake", "fake-embedding", 1)
        assert usage.input_tokens > 0
        assert usage.cost == pytest.approx(usage.input_tokens * 2 / 1_000_000)
        assert (await service.retrieve("an owl"))[1] == []
        assert (await service.retrieve("an owl", fresh=True))[1] == []
        assert len(providers.request_log(ENDPOINT)) == 1


async def test_with_an_exhausted_budget_no_remote_model_is_called(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    async with running(configured(providers)) as service:
        await all_of(pool, remote())
        providers.reset()
        prompt, usages = await service.retrieve(f"{GEARS}，水墨", builtin_only=True)
        assert [(style.key, style.similarity) for style in prompt.retrieved] == [("ink_wash", 1.0)]
        assert usages == providers.request_log(ENDPOINT) == []
        assert "steampunk" in await service.find(f"{GEARS}，水墨")


async def test_an_empty_query_is_not_embedded(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    async with running(configured(providers)) as service:
        await all_of(pool, remote())
        providers.reset()
        assert await service.find("") == {}
        assert providers.request_log(ENDPOINT) == []


async def test_results_from_before_a_style_was_embedded_are_not_reused(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    providers.script(ENDPOINT, {"status": 503, "says": "Steampunk", "always": True})
    async with running(configured(providers)) as service:
        assert not (await service.retrieve(GEARS))[0].retrieved
        providers.reset()
        await all_of(pool, remote())
        assert "steampunk" in {style.key for style in (await service.retrieve(GEARS))[0].retrieved}


async def test_a_style_stored_while_the_model_is_down_matches_by_name_and_is_embedded_later(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    async with running(configured(providers)) as service:
        await all_of(pool, remote())
        providers.script(ENDPOINT, DOWN)
        await service.put(moss())
        assert (await models(pool))[BuiltinEmbeddings.name] == 1
        prompt, _ = await service.retrieve("苔藓梦境moss_dream", builtin_only=True)
        assert [style.key for style in prompt.retrieved] == ["moss_dream"]
        providers.reset()
        await all_of(pool, remote(), SHIPPED + 1)


async def test_a_style_is_stored_with_the_vector_of_an_available_model(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    async with running(configured(providers)) as service:
        await all_of(pool, remote())
        await service.put(moss())
        assert await models(pool) == {remote(): SHIPPED + 1}


async def test_a_large_import_waits_for_no_provider(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    async with running(configured(providers)) as service:
        await all_of(pool, remote())
        providers.script(ENDPOINT, {"delay": 5.0, "always": True})
        styles = [moss(f"moss_{number}") for number in range(30)]
        began = asyncio.get_running_loop().time()
        await service.knowledge.ImportStyles(knowledge_pb2.ImportStylesRequest(styles=styles))
        assert asyncio.get_running_loop().time() - began < 5.0
        providers.reset()
        await all_of(pool, remote(), SHIPPED + 30)


async def test_two_services_start_on_the_same_new_database(
    configured: ConfiguredRag, running: RunRag, providers: FakeProviders, pool: Pool
) -> None:
    settings: RagSettings = configured(providers)
    async with running(settings) as one, running(settings) as other:
        await all_of(pool, remote())
        assert await one.find(GEARS) == await other.find(GEARS)
