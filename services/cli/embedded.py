"""The whole system in this process: PostgreSQL beside it, every service on a private socket, all talking gRPC."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from services.cli.opening import models_file
from services.cli.settings import EmbeddedSettings
from services.common.database.embedded import embedded_postgres
from services.common.language import Text
from services.common.models.opening import Models, opened
from services.common.settings import ServiceSettings, read_settings
from services.common.telemetry import Telemetry, start_telemetry
from services.common.telemetry.setup import start_logging
from services.critic.bootstrap import run_critic
from services.critic.settings import CriticSettings
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from services.orchestrator.bootstrap import run_orchestrator
from services.orchestrator.settings import OrchestratorSettings
from services.planner.bootstrap import run_planner
from services.planner.settings import PlannerSettings
from services.rag.adapters.embeddings import embed_texts
from services.rag.bootstrap import run_rag
from services.rag.settings import RagSettings

STARTING_DATABASE = Text("正在启动数据库…", "Starting the database…")
STARTING_SERVICES = Text("正在启动各个服务…", "Starting the services…")


@dataclass(frozen=True, slots=True)
class Stores:
    """What the services share: the database, the blob store, and the file that configures models ("" for none)."""

    database_url: str
    blobs_url: str
    models: str


@dataclass(frozen=True, slots=True)
class System:
    """Where the running system can be reached: gRPC addresses, the gateway's URL, the blob store's."""

    orchestrator: str
    executor: str
    rag: str
    url: str | None
    blobs: str


@asynccontextmanager
async def run_embedded(
    data: Path, *, progress: Callable[[Text], None], port: int | None = None, host: str = "127.0.0.1"
) -> AsyncIterator[System]:
    """Run everything on what lies in *data* until the context ends; the gateway too when *port* is given.

    Raises DatabaseUnavailable, AnotherDriver or SettingsInvalid, each saying what to do.
    """
    settings = read_settings(EmbeddedSettings)
    data = await asyncio.to_thread(lambda: data.expanduser().absolute())
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(data.mkdir, parents=True, exist_ok=True)
        logs = await asyncio.to_thread((data / "reflow.log").open, "a", encoding="utf-8")
        stack.callback(logs.close)
        start_logging(settings.log_level, logs)
        telemetry = start_telemetry("reflow", otlp_endpoint=settings.otlp_endpoint)
        stack.callback(telemetry.shutdown)
        progress(STARTING_DATABASE)
        if not await asyncio.to_thread((data / "postgres").exists):
            # A new style library is embedded before anything runs: its model is loaded beside the database's
            # first start. Later on the rag loads it by itself, behind the first events.
            model = asyncio.create_task(asyncio.to_thread(embed_texts, [""]))
            stack.callback(model.cancel)
        database = settings.database_url or await stack.enter_async_context(embedded_postgres(data / "postgres"))
        progress(STARTING_SERVICES)
        blobs = settings.blobs_url or (data / "blobs").as_uri()
        # Opened once: all services of this process share the rate limits of their providers.
        shared = read_settings(ServiceSettings, models=await asyncio.to_thread(models_file, data))
        models = await stack.enter_async_context(opened(shared, telemetry))
        system = await _run_services(stack, Stores(database, blobs, shared.models), telemetry, models)
        if port is not None:
            url = await _run_gateway(stack, system, telemetry, host, port)
            system = System(system.orchestrator, system.executor, system.rag, url, system.blobs)
        yield system


async def _run_services(stack: AsyncExitStack, stores: Stores, telemetry: Telemetry, models: Models) -> System:
    database, blobs = stores.database_url, stores.blobs_url
    sockets = _socket_folder(stack)
    listen = {name: f"unix:{sockets / name}" for name in ("planner", "rag", "executor", "critic", "orchestrator")}
    await stack.enter_async_context(
        run_planner(read_settings(PlannerSettings, listen=listen["planner"]), telemetry, models)
    )
    executor = read_settings(ExecutorSettings, listen=listen["executor"], blobs_url=blobs)
    await stack.enter_async_context(run_executor(executor, telemetry, models))
    critic = read_settings(CriticSettings, listen=listen["critic"], blobs_url=blobs)
    await stack.enter_async_context(run_critic(critic, telemetry, models))
    rag = read_settings(RagSettings, listen=listen["rag"], database_url=database, blobs_url=blobs)
    await stack.enter_async_context(run_rag(rag, telemetry, models))
    orchestrator = read_settings(
        OrchestratorSettings,
        listen=listen["orchestrator"],
        database_url=database,
        planner_address=listen["planner"],
        rag_address=listen["rag"],
        executor_address=listen["executor"],
        critic_address=listen["critic"],
        models=stores.models,
    )
    await stack.enter_async_context(run_orchestrator(orchestrator, telemetry))
    return System(listen["orchestrator"], listen["executor"], listen["rag"], None, blobs)


async def _run_gateway(stack: AsyncExitStack, system: System, telemetry: Telemetry, host: str, port: int) -> str:
    # Imported only where there is a gateway: it costs `reflow run` half a second.
    from services.gateway.bootstrap import run_gateway
    from services.gateway.settings import GatewaySettings

    settings = read_settings(
        GatewaySettings,
        host=host,
        port=port,
        orchestrator_address=system.orchestrator,
        executor_address=system.executor,
        rag_address=system.rag,
        blobs_url=system.blobs,
    )
    return await stack.enter_async_context(run_gateway(settings, telemetry))


def _socket_folder(stack: AsyncExitStack) -> Path:
    """Return a private folder with a path short enough for a socket (103 bytes on macOS)."""
    folder = Path(tempfile.mkdtemp(prefix="reflow-"))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    return folder
