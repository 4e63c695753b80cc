"""Wiring of the orchestrator: the only place where its parts are created."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import structlog
from opentelemetry.metrics import Observation
from reflow.v1 import (
    creatives_pb2,
    creatives_pb2_grpc,
    events_pb2,
    graphs_pb2,
    graphs_pb2_grpc,
    orchestrator_pb2,
    orchestrator_pb2_grpc,
    schedules_pb2,
    schedules_pb2_grpc,
    tools_pb2,
    tools_pb2_grpc,
    webhooks_pb2,
    webhooks_pb2_grpc,
)

from services.common.database.migrations import migrate
from services.common.database.pool import Pool, open_pool
from services.common.errors import ReflowError
from services.common.ids import new_id
from services.common.llm.configuration import Role as ModelRole
from services.common.llm.configuration import read_configuration
from services.common.rpc import Server, open_channel, run_service
from services.common.settings import Environment
from services.common.telemetry import Telemetry, names
from services.orchestrator.adapters.advisory_locks import exclusive_locks, shared_locks
from services.orchestrator.adapters.asset_collection import AssetCollection
from services.orchestrator.adapters.dbos.decision import END_EXECUTIONS
from services.orchestrator.adapters.dbos.run_queue import RunQueue
from services.orchestrator.adapters.error_ledgers import MemoryErrorLedger, PostgresErrorLedger
from services.orchestrator.adapters.event_mapper import event_from_proto, event_to_proto
from services.orchestrator.adapters.event_stream import serialize_response
from services.orchestrator.adapters.grpc_roles import Channels, GrpcRoles
from services.orchestrator.adapters.local_scheduler import LocalScheduler
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.adapters.webhooks.grpc_sender import GrpcWebhookSender
from services.orchestrator.domain.admission import Admission
from services.orchestrator.domain.events import RecordedEvent
from services.orchestrator.domain.graph_assistant import GraphAssistant
from services.orchestrator.domain.graph_execution import GraphExecution
from services.orchestrator.domain.image_chat import ImageChat
from services.orchestrator.domain.note.workflow import NoteCreation
from services.orchestrator.domain.remote_models import BUILTIN, RemoteModels
from services.orchestrator.domain.team import AgentTeam
from services.orchestrator.engine.answers import Answers
from services.orchestrator.engine.crash_points import OnCrashPoint, ignore_crash_point
from services.orchestrator.engine.error_ledger import ErrorReports
from services.orchestrator.engine.periodic_tasks import PeriodicTask, run_periodically
from services.orchestrator.engine.remote_tail import RemoteTails
from services.orchestrator.engine.retention import Retention
from services.orchestrator.engine.roles import Roles
from services.orchestrator.engine.run_executor import ExecutorDeps, RunExecutor
from services.orchestrator.engine.run_log import NewRun, RunLog, RunRow
from services.orchestrator.engine.scheduler import CreateExecutor, Scheduler, SchedulerDeps
from services.orchestrator.engine.sessions import Sessions
from services.orchestrator.engine.tail import Tail, Tails
from services.orchestrator.engine.watcher_registry import WatcherRegistry
from services.orchestrator.engine.workflows import Codec, Workflows
from services.orchestrator.engine_parts import Engine, utc_now
from services.orchestrator.graphs.graphs import create_graphs
from services.orchestrator.run_starter import RunStarter
from services.orchestrator.schedules.schedules import create_schedules
from services.orchestrator.servicer import OrchestratorServicer
from services.orchestrator.servicer_creatives import CreativeServicer
from services.orchestrator.servicer_graphs import GraphServicer
from services.orchestrator.servicer_schedules import ScheduleServicer, start_scheduled
from services.orchestrator.servicer_tools import ToolServicer
from services.orchestrator.servicer_webhooks import WebhookServicer
from services.orchestrator.settings import OrchestratorSettings
from services.orchestrator.webhooks.deliveries import DeliveryPolicy
from services.orchestrator.webhooks.webhooks import create_webhooks

if TYPE_CHECKING:
    from services.orchestrator.adapters.dbos.scheduler import DbosScheduler

log = structlog.get_logger("reflow.orchestrator")

ORCHESTRATOR_SERVICE = orchestrator_pb2.DESCRIPTOR.services_by_name["OrchestratorService"].full_name
SERVICES = (
    ORCHESTRATOR_SERVICE,
    creatives_pb2.DESCRIPTOR.services_by_name["CreativeService"].full_name,
    graphs_pb2.DESCRIPTOR.services_by_name["GraphService"].full_name,
    tools_pb2.DESCRIPTOR.services_by_name["ToolService"].full_name,
    webhooks_pb2.DESCRIPTOR.services_by_name["WebhookService"].full_name,
    schedules_pb2.DESCRIPTOR.services_by_name["ScheduleService"].full_name,
)
MIGRATIONS = Path(__file__).parent / "migrations"
SESSION_CLEANUP_SECONDS = 60.0
EXPIRY_SECONDS = 2.0
RETENTION_SECONDS = 30.0
COLLECTION_SECONDS = 3_600.0
ERROR_COUNTS_SECONDS = 1.0
COMPACTION_SECONDS = 3_600.0


@asynccontextmanager
async def run_orchestrator(
    settings: OrchestratorSettings, telemetry: Telemetry, on_crash_point: OnCrashPoint = ignore_crash_point
) -> AsyncIterator[Server]:
    """Serve the orchestrator, and resume unfinished runs, until the context ends.

    Raises DatabaseInUse when another orchestrator has locked the database.
    """
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(migrate, settings.database_url, MIGRATIONS)
        pool = await open_pool(settings.database_url, min_size=2, max_size=settings.pool_size, name="orchestrator")
        stack.push_async_callback(pool.close)
        if settings.scheduler == "local":
            await stack.enter_async_context(_hold_exclusive_lock(settings.database_url))
        channels = await stack.enter_async_context(_open_role_channels(settings))
        roles, collection = GrpcRoles(channels), AssetCollection(pool, channels.executor)
        shared = settings.scheduler == "dbos"
        run_log = PostgresLog(pool, on_crash_point=on_crash_point, ending=END_EXECUTIONS if shared else "")
        engine = create_engine(settings, telemetry, run_log, roles, pool, on_crash_point)
        policy = DeliveryPolicy(settings.webhook_seconds, settings.webhook_backoff)
        webhooks = create_webhooks(pool, GrpcWebhookSender(channels.executor), policy, utc_now, on_crash_point)
        stack.push_async_callback(webhooks.deliveries.stop)
        starter = RunStarter(engine)
        schedules = create_schedules(pool, start_scheduled(starter), utc_now, on_crash_point)
        scheduler = engine.scheduler
        stack.push_async_callback(_flush_errors, engine.errors)
        stack.push_async_callback(scheduler.stop)
        recovered = await scheduler.recover()
        log.info("runs recovered", count=recovered)
        await stack.enter_async_context(
            run_periodically(
                PeriodicTask("clean up sessions", SESSION_CLEANUP_SECONDS, engine.sessions.delete_expired_memory),
                PeriodicTask("answer expired questions", EXPIRY_SECONDS, engine.answers.expire),
                PeriodicTask("delete unused images", COLLECTION_SECONDS, collection.collect),
                PeriodicTask("store error counts", ERROR_COUNTS_SECONDS, engine.errors.flush),
                PeriodicTask("compact error counts", COMPACTION_SECONDS, engine.errors.compact),
                *webhooks.tasks,
                *schedules.tasks,
                *_retention_tasks(settings, engine),
            )
        )
        registration = asyncio.create_task(_register(collection))
        stack.push_async_callback(asyncio.wait, [registration])
        stack.callback(registration.cancel)

        def add(server: grpc.aio.Server) -> None:
            add_servicers(engine, server)
            webhooks_pb2_grpc.add_WebhookServiceServicer_to_server(WebhookServicer(webhooks.registry), server)
            scheduled = ScheduleServicer(schedules.registry, starter)
            schedules_pb2_grpc.add_ScheduleServiceServicer_to_server(scheduled, server)

        server = run_service("orchestrator", SERVICES, add, settings, telemetry, drain=scheduler.stop)
        yield await stack.enter_async_context(server)


async def _register(collection: AssetCollection) -> None:
    try:
        await collection.register()
    except Exception as error:
        log.warning("deployment not registered at its blob store", details=f"{type(error).__name__}: {error}")


def create_engine(
    settings: OrchestratorSettings,
    telemetry: Telemetry,
    run_log: RunLog,
    roles: Roles,
    pool: Pool | None = None,
    on_crash_point: OnCrashPoint = ignore_crash_point,
) -> Engine:
    """Return the engine over *run_log* and *roles*. Without *pool*, which "dbos" requires, errors are not stored."""
    limits = settings.limits
    remote = _read_remote_models(settings)
    codec = Codec(encode=_encode_event, decode=decode_event)
    workflows = Workflows(
        (
            ImageChat(limits, remote),
            NoteCreation(limits, remote),
            GraphAssistant(limits, remote),
            GraphExecution(remote),
            AgentTeam(limits, remote),
        ),
        codec,
        limits.ui_components,
    )
    jitter = random.Random().random  # noqa: S311  # spreads retries, no security purpose
    exposed = settings.environment is Environment.DEVELOPMENT
    graphs = create_graphs(limits, roles, pool, on_crash_point)
    executor_deps = ExecutorDeps(
        run_log, graphs.roles, limits, utc_now, jitter, telemetry.tracer, telemetry.errors, exposed, on_crash_point
    )
    tails, watchers = Tails(), WatcherRegistry()
    create_executor = _executor_factory(workflows, executor_deps)
    deps = SchedulerDeps(run_log, tails, create_executor, watchers, telemetry.tracer, on_crash_point)
    scheduler = _create_scheduler(settings, pool, deps)
    _register_gauges(telemetry, scheduler)
    return Engine(
        log=run_log,
        tails=tails,
        remote_tails=RemoteTails(run_log, tails),
        scheduler=scheduler,
        sessions=Sessions(run_log, limits, utc_now),
        answers=Answers(run_log, workflows, scheduler, utc_now, on_crash_point),
        graphs=graphs,
        watchers=watchers,
        workflows=workflows,
        limits=limits,
        errors=ErrorReports(telemetry.errors, PostgresErrorLedger(pool) if pool else MemoryErrorLedger(), utc_now),
        now=utc_now,
        new_id=new_id,
        expose_details=exposed,
    )


def _executor_factory(workflows: Workflows, deps: ExecutorDeps) -> CreateExecutor:
    async def create_executor(row: RunRow, tail: Tail, new_run: NewRun | None) -> RunExecutor[object]:
        if new_run is not None and new_run.started is not None:
            return workflows.create_executor(row, [new_run.started], len(new_run.payload), tail, deps)
        return await workflows.load_executor(row, tail, deps)

    return create_executor


def _create_scheduler(settings: OrchestratorSettings, pool: Pool | None, deps: SchedulerDeps) -> Scheduler:
    if settings.scheduler == "dbos":
        assert pool is not None, "several orchestrators share a database"
        shared = _create_dbos_scheduler(settings, pool, deps)
        deps.watchers.configure(shared.abandon, shared.is_watched_elsewhere)
        return shared
    local = LocalScheduler(deps, Admission(settings.limits.running, settings.limits.waiting))
    deps.watchers.configure(local.abandon)
    return local


def _create_dbos_scheduler(settings: OrchestratorSettings, pool: Pool, deps: SchedulerDeps) -> "DbosScheduler":
    # Imported here, so that a single orchestrator does not import DBOS, which takes most of a second.
    from services.orchestrator.adapters.dbos.orphan_recovery import OrphanRecovery
    from services.orchestrator.adapters.dbos.runtime import DbosRuntime
    from services.orchestrator.adapters.dbos.scheduler import DbosScheduler

    url, limits = settings.database_url, settings.limits
    queue = RunQueue(pool, limits, on_crash_point=deps.on_crash_point)
    runtime = DbosRuntime(url, new_id(), limits.running, settings.scheduler_poll_seconds)
    orphans = OrphanRecovery(queue, runtime, settings.replica_timeout_seconds)
    return DbosScheduler(deps, queue, runtime, shared_locks(url, runtime.replica_id), orphans)


async def _flush_errors(errors: ErrorReports) -> None:
    """Store the last error counts of this process."""
    try:
        await errors.flush()
    except ReflowError as error:  # the database is gone first
        log.warning("error counts lost", details=error.details)


def _retention_tasks(settings: OrchestratorSettings, engine: Engine) -> tuple[PeriodicTask, ...]:
    if settings.keep_runs_days is None:
        return ()
    retention = Retention(engine.log, settings.keep_runs_days, settings.limits, engine.now)
    return (PeriodicTask("delete old runs", RETENTION_SECONDS, retention.delete_old_runs),)


def _read_remote_models(settings: OrchestratorSettings) -> RemoteModels:
    configuration = read_configuration(settings.models)
    default = configuration.images.default
    others = (name for name in (BUILTIN, *configuration.engines) if name != default)
    roles = configuration.roles
    return RemoteModels(
        roles=bool(roles),
        default_image=default != BUILTIN,
        engines=(default, *others) if settings.models else None,
        writer=ModelRole.WRITER in roles,
    )


def decode_event(payload: bytes) -> RecordedEvent:
    """Return the event that the log stores as *payload*."""
    return event_from_proto(events_pb2.RunEvent.FromString(payload))


def _encode_event(row: RunRow, event: RecordedEvent) -> bytes:
    return event_to_proto(row.run_id, row.session_id, event).SerializeToString()


def _register_gauges(telemetry: Telemetry, scheduler: Scheduler) -> None:
    def running(_: object) -> list[Observation]:
        return [Observation(scheduler.running)]

    def waiting(_: object) -> list[Observation]:
        return [Observation(scheduler.waiting)]

    telemetry.meter.create_observable_gauge(names.RUNS_RUNNING, [running])
    telemetry.meter.create_observable_gauge(names.RUNS_WAITING, [waiting])


@asynccontextmanager
async def _hold_exclusive_lock(url: str) -> AsyncIterator[None]:
    """Exclude other orchestrators. The epoch fence guarantees correctness; the lock gives an early error.

    Raises DatabaseInUse.
    """
    locks = exclusive_locks(url)
    try:
        await locks.acquire()
        yield
    finally:
        await locks.close()


@asynccontextmanager
async def _open_role_channels(settings: OrchestratorSettings) -> AsyncIterator[Channels]:
    channels = Channels(
        planner=open_channel(settings.planner_address, settings.tls_folder),
        rag=open_channel(settings.rag_address, settings.tls_folder),
        executor=open_channel(settings.executor_address, settings.tls_folder),
        critic=open_channel(settings.critic_address, settings.tls_folder),
    )
    try:
        yield channels
    finally:
        for channel in (channels.planner, channels.rag, channels.executor, channels.critic):
            await channel.close()


def add_servicers(engine: Engine, server: grpc.aio.Server) -> None:
    """Register the services of the orchestrator on *server*."""
    servicer = OrchestratorServicer(engine)
    orchestrator_pb2_grpc.add_OrchestratorServiceServicer_to_server(servicer, server)
    watch_run = grpc.unary_stream_rpc_method_handler(
        servicer.WatchRun,
        request_deserializer=orchestrator_pb2.WatchRunRequest.FromString,
        response_serializer=serialize_response,
    )
    start_and_watch_run = grpc.unary_stream_rpc_method_handler(
        servicer.StartAndWatchRun,
        request_deserializer=orchestrator_pb2.StartRunRequest.FromString,
        response_serializer=serialize_response,
    )
    server.add_registered_method_handlers(  # replaces the generated ones
        ORCHESTRATOR_SERVICE, {"WatchRun": watch_run, "StartAndWatchRun": start_and_watch_run}
    )
    creatives = CreativeServicer(engine.log, engine.workflows, engine.limits, expose_details=engine.expose_details)
    creatives_pb2_grpc.add_CreativeServiceServicer_to_server(creatives, server)
    graphs = GraphServicer(engine.graphs.store, engine.graphs.editor, engine.graphs.watch)
    graphs_pb2_grpc.add_GraphServiceServicer_to_server(graphs, server)
    tools_pb2_grpc.add_ToolServiceServicer_to_server(ToolServicer(), server)
