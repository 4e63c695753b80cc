"""Where the rag is wired, and nowhere else."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import grpc
import structlog
from reflow.v1 import knowledge_pb2, knowledge_pb2_grpc, rag_pb2, rag_pb2_grpc

from services.common.database.migrating import migrate
from services.common.database.pool import open_pool
from services.common.serving import Server, serving
from services.common.telemetry import Telemetry
from services.common.workers import Workers
from services.rag.adapters.embeddings import BuiltinEmbeddings, RunInWorker, Vectors
from services.rag.adapters.library import embed_again, ensure_library
from services.rag.adapters.store import StyleStore
from services.rag.domain.words import segment
from services.rag.retrieval import Retrieval
from services.rag.servicer import RagServicer
from services.rag.servicer_knowledge import KnowledgeServicer
from services.rag.settings import RagSettings

log = structlog.get_logger("reflow.rag")

SERVICES = (
    rag_pb2.DESCRIPTOR.services_by_name["RagService"].full_name,
    knowledge_pb2.DESCRIPTOR.services_by_name["KnowledgeService"].full_name,
)
MIGRATIONS = Path(__file__).parent / "migrations"
# A query takes about a millisecond and shares a thread; a large import would hold the interpreter for seconds.
THREAD_TEXTS = 128


@asynccontextmanager
async def run_rag(settings: RagSettings, telemetry: Telemetry) -> AsyncIterator[Server]:
    """Serve retrieval and the style library, brought up to date, until the context ends."""
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(migrate, settings.database_url, MIGRATIONS)
        seconds = settings.limits.rag_seconds
        pool = await open_pool(
            settings.database_url, min_size=1, max_size=settings.pool_size, name="rag", statement_timeout=seconds
        )
        stack.push_async_callback(pool.close)
        store, embeddings = StyleStore(pool), BuiltinEmbeddings(_embedder(Workers(settings.workers)))
        # The model takes a second to load: now, beside everything else, rather than in somebody's first run.
        warming = asyncio.create_task(_warm(embeddings))
        stack.callback(warming.cancel)
        added = await ensure_library(store, embeddings)
        log.info("style library ready", added=added)
        again = asyncio.create_task(embed_again(store, embeddings))
        stack.callback(again.cancel)
        retrieval = Retrieval(
            pool,
            embeddings,
            scope=settings.scope,
            limit=settings.limits.retrieved_styles,
            cache_seconds=settings.limits.cache_seconds,
            clock=time.monotonic,
        )

        def add(server: grpc.aio.Server) -> None:
            rag_pb2_grpc.add_RagServiceServicer_to_server(RagServicer(retrieval), server)
            knowledge = KnowledgeServicer(store, embeddings, settings.scope)
            knowledge_pb2_grpc.add_KnowledgeServiceServicer_to_server(knowledge, server)

        yield await stack.enter_async_context(serving("rag", SERVICES, add, settings, telemetry))


async def _warm(embeddings: BuiltinEmbeddings) -> None:
    await embeddings.embed(["warm"])
    await asyncio.to_thread(segment, "预热")


def _embedder(workers: Workers) -> RunInWorker:
    async def embed(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
        if len(texts) <= THREAD_TEXTS:
            return await asyncio.to_thread(function, texts)
        return await workers.run(function, texts)

    return embed
