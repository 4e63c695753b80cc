"""Where the orchestrator is wired, and nowhere else."""

import asyncio
import random
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import structlog
from opentelemetry.metrics import Observation
from reflow.v1 import creatives_pb2, creatives_pb2_grpc, events_pb2, orchestrator_pb2, orchestrator_pb2_grpc

from services.common.database.migrating import migrate
from services.common.database.pool import Pool, open_pool
from services.common.models.configuration import Role as ModelRole
from services.common.models.configuration import read_configuration
from services.common.serving import Server, open_channel, serving
from services.common.settings import Environment
from services.common.telemetry import Telemetry, names
from services.orchestrator.adapters.events_codec import event_message, recorded
from services.orchestrator.adapters.grpc_roles import Channels, GrpcRoles
from services.orchestrator.adapters.local_driving import LocalDriving
from services.orchestrator.adapters.postgres_log import PostgresLog
from services.orchestrator.adapters.replicas import one_of_several, only_driver
from services.orchestrator.adapters.shared_queue import SharedQueue
from services.orchestrator.domain.admission import Admission
from services.orchestrator.domain.events import Recorded
from services.orchestrator.domain.image_chat import ImageChat
from services.orchestrator.domain.note.workflow import NoteCreation
from services.orchestrator.domain.remote import BUILTIN, RemoteModels
from services.orchestrator.engine.answering import Answering
from services.orchestrator.engine.attendance import Attendance
from services.orchestrator.engine.crash_points import Reached, pass_by
from services.orchestrator.engine.drive import Drive, Surroundings
from services.orchestrator.engine.driving import Driving, DrivingParts
from services.orchestrator.engine.following import Following
from services.orchestrator.engine.log import RunLog, RunRow
from services.orchestrator.engine.retention import Retention
from services.orchestrator.engine.roles import Roles
from services.orchestrator.engine.sessions import Sessions
from services.orchestrator.engine.tail import Tail, Tails
from services.orchestrator.engine.upkeep import Duty, upkeep
from services.orchestrator.engine.workflows import Codec, Workflows
from services.orchestrator.servicer import Engine, OrchestratorServicer, utc_now
from services.orchestrator.servicer_creatives import CreativeServicer
from services.orchestrator.settings import OrchestratorSettings

if TYPE_CHECKING:
    from services.orchestrator.adapters.dbos_driving import DbosDriving

log = structlog.get_logger("reflow.orchestrator")

SERVICES = (
    orchestrator_pb2.DESCRIPTOR.services_by_name["OrchestratorService"].full_name,
    creatives_pb2.DESCRIPTOR.services_by_name["CreativeService"].full_name,
)
MIGRATIONS = Path(__file__).parent / "migrations"
FORGET_EVERY_SECONDS = 60.0
EXPIRE_EVERY_SECONDS = 2.0
RETIRE_EVERY_SECONDS = 30.0


@asynccontextmanager
async def run_orchestrator(
    settings: OrchestratorSettings, telemetry: Telemetry, reached: Reached = pass_by
) -> AsyncIterator[Server]:
    """Serve the orchestrator, runs taken up again, until the context ends; *reached* hears of each crash point.

    Raises AnotherDriver when another one holds the database.
    """
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(migrate, settings.database_url, MIGRATIONS)
        pool = await open_pool(settings.database_url, min_size=2, max_size=settings.pool_size, name="orchestrator")
        stack.push_async_callback(pool.close)
        if settings.driving == "local":
            await stack.enter_async_context(_alone(settings.database_url))
        roles = GrpcRoles(await stack.enter_async_context(_role_channels(settings)))
        run_log = PostgresLog(pool, reached=reached)
        engine, driving = make_engine(settings, telemetry, run_log, roles, pool, reached)
        stack.push_async_callback(driving.stop)
        taken_up = await driving.recover()
        log.info("runs taken up", count=taken_up)
        await stack.enter_async_context(
            upkeep(
                Duty("forget expired sessions", FORGET_EVERY_SECONDS, engine.sessions.forget),
                Duty("answer expired questions", EXPIRE_EVERY_SECONDS, engine.answering.expire),
                *_retention(settings, engine),
            )
        )
        served = serving("orchestrator", SERVICES, _add(engine), settings, telemetry, drain=driving.stop)
        yield await stack.enter_async_context(served)


