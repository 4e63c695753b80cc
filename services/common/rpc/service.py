"""Life cycle of a service, alone in its process or with others."""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NoReturn, TypeVar

import grpc
import structlog
import uvloop

from services.common.collection import freeze_collected
from services.common.database.unavailable import DatabaseUnavailable
from services.common.process_exit import exit_process
from services.common.rpc.deferred_use_case import load_use_cases
from services.common.rpc.error_reporter import report_errors
from services.common.rpc.interceptor import ServiceInterceptor
from services.common.rpc.server import Server, serve
from services.common.rpc.tls import CertificateFolder, CertificateUnusable, build_server_credentials
from services.common.settings import Environment, ServiceSettings, SettingsInvalid, read_settings
from services.common.telemetry import Telemetry, start_telemetry
from services.common.telemetry.setup import start_logging

log = structlog.get_logger("reflow.serving")

# Calls in flight get this long to end once a service is stopped.
GRACE_SECONDS = 5.0
BAD_USAGE = 2

Configured = TypeVar("Configured", bound=ServiceSettings)


@asynccontextmanager
async def run_service(
    name: str,
    services: Sequence[str],
    add: Callable[[grpc.aio.Server], None],
    settings: ServiceSettings,
    telemetry: Telemetry,
    drain: Callable[[], Awaitable[None]] | None = None,
) -> AsyncIterator[Server]:
    """Serve what *add* puts on the server until the context ends.

    No new calls are taken then; *drain* hands over what goes on behind the calls, while those in flight end.
    """
    exposed = settings.environment is Environment.DEVELOPMENT
    interceptor = ServiceInterceptor(
        name,
        telemetry,
        expose_details=exposed,
        reader_seconds=settings.limits.watcher_seconds,
        trust_domain=settings.trust_domain,
    )
    folder = CertificateFolder(Path(settings.tls_folder), time.monotonic) if settings.tls_folder else None
    server = await serve(
        settings.listen,
        services,
        add,
        interceptor,
        max_connection_age=settings.max_connection_age_seconds,
        max_request_bytes=settings.max_request_bytes,
        credentials=build_server_credentials(folder) if folder else None,
        health_listen=settings.health_listen,
    )
    log.info("service ready", service=name, address=server.address)
    try:
        yield server
    finally:
        ending = asyncio.create_task(server.stop(GRACE_SECONDS))
        try:
            if drain is not None:
                await drain()
        finally:
            await ending


def main(
    name: str,
    kind: type[Configured],
    run: Callable[[Configured, Telemetry], AbstractAsyncContextManager[object]],
) -> NoReturn:
    """Run one service alone, configured by its environment, until SIGTERM or SIGINT.

    Exits with status 2 and one line for each setting that is missing or wrong.
    """
    try:
        settings = read_settings(kind)
    except SettingsInvalid as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(BAD_USAGE) from None
    start_logging(settings.log_level)
    telemetry = start_telemetry(
        f"reflow-{name}", otlp_endpoint=settings.otlp_endpoint, development=settings.is_development
    )
    try:
        uvloop.run(_run_until_signal(run(settings, telemetry), report_errors(telemetry.errors, settings)))
    except SettingsInvalid as error:  # what the settings name: the file of models, its keys
        sys.stderr.write(f"{error}\n")
        raise SystemExit(BAD_USAGE) from None
    except CertificateUnusable as error:
        sys.stderr.write(f"REFLOW_TLS_FOLDER: {error}\n")
        raise SystemExit(BAD_USAGE) from None
    except DatabaseUnavailable as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(1) from None
    finally:
        telemetry.shutdown()
    exit_process(0)


async def _run_until_signal(
    running: AbstractAsyncContextManager[object], reporting: AbstractAsyncContextManager[object]
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with reporting, running:  # what fails while the service stops is reported too
        await load_use_cases()
        freeze_collected()
        await stop.wait()
