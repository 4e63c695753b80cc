"""The system a command works with: the one that runs on its data folder, else one started for it."""

import asyncio
import importlib
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from platformdirs import user_data_path

from services.cli.failing import BAD_INPUT, CommandFailed, wrong_settings
from services.cli.joining import Addresses, find_running
from services.common.language import Language, Text

if TYPE_CHECKING:
    from services.cli.client import Client
    from services.cli.embedded import System
    from services.cli.supervising.plan import Scale
    from services.cli.supervising.system import Running

Progress = Callable[[Text], None]
Entered = TypeVar("Entered")

PREPARING = Text("正在准备…", "Getting ready…")


def data_folder(asked: Path | None) -> Path:
    """Return the data folder: *asked*, else REFLOW_DATA, else this user's. Raises CommandFailed for a file."""
    folder = asked or Path(os.environ.get("REFLOW_DATA") or user_data_path("reflow"))
    folder = folder.expanduser().absolute()
    if folder.exists() and not folder.is_dir():
        raise CommandFailed(Text(f"{folder} 不是文件夹。", f"{folder} is not a folder."), BAD_INPUT)
    return folder


def models_file(data: Path) -> str:
    """Return the file that configures models: REFLOW_MODELS, else models.toml in the folder *data*; "" for none."""
    kept = data / "models.toml"
    return os.environ.get("REFLOW_MODELS", "") or (str(kept) if kept.is_file() else "")


@asynccontextmanager
async def open_client(data: Path, progress: Progress, language: Language) -> AsyncIterator["Client"]:
    """Give a client of the system that runs on *data*, started when none does. Raises CommandFailed."""
    progress(PREPARING)
    async with AsyncExitStack() as stack:
        addresses = find_running(data)
        if addresses is None:
            addresses = addresses_of(await stack.enter_async_context(start_system(data, progress)))
        client = await _loaded("services.cli.client")
        yield await stack.enter_async_context(client.connect(addresses, language))


def addresses_of(system: "System") -> Addresses:
    """Return where *system* can be reached."""
    return Addresses(system.orchestrator, system.executor, system.rag, system.blobs)


@asynccontextmanager
async def start_system(
    data: Path, progress: Progress, *, host: str = "127.0.0.1", port: int | None = None
) -> AsyncIterator["System"]:
    """Start the whole system on *data* and stop it when the context ends. Raises CommandFailed."""
    progress(PREPARING)
    embedded = await _loaded("services.cli.embedded")
    async with AsyncExitStack() as stack:
        running = embedded.run_embedded(data, progress=progress, host=host, port=port)
        yield await _entered(stack, _alone(running, data))


@asynccontextmanager
async def start_processes(
    data: Path, scale: "Scale", progress: Progress, *, host: str, port: int
) -> AsyncIterator["Running"]:
    """Start the whole system on *data* as processes, and stop them when the context ends. Raises CommandFailed."""
    progress(PREPARING)
    supervising = await _loaded("services.cli.supervising.system")
    async with AsyncExitStack() as stack:
        running = supervising.run_processes(data, scale, progress=progress, host=host, port=port)
        yield await _entered(stack, running)


async def _loaded(module: str) -> Any:
    """Return *module*, loaded beside the loop: it takes a second or more, and spinner and Ctrl-C are to live on."""
    return await asyncio.to_thread(importlib.import_module, module)


@asynccontextmanager
async def _alone(running: AbstractAsyncContextManager["System"], data: Path) -> AsyncIterator["System"]:
    """Give the *running* system of this process. Raises CommandFailed where another one drives the runs."""
    from services.orchestrator.engine.driving import AnotherDriver

    async with AsyncExitStack() as stack:
        try:
            system = await stack.enter_async_context(running)
        except AnotherDriver as error:
            text = Text(
                f"另一个 reflow 正在使用 {data}。请等它结束，或用 --data 换一个文件夹。",
                f"Another reflow is using {data}. Wait until it ends, or give another folder with --data.",
            )
            raise CommandFailed(text) from error
        yield system


async def _entered(stack: AsyncExitStack, running: AbstractAsyncContextManager[Entered]) -> Entered:
    from services.common.database.unavailable import DatabaseUnavailable
    from services.common.settings import SettingsInvalid

    try:
        return await stack.enter_async_context(running)
    except DatabaseUnavailable as error:
        raise CommandFailed(error.text) from error
    except SettingsInvalid as error:
        raise wrong_settings(error) from error
    except OSError as error:
        raise CommandFailed(Text(f"无法启动：{error}", f"Cannot start: {error}")) from error