def make_engine(
    settings: OrchestratorSettings,
    telemetry: Telemetry,
    run_log: RunLog,
    roles: Roles,
    pool: Pool | None = None,
    reached: Reached = pass_by,
) -> tuple[Engine, Driving]:
    """Return the engine over *run_log* and *roles*, and the driving it uses; for several, that is on *pool*."""
    limits = settings.limits
    codec = Codec(encode=_encode, decode=recorded_of)
    remote = _remote_models(settings)
    kinds = (ImageChat(limits, remote), NoteCreation(limits, remote))
    workflows = Workflows(kinds, codec, limits.ui_components)
    jitter = random.Random().random  # noqa: S311  # spreads retries, protects nothing
    world = Surroundings(run_log, roles, limits, utc_now, jitter, telemetry.tracer, telemetry.errors, reached)
    tails, attendance = Tails(), Attendance()

    async def make_drive(row: RunRow, tail: Tail) -> Drive[object]:
        if row.last_sequence == 1 and (first := tail.after(0, 1) if tail.base == 0 else []):
            return workflows.drive(row, first, tail, world)
        return await workflows.make_drive(row, tail, world)

    parts = DrivingParts(run_log, tails, make_drive, attendance, telemetry.tracer, reached)
    driving: Driving
    if settings.driving == "dbos":
        assert pool is not None, "several orchestrators share a database"
        driving = shared = _shared_driving(settings, pool, parts)
        attendance.abandon_with(driving.abandon, shared.watched_elsewhere)
    else:
        driving = LocalDriving(parts, Admission(limits.running, limits.waiting))
        attendance.abandon_with(driving.abandon)
    _observe(telemetry, driving)
    exposed = settings.environment is Environment.DEVELOPMENT
    sessions = Sessions(run_log, limits, utc_now)
    answering = Answering(run_log, workflows, driving, utc_now, reached)
    engine = Engine(
        log=run_log,
        tails=tails,
        following=Following(run_log, tails),
        driving=driving,
        sessions=sessions,
        answering=answering,
        attendance=attendance,
        workflows=workflows,
        limits=limits,
        errors=telemetry.errors,
        now=utc_now,
        new_id=_new_id,
        expose_details=exposed,
    )
    return engine, driving


def _shared_driving(settings: OrchestratorSettings, pool: Pool, parts: DrivingParts) -> "DbosDriving":
    # Here alone, so that one orchestrator that drives by itself does not load DBOS, which takes most of a second.
    from services.orchestrator.adapters.dbos_driving import DbosDriving
    from services.orchestrator.adapters.dbos_runtime import DbosRuntime
    from services.orchestrator.adapters.lost_drives import LostDrives

    url, limits = settings.database_url, settings.limits
    queue = SharedQueue(pool, limits, reached=parts.reached)
    runtime = DbosRuntime(url, _new_id(), limits.running, settings.driving_poll_seconds)
    lost = LostDrives(queue, runtime, settings.replica_patience_seconds)
    return DbosDriving(parts, queue, runtime, one_of_several(url, runtime.replica_id), lost)


def _retention(settings: OrchestratorSettings, engine: Engine) -> tuple[Duty, ...]:
    if settings.keep_runs_days is None:
        return ()
    retention = Retention(engine.log, settings.keep_runs_days, settings.limits, engine.now)
    return (Duty("delete old runs", RETIRE_EVERY_SECONDS, retention.retire),)


def _remote_models(settings: OrchestratorSettings) -> RemoteModels:
    configuration = read_configuration(settings.models)
    default = configuration.images.default
    others = (name for name in (BUILTIN, *configuration.images.engines) if name != default)
    engines = (default, *others) if settings.models else None
    roles = configuration.roles
    return RemoteModels(
        roles=bool(roles),
        default_image=default != BUILTIN,
        engines=engines,
        planner=ModelRole.PLANNER in roles,
        writer=ModelRole.WRITER in roles,
    )


def recorded_of(payload: bytes) -> Recorded:
    """Return the event that *payload* holds."""
    return recorded(events_pb2.RunEvent.FromString(payload))


def _encode(row: RunRow, event: Recorded) -> bytes:
    return event_message(row.run_id, row.session_id, event).SerializeToString()


def _new_id() -> str:
    return str(uuid.uuid4())


def _observe(telemetry: Telemetry, driving: Driving) -> None:
    def running(_: object) -> list[Observation]:
        return [Observation(driving.running)]

    def waiting(_: object) -> list[Observation]:
        return [Observation(driving.waiting)]

    telemetry.meter.create_observable_gauge(names.RUNS_RUNNING, [running])
    telemetry.meter.create_observable_gauge(names.RUNS_WAITING, [waiting])


@asynccontextmanager
async def _alone(url: str) -> AsyncIterator[None]:
    """Be the only one that drives. The epoch fence is what guarantees; this spares the surprise.

    Raises AnotherDriver.
    """
    locks = only_driver(url)
    try:
        await locks.hold()
        yield
    finally:
        await locks.close()


@asynccontextmanager
async def _role_channels(settings: OrchestratorSettings) -> AsyncIterator[Channels]:
    channels = Channels(
        planner=open_channel(settings.planner_address),
        rag=open_channel(settings.rag_address),
        executor=open_channel(settings.executor_address),
        critic=open_channel(settings.critic_address),
    )
    try:
        yield channels
    finally:
        for channel in (channels.planner, channels.rag, channels.executor, channels.critic):
            await channel.close()


def _add(engine: Engine) -> Callable[[grpc.aio.Server], None]:
    def add(server: grpc.aio.Server) -> None:
        orchestrator_pb2_grpc.add_OrchestratorServiceServicer_to_server(OrchestratorServicer(engine), server)
        creatives = CreativeServicer(engine.log, engine.workflows, engine.limits, expose_details=engine.expose_details)
        creatives_pb2_grpc.add_CreativeServiceServicer_to_server(creatives, server)

    return add
