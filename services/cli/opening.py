"""The system a command works with: the one that runs on its data folder, else one started for it."""

import asyncio
import importlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from services.cli.failing import BAD_INPUT, CannotStart
from services.cli.joining import Addresses, find_running
from services.common.language import Text

if TYPE_CHECKING:
    from services.cli.embedded import System

Progress = Callable[[Text], None]

PREPARING = Text("正在准备…", "Getting ready…")


def data_folder(asked: Path | None, environment: Mapping[str, str]) -> Path:
    """Return the data folder: *asked*, else REFLOW_DATA, else this user's. Raises CannotStart for what is no folder."""
    # As services.cli.embedded.default_data_folder says, without the seconds its import takes.
    folder = asked or Path(environment.get("REFLOW_DATA") or user_data_path("reflow"))
    folder = folder.expanduser().absolute()
    if folder.exists() and not folder.is_dir():
        raise CannotStart(Text(f"{folder} 不是文件夹。", f"{folder} is not a folder."), BAD_INPUT)
    return folder


@asynccontextmanager
async def open_system(data: Path, progress: Progress) -> AsyncIterator[Addresses]:
    """Give the system that runs on *data*, started when none does. Raises CannotStart."""
    running = find_running(data)
    if running is not None:
        yield running
        return
    async with start_system(data, progress) as system:
        yield addresses_of(system)


def addresses_of(system: "System") -> Addresses:
    """Return where *system* can be reached."""
    return Addresses(system.orchestrator, system.executor, system.rag, system.blobs)


@asynccontextmanager
async def start_system(
    data: Path, progress: Progress, *, host: str = "127.0.0.1", port: int | None = None
) -> AsyncIterator["System"]:
    """Start the whole system on *data* and stop it when the context ends. Raises CannotStart."""
    progress(PREPARING)
    # Loaded beside the loop: it takes seconds on a slow machine, and the spinner and Ctrl-C are to live meanwhile.
    embedded = await asyncio.to_thread(importlib.import_module, "services.cli.embedded")
    async with AsyncExitStack() as stack:
        running = embedded.run_embedded(data, progress=progress, host=host, port=port)
        yield await _entered(stack, running, data)


async def _entered(stack: AsyncExitStack, running: "AbstractAsyncContextManager[System]", data: Path) -> "System":
    from services.common.database.unavailable import DatabaseUnavailable
    from services.common.settings import SettingsInvalid
    from services.orchestrator.bootstrap import AnotherDriver

    try:
        return await stack.enter_async_context(running)
    except DatabaseUnavailable as error:
        raise CannotStart(error.text) from error
    except AnotherDriver as error:
        text = Text(
            f"另一个 reflow 正在使用 {data}。请等它结束，或用 --data 换一个文件夹。",
            f"Another reflow is using {data}. Wait until it ends, or give another folder with --data.",
        )
        raise CannotStart(text) from error
    except SettingsInvalid as error:
        problems = "; ".join(str(error).splitlines())
        raise CannotStart(Text(f"设置有误：{problems}", f"Wrong settings: {problems}"), BAD_INPUT) from error
    except OSError as error:
        raise CannotStart(Text(f"无法启动：{error}", f"Cannot start: {error}")) from error
