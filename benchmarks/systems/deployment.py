"""An orchestrator as in a deployment: its own process, the roles in another one, and PostgreSQL.

All communicate over TCP on the loopback interface; the client is the process that opens this context.
"""

import asyncio
import os
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

import psycopg

from benchmarks.systems import instant_roles
from services.common.database.embedded import embedded_postgres

ROOT = Path(__file__).parents[2]
READY_SECONDS = 60.0
STOP_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Deployment:
    """Address and process of the orchestrator, a PostgreSQL that baselines can use too, the address of the roles."""

    orchestrator: str
    process_id: int
    database_url: str
    roles: str


@dataclass(frozen=True, slots=True)
class Orchestrator:
    """One orchestrator: its address, process and log file."""

    address: str
    process: asyncio.subprocess.Process
    log: Path


class ProcessEnded(Exception):
    """A process ended with this status before it was ready."""


@asynccontextmanager
async def open_deployment(
    role_seconds: float = 0.0, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Deployment]:
    """Run PostgreSQL, roles whose steps take *role_seconds*, and the orchestrator, until the context ends.

    *settings* are added to the orchestrator's environment.
    """
    with open_folder() as folder:
        async with (
            embedded_postgres(folder / "postgres") as database_url,
            role_services(role_seconds) as roles,
            orchestrator(folder, database_url, roles, settings or {}) as running,
        ):
            yield Deployment(running.address, running.process.pid, database_url, roles)


@contextmanager
def open_folder() -> Iterator[Path]:
    """Yield a temporary folder. As root the database runs as another user, which must be able to traverse it."""
    with tempfile.TemporaryDirectory(prefix="reflow-bench-") as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


def create_database(url: str, name: str) -> str:
    """Create a database on the server of *url* and return its URL."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return urlsplit(url)._replace(path=f"/{quote(name)}").geturl()


def read_durability(url: str) -> dict[str, str]:
    """Return the server's version and its settings for the durability of commits."""
    with psycopg.connect(url) as connection:
        names = ("server_version", "fsync", "synchronous_commit", "full_page_writes")
        rows = {name: connection.execute("SELECT current_setting(%s)", (name,)).fetchone() for name in names}
    return {name: row[0] for name, row in rows.items() if row is not None}


def resident_bytes(process_id: int) -> int:
    """Return the resident memory of a process, from /proc."""
    pages = int((Path("/proc") / str(process_id) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def role_services(seconds: float = 0.0, every: float = 0.0) -> AsyncIterator[str]:
    """Run the roles in their own process and yield their address.

    A step takes *seconds*, and emits a thought every *every* seconds; 0 for none.
    """
    address = f"127.0.0.1:{free_port()}"
    options = ("--seconds", str(seconds), "--every", str(every))
    command = (sys.executable, "-m", "benchmarks.systems.instant_roles", address, *options)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(READY_SECONDS):
            line = (await process.stdout.readline()).decode().strip()
        assert line == instant_roles.READY, f"the roles did not start: {line!r}"
        yield address
    finally:
        await stop(process)


@asynccontextmanager
async def orchestrator(
    folder: Path, database_url: str, roles: str, settings: Mapping[str, str]
) -> AsyncIterator[Orchestrator]:
    """Run an orchestrator that calls the roles at the address *roles* and logs in *folder*, until the context ends."""
    port = free_port()
    address = f"127.0.0.1:{port}"
    addresses = {f"REFLOW_{role}_ADDRESS": roles for role in ("PLANNER", "RAG", "EXECUTOR", "CRITIC")}
    environment = {**os.environ, **addresses, "REFLOW_LISTEN": address, "REFLOW_DATABASE_URL": database_url, **settings}
    log_path = folder / f"orchestrator-{port}.log"
    with log_path.open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "services.orchestrator", cwd=ROOT, env=environment, stdout=log, stderr=log
        )
        try:
            await wait_until_ready(address, process)
            yield Orchestrator(address, process, log_path)
        except ProcessEnded:
            sys.stderr.write(log_path.read_text())
            raise
        finally:
            await stop(process)


async def wait_until_ready(address: str, process: asyncio.subprocess.Process) -> None:
    """Wait until the process listens at *address*. Raises ProcessEnded when it ends first."""
    host, _, port = address.rpartition(":")
    async with asyncio.timeout(READY_SECONDS):
        while True:
            if process.returncode is not None:
                raise ProcessEnded(process.returncode)
            try:
                _, writer = await asyncio.open_connection(host, int(port))
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return


async def stop(process: asyncio.subprocess.Process) -> None:
    """Stop a process with SIGTERM, and with SIGKILL if it does not exit."""
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
