"""Composition root of the rag service."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import structlog
from reflow.v1 import (
    knowledge_pb2,
    knowledge_pb2_grpc,
    nodes_pb2,
    nodes_pb2_grpc,
    notes_pb2,
    notes_pb2_grpc,
    prompts_pb2,
    prompts_pb2_grpc,
    rag_pb2,
    rag_pb2_grpc,
)

from services.common.blobs import open_blob_store
from services.common.cancellation import cancel_tasks
from services.common.database.migrations import migrate
from services.common.database.pool import Pool, open_pool
from services.common.llm.configuration import ImageKind, Role
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.rpc import Server, run_service
from services.common.rpc.deferred_use_case import DeferredUseCase
from services.common.rpc.step_rpc import UseCase
from services.common.telemetry import Telemetry
from services.common.worker_pool.pool import WorkerPool
from services.rag.adapters.embeddings import (
    BuiltinEmbeddings,
    Embeddings,
    FallbackEmbeddings,
    RemoteEmbeddings,
    RunInWorker,
    Vectors,
)
from services.rag.adapters.nodes.store import NodeStore
from services.rag.adapters.note_store import NoteStore
from services.rag.adapters.prompt_store import PromptStore
from services.rag.adapters.seed_data import (
    ensure_node_types,
    ensure_notes,
    ensure_styles,
    ensure_templates,
    load_name_corrections,
)
from services.rag.adapters.style_store import StyleStore
from services.rag.adapters.template_store import TemplateStore
from services.rag.application.libraries.note_library import NoteLibrary
from services.rag.application.libraries.prompt_library import PromptLibrary, TemplateLibrary
from services.rag.application.libraries.style_library import StyleLibrary
from services.rag.application.nodes.import_nodes import ImportNodes
from services.rag.application.nodes.retrieval import NodeRetrieval
from services.rag.application.nodes.search_nodes import SearchNodes
from services.rag.application.note_statistics import NoteStatistics
from services.rag.application.preparation import Prepared
from services.rag.application.rank_candidates import RankCandidates
from services.rag.application.reembedder import Reembedder, ReindexPace
from services.rag.application.seed_task import SeedTask
from services.rag.application.supervisor_tools import LoadPrompts, SelectTemplates, SupervisorTool
from services.rag.domain.full_text import segment
from services.rag.servicer import RagServicer
from services.rag.servicer_knowledge import KnowledgeServicer
from services.rag.servicer_nodes import NodeServicer
from services.rag.servicer_notes import NoteServicer
from services.rag.servicer_prompts import PromptServicer
from services.rag.settings import RagSettings

if TYPE_CHECKING:
    from services.rag.application.evidence_research import WebSearch

log = structlog.get_logger("reflow.rag")

SERVICES = (
    rag_pb2.DESCRIPTOR.services_by_name["RagService"].full_name,
    knowledge_pb2.DESCRIPTOR.services_by_name["KnowledgeService"].full_name,
    notes_pb2.DESCRIPTOR.services_by_name["NoteService"].full_name,
    prompts_pb2.DESCRIPTOR.services_by_name["PromptService"].full_name,
    nodes_pb2.DESCRIPTOR.services_by_name["NodeService"].full_name,
)
MIGRATIONS = Path(__file__).parent / "migrations"
# A query takes about a millisecond in a thread; a large import would block the interpreter for seconds.
MAX_THREAD_TEXTS = 128
SEED_DELAY_SECONDS = 2.0
"""A command that starts the system for one image needs none of these libraries, and should not wait for them."""
CATALOG_SECONDS = 60.0
"""A ComfyUI server reads its model folders to respond, and sends up to tens of megabytes."""


@asynccontextmanager
async def run_rag(
    settings: RagSettings, telemetry: Telemetry, shared: ModelRegistry | None = None
) -> AsyncIterator[Server]:
    """Serve retrieval and the libraries, with seed data, until the context ends.

    *shared*: the models of this process; opened here if None. No remote model is called during the start.
    """
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(migrate, settings.database_url, MIGRATIONS)
        models = await stack.enter_async_context(open_registry(settings, telemetry, shared))
        seconds = settings.limits.rag_seconds
        pool = await open_pool(
            settings.database_url, min_size=1, max_size=settings.pool_size, name="rag", statement_timeout=seconds
        )
        stack.push_async_callback(pool.close)
        workers = WorkerPool(settings.workers, memory_bytes=settings.limits.worker_bytes)
        store, builtin = StyleStore(pool), BuiltinEmbeddings(_build_embed_function(workers))
        embeddings = _choose_embeddings(models, builtin)
        # The libraries that a first run needs take a second to load: load them now, in the background.
        warm_up = SeedTask("embedding model", lambda: _warm_up(embeddings))
        _run_in_background(stack, warm_up.run())
        added = await ensure_styles(store, builtin)
        await store.use_model(embeddings.name)
        log.info("style library ready", added=added, embeddings=embeddings.name)
        notes, node_store = NoteStore(pool), NodeStore(pool)
        # The start waits neither for the notes nor for the node types, as image chats do not need them: calls that
        # need them wait.
        note_seed = SeedTask("notes", lambda: ensure_notes(notes, builtin))
        node_seed = SeedTask("node types", lambda: ensure_node_types(node_store, builtin))
        template_store = TemplateStore(pool)
        template_seed = SeedTask("templates", lambda: ensure_templates(template_store))
        templates = TemplateLibrary(template_store, settings.scope, template_seed.wait)
        reembedder = Reembedder(
            settings.database_url, (store, notes, node_store), embeddings, models.clock, _build_reindex_pace(models)
        )
        web = await _open_web_search(stack, settings, models.clock)
        seeds = Seeds(warm_up, note_seed, template_seed)
        nodes = NodeLibrary(node_store, node_seed, workers, _list_comfyui_servers(models))
        libraries = Libraries(pool, store, notes, templates, nodes, embeddings, builtin, seeds, reembedder, web)
        references = DeferredUseCase(lambda: _build_references(settings, models, telemetry))
        register = _build_servicers(settings, libraries, references, telemetry, models.clock)
        server = await stack.enter_async_context(run_service("rag", SERVICES, register, settings, telemetry))
        _run_in_background(stack, _seed_and_reembed((template_seed, note_seed, node_seed), reembedder))
        yield server


@dataclass(frozen=True, slots=True)
class Seeds:
    """Data that is loaded and seeded after the start: a step that needs it waits for it."""

    model: SeedTask
    notes: SeedTask
    templates: SeedTask


@dataclass(frozen=True, slots=True)
class NodeLibrary:
    """The node knowledge: its store, the task that seeds it, the workers that parse imports, known ComfyUI servers."""

    store: NodeStore
    seed: SeedTask
    workers: WorkerPool
    comfyui_servers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Libraries:
    """Dependencies of the servicers: stores, embeddings, and the tasks that seed and reindex them."""

    pool: Pool
    styles: StyleStore
    notes: NoteStore
    templates: TemplateLibrary
    nodes: NodeLibrary
    embeddings: Embeddings
    builtin: BuiltinEmbeddings
    seeds: Seeds
    reembedder: Reembedder
    web: "WebSearch | None"


def _build_servicers(
    settings: RagSettings,
    libraries: Libraries,
    references: UseCase,
    telemetry: Telemetry,
    clock: Callable[[], float],
) -> Callable[[grpc.aio.Server], None]:
    """Return the function that registers the services on a server."""
    limits, embeddings, scope = settings.limits, libraries.embeddings, settings.scope
    fallback = FallbackEmbeddings(embeddings, libraries.builtin)
    on_change, seconds = libraries.reembedder.request, limits.rag_seconds
    prompt_library = PromptLibrary(PromptStore(libraries.pool), scope)
    tool = SupervisorTool(seconds=seconds, clock=clock)
    seeds = libraries.seeds
    node_retrieval = NodeRetrieval(libraries.nodes.store, embeddings, scope, libraries.nodes.seed.wait)
    rag = RagServicer(
        Prepared(DeferredUseCase(lambda: _build_styles(settings, libraries, telemetry, clock)), seeds.model),
        Prepared(
            DeferredUseCase(lambda: _build_evidence(settings, libraries, telemetry, clock)), seeds.model, seeds.notes
        ),
        references,
        LoadPrompts(prompt_library, tool),
        Prepared(SelectTemplates(libraries.templates, tool), seeds.templates),
        Prepared(
            SearchNodes(node_retrieval, telemetry.errors, seconds=seconds, clock=clock),
            seeds.model,
            libraries.nodes.seed,
        ),
        Prepared(RankCandidates(libraries.builtin), seeds.model),
    )
    styles = StyleLibrary(libraries.styles, fallback, scope, on_change)
    knowledge = KnowledgeServicer(styles, seconds=seconds, clock=clock)
    notes = NoteServicer(
        NoteLibrary(libraries.notes, fallback, scope, on_change),
        NoteStatistics(libraries.notes, embeddings, scope),
        wait_for_seed=seeds.notes.wait,
        seconds=seconds,
        clock=clock,
    )

    prompts = PromptServicer(prompt_library, libraries.templates)
    nodes = NodeServicer(
        libraries.nodes.store,
        node_retrieval,
        _build_node_import(settings, libraries.nodes, fallback, on_change),
        scope,
        wait_for_seed=libraries.nodes.seed.wait,
        seconds=seconds,
        clock=clock,
    )

    def register(server: grpc.aio.Server) -> None:
        rag_pb2_grpc.add_RagServiceServicer_to_server(rag, server)
        knowledge_pb2_grpc.add_KnowledgeServiceServicer_to_server(knowledge, server)
        notes_pb2_grpc.add_NoteServiceServicer_to_server(notes, server)
        prompts_pb2_grpc.add_PromptServiceServicer_to_server(prompts, server)
        nodes_pb2_grpc.add_NodeServiceServicer_to_server(nodes, server)

    return register


def _build_node_import(
    settings: RagSettings, nodes: NodeLibrary, embeddings: FallbackEmbeddings, on_change: Callable[[], None]
) -> ImportNodes:
    max_bytes = settings.limits.node_catalog_bytes

    async def fetch(url: str) -> bytes:
        # Imported only if needed: loading the HTTP client takes a while.
        from services.rag.adapters.nodes.object_info import fetch_object_info

        return await fetch_object_info(url, nodes.comfyui_servers, max_bytes=max_bytes, seconds=CATALOG_SECONDS)

    return ImportNodes(
        nodes.store,
        embeddings,
        settings.scope,
        parse=nodes.workers.run,
        fetch=fetch,
        max_bytes=max_bytes,
        on_change=on_change,
    )


def _list_comfyui_servers(models: ModelRegistry) -> tuple[str, ...]:
    """Return the addresses of the ComfyUI servers that the operator has configured as image engines."""
    engines = models.configuration.images.engines.values()
    return tuple(engine.base_url for engine in engines if engine.kind is ImageKind.COMFYUI)


def _build_styles(
    settings: RagSettings, libraries: Libraries, telemetry: Telemetry, clock: Callable[[], float]
) -> UseCase:
    from services.rag.application.retrieve_styles import RetrieveStyles
    from services.rag.application.style_search import StyleSearch

    limits = settings.limits
    retrieval = StyleSearch(
        libraries.pool,
        libraries.embeddings,
        scope=settings.scope,
        limit=limits.retrieved_styles,
        cache_seconds=limits.cache_seconds,
        clock=clock,
    )
    return RetrieveStyles(retrieval, load_name_corrections(), telemetry.errors, seconds=limits.rag_seconds, clock=clock)


def _build_evidence(
    settings: RagSettings, libraries: Libraries, telemetry: Telemetry, clock: Callable[[], float]
) -> UseCase:
    from services.rag.application.evidence_research import EvidenceResearch
    from services.rag.application.gather_evidence import GatherEvidence
    from services.rag.application.library_research import LibraryResearch

    scope, wait_for_seed = settings.scope, libraries.seeds.notes.wait
    library = LibraryResearch(libraries.notes, libraries.embeddings, libraries.builtin, scope, wait_for_seed)
    research = EvidenceResearch(library, libraries.web, cache_seconds=settings.limits.cache_seconds, clock=clock)
    return GatherEvidence(research, telemetry.errors, seconds=settings.limits.rag_seconds, clock=clock)


def _build_references(settings: RagSettings, models: ModelRegistry, telemetry: Telemetry) -> UseCase:
    from services.rag.adapters.asset_reader import AssetReader
    from services.rag.application.analyze_references import AnalyzeReferences
    from services.rag.application.cached_analysis import CachedAnalysis
    from services.rag.application.image_pipeline import PipelineDeps
    from services.rag.application.reference_analysis import AnalysisCache

    limits, workers = settings.limits, settings.image_workers
    assets = AssetReader(open_blob_store(settings.blobs_url))
    deps = PipelineDeps(assets, limits.images, _open_image_workers(settings), workers, models.clock)
    analysis = CachedAnalysis(deps, AnalysisCache(limits.cache_seconds, models.clock), models.vision())
    return AnalyzeReferences(analysis, telemetry.errors, seconds=limits.rag_seconds, clock=models.clock)


def _open_image_workers(settings: RagSettings) -> WorkerPool:
    return WorkerPool(settings.image_workers, memory_bytes=settings.limits.worker_bytes)


async def _open_web_search(
    stack: AsyncExitStack, settings: RagSettings, clock: Callable[[], float]
) -> "WebSearch | None":
    url = settings.validate_web_search_url()
    if not url:
        return None
    # Imported only if needed: loading the HTTP client takes a while.
    from services.rag.adapters.web_search import open_search

    return await stack.enter_async_context(open_search(url, settings.web_search_key, clock))


def _choose_embeddings(models: ModelRegistry, builtin: BuiltinEmbeddings) -> Embeddings:
    model = models.embedding()
    return builtin if model is None else RemoteEmbeddings(model)


def _build_reindex_pace(models: ModelRegistry) -> ReindexPace:
    """Return a pace that leaves half of the provider's rate limit to the runs."""
    role = models.configuration.roles.get(Role.EMBEDDING)
    if role is None:
        return ReindexPace()
    return ReindexPace(between=2 * 60 / models.configuration.providers[role.provider].requests_per_minute)


