"""Where the rag is wired, and nowhere else."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import structlog
from reflow.v1 import (
    knowledge_pb2,
    knowledge_pb2_grpc,
    notes_pb2,
    notes_pb2_grpc,
    prompts_pb2,
    prompts_pb2_grpc,
    rag_pb2,
    rag_pb2_grpc,
)

from services.common.blobs import open_blob_store
from services.common.database.migrating import migrate
from services.common.database.pool import Pool, open_pool
from services.common.models.configuration import Role
from services.common.models.opening import Models, opened
from services.common.serving import Server, serving
from services.common.telemetry import Telemetry
from services.common.workers import Workers
from services.rag.adapters.assets import Assets
from services.rag.adapters.embeddings import (
    BuiltinEmbeddings,
    Embeddings,
    RemoteEmbeddings,
    RunInWorker,
    SteadyEmbeddings,
    Vectors,
)
from services.rag.adapters.library import ensure_library, ensure_notes, ensure_templates
from services.rag.adapters.notes import NoteStore
from services.rag.adapters.prompts import PromptStore
from services.rag.adapters.store import StyleStore
from services.rag.adapters.templates import TemplateStore
from services.rag.analysing import Kept
from services.rag.domain.words import segment
from services.rag.evidence import Evidence, WebSearch
from services.rag.evidence_library import LibraryResearch
from services.rag.lanes import Tools
from services.rag.notes import Notes
from services.rag.prompts import Prompts, Templates
from services.rag.references import References
from services.rag.retrieval import Retrieval
from services.rag.servicer import RagServicer
from services.rag.servicer_evidence import EvidenceServicer
from services.rag.servicer_knowledge import KnowledgeServicer
from services.rag.servicer_notes import NoteServicer
from services.rag.servicer_prompts import PromptServicer
from services.rag.servicer_references import ReferenceServicer
from services.rag.settings import RagSettings
from services.rag.shipping import Shipping
from services.rag.upkeep import Pace, Upkeep

log = structlog.get_logger("reflow.rag")

SERVICES = (
    rag_pb2.DESCRIPTOR.services_by_name["RagService"].full_name,
    knowledge_pb2.DESCRIPTOR.services_by_name["KnowledgeService"].full_name,
    notes_pb2.DESCRIPTOR.services_by_name["NoteService"].full_name,
    prompts_pb2.DESCRIPTOR.services_by_name["PromptService"].full_name,
)
MIGRATIONS = Path(__file__).parent / "migrations"
# A query takes about a millisecond and shares a thread; a large import would hold the interpreter for seconds.
THREAD_TEXTS = 128


@asynccontextmanager
async def run_rag(settings: RagSettings, telemetry: Telemetry, shared: Models | None = None) -> AsyncIterator[Server]:
    """Serve retrieval and the libraries of styles and notes, brought up to date, until the context ends.

    *shared*: the models of this process; opened here when None. No remote model is asked before it is ready.
    """
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(migrate, settings.database_url, MIGRATIONS)
        models = await stack.enter_async_context(opened(settings, telemetry, shared))
        seconds = settings.limits.rag_seconds
        pool = await open_pool(
            settings.database_url, min_size=1, max_size=settings.pool_size, name="rag", statement_timeout=seconds
        )
        stack.push_async_callback(pool.close)
        store, builtin = StyleStore(pool), BuiltinEmbeddings(_embedder(Workers(settings.workers)))
        embeddings = _chosen(models, builtin)
        # What a first run needs takes a second to load: now, beside everything else, rather than in somebody's run.
        _beside(stack, _warm(embeddings))
        added = await ensure_library(store, builtin)
        await store.use_model(embeddings.name)
        log.info("style library ready", added=added, embeddings=embeddings.name)
        notes = NoteStore(pool)
        # No picture needs the notes, so no start waits for them: a call that does need them waits for this.
        shipping = Shipping("notes", lambda: ensure_notes(notes, builtin))
        template_store = TemplateStore(pool)
        shipping_templates = Shipping("templates", lambda: ensure_templates(template_store))
        templates = Templates(template_store, settings.scope, shipping_templates.done)
        upkeep = Upkeep(settings.database_url, (store, notes), embeddings, models.clock, _pace(models))
        web = await _opened_web(stack, settings, models.clock)
        libraries = Libraries(pool, store, notes, templates, embeddings, builtin, shipping, upkeep, web)
        add = _servicers(settings, libraries, _references(settings, models, telemetry), models.clock)
        server = await stack.enter_async_context(serving("rag", SERVICES, add, settings, telemetry))
        _beside(stack, shipping_templates.begin())
        _beside(stack, _upkept(shipping, upkeep))
        yield server


@dataclass(frozen=True, slots=True)
class Libraries:
    """What the servicers stand on: the stores with what embeds for them, and who keeps them up to date."""

    pool: Pool
    styles: StyleStore
    notes: NoteStore
    templates: Templates
    embeddings: Embeddings
    builtin: BuiltinEmbeddings
    shipping: Shipping
    upkeep: Upkeep
    web: WebSearch | None


def _servicers(
    settings: RagSettings, libraries: Libraries, references: ReferenceServicer, clock: Callable[[], float]
) -> Callable[[grpc.aio.Server], None]:
    """Return what puts the services on a server."""
    limits, embeddings, scope = settings.limits, libraries.embeddings, settings.scope
    storing = SteadyEmbeddings(embeddings, libraries.builtin)
    changed, seconds = libraries.upkeep.want, limits.rag_seconds
    retrieval = Retrieval(
        libraries.pool,
        embeddings,
        scope=scope,
        limit=limits.retrieved_styles,
        cache_seconds=limits.cache_seconds,
        clock=clock,
    )
    evidence = _evidence(settings, libraries, clock)
    rag = RagServicer(retrieval, evidence, references, seconds=seconds, clock=clock)
    knowledge = KnowledgeServicer(libraries.styles, storing, scope, changed=changed, seconds=seconds, clock=clock)
    notes = NoteServicer(
        libraries.notes,
        Notes(libraries.notes, embeddings, scope),
        storing,
        scope,
        shipped=libraries.shipping.done,
        changed=changed,
        seconds=seconds,
        clock=clock,
    )

    prompts = PromptServicer(Prompts(PromptStore(libraries.pool), scope), libraries.templates)

    def add(server: grpc.aio.Server) -> None:
        rag_pb2_grpc.add_RagServiceServicer_to_server(rag, server)
        knowledge_pb2_grpc.add_KnowledgeServiceServicer_to_server(knowledge, server)
        notes_pb2_grpc.add_NoteServiceServicer_to_server(notes, server)
        prompts_pb2_grpc.add_PromptServiceServicer_to_server(prompts, server)

    return add


def _evidence(settings: RagSettings, libraries: Libraries, clock: Callable[[], float]) -> EvidenceServicer:
    scope, shipped = settings.scope, libraries.shipping.done
    library = LibraryResearch(libraries.notes, libraries.embeddings, libraries.builtin, scope, shipped)
    prompts = Prompts(PromptStore(libraries.pool), scope)
    evidence = Evidence(
        library, libraries.templates, prompts, libraries.web, cache_seconds=settings.limits.cache_seconds, clock=clock
    )
    return EvidenceServicer(evidence, seconds=settings.limits.rag_seconds, clock=clock)


def _references(settings: RagSettings, models: Models, telemetry: Telemetry) -> ReferenceServicer:
    limits, workers = settings.limits, settings.picture_workers
    assets = Assets(open_blob_store(settings.blobs_url))
    tools = Tools(assets, limits.pictures, Workers(workers), workers, models.clock)
    references = References(tools, Kept(limits.cache_seconds, models.clock), models.sight())
    return ReferenceServicer(references, telemetry.errors, seconds=limits.rag_seconds, clock=models.clock)


async def _opened_web(stack: AsyncExitStack, settings: RagSettings, clock: Callable[[], float]) -> WebSearch | None:
    url = settings.web_search_address()
    if not url:
        return None
    # Imported only here: loading the HTTP client takes a while.
    from services.rag.adapters.web_search import opened_search

    return await stack.enter_async_context(opened_search(url, settings.web_search_key, clock))


def _chosen(models: Models, builtin: BuiltinEmbeddings) -> Embeddings:
    model = models.embedding()
    return builtin if model is None else RemoteEmbeddings(model)


def _pace(models: Models) -> Pace:
    """Return a pace that leaves half of the provider's requests to the runs."""
    role = models.configuration.roles.get(Role.EMBEDDING)
    if role is None:
        return Pace()
    return Pace(between=2 * 60 / models.configuration.providers[role.provider].requests_per_minute)


def _beside(stack: AsyncExitStack, work: Coroutine[Any, Any, None]) -> None:
    """Run *work* beside the service, and end it, connections and all, before what it uses is closed."""
    task = asyncio.create_task(work)

    async def end() -> None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    stack.push_async_callback(end)


async def _upkept(shipping: Shipping, upkeep: Upkeep) -> None:
    """Ship what is missing before vectors are looked after: else its first look would find nothing to do."""
    await shipping.begin()
    await upkeep.run()


async def _warm(embeddings: Embeddings) -> None:
    if not embeddings.remote:
        await embeddings.embed(["warm"], math.inf)
    await asyncio.to_thread(segment, "预热")


def _embedder(workers: Workers) -> RunInWorker:
    async def embed(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
        if len(texts) <= THREAD_TEXTS:
            return await asyncio.to_thread(function, texts)
        return await workers.run(function, texts)

    return embed
