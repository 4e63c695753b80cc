"""`reflow up`: run the system with its gateway until a signal stops it."""

import asyncio
import socket
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from services.cli.errors import BAD_INPUT, CommandFailed
from services.cli.session.addresses import RunningSystem
from services.cli.session.announcement import announce, lock_data_folder
from services.cli.session.data_folder import find_data_folder
from services.cli.session.supervisor.process_plan import Scale
from services.cli.session.system import Progress, start_embedded, start_processes
from services.cli.signals import handle_signals
from services.common.text.language import Language, Text

READY = Text("已就绪。按 Ctrl-C 停止。", "Ready. Press Ctrl-C to stop.")
STOPPING = Text("正在停止…", "Stopping…")
STOPPED = Text("已停止。", "Stopped.")


async def up(folder: Path | None, host: str, port: int, language: Language, scale: Scale | None = None) -> None:
    """Run the system on *folder* (None for the default) until SIGINT or SIGTERM. Raises CommandFailed.

    It is one process, or the processes of *scale*. A signal that comes before it is ready raises Interrupted.
    """
    data = find_data_folder(folder)

    def report(text: Text) -> None:
        sys.stderr.write(f"{text.pick(language)}\n")
        sys.stderr.flush()

    with lock_data_folder(data), handle_signals() as signals:
        validate_address(host, port)
        async with _start(data, report, host, port, scale) as system:
            with announce(data, system.addresses):
                print(system.url, flush=True)
                report(READY)
                stop = asyncio.Event()
                signals.on_signal(stop.set)
                await stop.wait()
            report(STOPPING)
    report(STOPPED)


def parse_scale(processes: bool, orchestrators: int | None, replicas: int | None) -> Scale | None:
    """Return how many processes are requested, None for one. Raises CommandFailed for counts without *processes*."""
    if not processes and (orchestrators or replicas):
        raise CommandFailed(
            Text(
                "--orchestrators 和 --replicas 要和 --processes 一起用。",
                "--orchestrators and --replicas go with --processes.",
            ),
            BAD_INPUT,
        )
    default = Scale()
    return Scale(orchestrators or default.orchestrators, replicas or default.replicas) if processes else None


def _start(
    data: Path, report: Progress, host: str, port: int, scale: Scale | None
) -> AbstractAsyncContextManager[RunningSystem]:
    """Return the context in which the system runs, in one process or in those of *scale*."""
    if scale is None:
        return start_embedded(data, report, host=host, port=port)
    return start_processes(data, scale, report, host=host, port=port)


def validate_address(host: str, port: int) -> None:
    """Reject an address that cannot be listened on, before the database is started. Raises CommandFailed."""
    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        raise CommandFailed(Text(f"地址无法使用：{host}。", f"No such address: {host} ({error})."), BAD_INPUT) from None
    with socket.socket(kind, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            raise CommandFailed(
                Text(
                    f"无法监听 {host}:{port}，端口可能已被占用，或没有权限，请用 --port 换一个端口。",
                    f"Cannot listen on {host}:{port} ({error.strerror}): choose another with --port.",
                )
            ) from None
