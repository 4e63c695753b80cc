"""`reflow up`: the whole system with its gateway, until it is told to stop."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from services.cli.failing import BAD_INPUT, CommandFailed
from services.cli.interrupting import interruption
from services.cli.joining import Addresses, announced, claimed
from services.cli.opening import Progress, addresses_of, data_folder, start_processes, start_system
from services.cli.supervising.plan import Scale
from services.common.language import Language, Text

READY = Text("已就绪。按 Ctrl-C 停止。", "Ready. Press Ctrl-C to stop.")
STOPPING = Text("正在停止…", "Stopping…")
STOPPED = Text("已停止。", "Stopped.")


async def up(folder: Path | None, host: str, port: int, language: Language, scale: Scale | None = None) -> None:
    """Run everything on *folder* (None for the usual one) until SIGINT or SIGTERM. Raises CommandFailed.

    It is one process, or for a *scale* so many. A signal that comes before all is ready raises Interrupted.
    """
    data = data_folder(folder)

    def tell(text: Text) -> None:
        sys.stderr.write(f"{text.pick(language)}\n")
        sys.stderr.flush()

    with claimed(data), interruption() as interrupted:
        _check_free(host, port)
        async with _started(data, tell, host, port, scale) as (url, addresses):
            with announced(data, addresses):
                print(url, flush=True)
                tell(READY)
                told = asyncio.Event()
                interrupted.calls(told.set)
                await told.wait()
            tell(STOPPING)
    tell(STOPPED)


def scale_of(processes: bool, orchestrators: int | None, replicas: int | None) -> Scale | None:
    """Return how many processes are asked for, None for all in one. Raises CommandFailed for numbers without them."""
    if not processes and (orchestrators or replicas):
        raise CommandFailed(
            Text(
                "--orchestrators 和 --replicas 要和 --processes 一起用。",
                "--orchestrators and --replicas go with --processes.",
            ),
            BAD_INPUT,
        )
    usual = Scale()
    return Scale(orchestrators or usual.orchestrators, replicas or usual.replicas) if processes else None


@asynccontextmanager
async def _started(
    data: Path, tell: Progress, host: str, port: int, scale: Scale | None
) -> AsyncIterator[tuple[str | None, Addresses]]:
    """Start the system; give its URL, and where commands find it."""
    if scale is None:
        async with start_system(data, tell, host=host, port=port) as system:
            yield system.url, addresses_of(system)
    else:
        async with start_processes(data, scale, tell, host=host, port=port) as running:
            yield running.url, running.addresses


def _check_free(host: str, port: int) -> None:
    """Refuse what would only fail after the database has been started."""
    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        raise CommandFailed(
            Text(f"地址无法使用：{host}（{error}）。", f"No such address: {host} ({error})."), BAD_INPUT
        ) from None
    with socket.socket(kind, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            raise CommandFailed(
                Text(
                    f"无法监听 {host}:{port}（{error.strerror}），请用 --port 换一个端口。",
                    f"Cannot listen on {host}:{port} ({error.strerror}): choose another with --port.",
                )
            ) from None
