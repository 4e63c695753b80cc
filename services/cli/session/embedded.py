"""The embedded system: every service in this process on a private socket, PostgreSQL as a child process.

A start has three parts that take about as long as each other, and two cores: PostgreSQL, the worker processes with what
the painter needs, and the modules of the services. They start concurrently. So this module imports no service.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from services.cli.session.addresses import RunningSystem
from services.cli.session.data_folder import find_mcp_servers_file, open_data_folder
from services.cli.session.database import run_database
from services.cli.session.module_loader import load_module
from services.cli.session.settings import EmbeddedSettings
from services.cli.session.sockets import socket_folder
from services.common.cancellation import cancel_tasks
from services.common.settings import read_settings
from services.common.text.language import Text
from services.executor.settings import ExecutorSettings
from services.executor.worker_processes import open_workers

STARTING_DATABASE = Text("正在启动数据库…", "Starting the database…")
STARTING_SERVICES = Text("正在启动各个服务…", "Starting the services…")


@asynccontextmanager
async def run_embedded(
    data: Path, *, progress: Callable[[Text], None], port: int | None = None, host: str = "127.0.0.1"
) -> AsyncIterator[RunningSystem]:
    """Run the system on the data folder *data* until the context ends; the gateway too where *port* is given.

    Raises CommandFailed, DatabaseUnavailable or SettingsInvalid.
    """
    settings = read_settings(EmbeddedSettings)
    data = await asyncio.to_thread(lambda: data.expanduser().absolute())
    async with AsyncExitStack() as stack:
        await asyncio.to_thread(open_data_folder, data)
        sockets = stack.enter_context(socket_folder())
        executor = read_settings(
            ExecutorSettings,
            listen=f"unix:{sockets / 'executor'}",
            blobs_url=settings.blobs_url or (data / "blobs").as_uri(),
            mcp_servers=find_mcp_servers_file(data),
        )
        workers = await stack.enter_async_context(open_workers(executor))
        loading = asyncio.create_task(load_module("services.cli.session.embedded_services"))
        stack.push_async_callback(cancel_tasks, loading)
        progress(STARTING_DATABASE)
        database = settings.database_url or await stack.enter_async_context(run_database(data))
        progress(STARTING_SERVICES)
        services = await loading
        deps = services.SystemDeps(data, database, sockets, workers)
        yield await stack.enter_async_context(services.run_services(settings, executor, deps, host, port))