def _run_in_background(stack: AsyncExitStack, work: Coroutine[Any, Any, None]) -> None:
    """Run *work* in the background, and cancel it before its dependencies are closed."""
    task = asyncio.create_task(work)

    async def stop() -> None:
        await cancel_tasks(task)

    stack.push_async_callback(stop)


async def _seed_and_reembed(seeds: Sequence[SeedTask], reembedder: Reembedder) -> None:
    """Seed the libraries before reindexing starts, so that its first pass includes them."""
    await asyncio.sleep(SEED_DELAY_SECONDS)
    for seed in seeds:
        await seed.run()
    await reembedder.run()


async def _warm_up(embeddings: Embeddings) -> int:
    # Concurrently: the dictionary is loaded with the interpreter's lock held, most of the model without it.
    loading = asyncio.to_thread(segment, "预热")
    if embeddings.remote:
        await loading
    else:
        await asyncio.gather(loading, embeddings.embed(["warm"], math.inf))
    return 0


def _build_embed_function(workers: WorkerPool) -> RunInWorker:

    async def embed(function: Callable[[list[str]], Vectors], texts: list[str]) -> Vectors:
        if len(texts) <= MAX_THREAD_TEXTS:
            return await asyncio.to_thread(function, texts)
        return await workers.run(function, texts)

    return embed
