"""The services of the embedded system."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from services.cli.errors import CommandFailed
from services.cli.session.addresses import Addresses, RunningSystem
from services.cli.session.data_folder import find_agents_folder, find_models_file
from services.cli.session.settings import EmbeddedSettings
from services.common.cancellation import cancel_tasks
from services.common.llm.registry import ModelRegistry, open_registry
from services.common.rpc.deferred_use_case import load_use_cases_in_background
from services.common.settings import Environment, ServiceSettings, read_settings
from services.common.telemetry import Telemetry, start_telemetry
from services.common.telemetry.log_file import RotatingLog
from services.common.telemetry.setup import start_logging
from services.common.text.language import Text
from services.common.worker_pool.pool import WorkerPool
from services.critic.bootstrap import run_critic
from services.critic.settings import CriticSettings
from services.executor.bootstrap import run_executor
from services.executor.settings import ExecutorSettings
from services.orchestrator.bootstrap import run_orchestrator
from services.orchestrator.engine.scheduler import DatabaseInUse
from services.orchestrator.settings import OrchestratorSettings
from services.planner.bootstrap import run_planner
from services.planner.settings import PlannerSettings
from services.rag.bootstrap import run_rag
from services.rag.settings import RagSettings


@dataclass(frozen=True, slots=True)
class SystemDeps:
    """Dependencies of the services: the data folder, the database's URL, the folder of sockets, the workers."""

    data: Path
    database_url: str
    sockets: Path
    workers: WorkerPool

    def listen(self, service: str) -> str:
        """Return the address of *service*."""
        return f"unix:{self.sockets / service}"


@asynccontextmanager
async def run_services(
    settings: EmbeddedSettings, executor: ExecutorSettings, deps: SystemDeps, host: str, port: int | None
) -> AsyncIterator[RunningSystem]:
    """Run the services, the executor with the settings *executor*, until the context ends.

    The gateway runs too where *port* is given. Raises CommandFailed, DatabaseUnavailable or SettingsInvalid.
    """
    async with AsyncExitStack() as stack:
        logs = await asyncio.to_thread(RotatingLog, deps.data / "reflow.log", settings.log_bytes)
        stack.callback(logs.close)
        start_logging(settings.log_level, logs)
        development = settings.environment is Environment.DEVELOPMENT
        telemetry = start_telemetry("reflow", otlp_endpoint=settings.otlp_endpoint, development=development)
        stack.callback(telemetry.shutdown)
        # Opened once: all services of this process share the rate limits of their providers.
        shared = read_settings(ServiceSettings, models=await asyncio.to_thread(find_models_file, deps.data))
        models = await stack.enter_async_context(open_registry(shared, telemetry))
        addresses = await _run_roles(stack, executor, deps, telemetry, models)
        await _run_orchestrator(stack, shared.models, deps, telemetry)
        url = None if port is None else await _run_gateway(stack, addresses, deps, telemetry, host, port)
        if url is not None:
            stack.push_async_callback(cancel_tasks, asyncio.create_task(load_use_cases_in_background()))
        yield RunningSystem(addresses, url)


async def _run_roles(
    stack: AsyncExitStack, executor: ExecutorSettings, deps: SystemDeps, telemetry: Telemetry, models: ModelRegistry
) -> Addresses:
    planner = read_settings(PlannerSettings, listen=deps.listen("planner"), agents_folder=find_agents_folder(deps.data))
    await stack.enter_async_context(run_planner(planner, telemetry, models))
    await stack.enter_async_context(run_executor(executor, telemetry, models, deps.workers))
    critic = read_settings(CriticSettings, listen=deps.listen("critic"), blobs_url=executor.blobs_url)
    await stack.enter_async_context(run_critic(critic, telemetry, models))
    rag = read_settings(
        RagSettings, listen=deps.listen("rag"), database_url=deps.database_url, blobs_url=executor.blobs_url
    )
    await stack.enter_async_context(run_rag(rag, telemetry, models))
    return Addresses(deps.listen("orchestrator"), executor.listen, rag.listen, executor.blobs_url)


async def _run_orchestrator(stack: AsyncExitStack, models: str, deps: SystemDeps, telemetry: Telemetry) -> None:
    settings = read_settings(
        OrchestratorSettings,
        listen=deps.listen("orchestrator"),
        database_url=deps.database_url,
        planner_address=deps.listen("planner"),
        rag_address=deps.listen("rag"),
        executor_address=deps.listen("executor"),
        critic_address=deps.listen("critic"),
        models=models,
    )
    try:
        await stack.enter_async_context(run_orchestrator(settings, telemetry))
    except DatabaseInUse as error:
        text = Text(
            f"另一个 reflow 正在使用 {deps.data}。请等它结束，或用 --data 换一个文件夹。",
            f"Another reflow is using {deps.data}. Wait until it ends, or give another folder with --data.",
        )
        raise CommandFailed(text) from error


async def _run_gateway(
    stack: AsyncExitStack, addresses: Addresses, deps: SystemDeps, telemetry: Telemetry, host: str, port: int
) -> str:
    # Imported only with a gateway: the import would cost `reflow run` half a second.
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
        agents_folder=find_agents_folder(deps.data),
    )
    return await stack.enter_async_context(run_gateway(settings, telemetry))
