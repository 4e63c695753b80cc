"""Supervisor of the system on this machine, each service in processes of its own, as in production."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from services.cli.session.addresses import RunningSystem
from services.cli.session.data_folder import (
    DATABASE,
    find_agents_folder,
    find_mcp_servers_file,
    find_models_file,
    open_data_folder,
)
from services.cli.session.database import run_database
from services.cli.session.settings import EmbeddedSettings
from services.cli.session.sockets import socket_folder
from services.cli.session.supervisor import texts
from services.cli.session.supervisor.backoff import STOP_SECONDS
from services.cli.session.supervisor.ports import free_ports
from services.cli.session.supervisor.process import ManagedProcess, ProcessContext
from services.cli.session.supervisor.process_plan import Scale, SystemConfig, SystemPlan, plan_system
from services.common.settings import read_settings
from services.common.telemetry.log_file import rotate_open_log
from services.common.text.language import Text

ROTATION_SECONDS = 5.0


@asynccontextmanager
async def run_processes(
    data: Path, scale: Scale, *, progress: Callable[[Text], None], host: str, port: int
) -> AsyncIterator[RunningSystem]:
    """Run every service on the data folder *data*, restarted when it ends, until the context ends.

    Then the gateway is stopped first and the database last. Raises CommandFailed, DatabaseUnavailable or
    SettingsInvalid.
    """
    settings = read_settings(EmbeddedSettings)
    logs = data / "logs"
    await asyncio.to_thread(open_data_folder, data)
    await asyncio.to_thread(logs.mkdir, exist_ok=True)
    async with AsyncExitStack() as stack:
        progress(texts.STARTING_DATABASE)
        database = settings.database_url or await stack.enter_async_context(run_database(data))
        progress(texts.STARTING_SERVICES)
        blobs = settings.blobs_url or (data / "blobs").as_uri()
        config = SystemConfig(
            database,
            blobs,
            find_models_file(data),
            host,
            port or next(free_ports()),
            os.environ.get("REFLOW_POOL_SIZE", ""),
            str(find_agents_folder(data) or ""),
            find_mcp_servers_file(data),
        )
        sockets = stack.enter_context(socket_folder())
        plan = plan_system(config, scale, sockets, None if settings.database_url else data / DATABASE)
        supervisor_lives, _ = _open_pipe(stack)
        context = ProcessContext(
            _build_environment(os.environ, sys.path), logs, supervisor_lives, _open_pipe(stack), progress
        )
        rotation = asyncio.create_task(_rotate_logs(logs, settings.log_bytes))
        stack.callback(rotation.cancel)
        await start_processes(stack, plan, context)
        yield RunningSystem(plan.addresses, plan.url)


async def start_processes(stack: AsyncExitStack, plan: SystemPlan, context: ProcessContext) -> None:
    """Start all processes concurrently; when the context ends, they are stopped group by group.

    Raises CommandFailed for the first that does not start, without waiting for the others.
    """
    groups = [[ManagedProcess(process, context) for process in group] for group in plan.groups]
    for group in reversed(groups):
        stack.push_async_callback(_stop, group)
    processes = [process for group in groups for process in group]
    ready = 0

    async def start(process: ManagedProcess) -> None:
        nonlocal ready
        await process.start()
        ready += 1
        context.report(texts.ready_text(process.plan.name, ready, len(processes)))

    try:
        async with asyncio.TaskGroup() as starting:
            for process in processes:
                starting.create_task(start(process))
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None


async def _rotate_logs(folder: Path, max_bytes: int) -> None:
    """Bound the size of the processes' logs, until cancelled."""
    while True:
        await asyncio.sleep(ROTATION_SECONDS)
        for path in await asyncio.to_thread(lambda: sorted(folder.glob("*.log"))):
            with suppress(OSError):  # a full disk: the next round tries again
                await asyncio.to_thread(rotate_open_log, path, max_bytes)


async def _stop(group: Sequence[ManagedProcess]) -> None:
    await asyncio.gather(*(process.stop(STOP_SECONDS) for process in group))


def _open_pipe(stack: AsyncExitStack) -> tuple[int, int]:
    """Return the read end and the write end of a pipe, open until the context ends."""
    pipe = os.pipe()
    for end in pipe:
        stack.callback(os.close, end)
    return pipe


def _build_environment(own: Mapping[str, str], path: Sequence[str]) -> dict[str, str]:
    """Return the environment that every process inherits: this one's, with the module path."""
    return {**own, "PYTHONPATH": os.pathsep.join(str(Path(folder).absolute()) for folder in path)}
