"""`reflow mcp`: serve assistants by the Model Context Protocol, on the system of the data folder."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from services.cli.errors import BAD_INPUT, CommandFailed, invalid_settings
from services.cli.session.addresses import Addresses
from services.cli.session.announcement import wait_for_running
from services.cli.session.data_folder import find_agents_folder, find_data_folder
from services.cli.session.system import Progress, start_embedded
from services.cli.session.up import READY, STOPPED, STOPPING, validate_address
from services.cli.signals import handle_signals
from services.common.settings import SettingsInvalid, read_settings
from services.common.telemetry import start_telemetry
from services.common.telemetry.setup import start_logging
from services.common.text.language import Language, Text
from services.gateway.bootstrap import open_dependencies, run_gateway
from services.gateway.mcp_server.endpoint import PATH
from services.gateway.mcp_server.local_folder import LocalFolder
from services.gateway.settings import GatewaySettings

_FOLDER_OVER_HTTP = Text(
    "--folder 只用于标准输入输出：通过 HTTP 时任何客户端都能读写它。",
    "--folder is for stdin and stdout alone: over HTTP any client could read and write it.",
)


async def serve_stdio(data: Path | None, folder: Path | None, language: Language) -> None:
    """Serve the assistant on stdin and stdout until its input ends. Raises CommandFailed."""
    local = _open_folder(folder)
    # A thread may import while the system starts.
    importing = asyncio.create_task(asyncio.to_thread(_import_server))
    with handle_signals():
        async with _open_system(find_data_folder(data), lambda _: None) as (settings, stack):
            telemetry = start_telemetry("mcp", otlp_endpoint=settings.otlp_endpoint, development=False)
            stack.callback(telemetry.shutdown)
            deps = await stack.enter_async_context(open_dependencies(settings, telemetry))
            await importing
            from mcp.server.stdio import stdio_server

            from services.gateway.mcp_server.server import create_server

            server = create_server(deps, language, local)
            async with stdio_server() as (received, sent):
                await server.run(received, sent, server.create_initialization_options())


async def serve_http(data: Path | None, host: str, port: int, folder: Path | None, language: Language) -> None:
    """Serve assistants by streamable HTTP, with the rest of the gateway, until a signal. Raises CommandFailed."""
    if folder is not None:
        raise CommandFailed(_FOLDER_OVER_HTTP, BAD_INPUT)

    def report(text: Text) -> None:
        sys.stderr.write(f"{text.pick(language)}\n")
        sys.stderr.flush()

    with handle_signals() as signals:
        validate_address(host, port)
        async with _open_system(find_data_folder(data), report) as (settings, stack):
            telemetry = start_telemetry("mcp", otlp_endpoint=settings.otlp_endpoint, development=False)
            stack.callback(telemetry.shutdown)
            listening = settings.model_copy(update={"host": host, "port": port})
            url = await stack.enter_async_context(run_gateway(listening, telemetry))
            print(f"{url}{PATH}", flush=True)
            report(READY)
            stop = asyncio.Event()
            signals.on_signal(stop.set)
            await stop.wait()
            report(STOPPING)
    report(STOPPED)


@asynccontextmanager
async def _open_system(data: Path, progress: Progress) -> AsyncIterator[tuple[GatewaySettings, AsyncExitStack]]:
    """Yield the settings of a gateway of the system on *data*, started if none is running, and a stack within it."""
    async with AsyncExitStack() as stack:
        addresses = await wait_for_running(data, progress)
        if addresses is not None:
            start_logging("ERROR")  # the running system writes the log
        else:
            addresses = (await stack.enter_async_context(start_embedded(data, progress))).addresses
        yield _read_settings(addresses, find_agents_folder(data)), stack


def _read_settings(addresses: Addresses, agents_folder: Path | None) -> GatewaySettings:
    try:
        return read_settings(
            GatewaySettings,
            orchestrator_address=addresses.orchestrator,
            executor_address=addresses.executor,
            rag_address=addresses.rag,
            blobs_url=addresses.blobs,
            agents_folder=agents_folder,
        )
    except SettingsInvalid as error:
        raise invalid_settings(error) from error


def _open_folder(folder: Path | None) -> LocalFolder | None:
    if folder is None:
        return None
    root = folder.expanduser().absolute()
    if not root.is_dir():
        raise CommandFailed(Text(f"--folder 不是文件夹：{root}。", f"--folder is not a folder: {root}."), BAD_INPUT)
    return LocalFolder(root)


def _import_server() -> None:

    import services.gateway.mcp_server.server  # noqa: F401
