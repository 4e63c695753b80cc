"""The embedded system: every service in this process on a private socket, PostgreSQL as a child process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from services.cli.session.addresses import Addresses, RunningSystem
from services.cli.session.data_folder import (
    find_agents_folder,
    find_mcp_servers_file,
    find_models_file,
    open_data_folder,
)
from services.cli.session.database import run_database
from services.cli.session.settings import EmbeddedSettings
from services.cli.session.sockets import socket_folder
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.settings import Environment, ServiceSettings, read_settings
from services.common.telemetry import Telemetry, start_telemetry
from services.common.telemetry.log_file import RotatingLog
from services.common.telemetry.setup import start_logging
from services.common.text.language import Text
from services.critic.bootstrap import run_critic
from services.critic.settings import CriticSettings
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from services.orchestrator.bootstrap import run_orchestrator
from services.orchestrator.settings import OrchestratorSettings
from services.planner.bootstrap import run_planner
from services.planner.settings import PlannerSettings
from services.rag.bootstrap import run_rag
from services.rag.settings import RagSettings

STARTING_DATABASE = Text("正在启动数据库…", "Starting the database…")
STARTING_SERVICES = Text("正在启动各个服务…", "Starting the services…")


@dataclass(frozen=True, slots=True)
class Stores:
    """Stores that the services share, and the files of the user's: models and MCP servers ("" for none), agents."""

    database_url: str
    blobs_url: str
    models: str
    agents_folder: Path | None
    mcp_servers: str


@asynccontextmanager
async def run_embedded(
    data: Path, *, progress: Callable[[Text], None], port: int | None = None, host: str = "127.0.0.1"
) -> AsyncIterator[RunningSystem]:
    """Run the system on the data folder *data* until the context ends; the gateway too where *port* is given.

    Raises DatabaseUnavailable, DatabaseInUse or SettingsInvalid.
    """
    settings = read_settings(EmbeddedSettings)
    data = await asyncio.to_thread(lambda: data.expanduser().absolute())
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(open_data_folder, data)
        logs = await asyncio.to_thread(RotatingLog, data / "reflow.log", settings.log_bytes)
        stack.callback(logs.close)
        start_logging(settings.log_level, logs)
        development = settings.environment is Environment.DEVELOPMENT
        telemetry = start_telemetry("reflow", otlp_endpoint=settings.otlp_endpoint, development=development)
        stack.callback(telemetry.shutdown)
        progress(STARTING_DATABASE)
        database = settings.database_url or await stack.enter_async_context(run_database(data))
        progress(STARTING_SERVICES)
        blobs = settings.blobs_url or (data / "blobs").as_uri()
        # Opened once: all services of this process share the rate limits of their providers.
        shared = read_settings(ServiceSettings, models=await asyncio.to_thread(find_models_file, data))
        models = await stack.enter_async_context(open_registry(shared, telemetry))
        stores = Stores(database, blobs, shared.models, find_agents_folder(data), find_mcp_servers_file(data))
        addresses = await _run_services(stack, stores, telemetry, models)
        url = None if port is None else await _run_gateway(stack, addresses, stores, telemetry, host, port)
        yield RunningSystem(addresses, url)


async def _run_services(
    stack: AsyncExitStack, stores: Stores, telemetry: Telemetry, models: ModelRegistry
) -> Addresses:
    database, blobs = stores.database_url, stores.blobs_url
    sockets = stack.enter_context(socket_folder())
    listen = {name: f"unix:{sockets / name}" for name in ("planner", "rag", "executor", "critic", "orchestrator")}
    await stack.enter_async_context(
        run_planner(
            read_settings(PlannerSettings, listen=listen["planner"], agents_folder=stores.agents_folder),
            telemetry,
            models,
        )
    )
    executor = read_settings(
        ExecutorSettings, listen=listen["executor"], blobs_url=blobs, mcp_servers=stores.mcp_servers
    )
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
    return Addresses(listen["orchestrator"], listen["executor"], listen["rag"], blobs)


async def _run_gateway(
    stack: AsyncExitStack, addresses: Addresses, stores: Stores, telemetry: Telemetry, host: str, port: int
) -> str:
    # Imported only where there is a gateway: it costs `reflow run` half a second.
    from services.gateway.bootstrap import run_gateway
    from services.gateway.settings import GatewaySettings

    settings = read_settings(
        GatewaySettings,
        host=host,
        port=port,
        orchestrator_address=addresses.orchestrator,
        executor_address=addresses.executor,
        rag_address=addresses.rag,
        blobs_url=addresses.blobs,
        agents_folder=stores.agents_folder,
    )
    return await stack.enter_async_context(run_gateway(settings, telemetry))
