"""The system that a command uses: the one that runs on its data folder, else one started for it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from services.cli.errors import CommandFailed, cannot_start, invalid_settings
from services.cli.session.addresses import RunningSystem
from services.cli.session.announcement import wait_for_running
from services.cli.session.module_loader import load_module
from services.common.text.language import Language, Text

if TYPE_CHECKING:
    from services.cli.session.client import Client
    from services.cli.session.supervisor.process_plan import Scale

Progress = Callable[[Text], None]
PREPARING = Text("正在准备…", "Getting ready…")


@asynccontextmanager
async def open_client(data: Path, progress: Progress, language: Language) -> AsyncIterator["Client"]:
    """Yield a client of the system that runs on *data*; start one where none does. Raises CommandFailed."""
    progress(PREPARING)
    async with AsyncExitStack() as stack:
        addresses = await wait_for_running(data, progress)
        if addresses is None:
            addresses = (await stack.enter_async_context(start_embedded(data, progress))).addresses
        client = await load_module("services.cli.session.client")
        yield await stack.enter_async_context(client.connect(addresses, language))


@asynccontextmanager
async def start_embedded(
    data: Path, progress: Progress, *, host: str = "127.0.0.1", port: int | None = None
) -> AsyncIterator[RunningSystem]:
    """Run the system on *data* in this process until the context ends. Raises CommandFailed."""
    progress(PREPARING)
    embedded = await load_module("services.cli.session.embedded")
    async with AsyncExitStack() as stack:
        system = embedded.run_embedded(data, progress=progress, host=host, port=port)
        yield await _enter(stack, system)


@asynccontextmanager
async def start_processes(
    data: Path, scale: "Scale", progress: Progress, *, host: str, port: int
) -> AsyncIterator[RunningSystem]:
    """Run the system on *data* as processes until the context ends. Raises CommandFailed."""
    progress(PREPARING)
    supervisor = await load_module("services.cli.session.supervisor.supervisor")
    async with AsyncExitStack() as stack:
        system = supervisor.run_processes(data, scale, progress=progress, host=host, port=port)
        yield await _enter(stack, system)


async def _enter(stack: AsyncExitStack, context: AbstractAsyncContextManager[RunningSystem]) -> RunningSystem:
    from services.common.database.unavailable import DatabaseUnavailable
    from services.common.settings import SettingsInvalid

    try:
        return await stack.enter_async_context(context)
    except DatabaseUnavailable as error:
        raise CommandFailed(error.text) from error
    except SettingsInvalid as error:
        raise invalid_settings(error) from error
    except OSError as error:
        raise cannot_start(error) from error
